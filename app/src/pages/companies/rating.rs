use super::{
    calls::{CompanyRatingWish, RateCompanyByForm, rate_company},
    live::Searching,
};
use crate::{
    erased::Erase,
    parts::{Icon, icon},
    words::companies as text,
};
use leptos::{ev::MouseEvent, prelude::*, server_fn::ServerFn, task::spawn_local};

/// What somebody thinks of a company; it can be taken back.
#[component]
pub(super) fn Rate(searching: Searching, company: String, first: Option<bool>) -> impl IntoView {
    let like = RwSignal::new(first);
    let of = company.clone();
    let send = Callback::new(move |next: Option<bool>| {
        let wish = CompanyRatingWish { search: searching.id.get_value(), company: of.clone(), like: next };
        spawn_local(async move {
            match rate_company(wish).await {
                Ok(()) => {
                    // The page may be gone by now.
                    let _gone = like.try_set(next);
                    let _gone = searching.live.fault.try_set(None);
                }
                Err(fault) => searching.complain(&fault),
            }
        });
    });
    let choice = move |value: &'static str, this: bool, which: Icon, name: &'static str| {
        view! {
            <button
                type="submit"
                name="rating"
                value=value
                class="button small"
                aria-pressed=move || (like.get() == Some(this)).to_string()
                on:click=move |event: MouseEvent| {
                    event.prevent_default();
                    send.run(Some(this));
                }
            >
                {icon(which)}
                {name}
            </button>
        }
        .erase()
    };
    let undo = move || {
        like.get().map(|_| {
            view! {
                <button
                    type="submit"
                    name="rating"
                    value="none"
                    class="button small"
                    data-testid="rating-undo"
                    on:click=move |event: MouseEvent| {
                        event.prevent_default();
                        send.run(None);
                    }
                >
                    {icon(Icon::Undo)}
                    {text::TAKE_BACK}
                </button>
            }
            .erase()
        })
    };
    let outcome = move || match like.get() {
        Some(true) => text::LIKED,
        Some(false) => text::DISLIKED,
        None => "",
    };
    view! {
        <form method="post" action=RateCompanyByForm::PATH class="rating row no-print" data-testid="company-rating">
            <input type="hidden" name="search" value=searching.id.get_value() />
            <input type="hidden" name="company" value=company />
            {choice("like", true, Icon::Like, text::LIKE)}
            {choice("dislike", false, Icon::Dislike, text::DISLIKE)}
            {undo}
            <span role="status" class="small">{outcome}</span>
        </form>
    }
    .erase()
}
