//! What to ask next. In this order: an open negotiation; a value just said that is only half sure; what is come back to and
//! due; the best of what is open (priority × what it unlocks × what it adds to the score); what is required and was put off;
//! what is come back to without a turn of its own; then the offer to finish, or what is required and was given up, once more, or
//! what else was put off.
//!
//! Towards the end (from validation on) a required answer that is missing comes before everything that is come back to.

use super::{
    Next,
    dependencies::{Graph, at, settled},
    listing,
    memory::is_read_back,
};
use protocol::interview::{
    Asking, CollectionType, FollowUp, InterviewView, Obligation, ObligationTemplate, Phase, Source, Status,
};
use std::collections::HashSet;

/// The one thing to end a reply with. `avoid` was just put off or not known and is not asked again at once.
#[must_use]
pub(super) fn next(view: &InterviewView, avoid: &[String]) -> Next {
    let avoid: HashSet<&str> = avoid.iter().map(String::as_str).collect();
    if let Some(settle) = to_settle(view, &avoid).or_else(|| to_read_back(view, &avoid)) {
        return settle;
    }
    Field::new(view, avoid).choose()
}

/// What would be asked one after the other if nothing were answered, the first first.
#[must_use]
pub(super) fn rank(view: &InterviewView, most: usize) -> Vec<String> {
    let mut field = Field::new(view, HashSet::new());
    let mut keys = Vec::new();
    while keys.len() < most {
        let (key, asks) = match field.choose() {
            Next::Ask { key, .. } => (key, true),
            Next::ReadBack { key, .. } => (key, false),
            Next::Settle { .. } | Next::Close { .. } | Next::Nothing => break,
        };
        let Some(place) = field.graph.place(&key) else { break };
        let known = field.graph.key(place);
        if !field.avoid.insert(known) {
            break;
        }
        if asks {
            keys.push(key);
        }
    }
    keys
}

/// The question for this obligation in place of the one that was chosen; `None` where it may not be asked now.
#[must_use]
pub(super) fn ask_instead(view: &InterviewView, avoid: &[String], chosen: &str, key: &str) -> Option<Next> {
    let field = Field::new(view, avoid.iter().map(String::as_str).collect());
    let read_back_later = view.memory.pending_follow_ups.iter().any(|one| is_read_back(one) && one.obligation_key == key);
    // Towards the end what is required comes first, whoever asks.
    let late = view.phase >= Phase::Validation && field.required.contains(chosen) && !field.required.contains(key);
    let is_direct = |key: &str| {
        let template = field.graph.place(key).map(|place| &view.definition.obligations[place]);
        template.is_some_and(|one| one.collection_type == CollectionType::DirectQuestion)
    };
    let unasked = is_direct(chosen) && !is_direct(key);
    let possible = !late && !unasked && !read_back_later && !field.avoid.contains(key) && field.may_ask(key, false);
    possible.then(|| field.ask(key, None))
}

fn to_settle(view: &InterviewView, avoid: &HashSet<&str>) -> Option<Next> {
    let open = view.open_negotiation().filter(|open| !avoid.contains(open.key.as_str()))?;
    let negotiation = open.negotiation.as_ref()?;
    let was = negotiation.rounds.last().map_or(serde_json::Value::Null, |round| round.agent_proposal.clone());
    Some(Next::Settle { key: open.key.clone(), was, proposed: negotiation.proposed().cloned() })
}

/// A value that is only half sure and was never read back: asking "is that right?" costs a word instead of a sentence.
fn to_read_back(view: &InterviewView, avoid: &HashSet<&str>) -> Option<Next> {
    let just_said = |one: &&Obligation| {
        one.status == Status::Partial
            && matches!(one.source, Some(Source::Message | Source::Transcript))
            && one.evidence.as_ref().is_some_and(|evidence| evidence.turn == view.turn_count)
            && view.asked.as_ref().is_none_or(|asked| asked.key != one.key || asked.kind == Asking::Question || is_spoken(one))
            && !avoid.contains(one.key.as_str())
    };
    let one = view.obligations.iter().find(just_said)?;
    Some(Next::ReadBack { key: one.key.clone(), value: one.value.clone()? })
}

