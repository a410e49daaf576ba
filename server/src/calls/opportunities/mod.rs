//! The questions of the pages of opportunities.

mod offered;
mod pasted;
mod views;
mod wishes;

use super::{Target, projects::may, rate, take_back};
use crate::{
    backend::Backend,
    web::api::paging::{after, cut},
};
use ::opportunities::{
    begin_pipeline, decide_opportunity, find_opportunity, find_pipeline, pipeline_view, report_experiment, send_back_pipeline,
    stop_pipeline,
};
use app::{
    calls::{CallFault, Listed},
    pages::opportunities::calls::{
        OpportunityAct, OpportunityCalls, OpportunityWish, OwnRating, PipelineAddress, PipelineAround, PipelineCard,
        PipelinesRequest, PipelinesView, ProducerShown, WholePipeline,
    },
};
use async_trait::async_trait;
use domain::{Failure, FailureKind, account::PageQuery, opportunities::OpportunityStore, runs::FeedbackTarget};
use protocol::{
    OpportunityId, PipelineId, ProjectId, UserId,
    account::{Account, Role},
    opportunities::PipelineView,
};
use std::{
    collections::{BTreeSet, HashMap, hash_map::Entry},
    sync::Arc,
};

/// Pipelines on one page of a list.
const PIPELINES: u32 = 50;
/// Projects that can be chosen.
const PROJECTS: u32 = 100;

pub(crate) struct OpportunityDesk(pub Backend);

#[async_trait]
impl OpportunityCalls for OpportunityDesk {
    async fn list(&self, who: &Account, request: PipelinesRequest) -> Result<PipelinesView, CallFault> {
        wishes::check_request(&request)?;
        let page = PageQuery { limit: PROJECTS, after: None };
        let rows = self.0.project_store().projects(who.tenant_id, page).await.map_err(Failure::from)?;
        let mut projects: Vec<(ProjectId, String)> = rows.into_iter().map(|row| (row.id, row.name)).collect();
        let chosen = match (request.project.as_str(), projects.as_slice()) {
            ("", [only]) => Some(only.clone()),
            ("", _) => None,
            (id, _) => {
                let row = projects::found(self.0.projects(), who.tenant_id, id).await?;
                Some((row.id, row.name))
            }
        };
        let mut view = PipelinesView {
            projects: Vec::new(),
            project: None,
            page: Listed { items: Vec::new(), next: None },
            mark: String::new(),
            may_begin: who.role >= Role::Member,
            request,
        };
        if let Some((id, name)) = &chosen {
            // First: what changes while the rest is read is noticed afterwards.
            view.mark = self.store().pipelines_version(who.tenant_id, *id).await.map_err(Failure::from)?;
            if projects.iter().all(|(known, _)| known != id) {
                projects.push((*id, name.clone()));
            }
            view.project = Some(offered::offer(&self.0, who, (*id, name.clone()), &view.request.source).await?);
        }
        view.page = self.page(who, chosen.map(|(id, _)| id), &view.request.after, &projects).await?;
        view.projects = projects;
        Ok(view)
    }

    async fn read(&self, who: &Account, address: PipelineAddress) -> Result<WholePipeline, CallFault> {
        wishes::check_address(&address)?;
        let (view, chosen) = self.found(who, &address.id).await?;
        let around = self.around(who, &view, chosen).await?;
        Ok(WholePipeline { view: Arc::unwrap_or_clone(view), around })
    }

    async fn quality(&self, who: &Account) -> Result<Vec<ProducerShown>, CallFault> {
        let rows = self.store().producer_quality(who.tenant_id).await.map_err(Failure::from)?;
        Ok(rows.into_iter().map(views::producer).collect())
    }

    async fn act(&self, who: &Account, wish: OpportunityWish) -> Result<String, CallFault> {
        Ok(self.acted(who, wish).await?)
    }
}

impl OpportunityDesk {
    fn store(&self) -> &dyn OpportunityStore {
        self.0.opportunities().store()
    }

    async fn page(
        &self,
        who: &Account,
        project: Option<ProjectId>,
        from: &str,
        projects: &[(ProjectId, String)],
    ) -> Result<Listed<PipelineCard>, Failure> {
        let from = Some(from).filter(|after| !after.is_empty());
        let page = PageQuery { limit: PIPELINES + 1, after: after(from)? };
        let rows = self.store().pipelines(who.tenant_id, project, page).await?;
        let (rows, next) = cut(rows, PIPELINES, |row| (row.created_at, row.id.0));
        let mut names: HashMap<ProjectId, String> = projects.iter().cloned().collect();
        let mut items = Vec::new();
        for row in &rows {
            if let Entry::Vacant(place) = names.entry(row.project) {
                let project = self.0.project_store().project(who.tenant_id, row.project).await?;
                place.insert(project.map(|project| project.name).unwrap_or_default());
            }
            items.push(views::card(row, names.get(&row.project).cloned().unwrap_or_default()));
        }
        Ok(Listed { items, next })
    }

