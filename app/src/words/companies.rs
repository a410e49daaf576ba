//! What is read about searches for companies, and about what they found.

use protocol::{
    companies::{AreaType, SearchLayer},
    day_in_words,
    work::StepState,
};

pub(crate) const TITLE: &str = "Companies";
pub(crate) const SEARCH: &str = "Search for companies";
pub(crate) const QUERY: &str = "What are you looking for?";
pub(crate) const QUERY_HINT: &str =
    "For example “Find hiring companies in DIFC”. A place in the text counts like one of the fields below.";
pub(crate) const PLACE: &str = "Where they must be";
pub(crate) const PLACE_HINT: &str =
    "A company is shown only if its source proves that it is there. Leave empty what does not matter.";
pub(crate) const COUNTRY: &str = "Country";
pub(crate) const EMIRATE: &str = "Emirate or state";
pub(crate) const CITY: &str = "City";
pub(crate) const AREA: &str = "Area";
pub(crate) const AREA_TYPE: &str = "Type of area";
pub(crate) const ANY: &str = "any";
pub(crate) const AREA_TYPES: [(AreaType, &str); 3] =
    [(AreaType::FreeZone, "free zone"), (AreaType::Mainland, "mainland"), (AreaType::District, "district")];
pub(crate) const NOVELTY: &str = "What counts as new";
/// Names as forms send them.
pub(crate) const NOVELTIES: [(&str, &str); 3] =
    [("strict", "Not seen before"), ("allow_new_evidence", "Or seen before, with new evidence"), ("all", "All companies")];
pub(crate) const SINCE: &str = "Published since";
pub(crate) const SINCE_HINT: &str = "Sources without a date are then ignored.";
pub(crate) const MOST: &str = "Maximum results";
pub(crate) const START: &str = "Search";
pub(crate) const STARTING: &str = "Starting …";
pub(crate) const FROM_INTERVIEW: &str = "Filled in from your interview";
pub(crate) const OWN_DOCUMENTS: &str = "your own documents";
pub(crate) const NOT_THE_WEB: &str =
    "Only your own documents were searched, not the web. An administrator can set up a web search.";
pub(crate) const NO_PROVIDER: &str = "No web search is set up, so only your own documents are searched.";
pub(crate) const NOBODY: &str = "Nothing can be searched because no web search is set up.";
pub(crate) const READER: &str = "You can read searches. Only members can start them.";

pub(crate) const PAST: &str = "Your searches";
pub(crate) const EMPTY_TITLE: &str = "No searches yet";
pub(crate) const EMPTY: &str = "A search reads the web or your documents, keeps only companies whose source proves they are where you want them, and shows the proof, along with everything it rejected and why.";

pub(crate) const CANCEL: &str = "Cancel search";
pub(crate) const CANCELLING: &str = "Cancelling …";
pub(crate) const AGAIN: &str = "Search again for what is new";
pub(crate) const ALL: &str = "Include companies I have seen";
pub(crate) const EXPORT: &str = "Export";
pub(crate) const EXPORTS: [(&str, &str); 2] = [("csv", "CSV"), ("json", "JSON")];
pub(crate) const FAILED: &str = "This search failed.";
pub(crate) const CANCELLED: &str = "This search was cancelled.";
pub(crate) const PARTIAL: &str = "This search is not complete: its budget was used up.";
pub(crate) const NOT_ENFORCED: &str = "An administrator has turned off checks, so results may not match what you asked for.";
pub(crate) const CACHED: &str = "from texts of an earlier search";

pub(crate) const LAYERS: &str = "Progress";
pub(crate) const DONE: &str = "done";
pub(crate) const NOW: &str = "in progress";
pub(crate) const NEXT: &str = "not yet";
pub(crate) const LEFT_OUT: &str = "skipped";
pub(crate) const BROKEN: &str = "failed";

pub(crate) const UNDERSTOOD: &str = "How your search was read";
pub(crate) const LOCATION: &str = "Place";
pub(crate) const NO_LOCATION: &str = "no place";
pub(crate) const SURE: &str = "Confidence";
pub(crate) const LOOKS_FOR: &str = "Looks for";
pub(crate) const SIGNALS: &str = "Signals";
pub(crate) const TIME: &str = "Time";
pub(crate) const EXCLUDED: &str = "Leaves out";
pub(crate) const CONFLICTS: &str = "Contradictions";
pub(crate) const QUERIES: &str = "Searches";
pub(crate) const NO_QUERY: &str = "Nothing was searched.";
pub(crate) const WAITS: &str = "waiting for an answer";

