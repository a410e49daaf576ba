use super::{
    calls::{HoldReview, QueuedCard, ReviewView, read_review},
    form::ReviewForm,
    queue::state,
};
use crate::{
    calls::Answer,
    erased::Erase,
    pages::{admin::nav::AdminNav, interviews::fault_of_form},
    parts::{Alert, Icon, When, icon, id, named},
    words::{self, review as text},
};
use leptos::{prelude::*, server_fn::ServerFn};
use leptos_meta::Title;
use protocol::{
    interview::{Author, Feedback, Message, Rating},
    review::ReviewState,
};

/// A transcript beside what is thought of it.
#[component]
pub(crate) fn ReviewPage() -> impl IntoView {
    named(|id| Box::pin(read(id)), |shown, _| Ok(view! { <Reviewing shown=shown.open()? /> }.erase()))
}

async fn read(named: String) -> Answer {
    read_review(id(&named)?).await
}

#[component]
fn Reviewing(shown: ReviewView) -> impl IntoView {
    let fault = RwSignal::new(fault_of_form());
    let ReviewView { card, messages, known } = shown;
    let one = card.interview.clone();
    let rows = known.into_iter().map(|(name, value)| view! { <div><dt dir="auto">{name}</dt> <dd dir="auto">{value}</dd></div> });
    view! {
        <Title text=one.title.clone() />
        <main id="main" class="page reviewing" tabindex="-1">
            <AdminNav here="/admin/review" />
            <h1 dir="auto">{one.title}</h1>
            <p class="quiet facts">
                <span dir="auto">{one.person}</span>
                <span>{words::context(one.context_type)}</span>
                <span>{words::list::turns(one.turn_count)}</span>
                {state(card.clone())}
                <a href=format!("/admin/interviews/{}", one.id)>{text::WHOLE}</a>
            </p>
            <Alert fault=fault />
            <div class="review-columns">
                <section class="review-talk" aria-label=words::room::CONVERSATION>
                    {messages.into_iter().map(render_message).collect_view()}
                </section>
                <div class="review-side">
                    <Held card=card.clone() />
                    <ReviewForm card=card />
                    <section class="review-known">
                        <h2>{words::known::TITLE}</h2>
                        <dl>{rows.collect_view()}</dl>
                    </section>
                </div>
            </div>
        </main>
    }
    .erase()
}

/// Reserving, so that two people do not look at the same; giving back.
#[component]
fn Held(card: QueuedCard) -> impl IntoView {
    let id = card.interview.id;
    let (act, name) = if card.mine { ("release", text::RELEASE) } else { ("reserve", text::RESERVE) };
    let others = card.state == ReviewState::Reserved && !card.mine;
    let until = card.reserved.map(|(name, until)| {
        view! {
            <p class="small quiet">
                {if card.mine { text::YOURS_UNTIL.to_owned() } else { text::theirs(&name) }}
                " "
                <When at=until />
            </p>
        }
    });
    view! {
        <form method="post" action=HoldReview::PATH class="held">
            <input type="hidden" name="id" value=id.to_string() />
            {until}
            {(!others)
                .then(|| {
                    view! {
                        <button type="submit" class="button small" name="act" value=act data-testid=act>
                            {icon(if act == "reserve" { Icon::Clock } else { Icon::Undo })}
                            {name}
                        </button>
                    }
                })}
        </form>
    }
    .erase()
}

fn render_message(message: Message) -> impl IntoView {
    let (class, who) = match message.role {
        Author::User => ("turn user", words::room::YOU),
        Author::Agent => ("turn agent", words::room::AGENT),
        Author::System => ("turn system", words::room::NOTE),
    };
    let who = if message.role == Author::User { text::PERSON } else { who };
    let feedback = message.feedback.map(judged);
    view! {
        <article class=class>
            <span class="hidden">{who}</span>
            <div class="words" dir="auto">
                {message.content}
            </div>
            {feedback}
        </article>
    }
    .erase()
}

fn judged(given: Feedback) -> impl IntoView {
    let (picture, name) = match given.rating {
        Rating::Like => (Icon::Like, words::threads::GOOD),
        Rating::Dislike => (Icon::Dislike, words::threads::NOT_GOOD),
    };
    view! {
        <p class="small judged" class:bad=given.rating == Rating::Dislike>
            {icon(picture)}
            <span class="hidden">{name}</span>
            <span dir="auto">{given.comment}</span>
        </p>
    }
    .erase()
}
