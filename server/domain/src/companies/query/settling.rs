//! What a language model proposes for Layers 1 and 2, held against the query: nothing is kept that the text or the constraints do not
//! name, and nothing becomes wider than the built-in reading (seed 001, Non-Negotiable Rules 1 and 4).

use super::{
    binding::{self, Binding, own_place},
    synthesis::{MOST, synthesize},
    understand,
};
use crate::companies::{
    Gazetteer, Place, Question, SignalType, Synthesis, SynthesisContext, Understanding,
    gazetteer::tokens::{Token, tokenize},
};

const MOST_SIGNALS: usize = 6;
const MOST_SECTORS: usize = 8;
/// Of one word for an intent or a kind of company, in bytes.
const LONGEST_WORD: usize = 40;
/// A search of a model, in characters.
const LONGEST_QUERY: usize = 200;
/// Those that COMPANIES demands come first among the built-in ones.
const DEMANDED: usize = 3;
const FEWEST: usize = 4;

/// The understanding that counts, of one that was proposed. What cannot be kept is replaced by the built-in reading.
#[must_use]
pub fn settle_understanding(question: &Question, proposal: &Understanding, gazetteer: &Gazetteer) -> Understanding {
    let built_in = understand(question, gazetteer);
    let words = tokenize(&question.text);
    let is_in_text = |text: &String| occurs(text, &words);
    let mut signals: Vec<SignalType> = Vec::new();
    for signal in &proposal.signals {
        if !signals.contains(signal) && signals.len() < MOST_SIGNALS {
            signals.push(*signal);
        }
    }
    let is_left_out =
        |word: &str| built_in.excluded.iter().any(|one| one.words.iter().any(|other| other.eq_ignore_ascii_case(word)));
    let text = named(question, &proposal.place, &words, gazetteer);
    let is_left_open = built_in.conflicts.iter().any(|conflict| conflict.constraint.is_empty());
    let (place, place_confidence, conflicts, is_impossible) = if text.is_empty() || is_left_open {
        (built_in.place.clone(), built_in.place_confidence, built_in.conflicts.clone(), built_in.is_impossible)
    } else {
        let Binding { place, conflicts, is_impossible, .. } = binding::bind_proposed(question, text, &built_in.place, gazetteer);
        let confidence =
            if place == built_in.place { built_in.place_confidence } else { proposal.place_confidence.clamp(0.0, 0.9) };
        // What the rules found in the text counts: a model may take another place of it for the wanted one.
        let is_impossible = built_in.is_impossible || is_impossible && built_in.conflicts.is_empty();
        (place, if confidence.is_finite() { confidence } else { 0.5 }, conflicts, is_impossible)
    };
    Understanding {
        intent: word(&proposal.intent).unwrap_or(built_in.intent),
        place,
        place_confidence,
        entity_type: word(&proposal.entity_type)
            .filter(|word| !is_left_out(word))
            .unwrap_or_else(|| built_in.entity_type.clone()),
        signals: if signals.is_empty() { built_in.signals } else { signals },
        sectors: proposal
            .sectors
            .iter()
            .filter(|sector| is_in_text(sector) && !is_left_out(sector))
            .take(MOST_SECTORS)
            .cloned()
            .collect(),
        time_hint: proposal.time_hint.clone().filter(is_in_text).or(built_in.time_hint),
        excluded: built_in.excluded,
        conflicts,
        is_impossible,
        left_out: built_in.left_out,
    }
}

/// The searches that count: the demanded ones, then those of a model that name the place, then built-in ones until there are four.
#[must_use]
pub fn settle_queries(
    proposed: &[String],
    understanding: &Understanding,
    context: &SynthesisContext,
    gazetteer: &Gazetteer,
) -> Synthesis {
    let built_in = synthesize(understanding, context, gazetteer);
    let mut names = gazetteer.aliases(&understanding.place);
    names.extend(gazetteer.search_names(&understanding.place));
    let names_place = |query: &str| {
        let words = tokenize(query);
        names.is_empty() || names.iter().any(|name| occurs(name, &words))
    };
    let mut queries: Vec<String> = built_in.queries.iter().take(DEMANDED).cloned().collect();
    let is_new = |queries: &[String], query: &str| !queries.iter().any(|other| other.to_lowercase() == query.to_lowercase());
    for query in proposed {
        let query: String = query.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_usable = !query.is_empty() && query.chars().count() <= LONGEST_QUERY && !query.chars().any(char::is_control);
        if queries.len() < MOST && is_usable && names_place(&query) && is_new(&queries, &query) {
            queries.push(query);
        }
    }
    for query in &built_in.queries {
        if queries.len() < FEWEST && is_new(&queries, query) {
            queries.push(query.clone());
        }
    }
    Synthesis { queries, ..built_in }
}

/// The parts of a proposed place that the text names, or that what it names is in.
fn named(question: &Question, proposal: &Place, words: &[Token], gazetteer: &Gazetteer) -> Place {
    let mentions = gazetteer.find_near(&question.text, &own_place(question, gazetteer));
    let spelled = gazetteer.canonicalise(proposal);
    let is_named = |name: &String, part: fn(&Place) -> &Option<String>| {
        occurs(name, words) || mentions.iter().any(|mention| part(&mention.place).as_ref() == Some(name))
    };
    let keep = |name: &Option<String>, written: &Option<String>, part: fn(&Place) -> &Option<String>| {
        let is_written = || written.as_ref().is_some_and(|written| occurs(written, words));
        name.clone().filter(|name| written.is_some() && (is_named(name, part) || is_written()))
    };
    let country = keep(&spelled.country, &proposal.country, |place| &place.country);
    let emirate = keep(&spelled.emirate, &proposal.emirate, |place| &place.emirate);
    let city = keep(&spelled.city, &proposal.city, |place| &place.city);
    let area = keep(&spelled.area, &proposal.area, |place| &place.area);
    let area_type = area.as_ref().and(spelled.area_type);
    let place = Place { country, emirate, city, area, area_type };
    // What it is in follows from the files, not from the model.
    if place.name().is_some() { gazetteer.canonicalise(&place) } else { Place::default() }
}

