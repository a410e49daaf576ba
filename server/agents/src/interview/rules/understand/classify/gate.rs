//! What is plainly said to the interviewer is taken out of a message before its values are read.

use super::{
    super::{
        answer, memory, moves,
        profile::Plan,
        signs::{Sign, Signs},
        text::{Shape, Text},
    },
    class::Class,
    features::Scene,
    judge::{Judgement, judge},
};
use domain::interview::{Heard, Move};
use protocol::interview::Asking;
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
    let Some((key, asking)) = heard.asked.as_ref().filter(|(_, asking)| *asking == Asking::Question) else {
        return Gated::default();
    };
    if heard.imported || answer::is_code(&text) || text.sentences.len() > MOST {
        return Gated::default();
    }
    let plan = memory::plan(&heard.definition);
    let Some(slot) = plan.index(key) else { return Gated::default() };
    let scene = Scene { asked: Some((plan.slots[slot].widget, *asking)) };
    let signs = Signs::of(&text);
    let gate = Gate { heard, text: &text, plan: &plan, signs: &signs, scene };
    let sentences: Vec<Range<usize>> = text.sentences.iter().map(|sentence| sentence.words.clone()).collect();
    let parts: Vec<Vec<(Range<usize>, Class)>> = sentences.iter().map(|sentence| gate.talk_in(sentence)).collect();
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
    gated.doubts = gate.doubts(&sentences);
    gated
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
        let judged = self.judge(sentence);
        if is_talk(self.text, sentence, &judged) {
            return vec![(sentence.clone(), judged.class)];
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
            let talks = said > 1 && plain && judged.sureness >= SURER && is_talk(self.text, &part, &judged);
            // "If I tell you, is that saved?"
            let hangs = matches!(self.text.word(rest.start), "if" | "when" | "because" | "before" | "once" | "that");
            if talks && !hangs && self.judge(&rest).content > 0.4 {
                found.push((part, judged.class));
            }
        }
        found
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
    let wanted = if counts || of_oneself || matches!(judged.class, Class::Question | Class::Aside) { SURER } else { SURE };
    judged.class != Class::Content && judged.sureness >= wanted && judged.content < 0.1
}

impl Gated {
    fn take(&mut self, gate: &Gate<'_, '_>, words: &Range<usize>, class: Class, is_meant: bool) {
        self.places.push(gate.text.place(words));
        let named = moves::named_beside(gate.text, words, gate.plan, gate.signs);
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
