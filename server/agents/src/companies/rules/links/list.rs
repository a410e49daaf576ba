//! Lists of companies: "A, B and C", before a word and behind it.

use super::{
    super::{
        lexicon::{Class, Form},
        scene::{Scene, What},
        token::{Shape, Token},
    },
    clause::is_acting,
};

/// The token behind a name that has brackets behind it: "Acme (AC),".
pub(super) fn bracket_start(scene: &Scene<'_>, at: usize) -> usize {
    // "Acme Ltd.,"
    if at > 1 && scene.tokens[at - 1].is(".") && scene.is(at - 2, Class::Legal) {
        return at - 1;
    }
    // "Acme of Bahrain and": where it is from.
    if let Some(unit) = at.checked_sub(1).and_then(|last| scene.unit_at(last)).filter(|unit| matches!(unit.what, What::Place(_)))
        && scene.lower(unit.from.wrapping_sub(1)) == "of"
        && scene.company_at(unit.from.wrapping_sub(2)).is_some()
    {
        return unit.from - 1;
    }
    if at > 0 && scene.tokens[at - 1].is(")") {
        return (at.saturating_sub(8)..at).rev().find(|open| scene.tokens[*open].is("(")).unwrap_or(at);
    }
    at
}

/// The list that this company ends: "A, B and C". Alone where nothing joins it to one before.
pub(super) fn list_before(scene: &Scene<'_>, number: usize) -> Vec<usize> {
    let mut list = vec![number];
    let mut from = lead_of(scene, scene.units[number].from);
    let mut is_closed = false;
    while let Some(joint) = from.checked_sub(1).filter(|joint| scene.tokens[*joint].sentence == scene.tokens[from].sentence) {
        let token = &scene.tokens[joint];
        let is_and = matches!(token.lower.as_str(), "and" | "&" | "or");
        let goes_on = is_and || token.is(",") && is_closed;
        if !goes_on {
            break;
        }
        is_closed = true;
        let mut end = joint;
        if is_and && end > 0 && scene.tokens[end - 1].is(",") {
            end -= 1;
        }
        let end = bracket_start(scene, end);
        let Some(before) = end.checked_sub(1).and_then(|last| scene.company_at(last).and(scene.unit_number(last))) else { break };
        list.insert(0, before);
        from = lead_of(scene, scene.units[before].from);
    }
    list
}

/// Back over what describes a name: "the Paris-based fund", "Japan's".
fn lead_of(scene: &Scene<'_>, from: usize) -> usize {
    let begin = scene.sentence_of(from).from;
    let mut at = from;
    while at > begin && from - at < 7 {
        let token = &scene.tokens[at - 1];
        let plain = token.is_lower()
            && !token.any(&[Class::Preposition, Class::Auxiliary, Class::Split, Class::Denying])
            && !is_acting(scene, at - 1)
            && !matches!(token.text, "and" | "or");
        let describes = token.any(&[Class::Determiner, Class::Descriptor, Class::Nationality])
            || token.is_joined
            || scene.place_at(at - 1).is_some()
            || plain;
        if !describes || scene.company_at(at - 1).is_some() {
            break;
        }
        at -= 1;
    }
    at
}

/// The companies of a list that begins at `at`, and where it ends.
pub(super) fn list_after(scene: &Scene<'_>, at: usize, skip: usize) -> (Vec<usize>, usize) {
    let mut list = Vec::new();
    let mut end = at;
    let mut at = at;
    let mut skipped = 0;
    let stop = scene.sentence_of(at).to;
    while at < stop {
        if let Some(number) = scene.unit_number(at) {
            let unit = scene.units[number];
            match unit.what {
                // The subject of the next clause.
                What::Company(_) if !list.is_empty() && begins_clause(scene, unit.to) => break,
                What::Company(_)
                    if !scene.tokens.get(unit.to).is_some_and(Token::is_possessive)
                        && !scene.tokens.get(unit.to).is_some_and(|next| next.is_joined) =>
                {
                    list.push(number);
                    (at, end, skipped) = (unit.to, unit.to, 0);
                    continue;
                }
                What::Company(_) | What::Place(_) => {
                    at = unit.to;
                    continue;
                }
                What::Body(_) if list.is_empty() => return (list, end),
                What::Body(_) => {
                    at = unit.to;
                    continue;
                }
            }
        }
        let token = &scene.tokens[at];
        if token.is("(") {
            at = (at..stop).find(|close| scene.tokens[*close].is(")")).map_or(stop, |close| close + 1);
            continue;
        }
        let dot = token.is(".") && scene.is(at.wrapping_sub(1), Class::Legal);
        let joint = dot
            || matches!(token.lower.as_str(), "," | "and" | "&" | "or" | ";" | "\"" | "“" | "”" | ":" | "including")
                && (!list.is_empty() || token.is(":") || token.is("“") || token.is("\""));
        let describes = token.any(&[Class::Determiner, Class::Descriptor, Class::Nationality, Class::TenantNoun])
            || token.is_joined
            || token.shape == Shape::Number;
        let plain = token.is_lower()
            && !token.any(&[Class::Preposition, Class::Auxiliary, Class::Split, Class::Denying])
            && !is_acting(scene, at);
        if list.is_empty() && (describes || plain) && skipped < skip
            || !list.is_empty() && (joint || (describes || plain) && at > end && skipped < 5)
        {
            skipped += usize::from(!joint);
            at += 1;
            continue;
        }
        break;
    }
    // "welcomed the Acme chief executive": a name before a noun describes something else.
    if let Some(last) = list.last().copied() {
        let next = scene.tokens.get(scene.units[last].to);
        let noun =
            next.is_some_and(|next| next.is_lower() && next.any(&[Class::PersonRole, Class::Third, Class::Event, Class::Title]));
        if noun {
            list.pop();
        }
    }
    (list, end)
}

fn begins_clause(scene: &Scene<'_>, at: usize) -> bool {
    scene.tokens.get(at).is_some_and(|next| next.has(Class::FiniteAuxiliary) && !next.is_possessive())
        || is_acting(scene, at) && !scene.tokens[at].is_form(Form::Ing)
}
