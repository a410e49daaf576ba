//! Which part an obligation plays in what somebody says of their work: what is offered, to whom, what is aimed at.

use super::{super::text::stem, stems, topics::own_words};
use protocol::interview::{ObligationTemplate, WidgetType};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Part {
    /// What is made, sold or done for others.
    Offering,
    /// Those it is for.
    Audience,
    /// What somebody wants to reach.
    Aim,
    /// What those it is for want or lack.
    Need,
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
        &["market", "customer", "client", "clientele", "audience", "buyer", "user", "segment", "group"],
        &["sell to", "do you serve", "target market", "your customers are", "you most want as customers", "who is it for"],
    ),
    (
        Part::Aim,
        &["goal", "aim", "objective", "ambition", "target", "vision"],
        &["want to achieve", "want to reach", "your goal", "your aim"],
    ),
    (
        Part::Need,
        &["need", "problem", "pain", "trouble", "demand"],
        &["customers want", "customers need", "clients want", "clients need", "do they want", "do they need", "people want"],
    ),
];

/// The part that a question for words plays, and how plainly its definition says so.
pub(super) fn part_of(template: &ObligationTemplate) -> Option<(Part, f32)> {
    if template.widget_type != WidgetType::Text {
        return None;
    }
    let label = stems(&own_words(template).replace('-', " "), false);
    let key = stems(&template.key.replace(['_', '-', '.'], " "), true);
    let prompt = template.prompt.to_lowercase();
    let more: Vec<String> = template.rephrasings.iter().map(|text| text.to_lowercase()).collect();
    let score = |(part, heads, phrases): &(Part, &[&str], &[&str])| {
        let is = |word: Option<&String>| word.is_some_and(|word| heads.iter().any(|head| stem(head) == word));
        let named: f32 = if is(label.last()) { 3.0 } else { 0.0 } + if is(key.last()) { 1.0 } else { 0.0 };
        // A question that merely speaks of customers asks for something else about them: only its first wording says what it is.
        let asked =
            phrases.iter().any(|phrase| prompt.contains(phrase) || named > 0.0 && more.iter().any(|text| text.contains(phrase)));
        (*part, named + if asked { 1.2 } else { 0.0 })
    };
    let best = PARTS.iter().map(score).max_by(|left, right| left.1.total_cmp(&right.1))?;
    (best.1 > 1.0).then_some(best)
}
