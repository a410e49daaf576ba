use super::{
    calls::{ColumnProfileShown, ProfileShown, ProjectAct, ProjectDeed, RemarkShown, TableView},
    frame::done,
    table_conversions::Place,
};
use crate::{
    erased::{Effect, Erase},
    parts::Alert,
    words::tables as text,
};
use leptos::{prelude::*, task::spawn_local};
use protocol::Timestamp;

/// Of the bars of a histogram.
const HEIGHT: u32 = 40;

/// What the values of a table are like: computed by itself when somebody looks at the table, unless that costs money.
pub(super) fn profile(place: Place, view: RwSignal<TableView>) -> AnyView {
    let (busy, fault) = (RwSignal::new(false), RwSignal::new(None::<String>));
    let (first, is_free) = view.with_untracked(|view| (view.profile.clone(), view.is_free));
    // What was computed stays, whatever else of the page is read again.
    let shown = RwSignal::new(first);
    let compute = Callback::new(move |()| {
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        fault.set(None);
        let Place { project, source, table } = place.clone();
        let act = ProjectAct { source, name: table, ..ProjectAct::new(&project, ProjectDeed::Profile) };
        spawn_local(async move {
            let answer = done::<ProfileShown>(act).await;
            // The page may be gone by now.
            let _gone = busy.try_set(false);
            match answer {
                Ok(profile) => {
                    let _gone = shown.try_set(Some(profile));
                }
                Err(error) => {
                    let _gone = fault.try_set(Some(error.to_string()));
                }
            }
        });
    });
    let read_at = StoredValue::new(None::<Timestamp>);
    Effect::new(move |()| {
        let (fresh, at) = view.with(|view| (view.profile.clone(), view.source.read_at));
        let is_new = read_at.get_value() != Some(at);
        read_at.set_value(Some(at));
        match fresh {
            Some(profile) if shown.with_untracked(|shown| shown.as_ref() != Some(&profile)) => shown.set(Some(profile)),
            None if is_free && is_new => compute.run(()),
            _ => {}
        }
    });
    let waits = move || shown.with(Option::is_none) && (is_free || busy.get()) && fault.with(Option::is_none);
    let waiting = move || {
        waits().then(|| {
            view! {
                <p data-testid="profile-busy">{text::PROFILE_BUSY}</p>
                <noscript>
                    <p>{text::PROFILE_NO_SCRIPT}</p>
                </noscript>
            }
            .erase()
        })
    };
    let button = move || {
        (!is_free && !busy.get() && shown.with(Option::is_none)).then(|| {
            view! {
                <p class="small quiet">{text::PROFILE_WHY}</p>
                <button type="button" class="button" data-testid="compute-profile" on:click=move |_| compute.run(())>
                    {text::PROFILE_DO}
                </button>
            }
            .erase()
        })
    };
    let counted = move || shown.with(|shown| shown.as_ref().map(|shown| text::profiled(shown.rows, shown.elapsed_ms)));
    view! {
        <section aria-labelledby="profile" class="table-part">
            <h2 id="profile">{text::PROFILE}</h2>
            {button}
            <Alert fault=fault />
            <div role="status" class="small quiet">
                {waiting}
                {counted}
            </div>
            {move || shown.get().map(draw)}
        </section>
    }
    .erase()
}

fn draw(profile: ProfileShown) -> AnyView {
    let rows = profile.rows;
    let remarks = remarks(profile.remarks);
    let columns = profile.columns.into_iter().map(|one| column(one, rows)).collect_view();
    view! {
        {remarks}
        <ul class="plain profile" data-testid="profile">
            {columns}
        </ul>
        {(profile.more > 0).then(|| view! { <p class="small quiet">{text::more_columns(profile.more)}</p> })}
    }
    .erase()
}

fn remarks(all: Vec<RemarkShown>) -> Option<AnyView> {
    let line = |one: RemarkShown| {
        let sentence = text::remark(&one.column, &one.kind, one.count, one.of, &one.value);
        view! { <li dir="auto">{sentence}</li> }.erase()
    };
    (!all.is_empty()).then(|| {
        let lines = all.into_iter().map(line).collect_view();
        view! { <ul class="remarks" data-testid="remarks">{lines}</ul> }.erase()
    })
}

