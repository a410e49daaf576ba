//! One quantity: digits as several countries group them, number words, scales and fractions.

use super::super::super::{
    lexicon,
    text::{Shape, Text},
};

/// A number where it ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quantity {
    pub(super) end: usize,
    pub(super) value: f64,
    /// "12.500" may be twelve and a half, "40ish" is only near.
    pub(super) unsure: bool,
    /// The scale it was said in: a thousand for "5k".
    pub(super) scale: f64,
}

/// "1,200", "5k", "two hundred", "a dozen", "one and a half million".
pub(in super::super::super) fn plain(text: &Text<'_>, at: usize) -> Option<(usize, f64)> {
    quantity(text, at, false).map(|one| (one.end, one.value))
}

/// With `between`, an "and" parts two numbers.
pub(super) fn quantity(text: &Text<'_>, at: usize, between: bool) -> Option<Quantity> {
    let word = text.words.get(at)?;
    let said = text.word(at);
    let mut one = match word.shape {
        Shape::Digits => in_digits(text, at)?,
        Shape::Mixed => {
            let split = said.find(|letter: char| letter.is_alphabetic())?;
            let (number, name) = said.split_at(split);
            let (value, grouped) = digits(number)?;
            if name == "ish" {
                return Some(Quantity { end: at + 1, value, unsure: true, scale: 1.0 });
            }
            let by = scale(name)?;
            // "1.250k" can only be a fraction of a thousand.
            let value = if grouped { value / 1e3 } else { value };
            return Some(Quantity { end: at + 1, value: value * by, unsure: false, scale: by });
        }
        Shape::Letters => in_words(text, at)?,
        Shape::Mark => return None,
    };
    for (rest, more) in [(&["and", "a", "half"], 0.5), (&["and", "a", "quarter"], 0.25)] {
        if !between && one.scale.eq(&1.0) && text.reads(one.end, rest) && more_than_a_span(text, one.end + 3) {
            one.value += more;
            one.end += 3;
        }
    }
    let first = word.shape;
    loop {
        // "Fifty-odd thousand", "a hundred or so thousand"
        let filler = odd(text, one.end) + 2 * usize::from(text.reads(one.end, &["or", "so"]));
        let at = one.end + filler;
        let name = text.word(at);
        let capital = text.words.get(at).is_some_and(|word| word.capital);
        // "2.5 M" may be a length in small letters.
        let is_scale = |by: &f64| name.len() > 1 || by.eq(&1e3) || by.eq(&1e6) && capital && first == Shape::Digits;
        let Some(by) = scale(name).or_else(|| misspelt_scale(name)).filter(is_scale) else { break };
        if one.unsure && word.shape == Shape::Digits && said.contains('.') {
            (one.value, one.unsure) = (one.value / 1e3, false);
        }
        one.value *= by;
        one.scale *= by;
        one.end = at + 1;
        one.unsure |= filler > 0;
        let and = usize::from(!between && text.word(one.end) == "and");
        if let Some(more) = remainder(text, one.end + and, by)
            .filter(|more| one.value >= 100.0 && (and == 0 || text.is_mark(more.end) || first == Shape::Letters))
        {
            one.value += more.value;
            one.end = more.end;
        }
    }
    // "A million and a half"
    if !between && one.scale >= 1e3 && text.reads(one.end, &["and", "a", "half"]) && more_than_a_span(text, one.end + 3) {
        one.value += one.scale / 2.0;
        one.end += 3;
    }
    Some(one)
}

/// How many words say here that a number is only the beginning: "forty-odd", "forty something".
pub(super) fn odd(text: &Text<'_>, at: usize) -> usize {
    let dash = usize::from(text.word(at) == "-");
    if matches!(text.word(at + dash), "odd" | "something") { 1 + dash } else { 0 }
}

