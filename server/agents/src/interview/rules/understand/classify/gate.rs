//! What is plainly said to the interviewer is taken out of a message before its values are read.

use super::{
    super::{
        answer, cues, lexicon,
        matching::is_oddly_counted,
        memory, moves,
        profile::Plan,
        signs::{Sign, Signs},
        talk::pattern,
        text::{Shape, Text},
    },
    class::Class,
    errand::errand,
    features::Scene,
    judge::{Judgement, judge},
};
use domain::interview::{Heard, Move};
use protocol::interview::{Asking, WidgetType};
use std::ops::Range;

/// From here on the judge is believed.
const SURE: f32 = 0.75;
/// Of something that looks like an answer by its form, more is wanted.
const SURER: f32 = 0.93;
/// Messages of more sentences are speeches, and say what they say.
const MOST: usize = 12;

/// What was taken out of a message.
#[derive(Debug, Default)]
pub(in super::super) struct Gated {
    pub(in super::super) moves: Vec<Move>,
    /// Bytes of the message.
    pub(in super::super) places: Vec<Range<usize>>,
    /// What is left and may be talk all the same, in bytes.
    pub(in super::super) doubts: Vec<Range<usize>>,
}

/// Whole sentences that are not of the matter, and first or last parts of sentences that are plainly not.
pub(in super::super) fn gate(heard: &Heard) -> Gated {
    let text = Text::new(&heard.text);
    let Some((key, asking)) = heard.asked.as_ref() else { return Gated::default() };
    if heard.imported || answer::is_code(&text) || text.sentences.len() > MOST {
        return Gated::default();
    }
    let plan = memory::plan(&heard.definition);
    let Some(slot) = plan.index(key) else { return Gated::default() };
    let scene = Scene { asked: Some((plan.slots[slot].widget, *asking)) };
    let signs = Signs::of(&text);
    let gate = Gate { heard, text: &text, plan: &plan, signs: &signs, scene, slot };
    let sentences: Vec<Range<usize>> = text.sentences.iter().map(|sentence| sentence.words.clone()).collect();
    // Of what is said to a value that was read back, or to two of them, only a leave is no part.
    let is_open = *asking == Asking::Question;
    let leave = |sentence: &Range<usize>| gate.leaving(sentence).into_iter().collect();
    let parts: Vec<Vec<(Range<usize>, Class)>> =
        sentences.iter().map(|sentence| if is_open { gate.talk_in(sentence) } else { leave(sentence) }).collect();
    let parts = join_conditions(&text, &sentences, parts);
    let all = sentences.iter().zip(&parts).all(|(sentence, parts)| parts.iter().any(|(words, _)| words == sentence));
    let mut gated = Gated::default();
    for (words, class) in parts.into_iter().flatten() {
        // To end, to break off or to take back is meant where nothing else is said.
        let ends = matches!(class, Class::Done | Class::Pause | Class::Undo | Class::Back | Class::TakeUp);
        if !ends || all {
            // "Pass. Actually no, wait: 300k."
            let is_taken_back = !all && matches!(class, Class::Skip | Class::Defer | Class::DontKnow) && gate.goes_on(words.end);
            gated.take(&gate, &words, class, !is_taken_back);
        }
    }
    gated.doubts = if is_open { gate.doubts(&sentences) } else { Vec::new() };
    gated
}

/// "My colleague has 3 kids, sorry, I'll be right back": where somebody who leaves for a moment counts something else than what is
/// asked for, in bytes.
pub(in super::super) fn remarks(heard: &Heard) -> Vec<Range<usize>> {
    let Some((key, asking)) = heard.asked.as_ref().filter(|(_, asking)| *asking == Asking::Question && !heard.imported) else {
        return Vec::new();
    };
    let plan = memory::plan(&heard.definition);
    let number = |slot: &usize| plan.slots[*slot].widget == WidgetType::Number;
    let Some(slot) = plan.index(key).filter(number) else { return Vec::new() };
    let text = Text::new(&heard.text);
    if answer::is_code(&text) || text.sentences.len() > MOST {
        return Vec::new();
    }
    let scene = Scene { asked: Some((plan.slots[slot].widget, *asking)) };
    let signs = Signs::of(&text);
    let gate = Gate { heard, text: &text, plan: &plan, signs: &signs, scene, slot };
    let parts = text.sentences.iter().flat_map(|sentence| gate.parts(&sentence.words));
    let (odd, rest): (Vec<Range<usize>>, Vec<Range<usize>>) = parts.partition(|part| gate.counts_oddly(part));
    let leaves = !odd.is_empty() && rest.len() <= MOST && rest.iter().any(|part| gate.leaves(part));
    odd.iter().filter(|_| leaves).map(|part| text.place(part)).collect()
}

