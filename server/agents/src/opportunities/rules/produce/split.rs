//! A bundled brief as several, by finding or by clause.

use super::{
    frame::{brief, past},
    phrase::{clipped, dominating, phrases, tokens},
    problem::counterfactual,
    words::{find_listed, is_listed, is_verb, sentence, sentences, subject, unmarked},
};
use domain::opportunities::Context;
use protocol::opportunities::{Brief, Finding};
use std::collections::BTreeSet;

/// At least two, or none.
pub(super) fn split(whole: &Brief, context: &Context) -> Option<Vec<Brief>> {
    let findings: Vec<&Finding> = context.findings_of(whole).collect();
    let parts = if findings.len() > 1 { by_finding(whole, &findings, context) } else { by_clause(whole, &findings) };
    (parts.len() > 1).then_some(parts)
}

fn by_finding(whole: &Brief, findings: &[&Finding], context: &Context) -> Vec<Brief> {
    let past = past(context);
    let one = |finding: &&Finding| {
        let mut part = brief(&[*finding], context, &past);
        // What was remembered about the whole holds for its parts.
        let hints = part.stage_hints.iter().chain(&whole.stage_hints).collect::<BTreeSet<_>>();
        part.stage_hints = hints.into_iter().cloned().collect();
        part
    };
    findings.iter().map(one).collect()
}

/// The parts share the evidence, since the finding does not say which of them it is for.
fn by_clause(whole: &Brief, findings: &[&Finding]) -> Vec<Brief> {
    let stated = sentences(&whole.problem_statement);
    let title = findings.first().map(|finding| finding.title.as_str());
    // A title that is about nothing, like "Glitches and issues", covers several things.
    let is_bundle = title.is_some_and(|title| subject(title).is_empty());
    let texts = title.into_iter().chain(stated.iter().copied());
    let found = texts.map(|text| clauses(text, is_bundle)).find(|clauses| clauses.len() > 1);
    // Sentences with nothing in common are issues of their own.
    let is_alone = |one: &&str| stated.iter().all(|other| other == one || subject(other).is_disjoint(&subject(one)));
    let clauses = found.unwrap_or_else(|| stated.iter().copied().filter(is_alone).map(str::to_owned).collect());
    let one = |clause: &String| {
        let others = clauses.iter().filter(|other| *other != clause).flat_map(|other| subject(other)).collect::<BTreeSet<_>>();
        let own: BTreeSet<String> = subject(clause).difference(&others).cloned().collect();
        let is_detail =
            |text: &&str| !subject(text).is_disjoint(&own) && others.difference(&own).all(|word| !subject(text).contains(word));
        let details = stated.iter().copied().filter(is_detail).map(sentence).filter(|text| *text != sentence(clause));
        let texts: Vec<String> = std::iter::once(sentence(clause)).chain(details).collect();
        Brief {
            affected_area: dominating(clause, "").unwrap_or_else(|| clipped(clause)),
            problem_statement: texts.join(" "),
            counterfactual: counterfactual(texts, "If nothing changes, the problem stays as found."),
            ..whole.clone()
        }
    };
    clauses.iter().map(one).collect()
}

/// `Search is slow and shows wrong prices` as `Search is slow`, `Search shows wrong prices`. A semicolon ends an item of a list; a comma
/// holds its sentence together, but in a bundle.
fn clauses(text: &str, is_bundle: bool) -> Vec<String> {
    let text = text.trim().trim_end_matches('.');
    if let Some(items) = items(text) {
        return items;
    }
    let (mut parts, mut rest): (Vec<String>, &str) = (Vec::new(), text);
    while let Some((from, to)) = find_joint(rest, is_bundle) {
        parts.push(rest[..from].trim().trim_end_matches([',', ';']).to_owned());
        rest = &rest[to..];
    }
    parts.push(rest.trim().to_owned());
    parts.retain(|part| !part.is_empty());
    let verb = |text: &str| tokens(text).into_iter().find(|(start, end)| is_verb(&text[*start..*end])).map(|(start, _)| start);
    let predicate = parts.last().and_then(|last| verb(last).map(|at| last[at..].to_owned()));
    let head = parts.first().and_then(|first| phrases(first).first().map(|(start, end)| first[*start..*end].to_owned()));
    for (at, part) in parts.iter_mut().enumerate() {
        match (verb(part), &head, &predicate) {
            (Some(0), Some(head), _) if at > 0 => *part = format!("{head} {part}"),
            (None, _, Some(predicate)) => *part = format!("{part} {predicate}"),
            _ => {}
        }
    }
    // Of a pair like "terms and conditions" neither half says anything.
    if parts.iter().all(|part| verb(part).is_some() && !subject(part).is_empty()) { parts } else { Vec::new() }
}

