//! How many tokens a text has, about.

/// An estimate without any model's own table: words of prose and identifiers come out within a tenth or two of what the usual
/// tokenizers count.
#[must_use]
pub fn tokens(text: &str) -> usize {
    let mut count = 0;
    let mut letters = 0_usize;
    let mut digits = 0_usize;
    let mut spaces = 0_usize;
    for sign in text.chars().chain(std::iter::once('\n')) {
        if !(sign.is_alphabetic() && sign.is_ascii()) {
            // A common word is one token; a long one is cut in pieces of about six letters.
            count += letters.div_ceil(7);
            letters = 0;
        }
        if !sign.is_ascii_digit() {
            count += digits.div_ceil(3);
            digits = 0;
        }
        match sign {
            ' ' => spaces += 1,
            sign if sign.is_ascii_alphabetic() => letters += 1,
            sign if sign.is_ascii_digit() => digits += 1,
            _ => count += 1,
        }
        if sign != ' ' {
            // One space belongs to the word behind it; many are one token.
            count += usize::from(spaces > 1);
            spaces = 0;
        }
    }
    count.saturating_sub(1)
}

#[cfg(test)]
mod tests {
    use super::tokens;

    #[test]
    fn texts_have_about_as_many_tokens_as_words() {
        assert_eq!(tokens(""), 0);
        let prose = "The quick brown fox jumps over the lazy dog and runs into the forest.";
        assert!((14..=18).contains(&tokens(prose)), "{}", tokens(prose));
        assert!((6..=12).contains(&tokens("customer_id INTEGER NOT NULL,")), "{}", tokens("customer_id INTEGER NOT NULL,"));
        assert!(tokens("東京都") >= 3);
    }
}
