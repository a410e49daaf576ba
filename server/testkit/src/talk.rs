//! A conversation as the actor leads it: decide, store, apply, do the effects, give their results back.

use crate::{CountedIds, MORNING, Saying, follows_the_rules, never_asked_too_often};
use domain::{
    Refusal, Stamp,
    interview::{
        AuditRow, Decision, Effect, Heard, Input, Interview, Opening, ReplyPlan, TurnEnd, build_engine_input, decide, goes_back,
        open, past, resume,
    },
};
use protocol::{
    MessageId, ObjectiveId, ResearchId, SessionId, TenantId, Timestamp, UserId,
    interview::{
        ContextType, Engine, InterviewCommand, InterviewEvent, InterviewView, ObjectiveDefinition, Obligation, Recorded, Status,
        WidgetAnswer,
    },
};
use serde_json::Value;
use std::sync::Arc;
use uuid::Uuid;

/// An interview with everything that happened in it. Every event is checked against the rules that hold always.
#[derive(Debug)]
pub struct Talk {
    pub interview: Interview,
    pub events: Vec<Recorded>,
    pub audit: Vec<AuditRow>,
    /// How turns ended, newest last.
    pub ended: Vec<TurnEnd>,
    /// The plans of the agent's replies, newest last.
    pub plans: Vec<ReplyPlan>,
    /// A reply that waits to be understood or worded.
    pub waiting: Option<MessageId>,
    to_understand: bool,
    /// Steps of research that wait to be done, oldest first.
    pub researching: Vec<ResearchId>,
    /// Turns that wait to be summed up, the first and the last.
    pub summing_up: Vec<(u32, u32)>,
    /// How often the answers were to be looked over.
    pub looks: u32,
    ids: CountedIds,
    now: Timestamp,
}

impl Talk {
    /// Opened and greeted.
    #[must_use]
    pub fn over(definition: ObjectiveDefinition) -> Self {
        let mut talk = Self::before_the_greeting(definition);
        talk.word();
        talk
    }

    /// Opened; the greeting is being worded.
    #[must_use]
    pub fn before_the_greeting(definition: ObjectiveDefinition) -> Self {
        let ids = CountedIds::default();
        let opening = Opening {
            id: SessionId(Uuid::from_u128(1)),
            tenant: TenantId(Uuid::from_u128(2)),
            owner: UserId(Uuid::from_u128(3)),
            context_type: ContextType::IdeaDiscovery,
            objective_id: ObjectiveId(Uuid::from_u128(4)),
            objective_version: "1.0.0".into(),
            definition: Arc::new(definition),
        };
        let opened = open(opening, &Stamp { now: MORNING, ids: &ids }).drafted;
        let interview = Interview::from_events(opened.tenant, opened.owner, &opened.events).expect("begins with Opened");
        follows_the_rules(None, &interview.view, &opened.events);
        let mut talk = Self {
            interview,
            events: opened.events,
            audit: opened.audit,
            ended: Vec::new(),
            plans: Vec::new(),
            waiting: None,
            to_understand: false,
            researching: Vec::new(),
            summing_up: Vec::new(),
            looks: 0,
            ids,
            now: MORNING,
        };
        let greeting = resume(&talk.interview, &talk.stamp()).expect("a greeting was begun");
        talk.take(greeting);
        talk
    }

    /// Says it, understands it, answers it; returns the plan of the reply.
    ///
    /// # Panics
    /// When the message is refused.
    pub fn hear(&mut self, saying: Saying) -> &ReplyPlan {
        self.say(&saying.text).expect("the message is taken");
        self.understand(saying);
        self.plan()
    }

    /// Answers with the widget of an obligation.
    ///
    /// # Errors
    /// Whatever the interview refuses.
    pub fn widget(&mut self, key: &str, value: Value) -> Result<&ReplyPlan, Refusal> {
        let widget = WidgetAnswer { key: key.into(), value };
        self.command(InterviewCommand::Say { text: String::new(), client_message_id: None, widget: Some(widget), spoken: None })?;
        self.word();
        Ok(self.plan())
    }

    /// Only says it; it waits to be understood.
    ///
    /// # Errors
    /// Whatever the interview refuses.
    pub fn say(&mut self, text: &str) -> Result<Vec<Recorded>, Refusal> {
        self.command(InterviewCommand::Say { text: text.into(), client_message_id: None, widget: None, spoken: None })
    }

    /// The engine understood what waits, and the reply is worded.
    ///
    /// # Panics
    /// When nothing waits.
    pub fn understand(&mut self, saying: Saying) {
        let reply = self.waiting.expect("something was said");
        self.give(Input::Understood { reply, understanding: saying.understanding, fell_back: None }).expect("it is understood");
        self.word();
    }

    /// The input of an engine for the newest message.
    ///
    /// # Panics
    /// When nothing was said.
    #[must_use]
    pub fn engine_input(&self) -> Heard {
        build_engine_input(&self.interview, self.now).expect("something was said")
    }

    /// The obligation that the agent's last message waits for.
    #[must_use]
    pub fn waited_for(&self) -> Option<&str> {
        self.interview.view.asked.as_ref().map(|asked| asked.key.as_str())
    }