/// "If I tell you, is that saved?": the condition goes with its question.
fn join_conditions(
    text: &Text<'_>,
    sentences: &[Range<usize>],
    mut parts: Vec<Vec<(Range<usize>, Class)>>,
) -> Vec<Vec<(Range<usize>, Class)>> {
    for at in 1..sentences.len() {
        let (before, after) = (&sentences[at - 1], &sentences[at]);
        let hangs = matches!(text.word(before.start), "if" | "when" | "once" | "before" | "after" | "suppose");
        let class = parts[at].iter().find(|(words, _)| words == after).map(|(_, class)| *class);
        if let Some(class) = class.filter(|_| hangs && text.word(before.end - 1) == ",") {
            parts[at - 1] = vec![(before.clone(), class)];
        }
    }
    parts
}

/// A message that is looked through.
struct Gate<'a, 'h> {
    heard: &'a Heard,
    text: &'a Text<'h>,
    plan: &'a Plan,
    signs: &'a Signs,
    scene: Scene,
    /// What is asked for.
    slot: usize,
}

impl Gate<'_, '_> {
    fn judge(&self, words: &Range<usize>) -> Judgement {
        judge(self.text, self.signs, words, self.scene)
    }

    /// The sentence, or its first or last part, where it is talk.
    fn talk_in(&self, sentence: &Range<usize>) -> Vec<(Range<usize>, Class)> {
        // "I don't mind" settles a question.
        let has_words = sentence.clone().any(|at| !self.text.is_mark(at));
        if !has_words || self.signs.within(Sign::AnyWillDo, sentence) {
            return Vec::new();
        }
        if let Some(left) = self.leaving(sentence) {
            return vec![left];
        }
        let judged = self.judge(sentence);
        if is_talk(self.text, sentence, &judged) {
            // "I've got a demo on my laptop": chatty, and one of what was asked for.
            if judged.class == Class::Aside && sentence.clone().any(|at| self.names_an_option(at)) {
                return Vec::new();
            }
            let beside = self.talk_beside_an_answer(sentence, judged.class);
            let beside = beside.or_else(|| self.is_answer_with_courtesy(sentence, judged.class).then(Vec::new));
            return beside.unwrap_or_else(|| vec![(sentence.clone(), judged.class)]);
        }
        let marks: Vec<usize> =
            sentence.clone().filter(|&at| matches!(self.text.word(at), "," | "-" | "…" | ":" | "(" | ";")).collect();
        let (Some(first), Some(last)) = (marks.first(), marks.last()) else { return Vec::new() };
        let mut found = Vec::new();
        let (head, tail) = (sentence.start..*first, last + 1..sentence.end);
        for (part, rest) in [(head, first + 1..sentence.end), (tail, sentence.start..*last)] {
            let said = part.clone().filter(|at| !self.text.is_mark(*at)).count();
            let judged = self.judge(&part);
            let plain = matches!(
                judged.class,
                Class::Greeting
                    | Class::Thanks
                    | Class::Skip
                    | Class::Defer
                    | Class::DontKnow
                    | Class::AlreadySaid
                    | Class::Why
                    | Class::Meaning
            );
            // "Your questions are dull, but fine: …"
            let grumbles = judged.class == Class::Complaint && self.is_of_the_talk(&part);
            let talks = said > 1 && (plain || grumbles) && judged.sureness >= SURER && is_talk(self.text, &part, &judged);
            // "If I tell you, is that saved?"
            let hangs = matches!(self.text.word(rest.start), "if" | "when" | "because" | "before" | "once" | "that");
            // "Revenue: no idea yet"
            let leaves = matches!(judged.class, Class::Skip | Class::Defer | Class::DontKnow);
            let is_apart = first == last && self.text.word(*first) == ":";
            if talks && leaves && is_apart && moves::is_a_name(self.text, &rest, self.plan) {
                return vec![(sentence.clone(), judged.class)];
            }
            if talks && !hangs && self.judge(&rest).content > 0.4 {
                found.push((part, judged.class));
            }
        }
        found
    }

