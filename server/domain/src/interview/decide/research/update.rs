//! The last step: the obligation changes only through cited findings, by the rule of [`crate::research::adjusted`].

use super::{
    super::{Effect, again, going_on},
    standing::{Standing, without},
};
use crate::{
    Refusal,
    interview::{
        Draft, Interview,
        memory::{FOUND, relationships},
        obligation::is_proposed,
        reevaluate,
        value::same,
    },
    research::{proposal, witnesses},
};
use protocol::{
    Confidence, FindingId, ResearchId,
    interview::{Conflict, FollowUp, InterviewEvent, SessionStatus, Source, Status},
    research::{CitedFinding, ResearchEffect, ResearchTask, Stance},
};
use serde_json::Value;

const OTHERWISE: &str = "research found otherwise";

pub(super) fn update(draft: &mut Draft<'_>, interview: &Interview, id: ResearchId, effects: &mut Vec<Effect>) {
    let Some(task) = draft.view.research_task(id).cloned() else { return };
    let key = task.asked.obligation_key.clone().filter(|_| draft.view.status == SessionStatus::Active);
    let effect = key.as_deref().and_then(|key| change(draft, key, &task));
    draft.push(InterviewEvent::ResearchCompleted { id, effect: effect.clone() });
    let (Some(key), Some(effect)) = (key, effect) else { return };
    if effect.contradicted {
        let name = draft.view.template(&key).map_or_else(|| key.clone(), protocol::interview::ObligationTemplate::name);
        let explanation = format!("{OTHERWISE} about {name}");
        draft.push(InterviewEvent::ConflictDetected {
            conflict: Conflict { keys: vec![key.clone()], explanation, research: Some(id) },
        });
        come_back(draft, &key, OTHERWISE);
    } else if effect.value.is_some() {
        come_back(draft, &key, FOUND);
    }
    reevaluate::periodic(draft);
    draft.recompute();
    again::look(draft, effects);
    if interview.view.replying.is_none() {
        going_on::go_on(draft, interview, &key, None, effects);
    }
}

fn change(draft: &mut Draft<'_>, key: &str, task: &ResearchTask) -> Option<ResearchEffect> {
    let one = draft.view.obligation(key)?;
    if one.value.is_none() {
        return (one.status != Status::Skipped).then(|| propose(draft, key, task.findings())).flatten();
    }
    let (from, value_seq) = (one.confidence, one.value_seq);
    let standing = Standing::new(&draft.view, one);
    let fresh = standing.unheard(task.findings());
    let to = standing.with(&fresh, is_proposed(one));
    let contradicted = witnesses(task.findings(), Stance::Contradicts) > 0;
    if to != from {
        let cited = fresh.iter().filter(|finding| finding.stance != Stance::Informs).map(|finding| finding.id).collect();
        let reason = if to > from { "supported by research" } else { OTHERWISE };
        draft.reopened |= to < from;
        draft.set_confidence_by(key, to, Source::Research, Some(reason), cited);
    }
    (to != from || contradicted).then_some(ResearchEffect {
        from,
        to,
        base: Some(standing.base),
        value: None,
        value_seq,
        contradicted,
    })
}

/// The value that more witnesses give than any other, as a proposal.
fn propose(draft: &mut Draft<'_>, key: &str, findings: &[CitedFinding]) -> Option<ResearchEffect> {
    let mut groups: Vec<(Value, Vec<CitedFinding>)> = Vec::new();
    for finding in findings {
        let Some(value) = &finding.value else { continue };
        match groups.iter_mut().find(|(known, _)| same(known, value)) {
            Some((_, group)) => group.push(finding.clone()),
            None => groups.push((value.clone(), vec![finding.clone()])),
        }
    }
    let weight = |group: &[CitedFinding]| (proposal(group), group.len());
    groups.sort_by_key(|(_, group)| std::cmp::Reverse(weight(group)));
    let undecided = matches!(&groups[..], [(_, one), (_, other), ..] if weight(one) == weight(other));
    let (value, group) = groups.into_iter().next().filter(|_| !undecided)?;
    let to = proposal(&group);
    let cited: Vec<FindingId> = group.iter().map(|finding| finding.id).collect();
    draft.propose(key, value.clone(), to, cited);
    let value_seq = draft.view.obligation(key)?.value_seq;
    Some(ResearchEffect { from: Confidence::NONE, to, base: Some(to), value: Some(value), value_seq, contradicted: false })
}

/// The agent speaks of it next.
fn come_back(draft: &mut Draft<'_>, key: &str, reason: &str) {
    let mut memory = (*draft.view.memory).clone();
    memory.pending_follow_ups.retain(|one| one.obligation_key != key);
    memory.pending_follow_ups.push(FollowUp {
        obligation_key: key.to_owned(),
        reason: reason.to_owned(),
        priority: draft.view.template(key).map_or(5, |template| template.priority),
        scheduled_turn: Some(draft.turn),
    });
    memory.inferred_relationships = relationships(&draft.view);
    draft.keep_in_mind(memory);
}

/// Takes back what a task changed; gives the obligation that it was about.
pub(super) fn take_back(draft: &mut Draft<'_>, id: ResearchId) -> Result<Option<String>, Refusal> {
    let nothing = || Refusal::conflict("this task changed nothing that could be taken back");
    let task = draft.view.research_task(id).filter(|task| !task.undone).ok_or_else(nothing)?;
    let effect = task.effect.clone().ok_or_else(nothing)?;
    let key = task.asked.obligation_key.clone().ok_or_else(nothing)?;
    let one = draft.view.obligation(&key).ok_or_else(nothing)?;
    if one.value_seq != effect.value_seq {
        return Err(Refusal::conflict("the answer has changed since, so there is nothing to take back"));
    }
    let standing = Standing::new(&draft.view, one);
    let proposed = is_proposed(one);
    let withdrawn = effect.value.is_some() && proposed;
    let weighed = effect.value.is_none() && standing.intact && without(&effect) == standing.base;
    let to = standing.but(id, proposed);
    let conflict = draft.view.conflicts.iter().find(|conflict| conflict.research == Some(id)).cloned();
    if !withdrawn && !weighed && conflict.is_none() {
        return Err(Refusal::conflict("how sure the answer is was decided anew since, so there is nothing to take back"));
    }
    draft.push(InterviewEvent::ResearchUndone { id });
    let reason = "what research found was set aside";
    if withdrawn {
        draft.push(InterviewEvent::ValueCleared { key: key.clone() });
        draft.set_status(&key, Status::Pending, Some(reason));
    } else if weighed {
        draft.set_confidence(&key, to, Source::Manual, Some(reason));
    }
    if let Some(conflict) = conflict {
        draft.push(InterviewEvent::ConflictResolved { conflict });
    }
    let mut memory = (*draft.view.memory).clone();
    memory.pending_follow_ups.retain(|one| one.obligation_key != key || (one.reason != FOUND && one.reason != OTHERWISE));
    if memory != *draft.view.memory {
        draft.keep_in_mind(memory);
    }
    draft.recompute();
    Ok(Some(key))
}
