//! "There", "that day", and what is meant though nobody says it again.

use super::{
    super::{
        profile::{Kind, Role},
        reference,
        text::{Mood, Text},
        topic,
        values::{self, Form},
    },
    Moment,
    taking::words_of,
};
use domain::interview::{Manner, Quote};
use protocol::interview::Speaker;
use serde_json::json;
use std::ops::Range;

impl Moment<'_, '_> {
    /// A new wish in a new topic is about the place that was spoken of, unless another is named.
    pub(super) fn stay_in_place(&mut self) {
        if !self.heard.imported || self.plan.topics < 2 || self.text.sentences.is_empty() {
            return;
        }
        let last = self.text.sentences.len() - 1;
        let spoken = topic::spoken(self.text, self.plan, 0..self.text.words.len());
        let topics = self.focus.turns.last().map_or(&self.focus.topics, |(_, topics)| topics);
        let Some(topic) = (0..self.plan.topics).max_by(|left, right| topics[*left].total_cmp(&topics[*right])) else { return };
        let in_topic = |slot: usize| self.plan.slots[slot].topic == topic;
        let wishes = self.text.sentences[last.saturating_sub(1)..].iter().any(|sentence| {
            sentence.mood != Mood::Question
                && sentence.words.clone().any(|at| {
                    matches!(
                        self.text.word(at),
                        "find"
                            | "search"
                            | "look"
                            | "looking"
                            | "searching"
                            | "get"
                            | "check"
                            | "need"
                            | "want"
                            | "like"
                            | "book"
                            | "show"
                    )
                })
        });
        let fresh = (0..self.plan.slots.len()).filter(|&slot| in_topic(slot)).all(|slot| self.focus.held[slot].is_none());
        if spoken[topic] < 1.2 || !wishes || !fresh || self.agent.requested.iter().any(|slot| in_topic(*slot)) {
            return;
        }
        let place = |slot: usize| {
            let one = &self.plan.slots[slot];
            (one.kind == Kind::City || one.kind == Kind::Spot && one.role == Some(Role::To))
                && one.role != Some(Role::From)
                && !one.narrower
                && !one.exact
        };
        let Some(slot) = (0..self.plan.slots.len()).find(|&slot| in_topic(slot) && place(slot)) else { return };
        if self.taken.iter().any(|taken| in_topic(*taken) && matches!(self.plan.slots[*taken].kind, Kind::City | Kind::Spot)) {
            return;
        }
        let source = (0..self.plan.slots.len())
            .filter(|&other| !in_topic(other) && place(other) && self.focus.held[other].is_some())
            .max_by_key(|&other| self.heard.held[other].turn);
        // Once the talk has gone on to something that has no place, the place before it is no longer meant.
        let latest = |topic: Option<usize>| {
            let of = |slot: &usize| {
                topic.is_none_or(|topic| self.plan.slots[*slot].topic == topic) && self.focus.held[*slot].is_some()
            };
            (0..self.plan.slots.len()).filter(of).map(|slot| self.heard.held[slot].turn).max()
        };
        let source = source.filter(|&source| latest(Some(self.plan.slots[source].topic)) >= latest(None));
        let Some(value) = source.and_then(|source| self.heard.held[source].value.as_ref()).map(words_of) else { return };
        if let Some(quote) = self.quoted(&value) {
            self.take(slot, json!(value), Manner::Implied, quote, None);
        }
    }

    /// Places and days that the message only points at.
    pub(super) fn refer(&mut self) {
        for (pointer, kind) in reference::pointers(self.text, self.heard.imported) {
            // "How long does it take to get there?" chooses nothing.
            let measures = |at: usize| {
                self.text.word(at) == "how" && matches!(self.text.word(at + 1), "long" | "much" | "far" | "soon" | "fast")
            };
            let asks = self.text.sentence_of(pointer.start).is_some_and(|sentence| sentence.words.clone().any(measures));
            if asks && self.heard.imported {
                continue;
            }
            let Some(slot) = self.pointed_slot(&pointer, kind) else { continue };
            let Some((value, quote)) = self.earlier(slot, kind, &pointer) else { continue };
            self.take(slot, json!(value), Manner::Implied, quote, None);
            self.carry(slot, kind);
        }
    }

