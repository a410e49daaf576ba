//! A value in the form of its widget, how it was said, and how sure that makes it.

use super::{
    super::{
        cues, lexicon,
        matching::{Placed, What},
        profile::Kind,
        signs::Sign,
        text::{Text, stem},
        values::{Form, date::Day},
    },
    Moment,
    period::over,
};
use domain::interview::{Finding, Manner, Quote};
use jiff::ToSpan as _;
use protocol::interview::{Asking, Status, WidgetType};
use serde_json::{Value, json};
use std::ops::Range;

impl Moment<'_, '_> {
    pub(super) fn value(&self, one: &Placed, text: &Text<'_>) -> Option<Value> {
        let slot = &self.plan.slots[one.slot];
        let said = text.said(&one.words);
        let form = match &one.what {
            What::Option(option) => return slot.options.get(*option).map(|option| json!(option)),
            What::Form(form) => form,
        };
        match (form, slot.widget) {
            (Form::Number(amount) | Form::Duration(amount), WidgetType::Choice) => {
                let number = amount.whole()?;
                let (_, option) = slot.numbers.iter().find(|(known, _)| *known == number)?;
                slot.options.get(*option).map(|option| json!(option))
            }
            (_, WidgetType::Choice | WidgetType::Multiselect) => None,
            (Form::Date(Some(day)), WidgetType::Date) => {
                Some(json!({"date": self.day_meant(one.slot, *day, said).to_string(), "text": said}))
            }
            (Form::Number(amount) | Form::Money(amount) | Form::Percent(amount) | Form::Duration(amount), WidgetType::Number) => {
                let other = self.over_another_period(one.slot, &one.words);
                let amount = &other.map_or_else(|| amount.clone(), |(by, _)| over(amount, by));
                if amount.unit.is_none()
                    && bound(self.text, &one.words).is_none()
                    && let Some(value) = amount.value
                {
                    return Some(json_number(value));
                }
                let mut made = serde_json::Map::new();
                for (name, number) in [("value", amount.value), ("min", amount.min), ("max", amount.max)] {
                    if let Some(number) = number {
                        made.insert(name.to_owned(), json_number(number));
                    }
                }
                self.bound(&one.words, &mut made);
                if let Some(unit) = &amount.unit {
                    made.insert("unit".to_owned(), json!(unit));
                }
                // The words would say another number.
                if other.is_none() {
                    made.insert("text".to_owned(), json!(said));
                }
                Some(Value::Object(made))
            }
            (_, WidgetType::Number) => None,
            (Form::Duration(amount), WidgetType::Text)
                if slot.kind == Kind::Duration && amount.unit.as_ref().is_some_and(|unit| slot.cues.contains_key(stem(unit))) =>
            {
                // "Five days" are "five", in the person's words.
                let first = one.words.start..one.words.start + 1;
                let counts = lexicon::UNITS.iter().any(|(name, _)| *name == text.word(first.start));
                let plain = counts && one.words.len() == 2;
                amount.value.map(|value| json!(if plain { text.said(&first).to_owned() } else { json_number(value).to_string() }))
            }
            _ => Some(json!(said)),
        }
    }

    /// A day without a year is the last one where the question is about the past.
    fn day_meant(&self, slot: usize, day: Day, said: &str) -> Day {
        let with_year = said.bytes().filter(u8::is_ascii_digit).count() > 3;
        let ahead = ["in ", "within ", "next ", "tomorrow"].iter().any(|word| said.to_lowercase().starts_with(word));
        if self.heard.imported || !self.plan.slots[slot].spoken.past || day <= self.today || with_year || ahead {
            return day;
        }
        let weekday =
            day.since(self.today).is_ok_and(|span| span.get_days() <= 7) && !said.bytes().any(|one| one.is_ascii_digit());
        let back = if weekday { day.checked_sub(7.days()) } else { day.checked_sub(1.year()) };
        back.unwrap_or(day)
    }

    fn bound(&self, words: &Range<usize>, made: &mut serde_json::Map<String, Value>) {
        if let Some(name) = bound(self.text, words)
            && let Some(value) = made.remove("value")
        {
            made.insert(name.to_owned(), value);
        }
    }

