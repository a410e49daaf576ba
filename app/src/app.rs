//! The frame around every page, and which address shows which page.

use crate::{
    calls::page_data_once,
    erased::Erase,
    feed::Feed,
    pages::account::read_visit,
    parts::{Banner, Commands, HelpSheet, Here, Missing, Moving, Palette, Rail, Shortcuts, VisitResource},
    routes::{
        Admin, AdminRuns, AllTokens, Ask, AskSchedules, Asks, Audit, Companies, CompanySchedules, CompanySearch, FeedbackList,
        FirstStart, Home, Import, Insight, Interview, Interviews, Login, Models, NewPassword, Objective, Objectives, OwnTokens,
        People, Pipeline, Pipelines, Places, Pool, Pools, Prices, ProducerQuality, Project, ProjectConnect, ProjectDocument,
        ProjectPack, ProjectPrompts, ProjectQuery, ProjectSearch, ProjectSettings, ProjectSource, ProjectSources, ProjectTable,
        ProjectTools, Projects, Questions, Recommendation, Research, Review, Reviews, Run, Runs, Schedules, Settings, Spending,
        Transcript,
    },
    words,
};
use leptos::prelude::*;
use leptos_meta::{Title, provide_meta_context};
use leptos_router::{
    Lazy, SsrMode,
    components::{FlatRoutes, Route, Router},
    path,
};

#[component]
pub fn App() -> impl IntoView {
    provide_meta_context();
    provide_context(Feed::new());
    provide_context(Here::new());
    provide_context(Commands::new());
    provide_context(VisitResource(page_data_once(|_| Box::pin(read_visit()))));
    let (moving, set_moving) = signal(false);
    view! {
        <Title formatter=|title: String| escape_title(words::title(&title)) />
        <Router set_is_routing=set_moving>
            <a class="skip" href="#main">{words::rail::SKIP}</a>
            <Moving moving=moving />
            <Rail />
            <Banner />
            <FlatRoutes fallback=|| view! { <Missing /> }>
                <Route path=path!("/") view={Lazy::<Home>::new()} ssr=SsrMode::Async />
                <Route path=path!("/login") view={Lazy::<Login>::new()} ssr=SsrMode::Async />
                <Route path=path!("/first-start") view={Lazy::<FirstStart>::new()} ssr=SsrMode::Async />
                <Route path=path!("/new-password") view={Lazy::<NewPassword>::new()} ssr=SsrMode::Async />
                <Route path=path!("/interviews") view={Lazy::<Interviews>::new()} ssr=SsrMode::Async />
                <Route path=path!("/interviews/:id") view={Lazy::<Interview>::new()} ssr=SsrMode::Async />
                <Route path=path!("/interviews/:id/import") view={Lazy::<Import>::new()} ssr=SsrMode::Async />
                <Route path=path!("/interviews/:id/research") view={Lazy::<Research>::new()} ssr=SsrMode::Async />
                <Route path=path!("/interviews/:id/questions") view={Lazy::<Questions>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects") view={Lazy::<Projects>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id") view={Lazy::<Project>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/sources") view={Lazy::<ProjectSources>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/settings") view={Lazy::<ProjectSettings>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/pack") view={Lazy::<ProjectPack>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/prompts") view={Lazy::<ProjectPrompts>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/search") view={Lazy::<ProjectSearch>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/query") view={Lazy::<ProjectQuery>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/tools") view={Lazy::<ProjectTools>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/connect") view={Lazy::<ProjectConnect>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/sources/:source") view={Lazy::<ProjectSource>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/sources/:source/documents/:document") view={Lazy::<ProjectDocument>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/sources/:source/tables/:table") view={Lazy::<ProjectTable>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/runs") view={Lazy::<Runs>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/schedules") view={Lazy::<Schedules>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/runs/:run") view={Lazy::<Run>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/runs/:run/insights/:insight") view={Lazy::<Insight>::new()} ssr=SsrMode::Async />
                <Route path=path!("/projects/:id/runs/:run/recommendations/:rec") view={Lazy::<Recommendation>::new()} ssr=SsrMode::Async />
                <Route path=path!("/companies") view={Lazy::<Companies>::new()} ssr=SsrMode::Async />
                <Route path=path!("/companies/schedules") view={Lazy::<CompanySchedules>::new()} ssr=SsrMode::Async />
                <Route path=path!("/companies/:id") view={Lazy::<CompanySearch>::new()} ssr=SsrMode::Async />
                <Route path=path!("/ask") view={Lazy::<Asks>::new()} ssr=SsrMode::Async />
                <Route path=path!("/ask/schedules") view={Lazy::<AskSchedules>::new()} ssr=SsrMode::Async />
                <Route path=path!("/ask/:id") view={Lazy::<Ask>::new()} ssr=SsrMode::Async />
                <Route path=path!("/opportunities") view={Lazy::<Pipelines>::new()} ssr=SsrMode::Async />
                <Route path=path!("/opportunities/quality") view={Lazy::<ProducerQuality>::new()} ssr=SsrMode::Async />
                <Route path=path!("/opportunities/:id") view={Lazy::<Pipeline>::new()} ssr=SsrMode::Async />
                <Route path=path!("/settings") view={Lazy::<Settings>::new()} ssr=SsrMode::Async />
                <Route path=path!("/settings/tokens") view={Lazy::<OwnTokens>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin") view={Lazy::<Admin>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/people") view={Lazy::<People>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/tokens") view={Lazy::<AllTokens>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/models") view={Lazy::<Models>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/objectives") view={Lazy::<Objectives>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/usage") view={Lazy::<Spending>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/places") view={Lazy::<Places>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/pools") view={Lazy::<Pools>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/pools/:id") view={Lazy::<Pool>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/objectives/:id") view={Lazy::<Objective>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/review") view={Lazy::<Reviews>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/review/:id") view={Lazy::<Review>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/feedback") view={Lazy::<FeedbackList>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/prices") view={Lazy::<Prices>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/runs") view={Lazy::<AdminRuns>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/audit") view={Lazy::<Audit>::new()} ssr=SsrMode::Async />
                <Route path=path!("/admin/interviews/:id") view={Lazy::<Transcript>::new()} ssr=SsrMode::Async />
            </FlatRoutes>
            <Palette />
            <HelpSheet />
            <Shortcuts />
        </Router>
    }
    .erase()
}

/// Escapes a title. The server writes it into the document as markup, so there nothing in it may read as a tag; the browser sets
/// it as text.
fn escape_title(title: String) -> String {
    if cfg!(feature = "ssr") { title.replace('&', "&amp;").replace('<', "&lt;") } else { title }
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::escape_title;

    #[test]
    fn a_title_is_no_markup() {
        assert_eq!(escape_title("</title><script>&".into()), "&lt;/title>&lt;script>&amp;");
    }
}
