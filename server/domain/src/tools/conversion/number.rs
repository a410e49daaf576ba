//! Numbers as people write them.

/// What may stand beside a number, and what it is called.
const UNITS: [(&str, &str); 28] = [
    ("%", "%"),
    ("US$", "$"),
    ("R$", "R$"),
    ("A$", "A$"),
    ("C$", "C$"),
    ("$", "$"),
    ("€", "€"),
    ("£", "£"),
    ("¥", "¥"),
    ("₹", "₹"),
    ("₽", "₽"),
    ("₺", "₺"),
    ("zł", "zł"),
    ("kr", "kr"),
    ("Fr.", "CHF"),
    ("EUR", "€"),
    ("USD", "$"),
    ("GBP", "£"),
    ("JPY", "¥"),
    ("INR", "₹"),
    ("CHF", "CHF"),
    ("PLN", "zł"),
    ("SEK", "SEK"),
    ("NOK", "NOK"),
    ("DKK", "DKK"),
    ("AED", "AED"),
    ("CAD", "CAD"),
    ("AUD", "AUD"),
];
/// Longer ones are names of something, and a double would not keep them.
const DIGITS: usize = 15;

pub(super) const PERCENT: &str = "%";

/// The sign between whole and fraction; the other one may group digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Point,
    Comma,
}

/// A number without what stands around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bare<'a> {
    /// Begins with a digit, or with the mark of a fraction.
    pub(super) core: &'a str,
    pub(super) negative: bool,
    pub(super) unit: Option<&'static str>,
}

/// What a number is, by one of the marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Figures {
    /// As a programming language has it.
    pub(super) plain: String,
    pub(super) whole: bool,
    /// How many signs group the digits before the mark.
    pub(super) groups: usize,
    /// The groups are parted by a space or an apostrophe.
    pub(super) spaced: bool,
}

/// A sign, a unit and brackets around figures; nothing where there is something else.
pub(super) fn strip(text: &str) -> Option<Bare<'_>> {
    let text = text.trim();
    let bytes = text.as_bytes();
    if !bytes.iter().any(u8::is_ascii_digit) {
        return None;
    }
    // Nothing stands around it, which is so for most values.
    if bytes.first().is_some_and(u8::is_ascii_digit) && bytes.last().is_some_and(u8::is_ascii_digit) {
        return Some(Bare { core: text, negative: false, unit: None });
    }
    let (mut rest, mut unit, mut sign, mut brackets) = (text, None, None, false);
    loop {
        let before = rest.len();
        if let Some(inner) = rest.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')).filter(|_| !brackets) {
            (rest, brackets) = (inner.trim(), true);
        }
        if sign.is_none() {
            for (mark, negative) in [('-', true), ('−', true), ('+', false)] {
                if let Some(after) = rest.strip_prefix(mark) {
                    (rest, sign) = (after.trim_start(), Some(negative));
                    break;
                }
            }
        }
        if unit.is_none() {
            let found = UNITS.iter().find_map(|(written, name)| {
                let after = rest.strip_prefix(*written).or_else(|| rest.strip_suffix(*written))?;
                Some((after.trim(), *name))
            });
            if let Some((after, name)) = found {
                (rest, unit) = (after, Some(name));
            }
        }
        if rest.len() == before {
            break;
        }
    }
    // A plus alone begins a telephone number, and a sign in brackets would be said twice.
    let odd = (sign == Some(false) && unit.is_none()) || (brackets && sign.is_some());
    let begins = rest.starts_with(|first: char| first.is_ascii_digit() || first == '.' || first == ',');
    (begins && !odd).then_some(Bare { core: rest, negative: brackets || sign == Some(true), unit })
}

impl Bare<'_> {
    /// Nothing where it is no number by this mark.
    pub(super) fn read(&self, mark: Mark) -> Option<Figures> {
        let (decimal, other) = match mark {
            Mark::Point => ('.', ','),
            Mark::Comma => (',', '.'),
        };
        let (mantissa, exponent) = match self.core.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, Some(power(exponent)?)),
            None => (self.core, None),
        };
        let (before, fraction) = match mantissa.split_once(decimal) {
            Some((before, fraction)) => (before, Some(fraction)),
            None => (mantissa, None),
        };
        if fraction.is_some_and(|fraction| fraction.is_empty() || !digits(fraction)) || (before.is_empty() && fraction.is_none())
        {
            return None;
        }
        let (whole, groups, spaced) = grouped(before, other)?;
        // Digits after a 0 are a postcode, a telephone number, a number of an article.
        if (whole.len() > 1 && whole.starts_with('0')) || (groups > 0 && exponent.is_some()) {
            return None;
        }
        if whole.len() + fraction.map_or(0, str::len) > DIGITS {
            return None;
        }
        let sign = if self.negative { "-" } else { "" };
        let whole_part = if whole.is_empty() { "0" } else { &*whole };
        let mut plain = format!("{sign}{whole_part}");
        if let Some(fraction) = fraction {
            plain.push('.');
            plain.push_str(fraction);
        }
        if let Some(exponent) = exponent {
            plain.push('e');
            plain.push_str(exponent);
        }
        Some(Figures { plain, whole: fraction.is_none() && exponent.is_none(), groups, spaced })
    }

    pub(super) fn is_zero(&self) -> bool {
        self.core.bytes().all(|byte| matches!(byte, b'0' | b'.' | b','))
    }
}

/// The digits without the signs that group them by three.
fn grouped(before: &str, other: char) -> Option<(String, usize, bool)> {
    if digits(before) {
        return Some((before.to_owned(), 0, false));
    }
    let separator = before.chars().find(|sign| !sign.is_ascii_digit())?;
    let spaced = separator.is_whitespace() || matches!(separator, '\'' | '’');
    if !spaced && separator != other {
        return None;
    }
    let mut parts = before.split(separator);
    let first = parts.next().filter(|first| (1..=3).contains(&first.len()) && digits(first) && !first.starts_with('0'))?;
    let (mut whole, mut groups) = (first.to_owned(), 0);
    for part in parts {
        if part.len() != 3 || !digits(part) {
            return None;
        }
        whole.push_str(part);
        groups += 1;
    }
    Some((whole, groups, spaced))
}

fn power(exponent: &str) -> Option<&str> {
    let bare = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    ((1..=3).contains(&bare.len()) && digits(bare)).then_some(exponent)
}

fn digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}
