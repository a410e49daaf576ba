//! The questions of the pages of searches for companies.

mod passages;
mod requests;
mod schedules;
mod views;

pub(crate) use schedules::CompanyScheduleDesk;

use super::{own_interview, projects::may};
use crate::{
    backend::Backend,
    web::api::paging::{after, cut},
};
use app::{
    calls::{CallFault, Listed},
    pages::companies::calls::{
        CompanyCalls, CompanyRatingWish, SearchAct, SearchFound, SearchWish, SearchesRequest, SearchesView, WholeSearch,
    },
};
use async_trait::async_trait;
use domain::{
    Failure,
    account::PageQuery,
    companies::{CompanyRating, CompanyStore, Gazetteer, SearchRow, broaden, wish_from},
};
use protocol::{
    CompanySearchId, SessionId,
    account::{Account, Role},
    companies::{CompanyRequest, DiscoveryResponse, NoveltyMode, SearchPlan},
    research::SearchProvider,
};
use std::{collections::HashMap, sync::Arc};

/// Searches on one page of a list.
const SEARCHES: u32 = 50;

pub(crate) struct CompanyDesk(pub Backend);

#[async_trait]
impl CompanyCalls for CompanyDesk {
    async fn list(&self, who: &Account, request: SearchesRequest) -> Result<SearchesView, CallFault> {
        requests::check_lengths(&request.wish)?;
        // First: what changes while the rest is read is noticed afterwards.
        let mark = self.store().company_searches_version(who.tenant_id, who.user_id).await.map_err(Failure::from)?;
        let from = Some(request.after.as_str()).filter(|after| !after.is_empty());
        let page = PageQuery { limit: SEARCHES + 1, after: after(from)? };
        let rows = self.store().company_searches(who.tenant_id, Some(who.user_id), page).await.map_err(Failure::from)?;
        let (rows, next) = cut(rows, SEARCHES, |row| (row.created_at, row.id.0));
        let plan = self.plan(who).await?;
        let (wish, session) = self.filled(who, request).await;
        let with_documents = plan.providers.contains(&SearchProvider::Local);
        let others = plan.providers.iter().filter(|one| **one != SearchProvider::Local);
        Ok(SearchesView {
            page: Listed { items: rows.iter().filter(|row| !row.warming).map(views::card).collect(), next },
            mark,
            wish,
            session,
            providers: others.map(|one| one.label().to_owned()).collect(),
            with_documents,
            model: plan.model,
            may_search: who.role >= Role::Member,
        })
    }

    async fn start(&self, who: &Account, wish: SearchWish) -> Result<CompanySearchId, CallFault> {
        may(who, Role::Member)?;
        let mut request = requests::request(&wish, who)?;
        if wish.novelty != requests::ALL {
            request.exclude = ::companies::seen_ids(self.0.companies(), who).await?;
        }
        Ok(self.begin(who, request).await?)
    }

    async fn search(&self, who: &Account, id: String) -> Result<WholeSearch, CallFault> {
        let id = search_id(&id)?;
        let view = ::companies::search_view(self.0.companies(), who, id).await?;
        let row = ::companies::find_search(self.0.companies(), who, id).await?;
        let found = if row.response.is_some() { self.found(who, &row).await? } else { None };
        Ok(WholeSearch { view: Arc::unwrap_or_clone(view), found, may_search: who.role >= Role::Member })
    }

    async fn act(&self, who: &Account, id: String, act: SearchAct) -> Result<CompanySearchId, CallFault> {
        let id = search_id(&id)?;
        let row = ::companies::find_search(self.0.companies(), who, id).await?;
        may(who, Role::Member)?;
        if act == SearchAct::Cancel {
            ::companies::cancel_search(self.0.companies(), who, id).await?;
            return Ok(id);
        }
        // It is this person's search now: what others have seen says nothing.
        let base = CompanyRequest { tenant_id: who.tenant_id.to_string(), ..row.request.clone() };
        let own = row.user == who.user_id;
        let mut request = match act {
            SearchAct::Wider | SearchAct::Widest => {
                let known = ::companies::known_places(self.0.companies(), who.tenant_id).await.map_err(Failure::from)?;
                let wider = answer(&row).map(|answer| wider(&base, &answer, &known)).unwrap_or_default();
                let wanted = if act == SearchAct::Wider { wider.into_iter().next() } else { wider.into_iter().next_back() };
                wanted.ok_or_else(|| Failure::conflict("there is no wider place for this search"))?.1
            }
            _ => base,
        };
        request.exclude = match act {
            SearchAct::All => Vec::new(),
            SearchAct::New => {
                request.novelty = NoveltyMode::Strict;
                let mut exclude = ::companies::seen_ids(self.0.companies(), who).await?;
                // What a program excluded stays excluded.
                exclude.extend(std::mem::take(&mut request.exclude).into_iter().filter(|_| own));
                exclude.sort_unstable();
                exclude.dedup();
                exclude
            }
            _ if own => std::mem::take(&mut request.exclude),
            _ => ::companies::seen_ids(self.0.companies(), who).await?,
        };
        Ok(self.begin(who, request).await?)
    }

