use super::people::People;
use crate::{
    calls::{open, page_data_once},
    lean::Lean,
    pages::{
        account::Tokens,
        interviews::{
            InterviewCards,
            calls::{InterviewCard, read_transcripts},
        },
    },
    parts::Fault,
    words::admin as text,
};
use leptos::prelude::*;
use leptos_meta::Title;
use protocol::account::Role;

/// Transcripts, people and tokens of the tenant.
#[component]
pub(crate) fn AdminPage() -> impl IntoView {
    let cards = page_data_once(|_| Box::pin(read_transcripts()));
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<Vec<InterviewCard>>(cards.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.lean(),
                    Ok(cards) => {
                        view! {
                            <main id="main" class="page" tabindex="-1">
                                <h1>{text::TITLE}</h1>
                                <section aria-labelledby="transcripts-name">
                                    <h2 id="transcripts-name">{text::TRANSCRIPTS}</h2>
                                    {if cards.is_empty() {
                                        view! { <p class="quiet">{text::TRANSCRIPTS_NONE}</p> }.lean()
                                    } else {
                                        view! { <InterviewCards cards=cards base="/admin/interviews" person=true /> }.lean()
                                    }}
                                </section>
                                <section aria-labelledby="people-name">
                                    <h2 id="people-name">{text::PEOPLE}</h2>
                                    <People />
                                </section>
                                <section aria-labelledby="tokens-name">
                                    <h2 id="tokens-name">{text::TOKENS}</h2>
                                    <Tokens role=Role::Admin />
                                </section>
                            </main>
                        }
                            .lean()
                    }
                }
            })}
        </Suspense>
    }
    .lean()
}
