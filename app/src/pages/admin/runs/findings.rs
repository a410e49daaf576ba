use super::calls::{FindingLine, read_findings};
use crate::{
    calls::{Listed, open},
    erased::Erase,
    parts::{Icon, Newest, Paged, When, icon},
    words::{run_reviews as text, threads},
};
use leptos::prelude::*;
use protocol::interview::Rating;

/// What people think of findings, and what the list was asked for.
#[component]
pub(crate) fn FindingLines(first: Listed<FindingLine>, rating: Option<Rating>, after: Option<String>) -> impl IntoView {
    if first.items.is_empty() {
        return view! { <div class="empty"><p>{text::NO_FEEDBACK}</p></div> }.erase();
    }
    let lines = Paged::new(first);
    let of = rating.map(Rating::name).unwrap_or_default();
    let more = lines.more(
        move |next| format!("/admin/feedback?of=findings&rating={of}&after={next}"),
        move |next| lines.extend(async move { open(read_findings(rating, Some(next)).await) }),
    );
    let row = |one: FindingLine| {
        let bad = one.rating == Rating::Dislike;
        let (picture, name) = if bad { (Icon::Dislike, threads::NOT_GOOD) } else { (Icon::Like, threads::GOOD) };
        view! {
            <li class="feedback-line" data-testid="finding-line">
                <span class="judged" class:bad=bad>
                    {icon(picture)}
                    <span class="hidden">{name}</span>
                </span>
                <div>
                    {one.comment.map(|comment| view! { <p dir="auto">{comment}</p> })}
                    <blockquote class="words" dir="auto">
                        {one.finding}
                    </blockquote>
                    <p class="small quiet facts">
                        <span dir="auto">{one.person}</span>
                        <span>
                            <When at=one.at />
                        </span>
                        <span dir="auto">{one.project_name}</span>
                        <a href=format!("/projects/{}/runs", one.project)>{text::TO_PROJECT}</a>
                    </p>
                </div>
            </li>
        }
    };
    view! {
        <Newest later={after.is_some()} href="/admin/feedback?of=findings" />
        <ul class="lines">{move || lines.items.get().into_iter().map(row).collect_view()}</ul>
        {more}
    }
    .erase()
}
