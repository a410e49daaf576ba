//! One message from end to end: what the moment is, which values were said, which were accepted, which were meant again.

mod accepting;
mod clauses;
mod live;
mod pointing;
mod taking;

use self::{clauses::Pointed, taking::words_of};
use super::{
    agent::{self, Act, AgentTurn},
    answer,
    matching::{Focus, Placed, What, assign},
    memory, moves,
    profile::{Kind, Plan},
    signs::{Sign, Signs},
    text::{Mood, Text},
    topic,
    values::{self, Spotted, date::Day},
};
use domain::interview::{Finding, Heard, Manner, Move, Quote, Understanding};
use protocol::interview::{Asking, Speaker, Style, WidgetType};
use serde_json::{Value, json};
use std::ops::Range;

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
}

pub(super) fn read(heard: &Heard) -> Understanding {
    let plan = memory::plan(&heard.definition);
    let text = Text::new(&heard.text);
    let signs = Signs::of(&text);
    let today = day_of(heard);
    let mut moment = Moment::new(heard, &plan, &text, &signs, today);
    if !answer::is_code(&text) {
        moment.read();
    }
    let Moment { mut findings, taken, .. } = moment;
    let mut found = moves::of(heard, &text, &signs, &plan, &taken);
    for finding in &findings {
        if finding.manner == Manner::Corrected {
            found.push(Move::Correct { key: finding.key.clone() });
        }
    }
    findings.sort_by_key(|finding| plan.index(&finding.key));
    Understanding { findings, moves: found, style: style(&text), preferences: preferences(&signs) }
}

fn day_of(heard: &Heard) -> Day {
    let (year, month, day) = heard.today;
    let made = i16::try_from(year).ok().zip(i8::try_from(month).ok()).zip(i8::try_from(day).ok());
    made.and_then(|((year, month), day)| Day::new(year, month, day).ok()).unwrap_or_else(|| Day::constant(2000, 1, 1))
}

