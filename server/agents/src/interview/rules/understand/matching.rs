//! Which value belongs to which obligation: form, what was asked, the topic under way and the words around it decide together.

use super::{
    lexicon,
    profile::{Kind, PEOPLE, Plan, Role},
    text::{Mood, Shape, Text},
    values::{Form, Spotted},
};
use std::ops::Range;

/// What makes one obligation likelier than another before a word is read.
#[derive(Debug, Default)]
pub(super) struct Focus {
    /// Asked for just now.
    pub(super) requested: Vec<usize>,
    /// How surely each of them was asked for, 0 to 1; missing is 1.
    pub(super) sureness: Vec<f32>,
    /// Offered or read back just now.
    pub(super) proposed: Vec<usize>,
    /// 0 to 1 for every topic.
    pub(super) topics: Vec<f32>,
    /// The held values in small letters, by slot.
    pub(super) held: Vec<Option<String>>,
    /// Where the message turns to another topic: the sentence, and the topics from there on.
    pub(super) turns: Vec<(usize, Vec<f32>)>,
    /// The one who speaks is the agent.
    pub(super) agent: bool,
    /// The agent says again what the person said.
    pub(super) reading_back: bool,
    /// The person changes something.
    pub(super) changing: bool,
}

/// A value with its obligation.
#[derive(Clone, Debug)]
pub(super) struct Placed {
    pub(super) slot: usize,
    pub(super) words: Range<usize>,
    pub(super) what: What,
    pub(super) score: f32,
    /// The score of the next likely obligation of the same topic.
    pub(super) rival: f32,
    /// The words name the obligation too.
    pub(super) named: bool,
    pub(super) negated: bool,
}

#[derive(Clone, Debug)]
pub(super) enum What {
    Form(Form),
    Option(usize),
}

const ENOUGH: f32 = 3.6;

impl Focus {
    /// What the moment says for an obligation, in the sentence that begins at this word or later.
    fn base(&self, plan: &Plan, slot: usize, topics: &[f32]) -> f32 {
        let one = &plan.slots[slot];
        let topic = topics.get(one.topic).copied().unwrap_or(1.0);
        let mut score = topic.mul_add(3.5, -2.0);
        if let Some(at) = self.requested.iter().position(|requested| *requested == slot) {
            score += 2.0 + self.sureness.get(at).copied().unwrap_or(1.0);
        }
        if one.kin.iter().any(|kin| {
            self.held.get(*kin).is_some_and(Option::is_some) || self.proposed.contains(kin) || self.requested.contains(kin)
        }) {
            score += 0.4;
        }
        if self.proposed.contains(&slot) {
            score += 1.5;
        }
        if self.held.get(slot).is_some_and(Option::is_some) && !self.agent && !self.requested.contains(&slot) {
            score -= if self.changing || self.proposed.contains(&slot) { 0.0 } else { 0.7 };
        }
        if one.fact && !self.agent && !self.requested.contains(&slot) {
            score -= 1.5;
        }
        if one.fact && self.reading_back {
            score -= 2.5;
        }
        score
    }

    fn topics_at(&self, word: usize) -> usize {
        self.turns.partition_point(|(from, _)| *from <= word)
    }
}

/// Gives every value to at most one obligation, best first.
pub(super) fn assign(text: &Text<'_>, spots: &[Spotted], plan: &Plan, focus: &Focus) -> Vec<Placed> {
    // What the moment says changes where the message turns to another topic.
    let stages = std::iter::once(&focus.topics).chain(focus.turns.iter().map(|(_, topics)| topics));
    let bases: Vec<Vec<f32>> =
        stages.map(|topics| (0..plan.slots.len()).map(|slot| focus.base(plan, slot, topics)).collect()).collect();
    let mut candidates = options(text, plan, focus, &bases);
    sorts(text, plan, focus, &bases, &mut candidates);
    flags(text, plan, focus, &bases, &mut candidates);
    for spot in spots {
        let role = role(text, &spot.words);
        for (slot, base) in bases[focus.topics_at(spot.words.start)].iter().enumerate() {
            if let Some((score, named)) = score(text, spot, role, plan, slot, focus) {
                let score = score + base;
                if score >= ENOUGH {
                    let negated = negates(text, spot.words.start);
                    candidates.push(Placed {
                        slot,
                        words: spot.words.clone(),
                        what: What::Form(spot.form.clone()),
                        score,
                        rival: 0.0,
                        named,
                        negated,
                    });
                }
            }
        }
    }
    let first = settle(candidates.clone(), plan);
    // What goes together is said together: kin of what found its place come before their like.
    let mut moved = false;
    for candidate in &mut candidates {
        let kin = &plan.slots[candidate.slot].kin;
        if !kin.is_empty() && first.iter().any(|placed| placed.slot != candidate.slot && kin.contains(&placed.slot)) {
            candidate.score += 0.6;
            moved = true;
        }
    }
    if moved { settle(candidates, plan) } else { first }
}

