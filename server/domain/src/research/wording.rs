//! What is searched for and as which kind of task. A query holds the obligation's topic and value and what the interview is about
//! (what is offered, to whom, where), and nothing else of the person or the conversation.

use super::query::{search_words, shortened};
use crate::interview::value::format_for_reading;
use protocol::{
    interview::{InterviewView, ObligationTemplate, Status, WidgetType},
    research::TaskType,
};
use serde_json::Value;
use std::{cmp::Reverse, collections::HashSet};

/// The longest query, in characters.
pub const LONGEST_QUERY: usize = 300;
/// More words of a value than this are a story and no search.
const VALUE_WORDS: usize = 12;
/// One answer about what the interview is about, in words.
const SUBJECT_WORDS: usize = 6;
/// Of a question, where no value is known.
const QUESTION_WORDS: usize = 6;
/// All words of a query.
const WORDS: usize = 32;
/// As many digits as this are a telephone, account or card number.
const DIGITS: usize = 7;

/// Beginnings of words that show the kind, the most particular kind first; with a space behind it, a whole word.
const SIGNS: &[(TaskType, &[&str])] = &[
    (
        TaskType::IntegrationResearch,
        &[
            "integrat", "api ", "apis ", "webhook", "connector", "third-party", "third party", "interoperab", "interface",
            "plugin",
        ],
    ),
    (TaskType::CompetitiveAnalysis, &["compet", "rival", "alternative", "differentiat", "substitute", "positioning"]),
    (
        TaskType::TechFeasibility,
        &["tech", "feasib", "platform", "architect", "infrastruct", "hosting", "scalab", "stack", "deploy", "performance "],
    ),
    (
        TaskType::MarketResearch,
        &[
            "market", "customer", "audience", "demand", "segment", "pricing", "price", "revenue", "sales", "willing", "region",
            "growth", "buyer", "trend",
        ],
    ),
];

/// Beginnings of words in the names of answers that describe what is offered, to whom, and where.
const SUBJECTS: &[&[&str]] = &[
    &["product", "offer", "service", "idea", "solution", "industry", "business", "goods", "sector"],
    &["market", "customer", "audience", "segment", "buyer"],
    &["country", "city", "region", "location", "place", "territor"],
];

/// The seed's `getRecommendedResearchType`: by the needed expertise, then by what the obligation is called, then by its question.
#[must_use]
pub fn task_type(template: &ObligationTemplate) -> TaskType {
    let name = format!("{} {}", template.key.replace(['_', '-', '.'], " "), template.name());
    [template.expertise_required.as_deref(), Some(&name), template.category.as_deref(), Some(&template.prompt)]
        .into_iter()
        .flatten()
        .find_map(by_signs)
        .unwrap_or(TaskType::DomainResearch)
}

fn by_signs(text: &str) -> Option<TaskType> {
    let text = format!(" {}", text.to_lowercase());
    SIGNS.iter().find(|(_, signs)| begins(&text, signs)).map(|(kind, _)| *kind)
}

/// Whether a word of the text begins with one of the signs, or is one that ends with a space.
fn begins(text: &str, signs: &[&str]) -> bool {
    let stands = |sign: &&str| {
        let (word, whole) = sign.strip_suffix(' ').map_or((*sign, false), |word| (word, true));
        text.match_indices(word).any(|(at, _)| {
            let goes_on = text[at + word.len()..].starts_with(char::is_alphanumeric);
            !(text[..at].ends_with(char::is_alphanumeric) || whole && goes_on)
        })
    };
    signs.iter().any(stands)
}

/// What is known of what the interview is about, but for the answer that is looked up: of each kind the answer that matters most.
#[must_use]
pub fn subject(view: &InterviewView, except: &str) -> Vec<String> {
    let of = |signs: &&[&str]| {
        let mut known: Vec<(&ObligationTemplate, &Value)> = view
            .obligations
            .iter()
            .filter(|one| one.key != except && matches!(one.status, Status::Satisfied | Status::Partial))
            .filter_map(|one| Some((view.template(&one.key)?, one.value.as_ref()?)))
            .filter(|(template, _)| searchable(template.widget_type) && begins(&named(template), signs))
            .collect();
        known.sort_by_key(|(template, _)| Reverse(template.priority));
        let (template, value) = known.first()?;
        let words = shortened(&without_traces(&format_for_reading(template, value)), LONGEST_QUERY / 4, SUBJECT_WORDS);
        (!words.is_empty()).then_some(words)
    };
    SUBJECTS.iter().filter_map(of).collect()
}

