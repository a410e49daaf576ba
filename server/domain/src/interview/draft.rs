//! A decision in the making: events are applied to a scratch view at once, so that later rules see earlier consequences.

use super::{
    AuditRow, FeedbackRow, Interview, TurnEnd, audit,
    completeness::completeness,
    conflicts,
    dependencies::{Graph, at},
    obligation::{deserved, steps},
    phase,
    value::same,
};
use crate::Stamp;
use protocol::{
    Band, Confidence, FindingId, TenantId, UserId,
    interview::{Evidence, InterviewEvent, InterviewView, Phase, Recorded, Source, Status, WorkingMemory},
};
use serde_json::Value;
use std::{collections::HashSet, sync::Arc};

/// Events with what they do to the interview.
pub struct Draft<'a> {
    /// The view after the events so far, without the conversation's messages.
    pub(super) view: InterviewView,
    pub(super) stamp: &'a Stamp<'a>,
    pub(super) turn: u32,
    pub(super) tenant: TenantId,
    /// See [`Interview::searchable`].
    pub(super) searchable: bool,
    owner: UserId,
    base: u64,
    events: Vec<Recorded>,
    audit: Vec<AuditRow>,
    feedback: Vec<FeedbackRow>,
    ended: Vec<TurnEnd>,
    changed: Changed,
    /// Keys whose value changed since conflicts were looked for.
    revalued: Vec<String>,
    /// A person's own hand is at work, beside the conversation.
    pub(super) by_hand: bool,
    /// Something known was reopened, so the phase may go back.
    pub(super) reopened: bool,
    /// The phase that was entered on the way.
    pub(super) entered: Option<Phase>,
}

/// What a draft came to: to be stored together.
#[derive(Clone, Debug)]
pub struct Drafted {
    pub tenant: TenantId,
    pub owner: UserId,
    /// The last event before these.
    pub base: u64,
    pub events: Vec<Recorded>,
    pub audit: Vec<AuditRow>,
    pub feedback: Vec<FeedbackRow>,
    /// How the turns ended that end with these events.
    pub ended: Vec<TurnEnd>,
    /// Keys of the obligations that changed.
    pub changed: Vec<String>,
    /// The view after the events, without messages.
    pub after: Arc<InterviewView>,
}

impl<'a> Draft<'a> {
    #[must_use]
    pub fn new(interview: &Interview, stamp: &'a Stamp<'a>) -> Self {
        Self::resume(interview, interview.view.without_messages(), stamp)
    }

    /// The same where the view without its messages is at hand.
    pub(super) fn resume(interview: &Interview, scratch: InterviewView, stamp: &'a Stamp<'a>) -> Self {
        let draft = Self::over(scratch, interview.tenant, interview.owner, stamp);
        Self { searchable: interview.searchable, ..draft }
    }

    /// A new interview, whose first event is in the view already.
    pub(super) fn opening(first: Recorded, view: InterviewView, tenant: TenantId, owner: UserId, stamp: &'a Stamp<'a>) -> Self {
        let mut draft = Self::over(view, tenant, owner, stamp);
        draft.base = 0;
        draft.events.push(first);
        draft
    }

    fn over(view: InterviewView, tenant: TenantId, owner: UserId, stamp: &'a Stamp<'a>) -> Self {
        Self {
            turn: view.turn_count,
            base: view.seq,
            view,
            stamp,
            tenant,
            searchable: true,
            owner,
            events: Vec::new(),
            audit: Vec::new(),
            feedback: Vec::new(),
            ended: Vec::new(),
            changed: Changed::default(),
            revalued: Vec::new(),
            by_hand: false,
            reopened: false,
            entered: None,
        }
    }

    /// Records one event: audit row, change list, scratch view.
    pub(super) fn push(&mut self, event: InterviewEvent) {
        let recorded = Recorded { seq: self.view.seq + 1, at: self.stamp.now, turn: self.turn, event };
        for row in audit::rows(&self.view, self.tenant, &recorded) {
            self.changed.add(&row.key);
            self.audit.push(row);
        }
        self.touch(&recorded.event);
        if let InterviewEvent::ValueExtracted { key, .. }
        | InterviewEvent::ValueRestored { key }
        | InterviewEvent::ValueCleared { key } = &recorded.event
        {
            self.revalued.push(key.clone());
        }
        self.ended.extend(TurnEnd::from_event(&self.view, &recorded.event));
        self.view.apply(&recorded);
        self.view.messages.clear();
        self.events.push(recorded);
    }

