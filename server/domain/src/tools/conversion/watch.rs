//! What is remembered of a column while its values go by, and what is made of it at the end.

use super::{
    Conversion, ConversionState, Meaning, Typed,
    day::{DayOrder, Written, names_day, serial, words, written},
    is_nothing,
    number::{Bare, Mark, PERCENT, strip},
    plan::{Form, Plan},
};

/// Values that are kept as examples, and signs of each.
const EXAMPLES: usize = 3;
const LONGEST: usize = 40;
/// After so many values a column that is something else is let go.
const PATIENCE: u64 = 200;
/// Of this many values one may be a word without a digit, as a share: such words become empty.
const ONE_IN: u64 = 20;

/// Names of columns whose digits are no numbers.
const IDENTIFIERS: [&str; 23] = [
    "id", "ids", "uuid", "key", "code", "zip", "postcode", "postal", "plz", "phone", "tel", "telephone", "telefon", "mobile",
    "fax", "iban", "isbn", "ean", "sku", "ssn", "nr", "version", "ref",
];

/// What is known of one column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Watch {
    values: u64,
    nothings: u64,
    misfits: u64,
    /// A value with digits in it is neither a number nor a day.
    strange: bool,
    given_up: bool,
    numbers: Numbers,
    days: Days,
    serials: u64,
    words: Vec<String>,
    others: Vec<String>,
    examples: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Numbers {
    count: u64,
    /// Read by one of the marks alone, or differently by both with a comma or a point in it.
    point: u64,
    comma: u64,
    either_comma: u64,
    either_point: u64,
    /// By each mark there is one that is not whole.
    broken: [bool; 2],
    spaced: bool,
    /// Which numbers of groups there are, a bit for each.
    groups: u8,
    /// Whole ones without any mark: below a thousand, and from there on.
    small: u64,
    large: u64,
    unit: Option<&'static str>,
    with_unit: u64,
    without_unit: u64,
    mixed: bool,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct Days {
    count: u64,
    /// Days of spreadsheets and people, not of programs.
    written: u64,
    day_first: u64,
    month_first: u64,
    either: u64,
}

/// What is made of a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// It is what it seems to be.
    Nothing,
    Convert(Plan),
    /// It stays a text, and that is worth knowing.
    Unclear(Meaning),
    Mixed(Meaning),
}

impl Watch {
    pub fn see(&mut self, value: &str) {
        let text = value.trim();
        if text.is_empty() {
            return;
        }
        self.values += 1;
        if self.given_up {
            return;
        }
        if is_nothing(text) {
            self.nothings += 1;
            keep(&mut self.words, text);
            return;
        }
        self.serials += u64::from(serial(text).is_some());
        if self.numbers.see(text) {
            if !text.bytes().all(|byte| byte.is_ascii_digit()) {
                keep(&mut self.examples, text);
            }
        } else if let Some(day) = written(text) {
            self.days.see(day);
            keep(&mut self.examples, text);
        } else {
            self.misfits += 1;
            self.strange |= text.bytes().any(|byte| byte.is_ascii_digit());
            keep(&mut self.others, text);
            self.given_up = self.values > PATIENCE && self.misfits * 2 > self.values;
        }
    }

    /// Takes over what another watch saw of the same column.
    pub fn join(&mut self, other: &Self) {
        self.values += other.values;
        self.nothings += other.nothings;
        self.misfits += other.misfits;
        self.strange |= other.strange;
        self.given_up |= other.given_up;
        self.serials += other.serials;
        self.numbers.join(&other.numbers);
        self.days.join(&other.days);
        for (mine, theirs) in
            [(&mut self.words, &other.words), (&mut self.others, &other.others), (&mut self.examples, &other.examples)]
        {
            theirs.iter().for_each(|text| keep(mine, text));
        }
    }

    #[must_use]
    pub const fn nothings(&self) -> u64 {
        self.nothings
    }