    /// What an address names: a pipeline, or an opportunity with its pipeline.
    async fn found(&self, who: &Account, id: &str) -> Result<(Arc<PipelineView>, Option<OpportunityId>), Failure> {
        let all = self.0.opportunities();
        let pipeline: PipelineId = id.parse().map_err(|_| missing())?;
        match pipeline_view(all, who, pipeline).await {
            Ok(view) => Ok((view, None)),
            Err(failure) if failure.kind == FailureKind::NotFound => {
                let id = OpportunityId(pipeline.0);
                let (view, _) = find_opportunity(all, who, id).await.map_err(|failure| match failure.kind {
                    FailureKind::NotFound => missing(),
                    _ => failure,
                })?;
                Ok((view, Some(id)))
            }
            Err(failure) => Err(failure),
        }
    }

    async fn around(&self, who: &Account, view: &PipelineView, chosen: Option<OpportunityId>) -> Result<PipelineAround, Failure> {
        let project = self.0.project_store().project(who.tenant_id, view.project).await?;
        Ok(PipelineAround {
            chosen,
            project_name: project.map(|project| project.name).unwrap_or_default(),
            people: self.people(who, view, chosen).await?,
            rating: match chosen {
                Some(id) => self.rating(who, view.project, id).await?,
                None => None,
            },
            may_change: who.role >= Role::Member,
        })
    }

    /// Who decided about the chosen one or reported about it, and who is looking.
    async fn people(
        &self,
        who: &Account,
        view: &PipelineView,
        chosen: Option<OpportunityId>,
    ) -> Result<Vec<(UserId, String)>, Failure> {
        let one = chosen.and_then(|id| view.opportunity(id));
        let mut ids: BTreeSet<UserId> = one.iter().flat_map(|one| one.decisions.iter().map(|record| record.by)).collect();
        ids.extend(one.iter().flat_map(|one| one.experiments.iter().map(|report| report.by)));
        ids.remove(&who.user_id);
        let mut people = vec![(who.user_id, who.name.clone())];
        for id in ids {
            let user = self.0.accounts().user(id).await?;
            people.extend(user.filter(|user| user.tenant == who.tenant_id).map(|user| (id, user.name)));
        }
        Ok(people)
    }

    async fn rating(&self, who: &Account, project: ProjectId, id: OpportunityId) -> Result<Option<OwnRating>, Failure> {
        let own = self.0.projects().run_store().own_feedback(who.tenant_id, project, who.user_id).await?;
        let id = id.to_string();
        let own = own.into_iter().find(|one| one.target_type == FeedbackTarget::Opportunity && one.target == id);
        Ok(own.map(|own| OwnRating { like: own.like, comment: own.comment.unwrap_or_default() }))
    }

    /// What is named has to be there before anything else is looked at.
    async fn acted(&self, who: &Account, wish: OpportunityWish) -> Result<String, Failure> {
        let all = self.0.opportunities();
        match wish.act {
            OpportunityAct::Begin => {
                let project = projects::found(self.0.projects(), who.tenant_id, &wish.project).await?.id;
                may(who, Role::Member)?;
                wishes::check_wish(&wish)?;
                Ok(path(begin_pipeline(all, who, project, wishes::source(&wish)?).await?))
            }
            OpportunityAct::Stop | OpportunityAct::SendBack => {
                let id: PipelineId = wish.pipeline.parse().map_err(|_| missing())?;
                find_pipeline(all, who, id).await?;
                may(who, Role::Member)?;
                wishes::check_wish(&wish)?;
                if wish.act == OpportunityAct::Stop {
                    stop_pipeline(all, who, id).await?;
                } else {
                    send_back_pipeline(all, who, id, wishes::way_back(&wish)?).await?;
                }
                Ok(path(id))
            }
            OpportunityAct::Decide | OpportunityAct::Report | OpportunityAct::Rate => self.acted_on_one(who, &wish).await,
        }
    }

    async fn acted_on_one(&self, who: &Account, wish: &OpportunityWish) -> Result<String, Failure> {
        let all = self.0.opportunities();
        let id: OpportunityId = wish.opportunity.parse().map_err(|_| missing())?;
        let (view, _) = find_opportunity(all, who, id).await?;
        may(who, Role::Member)?;
        wishes::check_wish(wish)?;
        match wish.act {
            OpportunityAct::Decide => {
                decide_opportunity(all, who, id, wishes::decision(wish)?).await?;
            }
            OpportunityAct::Report => return Ok(path(report_experiment(all, who, id, wishes::experiment(wish)?).await?)),
            _ => self.rate(who, view.project, id, wish).await?,
        }
        Ok(path(id))
    }

    async fn rate(&self, who: &Account, project: ProjectId, id: OpportunityId, wish: &OpportunityWish) -> Result<(), Failure> {
        let project = projects::found(self.0.projects(), who.tenant_id, &project.to_string()).await?;
        let target = Target { kind: FeedbackTarget::Opportunity, id: id.to_string(), discovery: None };
        match wishes::rating(&wish.rating)? {
            Some(like) => {
                rate(&self.0, who.user_id, &project, &target, (like, Some(wish.comment.clone()))).await?;
            }
            None => take_back(&self.0, who.user_id, &project, &target).await?,
        }
        Ok(())
    }
}

fn path(id: impl std::fmt::Display) -> String {
    format!("/opportunities/{id}")
}

fn missing() -> Failure {
    Failure::not_found("there is no such pipeline or opportunity")
}
