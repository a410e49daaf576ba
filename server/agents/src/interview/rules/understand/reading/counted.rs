//! Whether a number in passing is a fact about those who speak, a wish, or a sum with which something is done.

use super::{
    super::{
        matching::Placed,
        profile::{Kind, Slot},
        text::{Text, stem},
    },
    Moment,
};
use protocol::interview::WidgetType;
use std::ops::Range;

/// What is done with a sum of money, and the words of the obligations it is done for.
const DONE: &[(&[&str], &[&str])] = &[
    (
        &["take", "took", "earn", "earned", "make", "made", "gross", "grossed", "billed", "invoiced"],
        &["revenue", "turnover", "income"],
    ),
    (&["spend", "invest", "afford", "put"], &["budget", "funds"]),
];

/// Whether somebody does with this sum what the obligation is about.
pub(in super::super) fn is_done(text: &Text<'_>, words: &Range<usize>, slot: &Slot) -> bool {
    if slot.kind != Kind::Money || slot.widget != WidgetType::Number {
        return false;
    }
    (words.start.saturating_sub(4)..words.start).any(|at| {
        let ours = (at.saturating_sub(4)..at)
            .any(|at| matches!(text.word(at), "we" | "i" | "we've" | "business" | "shop" | "we'd" | "i'd"));
        ours && DONE
            .iter()
            .any(|(verbs, names)| verbs.contains(&text.word(at)) && names.iter().any(|name| slot.spoken.is_about(stem(name))))
    })
}

impl Moment<'_, '_> {
    /// "We are 45 people": those who speak are counted.
    pub(super) fn is_of_us(&self, one: &Placed) -> bool {
        let from = one.words.start.saturating_sub(5);
        (from..one.words.start).any(|at| {
            matches!(self.text.word(at), "we're" | "we've")
                || self.text.word(at) == "we"
                    && (at + 1..one.words.start).any(|at| matches!(self.text.word(at), "are" | "have" | "employ" | "got"))
        })
    }

    /// "We need two people": those who are looked for are counted.
    pub(super) fn is_needed(&self, one: &Placed) -> bool {
        let from = one.words.start.saturating_sub(5);
        (from..one.words.start)
            .any(|at| matches!(self.text.word(at), "need" | "want" | "hire" | "hiring" | "looking" | "seeking"))
    }

    /// A wish, an aim or a plan stands before the value in its part of the sentence.
    pub(super) fn is_wished(&self, one: &Placed) -> bool {
        const WISHES: &[&str] = &[
            "want", "wants", "aim", "aims", "aiming", "goal", "goals", "objective", "ambition", "dream", "plan", "plans",
            "planning", "hope", "hoping", "intend", "grow", "growing", "reach", "reaching", "double", "expand", "hire", "become",
            "wish", "would", "target",
        ];
        let text = self.text;
        let Some(sentence) = text.sentence_of(one.words.start) else { return false };
        let border = |at: usize| {
            matches!(text.word(at), "," | ";" | "but" | "now")
                || text.word(at) == "and"
                    && matches!(text.word(at + 1), "have" | "are" | "we" | "currently" | "now" | "i" | "our")
        };
        let start = (sentence.words.start..one.words.start).rev().find(|&at| border(at)).unwrap_or(sentence.words.start);
        let own =
            |at: usize| self.plan.slots[one.slot].spoken.names(&[text.stem(at)], text.stem(at)).is_some_and(|name| name.plainly);
        (start..one.words.start).any(|at| WISHES.contains(&text.word(at)) && !own(at))
            || matches!(text.word(one.words.end), "is" | "would")
                && (one.words.end..sentence.words.end.min(one.words.end + 4))
                    .any(|at| matches!(text.word(at), "goal" | "aim" | "target"))
    }

    /// "Last year we took 90,000": what is done with such a sum says which it is.
    pub(super) fn is_done(&self, one: &Placed) -> bool {
        is_done(self.text, &one.words, &self.plan.slots[one.slot])
    }
}
