use super::{
    calls::{ColumnProfileShown, ProfileShown, ProjectAct, ProjectDeed},
    frame::done,
};
use crate::{erased::Erase, parts::Alert, words::projects as text};
use leptos::{prelude::*, task::spawn_local};

/// What the values of a table are like, computed when somebody asks for it.
#[component]
pub(super) fn Profile(project: String, source: String, table: String) -> impl IntoView {
    let (busy, fault) = (RwSignal::new(false), RwSignal::new(None::<String>));
    let profile = RwSignal::new(None::<ProfileShown>);
    let compute = move |_| {
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        fault.set(None);
        let act = ProjectAct { source: source.clone(), name: table.clone(), ..ProjectAct::new(&project, ProjectDeed::Profile) };
        spawn_local(async move {
            match done(act).await {
                Ok(shown) => profile.set(Some(shown)),
                Err(error) => fault.set(Some(error.to_string())),
            }
            busy.set(false);
        });
    };
    let label = move || {
        if profile.with(Option::is_some) { text::PROFILE_AGAIN } else { text::PROFILE_DO }
    };
    view! {
        <section aria-labelledby="profile">
            <div class="section-head">
                <h2 id="profile">{text::PROFILE}</h2>
                <button type="button" class="button" data-testid="compute-profile" disabled=move || busy.get() on:click=compute>
                    {label}
                </button>
            </div>
            <p class="small quiet">{text::PROFILE_WHAT}</p>
            <noscript>
                <p>{text::PROFILE_NO_SCRIPT}</p>
            </noscript>
            <Alert fault=fault />
            <div role="status">
                {move || busy.get().then(|| view! { <p>{text::PROFILE_BUSY}</p> <progress aria-label=text::PROFILE_BUSY></progress> })}
                {move || profile.with(|shown| shown.as_ref().map(|shown| text::profiled(shown.rows, shown.elapsed_ms)))}
            </div>
            {move || profile.get().map(drawn)}
        </section>
    }
    .erase()
}

fn drawn(profile: ProfileShown) -> AnyView {
    let rows = profile.rows;
    let columns = profile.columns.into_iter().map(|one| column(one, rows)).collect_view();
    view! {
        <div class="scrolls framed" tabindex="0" role="group" aria-label=text::PROFILE>
            <table class="profile" data-testid="profile">
                <thead>
                    <tr>
                        <th scope="col">{text::COLUMN}</th>
                        <th scope="col">{text::FILLED}</th>
                        <th scope="col" class="number">
                            {text::DISTINCT}
                        </th>
                        <th scope="col">{text::LEAST}</th>
                        <th scope="col">{text::GREATEST}</th>
                        <th scope="col">{text::FREQUENT}</th>
                    </tr>
                </thead>
                <tbody>{columns}</tbody>
            </table>
        </div>
        {(profile.more > 0).then(|| view! { <p class="small quiet">{text::more_columns(profile.more)}</p> })}
    }
    .erase()
}

fn column(one: ColumnProfileShown, rows: u64) -> AnyView {
    let filled = per_cent(rows.saturating_sub(one.nulls), rows);
    let most = one.top.iter().map(|(_, count)| *count).max().unwrap_or(1);
    let top = one
        .top
        .iter()
        .map(|(value, count)| {
            view! {
                <li>
                    {bar(per_cent(*count, most))}
                    <span dir="auto">{text::frequent(value, *count)}</span>
                </li>
            }
            .erase()
        })
        .collect_view();
    let spread = (one.spread.len() == 5).then(|| spread(&one.spread, &one.middle));
    view! {
        <tr>
            <th scope="row" dir="auto">
                {one.name}
                <p class="small quiet">
                    <code>{one.data_type}</code>
                </p>
            </th>
            <td class="filled">{bar(filled)} {format!("{filled} %")}</td>
            <td class="number">{text::number(one.distinct)}</td>
            <td dir="auto">{one.min}</td>
            <td dir="auto">{one.max}</td>
            <td>
                {spread}
                <ul class="plain top small">{top}</ul>
            </td>
        </tr>
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

fn bar(part: u64) -> AnyView {
    view! {
        <svg class="part" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect class="rail" width="100" height="10" />
            <rect class="half" width=part height="10" />
        </svg>
    }
    .erase()
}

fn per_cent(part: u64, whole: u64) -> u64 {
    // What is nearly all is not all.
    if part >= whole { 100 } else { (part.saturating_mul(100) / whole.max(1)).min(99) }
}
