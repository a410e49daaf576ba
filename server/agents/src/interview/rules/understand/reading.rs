//! One message from end to end: what the moment is, which values were said, which were accepted, which were meant again.

mod accepting;
mod ahead;
mod anew;
mod between;
mod clauses;
mod counted;
mod denying;
mod doubting;
mod empty;
mod in_message;
mod late;
mod live;
mod meant;
mod measured;
mod misplaced;
mod moment;
mod opening;
mod openly;
mod ordinal;
mod over_sentences;
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
    clauses::{named_by, spoken_of},
    counted::is_done,
    period::asked_for as period_of,
    stated::after_participle,
    totals::{is_a_relative, names_people},
};
use super::{
    agent::{Act, AgentTurn},
    answer,
    classify::{gate, remarks},
    commands, lexicon,
    matching::Focus,
    meaning::Likeness,
    memory, moves,
    place::place,
    profile::{self, Plan},
    revise::{Revised, find_unrelated, revise},
    signs::Signs,
    talk::{self, Guessed, Talk},
    text::{self, Text},
    values::{self, Spotted, date::Day},
};
use domain::interview::{Finding, Heard, Manner, Move, Understanding};
use protocol::interview::{Asking, WidgetType};
use std::{borrow::Cow, ops::Range};

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

pub(super) fn read(heard: &Heard, likeness: &Likeness) -> Understanding {
    without_holes(&heard.text, read_with_holes(heard, likeness))
}

/// What is said to have been meant for another question answers none.
fn read_with_holes(heard: &Heard, likeness: &Likeness) -> Understanding {
    let Some(misplaced) = misplaced::misplaced(heard) else { return read_put_right(heard, likeness) };
    let text = blank(&heard.text, std::slice::from_ref(&misplaced.place));
    let left = Text::new(&text);
    let says_more = (0..left.words.len()).any(|at| !left.is_mark(at) && !lexicon::OPENERS.contains(left.word(at)));
    let mut read = if says_more {
        read_put_right(&Heard { text: text.clone(), ..heard.clone() }, likeness)
    } else {
        Understanding { style: tone::style(&Text::new(&heard.text)), ..Understanding::default() }
    };
    misplaced.settle(heard, &mut read);
    read
}

/// What is put right is read first. Which of several is to be another is asked where nothing else was read.
fn read_put_right(heard: &Heard, likeness: &Likeness) -> Understanding {
    let today = moment::day_of(heard);
    let mut revised = revise(heard, today, likeness);
    let mut unclear = revised.unclear.take();
    let own: Vec<String> = revised.findings.iter().map(|one| one.key.clone()).collect();
    let mut read = read_beside(heard, revised, likeness);
    let mut others = find_unrelated(heard, today, likeness, &read.findings);
    others.retain(|key| !own.contains(key));
    if !others.is_empty() {
        read.findings.retain(|one| !others.contains(&one.key));
        read.moves.retain(|one| !matches!(one, Move::Correct { key } | Move::Overrule { key } if others.contains(key)));
        unclear = unclear.or(Some(others));
    }
    let only_denies =
        |one: &Move| matches!(one, Move::Reject { key: None } | Move::Question | Move::Correct { .. } | Move::Overrule { .. });
    if let Some(keys) = unclear.filter(|_| read.findings.len() == own.len() && read.moves.iter().all(only_denies)) {
        read.moves.retain(|one| !matches!(one, Move::Reject { .. } | Move::Question));
        read.moves.push(Move::Unclear { keys });
    }
    read
}

/// What is put right is left out of what else is said.
fn read_beside(heard: &Heard, revised: Revised, likeness: &Likeness) -> Understanding {
    if revised.places.is_empty() {
        return read_what_is_left(heard, likeness);
    }
    let text = blank(&heard.text, &revised.places);
    let left = Text::new(&text);
    // "No, it's 15, not 12": the no is said to what is put right.
    let small = |word: &str| lexicon::OPENERS.contains(word) || lexicon::COMMON.contains(word);
    let says_more = left.words.len() > 6 || (0..left.words.len()).any(|at| !left.is_mark(at) && !small(left.word(at)));
    let mut read = if says_more {
        let mut rest = Heard { text: text.clone(), ..heard.clone() };
        for finding in &revised.findings {
            if let Some(held) = rest.held.iter_mut().find(|held| held.key == finding.key) {
                held.value = Some(finding.value.clone());
            }
        }
        read_what_is_left(&rest, likeness)
    } else {
        Understanding { style: tone::style(&Text::new(&heard.text)), ..Understanding::default() }
    };
    read.findings.retain(|one| !revised.findings.iter().any(|other| other.key == one.key));
    let revised_keys: Vec<String> = revised.findings.iter().map(|one| one.key.clone()).collect();
    read.findings.extend(revised.findings);
    read.findings.sort_by_key(|finding| memory::plan(&heard.definition).index(&finding.key));
    // "That's wrong. And it's 15, not 12": said of what was read back, and of something else.
    if let Some((asked, _)) = heard.asked.as_ref().filter(|(asked, _)| !revised_keys.contains(asked)) {
        for one in &mut read.moves {
            if *one == (Move::Reject { key: None }) {
                *one = Move::Reject { key: Some(asked.clone()) };
            }
        }
    }
    let more: Vec<Move> = revised.moves.into_iter().filter(|one| !read.moves.contains(one)).collect();
    read.moves.extend(more);
    without_grumbles(read)
}

