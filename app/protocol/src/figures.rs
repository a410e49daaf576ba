//! Figures as pages and replies show them.

/// Sets thousands apart in figures of five and more digits: a year stays a year. What is grouped already, begins with nought or is part
/// of a word is left, and so is what follows a point.
#[must_use]
pub fn group_digits(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(start) = rest.find(|one: char| one.is_ascii_digit()) {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let end = from.find(|one: char| !one.is_ascii_digit() && !matches!(one, '.' | ',' | '\'' | '’')).unwrap_or(from.len());
        let figure = from[..end].trim_end_matches(['.', ',', '\'', '’']);
        let (whole, part) = figure.split_at(figure.find('.').unwrap_or(figure.len()));
        let is_plain = whole.bytes().chain(part.bytes().skip(1)).all(|one| one.is_ascii_digit());
        let is_grouped = is_plain && whole.len() > 4 && !whole.starts_with('0') && !out.ends_with(char::is_alphanumeric);
        for (at, digit) in whole.char_indices() {
            if is_grouped && at > 0 && (whole.len() - at).is_multiple_of(3) {
                out.push(',');
            }
            out.push(digit);
        }
        out.push_str(part);
        rest = &from[figure.len()..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::group_digits;

    #[test]
    fn thousands_are_set_apart_from_five_digits_on() {
        for (text, grouped) in [
            ("400000", "400,000"),
            ("10000 to 25000000 €", "10,000 to 25,000,000 €"),
            ("70000-80000 pounds.", "70,000-80,000 pounds."),
            ("-12345.678901", "-12,345.678901"),
            ("$1234567", "$1,234,567"),
            ("2027", "2027"),
            ("400,000 or 1.50000", "400,000 or 1.50000"),
            ("12500,50 euros", "12500,50 euros"),
            ("12.500.000", "12.500.000"),
            ("12345.678.9", "12345.678.9"),
            ("0123456, No12345 and 1e21", "0123456, No12345 and 1e21"),
            ("às 12 ½", "às 12 ½"),
            ("", ""),
        ] {
            assert_eq!(group_digits(text), grouped);
        }
    }
}
