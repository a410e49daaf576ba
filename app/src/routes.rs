//! Which address shows which page. The browser loads the code of a page when it is first asked for, in parts that several pages
//! share: whoever opens an interview loads nothing of what administrators see.

#[cfg(feature = "hydrate")]
use crate::pages::interviews::load_drawn;
use crate::{
    erased::Erase,
    pages::{
        account::{FirstStartPage, LoginPage, NewPasswordPage, SettingsPage, TokensPage},
        admin::{
            AdminPage, AdminRunsPage, AllTokensPage, AuditPage, FeedbackPage, ModelsPage, ObjectivePage, ObjectivesPage,
            PeoplePage, PlacesPage, PoolPage, PoolsPage, PricesPage, ReviewPage, ReviewsPage, TranscriptPage, UsagePage,
        },
        ask::{AskPage, AskSchedulesPage, AsksPage},
        companies::{CompaniesPage, CompanySchedulesPage, CompanySearchPage},
        home::HomePage,
        interviews::{ImportPage, InterviewPage, InterviewsPage, QuestionsPage, ResearchPage},
        opportunities::{PipelinePage, PipelinesPage, ProducerQualityPage},
        projects::{
            ConnectPage, DocumentPage, ProjectPackPage, ProjectPage, ProjectPromptsPage, ProjectSettingsPage, ProjectsPage,
            QueryPage, SearchPage, SourcePage, SourcesPage, TablePage, ToolsPage,
        },
        runs::{InsightPage, RecommendationPage, RunPage, RunsPage},
        schedules::SchedulesPage,
    },
};
#[cfg(feature = "hydrate")]
use leptos::wasm_split::{SplitLoaderError, wasm_split};
use leptos::{prelude::*, tachys::view::any_view::AnyView};
use leptos_router::LazyRoute;

/// Declares pages: the part whose code a page is in, the segments of its address, and the component. Its route in `App` is
/// `view=Lazy::<Name>::new()`.
macro_rules! pages {
    ($($name:ident in $part:ident at $segments:pat => $page:ident, $view:ident, $load:ident;)+) => {
        $(
            pub(crate) struct $name;

            impl LazyRoute for $name {
                fn data() -> Self {
                    Self
                }

                #[cfg(feature = "hydrate")]
                async fn view(_: Self) -> AnyView {
                    $view().await.unwrap_or_else(|_| not_loaded())
                }

                #[cfg(not(feature = "hydrate"))]
                async fn view(_: Self) -> AnyView {
                    view! { <$page /> }.erase()
                }
            }

            #[cfg(feature = "hydrate")]
            #[wasm_split($part, wasm_split_path = leptos::wasm_split, preload($load), fallible)]
            fn $view() -> Result<AnyView, SplitLoaderError> {
                Ok(view! { <$page /> }.erase())
            }
        )+

        /// The part that the page at an address is in.
        #[cfg(feature = "ssr")]
        pub(crate) fn part(path: &str) -> Option<&'static str> {
            match segments(path).as_slice() {
                $( $segments => Some(stringify!($part)), )+
                _ => None,
            }
        }

        /// Loads the code of the page at an address, so that it can be hydrated at once.
        #[cfg(feature = "hydrate")]
        pub async fn load(path: &str) -> Result<(), SplitLoaderError> {
            match segments(path).as_slice() {
                $( $segments => $load().await?, )+
                _ => {}
            }
            load_drawn().await
        }
    };
}