/// "Point two five" behind a whole number: where it ends, and the value.
fn with_decimals(text: &Text<'_>, whole: f64, point: usize) -> Option<(usize, f64)> {
    if text.word(point) != "point" {
        return None;
    }
    let digit = |at: usize| lexicon::UNITS.iter().find(|(name, unit)| *name == text.word(at) && *unit < 10);
    let digits: String = (point + 1..text.words.len()).map_while(digit).map(|(_, digit)| digit.to_string()).collect();
    let value = format!("{whole}.{digits}").parse().ok().filter(|_| !digits.is_empty())?;
    Some((point + 1 + digits.len(), value))
}

/// "Two hundred" behind "one thousand": less than the scale before it, and no number of its own.
fn remainder(text: &Text<'_>, at: usize, below: f64) -> Option<Quantity> {
    let mut more = in_words(text, at).filter(|more| more.scale.eq(&1.0))?;
    // "Three hundred and fifty thousand": the thousand is of all of it.
    while let Some(by) = scale(text.word(more.end)).filter(|by| more.value * by < below) {
        more.value *= by;
        more.end += 1;
    }
    (more.value < below).then_some(more)
}

/// "A year and a half" is half a year more, "a hundred and a half day" is nothing at all.
fn more_than_a_span(text: &Text<'_>, at: usize) -> bool {
    !matches!(text.word(at), "day" | "hour" | "week")
}

fn scale(name: &str) -> Option<f64> {
    lexicon::SCALES.iter().find(|(known, _)| *known == name).map(|(_, by)| *by)
}

/// "3 milion", "12 thousends": a scale that is written a little wrong.
fn misspelt_scale(name: &str) -> Option<f64> {
    const WRITTEN_OUT: &[(&str, f64)] = &[
        ("hundred", 1e2),
        ("hundreds", 1e2),
        ("thousand", 1e3),
        ("thousands", 1e3),
        ("million", 1e6),
        ("millions", 1e6),
        ("billion", 1e9),
        ("billions", 1e9),
    ];
    let near = |known: &str| name.len() > 5 && name != "bullion" && strsim::osa_distance(name, known) == 1;
    WRITTEN_OUT.iter().find(|(known, _)| *known == name || near(known)).map(|(_, by)| *by)
}

fn in_digits(text: &Text<'_>, at: usize) -> Option<Quantity> {
    let digit = |at: usize| text.words.get(at).is_some_and(|word| word.shape == Shape::Digits);
    let tight = |at: usize| text.words.get(at).is_some_and(|word| !word.spaced);
    // "1/2" is a half, "24/7" is no number at all.
    let over = |at: usize| {
        let is = digit(at) && text.word(at + 1) == "/" && digit(at + 2) && tight(at + 1) && tight(at + 2);
        let (above, below) = (text.word(at).parse::<u32>().ok()?, text.word(at + 2).parse::<u32>().ok()?);
        (is && above > 0 && above < below && below <= 16).then(|| f64::from(above) / f64::from(below))
    };
    if let Some(value) = over(at) {
        return Some(Quantity { end: at + 3, value, unsure: false, scale: 1.0 });
    }
    if text.word(at + 1) == "/" && digit(at + 2) && tight(at + 1) && tight(at + 2) {
        return None;
    }
    let said = text.word(at);
    if let Some(part) = over(at + 1) {
        return Some(Quantity { end: at + 4, value: digits(said)?.0 + part, unsure: false, scale: 1.0 });
    }
    // "12 500": groups of three behind a space.
    let group = |at: usize| digit(at) && text.word(at).len() == 3 && text.words[at].start == text.words[at - 1].end + 1;
    if said.len() <= 3 && !said.starts_with('0') && said.bytes().all(|byte| byte.is_ascii_digit()) && group(at + 1) {
        let mut end = at + 1;
        let mut whole = said.to_owned();
        while end < at + 4 && group(end) {
            whole.push_str(text.word(end));
            end += 1;
        }
        let round = end > at + 2 || text.word(at + 1) == "000";
        return Some(Quantity { end, value: whole.parse().ok()?, unsure: !round, scale: 1.0 });
    }
    let (value, mut unsure) = digits(said)?;
    let share = matches!(text.word(at + 1), "%" | "percent" | "pct");
    let value = if unsure && share { value / 1e3 } else { value };
    unsure &= !share;
    Some(Quantity { end: at + 1, value, unsure, scale: 1.0 })
}