impl<'h, 'p> Moment<'h, 'p> {
    fn new(heard: &'h Heard, plan: &'p Plan, text: &'p Text<'h>, signs: &'p Signs, today: Day) -> Self {
        let held: Vec<Option<String>> = (0..plan.slots.len())
            .map(|slot| heard.held.get(slot).and_then(|held| held.value.as_ref()).map(|value| words_of(value).to_lowercase()))
            .collect();
        let said = heard
            .history
            .iter()
            .rposition(|turn| turn.speaker == Speaker::Agent)
            .filter(|&at| heard.history[at + 1..].iter().all(|turn| turn.speaker == Speaker::Agent) || !heard.imported);
        let said = said.map(|at| (at, Text::new(&heard.history[at].text)));
        let mut topics = topic::under_way(&heard.history, plan, &held);
        let mut agent = AgentTurn::default();
        if let Some((key, asking)) = &heard.asked {
            if let Some(slot) = plan.index(key) {
                if *asking == Asking::Question {
                    agent.requested.push(slot);
                }
                agent.act = if *asking == Asking::Question { Act::Other } else { Act::ReadBack };
                agent.yes_or_no = *asking == Asking::ReadBack || plan.slots[slot].kind == Kind::Flag;
                if let Some(topic) = topics.get_mut(plan.slots[slot].topic) {
                    *topic = 1.0;
                }
            }
        } else if let Some((_, words)) = &said {
            agent = agent::read(words, plan, &topic::levelled(&topics), &held, today);
        }
        let mut turns = Vec::new();
        if plan.topics > 1 {
            let prior = topics.clone();
            topic::follow(&mut topics, &topic::spoken(text, plan, 0..text.words.len()));
            turns = Self::turns(text, plan, &prior);
            for slot in agent.requested.iter().take(3) {
                let topic = plan.slots[*slot].topic;
                topics[topic] = topics[topic].max(0.8);
            }
            let most = topics.iter().copied().fold(0.0_f32, f32::max);
            if most > 0.0 {
                topics.iter_mut().for_each(|known| *known /= most);
            } else {
                topics.fill(0.8);
            }
        }
        if !heard.imported {
            // A live interview follows its own order; what is volunteered may belong anywhere.
            let milder = |topics: &mut Vec<f32>| topics.iter_mut().for_each(|topic| *topic = topic.mul_add(0.1, 0.9));
            milder(&mut topics);
            turns.clear();
        }
        let first =
            if turns.is_empty() { topics.clone() } else { topic::levelled(&topic::under_way(&heard.history, plan, &held)) };
        let mut requested = agent.requested.clone();
        let mut proposed: Vec<usize> = agent.proposed.iter().map(|one| one.slot).collect();
        if agent.act == Act::Suggest {
            requested.extend(proposed.iter().copied());
        }
        if let Some((key, Asking::ReadBack | Asking::Negotiation)) = &heard.asked
            && let Some(slot) = plan.index(key)
        {
            proposed.push(slot);
            requested.push(slot);
        }
        let changing = signs.has(Sign::Change) || signs.no(text) || signs.has(Sign::Others);
        let focus = Focus {
            requested,
            sureness: agent.sureness.clone(),
            proposed,
            topics: first,
            turns,
            held,
            agent: false,
            reading_back: false,
            changing,
            live: !heard.imported,
            pointed: Vec::new(),
        };
        let (findings, taken, said_of, pointed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { heard, plan, text, signs, today, agent, said, focus, findings, taken, said_of, pointed }
    }

    /// Where the message leaves the topic it began with.
    fn turns(text: &Text<'_>, plan: &Plan, prior: &[f32]) -> Vec<(usize, Vec<f32>)> {
        let best = |topics: &[f32]| (0..topics.len()).max_by(|left, right| topics[*left].total_cmp(&topics[*right]));
        let mut turns: Vec<(usize, Vec<f32>)> = Vec::new();
        let mut state = prior.to_vec();
        for sentence in text.sentences.iter().take(24) {
            let before = best(&state);
            topic::follow(&mut state, &topic::spoken(text, plan, sentence.words.clone()));
            let ahead = best(&state).zip(before).is_some_and(|(new, old)| state[new] > state[old] + 0.1);
            if ahead && sentence.words.start > 0 {
                turns.push((sentence.words.start, topic::levelled(&state)));
            }
        }
        turns
    }

    fn read(&mut self) {
        if !self.heard.imported {
            self.pointed = self.point();
            self.focus.changing |= self.pointed.iter().any(|one| one.changes);
            self.focus.pointed = self
                .pointed
                .iter()
                .filter(|one| !one.weak || self.plan.slots[one.slot].widget != WidgetType::Text)
                .map(|one| (one.words.clone(), one.slot))
                .collect();
        }
        self.say();
        if !self.heard.imported {
            self.take_pointed();
            self.count_in_words();
        }
        self.answer_yes_or_no();
        self.accept();
        self.answer_openly();
        self.refer();
        self.stay_in_place();
    }

    /// Values that stand in the message itself.
    fn say(&mut self) {
        let spots: Vec<Spotted> =
            values::spot(self.text, self.today).into_iter().filter(|spot| self.gives(&spot.words)).collect();
        let mut placed = assign(self.text, &spots, self.plan, &self.focus);
        placed.retain(|one| matches!(one.what, What::Form(_)) || self.gives(&one.words));
        if !self.heard.imported {
            let all = placed.clone();
            placed.retain(|one| self.may_stand(one, &all));
        }
        let several: Vec<usize> =
            placed.iter().filter(|one| self.plan.slots[one.slot].kind == Kind::Several).map(|one| one.slot).collect();
        for one in &placed {
            if one.negated || several.contains(&one.slot) {
                continue;
            }
            let first = if self.heard.imported { None } else { self.one_of_two(one) };
            // One word of a long message is a weak sign.
            let lost = self.text.words.len() > 22 && one.words.len() == 1 && matches!(one.what, What::Option(_)) && !one.named;
            let unsure = first.is_some() || (one.unsure || lost) && !self.heard.imported;
            let one = first.as_ref().unwrap_or(one);
            if let Some(value) = self.value(one, self.text) {
                let named = one.named || self.focus.pointed_at(one.slot, one.words.start) == Some(true);
                let manner = if unsure { Manner::Hedged } else { self.manner(one.slot, &one.words, named) };
                self.take(one.slot, value, manner, Quote { turn: None, start: 0, end: 0 }, Some(&one.words));
            }
        }
        self.several(&placed);
    }

    /// A sentence that only asks gives nothing; in a transcript it may still say where and when ("what buses go to Rome on Monday?").
    fn gives(&self, words: &Range<usize>) -> bool {
        let Some(sentence) = self.text.sentence_of(words.start) else { return true };
        if sentence.mood != Mood::Question {
            return true;
        }
        if !self.heard.imported {
            return false;
        }
        let first = (sentence.words.start..words.start)
            .find(|&at| !super::lexicon::OPENERS.contains(self.text.word(at)) && !self.text.is_mark(at));
        let second = first.map_or("", |at| self.text.word(at + 1));
        let about_it = matches!(second, "it" | "that" | "this" | "they" | "the" | "there" | "you" | "its" | "their");
        !about_it && matches!(self.text.before(words.start), "in" | "on" | "to" | "from" | "for" | "near" | "at" | "the" | "next")
    }

    fn several(&mut self, placed: &[Placed]) {
        for slot in 0..self.plan.slots.len() {
            if self.plan.slots[slot].kind != Kind::Several {
                continue;
            }
            let chosen: Vec<&Placed> = placed.iter().filter(|one| one.slot == slot).collect();
            let options = &self.plan.slots[slot].options;
            let option = |one: &Placed| match one.what {
                What::Option(at) => options.get(at).cloned(),
                What::Form(_) => None,
            };
            let asked = self.focus.requested.contains(&slot) || self.focus.proposed.contains(&slot);
            let brief = self.heard.imported
                || self.text.words.len() < 7
                || ["but", "except", "of"].iter().any(|word| self.text.low.contains(word));
            let all = (0..self.text.words.len())
                .filter(|_| brief && !self.signs.has(Sign::Done))
                .find(|&at| matches!(self.text.word(at), "all" | "everything" | "both" | "every" | "any" | "anything"));
            let refused: Vec<String> = chosen.iter().filter(|one| one.negated).filter_map(|one| option(one)).collect();
            let mut wanted: Vec<String> = chosen.iter().filter(|one| !one.negated).filter_map(|one| option(one)).collect();
            let mut words = chosen
                .iter()
                .map(|one| one.words.clone())
                .reduce(|left, right| left.start.min(right.start)..left.end.max(right.end));
            if let Some(at) = all.filter(|_| asked && wanted.is_empty()) {
                wanted = options.iter().filter(|option| !refused.contains(option)).cloned().collect();
                let until = words.as_ref().map_or(at + 1, |words| words.end);
                words = Some(at.min(until - 1)..until);
            }
            wanted.retain(|option| !refused.contains(option));
            let mut seen: Vec<String> = Vec::new();
            wanted.retain(|option| {
                !seen.contains(option) && {
                    seen.push(option.clone());
                    true
                }
            });
            if let Some(words) = words.filter(|_| !wanted.is_empty()) {
                let named = chosen.iter().any(|one| one.named);
                let manner = self.manner(slot, &words, named);
                self.take(slot, json!(wanted), manner, Quote { turn: None, start: 0, end: 0 }, Some(&words));
            }
        }
    }

    /// The whole answer to an open question, in the person's words.
    fn answer_openly(&mut self) {
        let Some(slot) = self.focus.requested.iter().copied().find(|slot| !self.taken.contains(slot)) else { return };
        let one = &self.plan.slots[slot];
        let live = !self.heard.imported;
        let open = match one.widget {
            WidgetType::Text => true,
            WidgetType::Date => live,
            _ => false,
        };
        let typed = !matches!(
            one.kind,
            Kind::Text | Kind::Title | Kind::Person | Kind::City | Kind::Spot | Kind::Category | Kind::Address
        );
        if !open || !live && (typed || self.agent.yes_or_no || !self.taken.is_empty() || self.agent.requested.is_empty()) {
            return;
        }
        let corrects = self.findings.iter().any(|finding| finding.manner == Manner::Corrected);
        let settles = self.agent.act == Act::ReadBack && live && (!self.focus.changing || self.signs.yes(self.text));
        if moves_away(self.signs, self.text) || corrects || settles || live && (self.does_not_mind() || moves::ends(self.text)) {
            return;
        }
        let elsewhere: Vec<Range<usize>> =
            self.said_of.iter().filter(|(known, _)| *known != slot).map(|(_, words)| words.clone()).collect();
        let plainly = || answer::yes_or_no(self.text, one, self.signs).map(|words| (words, false));
        let pieces: Vec<Range<usize>> = if live {
            self.pieces(slot)
        } else {
            let told = self.text.sentences.iter().filter(|sentence| sentence.mood != Mood::Question);
            told.map(|sentence| sentence.words.clone()).collect()
        };
        let Some((words, named)) = answer::trimmed(
            self.text,
            one,
            self.signs,
            &pieces,
            &elsewhere,
            live,
            self.pointed.iter().any(|one| one.slot != slot && !one.weak),
        )
        .or_else(plainly)
        .or_else(|| (live && one.spoken.who).then(|| answer::oneself(self.text)).flatten().map(|words| (words, false))) else {
            return;
        };
        if live && self.is_elsewhere(&words, slot) || one.widget == WidgetType::Date && !self.tells_time(&words) {
            return;
        }
        let words = if one.widget == WidgetType::Date { self.time_part(&words) } else { words };
        if live
            && one.kind == Kind::Text
            && let Some(sum) = self.sum_for_another(&words)
            && let Some(value) = self.value(&sum, self.text)
        {
            return self.take(sum.slot, value, Manner::Hedged, Quote { turn: None, start: 0, end: 0 }, Some(&sum.words));
        }
        let said = self.text.said(&words);
        let most = if live { usize::MAX } else { 6 };
        if answer::is_noise(said) || words.len() > most || self.text.low.trim().is_empty() {
            return;
        }
        let mut manner = self.manner(slot, &words, named);
        if named && manner == Manner::Direct {
            manner = Manner::Explicit;
        }
        if live && manner == Manner::Direct && (self.is_shared(&words) || one.kind == Kind::Text && self.is_bare(&words)) {
            manner = Manner::Hedged;
        }
        if typed && one.widget == WidgetType::Date || self.only_vague(&words) {
            manner = if self.only_vague(&words) { Manner::Vague } else { Manner::Hedged };
        }
        self.take(slot, json!(said), manner, Quote { turn: None, start: 0, end: 0 }, Some(&words));
    }

    fn only_vague(&self, words: &Range<usize>) -> bool {
        words.len() <= 3
            && self.signs.find(Sign::Vague).any(|vague| {
                vague.start <= words.start + 1
                    && vague.end >= words.end.saturating_sub(1)
                    && vague.start < words.end
                    && vague.end > words.start
            })
    }
}

/// The person turns to something else than the answer.
fn moves_away(signs: &Signs, text: &Text<'_>) -> bool {
    if text.words.len() < 5 && text.word(0) == "later" {
        return true;
    }
    let doubts = signs.has(Sign::DontKnow) && !answer::doubts_and_answers(text, signs) && text.words.len() < 14;
    let leaves =
        [Sign::Skip, Sign::Meaning, Sign::Withdraw, Sign::Back].iter().any(|sign| signs.has(*sign)) && text.words.len() < 14;
    // "Dentists. What do others say?" answers before it asks.
    let mut told = text.sentences.iter().filter(|sentence| sentence.mood != Mood::Question).peekable();
    let talks = told.peek().is_none()
        || told.all(|sentence| {
            let aside = [Sign::Defer, Sign::Why, Sign::Examples, Sign::Research, Sign::Done, Sign::SmallTalk, Sign::Abuse];
            aside.iter().any(|sign| signs.within(*sign, &sentence.words))
        });
    doubts || leaves || talks && text.words.len() < 9
}

fn style(text: &Text<'_>) -> Option<Style> {
    let casual = [
        "lol", "haha", "yeah", "yep", "nah", "gonna", "wanna", "hey", "cool", "btw", "thx", "u", "ur", "kinda", "dunno",
        "awesome",
    ];
    let formal = ["kindly", "regarding", "furthermore", "sincerely", "therefore", "moreover", "pleased", "sir", "madam"];
    let has = |list: &[&str]| (0..text.words.len().min(200)).any(|at| list.contains(&text.word(at)));
    if has(&casual) {
        Some(Style::Casual)
    } else if has(&formal) {
        Some(Style::Formal)
    } else {
        None
    }
}

fn preferences(signs: &Signs) -> Vec<(String, Value)> {
    if signs.has(Sign::Examples) { vec![("prefers_examples".to_owned(), json!(true))] } else { Vec::new() }
}