    /// "What a form, but fine: three of us": only the grumble is talk where another part of the sentence holds what is asked for.
    fn talk_beside_an_answer(&self, sentence: &Range<usize>, class: Class) -> Option<Vec<(Range<usize>, Class)>> {
        let beside = [Class::Complaint, Class::Aside, Class::AlreadySaid, Class::DontKnow, Class::Greeting, Class::Thanks];
        if !beside.contains(&class) {
            return None;
        }
        let parts = self.parts(sentence);
        let judged = parts.iter().map(|part| (part, self.judge(part)));
        let (talk, rest): (Vec<_>, Vec<_>) = judged.partition(|(part, judged)| is_talk(self.text, part, judged));
        let grumbles = |until: usize| talk.iter().any(|(part, judged)| judged.class == Class::Complaint && part.end <= until);
        let is_answer = |(part, judged): &(&Range<usize>, Judgement)| match self.plan.slots[self.slot].widget {
            WidgetType::Choice | WidgetType::Multiselect => Range::clone(part).any(|at| self.names_an_option(at)),
            WidgetType::Number | WidgetType::Date => parts.len() > 1 && self.counts(part),
            // Words may be anything: only what stands behind a grumble and is plainly of the matter.
            WidgetType::Text => {
                class == Class::Complaint && judged.content > SURE && grumbles(part.start) && self.is_telling(part)
            }
        };
        let answers = rest.iter().any(is_answer);
        answers.then(|| talk.into_iter().map(|(part, judged)| (part.clone(), judged.class)).collect())
    }

    /// "Carpentry, thanks a lot", "hello, this is Mia from a driving school": where words are asked for, the courtesy hides none.
    fn is_answer_with_courtesy(&self, sentence: &Range<usize>, class: Class) -> bool {
        let slot = &self.plan.slots[self.slot];
        if slot.widget != WidgetType::Text || !matches!(class, Class::Greeting | Class::Thanks) {
            return false;
        }
        let Some(told) = answer::beside_courtesy(self.text, sentence, slot) else { return false };
        let is_signed = |at: usize| self.signs.0.iter().any(|(_, words)| words.contains(&at));
        let tells = |at: usize| {
            let word = self.text.word(at);
            !self.text.is_mark(at) && !is_signed(at) && !lexicon::COMMON.contains(word) && !lexicon::OPENERS.contains(word)
        };
        told.clone().any(tells) && self.judge(&told).content > SURE
    }

