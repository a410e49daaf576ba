//! What no longer holds, named beside what does: "X, not Y", "Y → X", "I said Y but it's X", "scratch Y, X decides now".

use super::{super::cues, Moment, Revision, held::Match};
use protocol::interview::WidgetType;
use serde_json::Value;
use std::ops::Range;

/// Two parts of a sentence, one of which takes the place of the other.
struct Pair {
    old: Range<usize>,
    new: Range<usize>,
}

impl Moment<'_, '_> {
    pub(super) fn pair(&self, sentence: &Range<usize>) -> Option<Revision> {
        self.pairs(sentence).into_iter().find_map(|pair| {
            // "Calls were 45, not 40" shortens no 40,000 of something else.
            let held = self.holder(&pair.old)?;
            if held.scale > 1.0 && self.is_of_something_else(held.slot, &pair.new) {
                return None;
            }
            self.replaced(&held, &pair.old, &pair.new, sentence)
        })
    }

    /// Held values of which the words name two alike as the one that no longer holds.
    pub(super) fn torn(&self, sentence: &Range<usize>) -> Option<Vec<usize>> {
        let all = self.pairs(sentence).into_iter().map(|pair| self.holders(&pair.old));
        let mut alike = all.filter(|all| all.len() > 1 && self.chosen_of(all).is_none()).map(|all| {
            let best = all[0].score;
            all.iter().take_while(|one| one.score >= best).map(|one| one.slot).collect()
        });
        alike.next()
    }

    fn replaced(&self, held: &Match, old: &Range<usize>, new: &Range<usize>, sentence: &Range<usize>) -> Option<Revision> {
        let slot = held.slot;
        if let Some((value, quote)) = self.within(slot, old, new) {
            return Some(Revision { slot, value, quote, words: self.span(sentence, old, new), plainly: true });
        }
        let (mut value, quote) = self.value(slot, new, held.scale)?;
        if self.plan.slots[slot].widget == WidgetType::Multiselect
            && let (Some(Value::Array(list)), Value::Array(named)) = (self.held(slot), &value)
        {
            // Of several, only the one that is named gives way.
            let gone: Vec<&String> =
                self.options(slot, old).iter().map(|one| &self.plan.slots[slot].options[one.option]).collect();
            let mut kept: Vec<Value> = list.iter().filter(|one| !gone.iter().any(|gone| *one == *gone)).cloned().collect();
            kept.extend(named.iter().filter(|one| !list.contains(one)).cloned());
            value = Value::Array(kept);
        }
        Some(Revision { slot, value, quote, words: self.span(sentence, old, new), plainly: true })
    }

    /// From the part of the sentence where the first begins to the end of the last.
    fn span(&self, sentence: &Range<usize>, one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
        let parts = self.parts(sentence);
        let (first, last) = (one.start.min(other.start), one.end.max(other.end));
        let start = parts.iter().find(|part| part.end > first).map_or(sentence.start, |part| part.start);
        let end = parts.iter().rev().find(|part| part.start < last).map_or(sentence.end, |part| part.end);
        // Openers before it go with it.
        let opens =
            |part: &&Range<usize>| part.end <= start && part.len() <= 3 && cues::skip("correcting", self.text, part) >= part.end;
        parts.iter().find(opens).map_or(start, |part| part.start)..end
    }

    fn pairs(&self, sentence: &Range<usize>) -> Vec<Pair> {
        let mut found = Vec::new();
        found.extend(self.denials(sentence));
        found.extend(self.exchanges(sentence));
        found.extend(self.misspoken(sentence));
        found.extend(self.dropped(sentence));
        found
    }

    /// The part that ends or begins here.
    fn part_before(&self, sentence: &Range<usize>, at: usize) -> Range<usize> {
        let start = self.parts(&(sentence.start..at)).last().map_or(sentence.start, |part| part.start);
        start..at
    }

    fn part_after(&self, sentence: &Range<usize>, at: usize) -> Range<usize> {
        let first = self.parts(&(at..sentence.end)).first().cloned().unwrap_or(at..sentence.end);
        let but = first.clone().find(|at| self.text.word(*at) == "but").unwrap_or(first.end);
        first.start..but
    }

