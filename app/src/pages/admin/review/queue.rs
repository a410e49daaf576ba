use super::calls::{QueuedCard, ReviewFilter, TakeNextReview, read_queue};
use crate::{
    calls::{CallFault, Listed, Packed, open, page_data},
    erased::Erase,
    pages::{admin::nav::AdminNav, interviews::fault_of_form},
    parts::{Alert, Fault, Icon, Newest, Paged, Ring, When, icon},
    words::{self, review as text},
};
use leptos::{prelude::*, server_fn::ServerFn};
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::review::{ReviewState, Verdict};

/// The transcripts that wait for a review, are being reviewed, or were.
#[component]
pub(crate) fn ReviewsPage() -> impl IntoView {
    let query = use_query_map();
    let filter = Signal::derive(move || {
        query.with(|query| {
            let get = |name: &str| query.get(name).unwrap_or_default();
            format!("{}|{}|{}", get("state"), get("disliked"), get("after"))
        })
    });
    let cards = page_data(filter, |filter| Box::pin(read(filter)));
    let fault = RwSignal::new(fault_of_form());
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || {
                let (now, state, disliked) = (filter.get(), query.with(|query| query.get("state")), query.with(|query| query.get("disliked").is_some()));
                Suspend::new(async move {
                    match open::<Listed<QueuedCard>>(cards.await) {
                        Err(fault) => view! { <Fault fault=fault /> }.erase(),
                        Ok(cards) => {
                            let later = !now.ends_with('|');
                            view! {
                                <main id="main" class="page" tabindex="-1">
                                    <AdminNav here="/admin/review" />
                                    <h1>{text::TITLE}</h1>
                                    <Alert fault=fault />
                                    <div class="filters">
                                        {tabs(state.as_deref().unwrap_or_default(), disliked)}
                                        <form method="post" action=TakeNextReview::PATH class="take-next">
                                            <button type="submit" class="button primary" data-testid="take-next">
                                                {text::TAKE_NEXT}
                                                {icon(Icon::Arrow)}
                                            </button>
                                        </form>
                                    </div>
                                    <Queue first=cards filter=parsed(&now) later=later />
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

fn parsed(filter: &str) -> ReviewFilter {
    let mut parts = filter.split('|');
    let mut next = || parts.next().unwrap_or_default();
    let state = next();
    let state = ReviewState::ALL.into_iter().find(|one| one.name() == state);
    let disliked = !next().is_empty();
    ReviewFilter { state, disliked, after: Some(next().to_owned()).filter(|after| !after.is_empty()) }
}

async fn read(filter: String) -> Result<Packed, CallFault> {
    read_queue(parsed(&filter)).await
}

fn address(state: &str, disliked: bool) -> String {
    let mut parts = Vec::new();
    if !state.is_empty() {
        parts.push(format!("state={state}"));
    }
    if disliked {
        parts.push("disliked=1".to_owned());
    }
    if parts.is_empty() { "/admin/review".to_owned() } else { format!("/admin/review?{}", parts.join("&")) }
}

fn tabs(now: &str, disliked: bool) -> impl IntoView + use<> {
    let now = now.to_owned();
    let shown = now.clone();
    let states = text::STATES
        .map(|(state, name)| {
            view! {
                <a href=address(state, disliked) aria-current=(state == now).then_some("page")>
                    {name}
                </a>
            }
        })
        .collect_view();
    view! {
        <nav class="tabs" aria-label=text::FILTER>
            {states}
            <a href=address(&shown, !disliked) aria-current=disliked.then_some("true")>
                {icon(Icon::Dislike)}
                {text::DISLIKED}
            </a>
        </nav>
    }
    .erase()
}

#[component]
fn Queue(first: Listed<QueuedCard>, filter: ReviewFilter, later: bool) -> impl IntoView {
    if first.items.is_empty() {
        return view! { <div class="empty"><p>{text::NONE}</p></div> }.erase();
    }
    let cards = Paged::new(first);
    let here = address(filter.state.map(ReviewState::name).unwrap_or_default(), filter.disliked);
    let joint = if here.contains('?') { '&' } else { '?' };
    let more = cards.more(
        move |next| format!("{here}{joint}after={next}"),
        move |next| {
            let filter = ReviewFilter { after: Some(next), ..filter.clone() };
            cards.extend(async move { open(read_queue(filter).await) });
        },
    );
    view! {
        <Newest later=later href="/admin/review" />
        <ul class="interview-cards">{move || cards.items.get().into_iter().map(row).collect_view()}</ul>
        {more}
    }
    .erase()
}

fn row(card: QueuedCard) -> impl IntoView {
    let one = card.interview.clone();
    view! {
        <li class="interview-card" data-testid="queued">
            <Ring percent=Signal::stored(one.completeness.in_hundredths()) name=words::room::COMPLETENESS />
            <div class="interview-about">
                <a class="interview-link" href=format!("/admin/review/{}", one.id) dir="auto">
                    {one.title}
                </a>
                <p class="small quiet facts">
                    <span dir="auto">{one.person}</span>
                    <span>{words::context(one.context_type)}</span>
                    <span>{words::list::turns(one.turn_count)}</span>
                    <span>
                        <When at=one.updated_at />
                    </span>
                    {(card.dislikes > 0).then(|| view! { <span class="disliked">{icon(Icon::Dislike)} {text::dislikes(card.dislikes)}</span> })}
                </p>
            </div>
            <div class="interview-state">{state(card)}</div>
        </li>
    }
    .erase()
}

/// Where it is in the queue, in a word and who has to do with it.
pub(super) fn state(card: QueuedCard) -> impl IntoView {
    let (chip, who) = match (card.state, &card.review) {
        (ReviewState::Reserved, _) => (("chip sure", if card.mine { text::YOURS } else { text::RESERVED }), card.reserved),
        (_, Some(review)) => ((verdict_class(review.verdict), text::verdict(review.verdict)), card.reviewed),
        _ => (("chip", text::WAITS), None),
    };
    view! {
        <span class=chip.0>{chip.1}</span>
        {who.map(|(name, _)| view! { <span class="small quiet" dir="auto">{name}</span> })}
    }
    .erase()
}

const fn verdict_class(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "chip high",
        Verdict::Mixed => "chip medium",
        Verdict::Bad => "chip low",
    }
}
