//! The questions of the page of what an interview asks.

use super::{may_change, target};
use crate::backend::{Backend, who};
use app::{
    calls::CallFault,
    pages::interviews::questions::calls::{AsideCard, MappedCard, NewerCard, QuestionCalls, QuestionCard, QuestionsView},
};
use async_trait::async_trait;
use domain::{
    Failure,
    interview::{Target, migration, value::format_for_reading},
};
use protocol::{
    SessionId,
    account::Account,
    interview::{InterviewView, Obligation, ObligationTemplate},
};

pub(crate) struct QuestionDesk(pub Backend);

#[async_trait]
impl QuestionCalls for QuestionDesk {
    async fn questions(&self, account: &Account, id: SessionId) -> Result<QuestionsView, CallFault> {
        let view = self.0.interviews().view(who(account), id).await.map_err(Failure::from)?.view;
        let newer = match target(&self.0, account.tenant_id, &view, None).await {
            Ok(target) => newer(&view, &target),
            // Where no objective is active there is nothing to move to.
            Err(_) => None,
        };
        Ok(QuestionsView {
            id,
            title: view.shown_title(),
            status: view.status,
            may_change: may_change(account).is_ok() && view.replying.is_none(),
            objective: view.definition.display_name.clone(),
            version: view.objective_version.clone(),
            questions: view.definition.obligations.iter().filter_map(|template| question(&view, template)).collect(),
            aside: view
                .retired
                .iter()
                .map(|one| AsideCard {
                    name: one.template.name(),
                    value: obligation_text(&one.template, &one.obligation),
                    became: one.became.iter().map(|key| name(&view, key)).collect(),
                })
                .collect(),
            newer,
        })
    }

    async fn migrate(&self, account: &Account, id: SessionId) -> Result<(), CallFault> {
        may_change(account)?;
        let view = self.0.interviews().view(who(account), id).await.map_err(Failure::from)?.view;
        let target = target(&self.0, account.tenant_id, &view, None).await?;
        self.0.interviews().migrate(who(account), id, target).await.map_err(Failure::from)?;
        Ok(())
    }
}

fn question(view: &InterviewView, template: &ObligationTemplate) -> Option<QuestionCard> {
    let one = view.obligation(&template.key)?;
    Some(QuestionCard {
        key: template.key.clone(),
        name: template.name(),
        prompt: template.prompt.clone(),
        status: one.status,
        required: view.is_required(&template.key),
        value: obligation_text(template, one),
        layer: template.origin_layer,
        pool: template.pool_id.clone(),
    })
}

fn obligation_text(template: &ObligationTemplate, one: &Obligation) -> Option<String> {
    one.value.as_ref().map(|value| format_for_reading(template, value))
}

fn name(view: &InterviewView, key: &str) -> String {
    let template = view.template(key).or_else(|| view.retired(key).map(|retired| &retired.template));
    template.map_or_else(|| key.to_owned(), ObligationTemplate::name)
}

fn newer(view: &InterviewView, target: &Target) -> Option<NewerCard> {
    let plan = migration(view, target).ok()?;
    let new_name = |key: &String| {
        plan.definition.obligations.iter().find(|one| one.key == *key).map_or_else(|| key.clone(), ObligationTemplate::name)
    };
    let value = |key: &str| view.obligation(key).and_then(|one| obligation_text(view.template(key)?, one));
    Some(NewerCard {
        objective: plan.definition.display_name.clone(),
        version: target.version.clone(),
        mapped: plan
            .mapped
            .iter()
            .map(|one| {
                let (name, to) = (name(view, &one.from), new_name(&one.to));
                MappedCard { to: (to != name).then_some(to), name, value: value(&one.from), fits: one.fits }
            })
            .collect(),
        new: plan.new.iter().map(new_name).collect(),
        aside: plan.aside.iter().map(|key| AsideCard { name: name(view, key), value: value(key), became: Vec::new() }).collect(),
    })
}