    pub(super) fn manner(&self, slot: usize, words: &Range<usize>, named: bool) -> Manner {
        let sentence = self.text.sentence_of(words.start).map_or(words.clone(), |sentence| sentence.words.clone());
        let held = self.focus.held.get(slot).is_some_and(Option::is_some);
        let asked = self.focus.requested.contains(&slot);
        let corrects = held && (self.focus.changing || self.focus.proposed.contains(&slot) || !asked);
        // Of words that were read back, or of two, "perhaps it is another" is no correction.
        let weighed = self.focus.live && self.focus.proposed.contains(&slot) && self.plan.slots[slot].widget == WidgetType::Text;
        if corrects && !(weighed && self.signs.has(Sign::Hedge)) {
            return Manner::Corrected;
        }
        let typed = self.plan.slots[slot].kind;
        // "Roughly, it's a bakery": said of all of it, and of no measure.
        let opens = |hedge: &Range<usize>| {
            let leads = |at: usize| self.text.is_mark(at) || lexicon::OPENERS.contains(self.text.word(at));
            !self.heard.imported && self.text.word(hedge.end) == "," && (sentence.start..hedge.start).all(leads)
        };
        let hedged = self.signs.find(Sign::Hedge).any(|hedge| {
            let measured =
                matches!(self.text.word(hedge.start), "about" | "around" | "roughly" | "approximately" | "ish" | "kind" | "sort")
                    && !opens(hedge);
            let follows = matches!(self.text.word(hedge.start), "or" | "give" | "more" | "ish")
                && hedge.start >= words.end
                && hedge.start <= words.end + 2;
            // "The full cover, I believe"
            let adjoins = || (words.end..hedge.start).all(|at| self.text.is_mark(at));
            let closes =
                !self.heard.imported && !measured && hedge.start >= words.end && (hedge.end + 1 >= sentence.end || adjoins());
            let near = hedge.end + usize::from(!measured) * 30 + 1 >= words.start;
            let names = self.heard.imported || matches!(typed, Kind::City | Kind::Spot | Kind::Title | Kind::Person);
            sentence.contains(&hedge.start)
                && (hedge.start < words.end && near || follows || closes)
                && !(measured && names)
                && (hedge.start < words.start || follows || !measured)
        });
        let hedged = hedged
            || words.clone().any(|at| matches!(self.text.word(at), "think" | "believe" | "guess" | "suppose")) && words.len() < 5
            || !self.heard.imported && self.text.word(sentence.end - 1) == "?";
        if hedged {
            Manner::Hedged
        } else if corrects {
            Manner::Corrected
        } else if named && (!asked || !self.heard.imported) {
            Manner::Explicit
        } else if asked {
            Manner::Direct
        } else {
            Manner::Implied
        }
    }

    pub(super) fn take(&mut self, slot: usize, value: Value, manner: Manner, quote: Quote, words: Option<&Range<usize>>) {
        if self.taken.contains(&slot) {
            return;
        }
        let quote = words.map_or(quote, |words| {
            let place = self.text.place(words);
            Quote { turn: None, start: place.start, end: place.end }
        });
        if quote.end <= quote.start {
            return;
        }
        self.taken.push(slot);
        if let Some(words) = words {
            self.said_of.push((slot, words.clone()));
        }
        let same =
            self.focus.held.get(slot).and_then(Option::as_ref).is_some_and(|held| *held == words_of(&value).to_lowercase());
        // Which of two values holds is answered by saying either.
        let settles = matches!(&self.heard.asked, Some((key, Asking::Negotiation)) if self.plan.index(key) == Some(slot));
        // What was unsure and is said once more, asked again, is meant.
        let insists = self.focus.live
            && self.agent.requested.contains(&slot)
            && self.heard.held.get(slot).is_some_and(|held| held.status == Status::Partial);
        if same && !settles && !insists {
            return;
        }
        let manner = if same && insists { Manner::Direct } else { manner };
        let key = self.heard.definition.obligations[slot].key.clone();
        self.findings.push(Finding { key, value, confidence: manner.confidence(), manner, quote });
    }
}

/// "Less than", "at least": a number that bounds rather than is.
fn bound(text: &Text<'_>, words: &Range<usize>) -> Option<&'static str> {
    let before = words.start.checked_sub(2).map_or("", |at| text.word(at));
    let third = words.start.checked_sub(3).map_or("", |at| text.word(at));
    // "Can't put in more than two thousand", "not under 1100".
    let clause =
        (0..words.start).rev().take(9).take_while(|&at| !text.is_mark(at) && !matches!(text.word(at), "but" | "and" | "so"));
    let denied = clause.into_iter().any(|at| cues::is("denying", text, at));
    match (text.word(words.end), text.word(words.end + 1)) {
        ("at", "most") | ("or", "less" | "fewer") | ("max" | "maximum" | "tops", _) => return Some("max"),
        ("at", "least") | ("or", "more") | ("minimum", _) => return Some("min"),
        // "10+", "ten plus", not "10 + 5" and not "ten plus two temps".
        ("+", next) if !next.starts_with(|sign: char| sign.is_ascii_digit()) => return Some("min"),
        ("plus", _) if text.is_mark(words.end + 1) => return Some("min"),
        _ => {}
    }
    match (before, text.before(words.start)) {
        ("more" | "greater", "than") if denied => Some("max"),
        ("less" | "fewer", "than") | (_, "under" | "below") if denied => Some("min"),
        (_, "over" | "above") if denied => Some("max"),
        // "It went up to 60k": so much it is.
        ("up", "to") if matches!(third, "went" | "gone" | "goes" | "climbed" | "grew" | "moved" | "came") => None,
        ("less" | "fewer", "than")
        | ("at", "most")
        | ("up", "to")
        | ("south", "of")
        | (_, "under" | "below" | "max" | "maximum") => Some("max"),
        // "We turn over 300k": a verb.
        ("turn" | "turns" | "turned" | "turning", "over") => None,
        ("more" | "greater", "than") | ("at", "least") | (_, "over" | "above" | "min" | "minimum") => Some("min"),
        ("north" | "upwards" | "excess", "of") => Some("min"),
        _ => None,
    }
}

fn json_number(value: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "whole and small enough")]
    if value.fract() == 0.0 && value.abs() < 9e15 { json!(value as i64) } else { json!(value) }
}

/// The words of a held value.
pub(in super::super) fn words_of(value: &Value) -> String {
    match value {
        Value::String(words) => words.clone(),
        Value::Object(parts) => {
            parts.get("text").or_else(|| parts.get("value")).or_else(|| parts.get("date")).map(words_of).unwrap_or_default()
        }
        Value::Null => String::new(),
        other => other.to_string(),
    }
}
