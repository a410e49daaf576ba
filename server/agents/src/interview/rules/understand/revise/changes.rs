//! A new value alone: for the obligation that is named, for the only one of its kind that is held, or for the one answered last.

use super::{
    super::{
        cues,
        reading::named_by,
        values::{self, Form},
    },
    Moment, Revision,
    counted::Counts,
    value::amount,
};
use jiff::ToSpan as _;
use protocol::interview::WidgetType;
use serde_json::json;
use std::ops::Range;

impl Moment<'_, '_> {
    pub(super) fn change(&self, sentence: &Range<usize>) -> Option<Revision> {
        if !self.corrects(sentence) {
            return self.counted_anew(sentence);
        }
        self.named(sentence).or_else(|| self.counted(sentence)).or_else(|| self.only_kind(sentence))
    }

    fn corrects(&self, sentence: &Range<usize>) -> bool {
        let says = |words: &Range<usize>| ["correcting", "makes"].iter().any(|list| cues::find(list, self.text, words).is_some());
        // "Wait. The budget is 40k."
        let before = self.text.sentences.iter().map(|one| &one.words).find(|one| one.end == sentence.start && one.len() <= 4);
        says(sentence) || before.is_some_and(says)
    }

    /// "Budget 35k now", "the due date is the 24th, typo".
    fn named(&self, sentence: &Range<usize>) -> Option<Revision> {
        let spots = values::spot(self.text, self.today);
        let spot = spots.iter().find(|spot| {
            sentence.contains(&spot.words.start) && (amount(&spot.form).is_some() || matches!(spot.form, Form::Date(Some(_))))
        })?;
        let slot = self.name_before(sentence, spot.words.start)?;
        self.held(slot)?;
        let is_date = matches!(spot.form, Form::Date(_));
        let widget = self.plan.slots[slot].widget;
        if !(widget == WidgetType::Date && is_date || widget == WidgetType::Number && !is_date) || self.asked == Some(slot) {
            return None;
        }
        let (value, quote) = self.value(slot, &(spot.words.start..sentence.end), 1.0)?;
        Some(Revision { slot, value, quote, words: sentence.clone(), plainly: true })
    }

    /// The obligation that the words before a value name.
    fn name_before(&self, sentence: &Range<usize>, at: usize) -> Option<usize> {
        (sentence.start..at).find_map(|start| {
            let mut end = at;
            while end > start
                && (self.text.is_mark(end - 1)
                    || matches!(
                        self.text.word(end - 1),
                        "is" | "to" | "are" | "be" | "should" | "by" | "at" | "for" | "on" | "the" | "it's" | "it" | "now"
                    ))
            {
                end -= 1;
            }
            (start < end).then(|| named_by(self.text, self.plan, &(start..end))).flatten()
        })
    }

    /// "We're 12 now": of those who speak.
    fn counted(&self, sentence: &Range<usize>) -> Option<Revision> {
        let at = sentence.clone().find(|&at| {
            self.text.word(at) == "we're"
                || matches!(self.text.word(at), "are" | "were") && at > 0 && self.text.word(at - 1) == "we"
        })?;
        let people = |slot: &usize| {
            self.plan.slots[*slot].widget == WidgetType::Number && (self.plan.slots[*slot].us || self.plan.slots[*slot].people)
        };
        let fitting: Vec<usize> = self.held_slots().filter(people).collect();
        let ours: Vec<usize> = fitting.iter().copied().filter(|slot| self.plan.slots[*slot].us).collect();
        let &[slot] = (if ours.is_empty() { fitting } else { ours }).as_slice() else { return None };
        if self.asked == Some(slot) {
            return None;
        }
        let (value, quote) = self.value(slot, &(at + 1..sentence.end.min(at + 5)), 1.0)?;
        Some(Revision { slot, value, quote, words: sentence.clone(), plainly: true })
    }

    /// "Make it Thursday", "sorry, 13": where nothing that is asked for could be meant.
    fn only_kind(&self, sentence: &Range<usize>) -> Option<Revision> {
        let spots = values::spot(self.text, self.today);
        let spot = spots.iter().find(|spot| {
            sentence.contains(&spot.words.start) && (amount(&spot.form).is_some() || matches!(spot.form, Form::Date(Some(_))))
        })?;
        let widget = if matches!(spot.form, Form::Date(_)) { WidgetType::Date } else { WidgetType::Number };
        // "Make that 14" speaks of what was said, whatever is asked now.
        let again = cues::at("makes", self.text, cues::skip("correcting", self.text, sentence)).is_some()
            || cues::find("makes", self.text, sentence).is_some_and(|at| at.start < sentence.start + 2 && at.len() > 1);
        let fits = |slot: &usize| self.plan.slots[*slot].widget == widget && self.counts(*slot, spot) != Counts::Another;
        let asks_for_it = !again && self.asked.is_some_and(|slot| fits(&slot));
        if asks_for_it || sentence.len() > 14 {
            return None;
        }
        let mut fitting = self.held_slots().filter(fits);
        let slot = match (self.counted_slot(spot), fitting.next(), fitting.next()) {
            (Some(own), ..) => own,
            (None, Some(one), None) => one,
            (None, Some(_), Some(_)) => self.last().filter(fits)?,
            (None, None, _) => return None,
        };
        let (value, quote) = self.value(slot, sentence, 1.0)?;
        let plainly = sentence.clone().any(|at| matches!(self.text.word(at), "wrong" | "typo" | "mistake"));
        Some(Revision { slot, value, quote, words: sentence.clone(), plainly })
    }

    /// "Move the harvest one week later".
    pub(super) fn moved_day(&self, sentence: &Range<usize>) -> Option<Revision> {
        if !self.corrects(sentence) {
            return None;
        }
        let spots = values::spot(self.text, self.today);
        let spot = spots.iter().find(|spot| sentence.contains(&spot.words.start) && matches!(spot.form, Form::Duration(_)))?;
        let Form::Duration(length) = &spot.form else { return None };
        let unit = length.unit.as_deref()?;
        let days = super::super::lexicon::SPANS_OF_TIME.iter().find(|(name, _)| *name == unit).map(|(_, days)| *days)?;
        #[expect(clippy::cast_possible_truncation, reason = "some days or weeks")]
        let count = length.value.filter(|count| (0.0..=5_000.0).contains(count))? as i64;
        let later = cues::at("later", self.text, spot.words.end).is_some();
        let earlier = cues::at("earlier", self.text, spot.words.end).is_some();
        if later == earlier || days == 0 {
            return None;
        }
        let fits = |slot: &usize| self.plan.slots[*slot].widget == WidgetType::Date;
        let named = self.name_before(sentence, spot.words.start).filter(fits);
        let mut fitting = self.held_slots().filter(fits);
        let slot = named.or_else(|| fitting.next().filter(|_| fitting.next().is_none())).or_else(|| self.last().filter(fits))?;
        let day = self.day_of(self.held(slot)?)?;
        let span = if later { (days * count).days() } else { (-days * count).days() };
        let quote = spot.words.start..spot.words.end + 1;
        let day = day.checked_add(span).ok()?;
        let value = json!({"date": day.to_string(), "text": self.text.said(&quote)});
        Some(Revision { slot, value, quote, words: sentence.clone(), plainly: true })
    }
}