/// Items of a list in one line, where all of them are sentences or none is, and each can be read alone.
fn items(text: &str) -> Option<Vec<String>> {
    let bare = |item: &str| {
        let item = unmarked(item);
        let joint = find_listed("joints", item).filter(|(from, _)| *from == 0);
        joint.map_or(item, |(_, to)| &item[to..]).trim().to_owned()
    };
    let items: Vec<String> = at_semicolons(text).into_iter().map(bare).filter(|item| !item.is_empty()).collect();
    let first = |item: &str| item.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default().to_owned();
    let is_readable = |item: &String| !subject(item).is_empty() && !is_listed("pronouns", &first(item));
    let sentences = items.iter().filter(|item| item.split_whitespace().any(is_verb)).count();
    let is_list = items.len() > 1 && (sentences == 0 || sentences == items.len());
    (is_list && items.iter().all(is_readable)).then_some(items)
}

/// What stands between semicolons; one that ends a sign's entity, like `&amp;`, belongs to its item.
fn at_semicolons(text: &str) -> Vec<&str> {
    let (mut items, mut from) = (Vec::new(), 0);
    for (at, _) in text.match_indices(';').filter(|(at, _)| !is_entity_before(&text[..*at])) {
        items.push(&text[from..at]);
        from = at + 1;
    }
    items.push(&text[from..]);
    items
}

/// Whether a text ends in an entity but for its semicolon: `&amp`, `&#39`, `&#x27`.
fn is_entity_before(text: &str) -> bool {
    let Some((_, name)) = text.rsplit_once('&') else { return false };
    match name.strip_prefix('#') {
        Some(number) => {
            let digits = number.trim_start_matches(['x', 'X']);
            !digits.is_empty() && digits.chars().all(|sign| sign.is_ascii_hexdigit())
        }
        // No entity is as short as the ends of "R&D" and "B&Bs", but for those in small letters.
        None => {
            let is_small = name.starts_with(|sign: char| sign.is_ascii_lowercase());
            name.len() > if is_small { 1 } else { 3 }
                && name.starts_with(|sign: char| sign.is_ascii_alphabetic())
                && name.chars().skip(1).all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit())
        }
    }
}

/// The first joint of clauses that no comma before it holds together.
fn find_joint(text: &str, is_bundle: bool) -> Option<(usize, usize)> {
    let (mut at, mut is_held) = (0, false);
    while let Some((from, to)) = find_listed("joints", &text[at..]) {
        let before = text[at..at + from].trim_end();
        // In ", and also" the comma is before both.
        is_held = before.ends_with(',') || (is_held && before.is_empty());
        if is_bundle || !is_held {
            return Some((at + from, at + to));
        }
        at += to;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::at_semicolons;

    #[test]
    fn a_semicolon_of_an_entity_ends_no_item() {
        for (text, items) in [
            ("", &[""][..]),
            ("slow search; wrong prices", &["slow search", " wrong prices"]),
            ("search &amp; filters; wrong prices", &["search &amp; filters", " wrong prices"]),
            ("it&#39;s slow;prices aren&#x27;t right", &["it&#39;s slow", "prices aren&#x27;t right"]),
            ("bread&amp;butter; jam &lt;", &["bread&amp;butter", " jam &lt;"]),
            ("R&D; Q&A; B&Bs; S&OP", &["R&D", " Q&A", " B&Bs", " S&OP"]),
            ("a & b; c &; d &#; e", &["a & b", " c &", " d &#", " e"]),
            ("&ouml;;;", &["&ouml;", "", ""]),
        ] {
            assert_eq!(at_semicolons(text), items, "{text}");
        }
    }
}
