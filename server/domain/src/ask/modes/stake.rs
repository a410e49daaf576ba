//! What somebody must be able to defend: what a person may, owes or gets, whether a rule is kept, and what is best for them to do.

use super::Question;

/// The words by which it is one.
pub(super) fn find(question: &Question) -> Option<&'static str> {
    if ["open", "commands", "looks"].iter().any(|list| question.begins(list).is_some()) || question.holds("open").is_some() {
        return None;
    }
    if let Some(phrase) = question.begins("personal") {
        return Some(phrase);
    }
    let is_personal = ["i", "my", "we", "our"].iter().any(|word| question.has(word));
    let standing = question.holds("standing").filter(|_| question.begins("yes_or_no").is_some() || is_personal);
    let owed = question.holds("own_figure");
    // "Is a taxi deductible" asks for what holds anywhere.
    let is_anyone = question.words.get(1).is_some_and(|word| word == "a" || word == "an") && !is_personal;
    standing.or(owed).filter(|_| !is_anyone && question.begins("how_to").is_none())
}
