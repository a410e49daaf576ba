//! What is searched for and as which kind of task. A query holds the obligation's topic and value, and nothing else of the person
//! or the conversation.

use super::query::{search_words, shortened};
use crate::interview::value::told;
use protocol::{
    interview::{ObligationTemplate, WidgetType},
    research::TaskType,
};
use serde_json::Value;

/// The longest query, in characters.
pub const LONGEST_QUERY: usize = 300;
/// More words of a value than this are a story and no search.
const VALUE_WORDS: usize = 12;
/// As many digits as this are a telephone, account or card number.
const DIGITS: usize = 7;

/// Beginnings of words that tell the kind, the most particular kind first.
const SIGNS: &[(TaskType, &[&str])] = &[
    (
        TaskType::IntegrationResearch,
        &["integrat", "api", "webhook", "connector", "third-party", "third party", "interoperab", "interface", "plugin"],
    ),
    (TaskType::CompetitiveAnalysis, &["compet", "rival", "alternative", "differentiat", "substitute", "positioning"]),
    (
        TaskType::TechFeasibility,
        &["tech", "feasib", "platform", "architect", "infrastruct", "hosting", "scalab", "stack", "deploy", "perform"],
    ),
    (
        TaskType::MarketResearch,
        &[
            "market", "customer", "audience", "demand", "segment", "pricing", "price", "revenue", "sales", "willing", "region",
            "growth", "buyer", "trend",
        ],
    ),
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
    let starts = |sign: &str| text.match_indices(sign).any(|(at, _)| !text[..at].ends_with(char::is_alphanumeric));
    SIGNS.iter().find(|(_, signs)| signs.iter().any(|sign| starts(sign))).map(|(kind, _)| *kind)
}

/// The words to search for: the value, the topic, and what the kind of task looks for.
#[must_use]
pub fn query(template: &ObligationTemplate, value: Option<&Value>, kind: TaskType) -> String {
    let value = value.filter(|_| searchable(template.widget_type)).map(|value| without_traces(&told(template, value)));
    let facet = match kind {
        TaskType::CompetitiveAnalysis => "competitors",
        TaskType::TechFeasibility => "technical feasibility",
        TaskType::MarketResearch => "market size",
        TaskType::IntegrationResearch => "integration",
        TaskType::DomainResearch => template.expertise_required.as_deref().unwrap_or_default(),
    };
    let value = value.map(|value| shortened(&value, LONGEST_QUERY / 2, VALUE_WORDS)).unwrap_or_default();
    let mut words: Vec<String> = Vec::new();
    for word in [value.as_str(), &template.name(), facet].into_iter().flat_map(str::split_whitespace) {
        let same = |known: &String| known.to_lowercase() == word.to_lowercase();
        if !words.iter().any(same) {
            words.push(word.to_owned());
        }
    }
    shortened(&words.join(" "), LONGEST_QUERY, 40)
}

/// Numbers and days say nothing to a search, and much about whoever gave them.
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
        let asked = |value: serde_json::Value| query(&market, Some(&value), TaskType::MarketResearch);
        assert_eq!(asked(json!("small businesses")), "small businesses Target market size");
        assert_eq!(query(&market, None, TaskType::MarketResearch), "Target market size");
        assert!(asked(json!("word ".repeat(400))).chars().count() <= LONGEST_QUERY);
    }

    #[test]
    fn no_addresses_and_no_numbers_of_people_leave() {
        let market = template("target_market");
        let asked = |value: &str| query(&market, Some(&json!(value)), TaskType::DomainResearch);
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
        assert_eq!(query(&budget, Some(&json!(48_000)), TaskType::DomainResearch), "Budget");
    }

    #[test]
    fn the_same_words_ask_the_same() {
        assert!(same_query("Size of the market", "market SIZE"));
        assert!(!same_query("market size", "market"));
        assert!(same_query("which", "which") && !same_query("which", "what"));
    }
}