    /// # Errors
    /// Whatever the interview refuses.
    pub fn command(&mut self, command: InterviewCommand) -> Result<Vec<Recorded>, Refusal> {
        if goes_back(self.view(), &command) {
            let past = past(&self.interview, &self.events, &command).map(Box::new);
            return self.give(Input::Back { command, past, streamed: None });
        }
        self.give(Input::Command(command))
    }

    /// Changes something beside the conversation. If the agent replies to it, the reply is worded.
    ///
    /// # Errors
    /// Whatever the interview refuses.
    pub fn by_hand(&mut self, command: InterviewCommand) -> Result<Vec<Recorded>, Refusal> {
        let events = self.command(command)?;
        if !self.to_understand {
            self.word();
        }
        Ok(events)
    }

    /// Decides, applies and checks; effects wait. A refusal changes nothing.
    ///
    /// # Errors
    /// Whatever the interview refuses.
    pub fn give(&mut self, input: Input) -> Result<Vec<Recorded>, Refusal> {
        self.now.0 += 1_000_000;
        let decision = decide(&self.interview, input, &self.stamp())?;
        Ok(self.take(decision))
    }

    /// Goes on with what waits: this is understood, where something is to be understood first; then the reply is worded.
    pub fn word_or(&mut self, saying: Saying) {
        match (self.waiting, self.to_understand) {
            (Some(_), true) => self.understand(saying),
            _ => self.word(),
        }
    }

    /// Words the reply that waits.
    pub fn word(&mut self) {
        if let Some(reply) = self.waiting {
            let text = format!("Reply {}.", self.plans.len());
            self.give(Input::Replied { reply, text, engine: Engine::BuiltIn, fell_back: None }).expect("the reply is added");
            self.waiting = None;
        }
    }

    /// The process ended and another one reads the interview back: what was going on goes on.
    ///
    /// # Panics
    /// When the events do not give an interview.
    pub fn wake(&mut self) {
        self.interview = Interview::from_events(self.interview.tenant, self.interview.owner, &self.events).expect("an interview");
        self.waiting = None;
        self.to_understand = false;
        self.researching.clear();
        if let Some(decision) = resume(&self.interview, &self.stamp()) {
            self.take(decision);
        }
    }

    /// Stores and applies what was decided elsewhere, an import for one.
    pub fn store(&mut self, events: Vec<Recorded>, audit: Vec<AuditRow>) {
        let before = self.interview.view.clone();
        for event in &events {
            self.interview.view.apply(event);
        }
        follows_the_rules(Some(&before), &self.interview.view, &events);
        self.events.extend(events);
        never_asked_too_often(&self.interview.view.definition, &self.events);
        self.audit.extend(audit);
    }

    #[must_use]
    pub fn stamp(&self) -> Stamp<'_> {
        Stamp { now: self.now, ids: &self.ids }
    }

    #[must_use]
    pub fn view(&self) -> &InterviewView {
        &self.interview.view
    }

    /// # Panics
    /// When there is no such obligation.
    #[must_use]
    pub fn one(&self, key: &str) -> &Obligation {
        self.interview.view.obligation(key).expect("an obligation of the objective")
    }

    #[must_use]
    pub fn status(&self, key: &str) -> Status {
        self.one(key).status
    }

    /// The plan of the agent's last reply.
    ///
    /// # Panics
    /// When there is no plan.
    #[must_use]
    pub fn plan(&self) -> &ReplyPlan {
        self.plans.last().expect("the agent was told what to say")
    }

    /// The results of `pick` for all events that it picks.
    pub fn pick_events<'a, T: 'a>(&'a self, pick: impl Fn(&'a InterviewEvent) -> Option<T> + 'a) -> Vec<T> {
        self.events.iter().filter_map(|recorded| pick(&recorded.event)).collect()
    }

    fn take(&mut self, decision: Decision) -> Vec<Recorded> {
        let Decision { drafted, effects } = decision;
        assert_eq!(drafted.base, self.interview.view.seq, "a decision starts where the interview is");
        let events = drafted.events;
        self.store(events.clone(), drafted.audit);
        self.ended.extend(drafted.ended);
        let (messages, branches) = (self.interview.view.messages.clone(), self.interview.view.branches.clone());
        let after = InterviewView { messages, branches, ..InterviewView::clone(&drafted.after) };
        assert_eq!(after, self.interview.view, "the draft's view is the one that the events give");
        assert!(drafted.after.messages.is_empty() && drafted.after.branches.is_empty(), "and it is gone on with as it is");
        for effect in effects {
            match effect {
                Effect::Understand { reply } => {
                    self.waiting = Some(reply);
                    self.to_understand = true;
                }
                Effect::Reply { reply, plan } | Effect::Reword { reply, plan, .. } => {
                    self.to_understand = false;
                    self.waiting = Some(reply);
                    self.plans.push(*plan);
                }
                Effect::Cancel { .. } => self.waiting = None,
                Effect::Research { id } => self.researching.push(id),
                Effect::Summarise { turns } => self.summing_up.push(turns),
                Effect::Reevaluate => self.looks += 1,
                Effect::StopResearch { id } => self.researching.retain(|one| *one != id),
            }
        }
        events
    }
}
