//! The page of an insight and the page of a recommendation.

use super::{
    calls::{FindingAddress, FindingKind, WholeFinding, read_finding},
    counterparts::{Chips, insight_card, recommendation_card},
    insight,
    rating::Rate,
    recommendation,
    run::address,
};
use crate::{
    calls::{Answer, CallFault, open, page_data, read_json},
    erased::Erase,
    pages::interviews::fault_of_form,
    parts::{Alert, Fault, Icon, icon, title_apart},
    words::{projects, runs as text},
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

#[component]
pub(crate) fn InsightPage() -> impl IntoView {
    page(FindingKind::Insight, "insight")
}

#[component]
pub(crate) fn RecommendationPage() -> impl IntoView {
    page(FindingKind::Recommendation, "rec")
}

/// Where a finding is shown.
#[cfg(feature = "ssr")]
pub(super) fn finding_path(of: &FindingAddress) -> String {
    let part = match of.kind {
        FindingKind::Insight => "insights",
        FindingKind::Recommendation => "recommendations",
    };
    format!("{}/{part}/{}", of.of.path(), of.id)
}

fn page(kind: FindingKind, param: &'static str) -> AnyView {
    let params = use_params_map();
    let key = Signal::derive(move || {
        let params = params.get();
        let asked = FindingAddress { of: address(&params), kind, id: params.get(param).unwrap_or_default() };
        serde_json::to_string(&asked).unwrap_or_default()
    });
    let data = page_data(key, |key| Box::pin(read(key)));
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                match open::<WholeFinding>(data.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(found) => view! { <Finding found=found asked=read_json(&key.get_untracked()).unwrap_or_default() /> }.erase(),
                }
            })}
        </Suspense>
    }
    .erase()
}

async fn read(key: String) -> Answer {
    match read_json(&key) {
        Ok(asked) => read_finding(asked).await,
        Err(fault) => Err(CallFault::Broken(fault.to_string())),
    }
}

#[component]
fn Finding(found: WholeFinding, asked: FindingAddress) -> impl IntoView {
    let fault = RwSignal::new(fault_of_form());
    let run = asked.of.path();
    let insight = found.insight.as_ref();
    let recommendation = found.recommendation.as_ref();
    let name = insight.map(|one| one.name.clone()).or_else(|| recommendation.map(|one| one.title.clone())).unwrap_or_default();
    let (marks, body) = match (insight, recommendation) {
        (Some(one), _) => (insight::marks(one), insight::body(one, &found.steps)),
        (None, Some(one)) => (recommendation::marks(one), recommendation::body(one)),
        (None, None) => (().erase(), ().erase()),
    };
    // What somebody came from, where it is one of the counterparts.
    let from = use_query_map().with_untracked(|query| query.get("from")).unwrap_or_default();
    let from = found.counterparts.iter().find(|one| one.id == from).cloned();
    let (other, card, chips) = match asked.kind {
        FindingKind::Insight => ("recommendations", insight_card(&asked.id), text::LEADS_TO),
        FindingKind::Recommendation => ("insights", recommendation_card(&asked.id), text::RESTS_ON),
    };
    let counterparts = found.counterparts.iter().map(|one| {
        let others = match asked.kind {
            FindingKind::Insight => text::insights(u32::try_from(one.others).unwrap_or(u32::MAX)),
            FindingKind::Recommendation => text::recommendations(one.others),
        };
        (one.id.clone(), one.name.clone(), others)
    });
    let chips = Chips { name: chips, path: format!("{run}/{other}"), lights: None, from: asked.id.clone() }
        .render(counterparts.collect());
    let back = from.map(|one| {
        view! {
            <a class="back" href=format!("{run}/{other}/{}", one.id)>
                {icon(Icon::Back)}
                <span>
                    {one.id.clone()} ": " <span dir="auto">{one.name}</span>
                </span>
            </a>
        }
        .erase()
    });
    let title = title_apart(name.clone());
    let kind = if found.insight.is_some() { text::INSIGHT } else { text::RECOMMENDATION };
    let rate = found.may_rate.then(|| view! { <Rate of=asked.clone() first=found.rating.clone() fault=fault /> });
    view! {
        <Title text=move || title.get() />
        <main id="main" class="page project run finding" tabindex="-1">
            <header class="project-head run-head">
                <p class="small crumbs">
                    <a href="/projects">{projects::TITLE}</a>
                    <a href=format!("/projects/{}", found.project) dir="auto">
                        {found.project_name.clone()}
                    </a>
                    <a href=format!("/projects/{}/runs", found.project)>{text::TITLE}</a>
                    <a href=run.clone() dir="auto">
                        {text::goal(&found.goal)}
                    </a>
                </p>
                <p class="row ways">
                    <a class="back" href=format!("{run}#{card}")>
                        {icon(Icon::Back)}
                        {text::BACK_TO_RUN}
                    </a>
                    {back}
                </p>
                <p class="small quiet">{kind}</p>
                {marks}
                <h1 dir="auto">{name}</h1>
            </header>
            <Alert fault=fault />
            {body}
            {chips
                .map(|chips| {
                    view! {
                        <section aria-labelledby="related-name" data-testid="related">
                            <h2 id="related-name">{text::RELATED}</h2>
                            {chips}
                        </section>
                    }
                    .erase()
                })}
            {rate}
        </main>
    }
    .erase()
}
