//! One message from end to end: what the moment is, which values were said, which were accepted, which were meant again.

use super::{
    agent::{self, Act, AgentTurn},
    answer,
    matching::{Focus, Placed, What, assign},
    memory, moves,
    profile::{Kind, Plan, Role},
    reference,
    signs::{Sign, Signs},
    text::{Mood, Text},
    topic,
    values::{self, Form, Spotted, date::Day},
};
use domain::interview::{Finding, Heard, Manner, Move, Quote, Understanding};
use protocol::{
    Confidence,
    interview::{Asking, Speaker, Style, WidgetType},
};
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
            let milder = |topics: &mut Vec<f32>| topics.iter_mut().for_each(|topic| *topic = topic.mul_add(0.3, 0.7));
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
        };
        Self { heard, plan, text, signs, today, agent, said, focus, findings: Vec::new(), taken: Vec::new(), said_of: Vec::new() }
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
        self.say();
        self.answer_yes_or_no();
        self.accept();
        self.answer_openly();
        self.refer();
        self.stay_in_place();
    }

    /// A new wish in a new topic is about the place that was spoken of, unless another is named.
    fn stay_in_place(&mut self) {
        if !self.heard.imported || self.plan.topics < 2 || self.text.sentences.is_empty() {
            return;
        }
        let last = self.text.sentences.len() - 1;
        let spoken = topic::spoken(self.text, self.plan, 0..self.text.words.len());
        let topics = self.focus.turns.last().map_or(&self.focus.topics, |(_, topics)| topics);
        let Some(topic) = (0..self.plan.topics).max_by(|left, right| topics[*left].total_cmp(&topics[*right])) else { return };
        let in_topic = |slot: usize| self.plan.slots[slot].topic == topic;
        let wishes = self.text.sentences[last.saturating_sub(1)..].iter().any(|sentence| {
            sentence.mood != Mood::Question
                && sentence.words.clone().any(|at| {
                    matches!(
                        self.text.word(at),
                        "find"
                            | "search"
                            | "look"
                            | "looking"
                            | "searching"
                            | "get"
                            | "check"
                            | "need"
                            | "want"
                            | "like"
                            | "book"
                            | "show"
                    )
                })
        });
        let fresh = (0..self.plan.slots.len()).filter(|&slot| in_topic(slot)).all(|slot| self.focus.held[slot].is_none());
        if spoken[topic] < 1.2 || !wishes || !fresh || self.agent.requested.iter().any(|slot| in_topic(*slot)) {
            return;
        }
        let place = |slot: usize| {
            let one = &self.plan.slots[slot];
            (one.kind == Kind::City || one.kind == Kind::Spot && one.role == Some(Role::To))
                && one.role != Some(Role::From)
                && !one.narrower
                && !one.exact
        };
        let Some(slot) = (0..self.plan.slots.len()).find(|&slot| in_topic(slot) && place(slot)) else { return };
        if self.taken.iter().any(|taken| in_topic(*taken) && matches!(self.plan.slots[*taken].kind, Kind::City | Kind::Spot)) {
            return;
        }
        let source = (0..self.plan.slots.len())
            .filter(|&other| !in_topic(other) && place(other) && self.focus.held[other].is_some())
            .max_by_key(|&other| self.heard.held[other].turn);
        let Some(value) = source.and_then(|source| self.heard.held[source].value.as_ref()).map(words_of) else { return };
        if let Some(quote) = self.quoted(&value) {
            self.take(slot, json!(value), Manner::Implied, quote, None);
        }
    }

    /// Values that stand in the message itself.
    fn say(&mut self) {
        let spots: Vec<Spotted> =
            values::spot(self.text, self.today).into_iter().filter(|spot| self.gives(&spot.words)).collect();
        let mut placed = assign(self.text, &spots, self.plan, &self.focus);
        placed.retain(|one| matches!(one.what, What::Form(_)) || self.gives(&one.words));
        if !self.heard.imported {
            // A name alone does not say what it is the name of.
            placed.retain(|one| {
                !matches!(one.what, What::Form(Form::Name)) || one.named || self.focus.requested.contains(&one.slot)
            });
        }
        let several: Vec<usize> =
            placed.iter().filter(|one| self.plan.slots[one.slot].kind == Kind::Several).map(|one| one.slot).collect();
        for one in &placed {
            if one.negated || several.contains(&one.slot) {
                continue;
            }
            if let Some(value) = self.value(one, self.text) {
                let manner = self.manner(one.slot, &one.words, one.named);
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
            .find(|&at| !super::lexicon::OPENERS.contains(&self.text.word(at)) && !self.text.is_mark(at));
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
            let all = (0..self.text.words.len())
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

    /// "Yes" and "no" to a question that is one.
    fn answer_yes_or_no(&mut self) {
        let Some(&slot) = self.focus.requested.iter().find(|slot| self.plan.slots[**slot].kind == Kind::Flag) else { return };
        let Some((yes, no)) = self.plan.slots[slot].flag else { return };
        if self.taken.contains(&slot) || self.agent.act == Act::ReadBack {
            self.turn_over(slot, yes, no);
            return;
        }
        let said = if self.signs.no(self.text) {
            no
        } else if self.signs.yes(self.text) {
            yes
        } else {
            return;
        };
        let value = json!(self.plan.slots[slot].options[said]);
        let sign = if said == no { [Sign::No, Sign::Wrong] } else { [Sign::Yes, Sign::Likes] };
        let words = sign.iter().find_map(|sign| self.signs.find(*sign).next()).cloned();
        if let Some(words) = words {
            let manner = self.manner(slot, &words, false);
            self.take(slot, value, manner, Quote { turn: None, start: 0, end: 0 }, Some(&words));
        }
    }

    /// A yes that was read back and is wrong is a no.
    fn turn_over(&mut self, slot: usize, yes: usize, no: usize) {
        let options = &self.plan.slots[slot].options;
        let held = self.focus.held[slot].as_deref().unwrap_or_default();
        let other = if held == options[yes].to_lowercase() {
            no
        } else if held == options[no].to_lowercase() {
            yes
        } else {
            return;
        };
        if self.heard.imported || self.taken.contains(&slot) || !self.signs.no(self.text) {
            return;
        }
        let value = json!(options[other]);
        if let Some(words) = [Sign::No, Sign::Wrong].iter().find_map(|sign| self.signs.find(*sign).next()).cloned() {
            self.take(slot, value, Manner::Corrected, Quote { turn: None, start: 0, end: 0 }, Some(&words));
        }
    }

    /// What was offered or read back and is taken.
    fn accept(&mut self) {
        if !self.heard.imported {
            return;
        }
        let yes = self.signs.yes(self.text);
        let likes = self.signs.likes(self.text);
        let no = self.signs.no(self.text);
        let proposed = std::mem::take(&mut self.agent.proposed);
        let Some((turn, words)) = self.said.take() else { return };
        match self.agent.act {
            Act::ReadBack => {
                let changed = self.taken.iter().any(|slot| proposed.iter().any(|one| one.slot == *slot));
                if yes || changed || no && !self.taken.is_empty() {
                    let manner = if yes { Manner::Accepted } else { Manner::Implied };
                    for one in &proposed {
                        self.take_offered(one, turn, &words, manner);
                    }
                }
            }
            Act::Suggest if yes && !no => {
                for one in &proposed {
                    self.take_offered(one, turn, &words, Manner::Accepted);
                }
            }
            // What answers a question of the person is told, not offered.
            Act::Offer if self.only_asked(turn) && !offers_plainly(&words) && likes && !no && !self.signs.has(Sign::Others) => {
                self.choose_earlier(turn)
            }
            Act::Offer if (yes || likes) && !no && !self.signs.has(Sign::Others) => self.choose(&proposed, turn, &words),
            Act::Other if likes && !no && !self.signs.has(Sign::Others) => self.choose_earlier(turn),
            _ => {}
        }
        self.said = Some((turn, words));
    }

    /// An offer names more than is chosen with it: its facts stay the agent's.
    fn choose(&mut self, offered: &[Placed], turn: usize, words: &Text<'h>) {
        for one in offered {
            let slot = &self.plan.slots[one.slot];
            let chosen = slot.principal
                || (matches!(slot.kind, Kind::Time) && slot.role != Some(Role::To)
                    || matches!(slot.kind, Kind::Date | Kind::Spot)
                    || slot.sort)
                    && !slot.fact;
            if chosen && !slot.secondary && one.rival + 0.3 < one.score {
                self.take_offered(one, turn, words, Manner::Accepted);
            }
        }
    }

    /// The offer lies further back when only questions about it came between.
    fn choose_earlier(&mut self, from: usize) {
        let mut at = from;
        for _ in 0..4 {
            if at < 2 {
                return;
            }
            let between = &self.heard.history[at - 1];
            let between_text = Text::new(&between.text);
            let only_asks =
                between.speaker == Speaker::User && between_text.sentences.iter().all(|sentence| sentence.mood == Mood::Question);
            if !only_asks {
                return;
            }
            at -= 2;
            if self.heard.history[at].speaker != Speaker::Agent {
                return;
            }
            let words = Text::new(&self.heard.history[at].text);
            let read = agent::read(&words, self.plan, &self.focus.topics, &self.focus.held, self.today);
            if read.act == Act::Offer && !self.only_asked(at) {
                self.choose(&read.proposed, at, &words);
                return;
            }
        }
    }

    /// The person's turn before this one of the agent asked about something and wanted nothing else.
    fn only_asked(&self, turn: usize) -> bool {
        let Some(before) = turn.checked_sub(1).and_then(|at| self.heard.history.get(at)) else { return false };
        let text = Text::new(&before.text);
        before.speaker == Speaker::User
            && text.sentences.iter().any(|sentence| sentence.mood == Mood::Question)
            && text.sentences.iter().all(|sentence| sentence.mood == Mood::Question || sentence.words.len() < 4)
            && !Signs::of(&text).has(Sign::Others)
            && !["any", "find", "recommend", "suggest"].iter().any(|word| text.low.contains(word))
    }

    fn take_offered(&mut self, one: &Placed, turn: usize, words: &Text<'_>, manner: Manner) {
        if self.taken.contains(&one.slot) {
            return;
        }
        // The person's own words stay where the agent only said them again in its way.
        if let Some(Some(held)) = self.focus.held.get(one.slot)
            && (manner != Manner::Accepted
                || self.agent.act != Act::Offer && !self.another_moment(held, one)
                || *held == words.said(&one.words).to_lowercase())
        {
            return;
        }
        // What nobody had said is not accepted by changing something else.
        if manner == Manner::Implied && matches!(self.plan.slots[one.slot].kind, Kind::Count | Kind::Flag) {
            return;
        }
        if let Some(value) = self.value(one, words) {
            let place = words.place(&one.words);
            self.take(one.slot, value, manner, Quote { turn: Some(turn), start: place.start, end: place.end }, None);
        }
    }

    /// The agent named another day or time than the one that is held.
    fn another_moment(&self, held: &str, one: &Placed) -> bool {
        let What::Form(form) = &one.what else { return false };
        let text = Text::new(held);
        let known = values::spot(&text, self.today);
        match (form, known.first().map(|spot| &spot.form)) {
            (Form::Time(Some(new)), Some(Form::Time(Some(old)))) => new % 720 != old % 720,
            _ => false,
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
        if moves_away(self.signs, self.text) || corrects || settles {
            return;
        }
        let elsewhere: Vec<Range<usize>> =
            self.said_of.iter().filter(|(known, _)| *known != slot).map(|(_, words)| words.clone()).collect();
        let plainly = || answer::yes_or_no(self.text, one, self.signs).map(|words| (words, false));
        let Some((words, named)) = answer::trimmed(self.text, one, self.signs, &elsewhere).or_else(plainly) else { return };
        let said = self.text.said(&words);
        let most = if live { usize::MAX } else { 6 };
        if answer::is_noise(said) || words.len() > most || self.text.low.trim().is_empty() {
            return;
        }
        let mut manner = self.manner(slot, &words, named);
        if named && manner == Manner::Direct {
            manner = Manner::Explicit;
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

    /// Places and days that the message only points at.
    fn refer(&mut self) {
        for (pointer, kind) in reference::pointers(self.text) {
            let Some(slot) = self.pointed_slot(&pointer, kind) else { continue };
            let Some((value, quote)) = self.earlier(slot, kind, &pointer) else { continue };
            self.take(slot, json!(value), Manner::Implied, quote, None);
            self.carry(slot, kind);
        }
    }

    /// Who goes "there" goes with as many, from the same town: what the new topic shares with the one before.
    fn carry(&mut self, there: usize, kind: Kind) {
        if kind != Kind::Spot || self.plan.topics < 2 || !self.heard.imported {
            return;
        }
        let topic = self.plan.slots[there].topic;
        if (0..self.plan.slots.len()).any(|slot| self.plan.slots[slot].topic == topic && self.focus.held[slot].is_some()) {
            return;
        }
        for slot in 0..self.plan.slots.len() {
            let one = &self.plan.slots[slot];
            if one.topic != topic || self.taken.contains(&slot) {
                continue;
            }
            let counts = one.kind == Kind::Count && one.people && self.plan.slots[there].role.is_some();
            let starts = one.kind == Kind::City && one.role == Some(Role::From);
            if !counts && !starts {
                continue;
            }
            let source = (0..self.plan.slots.len())
                .filter(|&other| {
                    let other_slot = &self.plan.slots[other];
                    let fits = if counts {
                        other_slot.kind == Kind::Count && other_slot.people
                    } else {
                        matches!(other_slot.kind, Kind::City | Kind::Spot)
                            && other_slot.role == Some(Role::From)
                            && !other_slot.narrower
                    };
                    other_slot.topic != topic && fits && self.focus.held[other].is_some()
                })
                .max_by_key(|&other| self.heard.held[other].turn);
            let Some(value) = source.and_then(|source| self.heard.held[source].value.clone()) else { continue };
            let words = words_of(&value);
            let value = if one.options.is_empty() { Some(value) } else { one.options.contains(&words).then_some(value) };
            if let Some((value, quote)) = value.zip(self.quoted(&words)) {
                self.take(slot, value, Manner::Implied, quote, None);
            }
        }
    }

    fn pointed_slot(&self, pointer: &Range<usize>, kind: Kind) -> Option<usize> {
        let fits = |slot: Kind| match kind {
            Kind::Spot => matches!(slot, Kind::City | Kind::Spot),
            other => slot == other,
        };
        let leads_to =
            matches!(self.text.before(pointer.start), "to" | "get" | "going" | "go" | "heading" | "from") || kind == Kind::Spot;
        let from = self.text.before(pointer.start) == "from";
        let spoken = topic::spoken(self.text, self.plan, 0..self.text.words.len());
        let most = spoken.iter().copied().fold(0.0_f32, f32::max);
        let mut best: Option<(usize, f32)> = None;
        for (slot, one) in self.plan.slots.iter().enumerate() {
            if !fits(one.kind) || self.taken.contains(&slot) || self.focus.held[slot].is_some() {
                continue;
            }
            let spoken = if most > 0.0 { spoken[one.topic] / most } else { 0.0 };
            let topics = self.focus.turns.last().map_or(&self.focus.topics, |(_, topics)| topics);
            let topic = if most > 0.5 { spoken } else { topics.get(one.topic).copied().unwrap_or(1.0) };
            if topic < 0.75 {
                continue;
            }
            let role = match (one.role, from) {
                (Some(Role::From), true) | (Some(Role::To), false) if leads_to => 1.0,
                (None, _) => 0.5,
                (Some(Role::From), false) if kind == Kind::Date => 0.7,
                _ => -1.0,
            };
            let requested = if self.focus.requested.contains(&slot) { 1.5 } else { 0.0 };
            let city = if one.kind == Kind::City { 0.2 } else { 0.0 };
            let score = topic + role + requested + city;
            if score > 0.8 && best.is_none_or(|(_, known)| score > known) {
                best = Some((slot, score));
            }
        }
        best.map(|(slot, _)| slot)
    }

    /// The value that a pointing word means: the last one said of its kind.
    fn earlier(&self, slot: usize, kind: Kind, pointer: &Range<usize>) -> Option<(String, Quote)> {
        let wants_address = kind == Kind::Spot && self.plan.slots[slot].exact;
        if wants_address && let Some(found) = self.address_said() {
            return Some(found);
        }
        let fits = |other: Kind| match kind {
            Kind::Spot => matches!(other, Kind::City | Kind::Spot),
            other_kind => other == other_kind,
        };
        let source = (0..self.plan.slots.len())
            .filter(|&other| {
                other != slot
                    && fits(self.plan.slots[other].kind)
                    && !self.plan.slots[other].narrower
                    && self.focus.held[other].is_some()
            })
            .max_by_key(|&other| {
                (self.heard.held[other].turn, self.plan.slots[other].role != Some(Role::From), std::cmp::Reverse(other))
            })?;
        let value = words_of(self.heard.held[source].value.as_ref()?);
        let quote = self.quoted(&value).unwrap_or_else(|| {
            let place = self.text.place(pointer);
            Quote { turn: None, start: place.start, end: place.end }
        });
        Some((value, quote))
    }

    /// Where words stand in an earlier turn, the latest first.
    fn quoted(&self, value: &str) -> Option<Quote> {
        if value.is_empty() {
            return None;
        }
        self.heard.history.iter().enumerate().rev().find_map(|(turn, said)| {
            said.text.find(value).map(|start| Quote { turn: Some(turn), start, end: start + value.len() })
        })
    }

    /// The last street address that the agent named.
    fn address_said(&self) -> Option<(String, Quote)> {
        self.heard.history.iter().enumerate().rev().take(12).filter(|(_, turn)| turn.speaker == Speaker::Agent).find_map(
            |(turn, said)| {
                let text = Text::new(&said.text);
                let spot = values::spot(&text, self.today).into_iter().find(|spot| spot.form == Form::Address)?;
                let place = text.place(&spot.words);
                Some((said.text.get(place.clone())?.to_owned(), Quote { turn: Some(turn), start: place.start, end: place.end }))
            },
        )
    }

    fn value(&self, one: &Placed, text: &Text<'_>) -> Option<Value> {
        let slot = &self.plan.slots[one.slot];
        let said = text.said(&one.words);
        let form = match &one.what {
            What::Option(option) => return slot.options.get(*option).map(|option| json!(option)),
            What::Form(form) => form,
        };
        match (form, slot.widget) {
            (Form::Number(amount), WidgetType::Choice) => {
                let number = amount.whole()?;
                let (_, option) = slot.numbers.iter().find(|(known, _)| *known == number)?;
                slot.options.get(*option).map(|option| json!(option))
            }
            (_, WidgetType::Choice | WidgetType::Multiselect) => None,
            (Form::Date(Some(day)), WidgetType::Date) => Some(json!({"date": day.to_string(), "text": said})),
            (Form::Number(amount) | Form::Money(amount) | Form::Percent(amount) | Form::Duration(amount), WidgetType::Number) => {
                if amount.unit.is_none()
                    && bound(self.text, &one.words).is_none()
                    && let Some(value) = amount.value
                {
                    return Some(json_number(value));
                }
                let mut made = serde_json::Map::new();
                for (name, number) in [("value", amount.value), ("min", amount.min), ("max", amount.max)] {
                    if let Some(number) = number {
                        made.insert(name.to_owned(), json_number(number));
                    }
                }
                self.bound(&one.words, &mut made);
                if let Some(unit) = &amount.unit {
                    made.insert("unit".to_owned(), json!(unit));
                }
                made.insert("text".to_owned(), json!(said));
                Some(Value::Object(made))
            }
            (_, WidgetType::Number) => None,
            (Form::Duration(amount), WidgetType::Text)
                if slot.kind == Kind::Duration
                    && amount.unit.as_ref().is_some_and(|unit| slot.cues.contains_key(super::text::stem(unit))) =>
            {
                amount.value.map(|value| json!(json_number(value).to_string()))
            }
            _ => Some(json!(said)),
        }
    }

    fn bound(&self, words: &Range<usize>, made: &mut serde_json::Map<String, Value>) {
        if let Some(name) = bound(self.text, words)
            && let Some(value) = made.remove("value")
        {
            made.insert(name.to_owned(), value);
        }
    }

    fn manner(&self, slot: usize, words: &Range<usize>, named: bool) -> Manner {
        let sentence = self.text.sentence_of(words.start).map_or(words.clone(), |sentence| sentence.words.clone());
        let held = self.focus.held.get(slot).is_some_and(Option::is_some);
        let asked = self.focus.requested.contains(&slot);
        if held && (self.focus.changing || self.focus.proposed.contains(&slot) || !asked) {
            return Manner::Corrected;
        }
        let typed = self.plan.slots[slot].kind;
        let hedged = self.signs.find(Sign::Hedge).any(|hedge| {
            let measured =
                matches!(self.text.word(hedge.start), "about" | "around" | "roughly" | "approximately" | "ish" | "kind" | "sort");
            let follows = matches!(self.text.word(hedge.start), "or" | "give" | "more" | "ish")
                && hedge.start >= words.end
                && hedge.start <= words.end + 2;
            let near = hedge.end + usize::from(!measured) * 30 + 1 >= words.start;
            let names = self.heard.imported || matches!(typed, Kind::City | Kind::Spot | Kind::Title | Kind::Person);
            sentence.contains(&hedge.start)
                && (hedge.start < words.end && near || follows)
                && !(measured && names)
                && (hedge.start < words.start || follows || !measured)
        });
        let hedged = hedged
            || words.clone().any(|at| matches!(self.text.word(at), "think" | "believe" | "guess" | "suppose")) && words.len() < 5;
        if hedged {
            Manner::Hedged
        } else if named && (!asked || !self.heard.imported) {
            Manner::Explicit
        } else if asked {
            Manner::Direct
        } else {
            Manner::Implied
        }
    }

    fn take(&mut self, slot: usize, value: Value, manner: Manner, quote: Quote, words: Option<&Range<usize>>) {
        if self.taken.contains(&slot) {
            return;
        }
        let quote = words.map_or(quote, |words| {
            let place = self.text.place(words);
            Quote { turn: None, start: place.start, end: place.end }
        });
        if quote.end <= quote.start {
            return;
        }
        self.taken.push(slot);
        if let Some(words) = words {
            self.said_of.push((slot, words.clone()));
        }
        let same =
            self.focus.held.get(slot).and_then(Option::as_ref).is_some_and(|held| *held == words_of(&value).to_lowercase());
        if same {
            return;
        }
        let key = self.heard.definition.obligations[slot].key.clone();
        self.findings.push(Finding { key, value, confidence: confidence(manner), manner, quote });
    }
}

/// "Less than", "at least": a number that bounds rather than is.
fn bound(text: &Text<'_>, words: &Range<usize>) -> Option<&'static str> {
    let before = words.start.checked_sub(2).map_or("", |at| text.word(at));
    match (before, text.before(words.start)) {
        ("less" | "fewer", "than") | ("at", "most") | ("up", "to") | (_, "under" | "below" | "max" | "maximum") => Some("max"),
        ("not", "more") | ("more" | "greater", "than") | ("at", "least") | (_, "over" | "above" | "min" | "minimum") => {
            Some("min")
        }
        _ => None,
    }
}

/// "There is …", "I found …": an offer, even as the answer to a question.
fn offers_plainly(text: &Text<'_>) -> bool {
    ["there is", "there's", "there are", "i found", "i have", "i've found", "how about", "what about", "one of", "options"]
        .iter()
        .any(|sign| text.low.contains(sign))
}

fn json_number(value: f64) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "whole and small enough")]
    if value.fract() == 0.0 && value.abs() < 9e15 { json!(value as i64) } else { json!(value) }
}

/// How sure each manner makes (issue of the built-in engine; the bands are seed 000's).
const fn confidence(manner: Manner) -> Confidence {
    Confidence::hundredths(match manner {
        Manner::Explicit | Manner::Accepted => 95,
        Manner::Corrected => 92,
        Manner::Direct => 90,
        Manner::Implied => 72,
        Manner::Hedged => 58,
        Manner::Vague => 35,
    })
}

/// The words of a held value.
fn words_of(value: &Value) -> String {
    match value {
        Value::String(words) => words.clone(),
        Value::Object(parts) => {
            parts.get("text").or_else(|| parts.get("value")).or_else(|| parts.get("date")).map(words_of).unwrap_or_default()
        }
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

/// The person turns to something else than the answer.
fn moves_away(signs: &Signs, text: &Text<'_>) -> bool {
    let short = text.words.len() < 9;
    if text.words.len() < 5 && text.word(0) == "later" {
        return true;
    }
    let doubts = signs.has(Sign::DontKnow) && !answer::doubts_and_answers(text, signs) && text.words.len() < 14;
    doubts
        || [Sign::Skip, Sign::Meaning, Sign::Withdraw, Sign::Back].iter().any(|sign| signs.has(*sign)) && text.words.len() < 14
        || short
            && [Sign::Defer, Sign::Why, Sign::Examples, Sign::Research, Sign::Done, Sign::SmallTalk, Sign::Abuse]
                .iter()
                .any(|sign| signs.has(*sign))
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
