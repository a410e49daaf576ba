use super::{
    calls::{HoldReview, KnownLine, QueuedCard, ReviewView, read_review},
    form::ReviewForm,
    queue::state,
};
use crate::{
    calls::Answer,
    erased::Erase,
    pages::{
        admin::nav::AdminNav,
        interviews::{
            fault_of_form,
            marks::{Mark, pieces},
            outcome::render_sureness,
        },
    },
    parts::{Alert, Icon, When, icon, id, named},
    words::{self, review as text},
};
use leptos::{prelude::*, server_fn::ServerFn};
use leptos_meta::Title;
use protocol::{
    MessageId,
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
    let turns = messages.into_iter().map(|message| render_message(message, &known)).collect_view();
    let rows = known.into_iter().map(render_known).collect_view();
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
                    {turns}
                </section>
                <div class="review-side">
                    <Held card=card.clone() />
                    <ReviewForm card=card />
                    <section class="review-known">
                        <h2>{words::known::TITLE}</h2>
                        <dl>{rows}</dl>
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

/// The place of a value on this page, and of a message.
fn value_id(key: &str) -> String {
    format!("value-{key}")
}

fn render_message(message: Message, known: &[KnownLine]) -> impl IntoView + use<> {
    let (class, who) = match message.role {
        Author::User => ("turn user", words::room::YOU),
        Author::Agent => ("turn agent", words::room::AGENT),
        Author::System => ("turn system", words::room::NOTE),
    };
    let who = if message.role == Author::User { text::PERSON } else { who };
    let feedback = message.feedback.map(judged);
    let taken: Vec<(&KnownLine, Mark)> = known.iter().filter_map(|one| Some((one, mark(one, message.id)?))).collect();
    let mut marks: Vec<Mark> = taken.iter().map(|(_, mark)| mark.clone()).collect();
    marks.sort_by_key(|mark| (mark.start, mark.end));
    let content = pieces(&message.content, &marks)
        .into_iter()
        .map(|piece| match piece.key {
            None => piece.text.erase(),
            Some(key) => view! {
                <a class="marked" href=format!("#{}", value_id(&key))>
                    <mark>{piece.text}</mark>
                </a>
            }
            .erase(),
        })
        .collect_view();
    let values = taken
        .into_iter()
        .map(|(one, _)| {
            let sureness = render_sureness(one.confidence, one.is_unsettled);
            view! {
                <li>
                    <a href=format!("#{}", value_id(&one.key))>
                        <span dir="auto">{one.name.clone()}</span>
                        <b dir="auto">{one.value.clone()}</b>
                        {sureness}
                    </a>
                </li>
            }
        })
        .collect::<Vec<_>>();
    let values = (!values.is_empty()).then(|| {
        view! {
            <ul class="took" aria-label=words::room::TOOK data-testid="review-values">
                {values}
            </ul>
        }
    });
    view! {
        <article class=class id=format!("said-{}", message.id)>
            <span class="hidden">{who}</span>
            <div class="words" dir="auto">
                {content}
            </div>
            {values}
            {feedback}
        </article>
    }
    .erase()
}

/// Where a value stands in a message.
fn mark(one: &KnownLine, message: MessageId) -> Option<Mark> {
    let evidence = one.evidence.as_ref().filter(|evidence| evidence.message_id == message)?;
    let (start, end) = (usize::try_from(evidence.start).ok()?, usize::try_from(evidence.end).ok()?);
    Some(Mark { start, end, key: one.key.clone() })
}

/// A value, with the way back to the words that it was read from.
fn render_known(one: KnownLine) -> impl IntoView {
    let sureness = render_sureness(one.confidence, one.is_unsettled);
    let source = one.evidence.map(|evidence| {
        view! {
            <a class="small" href=format!("#said-{}", evidence.message_id)>
                {text::SAID}
            </a>
        }
    });
    view! {
        <div id=value_id(&one.key)>
            <dt dir="auto">{one.name}</dt>
            <dd>
                <span dir="auto">{one.value}</span>
                " "
                {sureness}
                " "
                {source}
            </dd>
        </div>
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

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::{KnownLine, render_known};
    use leptos::prelude::*;
    use protocol::{
        Confidence,
        interview::{Obligation, ObligationTemplate},
    };
    use serde_json::json;

    #[test]
    fn a_value_of_which_nobody_said_that_it_holds_is_not_called_sure() {
        let template: ObligationTemplate = serde_json::from_value(json!({
            "key": "goods", "fieldPath": "goods", "prompt": "?", "collectionType": "direct_question", "widgetType": "text",
            "priority": 5,
        }))
        .expect("a template");
        let mut one = Obligation { key: "goods".into(), confidence: Confidence::new(0.98), ..Obligation::default() };
        let html = |one: &Obligation| render_known(KnownLine::new(&template, one, "Honey".into())).to_html();
        assert!(html(&one).contains("very high"), "{}", html(&one));
        let left = json!({"status": "deferred", "rounds": []});
        one.negotiation = Some(serde_json::from_value(left).expect("a negotiation"));
        let shown = html(&one);
        assert!(shown.contains("unresolved") && !shown.contains("very high"), "{shown}");
    }
}
