//! The links of an interview: to read it, and to be interviewed with its questions.

use super::calls::{LinkCard, MadeLink, make_link, read_links, revoke_link};
use crate::{
    calls::{Answer, open, page_data},
    erased::Erase,
    pages::interviews::room::Room,
    parts::{Icon, Secret, When, icon, id},
    words::sharing as text,
};
use leptos::{prelude::*, tachys::view::any_view::AnyView, task::spawn_local};

/// Of an interview as its list stood: its id, and how often the list was changed here.
async fn read(of: String) -> Answer {
    read_links(id(of.split(' ').next().unwrap_or_default())?).await
}

/// Ways to let others read the interview, or to ask somebody else the same.
#[component]
pub(in crate::pages::interviews) fn Sharing(room: Room) -> impl IntoView {
    // Whether it invites, and its whole address.
    let made = RwSignal::new(None::<(bool, String)>);
    let transcript = RwSignal::new(false);
    let changes = RwSignal::new(0_u32);
    let links = page_data(Signal::derive(move || format!("{} {}", room.id, changes.get())), |of| Box::pin(read(of)));
    let make = move |invite: bool| {
        let with_talk = transcript.get_untracked();
        spawn_local(async move {
            match open::<MadeLink>(make_link(room.id, invite, with_talk).await) {
                Ok(link) => {
                    let origin = window().location().origin().unwrap_or_default();
                    let _gone = made.try_set(Some((invite, format!("{origin}{}", link.path))));
                    let _gone = changes.try_update(|count| *count += 1);
                }
                Err(fault) => room.complain(&fault),
            }
        });
    };
    let revoke = Callback::new(move |link: String| {
        spawn_local(async move {
            match revoke_link(room.id, link).await {
                Ok(()) => {
                    let _gone = made.try_set(None);
                    let _gone = changes.try_update(|count| *count += 1);
                }
                Err(fault) => room.complain(&fault),
            }
        });
    });
    view! {
        <section class="sharing no-print" aria-labelledby="sharing-name" data-testid="sharing">
            <h2 id="sharing-name">{text::TITLE}</h2>
            <p class="small quiet">{text::WHY}</p>
            <noscript>
                <p class="small quiet">{text::NEEDS_SCRIPTS}</p>
            </noscript>
            <div class="row by-script">
                <button type="button" class="button" data-testid="share" on:click=move |_| make(false)>
                    {icon(Icon::Key)}
                    {text::SHARE}
                </button>
                <label class="check">
                    <input type="checkbox" data-testid="with-talk" on:change:target=move |event| transcript.set(event.target().checked()) />
                    {text::TRANSCRIPT}
                </label>
            </div>
            <div class="row by-script">
                <button type="button" class="button" data-testid="invite" on:click=move |_| make(true)>
                    {icon(Icon::Import)}
                    {text::INVITE}
                </button>
            </div>
            {move || {
                made.get().map(|(invite, address)| view! { <Secret why=if invite { text::INVITED } else { text::SHARED } secret=address /> })
            }}
            <Suspense>
                {move || Suspend::new(async move {
                    let links = open::<Vec<LinkCard>>(links.await).unwrap_or_default();
                    (!links.is_empty())
                        .then(|| {
                            view! {
                                <ul class="links" aria-label=text::LINKS>
                                    {links.into_iter().map(|link| row(link, revoke)).collect_view()}
                                </ul>
                            }
                        })
                        .erase()
                })}
            </Suspense>
        </section>
    }
    .erase()
}

fn row(link: LinkCard, revoke: Callback<String>) -> AnyView {
    let what = if link.invite {
        text::invitation(link.guests)
    } else if link.transcript {
        text::READS_ALL.to_owned()
    } else {
        text::READS.to_owned()
    };
    let label = text::revoke(&what);
    let id = link.id;
    view! {
        <li data-testid="link">
            <span>{what}</span>
            <span class="small quiet">{text::MADE} " " <When at=link.created_at /></span>
            <span class="small quiet">{text::UNTIL} " " <When at=link.expires_at /></span>
            <button
                type="button"
                class="button small by-script"
                aria-label=label
                data-testid="revoke-link"
                on:click=move |_| revoke.run(id.clone())
            >
                {text::REVOKE}
            </button>
        </li>
    }
    .erase()
}
