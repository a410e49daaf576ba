//! What people may do with a pipeline and its opportunities, and when.

use super::{MOST_FINDINGS, PipelineCommand, machine::find, steps::is_framed};
use crate::Refusal;
use protocol::{
    Timestamp,
    opportunities::{
        Decision, DecisionRecord, ExperimentReport, Finding, Opportunity, OpportunityStatus, PipelineEvent, PipelineView,
        SendBack, Stage,
    },
    work::WorkStatus,
};

/// The longest reasoning, guidance or result, in characters.
pub const LONGEST_REASONING: usize = 2_000;

/// # Errors
/// What is refused, and what would be possible.
pub(super) fn decide(view: &PipelineView, command: PipelineCommand, now: Timestamp) -> Result<Vec<PipelineEvent>, Refusal> {
    match command {
        PipelineCommand::Stop => stop(view),
        PipelineCommand::SendBack(way) => send_back(view, way),
        PipelineCommand::AddFindings { findings, left_out } => add_findings(view, findings, left_out),
        PipelineCommand::Decide(record) => judge(view, DecisionRecord { at: now, ..record }),
        PipelineCommand::ReportExperiment(report) => experiment(view, ExperimentReport { at: now, ..report }),
    }
}

fn stop(view: &PipelineView) -> Result<Vec<PipelineEvent>, Refusal> {
    if view.work.is_under_way() {
        Ok(vec![PipelineEvent::Ended { status: WorkStatus::Cancelled, error: None }])
    } else {
        Err(Refusal::conflict(format!("this pipeline is {}: there is nothing to stop", view.status().name())))
    }
}

fn send_back(view: &PipelineView, way: SendBack) -> Result<Vec<PipelineEvent>, Refusal> {
    let guidance = checked("guidance", &way.guidance)?;
    if !view.work.is_under_way() {
        return Err(Refusal::conflict(format!("this pipeline is {}: nothing can be sent back", view.status().name())));
    }
    let Some(active) = view.active() else {
        return Err(Refusal::conflict("this pipeline is in review: send its opportunities back one by one"));
    };
    expect_way(active.stage, way.to_stage)?;
    Ok(vec![PipelineEvent::SentBack { from_stage: active.stage, way: SendBack { guidance, ..way } }])
}

/// # Errors
/// There is no such way back; names those that there are.
fn expect_way(from: Stage, to: Stage) -> Result<(), Refusal> {
    let ways = from.ways_back();
    if ways.contains(&to) {
        return Ok(());
    }
    let names: Vec<&str> = ways.iter().map(|stage| stage.name()).collect();
    let possible = if names.is_empty() {
        "nothing goes back from there".to_owned()
    } else {
        format!("it can go back to {}", names.join(", "))
    };
    Err(Refusal::conflict(format!("{} cannot go back to {}; {possible}", from.name(), to.name())))
}

/// Until framing is over they are framed with the others. In review they begin another attempt at it, and what is in review waits.
fn add_findings(view: &PipelineView, mut findings: Vec<Finding>, left_out: Vec<String>) -> Result<Vec<PipelineEvent>, Refusal> {
    expect_open(view)?;
    findings.retain(|new| view.findings.iter().all(|known| known.id != new.id));
    if findings.is_empty() {
        return Err(Refusal::conflict("this pipeline has this finding already"));
    }
    if view.findings.len() + findings.len() > MOST_FINDINGS {
        return Err(Refusal::conflict(format!("a pipeline takes at most {MOST_FINDINGS} findings: begin another one")));
    }
    // Whether the sources were explored is as before.
    Ok(vec![PipelineEvent::Explored { findings, left_out, is_last: view.explored }])
}

/// # Errors
/// It takes no findings where it is; names what is possible instead.
fn expect_open(view: &PipelineView) -> Result<(), Refusal> {
    if !view.work.is_under_way() {
        let status = view.status().name();
        return Err(Refusal::conflict(format!("this pipeline is {status} and takes no findings any more: begin another one")));
    }
    if view.start > Stage::Exploration {
        return Err(Refusal::conflict("this pipeline goes on from an experiment and takes no findings: begin another one"));
    }
    match view.active().map(|active| active.stage) {
        // It has not begun, or is in review.
        None | Some(Stage::Exploration) => Ok(()),
        Some(Stage::OpportunityFraming) if !is_framed(view) => Ok(()),
        Some(stage) => Err(Refusal::conflict(format!(
            "this pipeline is at {}: it takes findings until all it has are framed, and again in review; wait until then, \
             or begin another one",
            stage.name()
        ))),
    }
}

