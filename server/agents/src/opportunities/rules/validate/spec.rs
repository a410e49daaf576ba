//! Boundary 3-4: whether a specification says what binds it, what can go wrong, and when it is done.

use super::{Fault, tags::may_be_verb, text::Text, words::Class};
use protocol::opportunities::{Check, Risk, Spec};

pub(super) fn judge(spec: &Spec) -> Vec<Fault> {
    let mut faults = Vec::new();
    if spec.opportunity_id.trim().is_empty() {
        let what = "the specification names no opportunity";
        faults.push(Fault::new(Check::Incoherent, &[], what, "Name the opportunity it is for."));
    } else if is_empty(&spec.approach) {
        let what = "the approach says nothing";
        let suggestion = "Describe the approach: which parts change, and how.";
        faults.push(Fault::new(Check::Incoherent, &[spec.approach.trim()], what, suggestion));
    }
    let limits = "List what the build has to respect: limits, rules, deadlines, systems it depends on.";
    let criteria = "Add acceptance criteria that a tester can decide with yes or no.";
    faults.extend(empty(Check::NoConstraints, &spec.constraints, "states no constraint", limits));
    faults.extend(risks(&spec.risks));
    faults.extend(empty(Check::NoCriteria, &spec.acceptance_criteria, "states no acceptance criterion", criteria));
    let open = spec.acceptance_criteria.iter().filter(|one| !is_empty(one) && !is_testable(one));
    let quotes: Vec<&str> = open.map(|one| quote(one)).collect();
    if !quotes.is_empty() {
        let what = "has neither a number nor an outcome that can be observed";
        let suggestion = "Say what can be observed, or which number has to be reached.";
        faults.push(Fault::new(Check::NotVerifiable, &quotes, what, suggestion));
    }
    faults
}

/// None of the texts says anything.
fn empty(check: Check, texts: &[String], what: &'static str, suggestion: &'static str) -> Option<Fault> {
    let quotes: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
    quotes.iter().all(|text| is_empty(text)).then(|| Fault::new(check, &quotes, what, suggestion))
}

fn risks(risks: &[Risk]) -> Option<Fault> {
    let suggestion = "Name what can go wrong and, for each, what is done about it.";
    if risks.is_empty() {
        return Some(Fault::new(Check::NoRisks, &[], "the specification states no risk", suggestion));
    }
    if let Some(risk) = risks.iter().find(|risk| is_empty(&risk.description)) {
        return Some(Fault::new(Check::NoRisks, &[risk.description.trim()], "a risk says nothing", suggestion));
    }
    let open: Vec<&str> = risks.iter().filter(|risk| is_empty(&risk.mitigation)).map(|risk| quote(&risk.description)).collect();
    (!open.is_empty()).then(|| Fault::new(Check::NoRisks, &open, "is a risk without a mitigation", suggestion))
}

fn is_empty(text: &str) -> bool {
    Text::read(text).is_empty_phrase()
}

fn quote(text: &str) -> &str {
    let text = Text::read(text);
    text.quote(text.whole())
}

/// A number, or something that happens and can be seen.
fn is_testable(criterion: &str) -> bool {
    let text = Text::read(criterion);
    let happens = || text.tokens.iter().any(|token| token.has(Class::Observable) && may_be_verb(token));
    text.has_number() || happens() || !text.is_english()
}
