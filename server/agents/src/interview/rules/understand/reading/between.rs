//! What the values of one message are to each other: restated, overtaken by a newer one, two ends of one span.

use super::{
    super::{
        cues, lexicon,
        matching::{Placed, What},
        profile::Role,
        text::Shape,
        values::{
            Form, Spotted,
            date::{self, Day},
            number::{self, Amount},
        },
    },
    Moment,
};
use protocol::interview::WidgetType;
use std::ops::Range;

/// A value in such company is how it was, where another tells how it is.
const BEFORE: &[&str] = &[
    "was", "were", "had", "used", "before", "ago", "previously", "formerly", "originally", "initially", "spent", "paid", "began",
];

/// Nothing grows or shrinks by more than this from one time to another, as a rule.
const MOST_CHANGE: f64 = 100.0;

/// A year further off is a number of something else.
const YEARS_AHEAD: i16 = 30;

/// Seven and 300,000 are no two values of one thing.
fn of_like_size(one: &Form, other: &Form) -> bool {
    let size = |form: &Form| match form {
        Form::Number(amount) | Form::Money(amount) | Form::Percent(amount) => amount.value.or(amount.max).or(amount.min),
        _ => None,
    };
    match (size(one), size(other)) {
        (Some(one), Some(other)) => one.abs().max(other.abs()) <= one.abs().min(other.abs()).max(1.0) * MOST_CHANGE,
        _ => true,
    }
}

impl Moment<'_, '_> {
    /// "60k, no, 80k": of two values of one form the second stands, and the "no" is not about it.
    pub(super) fn without_what_was_restated(&self, mut spots: Vec<Spotted>) -> (Vec<Spotted>, Vec<usize>) {
        let alike = |one: &Spotted, other: &Spotted| std::mem::discriminant(&one.form) == std::mem::discriminant(&other.form);
        let turns = |between: Range<usize>| {
            let word = |at: usize| self.text.word(at);
            let corrects =
                between.clone().any(|at| matches!(word(at), "no" | "sorry" | "wait" | "rather" | "oops" | "mean" | "well"));
            corrects
                && between.clone().all(|at| {
                    self.text.is_mark(at)
                        || matches!(
                            word(at),
                            "no" | "sorry"
                                | "wait"
                                | "rather"
                                | "oops"
                                | "mean"
                                | "well"
                                | "i"
                                | "or"
                                | "make"
                                | "that"
                                | "it"
                                | "actually"
                        )
                })
        };
        let dropped: Vec<usize> = (1..spots.len())
            .filter(|&at| alike(&spots[at - 1], &spots[at]) && turns(spots[at - 1].words.end..spots[at].words.start))
            .collect();
        let restated = dropped.iter().map(|&at| spots[at].words.start).collect();
        for at in dropped.into_iter().rev() {
            spots.remove(at - 1);
        }
        (spots, restated)
    }

