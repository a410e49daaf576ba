//! What the agent's last words asked for, offered or read back, where nobody kept a record of it.

mod asking;
mod named;

use self::asking::requests;
use super::{
    lexicon,
    matching::{Focus, Placed, What, assign},
    profile::{Kind, Plan},
    text::{Sentence, Text},
    values::{self, Form, date::Day},
};

/// The agent's side of the moment.
#[derive(Debug, Default)]
pub(super) struct AgentTurn {
    /// What was asked for, likeliest first.
    pub(super) requested: Vec<usize>,
    /// How surely, 0 to 1, in the same order.
    pub(super) sureness: Vec<f32>,
    /// Values it named, with the obligations they belong to.
    pub(super) proposed: Vec<Placed>,
    pub(super) act: Act,
    /// Asked whether something is so: yes and no are answers.
    pub(super) yes_or_no: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Act {
    #[default]
    Other,
    /// "I found …", "how about …".
    Offer,
    /// "Please confirm …", "… is that right?"
    ReadBack,
    /// "Is it for March 9th as well?"
    Suggest,
}

const READS_BACK: &[&str] = &[
    "correct?", "is that right", "that right?", "is this right", "right?", "accurate", "is that correct", "is this correct",
    "to be clear", "to clarify", "just to", "sound good?", "sounds good?", "is that good", "is that okay", "is that ok",
    "is this okay", "is this ok", "so you want", "so you would like", "you would like to", "you'd like to", "you want me to",
    "you want to", "should i go ahead", "okay with you", "ok with you", "does that sound", "is it okay", "all good?",
    "all correct",
];

/// These read back too, unless they are the question itself.
const READS_BACK_PLAINLY: &[&str] =
    &["you would like to", "you would like a", "you'd like to", "you'd like a", "you want me to", "you want to", "you want a"];
const ASKS_PLAINLY: &[&str] = &[
    "do you want", "would you like", "did you want", "do you need", "will you want", "do you wish", "do you prefer",
    "if you want",
];

/// Asks what the person thinks of an offer.
const ASKS_OPINION: &[&str] = &["think", "thoughts", "opinion", "interest", "interested", "sound"];

const TELLS: &[&str] = &[
    "you have a", "you have an", "there is an alarm", "you have the following", "your current", "you currently", "you've got a",
    "already have",
];

/// What was done is reported, and nothing is left to choose.
const REPORTS: &[&str] = &[
    "successfully", "is confirmed", "are confirmed", "has been confirmed", "have been confirmed", "is booked", "has been booked",
    "have been booked", "was booked", "i have booked", "i've booked", "i booked", "has been made", "have been made",
    "has been reserved", "has been scheduled", "is scheduled", "has been added", "has been purchased",
];

/// `topics` is how much each topic is under way.
pub(super) fn read(text: &Text<'_>, plan: &Plan, topics: &[f32], held: &[Option<String>], today: Day) -> AgentTurn {
    let mut spots = values::spot(text, today);
    let again = said_again(text, plan, topics, held);
    spots.retain(|spot| !again.iter().any(|one| one.words.start < spot.words.end && spot.words.start < one.words.end));
    let plainly =
        READS_BACK_PLAINLY.iter().any(|sign| text.low.contains(sign)) && !ASKS_PLAINLY.iter().any(|sign| text.low.contains(sign));
    let confirms = (0..text.words.len()).any(|at| {
        matches!(text.word(at), "confirm" | "confirming" | "confirmation" | "verify" | "verifying")
            && !matches!(text.before(at), "a" | "email" | "the" | "you")
    });
    let concludes = text.sentences.iter().any(|sentence| is_conclusion(text, sentence));
    let says_again = plainly || confirms || concludes || READS_BACK.iter().any(|sign| text.low.contains(sign));
    let mut focus =
        Focus { topics: topics.to_vec(), held: held.to_vec(), agent: true, reading_back: says_again, ..Focus::default() };
    let (requested, sureness) = requests(text, plan, topics, held);
    focus.requested.clone_from(&requested);
    focus.sureness.clone_from(&sureness);
    let mut proposed = assign(text, &spots, plan, &focus);
    if plan.topics > 1 && proposed.len() + again.len() > 1 {
        // One turn of the agent is about one topic: the one that explains most of it.
        let mut weights = vec![0.0_f32; plan.topics];
        for one in proposed.iter().chain(&again) {
            weights[plan.slots[one.slot].topic] += one.score;
        }
        let most = weights.iter().copied().fold(0.0_f32, f32::max);
        for (topic, weight) in focus.topics.iter_mut().zip(&weights) {
            *topic = if *weight >= most { 1.0 } else { (*topic * 0.5).min(weight / most * 0.7) };
        }
        proposed = assign(text, &spots, plan, &focus);
    }
    // "No, it has no garden": told in answer, not offered.
    let answers = matches!(text.word(0), "no" | "yes" | "sorry" | "unfortunately" | "yeah" | "nope" | "yep");
    proposed.retain(|one| !(answers && plan.slots[one.slot].kind == Kind::Flag));
    proposed.retain(|one| !one.negated && !again.iter().any(|known| known.slot == one.slot));
    proposed.extend(again);
    if says_again {
        for one in named::said_by_name(text, &spots, plan) {
            // What stands within a value is a part of it, unless it has a name of its own.
            let apart = |known: &Placed| {
                known.slot != one.slot
                    && (known.named || known.words.end <= one.words.start || one.words.end <= known.words.start)
            };
            proposed.retain(apart);
            proposed.push(one);
        }
        proposed.sort_by_key(|one| one.words.start);
    }
    let question = text.sentences.last().is_some_and(|sentence| text.word(sentence.words.end - 1) == "?");
    let wh = text.sentences.iter().any(|sentence| is_wh(text, sentence));
    let reads_back =
        !proposed.is_empty() && says_again && !(wh && requested.iter().any(|slot| !proposed.iter().any(|one| one.slot == *slot)));
    // "I found a room, is that okay?": what was found is offered.
    let offers = (0..text.words.len().min(8)).any(|at| {
        matches!(text.word(at), "found" | "located") && (0..at).any(|at| matches!(text.word(at), "i" | "i've" | "we" | "we've"))
    });
    let act = if reads_back && (confirms || !offers) {
        Act::ReadBack
    } else if proposed.is_empty()
        || TELLS.iter().any(|sign| text.low.contains(sign))
        || REPORTS.iter().any(|sign| text.low.contains(sign))
    {
        Act::Other
    } else if question
        && !wh
        && text.sentences.len() == 1
        && !text.low.starts_with("how about")
        && !text.low.starts_with("what about")
        && proposed.iter().all(|one| requested.contains(&one.slot) || plan.slots[one.slot].kind == Kind::Date)
    {
        Act::Suggest
    } else {
        Act::Offer
    };
    let requested = if act == Act::ReadBack { Vec::new() } else { requested };
    AgentTurn { requested, sureness, proposed, act, yes_or_no: question && !wh }
}

/// Held words that the agent says as they are held.
fn said_again(text: &Text<'_>, plan: &Plan, topics: &[f32], held: &[Option<String>]) -> Vec<Placed> {
    let mut found: Vec<Placed> = Vec::new();
    let mut slots: Vec<usize> = (0..held.len()).collect();
    slots.sort_by(|left, right| {
        let topic = |slot: usize| topics.get(plan.slots[slot].topic).copied().unwrap_or(0.0);
        topic(*right).total_cmp(&topic(*left))
    });
    for slot in slots {
        let named =
            matches!(plan.slots[slot].kind, Kind::Title | Kind::Person | Kind::City | Kind::Spot | Kind::Text | Kind::Category);
        let Some(value) = held[slot].as_ref().filter(|value| named && value.len() > 2 && value.len() < 80) else { continue };
        for (start, _) in text.low.match_indices(value.as_str()).take(2) {
            let first = text.words.partition_point(|word| word.start < start);
            let last = text.words.partition_point(|word| word.end < start + value.len());
            let whole = text.words.get(first).is_some_and(|word| word.start == start)
                && text.words.get(last).is_some_and(|word| word.end == start + value.len());
            let goes_on = text.words.get(last + 1).is_some_and(|next| next.capital && next.start == start + value.len() + 1);
            let taken = found.iter().any(|one| one.words.start <= last && first < one.words.end);
            if whole && !goes_on && !taken {
                found.push(Placed {
                    slot,
                    words: first..last + 1,
                    what: What::Form(Form::Name),
                    score: 4.0,
                    rival: 0.0,
                    other: None,
                    unsure: false,
                    named: true,
                    negated: false,
                });
                break;
            }
        }
    }
    found
}

/// "So that is a table for four?": a statement that asks whether it holds.
fn is_conclusion(text: &Text<'_>, sentence: &Sentence) -> bool {
    let Some(so) = sentence.words.clone().find(|&at| text.word(at) == "so" && at <= sentence.words.start + 2) else {
        return false;
    };
    text.word(sentence.words.end - 1) == "?"
        && matches!(text.word(so + 1), "that" | "that's" | "it" | "it's" | "your" | "you're" | "the")
        && !is_wh(text, sentence)
}

fn is_wh(text: &Text<'_>, sentence: &Sentence) -> bool {
    text.word(sentence.words.end - 1) == "?"
        && sentence.words.clone().any(|at| lexicon::WH.contains(&text.word(at)))
        && !matches!((text.word(sentence.words.start), text.word(sentence.words.start + 1)), ("how" | "what", "about"))
        && !opinion(text, sentence)
}

/// It asks what the person thinks of an offer.
fn opinion(text: &Text<'_>, sentence: &Sentence) -> bool {
    sentence
        .words
        .clone()
        .any(|at| ASKS_OPINION.contains(&text.word(at)) && text.before(at) != "you'd" && text.word(at + 1) != "in")
}