    /// What a column of this name is, which the file's reader took for `typed`.
    #[must_use]
    pub fn decide(&self, column: &str, typed: Typed) -> Outcome {
        let fit = self.numbers.count + self.days.count;
        if self.given_up || fit == 0 {
            return Outcome::Nothing;
        }
        match typed {
            Typed::Other => Outcome::Nothing,
            Typed::Integer if names_day(column) && self.serials == fit && self.misfits == 0 => {
                Outcome::Convert(Plan { meaning: Meaning::Date, unit: None, form: Form::Serial })
            }
            // It is read as it was before; what became empty is worth knowing.
            Typed::Integer | Typed::Number | Typed::Date if self.nothings == 0 => Outcome::Nothing,
            Typed::Integer | Typed::Number | Typed::Date => match self.meant(column) {
                Outcome::Convert(plan) => Outcome::Convert(plan),
                _ => Outcome::Nothing,
            },
            Typed::Text => self.meant(column),
        }
    }

    fn meant(&self, column: &str) -> Outcome {
        let (numbers, days) = (&self.numbers, &self.days);
        // A column of both is neither.
        if numbers.count > 0 && days.count > 0 {
            return Outcome::Nothing;
        }
        let is_day = days.count > 0;
        let decided = if is_day { days.decide() } else { numbers.decide(column) };
        let meaning = match &decided {
            Outcome::Convert(plan) => plan.meaning,
            Outcome::Unclear(meaning) | Outcome::Mixed(meaning) => *meaning,
            Outcome::Nothing => return Outcome::Nothing,
        };
        if self.misfits == 0 {
            return decided;
        }
        let fit = numbers.count + days.count;
        // Bare digits may be names of something, of which one is a word.
        let is_formatted = if is_day { days.written > 0 } else { numbers.is_formatted() };
        if is_formatted && !self.strange && self.misfits * ONE_IN <= fit + self.misfits {
            return decided;
        }
        if fit > self.misfits { Outcome::Mixed(meaning) } else { Outcome::Nothing }
    }

    /// What is told of the column, where there is anything to tell. `counted` are the values and those of them that became empty, where
    /// all were read.
    #[must_use]
    pub fn describe(
        &self,
        column: &str,
        from: Typed,
        outcome: &Outcome,
        wanted: bool,
        counted: Option<(u64, u64)>,
    ) -> Option<Conversion> {
        let (to, state, unit) = match outcome {
            Outcome::Nothing => return None,
            Outcome::Convert(plan) if wanted => (plan.meaning, ConversionState::Applied, plan.unit),
            Outcome::Convert(plan) => (plan.meaning, ConversionState::Undone, plan.unit),
            Outcome::Unclear(meaning) => (*meaning, ConversionState::Unclear, None),
            Outcome::Mixed(meaning) => (*meaning, ConversionState::Mixed, None),
        };
        let (values, empty) = counted.unwrap_or((self.values, self.nothings + self.misfits));
        let nothings = self.words.iter().chain(&self.others).take(EXAMPLES).cloned().collect();
        Some(Conversion {
            column: column.to_owned(),
            from: match from {
                Typed::Integer => Meaning::Integer,
                Typed::Number => Meaning::Number,
                Typed::Date => Meaning::Date,
                Typed::Text | Typed::Other => Meaning::Text,
            },
            to,
            state,
            unit: unit.map(str::to_owned),
            values,
            empty,
            nothings,
            examples: self.examples.clone(),
        })
    }
}

impl Numbers {
    /// Whether it is a number.
    fn see(&mut self, text: &str) -> bool {
        let Some(bare) = strip(text) else { return false };
        let (point, comma) = (bare.read(Mark::Point), bare.read(Mark::Comma));
        let has_comma = bare.core.contains(',');
        match (&point, &comma) {
            (None, None) => return false,
            (Some(_), None) => self.point += 1,
            (None, Some(_)) => self.comma += 1,
            (Some(one), Some(other)) if one.plain != other.plain => {
                *(if has_comma { &mut self.either_comma } else { &mut self.either_point }) += 1;
            }
            (Some(one), Some(_)) if one.whole && one.groups == 0 => {
                *(if bare.core.len() < 4 { &mut self.small } else { &mut self.large }) += 1;
            }
            _ => {}
        }
        for (broken, figures) in self.broken.iter_mut().zip([&point, &comma]) {
            *broken |= figures.as_ref().is_some_and(|figures| !figures.whole);
        }
        if let Some(figures) = point.as_ref().or(comma.as_ref()) {
            self.spaced |= figures.spaced;
            self.groups |= 1 << figures.groups.min(7);
        }
        self.count += 1;
        self.see_unit(&bare);
        true
    }

