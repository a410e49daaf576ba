//! What the agent's last words asked for, offered or read back, where nobody kept a record of it.

mod named;

use super::{
    lexicon,
    matching::{Focus, Placed, What, assign},
    profile::{Kind, Plan, Role},
    text::{Mood, Sentence, Text},
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
    let act = if reads_back {
        Act::ReadBack
    } else if proposed.is_empty() || TELLS.iter().any(|sign| text.low.contains(sign)) {
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

fn opinion(text: &Text<'_>, sentence: &Sentence) -> bool {
    sentence
        .words
        .clone()
        .any(|at| ASKS_OPINION.contains(&text.word(at)) && text.before(at) != "you'd" && text.word(at + 1) != "in")
}

/// The obligations that the agent's questions are about.
fn requests(text: &Text<'_>, plan: &Plan, topics: &[f32], held: &[Option<String>]) -> (Vec<usize>, Vec<f32>) {
    let mut scores = vec![0.0_f32; plan.slots.len()];
    for sentence in &text.sentences {
        let asks = text.word(sentence.words.end - 1) == "?";
        let wants = sentence.words.clone().any(|at| {
            matches!(text.word(at), "tell" | "specify" | "provide" | "let" | "give" | "which" | "what" | "where" | "when")
        });
        if opinion(text, sentence) && !sentence.words.clone().any(|at| matches!(text.word(at), "when" | "where")) {
            continue;
        }
        if asks || wants && sentence.mood != Mood::Question || sentence.mood == Mood::Question {
            for part in parts(text, sentence) {
                ask(text, &part, plan, topics, held, &mut scores, asks);
            }
        }
    }
    let best = scores.iter().copied().fold(0.0_f32, f32::max);
    let mut asked: Vec<usize> = (0..scores.len()).filter(|&slot| scores[slot] >= 2.2 && scores[slot] > best * 0.5).collect();
    asked.sort_by(|left, right| scores[*right].total_cmp(&scores[*left]));
    let sureness = asked.iter().map(|slot| scores[*slot] / best.max(0.1)).collect();
    (asked, sureness)
}

/// A question may ask for two things: "what city and what date?"
fn parts(text: &Text<'_>, sentence: &Sentence) -> Vec<std::ops::Range<usize>> {
    let mut parts = Vec::new();
    let mut start = sentence.words.start;
    for at in sentence.words.clone() {
        let splits = matches!(text.word(at), "and" | ",") && at > start + 1;
        if splits
            && (at + 1..at + 4).any(|next| {
                next < sentence.words.end
                    && (lexicon::WH.contains(&text.word(next)) || matches!(text.word(next), "is" | "do" | "will" | "would"))
            })
        {
            parts.push(start..at);
            start = at + 1;
        }
    }
    parts.push(start..sentence.words.end);
    parts
}

fn ask(
    text: &Text<'_>,
    part: &std::ops::Range<usize>,
    plan: &Plan,
    topics: &[f32],
    held: &[Option<String>],
    scores: &mut [f32],
    asks: bool,
) {
    let mut wh = None;
    let mut role = None;
    for at in part.clone() {
        let (word, next) = (text.word(at), text.word(at + 1));
        let kind = match (word, next) {
            ("when" | "when's", _) => Some(Kind::Date),
            ("what" | "which", "time" | "hour") => Some(Kind::Time),
            ("what" | "which", "date" | "day" | "dates" | "days") => Some(Kind::Date),
            ("where" | "where's", _) => Some(Kind::Spot),
            ("what" | "which", "city" | "area" | "location" | "town" | "place") => Some(Kind::City),
            ("how", "many") => Some(Kind::Count),
            ("how", "long") => Some(Kind::Duration),
            ("how", "much") => Some(Kind::Money),
            ("who" | "whom", _) => Some(Kind::Person),
            _ => None,
        };
        wh = wh.or(kind);
        let stem = text.stem(at);
        if matches!(word, "until" | "till") && (next == "when" || text.before(at) == "when") {
            role = Some(Role::To);
        } else if matches!(word, "to" | "from") {
            if word == "from" {
                role = Some(Role::From);
            } else if text.is_mark(at + 1) {
                role = role.or(Some(Role::To));
            }
        } else if matches!(next, "up" | "in") && matches!(word, "pick" | "check" | "picking" | "checking") {
            role = Some(Role::From);
        } else if matches!(next, "off" | "out") && matches!(word, "drop" | "check" | "dropping" | "checking") {
            role = Some(Role::To);
        } else if matches!(stem, "leav" | "depart" | "start" | "begin" | "departur" | "origin") {
            role = Some(Role::From);
        } else if matches!(stem, "arriv" | "return" | "head" | "end" | "destination" | "go")
            && !(stem == "go" && next == "to" && role.is_some())
            && !(word == "going" && role.is_some())
        {
            role = role.or(Some(Role::To));
        }
    }
    for (slot, one) in plan.slots.iter().enumerate() {
        let topic = topics.get(one.topic).copied().unwrap_or(1.0);
        let mut cue = 0.0_f32;
        let mut counted = false;
        for at in part.clone() {
            if let Some(weight) = one.cues.get(text.stem(at)) {
                cue += weight.min(2.0);
                counted = true;
            } else if let Some(weight) = one.akin(text.stem(at)) {
                cue += weight.min(2.0) * 0.7;
            }
        }
        if one.cues.contains_key("age") && (part.start..part.end).any(|at| text.reads(at, &["how", "old"])) {
            cue += 2.0;
            counted = true;
        }
        let named = (0..plan.slots.len()).any(|slot| plan.slots[slot].own);
        if wants_own_name(text, part) && named && matches!(one.kind, Kind::Title | Kind::Person) {
            cue += if one.own { 1.5 } else { -2.5 };
        }
        let by_kind: f32 = match (wh, one.kind) {
            (Some(Kind::Date), Kind::Date) | (Some(Kind::Time), Kind::Time) => 2.2,
            (Some(Kind::Date), Kind::Time) if text.low.contains("what time") || text.low.contains(" time") => 1.0,
            (Some(Kind::Spot), Kind::City | Kind::Spot) | (Some(Kind::City), Kind::City | Kind::Spot) => 2.0,
            (Some(Kind::Count), Kind::Count) if counted => 2.0,
            (Some(Kind::Count), Kind::Count) => 0.9,
            (Some(Kind::Count), Kind::Duration) if text.low.contains("day") || text.low.contains("night") => 1.5,
            (Some(Kind::Duration), Kind::Duration) => 2.4,
            (Some(Kind::Duration), Kind::Date) if one.role == Some(Role::To) => 2.0,
            (Some(Kind::Money), Kind::Money) => 1.0,
            (Some(Kind::Person), Kind::Person) => 1.5,
            (None, Kind::Title)
                if one.principal
                    && part.clone().any(|at| matches!(text.word(at), "particular" | "specific" | "preferred" | "preference"))
                    && counted =>
            {
                1.8
            }
            (None, Kind::Title)
                if one.principal && counted && part.clone().any(|at| matches!(text.word(at), "which" | "what")) =>
            {
                1.6
            }
            (Some(_), Kind::Date | Kind::Time | Kind::Money | Kind::Count | Kind::Duration) => -1.0,
            _ => 0.0,
        };
        if by_kind <= 0.0 && cue < 0.6 || !asks && by_kind <= 0.0 && cue < 1.5 {
            continue;
        }
        let by_role = match (one.role, role) {
            (Some(mine), Some(said)) if mine == said => 0.8,
            (Some(_), Some(_)) => -1.8,
            _ => 0.0,
        };
        // Who asks for an address does not know it.
        let told = counted && matches!(one.kind, Kind::Address | Kind::Phone | Kind::Email);
        let fact = if one.fact && !told { -1.5 } else { 0.0 };
        let known = if held.get(slot).is_some_and(Option::is_some) { -0.9 } else { 0.0 };
        let score = by_kind + cue.min(3.0) + by_role + fact + known + topic.mul_add(2.4, -1.6);
        scores[slot] = scores[slot].max(score);
    }
}

/// "What's your name?", "under what name?", "who am I speaking to?"
fn wants_own_name(text: &Text<'_>, part: &std::ops::Range<usize>) -> bool {
    part.clone().any(|at| {
        text.reads(at, &["your", "name"])
            || text.reads(at, &["your", "full", "name"])
            || text.reads(at, &["his", "name"])
            || text.reads(at, &["her", "name"])
            || text.reads(at, &["their", "name"])
            || text.reads(at, &["name", "of", "your"])
            || text.reads(at, &["what", "name"])
            || text.reads(at, &["which", "name"])
            || text.reads(at, &["am", "i", "speaking"])
            || text.reads(at, &["am", "i", "talking"])
    })
}
