//! Moving an interview to another objective or version of it. Nothing is lost: what has no place there is kept aside, readable.

use super::{Effect, structure};
use crate::{
    Refusal,
    interview::{
        Draft,
        migration::{Target, migration},
        value::{fitting, same},
    },
};
use protocol::interview::{InterviewEvent, Source, Status};

pub(super) fn migrate(draft: &mut Draft<'_>, target: &Target, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
    structure::must_be_quiet(draft)?;
    let plan = migration(&draft.view, target)?;
    structure::give_up(draft, &plan.aside, effects);
    draft.push(InterviewEvent::Migrated {
        objective_id: target.id,
        objective_version: target.version.clone(),
        definition: plan.definition.clone(),
        renamed: plan.renamed.clone(),
    });
    structure::create_missing(draft);
    for mapped in &plan.mapped {
        refit(draft, &mapped.to);
    }
    for key in &plan.new {
        bring_back(draft, key);
    }
    structure::tidy(draft, |topic| plan.renamed.iter().find(|one| one.from == topic).map(|one| one.to.clone()));
    Ok(())
}

/// A value in the form that the new widget keeps it in; one that does not fit can be gone back to.
fn refit(draft: &mut Draft<'_>, key: &str) {
    let (Some(template), Some(one)) = (draft.view.template(key), draft.view.obligation(key)) else { return };
    let Some(held) = one.value.clone() else { return };
    let (confidence, source, evidence) = (one.confidence, one.source.unwrap_or(Source::Manual), one.evidence.clone());
    match fitting(template, &held) {
        Ok(value) if !same(&value, &held) => draft.take(key, value, confidence, source, evidence),
        Ok(_) if !matches!(one.status, Status::Deferred | Status::Skipped) => draft.settle(key, Some("moved to another version")),
        Ok(_) => {}
        Err(_) => {
            structure::lay_aside(draft, &[key.to_owned()]);
            draft.push(InterviewEvent::ValueCleared { key: key.to_owned() });
            draft.set_status(key, Status::Pending, Some("the value does not fit the new question"));
        }
    }
}

/// What was kept aside under this key earlier is known again.
fn bring_back(draft: &mut Draft<'_>, key: &str) {
    let Some(retired) = draft.view.retired(key).map(|one| one.obligation.clone()) else { return };
    let fits = |value| draft.view.template(key).and_then(|template| fitting(template, value).ok());
    if let Some(value) = retired.value.as_ref().and_then(fits) {
        draft.take(key, value, retired.confidence, retired.source.unwrap_or(Source::Manual), retired.evidence);
    }
}