fn named(template: &ObligationTemplate) -> String {
    format!("{} {}", template.key.replace(['_', '-', '.'], " "), template.name()).to_lowercase()
}

/// The words to search for: the value, or what the question asks where none is known, the topic, what the interview is about, and
/// what the kind of task looks for; each word once.
#[must_use]
pub fn query(template: &ObligationTemplate, value: Option<&Value>, kind: TaskType, subject: &[String]) -> String {
    let value =
        value.filter(|_| searchable(template.widget_type)).map(|value| without_traces(&format_for_reading(template, value)));
    let value = value.map(|value| shortened(&value, LONGEST_QUERY / 2, VALUE_WORDS)).unwrap_or_default();
    let mut question = Vec::new();
    if value.is_empty() {
        question = search_words(&without_traces(&template.prompt));
        question.truncate(QUESTION_WORDS);
    }
    let facet = match kind {
        TaskType::CompetitiveAnalysis => "competitors",
        TaskType::TechFeasibility => "technical feasibility",
        TaskType::MarketResearch => "market size",
        TaskType::IntegrationResearch => "integration",
        TaskType::DomainResearch => template.expertise_required.as_deref().unwrap_or_default(),
    };
    let name = template.name();
    let parts = [value.as_str(), name.as_str()].into_iter();
    let parts = parts.chain(question.iter().chain(subject).map(String::as_str)).chain([facet]);
    let mut seen = HashSet::new();
    let words: Vec<&str> = parts.flat_map(str::split_whitespace).filter(|word| seen.insert(word.to_lowercase())).collect();
    shortened(&words.join(" "), LONGEST_QUERY, WORDS)
}

/// Numbers and days do not help a search, and reveal much about the person who gave them.
const fn searchable(widget: WidgetType) -> bool {
    !matches!(widget, WidgetType::Number | WidgetType::Date)
}

/// The text without addresses and long numbers.
fn without_traces(text: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut digits = 0;
    let mut from = 0;
    for word in text.split_whitespace() {
        let trimmed = word.trim_matches(|sign: char| sign.is_ascii_punctuation());
        let here = word.chars().filter(char::is_ascii_digit).count();
        let number = here > 0 && word.chars().all(|sign| sign.is_ascii_digit() || sign.is_ascii_punctuation());
        if number {
            if digits == 0 {
                from = kept.len();
            }
            digits += here;
        } else {
            if digits >= DIGITS {
                kept.truncate(from);
            }
            digits = 0;
        }
        let address = word.contains('@') || word.contains("://") || trimmed.starts_with("www.") || here >= DIGITS;
        if !address {
            kept.push(word);
        }
    }
    if digits >= DIGITS {
        kept.truncate(from);
    }
    kept.join(" ")
}

/// Whether a query asks for all that another one does, whatever else it says of the subject.
#[must_use]
pub fn covers(known: &str, query: &str) -> bool {
    let known: HashSet<String> = search_words(known).into_iter().collect();
    let words = search_words(query);
    !words.is_empty() && words.iter().all(|word| known.contains(word))
}

