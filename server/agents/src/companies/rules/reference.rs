//! What "the company", "it", "the hub" and "there" mean: the company or the area that the text named last.

use super::{
    lexicon::Class,
    listed::List,
    scene::{Scene, Unit, What},
    token::Token,
};

/// How many sentences back a company may be named.
const FAR: usize = 4;

pub(super) fn resolve(scene: &mut Scene<'_>) {
    let mut at = 0;
    while at < scene.tokens.len() {
        if let Some(unit) = scene.unit_at(at) {
            at = unit.to;
            continue;
        }
        let Some((unit, to)) = reference_at(scene, at) else {
            at += 1;
            continue;
        };
        let place = scene.units.partition_point(|other| other.from < at);
        scene.units.insert(place, unit);
        // References before it keep their numbers; those behind are not there yet.
        scene.index();
        at = to;
    }
}

fn reference_at(scene: &Scene<'_>, at: usize) -> Option<(Unit, usize)> {
    let word = scene.lower(at);
    if matches!(word, "it" | "they") {
        let meant = subject_before(scene, at, 1)?;
        return Some((refer(scene, at, at + 1, meant), at + 1));
    }
    if matches!(word, "there" | "here")
        && !scene.tokens.get(at + 1).is_some_and(|next| next.has(Class::Be) || next.has(Class::Have))
    {
        // "Chose Doha over DIFC and opened there" is about Doha.
        let is_aside = |number: usize| {
            let from = scene.grounds[number].from;
            let article = usize::from(scene.is(from.wrapping_sub(1), Class::Determiner));
            scene.is(from.wrapping_sub(1 + article), Class::Beside)
        };
        let meant = place_before(scene, at, |number| !is_aside(number))?;
        return Some((refer(scene, at, at + 1, meant), at + 1));
    }
    if !matches!(word, "the" | "this" | "that") {
        return None;
    }
    let (company, area, to) = described(scene, at)?;
    if area {
        let noun = scene.lower(to - 1).to_owned();
        let own = scene.tokens[..at].windows(2).any(|pair| pair[1].lower == noun && List::NotYetKnown.has(&pair[0].lower));
        let is_zone = List::Zone.has(&noun);
        if let Some(meant) = place_before(scene, at, |number| scene.grounds[number].is_area()).filter(|_| !own || is_zone) {
            return Some((refer(scene, at, to, meant), to));
        }
        if !company {
            return None;
        }
    }
    let meant = subject_before(scene, at, FAR).filter(|meant| matches!(scene.units[*meant].what, What::Company(_)));
    let meant = meant.or_else(|| company_before(scene, at))?;
    Some((refer(scene, at, to, meant), to))
}

fn refer(scene: &Scene<'_>, from: usize, to: usize, meant: usize) -> Unit {
    let unit = scene.units[meant];
    Unit { what: unit.what, from, to, meant: Some(unit.meant.unwrap_or(unit.from)) }
}

/// "the (Paris-based payments) company": whether it is a company's word or an area's, and where it ends.
fn described(scene: &Scene<'_>, at: usize) -> Option<(bool, bool, usize)> {
    let mut end = at + 1;
    let mut found = None;
    while end < scene.tokens.len() && end <= at + 6 {
        let token = &scene.tokens[end];
        let length =
            token.phrase.filter(|(marks, _)| marks.any(&[Class::CompanyWord, Class::AreaWord])).map_or(1, |(_, length)| length);
        // "The first company to" is none that was named before.
        if token.has(Class::Superlative) {
            return None;
        }
        let place = scene.ground_at(end).is_some() || token.marks.has(Class::Nationality);
        let company = !place && token.has(Class::CompanyWord);
        let area = !place && token.has(Class::AreaWord);
        let stops = token.any(&[Class::Preposition, Class::Auxiliary, Class::Split, Class::Denying])
            || (token.is_verb() && !company && !area && !token.is_joined && found.is_some())
            || (!token.is_word() && !token.is("-"))
            || matches!(token.text, "and" | "or");
        if stops {
            break;
        }
        if company || area {
            found = Some((company, area, end + length));
        } else if found.is_some() || !(token.is_lower() || place) {
            // "The fintech Tabby", "the company secretary": what follows is the head.
            let plain = token.is_verb() || token.has(Class::Soft) || token.is_possessive();
            if !plain {
                found = None;
            }
            break;
        }
        end += length;
    }
    let (company, area, to) = found?;
    let next = scene.tokens.get(to);
    // "the hub of Rotterdam", "the Dubai zone", "the company Acme" name what they mean themselves.
    let names_itself =
        next.is_some_and(|next| next.lower == "of" || (next.is_word() && !next.is_lower() && scene.unit_at(to).is_some()));
    (!names_itself).then_some((company, area, to))
}

/// What the sentence, or the one before it, is about: its first company or place that depends on no preposition.
pub(super) fn subject_before(scene: &Scene<'_>, at: usize, far: usize) -> Option<usize> {
    let sentence = scene.tokens[at].sentence;
    for number in (sentence.saturating_sub(far)..=sentence).rev() {
        let range = scene.sentences.get(number)?;
        let units = || {
            scene
                .units
                .iter()
                .enumerate()
                .filter(|(_, unit)| unit.from >= range.from && unit.to <= range.to.min(at) && unit.to <= at)
        };
        let is_free = |unit: &Unit| !is_oblique(scene, unit.from);
        let company = |unit: &Unit| matches!(unit.what, What::Company(_));
        let area = |unit: &Unit| matches!(unit.what, What::Place(number) if scene.grounds[number].is_area());
        let free = units().find(|(_, unit)| (company(unit) || area(unit)) && is_free(unit));
        let any = || units().rfind(|(_, unit)| company(unit));
        if let Some((found, _)) = free.or_else(any) {
            return Some(found);
        }
    }
    None
}

fn company_before(scene: &Scene<'_>, at: usize) -> Option<usize> {
    scene.units.iter().rposition(|unit| unit.to <= at && matches!(unit.what, What::Company(_)))
}

fn place_before(scene: &Scene<'_>, at: usize, wanted: impl Fn(usize) -> bool) -> Option<usize> {
    let fits = |unit: &Unit| matches!(unit.what, What::Place(number) if wanted(number));
    scene.units.iter().rposition(|unit| unit.to <= at && fits(unit))
}

/// Whether what begins at `from` hangs on a preposition, an article and descriptions between them.
pub(super) fn is_oblique(scene: &Scene<'_>, from: usize) -> bool {
    let sentence = scene.sentence_of(from).from;
    for at in (sentence..from).rev().take(6) {
        let token = &scene.tokens[at];
        if token.has(Class::Oblique) {
            return true;
        }
        let describes = token.any(&[Class::Determiner, Class::Descriptor, Class::Nationality, Class::PartOf])
            || token.is_joined
            || scene.ground_at(at).is_some();
        if !describes || token.is_possessive() && scene.company_at(at.wrapping_sub(1)).is_some() || is_break(token) {
            return false;
        }
    }
    false
}

fn is_break(token: &Token<'_>) -> bool {
    matches!(token.text, "," | ";" | ":" | "(" | "|")
}
