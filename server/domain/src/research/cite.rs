//! Whether a quote stands in the source it names. White space is one, everything else has to be the very same: an engine that makes
//! up a quote, or mends one, has found nothing.

use super::Claim;
use protocol::SourceId;
use std::collections::HashMap;

/// Shorter, a quote proves nothing.
const SHORTEST: usize = 12;
/// Longer, it is a copy.
const LONGEST: usize = 800;
/// The most findings of one task.
pub const FINDINGS: usize = 12;
const LONGEST_CLAIM: usize = 500;

/// The claims whose quote stands in the text of the source that they name, and how many were dropped.
#[must_use]
pub fn verified(claims: Vec<Claim>, texts: &[(SourceId, &str)]) -> (Vec<Claim>, u32) {
    let plain: HashMap<SourceId, String> = texts.iter().map(|(id, text)| (*id, spaced(text))).collect();
    let mut kept: Vec<Claim> = Vec::new();
    let mut dropped = 0;
    for claim in claims {
        let quote = spaced(&claim.quote);
        let length = quote.chars().count();
        let stands = (SHORTEST..=LONGEST).contains(&length) && plain.get(&claim.source).is_some_and(|text| text.contains(&quote));
        if !stands {
            dropped += 1;
        } else if kept.len() < FINDINGS && !kept.iter().any(|known| known.source == claim.source && known.quote == quote) {
            let said: String = spaced(&claim.claim).chars().take(LONGEST_CLAIM).collect();
            kept.push(Claim { claim: if said.is_empty() { quote.clone() } else { said }, quote, ..claim });
        }
    }
    (kept, dropped)
}

/// The text with every run of white space as one space.
#[must_use]
pub fn spaced(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::research::Stance;
    use uuid::Uuid;

    const SOURCE: SourceId = SourceId(Uuid::from_u128(1));
    const OTHER: SourceId = SourceId(Uuid::from_u128(2));
    const TEXT: &str = "Dental groups in the UK\n  number a few hundred.\tMost “chains” have under 20 practices.";

    fn claim(quote: &str, source: SourceId) -> Claim {
        Claim { claim: "a claim".into(), quote: quote.into(), source, stance: Stance::Informs, value: None }
    }

    #[test]
    fn only_the_very_words_count() {
        let texts = [(SOURCE, TEXT), (OTHER, "Something else entirely.")];
        for (quote, source, stands) in [
            ("Dental groups in the UK number a few hundred.", SOURCE, true),
            ("number  a\nfew hundred. Most", SOURCE, true),
            ("Most “chains” have under 20 practices.", SOURCE, true),
            ("Most \"chains\" have under 20 practices.", SOURCE, false),
            ("dental groups in the uk number a few hundred.", SOURCE, false),
            ("Dental groups number a few hundred.", SOURCE, false),
            ("Dental groups in the UK … a few hundred.", SOURCE, false),
            ("Dental groups in the UK number a few hundred.", OTHER, false),
            ("Dental groups in the UK number a few hundred.", SourceId(Uuid::from_u128(3)), false),
            ("Dental", SOURCE, false),
            ("", SOURCE, false),
        ] {
            let (kept, dropped) = verified(vec![claim(quote, source)], &texts);
            assert_eq!((kept.len(), dropped), if stands { (1, 0) } else { (0, 1) }, "{quote}");
        }
    }

    #[test]
    fn what_was_dropped_is_counted_and_what_is_said_twice_is_kept_once() {
        let quote = "Dental groups in the UK number a few hundred.";
        let claims = vec![claim(quote, SOURCE), claim(quote, SOURCE), claim("made up from nothing", SOURCE)];
        let (kept, dropped) = verified(claims, &[(SOURCE, TEXT)]);
        assert_eq!((kept.len(), dropped), (1, 1));
        let long = "word ".repeat(400);
        assert_eq!(verified(vec![claim(&long, SOURCE)], &[(SOURCE, &long)]).1, 1);
    }
}