pages! {
    Home in start at [] => HomePage, home, load_home;
    Login in start at ["login"] => LoginPage, login, load_login;
    FirstStart in start at ["first-start"] => FirstStartPage, first_start, load_first_start;
    NewPassword in start at ["new-password"] => NewPasswordPage, new_password, load_new_password;
    Interviews in start at ["interviews"] => InterviewsPage, interviews, load_interviews;
    Interview in room at ["interviews", _] => InterviewPage, interview, load_interview;
    Import in importing at ["interviews", _, "import"] => ImportPage, import, load_import;
    Research in researching at ["interviews", _, "research"] => ResearchPage, research, load_research;
    Questions in questioning at ["interviews", _, "questions"] => QuestionsPage, questions, load_questions;
    Transcript in room at ["admin", "interviews", _] => TranscriptPage, transcript, load_transcript;
    Projects in catalog at ["projects"] => ProjectsPage, projects, load_projects;
    Project in catalog at ["projects", _] => ProjectPage, project, load_project;
    ProjectSources in catalog at ["projects", _, "sources"] => SourcesPage, project_sources, load_project_sources;
    ProjectSettings in prompting at ["projects", _, "settings"] => ProjectSettingsPage, project_settings, load_project_settings;
    ProjectPack in prompting at ["projects", _, "pack"] => ProjectPackPage, project_pack, load_project_pack;
    ProjectPrompts in prompting at ["projects", _, "prompts"] => ProjectPromptsPage, project_prompts, load_project_prompts;
    ProjectSource in finding at ["projects", _, "sources", _] => SourcePage, project_source, load_project_source;
    ProjectDocument in finding at ["projects", _, "sources", _, "documents", _] => DocumentPage, project_document, load_project_document;
    ProjectTable in finding at ["projects", _, "sources", _, "tables", _] => TablePage, project_table, load_project_table;
    ProjectSearch in finding at ["projects", _, "search"] => SearchPage, project_search, load_project_search;
    ProjectQuery in querying at ["projects", _, "query"] => QueryPage, project_query, load_project_query;
    ProjectTools in tooling at ["projects", _, "tools"] => ToolsPage, project_tools, load_project_tools;
    ProjectConnect in tooling at ["projects", _, "connect"] => ConnectPage, project_connect, load_project_connect;
    Schedules in exploring at ["projects", _, "schedules"] => SchedulesPage, schedules, load_schedules;
    Runs in exploring at ["projects", _, "runs"] => RunsPage, runs, load_runs;
    Run in exploring at ["projects", _, "runs", _] => RunPage, run, load_run;
    Insight in exploring at ["projects", _, "runs", _, "insights", _] => InsightPage, insight, load_insight;
    Recommendation in exploring at ["projects", _, "runs", _, "recommendations", _] => RecommendationPage, recommendation, load_recommendation;
    Companies in prospecting at ["companies"] => CompaniesPage, companies, load_companies;
    CompanySchedules in prospecting at ["companies", "schedules"] => CompanySchedulesPage, company_schedules, load_company_schedules;
    CompanySearch in prospecting at ["companies", _] => CompanySearchPage, company_search, load_company_search;
    Asks in answering at ["ask"] => AsksPage, asks, load_asks;
    AskSchedules in answering at ["ask", "schedules"] => AskSchedulesPage, ask_schedules, load_ask_schedules;
    Ask in answering at ["ask", _] => AskPage, ask, load_ask;
    Pipelines in specifying at ["opportunities"] => PipelinesPage, pipelines, load_pipelines;
    ProducerQuality in specifying at ["opportunities", "quality"] => ProducerQualityPage, producer_quality, load_producer_quality;
    Pipeline in specifying at ["opportunities", _] => PipelinePage, pipeline, load_pipeline;
    Settings in people at ["settings"] => SettingsPage, settings, load_settings;
    OwnTokens in people at ["settings", "tokens"] => TokensPage, own_tokens, load_own_tokens;
    Admin in people at ["admin"] => AdminPage, admin, load_admin;
    People in people at ["admin", "people"] => PeoplePage, people, load_people;
    AllTokens in people at ["admin", "tokens"] => AllTokensPage, all_tokens, load_all_tokens;
    Models in desk at ["admin", "models"] => ModelsPage, models, load_models;
    Objectives in defining at ["admin", "objectives"] => ObjectivesPage, objectives, load_objectives;
    Objective in defining at ["admin", "objectives", _] => ObjectivePage, objective, load_objective;
    Pools in defining at ["admin", "pools"] => PoolsPage, pools, load_pools;
    Pool in defining at ["admin", "pools", _] => PoolPage, pool, load_pool;
    Reviews in review at ["admin", "review"] => ReviewsPage, reviews, load_reviews;
    Review in review at ["admin", "review", _] => ReviewPage, review, load_review;
    FeedbackList in desk at ["admin", "feedback"] => FeedbackPage, feedback, load_feedback;
    Spending in desk at ["admin", "usage"] => UsagePage, spending, load_spending;
    AdminRuns in desk at ["admin", "runs"] => AdminRunsPage, admin_runs, load_admin_runs;
    Prices in desk at ["admin", "prices"] => PricesPage, prices, load_prices;
    Places in desk at ["admin", "places"] => PlacesPage, places, load_places;
    Audit in desk at ["admin", "audit"] => AuditPage, audit, load_audit;
}

fn segments(path: &str) -> Vec<&str> {
    path.split('/').filter(|segment| !segment.is_empty()).collect()
}

/// The line is down, or the server has a newer page by now: loading the address anew helps in both cases.
#[cfg(feature = "hydrate")]
fn not_loaded() -> AnyView {
    use crate::{calls::CallFault, parts::Fault, words};
    view! { <Fault fault=CallFault::Unavailable(words::fault::NOT_LOADED.into()) /> }.erase()
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::part;

    #[test]
    fn addresses_lead_to_parts() {
        for (path, expected) in [
            ("/", Some("start")),
            ("/interviews", Some("start")),
            ("/interviews/", Some("start")),
            ("/interviews/1", Some("room")),
            ("/interviews/1/import", Some("importing")),
            ("/interviews/1/research", Some("researching")),
            ("/projects/1", Some("catalog")),
            ("/projects/1/sources", Some("catalog")),
            ("/projects/1/sources/2", Some("finding")),
            ("/projects/1/sources/2/documents/rules.md", Some("finding")),
            ("/projects/1/runs", Some("exploring")),
            ("/projects/1/runs/2/insights/churn-1", Some("exploring")),
            ("/companies", Some("prospecting")),
            ("/companies/1", Some("prospecting")),
            ("/companies/schedules", Some("prospecting")),
            ("/ask", Some("answering")),
            ("/ask/1", Some("answering")),
            ("/ask/schedules", Some("answering")),
            ("/opportunities", Some("specifying")),
            ("/opportunities/1", Some("specifying")),
            ("/opportunities/quality", Some("specifying")),
            ("/settings/tokens", Some("people")),
            ("/admin", Some("people")),
            ("/admin/people", Some("people")),
            ("/admin/tokens", Some("people")),
            ("/admin/audit", Some("desk")),
            ("/admin/interviews/1", Some("room")),
            ("/nothing", None),
        ] {
            assert_eq!(part(path), expected, "{path}");
        }
    }
}
