//! A day as people read it.

pub const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

/// "2027-03-01" → "1 March 2027"; nothing for a text that is not such a day.
#[must_use]
pub fn day_in_words(text: &str) -> Option<String> {
    let digits = |part: &str, count: usize| part.len() == count && part.bytes().all(|one| one.is_ascii_digit());
    let mut parts = text.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if parts.next().is_some() || !digits(year, 4) || !digits(month, 2) || !digits(day, 2) {
        return None;
    }
    let month = MONTHS.get(month.parse::<usize>().ok()?.checked_sub(1)?)?;
    let day = day.parse::<u8>().ok().filter(|day| (1..=31).contains(day))?;
    Some(format!("{day} {month} {year}"))
}

#[cfg(test)]
mod tests {
    use super::day_in_words;

    #[test]
    fn a_day_reads_like_one() {
        assert_eq!(day_in_words("2027-03-01").as_deref(), Some("1 March 2027"));
        assert_eq!(day_in_words("2026-12-31").as_deref(), Some("31 December 2026"));
        for other in ["2027-13-01", "2027-03-00", "2027-3-1", "27-03-01", "2027-03-01-04", "20a7-03-01", "soon", "", "٢٠٢٧-03-01"]
        {
            assert_eq!(day_in_words(other), None, "{other}");
        }
    }
}