    /// Between its marks, and before "but".
    fn parts(&self, sentence: &Range<usize>) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut start = sentence.start;
        for at in sentence.clone() {
            let is_border = match self.text.word(at) {
                "," | ";" | ":" | "(" | ")" | "…" => true,
                "-" => self.text.words[at].spaced,
                "but" => at > start,
                _ => false,
            };
            if is_border {
                found.push(start..at);
                start = at + 1;
            }
        }
        found.push(start..sentence.end);
        found.retain(|part| part.clone().any(|at| !self.text.is_mark(at)));
        found
    }

    /// An option of what is asked for begins at this word.
    fn names_an_option(&self, at: usize) -> bool {
        let phrases = self.plan.phrases.get(self.text.stem(at)).into_iter().flatten();
        let mut own = phrases.filter(|phrase| phrase.slot == self.slot && !phrase.part && !phrase.loose);
        own.any(|phrase| phrase.rest.iter().zip(at + 1..).all(|(wanted, at)| self.text.stem(at) == wanted))
    }

    /// A number or a day, and no span of time; nothing is denied.
    fn counts(&self, words: &Range<usize>) -> bool {
        if words.clone().any(|at| lexicon::NEGATIONS.contains(&self.text.word(at))) {
            return false;
        }
        let names = |list: &[(&str, i64)], word: &str| list.iter().any(|(name, _)| *name == word);
        words.clone().any(|at| {
            let word = self.text.word(at);
            let unit = lexicon::UNITS.iter().any(|(name, number)| *name == word && *number != 1);
            let number = matches!(self.text.words[at].shape, Shape::Digits | Shape::Mixed) || unit;
            let next = self.text.word(at + 1);
            number && !names(lexicon::SPANS_OF_TIME, next) && !matches!(next, "time" | "times")
                || self.scene.asked.is_some_and(|(widget, _)| widget == WidgetType::Date)
                    && (names(lexicon::MONTHS, word) || names(lexicon::WEEKDAYS, word))
        })
    }

    /// Numbers stand there, and what they count is hardly what is asked for.
    fn counts_oddly(&self, words: &Range<usize>) -> bool {
        let unit = self.heard.definition.obligations.get(self.slot).and_then(|one| one.unit.as_deref());
        let is_number = |at: &usize| {
            matches!(self.text.words[*at].shape, Shape::Digits | Shape::Mixed)
                || lexicon::UNITS.iter().any(|(name, number)| *name == self.text.word(*at) && *number != 1)
        };
        let mut numbers = words.clone().filter(is_number).peekable();
        numbers.peek().is_some() && numbers.all(|at| is_oddly_counted(self.text, &(at..at + 1), self.plan, self.slot, unit))
    }

    /// "Brb", "need to grab a coffee", "have to fetch the kids, back in 20 minutes"; of "twelve of us, brb" only what says so.
    fn leaving(&self, sentence: &Range<usize>) -> Option<(Range<usize>, Class)> {
        let parts = self.parts(sentence);
        let prompt = &self.heard.definition.obligations[self.slot].prompt;
        let (part, class) = parts.iter().find_map(|part| {
            let first = part.clone().find(|&at| !lexicon::OPENERS.contains(self.text.word(at)) && !self.text.is_mark(at));
            let will = |at: usize| at + cues::at("being about to", self.text, at).unwrap_or(0);
            let is_back = first.is_some_and(|at| self.says_back(will(at)));
            let class = if is_back { Class::Aside } else { errand(self.text, part, &self.plan.slots[self.slot], prompt)? };
            Some((part, class))
        })?;
        let small = |at: usize| lexicon::OPENERS.contains(self.text.word(at)) || self.text.is_mark(at);
        let says_more = |other: &Range<usize>| other != part && !other.clone().all(small) && pattern(self.text, other).is_none();
        if !parts.iter().any(says_more) {
            let class = if self.text.sentences.len() > 1 { Class::Aside } else { class };
            return Some((sentence.clone(), class));
        }
        let excuses = |at: usize| cues::is("having to", self.text, at);
        let excused =
            (sentence.start..part.start).any(excuses) && !(sentence.start..part.start).any(|at| self.names_an_option(at));
        Some((if excused { sentence.start } else { part.start }..part.end, Class::Aside))
    }

    fn says_back(&self, at: usize) -> bool {
        let soon = at + cues::at("back in", self.text, at).unwrap_or(0);
        let span = |at: usize| lexicon::SPANS_OF_TIME.iter().any(|(name, days)| *name == self.text.word(at) && *days < 2);
        cues::is("back soon", self.text, at) || soon > at && (soon..soon + 3).any(span)
    }

    /// "One moment", "I'll be right back".
    fn leaves(&self, words: &Range<usize>) -> bool {
        let judged = self.judge(words);
        matches!(judged.class, Class::Aside | Class::Pause) && judged.sureness >= SURE && judged.content < 0.1
    }

    /// It speaks to somebody or of the asking, and not only of what was just named.
    fn is_of_the_talk(&self, words: &Range<usize>) -> bool {
        let small = |at: usize| self.text.is_mark(at) || lexicon::OPENERS.contains(self.text.word(at));
        let first = words.clone().find(|&at| !small(at)).unwrap_or(words.start);
        !cues::is("referring", self.text, first) && cues::find("of the talk", self.text, words).is_some()
    }

    /// At least two words that are not small, and nobody is spoken to or pointed at.
    fn is_telling(&self, words: &Range<usize>) -> bool {
        let word = |at: usize| self.text.word(at);
        let tells =
            |at: &usize| !self.text.is_mark(*at) && !lexicon::COMMON.contains(word(*at)) && !lexicon::OPENERS.contains(word(*at));
        let first = words.clone().find(|&at| !self.text.is_mark(at) && !lexicon::OPENERS.contains(word(at)));
        let points = first.is_some_and(|at| cues::is("referring", self.text, at) || word(at) == "this");
        !points && words.clone().filter(tells).nth(1).is_some() && cues::find("of the talk", self.text, words).is_none()
    }

    /// "Actually no, …", "wait, …": what comes takes the place of what was just said.
    fn goes_on(&self, at: usize) -> bool {
        let next = (at..self.text.words.len()).find(|&at| !self.text.is_mark(at));
        next.is_some_and(|at| matches!(self.text.word(at), "actually" | "no" | "wait"))
    }

    /// Sentences that may as well be talk.
    fn doubts(&self, sentences: &[Range<usize>]) -> Vec<Range<usize>> {
        let doubtful = |sentence: &&Range<usize>| {
            let judged = self.judge(sentence);
            judged.class != Class::Content && judged.content < 0.45
        };
        sentences.iter().filter(doubtful).map(|sentence| self.text.place(sentence)).collect()
    }
}