/// Whether two queries ask the same.
#[must_use]
pub fn same_query(one: &str, other: &str) -> bool {
    let sorted = |query: &str| {
        let mut words = search_words(query);
        words.sort();
        words
    };
    let (one_words, other_words) = (sorted(one), sorted(other));
    if one_words.is_empty() { one.trim() == other.trim() } else { one_words == other_words }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn template(key: &str) -> ObligationTemplate {
        ObligationTemplate { prompt: String::new(), ..testkit::template(key) }
    }

    #[test]
    fn the_kind_follows_from_what_the_obligation_is_about() {
        use TaskType::{CompetitiveAnalysis, DomainResearch, IntegrationResearch, MarketResearch, TechFeasibility};
        for (key, kind) in [
            ("target_market", MarketResearch),
            ("target_market_size", MarketResearch),
            ("competitors", CompetitiveAnalysis),
            ("unique_positioning", CompetitiveAnalysis),
            ("integrations", IntegrationResearch),
            ("tech_stack", TechFeasibility),
            ("pricing", MarketResearch),
            ("compliance", DomainResearch),
            // The beginning of a word, not its middle: "capital" holds "api".
            ("capital", DomainResearch),
            ("apiary", DomainResearch),
            ("bees_and_apiaries", DomainResearch),
            ("api", IntegrationResearch),
            ("public_apis", IntegrationResearch),
            ("performing_arts", DomainResearch),
            ("performers", DomainResearch),
            ("performance", TechFeasibility),
        ] {
            assert_eq!(task_type(&template(key)), kind, "{key}");
        }
        let special = |needed: &str| ObligationTemplate { expertise_required: Some(needed.into()), ..template("x") };
        assert_eq!(task_type(&special("systems integration")), IntegrationResearch);
        assert_eq!(task_type(&special("competitive analysis")), CompetitiveAnalysis);
        assert_eq!(task_type(&special("data protection")), DomainResearch);
    }

    #[test]
    fn a_query_is_value_topic_and_facet_each_word_once() {
        let market = template("target_market");
        let asked = |value: serde_json::Value| query(&market, Some(&value), TaskType::MarketResearch, &[]);
        assert_eq!(asked(json!("small businesses")), "small businesses Target market size");
        assert_eq!(query(&market, None, TaskType::MarketResearch, &[]), "Target market size");
        assert!(asked(json!("word ".repeat(400))).chars().count() <= LONGEST_QUERY);
    }

    #[test]
    fn no_addresses_and_no_numbers_of_people_leave() {
        let market = template("target_market");
        let asked = |value: &str| query(&market, Some(&json!(value)), TaskType::DomainResearch, &[]);
        for (value, expected) in [
            ("dentists, ask jane.doe@example.org", "dentists, ask Target market"),
            ("call +43 660 123 45 67 for cafés", "call for cafés Target market"),
            ("see https://u:p@intra.example/x and www.example.org", "see and Target market"),
            ("DE89370400440532013000 is ours", "is ours Target market"),
            ("shops with 10 to 250 people", "shops with 10 to 250 people Target market"),
        ] {
            assert_eq!(asked(value), expected, "{value}");
        }
        let budget = ObligationTemplate { widget_type: WidgetType::Number, ..template("budget") };
        assert_eq!(query(&budget, Some(&json!(48_000)), TaskType::DomainResearch, &[]), "Budget");
    }

    #[test]
    fn a_name_alone_is_no_query() {
        let industry = ObligationTemplate { prompt: "Which industry is your company in?".into(), ..template("industry") };
        assert_eq!(query(&industry, None, TaskType::DomainResearch, &[]), "Industry company");
        let subject = ["practice software".to_owned(), "dental groups in the UK".to_owned()];
        assert_eq!(
            query(&industry, None, TaskType::DomainResearch, &subject),
            "Industry company practice software dental groups in the UK"
        );
        let pricing = template("pricing");
        assert_eq!(
            query(&pricing, Some(&json!("monthly fee")), TaskType::MarketResearch, &subject),
            "monthly fee Pricing practice software dental groups in the UK market size"
        );
        let long = vec!["word ".repeat(200), "other ".repeat(200)];
        assert!(query(&pricing, None, TaskType::MarketResearch, &long).chars().count() <= LONGEST_QUERY);
    }

    #[test]
    fn what_the_interview_is_about_is_told_of_it() {
        let mut view = testkit::view(&["offering", "target_market", "team", "city", "budget"]);
        let mut know = |key: &str, value: Value, status| {
            let one = view.obligations.iter_mut().find(|one| one.key == key).expect("known");
            (one.value, one.status) = (Some(value), status);
        };
        know("offering", json!("practice software, ask jane@example.org or +43 660 123 45 67"), Status::Satisfied);
        know("target_market", json!("dental groups"), Status::Partial);
        know("team", json!("three friends"), Status::Satisfied);
        know("city", json!("Graz"), Status::Pending);
        assert_eq!(subject(&view, "team"), ["practice software, ask or", "dental groups"]);
        assert_eq!(subject(&view, "offering"), ["dental groups"]);
    }

    #[test]
    fn a_query_with_more_of_the_subject_asks_the_same() {
        assert!(covers("small businesses Target market practice software size", "small businesses Target market size"));
        assert!(!covers("small businesses Target market", "large businesses Target market"));
        assert!(!covers("x", "the"));
    }

    #[test]
    fn the_same_words_ask_the_same() {
        assert!(same_query("Size of the market", "market SIZE"));
        assert!(!same_query("market size", "market"));
        assert!(same_query("which", "which") && !same_query("which", "what"));
    }
}