    async fn rate(&self, who: &Account, wish: CompanyRatingWish) -> Result<(), CallFault> {
        let row = ::companies::find_search(self.0.companies(), who, search_id(&wish.search)?).await?;
        may(who, Role::Member)?;
        let found = answer(&row).and_then(|answer| answer.data.companies.into_iter().find(|one| one.id == wish.company));
        let company = found.ok_or_else(|| Failure::not_found("there is no such company in this search"))?;
        let (tenant, user) = (who.tenant_id, who.user_id);
        let outcome = match wish.like {
            None => self.store().unrate_company(tenant, user, &company.id).await.map(|_| ()),
            Some(like) => {
                let (entity, name, at) = (company.id, company.name, self.0.now());
                self.store().rate_company(CompanyRating { tenant, user, entity, name, like, comment: None, at }).await
            }
        };
        Ok(outcome.map_err(Failure::from)?)
    }
}

impl CompanyDesk {
    fn store(&self) -> &dyn CompanyStore {
        self.0.companies().store()
    }

    async fn plan(&self, who: &Account) -> Result<SearchPlan, Failure> {
        ::companies::plan_search(self.0.companies(), who, &CompanyRequest::default()).await
    }

    async fn begin(&self, who: &Account, mut request: CompanyRequest) -> Result<CompanySearchId, Failure> {
        request.request_id = self.0.id().to_string();
        ::companies::begin_search(self.0.companies(), who, request).await
    }

    /// What the form begins with: the address, and where it is silent the visitor's own interview.
    async fn filled(&self, who: &Account, request: SearchesRequest) -> (SearchWish, Option<(SessionId, String)>) {
        let SearchesRequest { mut wish, session, .. } = request;
        let Ok(id) = session.parse::<SessionId>() else { return (wish, None) };
        let Ok(view) = own_interview(&self.0, who, id).await else { return (wish, None) };
        let Ok(gazetteer) = ::companies::known_places(self.0.companies(), who.tenant_id).await else { return (wish, None) };
        let (query, places) = wish_from(&view, &gazetteer);
        requests::fill(&mut wish, query, places);
        (wish, Some((id, view.shown_title())))
    }

    async fn found(&self, who: &Account, row: &SearchRow) -> Result<Option<SearchFound>, Failure> {
        let trace = ::companies::trace_search(self.0.companies(), who, row.id).await?;
        let Some(response) = trace.response else { return Ok(None) };
        let texts = ::companies::search_texts(self.0.companies(), who, row.id).await?;
        let ratings = self.store().company_ratings(who.tenant_id, who.user_id).await?;
        let likes: HashMap<String, bool> = ratings.into_iter().map(|one| (one.entity, one.like)).collect();
        let candidates = trace.candidates.into_iter().map(|one| views::candidate(one, &texts, &likes)).collect();
        let known = ::companies::known_places(self.0.companies(), who.tenant_id).await?;
        let wider = wider(&row.request, &response, &known).into_iter().map(|(name, _)| name).collect();
        Ok(Some(SearchFound { wider, response, candidates, queries: trace.queries }))
    }
}

fn search_id(id: &str) -> Result<CompanySearchId, Failure> {
    id.parse().map_err(|_| Failure::not_found("there is no such search"))
}

fn answer(row: &SearchRow) -> Option<DiscoveryResponse> {
    serde_json::from_value(row.response.clone()?).ok()
}

/// The same search at wider places: the next one, and the widest.
fn wider(request: &CompanyRequest, answer: &DiscoveryResponse, known: &Gazetteer) -> Vec<(String, CompanyRequest)> {
    let Some(understanding) = &answer.data.query_understanding else { return Vec::new() };
    broaden(request, &understanding.parsed_location, known)
}