    /// Marks obligations whose rows an event changes without a line in the audit.
    fn touch(&mut self, event: &InterviewEvent) {
        match event {
            InterviewEvent::Asked { key, .. } => self.changed.add(key),
            InterviewEvent::Branched { .. }
            | InterviewEvent::Merged { .. }
            | InterviewEvent::Split { .. }
            | InterviewEvent::Migrated { .. } => {
                for one in &self.view.obligations {
                    self.changed.add(&one.key);
                }
            }
            _ => {}
        }
        if let InterviewEvent::Migrated { renamed, .. } = event {
            for one in renamed {
                self.changed.add(&one.to);
            }
        }
    }

    pub(super) fn note_feedback(&mut self, row: FeedbackRow) {
        self.feedback.push(row);
    }

    /// Records what the agent keeps in mind from now on.
    pub(super) fn keep_in_mind(&mut self, memory: WorkingMemory) {
        self.push(InterviewEvent::MemoryUpdated { memory: Arc::new(memory) });
    }

    /// Goes to a state by legal steps; the dependents learn of it.
    pub(super) fn set_status(&mut self, key: &str, to: Status, reason: Option<&str>) {
        let Some(from) = self.view.obligation(key).map(|one| one.status) else { return };
        let mut at = from;
        for step in steps(from, to) {
            let reason = if step == to { reason.map(str::to_owned) } else { None };
            self.push(InterviewEvent::StatusChanged { key: key.to_owned(), from: at, to: step, reason, by_hand: self.by_hand });
            at = step;
        }
        match (from, to) {
            (Status::Satisfied, Status::Satisfied) => {}
            (Status::Satisfied, _) => {
                self.reopened = true;
                self.dependencies_of_others(key, false);
            }
            (_, Status::Satisfied) => self.dependencies_of_others(key, true),
            _ => {}
        }
    }

    /// Records the change for obligations that depend on it directly, and for indirect ones whose state changes by it.
    fn dependencies_of_others(&mut self, key: &str, resolved: bool) {
        let definition = self.view.definition.clone();
        if !definition.obligations.iter().any(|template| template.dependencies.iter().any(|one| one == key)) {
            return;
        }
        let graph = Graph::new(&definition);
        let Some(ground) = graph.place(key) else { return };
        let known = graph.all_before(|place| at(&self.view, place).is_some_and(|one| one.status == Status::Satisfied));
        for place in graph.dependents(ground) {
            let was = at(&self.view, place).is_some_and(|one| one.dependencies_resolved);
            if graph.depends_directly(place, ground) || known[place] != was {
                let (key, dependency) = (graph.key(place).to_owned(), key.to_owned());
                self.push(if resolved {
                    InterviewEvent::DependencyResolved { key, dependency, all: known[place] }
                } else {
                    InterviewEvent::DependencyUnresolved { key, dependency }
                });
            }
        }
    }

    /// Takes a value: the value, its confidence and the state it deserves. Saying the same again only ever raises confidence.
    pub(super) fn take(&mut self, key: &str, value: Value, confidence: Confidence, source: Source, evidence: Option<Evidence>) {
        let Some(held) = self.view.obligation(key) else { return };
        let again = held.value.as_ref().is_some_and(|held| same(held, &value));
        if again {
            let from = held.confidence;
            if confidence > from {
                let findings = Vec::new();
                self.push(InterviewEvent::ConfidenceUpdated { key: key.to_owned(), from, to: confidence, source, findings });
            }
        } else {
            let findings = Vec::new();
            self.push(InterviewEvent::ValueExtracted { key: key.to_owned(), value, confidence, source, evidence, findings });
        }
        self.settle(key, None);
    }