fn column(one: ColumnProfileShown, rows: u64) -> AnyView {
    let filled = rows.saturating_sub(one.nulls);
    let drawn = if one.histogram.is_empty() {
        (one.spread.len() == 5).then(|| spread(&one.spread, &one.middle))
    } else {
        Some(histogram(&one))
    };
    let range = (!one.min.is_empty() || !one.max.is_empty()).then(|| {
        view! {
            <div>
                <dt>{text::MIN}</dt>
                <dd dir="auto">{one.min}</dd>
            </div>
            <div>
                <dt>{text::MAX}</dt>
                <dd dir="auto">{one.max}</dd>
            </div>
        }
        .erase()
    });
    let top = frequent(&one.top);
    view! {
        <li>
            <h3 dir="auto">{one.name}</h3>
            <code class="small">{one.data_type}</code>
            <dl>
                <div>
                    <dt>{text::FILLED}</dt>
                    <dd>{bar(filled, rows)} {text::per_cent(filled, rows)}</dd>
                </div>
                <div>
                    <dt>{text::NULLS}</dt>
                    <dd>{crate::words::projects::number(one.nulls)}</dd>
                </div>
                <div>
                    <dt>{text::DISTINCT}</dt>
                    <dd>{text::distinct(one.distinct, one.estimated)}</dd>
                </div>
                {range}
            </dl>
            {drawn}
            {top}
        </li>
    }
    .erase()
}

fn frequent(top: &[(String, u64)]) -> Option<AnyView> {
    let most = top.iter().map(|(_, count)| *count).max()?;
    let line = |(value, count): &(String, u64)| {
        view! {
            <li>
                {bar(*count, most)}
                <span dir="auto">{text::frequent(value, *count)}</span>
            </li>
        }
        .erase()
    };
    let lines = top.iter().map(line).collect_view();
    let shown = view! {
        <p class="small quiet">{text::FREQUENT}</p>
        <ul class="plain top small">{lines}</ul>
    };
    Some(shown.erase())
}

/// A bar for each part between the least and the greatest.
fn histogram(one: &ColumnProfileShown) -> AnyView {
    let bar = |(height, at): (&u8, u32)| format!("M{} {HEIGHT}v-{}", 2 * at + 1, u32::from(*height) * HEIGHT / 100);
    let path: String = one.histogram.iter().zip(0_u32..).map(bar).collect();
    let width = 2 * one.histogram.len();
    view! {
        <svg
            class="histogram"
            viewBox=format!("0 0 {width} {HEIGHT}")
            preserveAspectRatio="none"
            role="img"
            aria-label=text::histogram(&one.name, &one.min, &one.max)
            data-testid="histogram"
        >
            <path d=path />
        </svg>
    }
    .erase()
}

/// Where the middle half and nearly all of the values lie between the least and the greatest.
fn spread(marks: &[u8], middle: &str) -> AnyView {
    let at = |place: usize| u32::from(marks.get(place).copied().unwrap_or_default());
    let width = |from: usize, to: usize| at(to).saturating_sub(at(from)).max(1);
    view! {
        <svg class="spread" viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label=text::spread(marks, middle)>
            <rect class="rail" x="0" y="4" width="100" height="2" />
            <rect class="most" x=at(0) y="3" width=width(0, 4) height="4" />
            <rect class="half" x=at(1) y="1" width=width(1, 3) height="8" />
            <rect class="middle" x=at(2) y="0" width="1" height="10" />
        </svg>
    }
    .erase()
}

fn bar(part: u64, whole: u64) -> AnyView {
    let width = (u128::from(part.min(whole)) * 100).div_ceil(u128::from(whole.max(1)));
    view! {
        <svg class="part" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect class="rail" width="100" height="10" />
            <rect class="half" width=width.to_string() height="10" />
        </svg>
    }
    .erase()
}
