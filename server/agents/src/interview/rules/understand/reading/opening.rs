//! Who opens a conversation says who they are before they say what they want: "Hello, Lena from Graz. We need a new roof."

use super::{
    super::{
        cues, lexicon,
        profile::{Plan, part::Part},
        signs::{Sign, Signs},
        text::{Mood, Sentence, Text},
    },
    clauses::stands_alone,
};
use domain::interview::{Finding, Heard, Manner};
use protocol::interview::{Asking, Speaker, WidgetType};

/// So many words before others are hardly the answer.
const SPEECH: usize = 5;
/// Within so many words it shows that something is asked for.
const LEAD: usize = 4;

/// A text taken from the first of several sentences of the first message is read back, and so is a wish where none was asked for.
pub(super) fn doubt(heard: &Heard, plan: &Plan, text: &Text<'_>, signs: &Signs, findings: &mut [Finding]) {
    let Some((key, Asking::Question)) = &heard.asked else { return };
    let Some(slot) = plan.index(key).map(|slot| &plan.slots[slot]) else { return };
    if slot.widget != WidgetType::Text || heard.history.iter().any(|turn| turn.speaker == Speaker::User) {
        return;
    }
    let introduction = if introduces(plan, text, signs, key, findings) { text.place(&text.sentences[0].words) } else { 0..0 };
    let wants_wishes = slot.spoken.ahead || slot.plays(Part::Aim);
    let direct = |one: &&mut Finding| one.key == *key && one.manner == Manner::Direct && one.quote.turn.is_none();
    for one in findings.iter_mut().filter(direct) {
        if introduction.contains(&one.quote.start) || !wants_wishes && is_wished(text, one.quote.start) {
            (one.manner, one.confidence) = (Manner::Hedged, Manner::Hedged.confidence());
        }
    }
}

/// Whether the first sentence may only lead to what the others say: it greets, or is long, or a statement follows that answers no
/// other question. "Logistics. We are 45 people." gives two answers.
fn introduces(plan: &Plan, text: &Text<'_>, signs: &Signs, key: &str, findings: &[Finding]) -> bool {
    let Some((first, others)) = text.sentences.split_first().filter(|(_, others)| !others.is_empty()) else { return false };
    let is_long = first.words.clone().filter(|&at| !text.is_mark(at)).count() >= SPEECH;
    let greets = signs.find(Sign::Greeting).any(|words| words.start < first.words.end);
    let is_text = |key: &str| plan.index(key).is_some_and(|slot| plan.slots[slot].widget == WidgetType::Text);
    let answers_another = |sentence: &Sentence| {
        let place = text.place(&sentence.words);
        let another = |one: &&Finding| one.key != key && one.quote.turn.is_none() && !is_text(&one.key);
        findings.iter().filter(another).any(|one| place.contains(&one.quote.start))
    };
    let says_more = |sentence: &Sentence| {
        sentence.mood != Mood::Question && stands_alone(text, &sentence.words) && !answers_another(sentence)
    };
    is_long || greets || others.iter().any(says_more)
}

/// "I'd love a new …": the sentence asks for something before it says what.
fn is_wished(text: &Text<'_>, place: usize) -> bool {
    let Some(sentence) = text.sentences.iter().find(|sentence| text.place(&sentence.words).contains(&place)) else {
        return false;
    };
    let words = &sentence.words;
    let leads = |at: &usize| text.is_mark(*at) || lexicon::OPENERS.contains(text.word(*at));
    let start = words.clone().find(|at| !leads(at)).unwrap_or(words.start);
    cues::find("hoping for", text, &(start..words.end.min(start + LEAD))).is_some()
}