/// The best candidates that stand beside each other, from left to right.
fn settle(mut candidates: Vec<Placed>, plan: &Plan) -> Vec<Placed> {
    candidates.sort_by(|left, right| right.score.total_cmp(&left.score).then(left.slot.cmp(&right.slot)));
    let mut placed: Vec<Placed> = Vec::new();
    for candidate in candidates {
        let taken = placed.iter().any(|other| {
            let overlap = other.words.start < candidate.words.end && candidate.words.start < other.words.end;
            let about_flag = plan.slots[candidate.slot].kind == Kind::Flag || plan.slots[other.slot].kind == Kind::Flag;
            let same = other.slot == candidate.slot && other.negated == candidate.negated;
            same && plan.slots[candidate.slot].kind != Kind::Several || overlap && !about_flag
        });
        if taken {
            for other in placed.iter_mut().filter(|other| {
                other.words == candidate.words && plan.slots[other.slot].topic == plan.slots[candidate.slot].topic
            }) {
                other.rival = other.rival.max(candidate.score);
            }
        } else {
            placed.push(candidate);
        }
    }
    placed.sort_by_key(|one| one.words.start);
    placed
}

/// How well a value fits an obligation by form and by the words around it.
fn score(text: &Text<'_>, spot: &Spotted, role: Option<Role>, plan: &Plan, slot: usize, focus: &Focus) -> Option<(f32, bool)> {
    let one = &plan.slots[slot];
    let requested = focus.requested.contains(&slot);
    let before = preposition(text, spot.words.start);
    let (cue, beside) = cue(text, &spot.words, plan, slot);
    let mut needs_cue = false;
    let mut score: f32 = match (&spot.form, one.kind) {
        (Form::Date(_), Kind::Date) | (Form::Time(_), Kind::Time) | (Form::Duration(_), Kind::Duration) => 3.0,
        (Form::Money(_), Kind::Money) | (Form::Percent(_), Kind::Percent) => 3.0,
        (Form::Phone, Kind::Phone) | (Form::Email, Kind::Email) => 3.0,
        (Form::Address, Kind::Address) => {
            if focus.agent && !focus.reading_back {
                4.5
            } else {
                3.0
            }
        }
        (Form::Number(amount), Kind::Count) => {
            let known = one.numbers.is_empty()
                || amount.whole().is_some_and(|number| one.numbers.iter().any(|(known, _)| *known == number));
            if !known {
                return None;
            }
            needs_cue = true;
            let word = text.word(spot.words.start);
            if word == "one"
                && matches!(text.word(spot.words.end), "way" | "of" | "more" | "that" | "which" | "-" | "thing" | "day")
            {
                return None;
            }
            if matches!(word, "one" | "first") && !beside { 0.6 } else { 2.2 }
        }
        (Form::Number(amount), Kind::Measure) => {
            let known = one.numbers.is_empty()
                || amount.whole().is_some_and(|number| one.numbers.iter().any(|(known, _)| *known == number));
            if !known {
                return None;
            }
            needs_cue = true;
            2.0
        }
        (Form::Number(_), Kind::Money | Kind::Percent | Kind::Duration) if requested => 1.5,
        (Form::Money(_) | Form::Percent(_) | Form::Duration(_), Kind::Measure) => {
            needs_cue = true;
            2.0
        }
        (Form::Duration(_), Kind::Count) if beside => 2.0,
        (Form::Number(amount), Kind::Time) if requested && amount.whole().is_some_and(|hour| (1..=24).contains(&hour)) => 1.5,
        (Form::Address, Kind::Spot) => 1.5 + place_preposition(before),
        (Form::Address, Kind::Title) if requested => 0.5,
        (Form::Given, Kind::Title) => 4.5,
        (Form::Given, Kind::Person) => 3.0,
        (Form::Given, Kind::Text) if requested => 2.0,
        (Form::Name, Kind::City) => {
            let by_preposition = match before {
                "in" | "near" | "around" | "within" => 2.2,
                "to" | "from" if one.role.is_some() => 2.2,
                "of" => 1.6,
                "to" | "from" | "for" => 1.0,
                "at" => 0.3,
                _ if requested => 1.0,
                _ => 0.0,
            };
            0.8 + by_preposition - if is_site(text, &spot.words) { 2.0 } else { 0.0 }
        }
        (Form::Name, Kind::Spot) => {
            let site = is_site(text, &spot.words);
            let by_preposition = match before {
                "in" | "near" | "around" if !one.narrower => 2.0,
                _ if site => place_preposition(before).max(0.6),
                _ => place_preposition(before),
            };
            let person = if matches!(before, "with" | "by") { 1.5 } else { 0.0 };
            0.8 + by_preposition - person
                + if site {
                    0.6
                } else if one.narrower && before == "in" {
                    -4.0
                } else if one.narrower {
                    -1.5
                } else {
                    0.0
                }
        }
        (Form::Name, Kind::Person) => 0.8 + if matches!(before, "with" | "by" | "to" | "starring") { 1.6 } else { 0.0 },
        (Form::Name, Kind::Title) => {
            let loved = spot.words.start.checked_sub(1).map_or("", |at| text.stem(at));
            if sort_of(text, &spot.words, plan, one.topic)
                && plan.slots.iter().any(|other| other.topic == one.topic && other.kind == Kind::Category)
            {
                return None;
            }
            0.8 + match before {
                "at" => 1.2,
                "named" | "called" | "titled" => 3.5,
                "in" | "near" | "around" | "from" => -0.6,
                _ => 0.6,
            } + if matches!(loved, "see" | "watch" | "play" | "hear" | "heard" | "visit" | "tr" | "lik" | "lov" | "enjo") {
                1.2
            } else {
                0.0
            } + if one.principal && focus.agent {
                1.2
            } else if one.principal {
                0.75
            } else {
                0.0
            } + if is_site(text, &spot.words) && one.principal { 0.7 } else { 0.0 }
                + if spot.words.clone().any(|at| one.cues.get(text.stem(at)).is_some_and(|weight| *weight >= 0.3)) {
                    1.2
                } else {
                    0.0
                }
        }
        (Form::Name, Kind::Category) => 0.3 + if sort_of(text, &spot.words, plan, one.topic) { 3.2 } else { 0.0 },
        _ => return None,
    };
    if needs_cue && !requested && !beside && cue < 0.5 {
        return None;
    }
    if matches!(spot.form, Form::Name) && lexicon::COMMON.contains(&text.word(spot.words.start)) && spot.words.len() == 1 {
        return None;
    }
    score += cue.min(3.0) + if beside { 1.2 } else { 0.0 };
    if one.fact && cue >= 0.9 && !focus.agent {
        score += 0.7;
    }
    score += match (one.role, role) {
        (Some(mine), Some(said)) if mine == said => 2.0,
        (Some(_), Some(_)) => -3.0,
        (None, Some(_)) if one.kind == Kind::City => -0.3,
        (None, Some(_)) => -0.2,
        (Some(Role::To), None) if !requested => -0.4,
        _ => 0.0,
    };
    // What is held already is said again, not given to another.
    if let Some(Some(held)) = focus.held.get(slot) {
        let said = text.said(&spot.words).to_lowercase();
        if *held == said {
            score += 1.0;
        } else if focus.agent && (held.starts_with(&said) || said.starts_with(held.as_str())) {
            score += 0.8;
        }
    }
    Some((score, cue >= 0.9 || beside || one.role.is_some() && one.role == role))
}

