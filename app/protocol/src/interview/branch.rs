//! Ways that a conversation did not go on: messages that were worded anew, and what was left behind when one was edited.

use super::{Completeness, Conflict, InterviewView, Message, Obligation, PendingQuestion, Phase, WorkingMemory};
use crate::{MessageId, Timestamp};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where an interview stands: what changes with what is said.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    pub phase: Phase,
    pub turn_count: u32,
    pub obligations: Vec<Obligation>,
    pub completeness: Arc<Completeness>,
    pub memory: Arc<WorkingMemory>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<PendingQuestion>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub offered: bool,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conflicts: Vec<Conflict>,
    #[serde(default, skip_serializing_if = "super::is_zero")]
    pub heard_seq: u64,
}

/// Messages that were left behind. It is known by the id of its first one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Branch {
    /// The message it came after; none where it began the conversation.
    pub after: Option<MessageId>,
    pub messages: Vec<Message>,
    /// The last event before it was left.
    pub end_seq: u64,
    pub left_at: Timestamp,
}

impl Branch {
    #[must_use]
    pub fn id(&self) -> Option<MessageId> {
        self.messages.first().map(|first| first.id)
    }
}

impl InterviewView {
    #[must_use]
    pub fn standing(&self) -> Standing {
        Standing {
            phase: self.phase,
            turn_count: self.turn_count,
            obligations: self.obligations.clone(),
            completeness: self.completeness.clone(),
            memory: self.memory.clone(),
            asked: self.asked.clone(),
            offered: self.offered,
            conflicts: self.conflicts.clone(),
            heard_seq: self.heard_seq,
        }
    }

    /// The branches that might have been in the place of this message.
    pub fn branches_beside(&self, message: MessageId) -> impl Iterator<Item = &Branch> {
        let at = self.messages.iter().position(|one| one.id == message);
        let before = at.map(|at| at.checked_sub(1).map(|before| self.messages[before].id));
        self.branches.iter().filter(move |branch| before == Some(branch.after))
    }

    /// The place of a branch that can be returned to: what it came after is there.
    #[must_use]
    pub fn branch(&self, first: MessageId) -> Option<&Branch> {
        self.branches.iter().find(|branch| branch.id() == Some(first))
    }

    /// The first message after the one that a branch came after.
    #[must_use]
    pub fn beside_branch(&self, branch: &Branch) -> Option<MessageId> {
        let at = match branch.after {
            None => 0,
            Some(after) => self.messages.iter().position(|one| one.id == after)? + 1,
        };
        self.messages.get(at).map(|message| message.id)
    }

    pub(super) fn branch_off(&mut self, from: MessageId, standing: &Standing, taking: Option<MessageId>, at: Timestamp) {
        self.phase = standing.phase;
        self.turn_count = standing.turn_count;
        self.obligations.clone_from(&standing.obligations);
        self.completeness = standing.completeness.clone();
        self.memory = standing.memory.clone();
        self.asked.clone_from(&standing.asked);
        self.offered = standing.offered;
        self.recapped = self.recapped.filter(|turn| *turn <= standing.turn_count);
        self.conflicts.clone_from(&standing.conflicts);
        self.heard_seq = standing.heard_seq;
        self.replying = None;
        self.rewording = None;
        self.going_on.clear();
        self.planned = false;
        let Some(place) = self.messages.iter().position(|one| one.id == from) else { return };
        let messages = self.messages.split_off(place);
        let after = self.messages.last().map(|one| one.id);
        if let Some(place) = self.branches.iter().position(|branch| branch.id().is_some() && branch.id() == taking) {
            self.messages.extend(self.branches.remove(place).messages);
        }
        self.branches.push(Branch { after, messages, end_seq: self.seq.saturating_sub(1), left_at: at });
    }

    /// A message that words another one anew takes its place; the other one is kept with it.
    pub(super) fn add(&mut self, message: &Message) {
        let place = message.rewords.and_then(|old| self.messages.iter().position(|one| one.id == old));
        let Some(place) = place else { return self.messages.push(message.clone()) };
        let mut before = std::mem::replace(&mut self.messages[place], message.clone());
        let mut wordings = std::mem::take(&mut before.wordings);
        wordings.push(before);
        self.messages[place].wordings = wordings;
    }

    pub(super) fn restore_wording(&mut self, message: MessageId, wording: MessageId) {
        let Some(shown) = self.messages.iter_mut().find(|one| one.id == message) else { return };
        let Some(place) = shown.wordings.iter().position(|one| one.id == wording) else { return };
        let mut wordings = std::mem::take(&mut shown.wordings);
        let restored = wordings.remove(place);
        wordings.push(std::mem::replace(shown, restored));
        shown.wordings = wordings;
    }
}
