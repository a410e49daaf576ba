//! What somebody thinks of an opportunity, with a comment; it can be taken back.

use super::{
    calls::OpportunityAct,
    form::{PATH, hidden_fields},
    live::Tracking,
};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, escape_textarea, icon},
    words::{opportunities as text, runs},
};
use leptos::prelude::*;

#[component]
pub(super) fn Rate(tracking: Tracking) -> impl IntoView {
    if !tracking.may_change {
        return ().erase();
    }
    let desk = tracking.desk();
    let own = Memo::new(move |_| tracking.around.with(|around| around.rating.clone()));
    let like = Memo::new(move |_| own.with(|own| own.as_ref().map(|own| own.like)));
    let comment = own.get_untracked().map(|own| own.comment).unwrap_or_default();
    let opportunity = tracking.chosen.map(|id| id.to_string()).unwrap_or_default();
    let choice = move |value: &'static str, this: bool, which: Icon, name: &'static str| {
        view! {
            <button
                type="submit"
                name="wish[rating]"
                value=value
                class="button"
                aria-pressed=move || (like.get() == Some(this)).to_string()
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
                <button type="submit" name="wish[rating]" value="none" class="button small" data-testid="rating-undo">
                    {icon(Icon::Undo)}
                    {runs::TAKE_BACK}
                </button>
            }
            .erase()
        })
    };
    let heard = move || match like.get() {
        Some(true) => runs::LIKED,
        Some(false) => runs::DISLIKED,
        None => "",
    };
    view! {
        <section class="card padded rating no-print" aria-labelledby="rate-name" data-testid="rating">
            <h2 id="rate-name">{text::RATE}</h2>
            <p class="small quiet">{text::RATE_WHY}</p>
            <form method="post" action=PATH class="decide-form" on:submit=move |event| desk.submit(event)>
                {hidden_fields(OpportunityAct::Rate, &[("opportunity", opportunity)])}
                <label class="field">
                    <span>{runs::COMMENT}</span>
                    <textarea name="wish[comment]" rows="2" maxlength="2000" dir="auto">
                        {escape_textarea(comment)}
                    </textarea>
                </label>
                <p class="row">
                    {choice("like", true, Icon::Like, runs::LIKE)} {choice("dislike", false, Icon::Dislike, runs::DISLIKE)} {undo}
                </p>
                <p role="status" class="small">
                    {heard}
                </p>
            </form>
        </section>
    }
    .erase()
}