    /// "35k, not 28", "not 28 but 35", "35 instead of 28", "it isn't 8 any more, it's 11".
    fn denials(&self, sentence: &Range<usize>) -> Vec<Pair> {
        let mut found = Vec::new();
        for at in sentence.clone() {
            let verb = matches!(self.text.word(at), "isn't" | "aren't" | "wasn't" | "isnt" | "arent" | "wasnt").then_some(1);
            let Some(length) = verb.or_else(|| cues::at("against", self.text, at)) else { continue };
            let old = self.part_after(sentence, at + length);
            if old.is_empty() || old.len() > 8 {
                continue;
            }
            let after = old.end + usize::from(old.end < sentence.end)..sentence.end;
            let has_after = after.start < after.end && self.parts(&after).iter().any(|part| !part.is_empty());
            let is_led = matches!(self.text.before(at), "is" | "are" | "was" | "were" | "it's" | "that's" | "we're")
                || at > sentence.start && cues::is("ought", self.text, at - 1);
            let verb = length == 1 && (self.text.word(at) != "not" || is_led);
            if !verb {
                let before = self.parts(&(sentence.start..at)).last().cloned().filter(|part| !part.is_empty());
                if let Some(before) = before {
                    found.push(Pair { old: old.clone(), new: before });
                }
            }
            if has_after {
                let new = self.parts(&after).into_iter().next().unwrap_or(after);
                found.push(Pair { old, new });
            }
        }
        found
    }

    /// "Tuesday → Thursday", "from 28 to 35", "replace the lift with a ramp".
    fn exchanges(&self, sentence: &Range<usize>) -> Vec<Pair> {
        let mut found = Vec::new();
        // "We ship from 8 to 12 boxes" puts nothing right.
        let corrects = ["correcting", "makes", "moving"].iter().any(|list| cues::find(list, self.text, sentence).is_some());
        for at in sentence.clone() {
            let word = self.text.word(at);
            let arrow = match word {
                "→" | "➜" | "⇒" | "➔" => 1,
                "-" | "=" if self.text.word(at + 1) == ">" => 2,
                _ => 0,
            };
            if arrow > 0 && at > sentence.start {
                found.push(Pair { old: self.part_before(sentence, at), new: at + arrow..sentence.end });
            }
            if word == "from"
                && corrects
                && let Some(to) = (at + 2..sentence.end.min(at + 7)).find(|at| self.text.word(*at) == "to")
            {
                found.push(Pair { old: at + 1..to, new: self.part_after(sentence, to + 1) });
            }
            if cues::at("swapping", self.text, at).is_some()
                && let Some(joint) = (at + 2..sentence.end.min(at + 8)).find(|at| cues::at("for", self.text, *at).is_some())
            {
                found.push(Pair { old: at + 1..joint, new: self.part_after(sentence, joint + 1) });
            }
        }
        found
    }

    /// "I said Tuesday but make it Thursday", "8 is wrong, it's 7".
    fn misspoken(&self, sentence: &Range<usize>) -> Vec<Pair> {
        let mut found = Vec::new();
        for at in sentence.clone() {
            if matches!(self.text.word(at), "i" | "we")
                && cues::at("said", self.text, at + 1).is_some()
                && let Some(joint) =
                    (at + 3..sentence.end.min(at + 12)).find(|at| matches!(self.text.word(*at), "but" | "," | "-" | ";" | "and"))
            {
                found.push(Pair { old: at + 2..joint, new: joint + 1..sentence.end });
            }
            let wrong = matches!(self.text.word(at), "is" | "was" | "are" | "were")
                && matches!(self.text.word(at + 1), "wrong" | "over" | "old" | "outdated" | "before");
            if wrong && at > sentence.start {
                let old = self.part_before(sentence, at);
                let after = at + 2..sentence.end;
                // "8 is wrong, insurance only allows 7": the last part says what holds.
                for new in self.parts(&after).into_iter().rev().take(2) {
                    found.push(Pair { old: old.clone(), new });
                }
            }
        }
        found
    }

    /// "Scratch Trish, Kostas decides now", "squid out, tuna in", "mum can't come, my sister will be there".
    fn dropped(&self, sentence: &Range<usize>) -> Vec<Pair> {
        let parts = self.parts(sentence);
        let mut found = Vec::new();
        for (number, part) in parts.iter().enumerate() {
            let Some(next) = parts.get(number + 1) else { continue };
            let drops = cues::find("dropping", self.text, part);
            if let Some(drops) = drops.filter(|drops| drops.end < part.end) {
                found.push(Pair { old: drops.end..part.end, new: next.start..parts.last().map_or(next.end, |last| last.end) });
            }
            if self.text.word(part.end - 1) == "out" && part.len() <= 5 && self.text.word(next.end - 1) == "in" {
                found.push(Pair { old: part.start..part.end - 1, new: next.start..next.end - 1 });
            }
            if let Some(gone) =
                cues::find("gone", self.text, part).filter(|gone| gone.start > part.start && gone.start < part.start + 5)
            {
                let new = parts[number + 1..].iter().find(|part| cues::find("takes over", self.text, part).is_some());
                if let Some(new) = new {
                    found.push(Pair { old: part.start..gone.start, new: new.clone() });
                }
            }
        }
        found
    }
}
