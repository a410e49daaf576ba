//! What somebody asks themselves where they are asked for what is difficult: "How can we find good staff?"

use super::{
    super::{
        answer,
        lexicon::{self, Words},
        text::{Mood, Shape, stem},
    },
    Moment,
};
use domain::interview::{Manner, Quote};
use protocol::interview::{Asking, WidgetType};
use serde_json::json;

/// What such a question is for.
const DIFFICULT: &[&str] = &[
    "challenge", "obstacle", "risk", "worry", "problem", "fail", "difficulty", "fear", "concern", "struggle", "barrier", "hurdle",
];
/// Who asks or is asked about, other than the interviewer.
const SOMEBODY: &[&str] = &[
    "i", "we", "our", "us", "my", "they", "their", "them", "he", "she", "people", "anyone", "anybody", "someone", "somebody",
    "nobody", "everyone", "everybody", "customers", "clients", "users", "who", "whether",
];
/// Words of the conversation: what is asked with them, the interviewer is to answer.
static OF_THE_TALK: Words = Words::new("of the talk");
const LONGEST: usize = 20;

impl Moment<'_, '_> {
    /// Takes the question as the answer, which is read back.
    pub(super) fn wonder(&mut self) {
        let Some((key, Asking::Question)) = self.heard.asked.as_ref().filter(|_| !self.heard.imported) else { return };
        let Some(slot) = self.plan.index(key).filter(|slot| !self.taken.contains(slot)) else { return };
        let one = &self.plan.slots[slot];
        let difficult = DIFFICULT.iter().any(|word| one.spoken.is_about(stem(word)));
        let [sentence] = &self.text.sentences[..] else { return };
        let text = self.text;
        let words = sentence.words.clone();
        if one.widget != WidgetType::Text || !difficult || sentence.mood != Mood::Question || words.len() > LONGEST {
            return;
        }
        let any = |list: &[&str]| words.clone().any(|at| list.contains(&text.word(at)));
        let tells = |at: usize| {
            let word = text.word(at);
            let asks = lexicon::WH.contains(&word) || lexicon::AUXILIARIES.contains(&word) || lexicon::COMMON.contains(word);
            text.words[at].shape == Shape::Letters
                && !asks
                && !lexicon::OPENERS.contains(word)
                && !one.named.iter().any(|name| name == text.stem(at))
        };
        let others = any(&["people", "anyone", "anybody", "someone", "somebody", "nobody", "everyone", "everybody", "customers"]);
        if words.clone().any(|at| OF_THE_TALK.contains(text.word(at))) || !any(SOMEBODY) || !others && !words.clone().any(tells) {
            return;
        }
        let opens = |at: usize| text.is_mark(at) || lexicon::OPENERS.contains(text.word(at));
        let Some(start) = words.clone().find(|&at| !opens(at)) else { return };
        let Some(end) = words.clone().rev().find(|&at| !text.is_mark(at)).map(|at| at + 1) else { return };
        let said = text.said(&(start..end));
        if !answer::is_noise(said) {
            self.take(slot, json!(said), Manner::Hedged, Quote { turn: None, start: 0, end: 0 }, Some(&(start..end)));
        }
    }
}
