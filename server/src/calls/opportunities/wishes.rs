//! What the forms of the pages hold, checked.

use super::pasted::{self, LONGEST_PASTED};
use ::opportunities::{DecisionWish, ExperimentWish, SendBackWish};
use app::pages::opportunities::calls::{OpportunityWish, PipelineAddress, PipelinesRequest};
use domain::{Failure, opportunities::LONGEST_REASONING};
use protocol::opportunities::{Decision, ExperimentOutcome, PipelineSource, Stage};

/// Characters of a field that holds no sentence.
const LONGEST_FIELD: usize = 300;

fn check(fields: &[(&str, &str)], most: usize) -> Result<(), Failure> {
    match fields.iter().find(|(_, text)| text.chars().count() > most) {
        Some((name, _)) => Err(Failure::invalid(name, format!("{name} has at most {most} characters"))),
        None => Ok(()),
    }
}

/// # Errors
/// 422.
pub(super) fn check_request(of: &PipelinesRequest) -> Result<(), Failure> {
    let PipelinesRequest { project, after, source } = of;
    check(&[("project", project), ("after", after), ("source", source)], LONGEST_FIELD)
}

/// # Errors
/// 422.
pub(super) fn check_address(of: &PipelineAddress) -> Result<(), Failure> {
    check(&[("id", &of.id)], LONGEST_FIELD)
}

/// No field is longer than it can be, also where its act does not read it.
///
/// # Errors
/// 422.
pub(super) fn check_wish(of: &OpportunityWish) -> Result<(), Failure> {
    let short = [
        ("project", of.project.as_str()),
        ("source", &of.source),
        ("pipeline", &of.pipeline),
        ("opportunity", &of.opportunity),
        ("stage", &of.stage),
        ("decision", &of.decision),
        ("takes_back", &of.takes_back),
        ("priority", &of.priority),
        ("outcome", &of.outcome),
        ("rating", &of.rating),
    ];
    let long = [
        ("guidance", of.guidance.as_str()),
        ("reasoning", &of.reasoning),
        ("results", &of.results),
        ("recommendation", &of.recommendation),
        ("comment", &of.comment),
    ];
    check(&short, LONGEST_FIELD)?;
    check(&long, LONGEST_REASONING)?;
    check(&[("findings", &of.findings)], LONGEST_PASTED)
}

/// Where the findings come from.
///
/// # Errors
/// 422 where nothing is chosen or pasted.
pub(super) fn source(wish: &OpportunityWish) -> Result<PipelineSource, Failure> {
    let mut source = PipelineSource { findings: pasted::findings(&wish.findings)?, ..PipelineSource::default() };
    if wish.source.is_empty() {
        if source.findings.is_empty() {
            return Err(Failure::invalid("findings", "choose where the findings come from, or paste some"));
        }
        return Ok(source);
    }
    let unknown = || Failure::invalid("source", "choose a run, an interview, a search or an answer of the list");
    let (kind, id) = wish.source.split_once(':').ok_or_else(unknown)?;
    match kind {
        "run" => source.run_id = Some(id.parse().map_err(|_| unknown())?),
        "session" => source.session_id = Some(id.parse().map_err(|_| unknown())?),
        "search" => source.search_id = Some(id.parse().map_err(|_| unknown())?),
        "ask" => source.ask_id = Some(id.parse().map_err(|_| unknown())?),
        _ => return Err(unknown()),
    }
    Ok(source)
}

/// # Errors
/// 422 for a stage that is not there.
fn stage(name: &str) -> Result<Stage, Failure> {
    Stage::from_name(name).ok_or_else(|| Failure::invalid("stage", "choose the stage that it goes back to"))
}

/// # Errors
/// 422.
pub(super) fn way_back(wish: &OpportunityWish) -> Result<SendBackWish, Failure> {
    Ok(SendBackWish { to_stage: stage(&wish.stage)?, guidance: wish.guidance.clone() })
}