pub(crate) const TOOK: &str = "Cost and effort";
pub(crate) const TOGETHER: &str = "Total";
pub(crate) const CHECK_AND_SCORE: &str = "Check and score";
pub(crate) const NO_PRICE: &str = "price unknown";
/// The engines without a model, as layers name them.
pub(crate) const BUILT_IN: &str = "built_in";
pub(crate) const MODEL_ONLY_READS: &str = "An administrator has turned off the model for this step.";
pub(crate) const NO_CALL_LEFT: &str = "The model call budget was used up.";
pub(crate) const NO_TEXT: &str = "There was no text to read.";

pub(crate) const RESULTS: &str = "Companies";
pub(crate) const NO_RESULT_YET: &str = "Companies appear here when the search is done.";
pub(crate) const COMPANY: &str = "Company";
pub(crate) const DATE: &str = "Evidence from";
pub(crate) const SIGNAL: &str = "Signal";
pub(crate) const SCORE: &str = "Score";
pub(crate) const UNKNOWN: &str = "–";
pub(crate) const UNDATED: &str = "undated";
pub(crate) const QUOTE_FOUND: &str = "quote found ✓";
pub(crate) const QUOTE_MISSING: &str = "quote not found in the source";
pub(crate) const ACCESSED: &str = "accessed";
pub(crate) const OWN_DOCUMENT: &str = "your document";
pub(crate) const NEW: &str = "new";
pub(crate) const SCORES: &str = "How the score is calculated";
pub(crate) const LIKE: &str = "Useful";
pub(crate) const DISLIKE: &str = "Not for me";
pub(crate) const LIKED: &str = "You find this company useful.";
pub(crate) const DISLIKED: &str = "Your next searches will leave this company out.";
pub(crate) const TAKE_BACK: &str = "Remove rating";
#[cfg(feature = "ssr")]
pub(crate) const NO_RATING: &str = "A rating is like, dislike or none.";

pub(crate) const BROADEN: &str = "Search a wider area:";
pub(crate) const NO_ANSWER: &str = "No source answered, so this says nothing about companies.";
pub(crate) const OTHERS: &str = "What was left out, and why";

/// The layers as people call them.
pub(crate) const fn layer(layer: SearchLayer) -> &'static str {
    match layer {
        SearchLayer::Understanding => "Understand",
        SearchLayer::Synthesis => "Write queries",
        SearchLayer::Search => "Search",
        SearchLayer::Extraction => "Read",
        SearchLayer::Validation => "Check places",
        SearchLayer::Novelty => "Check novelty",
        SearchLayer::Scoring => "Score",
    }
}

/// Class and word.
pub(crate) const fn layer_state(state: StepState, is_over: bool) -> (&'static str, &'static str) {
    match state {
        StepState::Done => ("past", DONE),
        StepState::Failed => ("left-out", BROKEN),
        _ if is_over => ("left-out", LEFT_OUT),
        StepState::Running => ("now", NOW),
        StepState::Waiting => ("next", NEXT),
    }
}

/// Who did a layer.
pub(crate) fn engine(name: &str) -> String {
    if name == BUILT_IN { "built-in engine".to_owned() } else { format!("model {name}") }
}

/// Calls to a model; where it is not named beside them, what they are.
pub(crate) fn calls(count: u32, is_named: bool) -> String {
    let calls = if count == 1 { "1 call".to_owned() } else { format!("{count} calls") };
    if is_named { calls } else { format!("{calls} to the model") }
}

/// Calls to a model that a server died with.
pub(crate) fn lost_calls(count: u32) -> String {
    let calls = if count == 1 { "1 more call".to_owned() } else { format!("{count} more calls") };
    format!("{calls} to the model lost when the server was restarted, at an unknown cost")
}

pub(crate) fn fell_back(why: &str) -> String {
    format!("The built-in engine took over, because the model could not: {why}")
}

/// Why a company is not shown, by the names of the rules.
pub(crate) fn reason(name: &str) -> &str {
    match name {
        "excluded_by_user" => "left out by you",
        "evidence_not_verbatim" => "quote not in the source",
        "location_mismatch" => "somewhere else",
        "location_unverified" => "location unverified",
        "city_mismatch" => "in another city",
        "not_present" => "not there (not yet, or no longer)",
        "not_a_tenant" => "not a company there (regulator, adviser, investor …)",
        "previously_seen" => "seen before",
        "no_new_evidence" => "seen before, nothing newer",
        "stale_evidence" => "older than wanted",
        "undated_evidence" => "without a date",
        "cut" => "beyond the number of results",
        other => other,
    }
}

pub(crate) fn signal(kind: &str) -> String {
    kind.replace('_', " ")
}

pub(crate) fn companies(count: u32) -> String {
    if count == 1 { "1 company".into() } else { format!("{count} companies") }
}

