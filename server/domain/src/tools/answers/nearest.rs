//! What somebody may have meant who wrote a name that is not there.

/// How many names are offered.
const OFFERED: usize = 5;
/// From which likeness on a name is worth offering.
const LIKE: f64 = 0.55;

/// The names most like this one, for a sentence: ` (nearest: a, b)`, or the first few where none is like it.
#[must_use]
pub fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let wanted = name.to_lowercase();
    let mut scored: Vec<(f64, &str)> = known.map(|known| (likeness(&wanted, &known.to_lowercase()), known)).collect();
    if scored.is_empty() {
        return "; there is none".to_owned();
    }
    scored.sort_by(|left, right| right.0.total_cmp(&left.0).then(left.1.cmp(right.1)));
    let near: Vec<&str> = scored.iter().filter(|(score, _)| *score >= LIKE).take(OFFERED).map(|(_, name)| *name).collect();
    if near.is_empty() {
        let some: Vec<&str> = scored.iter().take(OFFERED).map(|(_, name)| *name).collect();
        let more = if scored.len() > OFFERED { " …" } else { "" };
        return format!("; there are: {}{more}", some.join(", "));
    }
    format!("; nearest: {}", near.join(", "))
}

/// By common pairs of letters, by what has to be changed, and by one name within the other.
fn likeness(left: &str, right: &str) -> f64 {
    if left == right {
        return 1.0;
    }
    let (shorter, longer) = if left.len() < right.len() { (left, right) } else { (right, left) };
    let within: f64 = if shorter.chars().count() >= 3 && longer.contains(shorter) { 0.6 } else { 0.0 };
    let changed = unchanged(left, right);
    let pairs = |text: &str| -> Vec<(char, char)> { text.chars().zip(text.chars().skip(1)).collect() };
    let (left, mut right) = (pairs(left), pairs(right));
    let all = left.len() + right.len();
    if all == 0 {
        return within.max(changed);
    }
    let mut common = 0_u32;
    for pair in &left {
        if let Some(at) = right.iter().position(|other| other == pair) {
            right.swap_remove(at);
            common += 1;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "names are short")]
    let shared = 2.0 * f64::from(common) / all as f64;
    shared.max(within).max(changed)
}

/// The part of the longer name that stays when one is turned into the other, letter by letter.
fn unchanged(left: &str, right: &str) -> f64 {
    let (left, right): (Vec<char>, Vec<char>) = (left.chars().take(80).collect(), right.chars().take(80).collect());
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (at, letter) in left.iter().enumerate() {
        let mut before = row[0];
        row[0] = at + 1;
        for (place, other) in right.iter().enumerate() {
            let cost = if letter == other { before } else { 1 + before.min(row[place]).min(row[place + 1]) };
            before = row[place + 1];
            row[place + 1] = cost;
        }
    }
    let longer = left.len().max(right.len()).max(1);
    #[expect(clippy::cast_precision_loss, reason = "names are short")]
    let part = 1.0 - row[right.len()] as f64 / longer as f64;
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_names_come_first() {
        let known = ["invoices", "invoice_lines", "artists"];
        assert_eq!(nearest("invoice", known.into_iter()), "; nearest: invoices, invoice_lines");
        assert_eq!(nearest("artsts", known.into_iter()), "; nearest: artists");
        assert_eq!(nearest("shp", ["shop", "zoo"].into_iter()), "; nearest: shop");
        assert_eq!(nearest("zzz", known.into_iter()), "; there are: artists, invoice_lines, invoices");
        assert_eq!(nearest("zzz", std::iter::empty()), "; there is none");
    }
}
