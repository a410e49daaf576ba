//! Findings worded as problems: what is wrong or missing, not what should be built.

use super::{
    super::NOTHING_KNOWN,
    measure::has_figure,
    words::{
        find_listed, is_kind, is_listed, is_verb, listed, lowered, numbers, quoted, renamed, sentence, sentences, shortened,
        subject, unmarked,
    },
};
use domain::{
    opportunities::{COUNTED, MEASURED},
    tools::search::is_function_word,
};
use protocol::opportunities::Finding;
use regex::Regex;
use std::sync::LazyLock;

static STORY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let [wants, reasons] = ["wants", "reasons"].map(|kind| listed(kind).join("|"));
    let wish = "(?<way>(?:to )?be able to |to )?(?<wish>.+?)";
    Regex::new(&format!(
        "(?i)^as (?<role>(?:an?|the) .+?),? (?:{wants}) {wish}(?:,? (?:{reasons}) (?:i can |i could |i )?(?<aim>.+))?$"
    ))
    .ok()
});
/// Characters of a problem statement.
const LONGEST: usize = 600;

/// What is wrong, the first sentence of each finding before the details of any.
pub(super) fn statement(strongest_first: &[&Finding]) -> String {
    let all: Vec<Vec<String>> = strongest_first.iter().map(|finding| problems(finding)).collect();
    let heads = all.iter().filter_map(|sentences| sentences.first());
    let details = all.iter().flat_map(|sentences| sentences.iter().skip(1));
    let (mut chosen, mut left) = (Vec::new(), LONGEST);
    for one in heads.chain(details).map(|text| shortened(text, LONGEST)) {
        let length = one.chars().count() + 1;
        if (length <= left || chosen.is_empty()) && !chosen.contains(&one) {
            left = left.saturating_sub(length);
            chosen.push(one);
        }
    }
    match chosen.as_slice() {
        [word] if is_name(word) => format!("Only {} is named so far: {NOTHING_KNOWN}.", quoted(word)),
        _ => chosen.join(" "),
    }
}

/// Too short to say what is wrong.
fn is_name(text: &str) -> bool {
    text.split_whitespace().count() == 1
}

/// Sentences of one finding; the first is its title's, or the one that says it in full.
pub(super) fn problems(finding: &Finding) -> Vec<String> {
    let figures = |text: &str| numbers(text).into_iter().map(|(from, to)| text[from..to].to_owned()).collect::<Vec<_>>();
    let has_all = |one: &str, other: &str| {
        subject(other).is_subset(&subject(one)) && figures(other).iter().all(|figure| figures(one).contains(figure))
    };
    let mut found = vec![reworded(&finding.title)];
    for text in sentences(&finding.description) {
        let first = text.split(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
        let whole = sentence(text);
        // A measure is no problem, and what was counted again is none that was not told before.
        let is_known = |number: &String| found.iter().any(|one| figures(one).contains(number));
        if text.starts_with(MEASURED) || (text.starts_with(COUNTED) && figures(text).iter().all(is_known)) {
            continue;
        }
        // Taken out of its place, nobody knows what a pronoun points at, unless there is a single thing.
        let is_lost = is_listed("pronouns", first) && !(found.len() == 1 && is_name(&found[0]));
        if is_lost || reworded(text) != whole || has_all(&found[0], &whole) {
            continue;
        }
        if has_all(&whole, &found[0]) && !is_listed("pronouns", first) {
            found[0] = whole;
        } else {
            found.push(whole);
        }
    }
    found
}

/// A sentence as it is, or, where it says what to build, what is missing.
pub(super) fn reworded(text: &str) -> String {
    let text = unmarked(text).trim_end_matches('.');
    story(text).or_else(|| proposal(text)).unwrap_or_else(|| sentence(text))
}

/// `As a buyer, I want to filter by price so that …`
fn story(text: &str) -> Option<String> {
    let found = STORY.as_ref()?.captures(text)?;
    let part = |name: &str| {
        let words = found.name(name).map_or("", |part| part.as_str()).trim_end_matches(',').split_whitespace();
        words.map(|word| renamed("own", word)).collect::<Vec<_>>().join(" ")
    };
    let lack = if found.name("way").is_some() { "has no way to" } else { "lacks" };
    let missing = sentence(&format!("{} {lack} {} so far", part("role"), part("wish")));
    Some(missing + &found.name("aim").map(|_| format!(" Aim: {}.", part("aim"))).unwrap_or_default())
}

/// `Add a filter`, `we should add a filter`, `the search should have a filter`.
fn proposal(text: &str) -> Option<String> {
    // "Build the …" and "Build reports", not "Build times are long".
    let is_order = |rest: &str| {
        let next = rest.split_whitespace().next().unwrap_or_default();
        is_listed("objects", next) || !rest.split_whitespace().any(is_verb)
    };
    let opener = find_listed("openers", text).filter(|(at, end)| *at == 0 && is_order(&text[*end..]));
    let (at, end) = opener.or_else(|| find_listed("advice", text))?;
    let (place, object) = (text[..at].trim().trim_end_matches([',', ':']), text[end..].trim());
    let object = find_listed("openers", object).filter(|(at, _)| *at == 0).map_or(object, |(_, end)| object[end..].trim());
    let is_place = !place.split_whitespace().all(|word| is_function_word(&word.to_lowercase()));
    let place = if is_place { format!(" in {}", lowered(place)) } else { String::new() };
    (!object.is_empty()).then(|| sentence(&format!("Missing so far{place}: {object}")))
}

/// What happens if nothing is done, and the finding's own words for its size where it states a trend, a share, a count or a loss.
pub(super) fn counterfactual(problems: Vec<String>, modest: &str) -> String {
    let numbered: Vec<String> = problems.into_iter().filter(|text| has_figure(text)).collect();
    let is_trend = |text: &&String| text.split(|sign: char| !sign.is_alphanumeric()).any(|word| is_kind("trend", word));
    let state = numbered.iter().find(is_trend).or(numbered.first());
    sentence(modest) + &state.map(|state| format!(" What was found: {}", shortened(state, 300))).unwrap_or_default()
}
