//! What a claim begins with before it claims anything: "is it true that", "verify that".

use super::listed::listed;

/// The words after it.
pub(super) fn strip(text: &str) -> &str {
    let trimmed = text.trim();
    let lead = listed("leads").iter().find(|lead| {
        trimmed.get(..lead.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(lead)) && trimmed[lead.len()..].starts_with(' ')
    });
    lead.map_or(trimmed, |lead| trimmed[lead.len()..].trim_start())
}

/// What is to be verified, named and not claimed: "verify the total of orders". None where something is claimed of it.
pub(super) fn strip_order(text: &str) -> Option<&str> {
    let trimmed = text.trim();
    let order = listed("orders").iter().find(|order| {
        trimmed.get(..order.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(order))
            && trimmed[order.len()..].starts_with(' ')
    })?;
    let rest = trimmed[order.len()..].trim_start();
    let lower = rest.to_ascii_lowercase();
    let claims = |word: &&str| lower.strip_prefix(*word).is_some_and(|after| after.starts_with(' '));
    (!listed("claimed").iter().any(claims)).then_some(rest)
}