/// What was corrected by voice may have been misheard again.
fn is_spoken(one: &Obligation) -> bool {
    one.evidence.as_ref().is_some_and(|evidence| evidence.spoken)
}

/// Everything that a choice among many obligations looks at, each looked at once.
struct Field<'a> {
    view: &'a InterviewView,
    avoid: HashSet<&'a str>,
    graph: Graph<'a>,
    required: HashSet<&'a str>,
    /// Whether nothing that a place depends on is still to come.
    settled: Vec<bool>,
    /// How many open obligations wait for each place, directly or through others.
    waiting: Vec<u32>,
}

impl<'a> Field<'a> {
    fn new(view: &'a InterviewView, avoid: HashSet<&'a str>) -> Self {
        let graph = Graph::new(&view.definition);
        Self {
            required: view.definition.completion.required_obligations.iter().map(String::as_str).collect(),
            settled: settled(view, &graph),
            waiting: graph
                .waiting(|place| at(view, place).is_some_and(|one| matches!(one.status, Status::Pending | Status::InProgress))),
            view,
            avoid,
            graph,
        }
    }
}

impl Field<'_> {
    fn choose(&self) -> Next {
        let late = self.view.phase >= Phase::Validation;
        let needed = || self.best(|template| self.required.contains(template.key.as_str()));
        late.then(needed)
            .flatten()
            .or_else(|| self.come_back(|one| one.scheduled_turn.is_some_and(|turn| turn <= self.view.turn_count)))
            .or_else(|| self.best(|_| true))
            .or_else(|| self.put_off(|key| self.required.contains(key)))
            .or_else(|| self.come_back(|one| one.scheduled_turn.is_none() || is_read_back(one)))
            .or_else(|| self.close())
            .or_else(|| self.once_more())
            .or_else(|| self.put_off(|_| true))
            .unwrap_or(Next::Nothing)
    }

    /// The most important of what is to be come back to.
    fn come_back(&self, now: impl Fn(&FollowUp) -> bool) -> Option<Next> {
        let pending = self.view.memory.pending_follow_ups.iter();
        let possible = pending.filter(|one| now(one)).filter_map(|one| Some((one.priority, self.following(one)?)));
        possible.max_by_key(|(priority, _)| *priority).map(|(_, next)| next)
    }

    /// A read-back that was passed over is read back again, everything else is asked.
    fn following(&self, follow_up: &FollowUp) -> Option<Next> {
        let key = follow_up.obligation_key.as_str();
        let one = at(self.view, self.graph.place(key)?)?;
        if self.avoid.contains(key) {
            return None;
        }
        if is_read_back(follow_up) {
            let value = one.value.clone().filter(|_| one.status == Status::Partial)?;
            return Some(Next::ReadBack { key: key.to_owned(), value });
        }
        self.may_ask(key, true).then(|| self.ask(key, Some(follow_up.reason.clone())))
    }

    fn best(&self, among: impl Fn(&ObligationTemplate) -> bool) -> Option<Next> {
        let read_back_later: HashSet<&str> = self
            .view
            .memory
            .pending_follow_ups
            .iter()
            .filter(|one| is_read_back(one))
            .map(|one| one.obligation_key.as_str())
            .collect();
        let askable = |direct: bool| {
            self.view
                .definition
                .obligations
                .iter()
                .enumerate()
                .filter(move |(_, template)| (template.collection_type == CollectionType::DirectQuestion) == direct)
                .filter(|(_, template)| among(template) && !read_back_later.contains(template.key.as_str()))
                .filter(|(_, template)| !self.avoid.contains(template.key.as_str()) && self.may_ask(&template.key, false))
                .map(|(place, template)| (self.worth(place, template), template))
                // The first of equals, so that the order of the objective decides.
                .fold(None::<(f64, &ObligationTemplate)>, |best, one| match best {
                    Some(best) if best.0 >= one.0 => Some(best),
                    _ => Some(one),
                })
        };
        // What is to be inferred or researched is asked only when nothing else is left.
        askable(true).or_else(|| askable(false)).map(|(_, template)| self.ask(&template.key, None))
    }

    /// What was put off and may still be asked: required answers first, then by priority.
    fn put_off(&self, among: impl Fn(&str) -> bool) -> Option<Next> {
        let mut found: Vec<(&Obligation, bool, u8)> = self
            .view
            .obligations
            .iter()
            .filter(|one| one.status == Status::Deferred && among(&one.key) && !self.avoid.contains(one.key.as_str()))
            .filter(|one| self.may_ask(&one.key, true))
            .map(|one| (one, self.required.contains(one.key.as_str()), self.priority(&one.key)))
            .collect();
        found.sort_by_key(|(_, required, priority)| std::cmp::Reverse((*required, *priority)));
        found.first().map(|(one, ..)| self.ask(&one.key, one.reason.clone()))
    }

    /// What is required and was asked for as often as it may be is asked for once more at the end, in other words, and never
    /// again: from then on it has one attempt more than it may have.
    fn once_more(&self) -> Option<Next> {
        let given_up = |one: &&Obligation| {
            let Some(place) = self.graph.place(&one.key) else { return false };
            one.status == Status::Deferred
                && one.attempts == self.view.definition.obligations[place].attempts_allowed()
                && (one.dependencies_resolved || self.settled[place])
                && self.required.contains(one.key.as_str())
                && !self.avoid.contains(one.key.as_str())
        };
        let all = self.view.obligations.iter().filter(given_up);
        let one = all.rev().max_by_key(|one| self.priority(&one.key))?;
        Some(self.ask(&one.key, one.reason.clone()))
    }

    fn close(&self) -> Option<Next> {
        let offer = || Next::Close { left: listing::list_open(self.view), recap: listing::is_due(self.view) };
        self.view.completeness.can_complete().then(offer)
    }

    fn ask(&self, key: &str, following_up: Option<String>) -> Next {
        let attempt = self.graph.place(key).and_then(|place| at(self.view, place)).map_or(1, |one| one.attempts + 1);
        Next::Ask { key: key.to_owned(), attempt, following_up }
    }

    fn may_ask(&self, key: &str, deferred_too: bool) -> bool {
        let Some(place) = self.graph.place(key) else { return false };
        let Some(one) = at(self.view, place) else { return false };
        let open = matches!(one.status, Status::Pending | Status::InProgress | Status::Partial);
        (open || (deferred_too && one.status == Status::Deferred))
            // What was reopened or withdrawn begins anew and may be asked once more, however often it was asked before.
            && (one.status == Status::Pending || one.attempts < self.view.definition.obligations[place].attempts_allowed())
            && (one.dependencies_resolved || self.settled[place])
    }

    fn priority(&self, key: &str) -> u8 {
        self.graph.place(key).map_or(0, |place| self.view.definition.obligations[place].priority)
    }

    /// priority × dependency-unlocking × what raises the score, a little more for what is required and what is being talked about.
    fn worth(&self, place: usize, template: &ObligationTemplate) -> f64 {
        let one = at(self.view, place);
        let unlocking = 1.0 + 0.25 * f64::from(self.waiting[place]);
        let held = one.map_or(0.0, |one| if one.status == Status::Partial { one.confidence.get() * 0.5 } else { 0.0 });
        let raising = 1.0 - held;
        let required = if self.required.contains(template.key.as_str()) { 1.3 } else { 1.0 };
        let topic = self.view.memory.recent_topics.last().and_then(|key| self.graph.place(key));
        let topic = topic.and_then(|place| self.view.definition.obligations[place].category.as_deref());
        let staying = if topic.is_some() && topic == template.category.as_deref() { 1.15 } else { 1.0 };
        let tried = one.map_or(1.0, |one| 1.0 / f64::from(1 + one.attempts));
        f64::from(template.priority) * unlocking * raising * required * staying * tried
    }
}
