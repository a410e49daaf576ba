//! A conversation held elsewhere: its turns are understood like typed ones, nothing is asked.

use super::{findings, must_be_active, negotiation, say, summary, understood::held, unread::Unread};
use crate::{
    Refusal, Stamp,
    interview::{
        Draft, Drafted, Heard, HeardTurn, Interview, Move, Understanding,
        memory::{Signals, updated},
        value::same,
    },
};
use protocol::{
    MessageId,
    interview::{Author, InterviewEvent, MESSAGE_LIMIT, Message, Source, Speaker, Status, TRANSCRIPT_LIMIT, TranscriptTurn},
};
use serde_json::{Map, Value};
use std::collections::VecDeque;

/// An import under way: push a turn, understand it if it is the person's, go on; all of it is stored together.
pub struct Import<'a> {
    draft: Draft<'a>,
    history: VecDeque<Message>,
}

/// What is held after one turn of the person.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedTurn {
    pub values: Map<String, Value>,
    /// Keys whose value this turn changed.
    pub changed: Vec<String>,
}

impl<'a> Import<'a> {
    /// # Errors
    /// An empty, overlong or unfitting transcript; nothing is taken of it.
    pub fn begin(interview: &Interview, turns: &[TranscriptTurn], stamp: &'a Stamp<'a>) -> Result<Self, Refusal> {
        let draft = Draft::new(interview, stamp);
        must_be_active(&draft)?;
        if draft.view.replying.is_some() {
            return Err(Refusal::conflict("a reply is being written: wait for it or stop it, then import"));
        }
        if turns.is_empty() {
            return Err(Refusal::invalid("turns", "the transcript has no turns"));
        }
        if turns.len() > TRANSCRIPT_LIMIT {
            return Err(Refusal::too_large(format!(
                "a transcript has at most {TRANSCRIPT_LIMIT} turns, this one has {}",
                turns.len()
            )));
        }
        say::room_for(&interview.view, turns.len())?;
        for (index, turn) in turns.iter().enumerate() {
            if turn.text.len() > MESSAGE_LIMIT {
                return Err(Refusal::too_large(format!("turn {index} is longer than {MESSAGE_LIMIT} bytes of UTF-8")));
            }
        }
        let mut import = Self { draft, history: VecDeque::new() };
        for message in interview.view.messages.iter().filter(|one| one.role != Author::System && one.imported) {
            import.remember(message.clone());
        }
        Ok(import)
    }

    /// Adds one turn; for the person's gives what has to be understood.
    pub fn push(&mut self, turn: &TranscriptTurn) -> Option<Heard> {
        self.trim();
        if turn.speaker == Speaker::User {
            summary::of_a_range(&mut self.draft);
            self.draft.turn = self.draft.view.turn_count + 1;
        }
        let message = Message {
            id: MessageId(self.draft.id()),
            role: if turn.speaker == Speaker::User { Author::User } else { Author::Agent },
            content: turn.text.clone(),
            turn: self.draft.turn,
            created_at: self.draft.stamp.now,
            client_message_id: None,
            widget_key: None,
            engine: None,
            fell_back: None,
            stopped: false,
            imported: true,
            rewords: None,
            wordings: Vec::new(),
            feedback: None,
            spoken: None,
        };
        let heard = (turn.speaker == Speaker::User && !turn.text.trim().is_empty()).then(|| Heard {
            tenant: self.draft.tenant,
            session: self.draft.view.id,
            definition: self.draft.view.definition.clone(),
            held: held(&self.draft.view),
            asked: None,
            history: self.history.iter().map(heard_turn).collect(),
            text: turn.text.clone(),
            memory: (*self.draft.view.memory).clone(),
            today: self.draft.stamp.now.date(),
            imported: true,
            ranked: Vec::new(),
        });
        self.draft.push(InterviewEvent::MessageAdded { message: message.clone() });
        self.remember(message);
        heard
    }

    /// Takes what was understood of the last turn. A newer statement simply replaces an older one: there is nobody to negotiate with.
    pub fn understood(&mut self, understanding: Understanding) -> ImportedTurn {
        let before = values(&self.draft);
        let Some(message) = self.history.back().cloned() else { return ImportedTurn { values: before, changed: Vec::new() } };
        let earlier: Vec<&Message> = self.history.iter().take(self.history.len() - 1).collect();
        let sound = findings::sound(&self.draft, understanding.findings, &Unread::single(&message), &earlier);
        let mut signals = Signals { style: understanding.style, preferences: understanding.preferences, ..Signals::default() };
        for finding in sound {
            signals.topics.push(finding.key.clone());
            let replaces = self
                .draft
                .view
                .obligation(&finding.key)
                .and_then(|one| one.value.as_ref())
                .is_some_and(|held| !same(held, &finding.value));
            if replaces {
                self.draft.reopened = true;
                negotiation::lay_aside(&mut self.draft, &finding.key);
            }
            self.draft.take(&finding.key, finding.value, finding.confidence, Source::Transcript, Some(finding.evidence));
        }
        for one in understanding.moves {
            if let Move::Withdraw { key } = one
                && self.draft.view.obligation(&key).is_some_and(|one| one.value.is_some())
            {
                negotiation::lay_aside(&mut self.draft, &key);
                self.draft.push(InterviewEvent::ValueCleared { key: key.clone() });
                self.draft.set_status(&key, Status::Pending, Some("withdrawn in the transcript"));
            }
        }
        let memory = updated(&self.draft.view, signals);
        if memory != *self.draft.view.memory {
            self.draft.keep_in_mind(memory);
        }
        let values = values(&self.draft);
        let changed = values.iter().filter(|(key, value)| before.get(*key) != Some(value)).map(|(key, _)| key.clone());
        let gone = before.keys().filter(|key| !values.contains_key(*key)).cloned();
        let mut changed: Vec<_> = changed.chain(gone).collect();
        // The map keeps the order in which values came, or that of their names: which, another library decides.
        changed.sort();
        ImportedTurn { changed, values }
    }

    /// What is held now, after a turn from which nothing could be understood.
    #[must_use]
    pub fn unchanged(&self) -> ImportedTurn {
        ImportedTurn { values: values(&self.draft), changed: Vec::new() }
    }

    #[must_use]
    pub fn finish(mut self) -> Drafted {
        self.draft.recompute();
        summary::of_a_range(&mut self.draft);
        self.draft.finish()
    }

    fn remember(&mut self, message: Message) {
        self.history.push_back(message);
    }

    /// Trimmed before an engine looks, never between its look and its answer: findings name turns by index.
    fn trim(&mut self) {
        let surplus = self.history.len().saturating_sub(Heard::HISTORY);
        self.history.drain(..surplus);
    }
}

fn heard_turn(message: &Message) -> HeardTurn {
    let speaker = if message.role == Author::User { Speaker::User } else { Speaker::Agent };
    HeardTurn { id: message.id, speaker, text: message.content.clone() }
}

fn values(draft: &Draft<'_>) -> Map<String, Value> {
    draft.view.obligations.iter().filter_map(|one| Some((one.key.clone(), one.value.clone()?))).collect()
}
