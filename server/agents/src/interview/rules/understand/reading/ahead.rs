//! Days to come: which of those in a message are meant as the day that an obligation waits for.

use super::{
    super::{cues, lexicon, matching::Placed, values::date},
    Moment,
    totals::is_a_relative,
};
use protocol::interview::WidgetType;
use std::ops::Range;

/// Words of a time that has passed.
const PAST: &[&str] = &[
    "was", "were", "had", "did", "left", "began", "came", "went", "ago", "since", "founded", "started", "opened", "last", "been",
    "yesterday",
];

/// Days of which people tell by the way.
const AT_HAND: &[&str] = &["today", "tonight", "tomorrow", "yesterday"];

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

    /// "It's raining today", "my son starts school on Monday": said of the day itself or of somebody's life, and not as the day by
    /// which anything is to be done.
    pub(super) fn is_of_something_else(&self, one: &Placed) -> bool {
        let text = self.text;
        let part = self.part_around(&one.words);
        let small = |at: usize| lexicon::COMMON.contains(text.word(at)) || lexicon::OPENERS.contains(text.word(at));
        let is_answer = (part.start..one.words.start).all(small)
            && !cues::is("beginning", text, one.words.end)
            && !cues::is("doing", text, one.words.end);
        let is_free = is_answer || self.is_to_be_done(one, &part) || self.speaks_of_an_end(&part) || self.names_itself(one);
        // "It closes today"
        let tells_an_end = cues::find("ending", text, &part).is_some();
        let is_by_the_way = AT_HAND.contains(&text.word(one.words.start)) && !tells_an_end;
        !is_free && (is_by_the_way || self.is_of_a_relative(one) && !self.is_a_day(&one.words))
    }

    /// "My wife is due in May": a day in the life of somebody near.
    pub(super) fn is_of_a_relative(&self, one: &Placed) -> bool {
        let part = self.part_around(&one.words);
        let first = part.clone().find(|&at| !lexicon::OPENERS.contains(self.text.word(at))).unwrap_or(part.start);
        let whose = cues::is("owned", self.text, first) && self.text.word(first) != "the";
        whose && is_a_relative(self.text.word(first + 1)) && first + 1 < one.words.start && !self.is_to_be_done(one, &part)
    }

    /// "It's raining today", where words are asked for: how the day is, and nothing of those who speak.
    pub(super) fn is_of_the_day(&self, words: &Range<usize>) -> bool {
        let part = self.part_around(words);
        let ours = |at: usize| cues::is("speaking", self.text, at) || self.text.word(at) == "our";
        AT_HAND.contains(&self.text.before(part.end)) && !part.clone().any(ours)
    }

    /// Between the marks of its sentence.
    fn part_around(&self, words: &Range<usize>) -> Range<usize> {
        let all = self.text.sentence_of(words.start).map_or(words.clone(), |sentence| sentence.words.clone());
        let start = (all.start..words.start).rev().find(|&at| self.text.is_mark(at)).map_or(all.start, |at| at + 1);
        start..(words.end..all.end).find(|&at| self.text.is_mark(at)).unwrap_or(all.end)
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
        const ENDS: &[&str] = &["done", "ready", "finished", "complete", "completed", "live", "due", "latest"];
        // "My wife is due in June"
        let person = |at: usize| matches!(self.text.before(at), "my" | "his" | "her") && at > 0;
        let about = sentence.clone().any(person);
        sentence.clone().any(|at| ENDS.contains(&self.text.word(at)) && !(about && self.text.word(at) == "due"))
    }
}