fn judge(view: &PipelineView, record: DecisionRecord) -> Result<Vec<PipelineEvent>, Refusal> {
    let decision = record.decision;
    // A slip of the hand needs no reason.
    let is_bare = decision == Decision::Reopened && record.reasoning.trim().is_empty();
    let reasoning = if is_bare { String::new() } else { checked("reasoning", &record.reasoning)? };
    let one = find(view, record.opportunity)?;
    if record.adjusted_priority.is_some() != (decision == Decision::PriorityAdjusted) {
        return Err(Refusal::invalid(
            "adjusted_priority",
            "a priority comes with the decision priority_adjusted, and only with it",
        ));
    }
    if record.send_back_to_stage.is_some() != (decision == Decision::SentBack) {
        return Err(Refusal::invalid("send_back_to_stage", "a stage comes with the decision sent_back, and only with it"));
    }
    if record.takes_back.is_some() && decision != Decision::Reopened {
        return Err(Refusal::invalid("takes_back", "a decision to take back comes with the decision reopened, and only with it"));
    }
    let most = view.listed().len();
    if record.adjusted_priority.is_some_and(|priority| priority == 0 || priority as usize > most) {
        return Err(Refusal::invalid("adjusted_priority", format!("a priority is a place from 1 to {most}")));
    }
    expect_reviewable(view, one, decision)?;
    expect_in_force(one, record.takes_back)?;
    if let Some(stage) = record.send_back_to_stage {
        expect_way(Stage::HumanReview, stage)?;
    }
    Ok(vec![PipelineEvent::Decided { record: DecisionRecord { reasoning, ..record } }])
}

/// # Errors
/// It is not in review, or was decided; nothing was decided that could be taken back.
fn expect_reviewable(view: &PipelineView, one: &Opportunity, decision: Decision) -> Result<(), Refusal> {
    if matches!(view.work.status, WorkStatus::Cancelled | WorkStatus::Failed) {
        let status = view.status().name();
        return Err(Refusal::conflict(format!("its pipeline is {status}: nothing of it can be decided")));
    }
    match one.status {
        status if decision == Decision::Reopened && status.is_reopenable() => Ok(()),
        OpportunityStatus::InReview if decision == Decision::Reopened => {
            Err(Refusal::conflict("this opportunity is in review: there is no decision to take back"))
        }
        OpportunityStatus::InReview | OpportunityStatus::Deferred => Ok(()),
        OpportunityStatus::Accepted if decision == Decision::PriorityAdjusted => Ok(()),
        OpportunityStatus::InProgress => Err(Refusal::conflict("this opportunity is not in review yet; decide when it is")),
        OpportunityStatus::Split => Err(Refusal::conflict("this opportunity was split: decide about its parts")),
        OpportunityStatus::Accepted | OpportunityStatus::Rejected => {
            Err(Refusal::conflict(format!("this opportunity was {} already", one.status.name())))
        }
    }
}

/// Whoever names a decision has seen it, and takes back no other one.
///
/// # Errors
/// It is not the one that counts, or there is none of that number.
fn expect_in_force(one: &Opportunity, takes_back: Option<u32>) -> Result<(), Refusal> {
    let (Some(number), Some(at)) = (takes_back, one.decision_in_force()) else { return Ok(()) };
    let (number, latest, status) = (number as usize, at + 1, one.status.name());
    if number == latest {
        return Ok(());
    }
    if number == 0 || number > one.decisions.len() {
        return Err(Refusal::invalid(
            "takes_back",
            format!("takes_back is the number of a decision: this opportunity has none of number {number}"),
        ));
    }
    Err(Refusal::conflict(if number < latest {
        format!(
            "somebody decided again meanwhile: this opportunity was {status} by decision {latest}; read it before you take it back"
        )
    } else {
        format!("decision {number} cannot be taken back: this opportunity was {status} by decision {latest}")
    }))
}

fn experiment(view: &PipelineView, report: ExperimentReport) -> Result<Vec<PipelineEvent>, Refusal> {
    expect_reportable(find(view, report.opportunity)?, &report)?;
    Ok(vec![PipelineEvent::ExperimentReported { report }])
}

/// Whether an experiment about it can be reported in these words.
///
/// # Errors
/// It has no solution, has not been reviewed, or was rejected; or a text is missing or too long.
pub fn expect_reportable(one: &Opportunity, report: &ExperimentReport) -> Result<(), Refusal> {
    expect_testable(one)?;
    checked("results", &report.results)?;
    if let Some(recommendation) = &report.recommendation {
        checked("recommendation", recommendation)?;
    }
    Ok(())
}

fn expect_testable(one: &Opportunity) -> Result<(), Refusal> {
    match one.status {
        OpportunityStatus::InReview | OpportunityStatus::Accepted | OpportunityStatus::Deferred if one.solution.is_some() => {
            Ok(())
        }
        OpportunityStatus::InProgress => Err(Refusal::conflict("this opportunity is not in review yet")),
        OpportunityStatus::Split => Err(Refusal::conflict("this opportunity was split: report about its parts")),
        OpportunityStatus::Rejected => Err(Refusal::conflict("this opportunity was rejected: there is nothing to test")),
        _ => Err(Refusal::conflict("this opportunity has no solution that could be tested")),
    }
}

/// # Errors
/// It is empty or too long.
pub(super) fn checked(field: &'static str, text: &str) -> Result<String, Refusal> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Refusal::invalid(field, format!("{field} needs some words")));
    }
    if text.chars().count() > LONGEST_REASONING {
        return Err(Refusal::invalid(field, format!("{field} has at most {LONGEST_REASONING} characters")));
    }
    Ok(text.to_owned())
}
