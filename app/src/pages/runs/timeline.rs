use super::{calls::read_steps, live::Running};
use crate::{
    browser,
    calls::open,
    erased::{Erase, Memo},
    parts::{Icon, icon},
    words::{projects::took, runs as text},
};
use leptos::{prelude::*, task::spawn_local};
use protocol::run::{Fix, RunStep};

/// The name of the list, and the button that shows more of it.
const NAME: &str = "steps-name";
const MORE: &str = "earlier-steps";

/// The steps of a run, the newest first: one row each, which opens in its place.
#[component]
pub(super) fn Timeline(running: Running) -> impl IntoView {
    // Read on their own: a run may have more steps than are followed.
    let earlier = RwSignal::new(Vec::<RunStep>::new());
    let busy = RwSignal::new(false);
    let numbers = Memo::new(move |_| {
        let earlier: Vec<u32> = earlier.with(|steps| steps.iter().map(|step| step.number).collect());
        let shown: Vec<u32> = running.with(|view| view.steps.iter().map(|step| step.number).collect());
        join(earlier, &shown)
    });
    let longest = Memo::new(move |_| {
        let early = earlier.with(|steps| steps.iter().map(|step| step.elapsed_ms).max());
        running.with(|view| view.steps.iter().map(|step| step.elapsed_ms).max()).max(early).unwrap_or_default()
    });
    let row = move |number: u32| {
        let find = |steps: &[RunStep]| steps.iter().find(|step| step.number == number).cloned();
        let step = running.peek(|view| find(&view.steps)).or_else(|| earlier.with_untracked(|steps| find(steps)));
        step.map(|step| render_step(step, longest))
    };
    let first = Memo::new(move |_| numbers.with(|numbers| numbers.last().copied()));
    let load = move |before: u32| {
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        let address = running.address.get_value();
        spawn_local(async move {
            let answer = open::<Vec<RunStep>>(read_steps(address, before).await);
            let _gone = busy.try_set(false);
            match answer {
                Ok(mut steps) => {
                    // The button is drawn anew, and goes with the first step.
                    let is_whole = steps.first().is_none_or(|step| step.number <= 1);
                    let next = if is_whole { NAME } else { MORE };
                    browser::focus_again(next.to_owned());
                    let _gone = earlier.try_update(|held| {
                        // What is followed may have moved on meanwhile: the gap is filled from there.
                        let next = steps.last().map_or(0, |step| step.number);
                        held.retain(|step| step.number > next);
                        let shown = running.live.followed.view.with_untracked(|view| {
                            let last = held.last().map_or(next, |step| step.number);
                            view.steps.iter().filter(|step| step.number > last).cloned().collect::<Vec<_>>()
                        });
                        steps.append(held);
                        steps.extend(shown);
                        *held = steps;
                    });
                }
                Err(fault) => running.complain(&fault),
            }
        });
    };
    let more = move || {
        first.get().filter(|first| *first > 1).map(|first| {
            view! {
                <p class="more by-script">
                    <button
                        type="button"
                        id=MORE
                        class="button small"
                        aria-disabled=move || busy.get().to_string()
                        on:click=move |_| load(first)
                    >
                        {text::EARLIER}
                    </button>
                </p>
            }
            .erase()
        })
    };
    let none = move || {
        first.get().is_none().then(|| {
            let what = if running.is_over() { text::NO_STEP } else { text::NO_STEPS };
            view! { <p class="small quiet none">{what}</p> }.erase()
        })
    };
    view! {
        <section aria-labelledby=NAME>
            <h2 id=NAME tabindex="-1">{text::STEPS} " " <span class="quiet small">{move || running.with(|view| view.step_count)}</span></h2>
            <ol class="steps card" data-testid="steps">
                <For each=move || numbers.get() key=|number| *number children=row />
            </ol>
            {none}
            {more}
        </section>
    }
    .erase()
}

/// The numbers to show, the newest first. Where steps are missing in between, only the newest are shown.
fn join(earlier: Vec<u32>, shown: &[u32]) -> Vec<u32> {
    let last = earlier.last().copied().unwrap_or_default();
    let fits = shown.first().is_none_or(|first| *first <= last + 1);
    let mut numbers = if fits { earlier } else { Vec::new() };
    let last = numbers.last().copied().unwrap_or_default();
    numbers.extend(shown.iter().filter(|number| **number > last));
    numbers.reverse();
    numbers
}