fn place_preposition(before: &str) -> f32 {
    match before {
        "to" | "from" | "at" => 2.0,
        "in" | "near" | "around" => 0.8,
        _ => 0.0,
    }
}

/// "House songs", "Asian cuisine": what the topic is about follows right behind.
fn sort_of(text: &Text<'_>, words: &Range<usize>, plan: &Plan, topic: usize) -> bool {
    words.len() < 3
        && plan
            .topic_words
            .get(text.stem(words.end))
            .is_some_and(|list| list.iter().any(|(known, weight)| *known == topic && *weight >= 1.0))
}

/// "animation movies": a small word right before what the topic is about says of which sort.
fn sorts(text: &Text<'_>, plan: &Plan, focus: &Focus, bases: &[Vec<f32>], found: &mut Vec<Placed>) {
    if focus.agent || !plan.slots.iter().any(|slot| slot.kind == Kind::Category) {
        return;
    }
    for at in 0..text.words.len().min(200) {
        let word = text.word(at);
        let plain = text.words[at].shape == Shape::Letters
            && word.len() > 2
            && !lexicon::COMMON.contains(&word)
            && !lexicon::VERBS.contains(&word)
            && !lexicon::OPENERS.contains(&word);
        let verb = word.ends_with("ing")
            || word.ends_with("ed")
            || word.ends_with("ly")
            || lexicon::UNITS.iter().any(|(name, _)| *name == word);
        if !plain || verb || plan.topic_words.contains_key(text.stem(at)) || text.is_mark(at + 1) {
            continue;
        }
        let words = at..at + 1;
        for (slot, base) in bases[focus.topics_at(at)].iter().enumerate() {
            let one = &plan.slots[slot];
            if one.kind == Kind::Category && sort_of(text, &words, plan, one.topic) && base + 2.5 >= ENOUGH {
                found.push(Placed {
                    slot,
                    words: words.clone(),
                    what: What::Form(Form::Name),
                    score: base + 2.5,
                    rival: 0.0,
                    named: false,
                    negated: negates(text, at),
                });
            }
        }
    }
}

