//! The form that starts a run.

use super::{
    calls::{AreaShown, EstimateShown, RunWish, StartRunByForm, estimate_run, start_run},
    unpriced::render_unpriced,
};
use crate::{
    browser,
    calls::{CallFault, open},
    erased::{Erase, Memo},
    parts::{Icon, escape_textarea, icon},
    words::runs as text,
};
use leptos::{
    ev::{MouseEvent, SubmitEvent},
    prelude::*,
    server_fn::ServerFn,
    task::spawn_local,
};
use leptos_router::hooks::use_navigate;
#[cfg(feature = "ssr")]
use leptos_router::location::Url;
use protocol::{SessionId, run::ExplorerChoice};
use web_sys::{FormData, HtmlFormElement};

/// What the form offers and begins with.
pub(super) struct Offer {
    pub(super) areas: Vec<AreaShown>,
    pub(super) session: Option<(SessionId, String)>,
    pub(super) estimate: Option<EstimateShown>,
    pub(super) wish: RunWish,
}

const EXPLORERS: [(ExplorerChoice, &str); 3] =
    [(ExplorerChoice::Auto, "auto"), (ExplorerChoice::BuiltIn, "built_in"), (ExplorerChoice::Model, "model")];
const LIMITS: [(&str, &str, &str); 3] =
    [("queries", text::MOST_QUERIES, "1"), ("minutes", text::MOST_MINUTES, "1"), ("usd", text::MOST_USD, "0.01")];

/// What gets the focus once the estimate is there.
const ESTIMATE: &str = "estimate";
/// More areas than these are folded.
const MOST_OPEN: usize = 8;

/// The address of the same form with what the run would take.
#[cfg(feature = "ssr")]
pub(super) fn estimate_address(wish: &RunWish) -> String {
    let mut address = format!("/projects/{}/runs?estimate=on", Url::escape(&wish.project));
    let fields = [
        ("goal", &wish.goal),
        ("explorer", &wish.explorer),
        ("max_steps", &wish.max_steps),
        ("queries", &wish.queries),
        ("minutes", &wish.minutes),
        ("usd", &wish.usd),
        ("session", &wish.session),
    ];
    let areas = wish.areas.join(",");
    for (name, value) in fields.into_iter().chain([("areas", &areas)]).filter(|(_, value)| !value.is_empty()) {
        address.push('&');
        address.push_str(name);
        address.push('=');
        address.push_str(&Url::escape(value));
    }
    address
}

/// What the form does, once scripts are there.
#[derive(Clone, Copy)]
struct Desk {
    project: StoredValue<String>,
    areas: usize,
    form: NodeRef<leptos::html::Form>,
    fault: RwSignal<Option<String>>,
    busy: RwSignal<&'static str>,
    estimate: RwSignal<Option<EstimateShown>>,
    started: Callback<String>,
}

impl Desk {
    fn entered(self) -> Option<(RunWish, bool)> {
        let form: HtmlFormElement = self.form.get_untracked()?;
        let data = FormData::new_with_form(&form).ok()?;
        let of = |name: &str| data.get(name).as_string().unwrap_or_default();
        let wish = RunWish {
            project: self.project.get_value(),
            goal: of("goal"),
            areas: (0..self.areas).map(|at| of(&format!("areas[{at}]"))).filter(|area| !area.is_empty()).collect(),
            explorer: of("explorer"),
            max_steps: of("max_steps"),
            queries: of("queries"),
            minutes: of("minutes"),
            usd: of("usd"),
            session: of("session"),
        };
        Some((wish, of("estimate") == "on"))
    }

    /// What it would take, where that has to be seen before the run is started.
    async fn look(self, wish: &RunWish, estimates: bool, doubts: bool) -> Result<Option<EstimateShown>, CallFault> {
        if !estimates && !doubts {
            return Ok(None);
        }
        let shown = open::<EstimateShown>(estimate_run(wish.clone()).await)?;
        Ok(Some(shown).filter(|shown| estimates || !shown.unpriced.is_empty()))
    }

