//! Which value belongs to which obligation: form, what was asked, the topic under way and the words around it decide together.

mod beside;
mod choice;
mod counted;
mod denied;
mod fit;
mod leg;
mod names;
mod quantity;
mod role;

pub(super) use self::{
    beside::is_oddly_counted,
    counted::{is_own, noun as counted},
    fit::speaks_of_us,
};
use self::{
    choice::{flags, options, options_in_full, sorts},
    denied::unwanted,
    fit::score,
    names::is_led_to,
    role::role,
};
use super::{
    profile::{Kind, Plan},
    text::Text,
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
    /// The interview is going on; nothing is read from a transcript.
    pub(super) live: bool,
    /// Sentences that ask.
    pub(super) asking: Vec<Range<usize>>,
    /// Parts of the message that name the obligation they are about.
    pub(super) pointed: Vec<(Range<usize>, usize)>,
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
    /// Another option that was named for the same obligation, and where.
    pub(super) other: Option<(usize, Range<usize>)>,
    /// The words only come near.
    pub(super) unsure: bool,
}

impl Placed {
    /// A value that nothing but its form leads to its obligation.
    pub(super) fn alone(slot: usize, spot: Spotted) -> Self {
        let Spotted { words, form } = spot;
        let what = What::Form(form);
        Self { slot, words, what, score: 0.0, rival: 0.0, named: false, negated: false, other: None, unsure: true }
    }
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
        if one.fact && !self.agent && !self.live && !self.requested.contains(&slot) {
            score -= 1.5;
        }
        if one.fact && self.reading_back {
            score -= 2.5;
        }
        score
    }

    /// Whether the words at `word` name this obligation, another one, or none.
    pub(super) fn pointed_at(&self, slot: usize, word: usize) -> Option<bool> {
        self.pointed.iter().find(|(words, _)| words.contains(&word)).map(|(_, named)| *named == slot)
    }

    /// What the message itself says for an obligation by naming it, or against it by naming another.
    fn pull(&self, slot: usize, word: usize) -> f32 {
        match self.pointed_at(slot, word) {
            None => 0.0,
            Some(true) => 4.0,
            Some(false) => -3.0,
        }
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
    let labels: Vec<Range<usize>> = if focus.live { Vec::new() } else { options_in_full(text, plan, &candidates) };
    sorts(text, plan, focus, &bases, &mut candidates);
    flags(text, plan, focus, &bases, &mut candidates);
    for spot in spots {
        let role = role(text, &spot.words);
        let label = matches!(spot.form, Form::Name) && labels.contains(&spot.words);
        for (slot, base) in bases[focus.topics_at(spot.words.start)].iter().enumerate() {
            if label && !is_led_to(text, &spot.words, plan.slots[slot].kind) {
                continue;
            }
            if let Some((score, named)) = score(text, spot, role, plan, slot, focus) {
                let score = score + base + focus.pull(slot, spot.words.start);
                if score >= ENOUGH {
                    let negated = unwanted(text, spot.words.start, focus.live);
                    candidates.push(Placed {
                        slot,
                        words: spot.words.clone(),
                        what: What::Form(spot.form.clone()),
                        score,
                        rival: 0.0,
                        other: None,
                        unsure: false,
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
        // One value is not said together with itself.
        let beside = |words: &Range<usize>| words.end <= candidate.words.start || candidate.words.end <= words.start;
        if first.iter().any(|placed| placed.slot != candidate.slot && kin.contains(&placed.slot) && beside(&placed.words)) {
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
            if let What::Option(option) = candidate.what
                && !candidate.negated
                && let Some(chosen) =
                    placed.iter_mut().find(|one| one.slot == candidate.slot && !one.negated && one.other.is_none())
                && !matches!(chosen.what, What::Option(known) if known == option)
                && (candidate.words.end <= chosen.words.start || chosen.words.end <= candidate.words.start)
            {
                chosen.other = Some((option, candidate.words.clone()));
            }
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