pub(crate) fn rejected(count: u32) -> String {
    format!("{count} rejected")
}

/// "12 rejected: 7 location unverified, 5 somewhere else".
pub(crate) fn counted(what: String, reasons: &[(String, usize)]) -> String {
    let reasons: Vec<String> = reasons.iter().map(|(name, count)| format!("{count} {}", reason(name))).collect();
    if reasons.is_empty() { what } else { format!("{what}: {}", reasons.join(", ")) }
}

pub(crate) fn filtered(count: usize) -> String {
    format!("{count} not new")
}

pub(crate) fn cut(count: usize) -> String {
    format!("{count} beyond the limit")
}

pub(crate) fn results(count: u32) -> String {
    if count == 1 { "1 result".into() } else { format!("{count} results") }
}

pub(crate) fn texts(count: u32) -> String {
    if count == 1 { "1 text".into() } else { format!("{count} texts") }
}

pub(crate) fn read_in(texts: usize) -> String {
    format!("named in {texts} texts")
}

pub(crate) fn published(date: Option<&str>) -> String {
    let day = date.and_then(|date| day_in_words(date.get(..10).unwrap_or(date)));
    day.map_or_else(|| UNDATED.to_owned(), |day| format!("published {day}"))
}

pub(crate) fn day(date: Option<&str>) -> String {
    date.and_then(|date| day_in_words(date.get(..10).unwrap_or(date))).unwrap_or_else(|| UNDATED.to_owned())
}

/// `new_evidence_2025-01-09`, as a sentence says it.
pub(crate) fn resurfaced(reason: Option<&str>) -> String {
    let date = reason.and_then(|reason| reason.rsplit('_').next()).and_then(day_in_words);
    date.map_or_else(|| "seen before, with new evidence".to_owned(), |date| format!("seen before, new evidence of {date}"))
}

pub(crate) fn percent(share: f64) -> String {
    format!("{:.0}%", share.clamp(0.0, 1.0) * 100.0)
}

pub(crate) fn strength(strength: u8) -> String {
    format!("strength {strength} of 5")
}

pub(crate) fn score(overall: f64, tier: &str) -> String {
    format!("{overall:.0} {}", tier.to_ascii_lowercase())
}

pub(crate) fn part(name: &str, points: u8) -> String {
    format!("{name}: {points} of 100")
}

/// A number of points with its sign.
pub(crate) fn points(points: i32) -> String {
    if points < 0 { format!("−{}", points.unsigned_abs()) } else { format!("+{points}") }
}

pub(crate) fn conflict(field: &str, text: &str, constraint: &str) -> String {
    let end = if field == "areaType" { "" } else { "; no company is in both" };
    let field = match field {
        "areaType" => AREA_TYPE,
        "area" => AREA,
        "city" => CITY,
        "emirate" => EMIRATE,
        "country" => COUNTRY,
        other => other,
    };
    if !constraint.is_empty() {
        return format!("{field}: the text says {text}, the fields say {constraint}{end}");
    }
    match text.strip_prefix("left ") {
        Some(place) => format!("{field}: companies that left {place} cannot be searched for"),
        None => format!("{field}: the text names several that contradict each other ({text})"),
    }
}

pub(crate) fn unresponsive(names: &[String]) -> String {
    format!("Did not answer: {}.", names.join(", "))
}

pub(crate) fn broaden(place: &str) -> String {
    format!("Search {}", place.replacen("All ", "all of ", 1))
}

pub(crate) fn searched_with(names: &[String]) -> String {
    format!("Searched with {}.", names.join(" and "))
}

pub(crate) fn judged_by(model: &str) -> String {
    format!("The model {model} reads the texts; every quote is checked against its source.")
}

/// A provider by its name in answers.
pub(crate) fn provider(name: &str) -> &str {
    match name {
        "searxng" => "SearXNG",
        "serpapi" => "SerpApi",
        "brave" => "Brave",
        "tavily" => "Tavily",
        "serper" => "Serper",
        "documents" | "local" => OWN_DOCUMENTS,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_reasons_read_like_sentences() {
        assert_eq!([published(Some("2026-03-04")), published(None)], ["published 4 March 2026", "undated"]);
        assert_eq!(resurfaced(Some("new_evidence_2025-01-09")), "seen before, new evidence of 9 January 2025");
        let reasons = [("location_unverified".to_owned(), 7), ("city_mismatch".to_owned(), 5)];
        assert_eq!(counted(rejected(12), &reasons), "12 rejected: 7 location unverified, 5 in another city");
        assert_eq!([points(12), points(-3)], ["+12", "−3"]);
        assert_eq!([broaden("Abu Dhabi"), broaden("All UAE")], ["Search Abu Dhabi", "Search all of UAE"]);
    }
}