    /// "We had 10 last year, now 14": of two values of one form the one of today stands.
    pub(super) fn without_the_past(&self, spots: Vec<Spotted>) -> Vec<Spotted> {
        let past: Vec<bool> = spots.iter().map(|spot| self.is_of_the_past(&spot.words)).collect();
        let alike = |one: &Spotted, other: &Spotted| {
            std::mem::discriminant(&one.form) == std::mem::discriminant(&other.form)
                && matches!(one.form, Form::Number(_) | Form::Money(_) | Form::Percent(_))
                && match (self.counted(&one.words), self.counted(&other.words)) {
                    (Some(one), Some(other)) => one == other,
                    _ => of_like_size(&one.form, &other.form),
                }
        };
        // "That was 2019, now it's 340k"
        let year = |spot: &Spotted| match &spot.form {
            Form::Number(amount) => amount.whole().is_some_and(|year| (1900..2100).contains(&year)),
            _ => false,
        };
        let measures = |spot: &Spotted| matches!(spot.form, Form::Number(_) | Form::Money(_));
        let overtaken = |at: usize| {
            past[at]
                && (0..spots.len()).any(|other| {
                    !past[other] && (alike(&spots[at], &spots[other]) || year(&spots[at]) && measures(&spots[other]))
                })
        };
        let keep: Vec<bool> = (0..spots.len()).map(|at| !overtaken(at)).collect();
        spots.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(spot, _)| spot).collect()
    }

    /// The stem of the word right behind a value, where it says what is counted.
    fn counted(&self, words: &Range<usize>) -> Option<&str> {
        let word = self.text.word(words.end);
        let time = BEFORE.contains(&word) || matches!(word, "last" | "now" | "today" | "currently" | "this");
        (!self.text.is_mark(words.end) && !lexicon::COMMON.contains(word) && !time).then(|| self.text.stem(words.end))
    }

    /// The part of the sentence between two commas or conjunctions speaks of earlier.
    fn is_of_the_past(&self, words: &Range<usize>) -> bool {
        let text = self.text;
        let border = |at: usize| text.is_mark(at) && text.word(at) != "-" || matches!(text.word(at), "and" | "but" | "now");
        let sentence = text.sentence_of(words.start).map_or(words.clone(), |sentence| sentence.words.clone());
        let start = (sentence.start..words.start).rev().find(|&at| border(at)).map_or(sentence.start, |at| at + 1);
        let end = (words.end..sentence.end).find(|&at| border(at)).unwrap_or(sentence.end);
        let now = start > 0 && text.word(start - 1) == "now";
        !now && (start..end).any(|at| {
            BEFORE.contains(&text.word(at))
                || text.word(at) == "last"
                    && matches!(text.word(at + 1), "year" | "time" | "month" | "week" | "quarter" | "season")
        })
    }

    /// "March or April", "from March to May": no one day.
    pub(super) fn joined_days(&self, spots: Vec<Spotted>) -> Vec<Spotted> {
        let journey = self.plan.slots.iter().any(|slot| slot.widget == WidgetType::Date && slot.role == Some(Role::To));
        let mut joined: Vec<Spotted> = Vec::new();
        for spot in spots {
            let last = joined.last_mut().filter(|last| {
                let between = last.words.end..spot.words.start;
                let ends = matches!((&last.form, &spot.form), (Form::Date(_), Form::Date(_)));
                ends && between.len() == 1
                    && match self.text.word(between.start) {
                        "or" => true,
                        "to" | "until" | "till" | "-" | "and" => !journey,
                        _ => false,
                    }
            });
            match last {
                Some(last) => {
                    let led = matches!(self.text.before(last.words.start), "between" | "from");
                    let start = last.words.start - usize::from(led);
                    *last = Spotted { words: start..spot.words.end, form: Form::Date(None) };
                }
                None => joined.push(spot),
            }
        }
        joined
    }

    /// "By 2028": its last day, where a day is asked for or a word of time leads to it.
    pub(super) fn read_years(&self, spots: &mut [Spotted]) {
        let text = self.text;
        let asked = self.focus.requested.iter().any(|slot| self.plan.slots[*slot].widget == WidgetType::Date);
        let ahead = |slot: &usize| self.plan.slots[*slot].widget == WidgetType::Date && self.plan.slots[*slot].spoken.ahead;
        let waits = self.focus.requested.iter().any(ahead);
        for spot in spots {
            if waits {
                self.read_span(spot);
            }
            let at = spot.words.start;
            let year = text.word(at).parse::<i16>().ok().filter(|_| spot.words.len() == 1 && text.word(at).len() == 4);
            let Some(year) = year.filter(|year| (0..=YEARS_AHEAD).contains(&(year - self.today.year()))) else { continue };
            let mut lead = at;
            while lead > 0 && matches!(text.word(lead - 1), "-" | "early" | "mid" | "late") {
                lead -= 1;
            }
            let led = matches!(text.before(lead), "in" | "by" | "before" | "until" | "till" | "during" | "of" | "sometime")
                || lead < at;
            let apart = text.is_mark(at + 1) || lexicon::COMMON.contains(text.word(at + 1));
            if !matches!(spot.form, Form::Number(_)) || !apart || !(led || asked) {
                continue;
            }
            let (year, month) = match (text.before(lead), text.word(lead)) {
                ("before", _) => (year - 1, 12),
                (_, "early") => (year, 3),
                (_, "mid") => (year, 6),
                _ => (year, 12),
            };
            let day = Day::new(year, month, 1).ok().map(Day::last_of_month).filter(|day| *day >= self.today);
            *spot = Spotted { words: lead..at + 1, form: Form::Date(day) };
        }
    }

    /// "Three weeks", where a day to come is asked for and nothing else is said: so long from now.
    fn read_span(&self, spot: &mut Spotted) {
        let Form::Duration(Amount { value: Some(many), unit: Some(unit), .. }) = &spot.form else { return };
        let small = |at: usize| {
            let near = |list: &&str| cues::is(list, self.text, at);
            self.text.is_mark(at) || lexicon::OPENERS.contains(self.text.word(at)) || ["near", "hedging"].iter().any(near)
        };
        let or_so = self.text.reads(spot.words.end, &["or", "so"]);
        let rest = spot.words.end + if or_so { 2 } else { 0 };
        let is_all = (0..spot.words.start).chain(rest..self.text.words.len()).all(small);
        if let Some(day) = date::after(self.today, *many, unit).filter(|_| is_all) {
            spot.form = Form::Date(Some(day));
        }
    }

    /// A day that is only one of many the words may mean, or a number that may be another.
    pub(super) fn is_rough(&self, one: &Placed) -> bool {
        let What::Form(form) = &one.what else { return false };
        match form {
            Form::Number(amount) | Form::Money(amount) | Form::Percent(amount) | Form::Duration(amount) => {
                // "15 if you count my sister"
                amount.unsure || self.text.word(one.words.end) == "if" || self.text.word(one.words.end + 1) == "if"
            }
            Form::Date(day) if self.plan.slots[one.slot].widget == WidgetType::Date => {
                let year = |at: usize| self.text.words[at].shape == Shape::Digits && self.text.word(at).len() == 4;
                let near = |at: usize| {
                    cues::is("near", self.text, at)
                        || self.text.word(at) == "week" && matches!(self.text.word(at + 1), "of" | "in")
                };
                let is_span = number::plain(self.text, one.words.start).is_some_and(|(end, _)| {
                    one.words.end == end + 1 && lexicon::SPANS_OF_TIME.iter().any(|(name, _)| *name == self.text.word(end))
                });
                day.is_none()
                    || is_span
                    || one.words.clone().any(near)
                    || matches!(self.text.before(one.words.start), "sometime" | "somewhere")
                    || self.is_of_a_relative(one)
                    || one.words.clone().all(|at| year(at) || matches!(self.text.word(at), "-" | "early" | "mid" | "late"))
            }
            _ => false,
        }
    }
}