/// "Heathrow International Airport": the name says that it is no town.
fn is_site(text: &Text<'_>, words: &Range<usize>) -> bool {
    words.len() > 1 && words.clone().skip(1).any(|at| lexicon::SITES.contains(&text.word(at)))
}

/// The preposition before a value, past an article.
fn preposition<'t>(text: &'t Text<'_>, at: usize) -> &'t str {
    let mut back = at;
    while back > 0 && matches!(text.word(back - 1), "the" | "a" | "an" | "\"" | "'" | "city" | "my") && back + 2 > at {
        back -= 1;
    }
    let word = text.before(back);
    if word == "of" && back >= 2 && matches!(text.word(back - 2), "city" | "town" | "area" | "state") {
        return "in";
    }
    if word == "of" && back >= 2 && text.word(back - 2) == "out" { "from" } else { word }
}

/// Words of the obligation near the value: their weight, and whether one stands right beside it.
fn cue(text: &Text<'_>, words: &Range<usize>, plan: &Plan, slot: usize) -> (f32, bool) {
    let cues = &plan.slots[slot].cues;
    let Some(sentence) = text.sentence_of(words.start) else { return (0.0, false) };
    let mut weight: f32 = 0.0;
    let from = words.start.saturating_sub(7).max(sentence.words.start);
    for at in (from..words.start).rev() {
        if text.word(at) == "," && words.start - at > 2 || matches!(text.word(at), "and" | "but") && words.start - at > 3 {
            break;
        }
        if let Some(cue) = cues.get(text.stem(at)) {
            let near = if words.start - at <= 3 { 1.0 } else { 0.6 };
            weight = (weight + cue * near * 0.5).max(cue * near);
        }
    }
    // "$2m in revenue"
    if matches!(text.word(words.end), "in" | "of") && words.end + 1 < sentence.words.end {
        weight = weight.max(cues.get(text.stem(words.end + 1)).copied().unwrap_or(0.0) * 0.9);
    }
    let until = (words.end + 3).min(sentence.words.end);
    let mut beside = false;
    for at in words.end..until {
        if text.is_mark(at) && text.word(at) != "-" || matches!(text.word(at), "and" | "in" | "at" | "on" | "for" | "with" | "to")
        {
            break;
        }
        if let Some(cue) = cues.get(text.stem(at)) {
            weight = (weight + cue * 0.4).max(cue * 0.8);
            beside |= at <= words.end + 1;
        }
    }
    if plan.slots[slot].kind == Kind::Count && !beside {
        beside = people(text, words) && plan.slots[slot].people;
    }
    (weight, beside)
}

