use super::live::Running;
use crate::{
    erased::{Erase, Memo},
    words::runs as text,
};
use leptos::prelude::*;
use protocol::run::{Phase, RunView};

/// Where the run is: what is past, what is under way and what is yet to come.
#[component]
pub(super) fn Phases(running: Running) -> impl IntoView {
    let items = Phase::ALL
        .map(|phase| {
            let state = Memo::new(move |_| running.with(|view| state(view, phase)));
            let lasts = Memo::new(move |_| {
                let now = running.now.get();
                running.with(|view| lasted(view, phase, now))
            });
            view! {
                <li class=move || state.get().class() aria-current=move || (state.get() == State::Now).then_some("step")>
                    {text::phase(phase)}
                    <span class="hidden">": " {move || state.get().word()}</span>
                    <small>{move || lasts.get()}</small>
                </li>
            }
            .erase()
        })
        .into_iter()
        .collect_view();
    view! {
        <ol class="phases card" aria-label=text::PHASES data-testid="phases">
            {items}
        </ol>
    }
    .erase()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Past,
    Now,
    Next,
    /// The run ended before it.
    LeftOut,
}

impl State {
    const fn class(self) -> &'static str {
        match self {
            Self::Past => "past",
            Self::Now => "now",
            Self::Next => "next",
            Self::LeftOut => "left-out",
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Past => text::PAST,
            Self::Now => text::NOW,
            Self::Next => text::NEXT,
            Self::LeftOut => text::LEFT_OUT,
        }
    }
}

fn state(view: &RunView, phase: Phase) -> State {
    match view.phases.iter().find(|span| span.phase == phase) {
        Some(span) if span.ended_at.is_none() && !view.work.status.is_over() => State::Now,
        Some(_) => State::Past,
        None if view.work.status.is_over() || phase < view.phase => State::LeftOut,
        None => State::Next,
    }
}

/// How long a phase took, or takes by now; empty before it.
fn lasted(view: &RunView, phase: Phase, now: Option<i64>) -> String {
    let Some(span) = view.phases.iter().find(|span| span.phase == phase) else { return String::new() };
    let end = span.ended_at.map(|at| at.0).or(now).unwrap_or(span.started_at.0);
    match span.ended_at {
        // Before the page is awake nobody knows the time.
        None if now.is_none() => String::new(),
        _ => text::lasted((end - span.started_at.0).max(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{
        ProjectId, RunId, Timestamp,
        run::{PhaseSpan, RunRequest},
        work::WorkStatus,
    };
    use uuid::Uuid;

    fn view() -> RunView {
        let mut view = RunView::new(RunId(Uuid::nil()), ProjectId(Uuid::nil()), RunRequest::default());
        let span = |phase, from, to: Option<i64>| PhaseSpan { phase, started_at: Timestamp(from), ended_at: to.map(Timestamp) };
        view.work.status = WorkStatus::Running;
        view.phase = Phase::Exploration;
        view.phases = vec![
            span(Phase::Initialization, 0, Some(9_000)),
            span(Phase::SchemaDiscovery, 9_000, Some(20_000)),
            span(Phase::Exploration, 20_000, None),
        ];
        view
    }

    #[test]
    fn phases_are_past_under_way_left_out_or_yet_to_come() {
        let mut view = view();
        let states = |view: &RunView| Phase::ALL.map(|phase| state(view, phase));
        let [past, now, next, out] = [State::Past, State::Now, State::Next, State::LeftOut];
        assert_eq!(states(&view), [past, out, past, now, next, next, next, next]);
        view.work.status = WorkStatus::Failed;
        assert_eq!(states(&view), [past, out, past, past, out, out, out, out]);
    }

    #[test]
    fn the_phase_under_way_counts_once_the_page_is_awake() {
        let view = view();
        assert_eq!(lasted(&view, Phase::Initialization, None), "9 ms");
        assert_eq!(lasted(&view, Phase::Exploration, None), "");
        assert_eq!(lasted(&view, Phase::Exploration, Some(1_020_000)), "1.0 s");
        assert_eq!(lasted(&view, Phase::Exploration, Some(0)), "0 ms", "a clock that goes wrong");
        assert_eq!(lasted(&view, Phase::Saving, Some(1)), "");
    }
}
