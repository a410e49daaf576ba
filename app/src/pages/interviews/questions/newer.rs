use super::{
    calls::{MappedCard, MigrateByForm, NewerCard},
    page::aside_row,
};
use crate::{
    erased::Erase,
    parts::{Icon, icon},
    words::questions as text,
};
use leptos::{prelude::*, server_fn::ServerFn};
use protocol::SessionId;

/// Another version, with what would become of everything, before it is done.
#[component]
pub(super) fn Newer(id: SessionId, newer: NewerCard, active: bool) -> impl IntoView {
    let NewerCard { objective, version, mapped, new, aside } = newer;
    let (kept, changed): (Vec<_>, Vec<_>) = mapped.into_iter().partition(|one| one.to.is_none() && one.fits);
    view! {
        <section class="card newer" aria-labelledby="newer-name" data-testid="newer">
            <h2 id="newer-name">{text::newer(&objective, &version)}</h2>
            <p class="quiet">{text::NEWER_WHY}</p>
            <ul class="newer-counts">
                <li>{icon(Icon::Check)} {text::kept(kept.len())}</li>
                <li>{icon(Icon::Swap)} {text::changed(changed.len())}</li>
                <li>{icon(Icon::More)} {text::new(new.len())}</li>
                <li>{icon(Icon::Clock)} {text::aside(aside.len())}</li>
            </ul>
            <details>
                <summary class="button small">{text::PREVIEW}</summary>
                {listed(text::CHANGED, changed.into_iter().map(|one| mapped_row(one).erase()).collect())}
                {listed(
                    text::NEW,
                    new.into_iter().map(|name| view! { <li class="line-row"><b dir="auto">{name}</b></li> }.erase()).collect(),
                )}
                {listed(text::SET_ASIDE, aside.into_iter().map(|one| aside_row(one).erase()).collect())}
                {listed(text::KEPT, kept.into_iter().map(|one| mapped_row(one).erase()).collect())}
            </details>
            {active
                .then(|| {
                    view! {
                        <form method="post" action=MigrateByForm::PATH>
                            <input type="hidden" name="id" value=id.to_string() />
                            <button type="submit" class="button primary" data-testid="migrate">
                                {icon(Icon::Arrow)}
                                {text::MIGRATE}
                            </button>
                        </form>
                    }
                })}
        </section>
    }
    .erase()
}

fn listed(name: &'static str, rows: Vec<AnyView>) -> Option<AnyView> {
    (!rows.is_empty()).then(|| view! { <h3 class="small">{name}</h3> <ul class="lines">{rows}</ul> }.erase())
}

fn mapped_row(one: MappedCard) -> impl IntoView {
    view! {
        <li class="line-row">
            <div>
                <b dir="auto">{one.name}</b>
                {one.to.map(|to| view! { " → " <b dir="auto">{to}</b> })}
                <p class="small quiet facts">
                    {one.value.map(|value| view! { <span dir="auto">{value}</span> })}
                    {(!one.fits).then(|| view! { <span>{text::NO_FIT}</span> })}
                </p>
            </div>
        </li>
    }
    .erase()
}
