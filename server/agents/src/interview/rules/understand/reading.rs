//! One message from end to end: what the moment is, which values were said, which were accepted, which were meant again.

mod accepting;
mod ahead;
mod anew;
mod between;
mod clauses;
mod counted;
mod doubting;
mod empty;
mod in_message;
mod late;
mod live;
mod meant;
mod measured;
mod moment;
mod openly;
mod ordinal;
mod period;
mod pieces;
mod pointing;
mod remark;
mod retracted;
mod same;
mod settling;
mod stated;
mod taking;
mod tone;
mod totals;
mod unchosen;
mod wondering;

use self::{clauses::Pointed, retracted::Retracted, stated::Stated};
pub(super) use self::{
    clauses::named_by,
    counted::is_done,
    period::asked_for as period_of,
    stated::after_participle,
    totals::{is_a_relative, names_people},
};
use super::{
    agent::{Act, AgentTurn},
    answer, commands,
    matching::Focus,
    meaning::Likeness,
    memory, moves,
    profile::Plan,
    signs::Signs,
    talk::{self, Guessed, Talk},
    text::{self, Text},
    values::{self, Spotted, date::Day},
};
use domain::interview::{Finding, Heard, Manner, Move, Understanding};
use protocol::interview::WidgetType;
use std::ops::Range;

pub(super) use self::taking::words_of;

/// Everything that is known about the moment in which the message was said.
struct Moment<'h, 'p> {
    heard: &'h Heard,
    plan: &'p Plan,
    text: &'p Text<'h>,
    signs: &'p Signs,
    today: Day,
    agent: AgentTurn,
    /// The turn of the agent's last words, and those words.
    said: Option<(usize, Text<'h>)>,
    focus: Focus,
    findings: Vec<Finding>,
    /// The obligations that have a finding.
    taken: Vec<usize>,
    /// Where in the message their values stand.
    said_of: Vec<(usize, Range<usize>)>,
    /// The parts of a live message that name their obligation.
    pointed: Vec<Pointed>,
    /// The parts of a live message that say what somebody does or wants.
    stated: Vec<Stated>,
    /// The parts of the message that it takes back.
    retracted: Vec<Retracted>,
    /// What the message means, where there is a model that knows.
    likeness: &'p Likeness,
}

/// An answer that only ends like a question is heard as one that is not sure.
pub(super) fn read(heard: &Heard, likeness: &Likeness) -> Understanding {
    let Some(Guessed { heard, doubted }) = talk::guessed(heard, &memory::plan(&heard.definition)) else {
        return read_what_is_said(heard, likeness);
    };
    let mut read = read_what_is_said(&heard, likeness);
    for finding in &mut read.findings {
        let asked = finding.quote.turn.is_none() && doubted.iter().any(|place| place.contains(&finding.quote.start));
        if asked && matches!(finding.manner, Manner::Direct | Manner::Explicit | Manner::Corrected | Manner::Implied) {
            finding.manner = Manner::Hedged;
            finding.confidence = finding.manner.confidence();
        }
    }
    read
}

/// What is said to the interviewer is taken out first, so that none of it becomes a value.
fn read_what_is_said(heard: &Heard, likeness: &Likeness) -> Understanding {
    let plan = memory::plan(&heard.definition);
    let Some(Talk { moves, rest, corrects }) = talk::of(heard, &plan) else { return read_the_matter(heard, likeness) };
    let Some(rest) = rest else {
        return Understanding { moves, style: tone::style(&Text::new(&heard.text)), ..Understanding::default() };
    };
    let mut read = read_the_matter(&rest, likeness);
    if let Some((key, otherwise)) = corrects {
        if read.findings.iter().any(|finding| finding.key == key) {
            read.moves.retain(|one| !matches!(one, Move::Accept { .. } | Move::Reject { .. }));
            read.moves.extend([Move::Overrule { key: key.clone() }]);
            let kept = moves.into_iter().filter(|one| !otherwise.contains(one));
            read.moves.extend(kept);
            return read;
        }
        let asked = heard.asked.clone();
        read = read_the_matter(&Heard { asked, ..rest }, likeness);
        // "No wait, the budget is 40k": what is put right is another answer than the last, and the last one stays.
        let puts_right = read.moves.iter().any(|one| matches!(one, Move::Correct { .. }));
        read.moves.extend(otherwise.into_iter().filter(|one| *one != Move::Undo || !puts_right));
    }
    let more: Vec<Move> = moves.into_iter().filter(|one| !read.moves.contains(one)).collect();
    read.moves.splice(0..0, more);
    read
}

fn read_the_matter(heard: &Heard, likeness: &Likeness) -> Understanding {
    let plan = memory::plan(&heard.definition);
    let text = Text::new(&heard.text);
    let mut signs = Signs::of(&text);
    if !heard.imported {
        let asked = heard.asked.as_ref().and_then(|(key, _)| plan.index(key));
        signs = commands::heeded(signs, &text, &plan, asked);
    }
    let today = moment::day_of(heard);
    let mut moment = Moment::new(heard, &plan, &text, &signs, today, likeness);
    let denied = !heard.imported && moment.denies_what_is_held();
    let complains = !heard.imported && moment.is_about_the_talk();
    let left_out = !answer::is_code(&text) && !denied && moment.read();
    let Moment { mut findings, taken, .. } = moment;
    let mut found =
        if left_out { vec![Move::Skip { key: None }] } else { moves::of(heard, &text, &signs, &plan, &taken, &findings) };
    for finding in &findings {
        if finding.manner == Manner::Corrected {
            found.push(Move::Correct { key: finding.key.clone() });
        }
    }
    if denied && !found.iter().any(|one| matches!(one, Move::Reject { .. })) {
        found.push(Move::Reject { key: None });
    }
    // Where a question is the answer, nothing is asked of the interviewer.
    let wondered = |finding: &Finding| {
        let asks = |sentence: &&text::Sentence| sentence.mood == text::Mood::Question;
        let inside = |sentence: &text::Sentence| text.place(&sentence.words).contains(&finding.quote.start);
        finding.quote.turn.is_none() && text.sentences.iter().filter(asks).any(inside)
    };
    if !heard.imported && findings.iter().any(wondered) {
        found.retain(|one| *one != Move::Question);
    }
    if complains && !found.contains(&Move::Abuse) {
        found.push(Move::ToldAlready);
    }
    found.extend(moves::overruled(heard, &text, &plan, &findings));
    findings.sort_by_key(|finding| plan.index(&finding.key));
    Understanding { findings, moves: found, style: tone::style(&text), preferences: tone::preferences(&signs) }
}

impl Moment<'_, '_> {
    fn spots(&self) -> Vec<Spotted> {
        values::spot(self.text, self.today)
    }

