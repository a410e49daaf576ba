//! Boundary 1-2: whether a brief names one problem at one place that a developer can find.

use super::{
    Fault, issues,
    story::{self, Story},
    text::Text,
    words::LEXICON,
};
use protocol::opportunities::{Brief, Check};
use std::collections::HashSet;

pub(super) fn judge(brief: &Brief) -> Vec<Fault> {
    let (area, statement) = (Text::read(&brief.affected_area), Text::read(&brief.problem_statement));
    let mut faults = Vec::new();
    if statement.is_garbage() {
        let quote = statement.quote(statement.whole());
        let suggestion = "Say what goes wrong, for whom and where.";
        faults.push(Fault::new(Check::Incoherent, &[quote], "is no statement of a problem", suggestion));
    } else if statement.is_english() {
        let story = Story::read(&statement);
        faults.extend(apart(&area, &statement, &Text::read(&brief.counterfactual)));
        faults.extend(story::no_feature(&area, &statement, &story).or_else(|| story::prescription(&statement, &story)));
        faults.extend(issues::find(&statement, &story));
    }
    if brief.evidence.is_empty() {
        let suggestion = "Link at least one finding that shows the problem.";
        faults.push(Fault::new(Check::NoEvidence, &[], "the brief has no evidence", suggestion));
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
    let what = "has nothing in common with the problem that is stated";
    let suggestion = "Name the area in which the problem occurs, or state the problem of this area.";
    Some(Fault::new(Check::Incoherent, &[area.quote(area.whole())], what, suggestion))
}

fn topics(text: &Text<'_>) -> HashSet<usize> {
    text.tokens.iter().filter_map(|token| LEXICON.topics.get(token.base()).copied()).collect()
}
