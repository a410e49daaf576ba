//! A new value alone: for the obligation that is named, for the only one of its kind that is held, or for the one answered last.

use super::{
    super::{
        cues, lexicon,
        reading::named_by,
        values::{self, Form, Spotted},
    },
    Moment, Revision,
    counted::Counts,
    named::Wanted,
    value::amount,
};
use jiff::ToSpan as _;
use protocol::interview::{Asking, WidgetType};
use serde_json::json;
use std::ops::Range;

impl Moment<'_, '_> {
    pub(super) fn change(&self, sentence: &Range<usize>) -> Option<Wanted> {
        if !self.corrects(sentence) {
            return self.counted_anew(sentence).map(Wanted::Anew);
        }
        let found = self.named(sentence).or_else(|| self.counted(sentence));
        found.map(Wanted::Anew).or_else(|| self.only_kind(sentence))
    }

    fn corrects(&self, sentence: &Range<usize>) -> bool {
        let lists = ["correcting", "makes", "making anew"];
        let says = |words: &Range<usize>| lists.iter().any(|list| cues::find(list, self.text, words).is_some());
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
        // "We're 14 now, two joined last week"
        let until = (at + 1..sentence.end.min(at + 5)).find(|&at| self.text.is_mark(at)).unwrap_or(sentence.end.min(at + 5));
        let (value, quote) = self.value(slot, &(at + 1..until), 1.0)?;
        Some(Revision { slot, value, quote, words: sentence.clone(), plainly: true })
    }

    /// "Make it Thursday", "sorry, 13": where nothing that is asked for could be meant. Of several values the one that was taken last;
    /// where that tells nothing, "make that 20" is asked back.
    fn only_kind(&self, sentence: &Range<usize>) -> Option<Wanted> {
        let spots = values::spot(self.text, self.today);
        let spot = spots.iter().find(|spot| {
            sentence.contains(&spot.words.start) && (amount(&spot.form).is_some() || matches!(spot.form, Form::Date(Some(_))))
        })?;
        let widget = if matches!(spot.form, Form::Date(_)) { WidgetType::Date } else { WidgetType::Number };
        // "Make that 14" speaks of what was said, whatever is asked now.
        let again = self.made_anew(sentence);
        let fits = |slot: &usize| self.plan.slots[*slot].widget == widget && self.counts(*slot, spot) != Counts::Another;
        let own = self.counted_slot(spot);
        let is_asked_in_it = |slot: usize| own.is_none() && self.held(slot).is_none() && self.counts(slot, spot) == Counts::Own;
        let asks_for_it = self.asked.is_some_and(|slot| fits(&slot) && (again.is_none() || is_asked_in_it(slot)));
        if asks_for_it || sentence.len() > 14 {
            return None;
        }
        let fitting: Vec<usize> = self.held_slots().filter(fits).collect();
        let Some(slot) = own.or_else(|| self.taken_last(&fitting, spot)) else {
            let again = again?;
            let is_all = sentence.clone().all(|at| again.contains(&at) || spot.words.contains(&at) || self.is_small(at));
            let likeliest = fitting.into_iter().max_by_key(|slot| self.heard.held[*slot].value_seq);
            return likeliest.filter(|_| is_all).map(Wanted::Other);
        };
        let (value, quote) = self.value(slot, sentence, 1.0)?;
        let plainly = sentence.clone().any(|at| matches!(self.text.word(at), "wrong" | "typo" | "mistake"));
        Some(Wanted::Anew(Revision { slot, value, quote, words: sentence.clone(), plainly }))
    }

    /// Where a sentence says that something is to be made another: nothing but words that correct or ask for it stand between that and
    /// the beginning, or a mark. "We make it twenty minutes before" has a subject.
    fn made_anew(&self, sentence: &Range<usize>) -> Option<Range<usize>> {
        self.parts(sentence).into_iter().find_map(|part| {
            let mut at = part.start;
            while at < part.end {
                if let Some(length) = cues::at("making anew", self.text, at) {
                    return Some(at..at + length);
                }
                let leads = ["correcting", "requesting"].iter().find_map(|list| cues::at(list, self.text, at));
                let is_opener = self.text.is_mark(at) || lexicon::OPENERS.contains(self.text.word(at));
                at += leads.or(is_opener.then_some(1))?;
            }
            None
        })
    }

    /// Of held values that fit alike the one that is read back or weighed, or that was taken last. Of several that were taken with one
    /// message only size may tell.
    fn taken_last(&self, fitting: &[usize], spot: &Spotted) -> Option<usize> {
        if let &[one] = fitting {
            return self.is_near(one, spot).then_some(one);
        }
        let waits = !matches!(self.heard.asked, Some((_, Asking::Question)));
        if let Some(asked) = self.asked.filter(|asked| waits && fitting.contains(asked)) {
            return Some(asked);
        }
        let last = self.last()?;
        let turn = self.heard.held[last].turn;
        let with_it = |slot: &usize| *slot == last || turn.is_some() && self.heard.held[*slot].turn == turn;
        let newest: Vec<usize> = fitting.iter().copied().filter(with_it).collect();
        if let &[one] = newest.as_slice() { self.is_near(one, spot).then_some(one) } else { self.of_like_size(&newest, spot) }
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
        let days = lexicon::SPANS_OF_TIME.iter().find(|(name, _)| *name == unit).map(|(_, days)| *days)?;
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