/// "for two", "table of one", "4 people", "two of us".
fn people(text: &Text<'_>, words: &Range<usize>) -> bool {
    let after = text.stem(words.end);
    if PEOPLE.contains(&after) || text.reads(words.end, &["of", "us"]) {
        return true;
    }
    let alone = text.is_mark(words.end) || lexicon::COMMON.contains(&text.word(words.end));
    let before = text.before(words.start);
    alone
        && (before == "for"
            || before == "of" && words.start >= 2 && matches!(text.word(words.start - 2), "table" | "group" | "party" | "team"))
}

/// Whether the words before a value say that something begins or ends with it.
fn role(text: &Text<'_>, words: &Range<usize>) -> Option<Role> {
    let sentence = text.sentence_of(words.start)?;
    let mut at = words.start;
    let stop = words.start.saturating_sub(8).max(sentence.words.start);
    let mut first = true;
    while at > stop {
        at -= 1;
        let (word, stem) = (text.word(at), text.stem(at));
        if matches!(word, "the" | "a" | "around" | "about" | "my") && first {
            continue;
        }
        if first && matches!(word, "to" | "until" | "till" | "through") {
            return Some(Role::To);
        }
        if first && word == "from" || word == "of" && first && text.before(at) == "out" {
            return Some(Role::From);
        }
        first = false;
        match word {
            "to" | "from" => continue,
            "and" | "," | "but" if words.start - at > 2 => break,
            "up" if matches!(text.before(at), "pick" | "picked" | "picking") => return Some(Role::From),
            "in" if text.before(at).starts_with("check") => return Some(Role::From),
            "out" if text.before(at).starts_with("check") => return Some(Role::To),
            "off" if text.before(at).starts_with("drop") => return Some(Role::To),
            "off" if text.before(at).starts_with("tak") => return Some(Role::From),
            _ => {}
        }
        if lexicon::TO.contains(&stem) && stem != "end" && stem != "last" && stem != "com" || matches!(word, "ending") {
            return Some(Role::To);
        }
        if lexicon::FROM.contains(&stem) && !matches!(stem, "pick" | "first") {
            return Some(Role::From);
        }
    }
    None
}

/// "not", "instead of", "rather than", "except" right before a value.
fn negates(text: &Text<'_>, at: usize) -> bool {
    let back = |steps: usize| at.checked_sub(steps).map_or("", |at| text.word(at));
    let one = if matches!(back(1), "the" | "a" | "an" | "in" | "at" | "for" | "to") { 2 } else { 1 };
    matches!(back(one), "not" | "except" | "without" | "excluding" | "isn't" | "no" | "never" | "nor" | "neither" | "but" if back(one) != "but" && back(one) != "no" || back(one) == "no" && one == 1)
        || back(one) == "of" && back(one + 1) == "instead"
        || back(one) == "than" && matches!(back(one + 1), "rather" | "other")
        || back(one) == "but" && matches!(back(one + 1), "all" | "anything" | "everything" | "any")
        || back(one) == "for" && back(one + 1) == "except"
}

