//! Questions that do not look like one: without their mark, or cut in two by a comma.

use super::{Mood, Sentence, Text};
use crate::interview::rules::understand::lexicon;

/// No such question is longer, in words.
const LONGEST: usize = 14;
/// What only the one who asks is asked about.
const OF_THE_TALK: &[&str] = &[
    "you", "your", "this", "that", "it", "answer", "answers", "answered", "question", "questions", "say", "said", "write", "put",
    "count", "include", "skip", "later", "finish", "stop", "saved", "see", "change", "know", "exact", "mean", "back",
];

impl Text<'_> {
    /// "Do I have to answer that", "who can see this": put to the one who asks, though the mark is missing.
    pub(super) fn asks_without_mark(&self, at: usize, end: usize) -> bool {
        let (first, second, third) = (self.word(at), self.word(at + 1), self.word(at + 2));
        let verb = |word: &str| {
            lexicon::AUXILIARIES.contains(&word) || matches!(word, "can" | "could" | "will" | "would" | "may" | "must" | "might")
        };
        let asker =
            |word: &str| matches!(word, "i" | "you" | "it" | "this" | "that" | "my" | "our" | "your" | "these" | "those" | "we");
        let last = (at..end).rev().find(|&at| !self.is_mark(at)).unwrap_or(at);
        let pointed = |at: usize| matches!(self.word(at), "this" | "that" | "it" | "these" | "my" | "what" | "them");
        let led = match first {
            "how" if verb(third) && asker(self.word(at + 3)) && self.word(at + 3) != "we" => return end - at <= LONGEST,
            "how" | "when" | "where" => verb(second) && asker(third) && third != "we",
            // "Which currency"
            "which" => return last <= at + 1 || verb(second) && asker(third),
            "who" if second.ends_with('s') && last == at + 2 && pointed(last) => return true,
            "who" => {
                verb(second) && matches!(third, "see" | "read" | "get" | "have" | "use" | "know")
                    || matches!(second, "sees" | "reads" | "gets" | "uses")
            }
            "do" | "does" | "did" | "can" | "could" | "may" | "must" | "will" | "would" if second == "you" => {
                return end - at <= LONGEST;
            }
            "do" | "does" | "did" | "can" | "could" | "may" | "must" | "will" | "would" => asker(second),
            "have" => second == "you",
            _ => false,
        };
        led && end - at <= LONGEST && (at + 2..end).any(|at| OF_THE_TALK.contains(&self.word(at)))
    }

    /// "If I tell you, is that saved?": the condition belongs to the question behind it.
    pub(in super::super) fn leads_a_question(&self, sentence: &Sentence) -> bool {
        let condition = matches!(
            self.word(sentence.words.start),
            "if" | "when" | "once" | "before" | "after" | "unless" | "suppose" | "supposing" | "assuming"
        );
        let next = self.sentences.iter().find(|next| next.words.start == sentence.words.end);
        let asks = |next: &Sentence| next.mood == Mood::Question || self.word(next.words.end - 1) == "?";
        condition && self.before(sentence.words.end) == "," && next.is_some_and(asks)
    }
}
