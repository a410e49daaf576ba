use super::calls::{FindingAddress, FindingKind, OwnRating, RateByForm, RatingWish, rate_finding};
use crate::{
    browser,
    erased::{Erase, Memo},
    parts::{Icon, escape_textarea, icon},
    words::runs as text,
};
use leptos::{ev::MouseEvent, html::Textarea, prelude::*, server_fn::ServerFn, task::spawn_local};

const NAME: &str = "rate-name";

/// What somebody thinks of a finding, with a comment; it can be taken back.
#[component]
pub(super) fn Rate(of: FindingAddress, first: Option<OwnRating>, fault: RwSignal<Option<String>>) -> impl IntoView {
    let comment = first.as_ref().map(|rating| rating.comment.clone()).unwrap_or_default();
    let own = RwSignal::new(first);
    let kind = if of.kind == FindingKind::Insight { "insight" } else { "recommendation" };
    let fields =
        [("project", of.of.project.clone()), ("run", of.of.run.clone()), ("kind", kind.to_owned()), ("id", of.id.clone())];
    let fields = fields.map(|(name, value)| view! { <input type="hidden" name=name value=value /> }).collect_view();
    let field = NodeRef::<Textarea>::new();
    let send = Callback::new(move |like: Option<bool>| {
        let comment = field.get_untracked().map(|field| field.value()).unwrap_or_default();
        let rating = like.map(|like| OwnRating { like, comment });
        let wish = RatingWish { of: of.clone(), rating: rating.clone() };
        spawn_local(async move {
            match rate_finding(wish).await {
                Ok(()) => {
                    // With what is taken back its button goes.
                    if rating.is_none() {
                        browser::focus_again(NAME.to_owned());
                    }
                    let _gone = own.try_set(rating);
                    let _gone = fault.try_set(None);
                }
                Err(error) => {
                    let _gone = fault.try_set(Some(error.to_string()));
                }
            }
        });
    });
    let like = Memo::new(move |_| own.with(|own| own.as_ref().map(|own| own.like)));
    let choice = move |value: &'static str, this: bool, which: Icon, name: &'static str| {
        view! {
            <button
                type="submit"
                name="rating"
                value=value
                class="button"
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
    let more = move || {
        like.get().map(|liked| {
            view! {
                <button
                    type="submit"
                    name="rating"
                    value=if liked { "like" } else { "dislike" }
                    class="button small"
                    on:click=move |event: MouseEvent| {
                        event.prevent_default();
                        send.run(Some(liked));
                    }
                >
                    {text::KEEP_COMMENT}
                </button>
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
    let heard = move || match like.get() {
        Some(true) => text::LIKED,
        Some(false) => text::DISLIKED,
        None => "",
    };
    view! {
        <section aria-labelledby=NAME class="rating no-print" data-testid="rating">
            <h2 id=NAME tabindex="-1">
                {text::RATE}
            </h2>
            <p class="small quiet">{text::RATE_WHY}</p>
            <form method="post" action=RateByForm::PATH>
                {fields}
                <p class="row">
                    {choice("like", true, Icon::Like, text::LIKE)} {choice("dislike", false, Icon::Dislike, text::DISLIKE)}
                    <span role="status">{heard}</span>
                </p>
                <label class="field">
                    <span>{text::COMMENT}</span>
                    <textarea name="comment" rows="2" maxlength="4000" dir="auto" node_ref=field>
                        {escape_textarea(comment)}
                    </textarea>
                </label>
                <p class="row">{more}</p>
            </form>
        </section>
    }
    .erase()
}
