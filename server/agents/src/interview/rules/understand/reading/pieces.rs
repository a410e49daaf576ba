//! The parts of a live message in which an answer may stand: without what belongs elsewhere, and without what was taken back.

use super::{
    super::{
        answer,
        text::{Mood, Sentence},
    },
    Moment,
    clauses::clauses,
};
use protocol::interview::WidgetType;
use std::ops::Range;

impl Moment<'_, '_> {
    /// The sentences, or what is left of them when the parts that name another obligation are taken out.
    pub(super) fn pieces(&self, slot: usize) -> Vec<Range<usize>> {
        // What names the obligation answers for it, and nothing beside it.
        let own = self.pointed.iter().filter(|one| one.slot == slot && !one.weak && !one.meant && !one.changes);
        let own: Vec<Range<usize>> = own.flat_map(|one| self.standing(&one.words)).collect();
        if !own.is_empty() {
            return own;
        }
        let elsewhere = |clause: &Range<usize>| {
            let within = |words: &Range<usize>| words.start <= clause.start && clause.end <= words.end;
            let text = self.plan.slots[slot].widget == WidgetType::Text;
            if text && clause.len() > 1 && self.is_elsewhere(clause, slot) {
                return true;
            }
            self.pointed.iter().any(|one| one.slot != slot && !one.weak && within(&one.words))
                || self.stated.iter().any(|one| one.elsewhere && within(&one.words))
        };
        let mut pieces: Vec<Range<usize>> = Vec::new();
        // "Can we talk about something else?" is said to the agent.
        let asks = |sentence: &Sentence| {
            sentence.mood == Mood::Directive
                && self.text.word(sentence.words.end - 1) == "?"
                && !answer::opens_note(self.text, sentence.words.start)
        };
        let told =
            |sentence: &&Sentence| sentence.mood != Mood::Question && !asks(sentence) && !self.text.leads_a_question(sentence);
        for sentence in self.text.sentences.iter().filter(told) {
            let mut run: Option<Range<usize>> = None;
            // "A meal-kit company, there are 14 of us, well, 15 if you count my sister": another statement, told of another number.
            let counted = |clause: &Range<usize>| {
                clause.start > sentence.words.start
                    && self.plan.slots[slot].widget == WidgetType::Text
                    && self.said_of.iter().any(|(other, said)| {
                        *other != slot && self.plan.slots[*other].widget == WidgetType::Number && clause.contains(&said.start)
                    })
            };
            for clause in clauses(self.text, &sentence.words) {
                if elsewhere(&clause) || counted(&clause) {
                    pieces.extend(run.take());
                } else {
                    run = Some(run.map_or(clause.start, |run: Range<usize>| run.start)..clause.end);
                }
            }
            pieces.extend(run);
        }
        if let Some(soft) = self.retracted.iter().find(|one| one.softened) {
            let end = self.text.sentence_of(soft.words.end).map_or(soft.words.end, |sentence| sentence.words.end);
            return std::iter::once(soft.words.start..end).collect();
        }
        pieces.iter().flat_map(|piece| self.standing(piece)).collect()
    }

    /// The parts of these words that are not taken back.
    pub(super) fn standing(&self, words: &Range<usize>) -> Vec<Range<usize>> {
        let mut left: Vec<Range<usize>> = Vec::new();
        let mut start = words.start;
        for gone in self.retracted.iter().filter(|one| !one.softened).map(|one| &one.words) {
            if gone.start > start {
                left.push(start..gone.start.min(words.end));
            }
            start = start.max(gone.end);
        }
        left.push(start.min(words.end)..words.end);
        left.retain(|one| one.start < one.end && one.clone().any(|at| !self.text.is_mark(at)));
        left
    }
}