    /// Whether a value there is taken back.
    fn takes_value_back(&self, at: usize) -> bool {
        self.retracted.iter().any(|one| one.values && one.words.contains(&at))
    }

    /// Whether the message says that there is nothing to say.
    fn read(&mut self) -> bool {
        if self.is_empty_answer() {
            return self.findings.is_empty();
        }
        if self.heard.imported {
            // What words point at is read otherwise there; what only meaning finds is the same everywhere.
            // Only what the agent read back is corrected by its name.
            let again = |slot: usize| self.agent.act == Act::ReadBack && self.agent.proposed.iter().any(|one| one.slot == slot);
            self.pointed = self.point().into_iter().filter(|one| one.meant || again(one.slot)).collect();
        } else {
            self.pointed = self.point();
            self.focus.changing |= self.pointed.iter().any(|one| one.changes);
            self.focus.pointed = self
                .pointed
                .iter()
                .filter(|one| !one.weak || self.plan.slots[one.slot].widget != WidgetType::Text)
                .map(|one| (one.words.clone(), one.slot))
                .collect();
        }
        self.say_the_same();
        self.count_those_asked_for();
        self.settle();
        self.say();
        self.take_pointed();
        if !self.heard.imported {
            self.count_in_words();
            self.choose_by_place();
            self.take_stated();
        }
        self.answer_yes_or_no();
        self.answer_late();
        self.choose_by_meaning();
        self.accept();
        self.add_to_what_is_held();
        self.wonder();
        self.answer_openly();
        self.refer();
        self.stay_in_place();
        self.doubt_what_was_meant();
        false
    }
}