/// Options whose words stand in the turn.
fn options(text: &Text<'_>, plan: &Plan, focus: &Focus, bases: &[Vec<f32>]) -> Vec<Placed> {
    let mut found = Vec::new();
    for at in 0..text.words.len() {
        if found.len() > 200 {
            break;
        }
        let Some(list) = plan.phrases.get(text.stem(at)) else { continue };
        for phrase in list {
            let mut end = at + 1;
            let fits = phrase.rest.iter().all(|wanted| {
                while text.word(end) == "-" {
                    end += 1;
                }
                let fits = text.stem(end) == wanted;
                end += 1;
                fits
            });
            if !fits || end > text.words.len() {
                continue;
            }
            let slot = phrase.slot;
            let one = &plan.slots[slot];
            if !one.numbers.is_empty() {
                continue;
            }
            let words = at..end;
            let (cue, beside) = cue(text, &words, plan, slot);
            let common = words.len() == 1 && lexicon::COMMON.contains(&text.word(at));
            let requested = focus.requested.contains(&slot);
            if phrase.part && !requested {
                continue;
            }
            let plain = if common || text.word(at).len() < 5 || phrase.loose { 2.4 } else { 2.9 };
            let mut score = bases[focus.topics_at(at)][slot]
                + plain
                + cue.min(2.0)
                + if words.len() > 1 { 1.0 + 0.2 * f32::from(u8::try_from(words.len()).unwrap_or(9)) } else { 0.0 };
            if phrase.loose {
                score -= if requested || beside || cue >= 1.0 { 0.5 } else { 2.0 };
            }
            if common && !requested {
                score -= 1.0;
            }
            if text.word(at).chars().count() < 3 && !requested {
                score -= 1.0;
            }
            if score >= ENOUGH {
                found.push(Placed {
                    slot,
                    words,
                    what: What::Option(phrase.option),
                    score,
                    rival: 0.0,
                    named: cue >= 0.9 || beside,
                    negated: negates(text, at),
                });
            }
        }
    }
    misspelt(text, plan, focus, &mut found);
    found
}

/// An option that was asked for and is written a little wrong.
fn misspelt(text: &Text<'_>, plan: &Plan, focus: &Focus, found: &mut Vec<Placed>) {
    let Some(&slot) = focus.requested.iter().find(|slot| matches!(plan.slots[**slot].kind, Kind::Choice | Kind::Several)) else {
        return;
    };
    if focus.agent || text.words.len() > 30 || found.iter().any(|one| one.slot == slot) {
        return;
    }
    for at in 0..text.words.len() {
        let word = text.word(at);
        if word.len() < 5 || lexicon::COMMON.contains(&word) {
            continue;
        }
        let near = plan.slots[slot].options.iter().position(|option| {
            option.split_whitespace().count() == 1 && strsim::jaro_winkler(&option.to_lowercase(), word) > 0.93
        });
        if let Some(option) = near {
            found.push(Placed {
                slot,
                words: at..at + 1,
                what: What::Option(option),
                score: ENOUGH + 1.0,
                rival: 0.0,
                named: false,
                negated: negates(text, at),
            });
            return;
        }
    }
}

/// Yes/no matters that a statement speaks of: "with a garage", "no smoking".
fn flags(text: &Text<'_>, plan: &Plan, focus: &Focus, bases: &[Vec<f32>], found: &mut Vec<Placed>) {
    for at in 0..text.words.len() {
        let Some(slots) = plan.flags.get(text.stem(at)) else { continue };
        let asks = text.sentence_of(at).is_some_and(|sentence| {
            sentence.mood == Mood::Question
                && (!focus.agent
                    || matches!(text.word(sentence.words.start), "do" | "would" | "should" | "shall" | "will" | "are" | "did"))
        });
        if asks {
            continue;
        }
        for &slot in slots {
            let Some((yes, no)) = plan.slots[slot].flag else { continue };
            let strength = plan.slots[slot].cues.get(text.stem(at)).copied().unwrap_or(0.8);
            let score = bases[focus.topics_at(at)][slot] + 2.4 + strength.min(1.5) - if slots.len() > 1 { 0.4 } else { 0.0 };
            if score < ENOUGH || found.len() > 260 {
                continue;
            }
            let negated = (1..=5).any(|back| {
                at.checked_sub(back).is_some_and(|before| {
                    lexicon::NEGATIONS.contains(&text.word(before))
                        && !(text.word(before) == "no" && text.word(before + 1) == ",")
                        && (before + 1..at).all(|between| !matches!(text.word(between), "." | "," | "but" | ";" | "!"))
                })
            });
            found.push(Placed {
                slot,
                words: at..at + 1,
                what: What::Option(if negated { no } else { yes }),
                score,
                rival: 0.0,
                named: true,
                negated: false,
            });
        }
    }
}
