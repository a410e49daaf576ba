//! What is known of the moment before a word of the message is placed: what was asked, offered, held, and what is talked about.

use super::{
    super::{
        agent::{self, Act, AgentTurn},
        matching::Focus,
        meaning::Likeness,
        profile::{Kind, Plan},
        signs::{Sign, Signs},
        text::{Mood, Text},
        topic,
        values::date::Day,
    },
    Moment,
    retracted::retracted,
    taking::words_of,
};
use domain::interview::Heard;
use protocol::interview::{Asking, Speaker};

pub(super) fn day_of(heard: &Heard) -> Day {
    let (year, month, day) = heard.today;
    let made = i16::try_from(year).ok().zip(i8::try_from(month).ok()).zip(i8::try_from(day).ok());
    made.and_then(|((year, month), day)| Day::new(year, month, day).ok()).unwrap_or_else(|| Day::constant(2000, 1, 1))
}

impl<'h, 'p> Moment<'h, 'p> {
    pub(super) fn new(
        heard: &'h Heard,
        plan: &'p Plan,
        text: &'p Text<'h>,
        signs: &'p Signs,
        today: Day,
        likeness: &'p Likeness,
    ) -> Self {
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
            asking: text
                .sentences
                .iter()
                .filter(|sentence| sentence.mood == Mood::Question)
                .map(|sentence| sentence.words.clone())
                .collect(),
            pointed: Vec::new(),
        };
        let (findings, taken, said_of) = (Vec::new(), Vec::new(), Vec::new());
        let (pointed, stated) = (Vec::new(), Vec::new());
        let retracted = if heard.imported { Vec::new() } else { retracted(text) };
        Self {
            heard,
            plan,
            text,
            signs,
            today,
            agent,
            said,
            focus,
            findings,
            taken,
            said_of,
            pointed,
            stated,
            retracted,
            likeness,
        }
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
}
