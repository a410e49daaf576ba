//! Boundary 3-4: whether a specification says what binds it, what can go wrong, and when it is done.

use super::{Fault, tags::may_be_verb, text::Text, words::Class};
use protocol::opportunities::{Check, Risk, Spec};

pub(super) fn judge(spec: &Spec) -> Vec<Fault> {
    let mut faults = Vec::new();
    if spec.opportunity_id.trim().is_empty() {
        faults.push(Fault::new(Check::Incoherent, "opportunity", &[]));
    } else if is_empty(&spec.approach) {
        faults.push(Fault::new(Check::Incoherent, "approach", &[spec.approach.trim()]));
    }
    faults.extend(empty(Check::NoConstraints, &spec.constraints));
    faults.extend(risks(&spec.risks));
    faults.extend(empty(Check::NoCriteria, &spec.acceptance_criteria));
    let open = spec.acceptance_criteria.iter().filter(|one| !is_empty(one) && !is_testable(one));
    let quotes: Vec<&str> = open.map(|one| quote(one)).collect();
    faults.extend((!quotes.is_empty()).then(|| Fault::new(Check::NotVerifiable, "criterion", &quotes)));
    faults
}

/// None of the texts says anything.
fn empty(check: Check, texts: &[String]) -> Option<Fault> {
    let quotes: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
    quotes.iter().all(|text| is_empty(text)).then(|| Fault::new(check, "", &quotes))
}

fn risks(risks: &[Risk]) -> Option<Fault> {
    let open: Vec<&str> = risks.iter().filter(|risk| is_empty(&risk.mitigation)).map(|risk| quote(&risk.description)).collect();
    let silent = risks.iter().find(|risk| is_empty(&risk.description)).map(|risk| ("said", vec![risk.description.trim()]));
    let none = risks.is_empty().then_some(("", Vec::new()));
    let (case, quotes) = none.or(silent).or_else(|| (!open.is_empty()).then_some(("met", open)))?;
    Some(Fault::new(Check::NoRisks, case, &quotes))
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
