//! Upper and lower case. The browser knows them by itself; the standard library brings tables of 23 kB.

#[cfg(feature = "hydrate")]
use js_sys::JsString;

pub(crate) fn lower(text: &str) -> String {
    #[cfg(feature = "hydrate")]
    return JsString::from(text).to_lower_case().into();
    #[cfg(not(feature = "hydrate"))]
    text.to_lowercase()
}

fn upper(text: &str) -> String {
    #[cfg(feature = "hydrate")]
    return JsString::from(text).to_upper_case().into();
    #[cfg(not(feature = "hydrate"))]
    text.to_uppercase()
}

/// With a capital at the beginning.
pub(crate) fn capital(text: &str) -> String {
    let (first, rest) = text.split_at(text.chars().next().map_or(0, char::len_utf8));
    upper(first) + rest
}

#[cfg(test)]
mod tests {
    use super::{capital, lower};

    #[test]
    fn only_the_first_letter_becomes_a_capital() {
        for (text, expected) in [("target market", "Target market"), ("élan", "Élan"), ("", ""), ("24 seats", "24 seats")] {
            assert_eq!(capital(text), expected);
        }
        assert_eq!(lower("CAFÉ"), "café");
    }
}
