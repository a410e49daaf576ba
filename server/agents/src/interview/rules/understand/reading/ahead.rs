//! Days to come: which of those in a message are meant as the day that an obligation waits for.

use super::{
    super::{lexicon, matching::Placed, values::date},
    Moment,
};
use protocol::interview::WidgetType;
use std::ops::Range;

/// Words of a time that has passed.
const PAST: &[&str] = &[
    "was", "were", "had", "did", "left", "began", "came", "went", "ago", "since", "founded", "started", "opened", "last", "been",
    "yesterday",
];

impl Moment<'_, '_> {
    /// A day to come, where only one obligation waits for a day, something is to be done by it, and nothing in the sentence speaks
    /// of the past.
    pub(super) fn is_ahead(&self, one: &Placed) -> bool {
        let dates = self.plan.slots.iter().filter(|slot| slot.widget == WidgetType::Date).count();
        let sentence = self.text.sentence_of(one.words.start).map_or(one.words.clone(), |sentence| sentence.words.clone());
        let past = sentence.clone().any(|at| PAST.contains(&self.text.word(at)))
            || matches!(self.text.before(one.words.start), "since" | "from");
        let habit = self.is_a_habit(one);
        let at_once = self.text.word(one.words.start) == "within" && self.text.word(one.words.end - 1).starts_with("day");
        let told =
            dates == 1 && (self.is_a_day(&one.words) && self.is_to_be_done(one, &sentence) || self.speaks_of_an_end(&sentence));
        !past && !habit && !at_once && (told || self.names_itself(one))
    }

    /// "By 1 June", "we plan to open on 1 June", or nothing but the day: something is wanted then.
    fn is_to_be_done(&self, one: &Placed, sentence: &Range<usize>) -> bool {
        const WANTED: &[&str] = &[
            "want", "wants", "plan", "plans", "planned", "planning", "hope", "hoping", "aim", "aiming", "need", "needs", "must",
            "should", "would", "will", "we'll", "i'll", "we'd", "i'd", "going", "intend", "expect", "launch", "launching",
            "open", "opening", "start", "starting", "begin", "finish", "deliver", "move", "moving", "let's", "can",
        ];
        let lead = self.text.before(one.words.start);
        let led = matches!(lead, "by" | "until" | "till" | "before" | "than")
            || matches!(self.text.word(one.words.start), "by" | "within");
        let alone = sentence.clone().filter(|&at| !one.words.contains(&at)).all(|at| {
            self.text.is_mark(at) || lexicon::COMMON.contains(self.text.word(at)) || lexicon::OPENERS.contains(self.text.word(at))
        });
        led || alone || sentence.clone().any(|at| WANTED.contains(&self.text.word(at)))
    }

    /// "Crashes on Mondays", "every December".
    pub(super) fn is_a_habit(&self, one: &Placed) -> bool {
        let word = self.text.word(one.words.start);
        let plural = one.words.len() == 1 && word.ends_with("days");
        plural || matches!(self.text.before(one.words.start), "every" | "each")
    }

    /// "We hired a driver on Monday", "it began yesterday".
    pub(super) fn has_happened(&self, one: &Placed) -> bool {
        const IRREGULAR: &[&str] =
            &["began", "came", "went", "left", "bought", "sold", "got", "met", "did", "took", "gave", "lost", "found"];
        let text = self.text;
        let sentence = text.sentence_of(one.words.start).map_or(one.words.clone(), |sentence| sentence.words.clone());
        let told = |at: usize| {
            let word = text.word(at);
            let done =
                word.len() > 3 && word.ends_with("ed") && !matches!(word, "need" | "planned" | "wanted" | "hoped" | "supposed");
            (done || IRREGULAR.contains(&word))
                && matches!(text.before(at), "we" | "i" | "they" | "he" | "she" | "it")
                && !matches!(text.before(at - 1), "have" | "get" | "having" | "getting" | "want" | "need" | "see")
                && text.word(at + 1) != "to"
        };
        text.word(one.words.start) == "yesterday" || (sentence.start..one.words.start).any(|at| at > 0 && told(at))
    }

    /// A day of the calendar, or an end set to something; "next year" or "tomorrow" may be said of anything.
    fn is_a_day(&self, words: &Range<usize>) -> bool {
        self.text.word(words.start) == "within"
            || words.clone().any(|at| {
                let word = self.text.word(at);
                word.bytes().any(|byte| byte.is_ascii_digit()) || date::is_month(word)
            })
    }

    /// "It must be ready next year".
    fn speaks_of_an_end(&self, sentence: &Range<usize>) -> bool {
        const ENDS: &[&str] = &["done", "ready", "finished", "complete", "completed", "live", "due"];
        // "My wife is due in June"
        let person = |at: usize| matches!(self.text.before(at), "my" | "his" | "her") && at > 0;
        let about = sentence.clone().any(person);
        sentence.clone().any(|at| ENDS.contains(&self.text.word(at)) && !(about && self.text.word(at) == "due"))
    }
}