fn is_talk(text: &Text<'_>, words: &Range<usize>, judged: &Judgement) -> bool {
    let counts = words.clone().any(|at| matches!(text.words[at].shape, Shape::Digits | Shape::Mixed));
    // A question may be asked of nobody, and be the answer.
    let of_oneself =
        text.word(words.end - 1) == "?" && !words.clone().any(|at| matches!(text.word(at), "you" | "your" | "this" | "that"));
    // "Drivers who swear at everybody" bother somebody else: a complaint about the talk speaks of it, or to somebody.
    let of_others = judged.class == Class::Complaint && cues::find("of the talk", text, words).is_none();
    // "You have to ring twice" may be said of anybody.
    let of_others = of_others || cues::find("of anybody", text, words).is_some();
    let surer = counts || of_oneself || of_others || matches!(judged.class, Class::Question | Class::Aside);
    let wanted = if surer { SURER } else { SURE };
    judged.class != Class::Content && judged.sureness >= wanted && judged.content < 0.1
}

impl Gated {
    fn take(&mut self, gate: &Gate<'_, '_>, words: &Range<usize>, class: Class, is_meant: bool) {
        self.places.push(gate.text.place(words));
        let named = moves::named_beside(gate.text, words, gate.plan, gate.signs);
        let doubted = || moves::doubted(gate.heard, gate.text, words, (gate.plan, gate.signs), named);
        let named = if class == Class::DontKnow { doubted() } else { named };
        let key = named.map(|slot| gate.heard.definition.obligations[slot].key.clone());
        if let Some(made) = to_move(class, key).filter(|made| is_meant && !self.moves.contains(made)) {
            self.moves.push(made);
        }
    }
}

fn to_move(class: Class, key: Option<String>) -> Option<Move> {
    Some(match class {
        Class::Content => return None,
        Class::Aside => Move::SmallTalk,
        Class::Greeting => Move::Greeting,
        Class::Thanks => Move::Thanks,
        Class::Complaint => Move::Abuse,
        Class::Skip => Move::Skip { key },
        Class::Defer => Move::Defer { key },
        Class::DontKnow => Move::DontKnow { key },
        Class::Undo => Move::Undo,
        Class::Repeat => Move::Repeat,
        Class::Summary => Move::AskSummary,
        Class::Progress => Move::AskProgress,
        Class::AlreadySaid => Move::ToldAlready,
        Class::Done => Move::Done,
        Class::Pause => Move::Pause,
        Class::Back => Move::GoBack { key },
        Class::TakeUp => Move::TakeUp,
        Class::Why => Move::AskWhy { key },
        Class::Meaning => Move::AskMeaning { key },
        Class::Examples => Move::AskExamples { key },
        Class::Research => Move::AskResearch { key },
        Class::Question => Move::Question,
    })
}