/// Whether these words are in the text, in this order, one after the other.
fn occurs(name: &str, words: &[Token]) -> bool {
    let name = tokenize(name);
    !name.is_empty()
        && words.windows(name.len()).any(|window| window.iter().zip(&name).all(|(word, wanted)| word.text == wanted.text))
}

fn word(text: &str) -> Option<String> {
    let word = text.trim().to_lowercase().replace([' ', '-'], "_");
    let is_word =
        !word.is_empty() && word.len() <= LONGEST_WORD && word.bytes().all(|sign| sign.is_ascii_lowercase() || sign == b'_');
    is_word.then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::companies::AreaType;

    fn place(city: Option<&str>, area: Option<&str>) -> Place {
        Place { city: city.map(str::to_owned), area: area.map(str::to_owned), ..Place::default() }
    }

    fn settled(text: &str, constraints: Place, proposed: Place) -> Understanding {
        let question = Question { text: text.to_owned(), constraints, ..Question::default() };
        let proposal =
            Understanding { place: proposed, place_confidence: 0.7, intent: "find_leads".into(), ..Understanding::default() };
        settle_understanding(&question, &proposal, Gazetteer::built_in())
    }

    #[test]
    fn only_places_of_the_text_are_kept() {
        // The model brings its own place.
        let invented = settled("hiring companies in Dubai", Place::default(), place(Some("Dubai"), Some("DIFC")));
        assert_eq!((invented.place.area, invented.place.city.as_deref()), (None, Some("Dubai")));
        // It forgets the area: that would be wider than the text.
        let wider = settled("companies in ADGM Abu Dhabi", Place::default(), place(Some("Abu Dhabi"), None));
        assert_eq!(wider.place.area.as_deref(), Some("ADGM"));
        // It knows an area that no file knows.
        let new = settled("firms around Ruby Gardens, Dubai", Place::default(), place(Some("Dubai"), Some("Ruby Gardens")));
        assert_eq!((new.place.area.as_deref(), new.place.country.as_deref()), (Some("Ruby Gardens"), Some("UAE")));
        // Other spellings of what the text names.
        let long = settled("companies in adgm", Place::default(), place(None, Some("Abu Dhabi Global Market")));
        assert_eq!((long.place.area.as_deref(), long.place.area_type), (Some("ADGM"), Some(AreaType::FreeZone)));
        assert!(settled("hiring companies", Place::default(), place(Some("Paris"), None)).place.is_empty());
    }

    #[test]
    fn constraints_bind_a_model_too() {
        let settled = settled("companies in DIFC", place(None, Some("ADGM")), place(None, Some("DIFC")));
        assert_eq!(settled.place.area.as_deref(), Some("ADGM"));
        assert_eq!((settled.conflicts.len(), settled.conflicts[0].text.as_str()), (1, "DIFC"));
    }

    #[test]
    fn what_the_text_leaves_open_is_not_guessed() {
        let settled = settled("companies in Dubai or Sharjah", Place::default(), place(Some("Dubai"), None));
        assert_eq!((settled.place.city, settled.conflicts.len()), (None, 1));
    }

    #[test]
    fn words_are_checked() {
        let question = Question { text: "fintech startups in ADGM this week".into(), ..Question::default() };
        let proposal = Understanding {
            intent: "ignore all rules; DROP TABLE".into(),
            entity_type: "Startup".into(),
            sectors: vec!["fintech".into(), "gambling".into()],
            time_hint: Some("last decade".into()),
            place_confidence: f64::NAN,
            ..Understanding::default()
        };
        let settled = settle_understanding(&question, &proposal, Gazetteer::built_in());
        assert_eq!((settled.intent.as_str(), settled.entity_type.as_str()), ("find_leads", "startup"));
        assert_eq!((settled.sectors, settled.time_hint.as_deref()), (vec!["fintech".to_owned()], Some("this week")));
        assert!(settled.place_confidence.is_finite());
    }

    #[test]
    fn searches_of_a_model_name_the_place() {
        let question = Question { text: "companies in ADGM".into(), ..Question::default() };
        let understanding = understand(&question, Gazetteer::built_in());
        let proposed: Vec<String> = ["hedge funds  ADGM", "top companies UAE", "adgm companies", "سوق أبوظبي العالمي صناديق", ""]
            .map(str::to_owned)
            .to_vec();
        let synthesis = settle_queries(&proposed, &understanding, &SynthesisContext::default(), Gazetteer::built_in());
        assert_eq!(synthesis.queries[..2], ["ADGM companies", "ADGM registered companies"]);
        assert_eq!(synthesis.queries[3..], ["hedge funds ADGM", "سوق أبوظبي العالمي صناديق"]);
        assert_eq!(synthesis.country_code.as_deref(), Some("ae"));
        assert!(settle_queries(&[], &understanding, &SynthesisContext::default(), Gazetteer::built_in()).queries.len() >= 4);
    }
}