/// The value, and whether a single point before three digits was read as a group.
fn digits(said: &str) -> Option<(f64, bool)> {
    let (said, part) = match said.chars().next_back() {
        Some('½') => (&said[..said.len() - '½'.len_utf8()], 0.5),
        Some('¼') => (&said[..said.len() - '¼'.len_utf8()], 0.25),
        Some('¾') => (&said[..said.len() - '¾'.len_utf8()], 0.75),
        _ => (said, 0.0),
    };
    if part > 0.0 {
        let whole = if said.is_empty() { 0.0 } else { said.parse::<f64>().ok()? };
        return Some((whole + part, false));
    }
    let said = said.replace('\'', "");
    let parse = |plain: &str| plain.parse::<f64>().ok().filter(|value| value.is_finite());
    let groups = |by: char| {
        let mut parts = said.split(by);
        let first = parts.next().is_some_and(|first| (1..=3).contains(&first.len()) && !first.starts_with('0'));
        first && parts.all(|part| part.len() == 3)
    };
    match (said.rfind(','), said.rfind('.')) {
        (Some(comma), Some(point)) => {
            // The last of the two signs is the decimal one.
            let (group, decimal) = if comma < point { (',', '.') } else { ('.', ',') };
            parse(&said.replace(group, "").replace(decimal, ".")).map(|value| (value, false))
        }
        (Some(_), None) if groups(',') => parse(&said.replace(',', "")).map(|value| (value, false)),
        (Some(_), None) => parse(&said.replacen(',', ".", 1)).map(|value| (value, false)),
        (None, Some(first)) if groups('.') => {
            let once = said.find('.') == Some(first);
            parse(&said.replace('.', "")).map(|value| (value, once))
        }
        _ => parse(&said).map(|value| (value, false)),
    }
}

fn in_words(text: &Text<'_>, at: usize) -> Option<Quantity> {
    let by_name = |at: usize| scale(text.word(at)).filter(|_| text.word(at).len() > 3).or_else(|| misspelt_scale(text.word(at)));
    if let Some((end, part)) = fraction(text, at) {
        // "Half a million", "three quarters of a million".
        let of = usize::from(text.word(end) == "of");
        let article = usize::from(matches!(text.word(end + of), "a" | "an"));
        return by_name(end + of + article).map(|by| Quantity {
            end: end + of + article + 1,
            value: part * by,
            unsure: false,
            scale: by,
        });
    }
    let article = usize::from(matches!(text.word(at), "a" | "an"));
    if text.word(at + article) == "couple" {
        let of = usize::from(text.word(at + article + 1) == "of");
        let name = at + article + 1 + of;
        // "A couple of k"
        let by = by_name(name).or_else(|| scale("k").filter(|_| text.word(name) == "k"));
        return by.map(|by| Quantity { end: name + 1, value: 2.0 * by, unsure: true, scale: by });
    }
    // "A hundred", and "hundred and eighty" as many say it.
    let bare = article == 0 && text.word(at) == "hundred" && !is_counted_before(text, at);
    if article == 1 || bare {
        let mut one = by_name(at + article).map(|by| Quantity { end: at + article + 1, value: by, unsure: false, scale: by })?;
        let and = usize::from(text.word(one.end) == "and");
        if let Some(more) = remainder(text, one.end + and, one.scale) {
            one = Quantity { end: more.end, value: one.value + more.value, unsure: false, scale: 1.0 };
        }
        return Some(one);
    }
    let mut end = at;
    let mut value = 0.0;
    let (mut any, mut unsure) = (false, false);
    while let Some((_, unit)) = unit_named(text.word(end)) {
        #[expect(clippy::cast_precision_loss, reason = "below a hundred")]
        let unit = *unit as f64;
        let hundreds = end == at + 1 && is_hundreds(text, at, value, unit);
        if hundreds {
            (value, unsure) = (value * 100.0, true);
        }
        // "twenty five", not "two three".
        if any && !hundreds && !(value >= 20.0 && value % 10.0 == 0.0 && unit < 10.0) {
            break;
        }
        value += unit;
        any = true;
        end += 1;
        if text.word(end) == "-"
            && lexicon::UNITS.iter().any(|(name, below)| *name == text.word(end + 1) && *below < 10)
            && value >= 20.0
        {
            end += 1;
        }
    }
    if any && let Some(found) = with_decimals(text, value, end) {
        (end, value) = found;
    }
    any.then_some(Quantity { end, value, unsure, scale: 1.0 })
}

