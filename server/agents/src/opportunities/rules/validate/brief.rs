//! Boundary 1-2: whether a brief names one problem at one place that a developer can find.

use super::{Fault, story, text::Text, words::TOPICS};
use protocol::opportunities::{Brief, Check};
use std::collections::HashSet;

pub(super) fn judge(brief: &Brief) -> Vec<Fault> {
    let (area, statement) = (Text::read(&brief.affected_area), Text::read(&brief.problem_statement));
    let mut faults = Vec::new();
    if statement.is_garbage() {
        faults.push(Fault::new(Check::Incoherent, "statement", &[statement.quote(statement.whole())]));
    } else if statement.is_english() {
        faults.extend(apart(&area, &statement, &Text::read(&brief.counterfactual)));
        faults.extend(story::judge(&area, &statement));
    }
    if brief.evidence.is_empty() {
        faults.push(Fault::new(Check::NoEvidence, "", &[]));
    }
    faults
}

/// Area and statement are about topics that have nothing to do with each other.
fn apart(area: &Text<'_>, statement: &Text<'_>, counterfactual: &Text<'_>) -> Option<Fault> {
    let (of_area, of_statement) = (topics(area), topics(statement));
    let mut words = statement.tokens.iter().chain(&counterfactual.tokens).map(super::text::Token::base);
    let is_shared = !of_area.is_disjoint(&of_statement)
        || !of_area.is_disjoint(&topics(counterfactual))
        || area.tokens.iter().any(|token| token.base().len() > 3 && words.any(|word| word == token.base()));
    if of_area.is_empty() || of_statement.is_empty() || is_shared || area.tokens.len() > 6 {
        return None;
    }
    Some(Fault::new(Check::Incoherent, "area", &[area.quote(area.whole())]))
}

fn topics(text: &Text<'_>) -> HashSet<&'static str> {
    text.tokens.iter().filter_map(|token| TOPICS.get(token.base()).copied()).collect()
}
