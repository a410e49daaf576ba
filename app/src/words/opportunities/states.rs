//! States, checks and decisions in words, each with a shape: nothing is told by colour alone.

use protocol::opportunities::{
    Check, Decision, ExperimentOutcome, OpportunityStatus, PipelineStatus, Severity, Stage, StageStatus,
};

pub(crate) const fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Exploration => "Exploration",
        Stage::OpportunityFraming => "Framing",
        Stage::SolutionValidation => "Solutions",
        Stage::FeasibilityRisk => "Feasibility and risk",
        Stage::Prioritization => "Priorities",
        Stage::HumanReview => "Review",
    }
}

/// Class, shape and word.
pub(crate) const fn status(status: PipelineStatus) -> (&'static str, &'static str, &'static str) {
    match status {
        PipelineStatus::Pending => ("chip", "◌", "waiting"),
        PipelineStatus::Running => ("chip sure", "●", "in progress"),
        PipelineStatus::Completed => ("chip high", "✓", "completed"),
        PipelineStatus::Failed => ("chip low", "✕", "failed"),
        PipelineStatus::Stopped => ("chip", "■", "stopped"),
    }
}

/// Under way, and nobody but people can go on.
pub(crate) const IN_REVIEW: (&str, &str, &str) = ("chip medium", "?", "in review");

/// Class, shape and word.
pub(crate) const fn stage_status(status: StageStatus) -> (&'static str, &'static str, &'static str) {
    match status {
        StageStatus::Pending => ("chip", "◌", "not yet"),
        StageStatus::InProgress => ("chip sure", "●", "in progress"),
        StageStatus::CheckpointReached => ("chip medium", "?", "waiting for review"),
        StageStatus::Completed => ("chip high", "✓", "completed"),
        StageStatus::Failed => ("chip low", "✕", "failed"),
        StageStatus::SentBack => ("chip medium", "↩", "sent back"),
    }
}

/// Class, shape and word.
pub(crate) const fn opportunity(status: OpportunityStatus) -> (&'static str, &'static str, &'static str) {
    match status {
        OpportunityStatus::InProgress => ("chip sure", "●", "in progress"),
        OpportunityStatus::InReview => ("chip medium", "?", "awaiting decision"),
        OpportunityStatus::Accepted => ("chip high", "✓", "accepted"),
        OpportunityStatus::Rejected => ("chip low", "✕", "rejected"),
        OpportunityStatus::Deferred => ("chip", "⏸", "deferred"),
        OpportunityStatus::Split => ("chip", "÷", "split"),
    }
}

/// Class, shape and word; as with the severity of insights.
pub(crate) const fn severity(severity: Severity) -> (&'static str, &'static str, &'static str) {
    match severity {
        Severity::High => ("severity high", "◆", "high"),
        Severity::Medium => ("severity medium", "●", "medium"),
        Severity::Low => ("severity low", "○", "low"),
    }
}

pub(crate) const fn feasible(feasible: bool) -> (&'static str, &'static str, &'static str) {
    if feasible { ("chip high", "✓", "can be built") } else { ("chip low", "✕", "cannot be built") }
}

pub(crate) const fn check(check: Check) -> &'static str {
    match check {
        Check::SolutionForProblem => "a solution instead of a problem",
        Check::NoSurface => "no concrete place",
        Check::SeveralIssues => "several issues",
        Check::Incoherent => "inconsistent",
        Check::NoCriteria => "no measurable criteria",
        Check::Subjective => "subjective",
        Check::Ambiguous => "ambiguous",
        Check::NotVerifiable => "cannot be verified",
        Check::VaguePronoun => "unclear what a word refers to",
        Check::NoRisks => "no risks named",
        Check::NoConstraints => "no constraints named",
        Check::NoEvidence => "no evidence",
    }
}

/// What somebody can do, as the form offers it.
pub(crate) const fn decision(decision: Decision) -> &'static str {
    match decision {
        Decision::Accepted => "Accept",
        Decision::Rejected => "Reject",
        Decision::Deferred => "Defer",
        Decision::SentBack => "Send back",
        Decision::PriorityAdjusted => "Change its priority",
        Decision::Reopened => "Reopen",
    }
}

/// What somebody did: a shape and words.
pub(crate) const fn decided(decision: Decision) -> (&'static str, &'static str) {
    match decision {
        Decision::Accepted => ("✓", "accepted"),
        Decision::Rejected => ("✕", "rejected"),
        Decision::Deferred => ("⏸", "deferred"),
        Decision::SentBack => ("↩", "sent back"),
        Decision::PriorityAdjusted => ("⇅", "priority changed"),
        Decision::Reopened => ("↺", "reopened"),
    }
}

pub(crate) const fn outcome(outcome: ExperimentOutcome) -> &'static str {
    match outcome {
        ExperimentOutcome::Met => "met its targets",
        ExperimentOutcome::PartiallyMet => "met some of them",
        ExperimentOutcome::NotMet => "met none of them",
        ExperimentOutcome::Inconclusive => "inconclusive",
    }
}