/// Of a hundred, how long this one took beside the longest.
#[expect(clippy::cast_precision_loss, reason = "a bar is some pixels wide")]
fn share(elapsed_ms: u64, longest: u64) -> String {
    format!("{:.1}", elapsed_ms as f64 * 100.0 / longest.max(1) as f64)
}

fn render_step(step: RunStep, longest: Memo<u64>) -> AnyView {
    let elapsed = step.elapsed_ms;
    let what = step.purpose.clone().or_else(|| step.message.clone()).unwrap_or_else(|| text::kind(&step.kind).to_owned());
    let mended = (!step.fix_history.is_empty())
        .then(|| view! { <span class="chip medium">{text::mended(step.fix_history.len())}</span> }.erase());
    let wrong =
        (step.status == "error").then(|| view! { <span class="chip low">{icon(Icon::Warning)} {text::ERROR}</span> }.erase());
    let rows = step.row_count.map(|rows| view! { <span>{text::rows(rows)}</span> });
    view! {
        <li>
            <details class="step" data-status=step.status.clone()>
                <summary>
                    <span class="n">{step.number}</span>
                    <span class="what" dir="auto">
                        {what}
                    </span>
                    <span class="n">{took(elapsed)}</span>
                    <span class="small quiet facts">
                        <span>{text::kind(&step.kind).to_owned()}</span>
                        {rows}
                    </span>
                    <span class="marks">{mended} {wrong}</span>
                    <svg class="step-bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                        <rect width=move || share(elapsed, longest.get()) height="1" />
                    </svg>
                </summary>
                {render_details(&step)}
            </details>
        </li>
    }
    .erase()
}

/// Everything about a step that its row has no room for.
fn render_details(step: &RunStep) -> AnyView {
    let part = |name: &'static str, of: &Option<String>| {
        let of = of.clone()?;
        Some(view! { <div><h3>{name}</h3> <p class="passage" dir="auto">{of}</p></div> }.erase())
    };
    let message = step.message.clone().filter(|_| step.purpose.is_some());
    let query = step.sql.as_deref().map(|sql| render_query(text::QUERY, sql));
    let fixes = step.fix_history.iter().map(render_fix).collect::<Vec<_>>();
    let fixes = (!fixes.is_empty()).then(|| view! { <div><h3>{text::MENDED}</h3> <ol class="fixes">{fixes}</ol></div> }.erase());
    let tokens = (step.input_tokens + step.output_tokens > 0)
        .then(|| view! { <span>{text::tokens(step.input_tokens, step.output_tokens)}</span> });
    view! {
        <div class="step-body">
            {message.map(|message| view! { <p dir="auto">{message}</p> })}
            {part(text::THINKING, &step.thinking)}
            {query}
            {part(text::ERROR, &step.error)}
            {fixes}
            <p class="small quiet facts">
                <span>{text::phase(step.phase)}</span>
                {step.area.clone().map(|area| view! { <span dir="auto">{area}</span> })}
                <span>{text::engine(&step.engine)}</span>
                {tokens}
            </p>
        </div>
    }
    .erase()
}

fn render_fix(fix: &Fix) -> AnyView {
    view! {
        <li>
            <p>
                <b>{text::attempt(fix.attempt)}</b>
                ": "
                <span dir="auto">{fix.error.clone()}</span>
            </p>
            {render_query(text::BEFORE, &fix.sql_before)}
            {render_query(text::AFTER, &fix.sql_after)}
        </li>
    }
    .erase()
}

/// A query as it was asked.
pub(super) fn render_query(name: &'static str, sql: &str) -> AnyView {
    view! {
        <pre class="scrolls" tabindex="0" role="group" aria-label=name>
            <code dir="ltr">{sql.to_owned()}</code>
        </pre>
    }
    .erase()
}

#[cfg(test)]
mod tests {
    use super::{join, share};

    #[test]
    fn earlier_steps_join_those_that_are_followed() {
        assert_eq!(join(vec![1, 2, 3], &[3, 4]), [4, 3, 2, 1]);
        assert_eq!(join(vec![1, 2], &[3, 4]), [4, 3, 2, 1]);
        assert_eq!(join(vec![1, 2], &[5, 6]), [6, 5], "3 and 4 are missing");
        assert_eq!(join(Vec::new(), &[1, 2]), [2, 1]);
        assert_eq!(join(vec![1], &[]), [1]);
    }

    #[test]
    fn bars_are_measured_by_the_longest() {
        assert_eq!([share(0, 0), share(5, 10), share(10, 10)], ["0.0", "50.0", "100.0"]);
    }
}