    /// `estimated`: what it would take was shown.
    fn send(self, estimated: bool) {
        if !self.busy.get_untracked().is_empty() {
            return;
        }
        let Some((wish, estimates)) = self.entered() else { return };
        let estimates = estimates && !estimated;
        // A limit that cannot be kept is told before anything is spent.
        let doubts = !estimated && !wish.usd.trim().is_empty();
        self.busy.set(if estimates { text::ESTIMATING } else { text::STARTING });
        self.fault.set(None);
        spawn_local(async move {
            let looked = self.look(&wish, estimates, doubts).await;
            let outcome = match looked {
                Ok(None) => {
                    let project = wish.project.clone();
                    start_run(wish, estimated).await.map(|run| {
                        let _gone = self.started.try_run(format!("/projects/{project}/runs/{run}"));
                    })
                }
                Ok(shown) => {
                    let _gone = self.estimate.try_set(shown);
                    browser::focus_when_there(ESTIMATE.to_owned());
                    Ok(())
                }
                Err(fault) => Err(fault),
            };
            let _gone = self.busy.try_set("");
            if let Err(fault) = outcome {
                let _gone = self.fault.try_set(Some(fault.to_string()));
            }
        });
    }
}

#[component]
pub(super) fn StartRun(project: String, offer: Offer, fault: RwSignal<Option<String>>) -> impl IntoView {
    let Offer { areas, session, estimate, wish } = offer;
    let navigate = use_navigate();
    let desk = Desk {
        project: StoredValue::new(project.clone()),
        areas: areas.len(),
        form: NodeRef::new(),
        fault,
        busy: RwSignal::new(""),
        estimate: RwSignal::new(estimate),
        started: Callback::new(move |path: String| navigate(&path, Default::default())),
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        desk.send(false);
    };
    let session = session.map(|(id, title)| {
        view! {
            <p class="from-interview" data-testid="from-interview">
                <input type="hidden" name="session" value=id.to_string() />
                {text::FROM_INTERVIEW}
                ": "
                <a href=format!("/interviews/{id}") dir="auto">
                    {title}
                </a>
            </p>
        }
        .erase()
    });
    view! {
        <section class="card start-run" aria-labelledby="start-run">
            <h2 id="start-run">{text::START}</h2>
            <form method="post" action=StartRunByForm::PATH on:submit=submit node_ref=desk.form data-testid="start-run">
                <input type="hidden" name="project" value=project />
                {session}
                <div class="field">
                    <label for="run-goal">{text::GOAL}</label>
                    <textarea id="run-goal" name="goal" rows="2" maxlength="4000" dir="auto" aria-describedby="run-goal-hint">
                        {escape_textarea(wish.goal.clone())}
                    </textarea>
                    <small class="quiet" id="run-goal-hint">
                        {text::GOAL_HINT}
                    </small>
                </div>
                {area_boxes(&areas, &wish)}
                <div class="fields">{explorer_choice(&wish)} {number_field("max_steps", text::MAX_STEPS, "1", &wish.max_steps, "100")}</div>
                {limits(&wish)}
                <label class="check">
                    <input type="checkbox" name="estimate" value="on" />
                    " "
                    {text::ESTIMATE_FIRST}
                </label>
                <p class="row">
                    <button
                        type="submit"
                        class="button primary"
                        data-testid="start-run-button"
                        aria-disabled=move || (!desk.busy.get().is_empty()).to_string()
                    >
                        {icon(Icon::Search)}
                        {text::START_BUTTON}
                    </button>
                    <span role="status">{move || desk.busy.get()}</span>
                </p>
                <Estimate desk=desk />
            </form>
        </section>
    }
    .erase()
}