    /// Takes a value that comes only from research. The findings name its sources.
    pub(super) fn propose(&mut self, key: &str, value: Value, confidence: Confidence, findings: Vec<FindingId>) {
        let (key, source) = (key.to_owned(), Source::Research);
        self.push(InterviewEvent::ValueExtracted { key: key.clone(), value, confidence, source, evidence: None, findings });
        self.settle(&key, Some("proposed by research"));
    }

    /// Gives an obligation the state that its value and confidence deserve.
    pub(super) fn settle(&mut self, key: &str, reason: Option<&str>) {
        let (Some(template), Some(one)) = (self.view.template(key), self.view.obligation(key)) else { return };
        let mut status = deserved(template, one.confidence, one.value.as_ref());
        let spoken = one.source == Some(Source::Message) && one.evidence.as_ref().is_some_and(|evidence| evidence.spoken);
        let unconfirmed = spoken || one.source == Some(Source::Research);
        if status == Status::Satisfied && unconfirmed && one.confidence.band() < Band::High {
            // What only research or a transcriber says waits for the person, whatever the obligation takes for enough.
            status = Status::Partial;
        }
        self.set_status(key, status, reason);
    }

    pub(super) fn set_confidence(&mut self, key: &str, to: Confidence, source: Source, reason: Option<&str>) {
        self.set_confidence_by(key, to, source, reason, Vec::new());
    }

    /// The same by cited findings.
    pub(super) fn set_confidence_by(
        &mut self,
        key: &str,
        to: Confidence,
        source: Source,
        reason: Option<&str>,
        findings: Vec<FindingId>,
    ) {
        let Some(from) = self.view.obligation(key).map(|one| one.confidence) else { return };
        if from != to {
            self.push(InterviewEvent::ConfidenceUpdated { key: key.to_owned(), from, to, source, findings });
        }
        self.settle(key, reason);
    }

    /// Conflicts, completeness and phase, as they follow from everything before.
    pub(super) fn recompute(&mut self) {
        let revalued = std::mem::take(&mut self.revalued);
        conflicts::keep(self, &revalued);
        let completeness = completeness(&self.view);
        let known = self.view.obligations.iter().any(|one| one.value.is_some());
        let to = phase::next(self.view.phase, phase::called_for(&completeness, known), self.reopened);
        let score = completeness.score;
        if completeness != *self.view.completeness {
            self.push(InterviewEvent::CompletenessUpdated { completeness: Arc::new(completeness) });
        }
        if to != self.view.phase {
            let reason =
                if to < self.view.phase { "something known was reopened".to_owned() } else { format!("completeness is {score}") };
            self.entered = (to > self.view.phase).then_some(to);
            self.push(InterviewEvent::PhaseChanged { from: self.view.phase, to, reason });
        }
    }

    /// The next message or reply id.
    pub(super) fn id(&self) -> uuid::Uuid {
        self.stamp.ids.next()
    }

    #[must_use]
    pub(super) fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// How many events there are so far.
    #[must_use]
    pub(super) fn len(&self) -> usize {
        self.events.len()
    }

    #[must_use]
    pub(super) fn finish(self) -> Drafted {
        Drafted {
            tenant: self.tenant,
            owner: self.owner,
            base: self.base,
            events: self.events,
            audit: self.audit,
            feedback: self.feedback,
            ended: self.ended,
            changed: self.changed.keys,
            after: Arc::new(self.view),
        }
    }
}

/// Each key once, in the order in which they changed.
#[derive(Debug, Default)]
struct Changed {
    keys: Vec<String>,
    known: HashSet<String>,
}

impl Changed {
    fn add(&mut self, key: &str) {
        if !self.known.contains(key) {
            self.known.insert(key.to_owned());
            self.keys.push(key.to_owned());
        }
    }
}

impl Drafted {
    /// Both together, to be stored as one.
    #[must_use]
    pub fn then(mut self, next: Self) -> Self {
        self.events.extend(next.events);
        self.audit.extend(next.audit);
        self.feedback.extend(next.feedback);
        self.ended.extend(next.ended);
        for key in next.changed {
            if !self.changed.contains(&key) {
                self.changed.push(key);
            }
        }
        self.after = next.after;
        self
    }
}
