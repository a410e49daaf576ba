//! From links to candidates: one per company and text, with its passage, its certainty and what later sentences take back.

use super::{
    ground::Target,
    judge::{self, Verdict},
    lexicon::Class,
    names::Kind,
    scene::{Scene, What},
    signal,
    token::Shape,
};
use domain::companies::{Candidate, Certainty, Place, Presence, Role};

/// What is known of a text beside its words.
pub(super) struct Source<'s> {
    pub number: usize,
    pub published: Option<&'s str>,
}

pub(super) fn candidates(scene: &Scene<'_>, target: &Target, source: &Source<'_>) -> Vec<Candidate> {
    let verdicts = judge::verdicts(scene, target).into_iter().enumerate();
    let mut found: Vec<Candidate> = verdicts
        .filter_map(|(company, verdict)| match verdict {
            Some(verdict) => joined(scene, target, source, company, verdict),
            None => mentioned(scene, source, *scene.companies[company].first()?, Role::Other),
        })
        .collect();
    // Authorities are shown too, so that one sees why they were left out.
    for unit in &scene.units {
        let role = match unit.what {
            What::Body(Kind::Government) => Role::Regulator,
            What::Body(Kind::ZoneBody) => Role::ZoneOwner,
            _ => continue,
        };
        let name = scene.words(unit.from, unit.to);
        if !found.iter().any(|other| other.name == name) {
            found.extend(mentioned(scene, source, (unit.from, unit.to), role));
        }
    }
    found
}

fn joined(scene: &Scene<'_>, target: &Target, source: &Source<'_>, company: usize, verdict: Verdict) -> Option<Candidate> {
    let ground = &scene.grounds[verdict.ground];
    let (unit, place) = (scene.units[verdict.unit], scene.units[verdict.place]);
    let starts = [unit.from, unit.meant.unwrap_or(unit.from), place.from, place.meant.unwrap_or(place.from)];
    let sentence = |at: usize| scene.tokens[at].sentence;
    let (mut first, last) = (starts.iter().copied().map(sentence).min()?, starts.iter().copied().map(sentence).max()?);
    // A line ends a record that its heading began; the names of both are in the passage.
    let named = |first: usize| {
        let range = scene.sentences[first].from..scene.sentences[last].to;
        let ranges = scene.companies[company].iter().filter(|(from, to)| range.contains(from) && *to <= range.end);
        ranges.copied().max_by_key(|(from, to)| (to - from, std::cmp::Reverse(*from)))
    };
    while named(first).is_none() && first > 0 {
        first -= 1;
    }
    let (from, to) = named(first)?;
    first = first.min(sentence(from));
    let passage = scene.sentences[first].from..scene.sentences[last].to;
    let presence = verdict.presence;
    let inside = |from: usize, to: usize| from >= passage.start && to <= passage.end;
    let city_named = || scene.grounds.iter().any(|other| other.is_target && inside(other.from, other.to) && !other.is_area());
    let certainty = match () {
        () if verdict.role != Role::Tenant || presence == Presence::Unclear => Certainty::Unverified,
        () if ground.is_target && (target.has_area() || ground.place.area.is_none() || city_named()) => Certainty::Verified,
        () if ground.is_target => Certainty::Inferred,
        () if ground.is_area() || !target.has_area() => Certainty::Verified,
        () => Certainty::Inferred,
    };
    let telling = telling(scene, verdict);
    Some(Candidate {
        name: scene.words(from, to).to_owned(),
        raw_place: raw_place(scene, verdict, telling.clone()),
        place: ground.place.clone(),
        certainty,
        role: verdict.role,
        presence,
        signal: signal::find(scene, telling, trimmed(scene, passage.clone()), presence, source.published),
        snippet: quote(scene, passage),
        text: source.number,
        domain: scene.tokens[from..to]
            .iter()
            .find(|token| token.shape == Shape::Mixed && token.text.contains('.'))
            .map(|token| token.lower.clone()),
        industry: industry(scene, from, to),
    })
}

/// From the verb or the preposition to the end of the place.
fn telling(scene: &Scene<'_>, verdict: Verdict) -> std::ops::Range<usize> {
    const LONGEST: usize = 14;
    let place = scene.units[verdict.place];
    let begin = scene.sentence_of(place.from).from.max(place.from.saturating_sub(LONGEST));
    let words = (begin..place.from)
        .rev()
        .take_while(|at| scene.unit_at(*at).is_none() && !matches!(scene.tokens[*at].text, ";" | "|" | "\n"));
    let verb = words.filter(|at| judge::is_acting(scene, *at)).last();
    verb.or_else(|| place.from.checked_sub(1).filter(|at| scene.is(*at, Class::Preposition))).unwrap_or(place.from)..place.to
}

/// The words that put it there; of "the hub" those that name it.
fn raw_place(scene: &Scene<'_>, verdict: Verdict, telling: std::ops::Range<usize>) -> String {
    let ground = &scene.grounds[verdict.ground];
    let is_named = scene.units[verdict.place].meant.is_none();
    if is_named { scene.words(telling.start, telling.end) } else { scene.words(ground.from, ground.to) }.to_owned()
}

/// A company that the text only names.
fn mentioned(scene: &Scene<'_>, source: &Source<'_>, (from, to): (usize, usize), role: Role) -> Option<Candidate> {
    let sentence = scene.sentence_of(from);
    let passage = sentence.from..sentence.to;
    let name = scene.words(from, to);
    (!name.is_empty()).then(|| Candidate {
        name: name.to_owned(),
        raw_place: String::new(),
        place: Place::default(),
        certainty: Certainty::Unverified,
        role,
        presence: Presence::Unclear,
        signal: signal::find(scene, from..to, trimmed(scene, passage.clone()), Presence::Unclear, source.published),
        snippet: quote(scene, passage),
        text: source.number,
        domain: None,
        industry: None,
    })
}

/// Without the white space and marks around it.
fn trimmed(scene: &Scene<'_>, mut range: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let blank = |at: usize| matches!(scene.tokens[at].text, "\n" | "•" | "·" | "►" | "▪" | "●");
    while range.start + 1 < range.end && blank(range.start) {
        range.start += 1;
    }
    while range.end > range.start + 1 && blank(range.end - 1) {
        range.end -= 1;
    }
    range
}

fn quote(scene: &Scene<'_>, range: std::ops::Range<usize>) -> String {
    let range = trimmed(scene, range);
    scene.words(range.start, range.end).to_owned()
}

/// "the payments firm Acme", "Acme, a fintech".
fn industry(scene: &Scene<'_>, from: usize, to: usize) -> Option<String> {
    let plain = |at: &usize| scene.tokens.get(*at).is_some_and(|token| token.is_lower() || token.is(",") || token.is_joined);
    let trade = |at: &usize| {
        scene.any(*at..*at + 1, &[Class::Generic, Class::Descriptor])
            && !scene.any(*at..*at + 1, &[Class::CompanyWord, Class::PartOf])
    };
    let before = (from.saturating_sub(3)..from).rev().take_while(plain).find(trade);
    let found = before.or_else(|| (to..to + 8).take_while(plain).find(trade))?;
    scene.tokens[found].is_lower().then(|| scene.lower(found).to_owned())
}
