use super::{nav::AdminNav, retention::Retention};
use crate::{
    calls::{Listed, after, open, page_data},
    erased::Erase,
    pages::interviews::{
        InterviewCards,
        calls::{InterviewCard, read_transcripts},
    },
    parts::{Fault, Newest, Paged},
    words::admin as text,
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::{hooks::use_query_map, location::Url};

/// The transcripts of the tenant, and for how long they are kept.
#[component]
pub(crate) fn AdminPage() -> impl IntoView {
    let from = use_query_map().with_untracked(|query| query.get("transcripts").unwrap_or_default());
    let later = !from.is_empty();
    let cards = page_data(Signal::stored(from), |from| Box::pin(read_transcripts(after(from))));
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<Listed<InterviewCard>>(cards.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(cards) => {
                        view! {
                            <main id="main" class="page" tabindex="-1">
                                <AdminNav here="/admin" />
                                <h1>{text::TITLE}</h1>
                                <section aria-labelledby="transcripts-name">
                                    <h2 id="transcripts-name">{text::TRANSCRIPTS}</h2>
                                    <Transcripts first=cards later=later />
                                </section>
                                <section aria-labelledby="retention-name" id="retention">
                                    <h2 id="retention-name">{text::RETENTION}</h2>
                                    <Retention />
                                </section>
                            </main>
                        }
                            .erase()
                    }
                }
            })}
        </Suspense>
    }
    .erase()
}

#[component]
fn Transcripts(first: Listed<InterviewCard>, later: bool) -> impl IntoView {
    if first.items.is_empty() {
        return view! { <p class="quiet">{text::TRANSCRIPTS_NONE}</p> }.erase();
    }
    let cards = Paged::new(first);
    let more = cards.more(
        |next| format!("/admin?transcripts={}", Url::escape(next)),
        move |next| cards.extend(async move { open(read_transcripts(Some(next)).await) }),
    );
    view! {
        <Newest later=later href="/admin" />
        <InterviewCards cards=cards.items base="/admin/interviews" person=true />
        {more}
    }
    .erase()
}
