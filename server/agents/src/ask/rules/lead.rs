//! What a claim begins with before it claims anything: "is it true that", "verify that".

/// Longer ones first where one begins another.
const LEADS: [&str; 24] = [
    "is it really true that", "is it true that", "is it correct that", "is it right that", "is it the case that",
    "is it a fact that", "it is true that", "can you prove that", "can you verify that", "can you confirm that",
    "please verify that", "please confirm that", "prove that", "verify that", "verify whether", "confirm that", "check that",
    "check whether", "check if", "show that", "demonstrate that", "i think that", "i think", "i believe that",
];

/// The words after it.
pub(super) fn strip(text: &str) -> &str {
    let trimmed = text.trim();
    let lead = LEADS.iter().find(|lead| {
        trimmed.get(..lead.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(lead)) && trimmed[lead.len()..].starts_with(' ')
    });
    lead.map_or(trimmed, |lead| trimmed[lead.len()..].trim_start())
}

/// What is to be verified, named and not claimed: "verify the total of orders". None where something is claimed of it.
pub(super) fn strip_order(text: &str) -> Option<&str> {
    const ORDERS: [&str; 9] =
        ["verify", "confirm", "prove", "check", "double-check", "double check", "validate", "reconcile", "certify"];
    const CLAIMED: [&str; 3] = ["that ", "whether ", "if "];
    let trimmed = text.trim();
    let order = ORDERS.iter().find(|order| {
        trimmed.get(..order.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(order))
            && trimmed[order.len()..].starts_with(' ')
    })?;
    let rest = trimmed[order.len()..].trim_start();
    (!CLAIMED.iter().any(|word| rest.to_ascii_lowercase().starts_with(word))).then_some(rest)
}
