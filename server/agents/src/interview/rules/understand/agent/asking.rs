//! What the agent's questions ask for.

use super::{
    super::{
        lexicon,
        profile::{Kind, Plan, Role, Slot},
        text::{Mood, Sentence, Text},
    },
    opinion,
};

/// The obligations that the agent's questions are about.
pub(super) fn requests(text: &Text<'_>, plan: &Plan, topics: &[f32], held: &[Option<String>]) -> (Vec<usize>, Vec<f32>) {
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
            // "What area of practice": a sort, and no place.
            ("what" | "which", "area" | "field" | "line") if text.word(at + 2) == "of" => Some(Kind::Category),
            ("what" | "which", "city" | "cities" | "area" | "location" | "town" | "towns" | "place" | "places") => {
                Some(Kind::City)
            }
            ("what" | "which", "type" | "kind" | "sort" | "genre" | "category" | "style" | "cuisine") => Some(Kind::Category),
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
    // "Your preference for a dining location?": a noun at the end says what is wanted.
    let last = part.clone().rev().find(|&at| !text.is_mark(at)).map_or("", |at| text.word(at));
    let wh = wh.or(match last {
        "location" | "city" | "town" | "area" | "place" => Some(Kind::City),
        _ => None,
    });
    let own_name = plan.slots.iter().any(|one| one.own) && wants_own_name(text, part);
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
        if own_name && matches!(one.kind, Kind::Title | Kind::Person) {
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
            (Some(Kind::Category), Kind::Category) => 2.0,
            (Some(Kind::Category), Kind::Choice) if one.sort => 2.0,
            (Some(Kind::Category), Kind::Title | Kind::Person | Kind::City | Kind::Spot) => -1.5,
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
        // A town's station or airport is asked for by its own noun.
        let own = |at: usize| one.cues.get(text.stem(at)).is_some_and(|weight| *weight >= 0.5);
        let within = |other: &Slot| {
            other.narrower
                && other.topic == one.topic
                && part
                    .clone()
                    .any(|at| matches!(text.before(at), "which" | "what") && other.named.iter().any(|word| word == text.stem(at)))
        };
        let narrow = if one.kind == Kind::City && plan.slots.iter().any(within) {
            -2.5
        } else if one.narrower && matches!(wh, Some(Kind::Spot | Kind::City)) && !part.clone().any(own) {
            -1.5
        } else {
            0.0
        };
        // Who asks for an address does not know it.
        let told = counted && matches!(one.kind, Kind::Address | Kind::Phone | Kind::Email);
        let fact = if one.fact && !told { -1.5 } else { 0.0 };
        let known = if held.get(slot).is_some_and(Option::is_some) { -0.9 } else { 0.0 };
        let score = by_kind + cue.min(3.0) + by_role + narrow + fact + known + topic.mul_add(2.4, -1.6);
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