/// "One eighty", "two fifty k": a hundred and eighty, where neither a time is told nor anything counted.
fn is_hundreds(text: &Text<'_>, at: usize, first: f64, tens: f64) -> bool {
    let ends = text.is_mark(at + 2) && text.word(at + 2) != "-" || scale(text.word(at + 2)).is_some();
    ends && text.before(at) != "at" && (1.0..10.0).contains(&first) && tens >= 20.0 && tens % 10.0 == 0.0
}

/// "Fourty", "ninteen": a long number word that is written a little wrong.
fn unit_named(word: &str) -> Option<&'static (&'static str, u64)> {
    let known = lexicon::UNITS.iter().find(|(name, _)| *name == word);
    let long = word.len() > 4 && (word.ends_with("ty") || word.ends_with("teen")) && !matches!(word, "thirsty" | "weighty");
    let near =
        |name: &str| name.len() > 4 && (name.ends_with("ty") || name.ends_with("teen")) && strsim::osa_distance(name, word) == 1;
    known.or_else(|| lexicon::UNITS.iter().find(|(name, _)| long && near(name)))
}

fn is_counted_before(text: &Text<'_>, at: usize) -> bool {
    at > 0
        && (matches!(text.words[at - 1].shape, Shape::Digits | Shape::Mixed)
            || lexicon::UNITS.iter().any(|(name, _)| *name == text.word(at - 1))
            || matches!(text.word(at - 1), "a" | "an" | "few" | "several" | "half" | "couple" | "many"))
}

/// "Half", "a third", "three quarters": where it ends and how much it is.
fn fraction(text: &Text<'_>, at: usize) -> Option<(usize, f64)> {
    if text.word(at) == "half" {
        return Some((at + 1, 0.5));
    }
    let above = match text.word(at) {
        "a" | "one" => 1,
        name => lexicon::UNITS.iter().find(|(known, _)| *known == name).map(|(_, unit)| *unit).filter(|unit| *unit > 1)?,
    };
    let below = match text.word(at + 1) {
        "half" => 2,
        "third" | "thirds" => 3,
        "quarter" | "quarters" => 4,
        "fifth" | "fifths" => 5,
        "tenth" | "tenths" => 10,
        _ => return None,
    };
    #[expect(clippy::cast_precision_loss, reason = "at most ten")]
    (above < below && (above > 1) == text.word(at + 1).ends_with('s')).then(|| (at + 2, above as f64 / below as f64))
}

/// "Three quarters of our customers", "two thirds": a part of a whole. Two quarters are half a year.
pub(super) fn share(text: &Text<'_>, at: usize) -> Option<(usize, f64)> {
    let (end, part) = fraction(text, at)?;
    let of = text.word(end) == "of";
    let scaled = scale(text.word(end + 1 + usize::from(matches!(text.word(end + 1), "a" | "an")))).is_some_and(|by| by > 1.0);
    let several = matches!(text.word(end - 1), "thirds" | "fifths" | "tenths") || part > 0.7 && text.word(end - 1) == "quarters";
    let alone = of && !matches!(text.word(end + 1), "a" | "an");
    ((of && !scaled && alone || several && !of) && scale(text.word(end)).is_none()).then_some((end, part))
}
