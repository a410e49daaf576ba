use super::calls::{FinishReview, QueuedCard};
use crate::{
    erased::Erase,
    parts::{Icon, escape_textarea, icon},
    words::review as text,
};
use leptos::{prelude::*, server_fn::ServerFn};
use protocol::review::{Review, ReviewState, Rubric, Verdict};

/// The rubric, a verdict and a comment; then back to the queue or on to the next.
#[component]
pub(super) fn ReviewForm(card: QueuedCard) -> impl IntoView {
    let held = card.review.clone();
    let others = card.state == ReviewState::Reserved && !card.mine;
    let rubric = held.as_ref().map(|review| review.rubric).unwrap_or_default();
    let verdict = held.as_ref().map(|review| review.verdict);
    let comment = held.map(|Review { comment, .. }| comment).unwrap_or_default();
    view! {
        <form method="post" action=FinishReview::PATH class="review-form card" data-testid="review-form">
            <input type="hidden" name="id" value=card.interview.id.to_string() />
            <fieldset disabled=others>
                <legend class="hidden">{text::REVIEW}</legend>
                {criteria(rubric)}
                <fieldset class="verdict">
                    <legend>{text::VERDICT}</legend>
                    {Verdict::ALL.map(|one| choice(one, verdict)).collect_view()}
                </fieldset>
                <label class="field">
                    <span>{text::COMMENT}</span>
                    <textarea name="comment" rows="4" maxlength="5000" dir="auto">
                        {escape_textarea(comment)}
                    </textarea>
                </label>
                <p class="row">
                    <button type="submit" class="button primary" name="act" value="next" data-testid="finish-next">
                        {text::SAVE_NEXT}
                        {icon(Icon::Arrow)}
                    </button>
                    <button type="submit" class="button" name="act" value="done" data-testid="finish-review">
                        {text::SAVE}
                    </button>
                </p>
            </fieldset>
        </form>
    }
    .erase()
}

fn criteria(rubric: Rubric) -> impl IntoView {
    let row = |(name, points): (&'static str, Option<u8>)| {
        let (label, what) = text::criterion(name);
        let scale = (1..=5_u8)
            .map(|value| {
                view! {
                    <label class="point">
                        <input type="radio" name=format!("points[{name}]") value=value.to_string() checked={points == Some(value)} />
                        <span>{value}</span>
                    </label>
                }
            })
            .collect_view();
        view! {
            <fieldset class="criterion">
                <legend>
                    <b>{label}</b>
                    " "
                    <span class="small quiet">{what}</span>
                </legend>
                <div class="points-row">{scale}</div>
            </fieldset>
        }
    };
    rubric.named().map(row).collect_view()
}

fn choice(one: Verdict, held: Option<Verdict>) -> impl IntoView {
    view! {
        <label class="point wide-point">
            <input type="radio" name="verdict" value=one.name() required checked={held == Some(one)} />
            <span>{text::verdict(one)}</span>
        </label>
    }
    .erase()
}