/// An answer that only ends like a question is heard as one that is not sure.
fn read_what_is_left(heard: &Heard, likeness: &Likeness) -> Understanding {
    let Some(Guessed { heard, doubted }) = talk::guessed(heard, &memory::plan(&heard.definition)) else {
        return without_grumbles(read_what_is_said(heard, likeness));
    };
    let mut read = read_what_is_said(&heard, likeness);
    for finding in &mut read.findings {
        let asked = finding.quote.turn.is_none() && doubted.iter().any(|place| place.contains(&finding.quote.start));
        if asked && matches!(finding.manner, Manner::Direct | Manner::Explicit | Manner::Corrected | Manner::Implied) {
            finding.manner = Manner::Hedged;
            finding.confidence = finding.manner.confidence();
        }
    }
    without_grumbles(read)
}

/// Words around something that was left out were not said in one: the first of them are the answer, and are read back.
fn without_holes(text: &str, mut read: Understanding) -> Understanding {
    for finding in read.findings.iter_mut().filter(|one| one.quote.turn.is_none()) {
        let Some(value) = finding.value.as_str().filter(|value| !text.contains(*value)) else { continue };
        let Some((first, _)) = value.split_once("  ") else { continue };
        let first =
            first.trim_end_matches(|one: char| !one.is_alphanumeric() && !matches!(one, ')' | '%' | '!' | '?')).to_owned();
        if first.is_empty() {
            continue;
        }
        if text.get(finding.quote.start..).is_some_and(|rest| rest.starts_with(&first)) {
            finding.quote.end = finding.quote.start + first.len();
        }
        finding.value = first.into();
        if finding.manner.confidence() > Manner::Hedged.confidence() {
            (finding.manner, finding.confidence) = (Manner::Hedged, Manner::Hedged.confidence());
        }
    }
    read
}

/// A grumble is answered where a message says nothing else.
fn without_grumbles(mut read: Understanding) -> Understanding {
    if !read.findings.is_empty() {
        read.moves.retain(|one| *one != Move::Abuse);
    }
    read
}

/// What is said to the interviewer is taken out first, so that none of it becomes a value.
fn read_what_is_said(heard: &Heard, likeness: &Likeness) -> Understanding {
    let remarks = remarks(heard);
    let without = || Heard { text: blank(&heard.text, &remarks), ..heard.clone() };
    let heard = if remarks.is_empty() { Cow::Borrowed(heard) } else { Cow::Owned(without()) };
    let heard: &Heard = &heard;
    let plan = memory::plan(&heard.definition);
    let Some(Talk { moves, rest, corrects }) = talk::of(heard, &plan) else { return read_past_talk(heard, likeness) };
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

/// Without what the judge takes for talk.
fn read_past_talk(heard: &Heard, likeness: &Likeness) -> Understanding {
    let gated = gate(heard);
    if gated.places.is_empty() && gated.doubts.is_empty() {
        return read_the_matter(heard, likeness);
    }
    let text = blank(&heard.text, &gated.places);
    let mut read = if text.chars().any(char::is_alphanumeric) {
        read_the_matter(&Heard { text, ..heard.clone() }, likeness)
    } else {
        Understanding { style: tone::style(&Text::new(&heard.text)), ..Understanding::default() }
    };
    let more: Vec<Move> = gated.moves.into_iter().filter(|one| !read.moves.contains(one)).collect();
    read.moves.splice(0..0, more);
    // Words that may as well be talk are no firm answer.
    for finding in
        read.findings.iter_mut().filter(|one| one.quote.turn.is_none() && one.manner == Manner::Direct && one.value.is_string())
    {
        if gated.doubts.iter().any(|doubt| doubt.start <= finding.quote.start && finding.quote.end <= doubt.end) {
            finding.manner = Manner::Hedged;
            finding.confidence = finding.manner.confidence();
        }
    }
    read
}

/// A text with spaces in these places.
fn blank(text: &str, places: &[Range<usize>]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for place in places {
        if let Some(words) = bytes.get_mut(place.clone()) {
            words.fill(b' ');
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
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
    if found.contains(&(Move::Accept { key: None })) {
        // "Yes, that's right" to a "no" that was read back does not choose the option "yes".
        let read_back = heard.asked.as_ref().filter(|(_, kind)| *kind == Asking::ReadBack).map(|(key, _)| key);
        findings.retain(|one| Some(&one.key) != read_back || !says_yes(heard, one));
    }
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
    if !heard.imported {
        over_sentences::doubt(heard, &plan, &text, &mut findings);
        opening::doubt(heard, &plan, &text, &signs, &mut findings);
    }
    findings.sort_by_key(|finding| plan.index(&finding.key));
    let (style, preferences) = (tone::style(&text), tone::preferences(&signs));
    let mut read = Understanding { findings, moves: found, style, preferences, proposed: None };
    if !left_out && !complains {
        place(heard, today, &mut read);
    }
    read
}

fn says_yes(heard: &Heard, finding: &Finding) -> bool {
    let words = finding.quote.turn.is_none().then(|| heard.text.get(finding.quote.start..finding.quote.end)).flatten();
    words.is_some_and(|words| profile::is_yes(&words.to_lowercase()))
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