    /// Who goes "there" goes with as many, from the same town: what the new topic shares with the one before.
    fn carry(&mut self, there: usize, kind: Kind) {
        if kind != Kind::Spot || self.plan.topics < 2 || !self.heard.imported {
            return;
        }
        let topic = self.plan.slots[there].topic;
        if (0..self.plan.slots.len()).any(|slot| self.plan.slots[slot].topic == topic && self.focus.held[slot].is_some()) {
            return;
        }
        for slot in 0..self.plan.slots.len() {
            let one = &self.plan.slots[slot];
            if one.topic != topic || self.taken.contains(&slot) {
                continue;
            }
            let counts = one.kind == Kind::Count && one.people && self.plan.slots[there].role.is_some();
            let starts = one.kind == Kind::City && one.role == Some(Role::From);
            if !counts && !starts {
                continue;
            }
            let source = (0..self.plan.slots.len())
                .filter(|&other| {
                    let other_slot = &self.plan.slots[other];
                    let fits = if counts {
                        other_slot.kind == Kind::Count && other_slot.people
                    } else {
                        matches!(other_slot.kind, Kind::City | Kind::Spot)
                            && other_slot.role == Some(Role::From)
                            && !other_slot.narrower
                    };
                    other_slot.topic != topic && fits && self.focus.held[other].is_some()
                })
                .max_by_key(|&other| self.heard.held[other].turn);
            let Some(value) = source.and_then(|source| self.heard.held[source].value.clone()) else { continue };
            let words = words_of(&value);
            let value = if one.options.is_empty() { Some(value) } else { one.options.contains(&words).then_some(value) };
            if let Some((value, quote)) = value.zip(self.quoted(&words)) {
                self.take(slot, value, Manner::Implied, quote, None);
            }
        }
    }

    fn pointed_slot(&self, pointer: &Range<usize>, kind: Kind) -> Option<usize> {
        let fits = |slot: Kind| match kind {
            Kind::Spot => matches!(slot, Kind::City | Kind::Spot),
            other => slot == other,
        };
        let leads_to =
            matches!(self.text.before(pointer.start), "to" | "get" | "going" | "go" | "heading" | "from") || kind == Kind::Spot;
        let from = self.text.before(pointer.start) == "from";
        let spoken = topic::spoken(self.text, self.plan, 0..self.text.words.len());
        let most = spoken.iter().copied().fold(0.0_f32, f32::max);
        let mut best: Option<(usize, f32)> = None;
        for (slot, one) in self.plan.slots.iter().enumerate() {
            if !fits(one.kind) || self.taken.contains(&slot) || self.focus.held[slot].is_some() {
                continue;
            }
            let spoken = if most > 0.0 { spoken[one.topic] / most } else { 0.0 };
            let topics = self.focus.turns.last().map_or(&self.focus.topics, |(_, topics)| topics);
            let topic = if most > 0.5 { spoken } else { topics.get(one.topic).copied().unwrap_or(1.0) };
            if topic < 0.75 {
                continue;
            }
            let role = match (one.role, from) {
                (Some(Role::From), true) | (Some(Role::To), false) if leads_to => 1.0,
                (None, _) => 0.5,
                (Some(Role::From), false) if kind == Kind::Date => 0.7,
                _ => -1.0,
            };
            let requested = if self.focus.requested.contains(&slot) { 1.5 } else { 0.0 };
            let city = if one.kind == Kind::City { 0.2 } else { 0.0 };
            let score = topic + role + requested + city;
            if score > 0.8 && best.is_none_or(|(_, known)| score > known) {
                best = Some((slot, score));
            }
        }
        best.map(|(slot, _)| slot)
    }

    /// The value that a pointing word means: the last one said of its kind.
    fn earlier(&self, slot: usize, kind: Kind, pointer: &Range<usize>) -> Option<(String, Quote)> {
        let wants_address = kind == Kind::Spot && self.plan.slots[slot].exact;
        if wants_address && let Some(found) = self.address_said() {
            return Some(found);
        }
        let fits = |other: Kind| match kind {
            Kind::Spot => matches!(other, Kind::City | Kind::Spot),
            other_kind => other == other_kind,
        };
        let source = (0..self.plan.slots.len())
            .filter(|&other| {
                other != slot
                    && fits(self.plan.slots[other].kind)
                    && !self.plan.slots[other].narrower
                    && self.focus.held[other].is_some()
            })
            .max_by_key(|&other| {
                (self.heard.held[other].turn, self.plan.slots[other].role != Some(Role::From), std::cmp::Reverse(other))
            })?;
        let value = words_of(self.heard.held[source].value.as_ref()?);
        let quote = self.quoted(&value).unwrap_or_else(|| {
            let place = self.text.place(pointer);
            Quote { turn: None, start: place.start, end: place.end }
        });
        Some((value, quote))
    }

    /// Where words stand in an earlier turn, the latest first.
    fn quoted(&self, value: &str) -> Option<Quote> {
        if value.is_empty() {
            return None;
        }
        self.heard.history.iter().enumerate().rev().find_map(|(turn, said)| {
            said.text.find(value).map(|start| Quote { turn: Some(turn), start, end: start + value.len() })
        })
    }

    /// The last street address that the agent named.
    fn address_said(&self) -> Option<(String, Quote)> {
        self.heard.history.iter().enumerate().rev().take(12).filter(|(_, turn)| turn.speaker == Speaker::Agent).find_map(
            |(turn, said)| {
                let text = Text::new(&said.text);
                let spot = values::spot(&text, self.today).into_iter().find(|spot| spot.form == Form::Address)?;
                let place = text.place(&spot.words);
                Some((said.text.get(place.clone())?.to_owned(), Quote { turn: Some(turn), start: place.start, end: place.end }))
            },
        )
    }
}
