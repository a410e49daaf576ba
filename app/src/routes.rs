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
use leptos_router::ChooseView;

/// Declares pages. For each part: what draws and what loads its pages, then their names, the segments of their addresses, and their
/// components. The route of a page in `App` is `view=Page::Name`.
macro_rules! pages {
    ($($part:ident: $draw:ident, $load:ident {
        $($name:ident at $segments:pat => $page:ident;)+
    })+) => {
        /// A page whose code comes with its part. All are of one type: the browser is sent the machinery of one route instead of one
        /// for each page.
        #[derive(Clone, Copy)]
        pub(crate) enum Page {
            $($($name,)+)+
        }

        impl ChooseView for Page {
            #[cfg(feature = "hydrate")]
            async fn choose(self) -> AnyView {
                let drawn = match self {
                    $($(Self::$name)|+ => $draw(self).await,)+
                };
                drawn.unwrap_or_else(|_| not_loaded())
            }

            #[cfg(not(feature = "hydrate"))]
            async fn choose(self) -> AnyView {
                match self {
                    $($(Self::$name => view! { <$page /> }.erase(),)+)+
                }
            }

            async fn preload(&self) {}
        }

        $(
            #[cfg(feature = "hydrate")]
            #[wasm_split($part, wasm_split_path = leptos::wasm_split, preload($load), fallible)]
            fn $draw(page: Page) -> Result<AnyView, SplitLoaderError> {
                Ok(match page {
                    $(Page::$name => view! { <$page /> }.erase(),)+
                    // Other parts draw the other pages.
                    _ => ().erase(),
                })
            }
        )+

        /// The part that the page at an address is in.
        #[cfg(feature = "ssr")]
        pub(crate) fn part(path: &str) -> Option<&'static str> {
            match segments(path).as_slice() {
                $($($segments)|+ => Some(stringify!($part)),)+
                _ => None,
            }
        }

        /// Loads the code of the page at an address, so that it can be hydrated at once.
        #[cfg(feature = "hydrate")]
        pub async fn load(path: &str) -> Result<(), SplitLoaderError> {
            match segments(path).as_slice() {
                $($($segments)|+ => $load().await?,)+
                _ => {}
            }
            load_drawn().await
        }
    };
}

