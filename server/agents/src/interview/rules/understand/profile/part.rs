//! Which part an obligation plays in what somebody says of their work: what is offered, to whom, what is aimed at.

use super::{
    super::{lexicon, text::stem},
    stems,
    topics::own_words,
};
use protocol::interview::{ObligationTemplate, WidgetType};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Part {
    /// What is made, sold or done for others.
    Offering,
    /// Those it is for.
    Audience,
    /// What somebody wants to reach.
    Aim,
}

/// For each part the words that a name ends with, and the phrases of a question.
const PARTS: &[(Part, &[&str], &[&str])] = &[
    (
        Part::Offering,
        &["offering", "offer", "product", "service", "solution", "goods", "assortment", "catalogue", "portfolio", "wares"],
        &["buy from you", "you sell", "you offer", "you make", "you provide", "company do", "business do", "you produce"],
    ),
    (
        Part::Audience,
        &["market", "customer", "client", "clientele", "audience", "buyer", "user", "customers", "group"],
        &["sell to", "do you serve", "target market", "your customers are", "you most want as customers", "who is it for"],
    ),
    (
        Part::Aim,
        &["goal", "aim", "objective", "ambition", "target", "vision"],
        &["want to achieve", "want to reach", "your goal", "your aim"],
    ),
];

/// The part that a question for words plays, and how plainly its definition says so.
pub(super) fn part_of(template: &ObligationTemplate) -> Option<(Part, f32)> {
    if template.widget_type != WidgetType::Text {
        return None;
    }
    let label = stems(&own_words(template).replace('-', " "), false);
    let key = stems(&template.key.replace(['_', '-', '.'], " "), true);
    let asks = std::iter::once(&template.prompt).chain(&template.rephrasings).chain(&template.description);
    let asks: Vec<String> = asks.map(|text| text.to_lowercase()).collect();
    let score = |(part, heads, phrases): &(Part, &[&str], &[&str])| {
        let is = |word: Option<&String>| word.is_some_and(|word| heads.iter().any(|head| stem(head) == word));
        let named: f32 = if is(label.last()) { 3.0 } else { 0.0 } + if is(key.last()) { 1.0 } else { 0.0 };
        let asked = phrases.iter().any(|phrase| asks.iter().any(|text| text.contains(phrase)));
        // A question that merely speaks of customers asks for something else about them.
        let asked = asked && (named > 0.0 || !lexicon::NEAR.iter().any(|row| other_matter(row, label.last(), heads)));
        (*part, named + if asked { 1.2 } else { 0.0 })
    };
    let best = PARTS.iter().map(score).max_by(|left, right| left.1.total_cmp(&right.1))?;
    (best.1 > 1.0).then_some(best)
}

/// The name ends with a word of another matter.
fn other_matter(row: &[&str], last: Option<&String>, heads: &[&str]) -> bool {
    let is = last.is_some_and(|last| row.iter().any(|word| stem(word) == last));
    is && !row.iter().any(|word| heads.contains(word))
}
