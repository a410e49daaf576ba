//! A provider's text without its tags and entities, for reading; a quote of it leads back to the letter.

use std::ops::Range;

/// The most bytes of a tag.
const LONGEST_TAG: usize = 400;
const LONGEST_ENTITY: usize = 10;
/// What else an entity may be called; the others are numbers.
const ENTITIES: [(&str, char); 11] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", ' '),
    ("hellip", '…'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("rsquo", '’'),
    ("middot", '·'),
];

/// A text without markup. White space stays as it is: line ends separate what does not belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmarked {
    pub text: String,
    /// For each byte of the text the part of the raw text that its sign comes from.
    origins: Vec<(usize, usize)>,
}

impl Unmarked {
    #[must_use]
    pub fn new(raw: &str) -> Self {
        let (mut text, mut origins) = (String::with_capacity(raw.len()), Vec::with_capacity(raw.len()));
        let mut at = 0;
        while let Some(sign) = raw[at..].chars().next() {
            let (length, shown) = match sign {
                '<' => tag(&raw[at..]).unwrap_or((1, Some(sign))),
                '&' => entity(&raw[at..]).unwrap_or((1, Some(sign))),
                _ => (sign.len_utf8(), Some(sign)),
            };
            if let Some(shown) = shown {
                text.push(shown);
                origins.resize(text.len(), (at, at + length));
            }
            at += length;
        }
        Self { text, origins }
    }

    /// The part of the raw text that a quote was taken from, without markup around it; none where it is no part of the text.
    #[must_use]
    pub fn origin(&self, quote: &str) -> Option<Range<usize>> {
        let begin = self.text.find(quote).filter(|_| !quote.is_empty())?;
        Some(self.origins[begin].0..self.origins[begin + quote.len() - 1].1)
    }
}

/// Only what is clearly a tag: "a < b" is not.
fn tag(rest: &str) -> Option<(usize, Option<char>)> {
    let inside = &rest[1..];
    if !inside.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '/' || sign == '!') {
        return None;
    }
    let end = inside.find('>').filter(|end| *end < LONGEST_TAG)?;
    let name = inside[..end].trim_end_matches([' ', '/']);
    let breaks = ["br", "p", "/p", "li", "/li", "div", "/div"].contains(&name);
    Some((end + 2, breaks.then_some('\n')))
}

fn entity(rest: &str) -> Option<(usize, Option<char>)> {
    let end = rest.find(';').filter(|end| *end <= LONGEST_ENTITY)?;
    let name = &rest[1..end];
    let sign = match ENTITIES.iter().find(|(known, _)| *known == name) {
        Some((_, sign)) => *sign,
        None => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((end + 1, Some(sign)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_leads_back_to_the_letter() {
        let raw = "The <strong>Acme</strong> &amp; Sons\n\nopened in <b>ADGM</b>.";
        let unmarked = Unmarked::new(raw);
        assert_eq!(unmarked.text, "The Acme & Sons\n\nopened in ADGM.");
        for (quote, wanted) in [
            ("Acme & Sons", "Acme</strong> &amp; Sons"),
            ("Acme &", "Acme</strong> &amp;"),
            ("in ADGM", "in <b>ADGM"),
            ("ADGM.", "ADGM</b>."),
        ] {
            assert_eq!(unmarked.origin(quote).map(|part| &raw[part]), Some(wanted), "{quote}");
        }
        assert_eq!(unmarked.origin("Beta"), None);
        assert_eq!(unmarked.origin(""), None);
        let plain = "a < b & c ü";
        assert_eq!(Unmarked::new(plain).origin("c ü").map(|part| &plain[part]), Some("c ü"));
    }
}
