//! What a held value owes to research: the confidence it would have without it, and the findings that still count.

use crate::{
    interview::obligation::is_proposed,
    research::{adjusted, witness},
};
use protocol::{
    Confidence, ResearchId,
    interview::{InterviewView, Obligation},
    research::{CitedFinding, ResearchEffect, ResearchTask, Stance},
};
use std::collections::HashSet;

/// The findings that the confidence of a held value rests on.
pub(super) struct Standing {
    /// How sure it is without them.
    pub base: Confidence,
    pub findings: Vec<(ResearchId, CitedFinding)>,
    /// Nothing but research changed the confidence since it found `base`.
    pub intact: bool,
    /// Witnesses that were counted before, beside these findings.
    heard: HashSet<(String, Stance)>,
}

impl Standing {
    pub(super) fn new(view: &InterviewView, one: &Obligation) -> Self {
        let mut effects: Vec<(&ResearchTask, &ResearchEffect)> = view
            .research
            .iter()
            .filter(|task| !task.undone && task.asked.obligation_key.as_ref() == Some(&one.key))
            .filter_map(|task| Some((task, task.effect.as_ref()?)))
            .filter(|(_, effect)| effect.value_seq == one.value_seq)
            .collect();
        effects.sort_by_key(|(task, _)| task.completed_at);
        let base = effects.last().map_or(one.confidence, |(_, effect)| without(effect));
        let (now, earlier): (Vec<_>, Vec<_>) = effects.into_iter().partition(|(_, effect)| without(effect) == base);
        let mut heard = HashSet::new();
        for (task, effect) in now.iter().chain(&earlier) {
            // The source of a value does not also support it.
            let gave = |finding: &&CitedFinding| effect.value.is_some() && finding.value == effect.value;
            heard.extend(task.findings().iter().filter(gave).map(|finding| (witness(finding), Stance::Supports)));
        }
        let mut standing = Self { base, findings: Vec::new(), intact: true, heard };
        for (task, _) in &now {
            let counted = standing.unheard(task.findings());
            standing.findings.extend(counted.into_iter().map(|finding| (task.id, finding)));
        }
        standing.intact = standing.with(&[], is_proposed(one)) == one.confidence;
        let before = earlier.iter().flat_map(|(task, _)| task.findings());
        standing.heard.extend(before.map(|finding| (witness(finding), finding.stance)));
        if !standing.intact {
            // The person, or the rules, weighed it anew: what was found before is in that.
            standing.heard.extend(standing.findings.drain(..).map(|(_, finding)| (witness(&finding), finding.stance)));
            standing.base = one.confidence;
        }
        standing
    }

    /// Those of witnesses that were not heard before.
    pub(super) fn unheard(&self, findings: &[CitedFinding]) -> Vec<CitedFinding> {
        findings.iter().filter(|finding| !self.heard.contains(&(witness(finding), finding.stance))).cloned().collect()
    }

    /// The confidence without what this task found.
    pub(super) fn but(&self, id: ResearchId, proposed: bool) -> Confidence {
        let others: Vec<_> = self.findings.iter().filter(|(task, _)| *task != id).map(|(_, finding)| finding.clone()).collect();
        adjusted(self.base, &others, proposed)
    }

    /// The confidence with these findings as well.
    pub(super) fn with(&self, more: &[CitedFinding], proposed: bool) -> Confidence {
        let all: Vec<_> = self.findings.iter().map(|(_, finding)| finding).chain(more).cloned().collect();
        adjusted(self.base, &all, proposed)
    }
}

/// How sure the value was before anything was looked up about it.
pub(super) fn without(effect: &ResearchEffect) -> Confidence {
    effect.base.unwrap_or(if effect.value.is_some() { effect.to } else { effect.from })
}