fn area_boxes(areas: &[AreaShown], wish: &RunWish) -> Option<AnyView> {
    let boxes: Vec<AnyView> = areas
        .iter()
        .enumerate()
        .map(|(at, area)| {
            let checked = wish.areas.contains(&area.id);
            view! {
                <label class="check">
                    <input type="checkbox" name=format!("areas[{at}]") value=area.id.clone() checked=checked />
                    <span>
                        <b dir="auto">{area.name.clone()}</b>
                        " "
                        <span class="small quiet" dir="auto">
                            {area.about.clone()}
                        </span>
                    </span>
                </label>
            }
            .erase()
        })
        .collect();
    if boxes.is_empty() {
        return None;
    }
    let many = boxes.len() > MOST_OPEN;
    let choice = view! {
        <fieldset class="areas">
            <legend class:hidden=many>{text::AREAS}</legend>
            <small class="quiet">{text::AREAS_HINT}</small>
            {boxes}
        </fieldset>
    }
    .erase();
    if !many {
        return Some(choice);
    }
    let folded = view! {
        <details class="found-part" open=!wish.areas.is_empty()>
            <summary>{text::AREAS}</summary>
            <div class="found-body">{choice}</div>
        </details>
    };
    Some(folded.erase())
}

fn explorer_choice(wish: &RunWish) -> AnyView {
    let options = EXPLORERS
        .map(|(which, name)| {
            let selected = wish.explorer == name;
            view! {
                <option value=name selected=selected>
                    {text::explorer(which)}
                </option>
            }
            .erase()
        })
        .into_iter()
        .collect_view();
    view! {
        <label class="field">
            <span>{text::EXPLORER}</span>
            <select name="explorer">{options}</select>
        </label>
    }
    .erase()
}

fn number_field(name: &'static str, label: &'static str, step: &'static str, value: &str, empty: &'static str) -> AnyView {
    let value = value.to_owned();
    view! {
        <label class="field">
            <span>{label}</span>
            <input name=name type="number" min=step step=step inputmode="decimal" value=value placeholder=empty />
        </label>
    }
    .erase()
}

fn limits(wish: &RunWish) -> AnyView {
    let values = [&wish.queries, &wish.minutes, &wish.usd];
    let open = values.iter().any(|value| !value.is_empty());
    let fields: Vec<AnyView> =
        LIMITS.into_iter().zip(values).map(|((name, label, step), value)| number_field(name, label, step, value, "")).collect();
    view! {
        <details class="found-part" open=open>
            <summary>{text::LIMITS}</summary>
            <div class="found-body">
                <p class="small quiet">{text::LIMITS_HINT}</p>
                <div class="fields">{fields}</div>
            </div>
        </details>
    }
    .erase()
}

/// What the run would take, and the way to start it then.
#[component]
fn Estimate(desk: Desk) -> impl IntoView {
    let shown = Memo::new(move |_| desk.estimate.get());
    move || {
        shown.get().map(|estimate| {
            let lines = estimate.lines.iter().map(|line| view! { <li dir="auto">{line.clone()}</li> }).collect_view();
            let doubts = render_unpriced(&estimate.unpriced);
            let price = estimate.usd.map_or_else(|| text::NO_PRICE.to_owned(), |usd| text::usd_range(usd.low, usd.high));
            view! {
                <div class="estimate" id=ESTIMATE tabindex="-1" role="group" aria-labelledby="estimate-name" data-testid="estimate">
                    <h3 id="estimate-name">{text::ESTIMATE}</h3>
                    <p>
                        <b>{price}</b>
                    </p>
                    <ul class="plain">{lines}</ul>
                    {doubts}
                    <p>
                        <button
                            type="submit"
                            name="estimated"
                            value="on"
                            class="button primary"
                            data-testid="start-estimated"
                            on:click=move |event: MouseEvent| {
                                event.prevent_default();
                                desk.send(true);
                            }
                        >
                            {text::START_NOW}
                        </button>
                    </p>
                </div>
            }
            .erase()
        })
    }
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;

    #[test]
    fn an_address_holds_what_was_entered() {
        let wish = RunWish {
            project: "p".into(),
            goal: "Why & how?".into(),
            areas: vec!["churn".into(), "levels".into()],
            ..RunWish::default()
        };
        assert_eq!(estimate_address(&wish), "/projects/p/runs?estimate=on&goal=Why%20%26%20how%3F&areas=churn%2Clevels");
    }
}