/// The extra fields count with their decision only: the form always sends them.
///
/// # Errors
/// 422.
pub(super) fn decision(wish: &OpportunityWish) -> Result<DecisionWish, Failure> {
    let decision = Decision::ALL.into_iter().find(|one| one.name() == wish.decision);
    let decision = decision.ok_or_else(|| Failure::invalid("decision", "choose what to do with it"))?;
    let priority = || {
        let entered = wish.priority.trim().parse().ok().filter(|priority| *priority > 0);
        entered.ok_or_else(|| Failure::invalid("priority", "a priority is a whole number from 1 on"))
    };
    // A page of before sends no number.
    let takes_back = || match wish.takes_back.trim() {
        "" => Ok(None),
        number => number.parse::<u32>().map(Some).map_err(|_| Failure::invalid("takes_back", "reload the page and choose again")),
    };
    Ok(DecisionWish {
        decision,
        reasoning: wish.reasoning.clone(),
        adjusted_priority: if decision == Decision::PriorityAdjusted { Some(priority()?) } else { None },
        send_back_to_stage: if decision == Decision::SentBack { Some(stage(&wish.stage)?) } else { None },
        takes_back: if decision == Decision::Reopened { takes_back()? } else { None },
    })
}

/// # Errors
/// 422.
pub(super) fn experiment(wish: &OpportunityWish) -> Result<ExperimentWish, Failure> {
    let outcome = ExperimentOutcome::ALL.into_iter().find(|one| one.name() == wish.outcome);
    let outcome = outcome.ok_or_else(|| Failure::invalid("outcome", "choose how it ended"))?;
    let recommendation = Some(wish.recommendation.trim().to_owned()).filter(|words| !words.is_empty());
    Ok(ExperimentWish { outcome, results: wish.results.clone(), recommendation })
}

/// Whether it is liked; none takes it back.
///
/// # Errors
/// 422.
pub(super) fn rating(name: &str) -> Result<Option<bool>, Failure> {
    match name {
        "like" => Ok(Some(true)),
        "dislike" => Ok(Some(false)),
        "none" => Ok(None),
        _ => Err(Failure::invalid("rating", "a rating is like, dislike or none")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_one_of_the_list_or_pasted() {
        const ID: &str = "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e";
        let wish = |chosen: &str, findings: &str| {
            source(&OpportunityWish { source: chosen.into(), findings: findings.into(), ..OpportunityWish::default() })
        };
        assert!(wish(&format!("run:{ID}"), "").is_ok_and(|source| source.run_id.is_some()));
        assert!(wish(&format!("session:{ID}"), "").is_ok_and(|source| source.session_id.is_some()));
        assert!(
            wish(&format!("ask:{ID}"), "Also this").is_ok_and(|source| source.ask_id.is_some() && source.findings.len() == 1)
        );
        for (chosen, findings) in [("", ""), ("", " \n "), ("run", "x"), ("run:1", ""), ("file:1", "")] {
            assert!(wish(chosen, findings).is_err(), "{chosen}");
        }
    }

    #[test]
    fn extra_fields_count_with_their_decision_only() {
        let wish = |name: &str| OpportunityWish {
            decision: name.into(),
            reasoning: "Because".into(),
            priority: "2".into(),
            stage: "opportunity_framing".into(),
            takes_back: "3".into(),
            ..OpportunityWish::default()
        };
        let made = |name: &str| decision(&wish(name)).map(|made| (made.adjusted_priority, made.send_back_to_stage));
        assert_eq!(made("accepted").expect("one"), (None, None));
        assert_eq!(made("priority_adjusted").expect("one"), (Some(2), None));
        assert_eq!(made("sent_back").expect("one"), (None, Some(Stage::OpportunityFraming)));
        for (name, number, expected) in [
            ("reopened", "3", Some(Some(3))),
            ("reopened", "", Some(None)),
            ("reopened", "the last", None),
            ("accepted", "the last", Some(None)),
        ] {
            let made = decision(&OpportunityWish { takes_back: number.into(), ..wish(name) });
            assert_eq!(made.ok().map(|made| made.takes_back), expected, "{name} {number}");
        }
        assert!(made("build").is_err());
        assert!(decision(&OpportunityWish { priority: "0".into(), ..wish("priority_adjusted") }).is_err());
        assert!(decision(&OpportunityWish { stage: String::new(), ..wish("sent_back") }).is_err());
    }

    #[test]
    fn what_is_too_long_is_refused() {
        let with = |change: fn(&mut OpportunityWish)| {
            let mut wish = OpportunityWish::default();
            change(&mut wish);
            check_wish(&wish)
        };
        assert!(with(|wish| wish.reasoning = "x".repeat(LONGEST_REASONING)).is_ok());
        for wrong in [
            with(|wish| wish.reasoning = "x".repeat(LONGEST_REASONING + 1)),
            with(|wish| wish.findings = "x".repeat(LONGEST_PASTED + 1)),
            with(|wish| wish.priority = "1".repeat(LONGEST_FIELD + 1)),
        ] {
            assert!(wrong.is_err());
        }
    }
}
