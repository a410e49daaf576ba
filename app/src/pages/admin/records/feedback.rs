use super::calls::{FeedbackLine, read_feedback};
use crate::{
    calls::{CallFault, Listed, Packed, open, page_data},
    erased::Erase,
    pages::admin::{
        nav::AdminNav,
        runs::{
            FindingLines,
            calls::{FindingLine, read_findings},
        },
    },
    parts::{Fault, Icon, Newest, Paged, When, icon},
    words::{records as text, run_reviews, threads},
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::interview::Rating;

/// What people think of the interviewer's messages, and of the findings of runs.
#[component]
pub(crate) fn FeedbackPage() -> impl IntoView {
    let query = use_query_map();
    let filter = Signal::derive(move || {
        query.with(|query| {
            let get = |name: &str| query.get(name).unwrap_or_default();
            format!("{}|{}|{}", get("of"), get("rating"), get("after"))
        })
    });
    let lines = page_data(filter, |filter| Box::pin(read(filter)));
    view! {
        <Title text=text::FEEDBACK />
        <Suspense>
            {move || {
                let now = filter.get();
                Suspend::new(async move {
                    let asked = Asked::parse(&now);
                    let shown = if asked.findings {
                        open::<Listed<FindingLine>>(lines.await)
                            .map(|lines| view! { <FindingLines first=lines rating=asked.rating after=asked.after.clone() /> }.erase())
                    } else {
                        open::<Listed<FeedbackLine>>(lines.await)
                            .map(|lines| view! { <Lines first=lines rating=asked.rating after=asked.after.clone() /> }.erase())
                    };
                    match shown {
                        Err(fault) => view! { <Fault fault=fault /> }.erase(),
                        Ok(shown) => {
                            view! {
                                <main id="main" class="page" tabindex="-1">
                                    <AdminNav here="/admin/feedback" />
                                    <h1>{text::FEEDBACK}</h1>
                                    {tabs(&asked)}
                                    {shown}
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

/// What an address asks for.
struct Asked {
    /// Of runs; else messages of interviews.
    findings: bool,
    rating: Option<Rating>,
    after: Option<String>,
}

impl Asked {
    fn parse(filter: &str) -> Self {
        let mut parts = filter.splitn(3, '|');
        let mut next = || parts.next().unwrap_or_default();
        let (of, rating, after) = (next(), next(), next());
        Self {
            findings: of == "findings",
            rating: [Rating::Like, Rating::Dislike].into_iter().find(|one| one.name() == rating),
            after: Some(after.to_owned()).filter(|after| !after.is_empty()),
        }
    }
}

async fn read(filter: String) -> Result<Packed, CallFault> {
    let Asked { findings, rating, after } = Asked::parse(&filter);
    if findings { read_findings(rating, after).await } else { read_feedback(rating, after).await }
}

fn tabs(asked: &Asked) -> impl IntoView + use<> {
    let rating = asked.rating.map(Rating::name).unwrap_or_default();
    let of = if asked.findings { "findings" } else { "" };
    let tab = |(href, name, is_here): (String, &'static str, bool)| {
        view! {
            <a href=href aria-current=is_here.then_some("page")>
                {name}
            </a>
        }
    };
    let kinds = [("", run_reviews::MESSAGES), ("findings", run_reviews::FINDINGS)];
    let kinds = kinds.map(|(kind, name)| tab((address(kind, rating), name, kind == of)));
    let ratings = text::RATINGS.map(|(one, name)| tab((address(of, one), name, one == rating)));
    view! {
        <nav class="tabs" aria-label=run_reviews::KINDS>
            {kinds.collect_view()}
        </nav>
        <nav class="tabs" aria-label=text::WHICH>
            {ratings.collect_view()}
        </nav>
    }
    .erase()
}

fn address(of: &str, rating: &str) -> String {
    let parts = [("of", of), ("rating", rating)].into_iter().filter(|(_, value)| !value.is_empty());
    let parts: Vec<String> = parts.map(|(name, value)| format!("{name}={value}")).collect();
    if parts.is_empty() { "/admin/feedback".to_owned() } else { format!("/admin/feedback?{}", parts.join("&")) }
}

#[component]
fn Lines(first: Listed<FeedbackLine>, rating: Option<Rating>, after: Option<String>) -> impl IntoView {
    if first.items.is_empty() {
        return view! { <div class="empty"><p>{text::NO_FEEDBACK}</p></div> }.erase();
    }
    let shares = rating.is_none().then(|| draw_shares(&first.items));
    let lines = Paged::new(first);
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
        {shares}
        <ul class="lines">{move || lines.items.get().into_iter().map(row).collect_view()}</ul>
        {more}
    }
    .erase()
}

/// How many of these are good, as a picture and in words.
fn draw_shares(lines: &[FeedbackLine]) -> AnyView {
    let good = lines.iter().filter(|one| one.feedback.rating == Rating::Like).count();
    let share = (good * 100 / lines.len().max(1)).to_string();
    let words = text::shares(good, lines.len());
    view! {
        <figure class="feedback-shares" data-testid="feedback-shares">
            <svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
                <rect class="bad" width="100" height="6"></rect>
                <rect class="good" width=share height="6"></rect>
            </svg>
            <figcaption class="small quiet">{words}</figcaption>
        </figure>
    }
    .erase()
}