pages! {
    start: draw_start, load_start {
        Home at [] => HomePage;
        Login at ["login"] => LoginPage;
        FirstStart at ["first-start"] => FirstStartPage;
        NewPassword at ["new-password"] => NewPasswordPage;
        Interviews at ["interviews"] => InterviewsPage;
    }
    room: draw_room, load_room {
        Interview at ["interviews", _] => InterviewPage;
        Transcript at ["admin", "interviews", _] => TranscriptPage;
    }
    importing: draw_importing, load_importing {
        Import at ["interviews", _, "import"] => ImportPage;
    }
    researching: draw_researching, load_researching {
        Research at ["interviews", _, "research"] => ResearchPage;
    }
    questioning: draw_questioning, load_questioning {
        Questions at ["interviews", _, "questions"] => QuestionsPage;
    }
    projects: draw_projects, load_projects {
        Projects at ["projects"] => ProjectsPage;
    }
    catalog: draw_catalog, load_catalog {
        Project at ["projects", _] => ProjectPage;
        ProjectSources at ["projects", _, "sources"] => SourcesPage;
    }
    prompting: draw_prompting, load_prompting {
        ProjectSettings at ["projects", _, "settings"] => ProjectSettingsPage;
        ProjectPack at ["projects", _, "pack"] => ProjectPackPage;
        ProjectPrompts at ["projects", _, "prompts"] => ProjectPromptsPage;
    }
    finding: draw_finding, load_finding {
        ProjectSource at ["projects", _, "sources", _] => SourcePage;
        ProjectDocument at ["projects", _, "sources", _, "documents", _] => DocumentPage;
        ProjectTable at ["projects", _, "sources", _, "tables", _] => TablePage;
        ProjectSearch at ["projects", _, "search"] => SearchPage;
    }
    querying: draw_querying, load_querying {
        ProjectQuery at ["projects", _, "query"] => QueryPage;
    }
    tooling: draw_tooling, load_tooling {
        ProjectTools at ["projects", _, "tools"] => ToolsPage;
        ProjectConnect at ["projects", _, "connect"] => ConnectPage;
    }
    exploring: draw_exploring, load_exploring {
        Schedules at ["projects", _, "schedules"] => SchedulesPage;
        Runs at ["projects", _, "runs"] => RunsPage;
    }
    insights: draw_insights, load_insights {
        Run at ["projects", _, "runs", _] => RunPage;
        Insight at ["projects", _, "runs", _, "insights", _] => InsightPage;
        Recommendation at ["projects", _, "runs", _, "recommendations", _] => RecommendationPage;
    }
    prospecting: draw_prospecting, load_prospecting {
        Companies at ["companies"] => CompaniesPage;
        CompanySchedules at ["companies", "schedules"] => CompanySchedulesPage;
    }
    candidates: draw_candidates, load_candidates {
        CompanySearch at ["companies", _] => CompanySearchPage;
    }
    asking: draw_asking, load_asking {
        Asks at ["ask"] => AsksPage;
        AskSchedules at ["ask", "schedules"] => AskSchedulesPage;
    }
    answering: draw_answering, load_answering {
        Ask at ["ask", _] => AskPage;
    }
    pipelines: draw_pipelines, load_pipelines {
        Pipelines at ["opportunities"] => PipelinesPage;
        ProducerQuality at ["opportunities", "quality"] => ProducerQualityPage;
    }
    specifying: draw_specifying, load_specifying {
        Pipeline at ["opportunities", _] => PipelinePage;
    }
    people: draw_people, load_people {
        Settings at ["settings"] => SettingsPage;
        OwnTokens at ["settings", "tokens"] => TokensPage;
        Admin at ["admin"] => AdminPage;
        People at ["admin", "people"] => PeoplePage;
        AllTokens at ["admin", "tokens"] => AllTokensPage;
    }
    desk: draw_desk, load_desk {
        Models at ["admin", "models"] => ModelsPage;
        FeedbackList at ["admin", "feedback"] => FeedbackPage;
        Spending at ["admin", "usage"] => UsagePage;
        AdminRuns at ["admin", "runs"] => AdminRunsPage;
        Prices at ["admin", "prices"] => PricesPage;
        Places at ["admin", "places"] => PlacesPage;
        Audit at ["admin", "audit"] => AuditPage;
    }
    defining: draw_defining, load_defining {
        Objectives at ["admin", "objectives"] => ObjectivesPage;
        Objective at ["admin", "objectives", _] => ObjectivePage;
        Pools at ["admin", "pools"] => PoolsPage;
        Pool at ["admin", "pools", _] => PoolPage;
    }
    review: draw_review, load_review {
        Reviews at ["admin", "review"] => ReviewsPage;
        Review at ["admin", "review", _] => ReviewPage;
    }
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
            ("/login", Some("start")),
            ("/interviews/1", Some("room")),
            ("/interviews/1/import", Some("importing")),
            ("/interviews/1/research", Some("researching")),
            ("/projects", Some("projects")),
            ("/projects/1", Some("catalog")),
            ("/projects/1/sources", Some("catalog")),
            ("/projects/1/sources/2", Some("finding")),
            ("/projects/1/sources/2/documents/rules.md", Some("finding")),
            ("/projects/1/runs", Some("exploring")),
            ("/projects/1/runs/2/insights/churn-1", Some("insights")),
            ("/companies", Some("prospecting")),
            ("/companies/1", Some("candidates")),
            ("/companies/schedules", Some("prospecting")),
            ("/ask", Some("asking")),
            ("/ask/1", Some("answering")),
            ("/ask/schedules", Some("asking")),
            ("/opportunities", Some("pipelines")),
            ("/opportunities/1", Some("specifying")),
            ("/opportunities/quality", Some("pipelines")),
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