    fn see_unit(&mut self, bare: &Bare<'_>) {
        match bare.unit {
            Some(unit) => {
                self.with_unit += 1;
                self.mixed |= self.unit.is_some_and(|known| known != unit);
                self.unit = Some(unit);
            }
            None if bare.is_zero() => {}
            None => self.without_unit += 1,
        }
    }

    fn join(&mut self, other: &Self) {
        self.count += other.count;
        self.point += other.point;
        self.comma += other.comma;
        self.either_comma += other.either_comma;
        self.either_point += other.either_point;
        self.broken = [self.broken[0] || other.broken[0], self.broken[1] || other.broken[1]];
        self.spaced |= other.spaced;
        self.groups |= other.groups;
        self.small += other.small;
        self.large += other.large;
        self.mixed |= other.mixed || matches!((self.unit, other.unit), (Some(one), Some(two)) if one != two);
        self.unit = self.unit.or(other.unit);
        self.with_unit += other.with_unit;
        self.without_unit += other.without_unit;
    }

    fn is_formatted(&self) -> bool {
        self.with_unit > 0 || self.comma > 0 || self.either_comma > 0 || self.spaced || self.groups > 1
    }

    fn decide(&self, column: &str) -> Outcome {
        let is_money = self.unit.is_some_and(|unit| unit != PERCENT);
        // A column of amounts in two currencies, or of some in hundredths, is not one of numbers.
        if self.mixed || (self.with_unit > 0 && self.without_unit > 0) {
            return Outcome::Nothing;
        }
        if self.unit.is_none() && words(column).iter().any(|word| IDENTIFIERS.contains(&word.as_str())) {
            return Outcome::Nothing;
        }
        let meaning = if self.unit == Some(PERCENT) { Meaning::Percent } else { Meaning::Number };
        let mark = match (self.point > 0, self.comma > 0) {
            (true, true) => return Outcome::Nothing,
            (true, false) => Mark::Point,
            (false, true) => Mark::Comma,
            (false, false) => match (self.either_comma > 0, self.either_point > 0) {
                (false, false) => Mark::Point,
                (true, true) => return Outcome::Unclear(meaning),
                // Money has no three digits behind its mark, and a fraction would stand behind the small ones too.
                (true, false) if is_money || (self.small > 0 && self.large == 0) => Mark::Point,
                (false, true) if is_money => Mark::Comma,
                _ => return Outcome::Unclear(meaning),
            },
        };
        let broken = self.broken[usize::from(mark == Mark::Comma)];
        // Groups of digits of one length, and nothing else of a number, may be telephone numbers.
        if self.spaced && self.unit.is_none() && !broken && self.groups.count_ones() < 2 {
            return Outcome::Unclear(meaning);
        }
        let meaning = if meaning == Meaning::Number && !broken { Meaning::Integer } else { meaning };
        Outcome::Convert(Plan { meaning, unit: self.unit, form: Form::Figures(mark) })
    }
}

impl Days {
    fn see(&mut self, day: Written) {
        self.count += 1;
        match day {
            Written::YearFirst(_) => return,
            Written::Slashes { day_first: Some(one), month_first: Some(other) } if one != other => self.either += 1,
            Written::Slashes { day_first: Some(_), month_first: None } => self.day_first += 1,
            Written::Slashes { day_first: None, .. } => self.month_first += 1,
            Written::Points(_) | Written::Slashes { .. } => {}
        }
        self.written += 1;
    }

    fn join(&mut self, other: &Self) {
        self.count += other.count;
        self.written += other.written;
        self.day_first += other.day_first;
        self.month_first += other.month_first;
        self.either += other.either;
    }

    fn decide(&self) -> Outcome {
        let order = match (self.day_first > 0, self.month_first > 0) {
            (true, true) => return Outcome::Nothing,
            (true, false) => DayOrder::DayFirst,
            (false, true) => DayOrder::MonthFirst,
            (false, false) if self.either > 0 => return Outcome::Unclear(Meaning::Date),
            (false, false) => DayOrder::DayFirst,
        };
        Outcome::Convert(Plan { meaning: Meaning::Date, unit: None, form: Form::Day(order) })
    }
}

fn keep(list: &mut Vec<String>, text: &str) {
    if list.len() < EXAMPLES && !list.iter().any(|known| known == text) {
        list.push(text.chars().take(LONGEST).collect());
    }
}
