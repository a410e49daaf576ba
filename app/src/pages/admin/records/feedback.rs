use super::calls::{FeedbackLine, read_feedback};
use crate::{
    calls::{CallFault, Listed, Packed, open, page_data},
    erased::Erase,
    pages::admin::nav::AdminNav,
    parts::{Fault, Icon, Newest, Paged, When, icon},
    words::{records as text, threads},
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::interview::Rating;

/// What people think of the interviewer's messages.
#[component]
pub(crate) fn FeedbackPage() -> impl IntoView {
    let query = use_query_map();
    let filter = Signal::derive(move || {
        query.with(|query| format!("{}|{}", query.get("rating").unwrap_or_default(), query.get("after").unwrap_or_default()))
    });
    let lines = page_data(filter, |filter| Box::pin(read(filter)));
    view! {
        <Title text=text::FEEDBACK />
        <Suspense>
            {move || {
                let now = filter.get();
                Suspend::new(async move {
                    match open::<Listed<FeedbackLine>>(lines.await) {
                        Err(fault) => view! { <Fault fault=fault /> }.erase(),
                        Ok(lines) => {
                            view! {
                                <main id="main" class="page" tabindex="-1">
                                    <AdminNav here="/admin/feedback" />
                                    <h1>{text::FEEDBACK}</h1>
                                    {tabs(&now)}
                                    <Lines first=lines filter=now />
                                </main>
                            }
                                .erase()
                        }
                    }
                })
            }}
        </Suspense>
    }
    .erase()
}

fn parsed(filter: &str) -> (Option<Rating>, Option<String>) {
    let (rating, after) = filter.split_once('|').unwrap_or_default();
    let rating = [Rating::Like, Rating::Dislike].into_iter().find(|one| one.name() == rating);
    (rating, Some(after.to_owned()).filter(|after| !after.is_empty()))
}

async fn read(filter: String) -> Result<Packed, CallFault> {
    let (rating, after) = parsed(&filter);
    read_feedback(rating, after).await
}

fn tabs(now: &str) -> impl IntoView + use<> {
    let now = parsed(now).0.map(Rating::name).unwrap_or_default();
    let tabs = text::RATINGS.map(|(rating, name)| {
        let href = if rating.is_empty() { "/admin/feedback".to_owned() } else { format!("/admin/feedback?rating={rating}") };
        view! {
            <a href=href aria-current=(rating == now).then_some("page")>
                {name}
            </a>
        }
    });
    view! {
        <nav class="tabs" aria-label=text::WHICH>
            {tabs.collect_view()}
        </nav>
    }
    .erase()
}

#[component]
fn Lines(first: Listed<FeedbackLine>, filter: String) -> impl IntoView {
    if first.items.is_empty() {
        return view! { <div class="empty"><p>{text::NO_FEEDBACK}</p></div> }.erase();
    }
    let lines = Paged::new(first);
    let (rating, after) = parsed(&filter);
    let of = rating.map(Rating::name).unwrap_or_default();
    let more = lines.more(
        move |next| format!("/admin/feedback?rating={of}&after={next}"),
        move |next| lines.extend(async move { open(read_feedback(rating, Some(next)).await) }),
    );
    let row = |one: FeedbackLine| {
        let bad = one.feedback.rating == Rating::Dislike;
        let (picture, name) = if bad { (Icon::Dislike, threads::NOT_GOOD) } else { (Icon::Like, threads::GOOD) };
        view! {
            <li class="feedback-line" data-testid="feedback-line">
                <span class="judged" class:bad=bad>
                    {icon(picture)}
                    <span class="hidden">{name}</span>
                </span>
                <div>
                    {one.feedback.comment.map(|comment| view! { <p dir="auto">{comment}</p> })}
                    <blockquote class="words" dir="auto">
                        {one.excerpt}
                    </blockquote>
                    <p class="small quiet facts">
                        <span dir="auto">{one.person}</span>
                        <span>
                            <When at=one.at />
                        </span>
                        <a href=format!("/admin/interviews/{}#message-{}", one.session, one.message)>{text::THERE}</a>
                        <a href=format!("/admin/review/{}", one.session)>{text::REVIEW}</a>
                    </p>
                </div>
            </li>
        }
    };
    view! {
        <Newest later={after.is_some()} href="/admin/feedback" />
        <ul class="lines">{move || lines.items.get().into_iter().map(row).collect_view()}</ul>
        {more}
    }
    .erase()
}
