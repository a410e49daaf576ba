use super::{
    calls::{InterviewCard, InterviewFilter, InterviewList, read_interviews, read_objectives},
    card::{InterviewCards, ObjectiveCards},
    row_menu::moved_note,
};
use crate::{
    browser,
    calls::{Answer, CallFault, Listed, open, page_data, page_data_once, read_json},
    erased::{Erase, Memo},
    feed::{Read, Reading},
    parts::{Fault, Icon, Newest, Paged, icon},
    words::list as text,
};
use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*};
use leptos_meta::Title;
use leptos_router::{hooks::use_query_map, location::Url};
use protocol::{
    interview::{Place, SessionStatus},
    live::Topic,
};
use std::time::Duration;

/// All of one's interviews. The filter lives in the address, so that it can be kept, shared and used without scripts.
#[component]
pub(crate) fn InterviewsPage() -> impl IntoView {
    let asked = use_query_map().with_untracked(|query| InterviewFilter {
        status: status(&query.get("state").unwrap_or_default()),
        place: place(&query.get("state").unwrap_or_default()),
        title: query.get("q").unwrap_or_default(),
        after: query.get("after"),
    });
    let key = serde_json::to_string(&asked).unwrap_or_default();
    let list = page_data(Signal::stored(key), |key| Box::pin(read(key)));
    let objectives = page_data_once(|_| Box::pin(read_objectives()));
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || {
                let asked = asked.clone();
                Suspend::new(async move {
                    let objectives = open(objectives.await).unwrap_or_default();
                    match open::<InterviewList>(list.await) {
                        Err(fault) => view! { <Fault fault=fault /> }.erase(),
                        Ok(list) => {
                            view! {
                                <main id="main" class="page" tabindex="-1">
                                    <h1>{text::TITLE}</h1>
                                    {moved_note()}
                                    <Interviews list=list asked=asked />
                                    <section class="new-interview" aria-labelledby="new-name">
                                        <h2 id="new-name">{text::NEW}</h2>
                                        <ObjectiveCards cards=objectives />
                                    </section>
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

async fn read(filter: String) -> Answer {
    read_interviews(read_json(&filter).unwrap_or_default()).await
}

/// How many interviews one has, whatever the filter.
#[derive(Clone, Copy)]
struct Counts {
    active: RwSignal<u64>,
    completed: RwSignal<u64>,
    archived: RwSignal<u64>,
    deleted: RwSignal<u64>,
}

impl Counts {
    fn new(list: &InterviewList) -> Self {
        Self {
            active: RwSignal::new(list.active),
            completed: RwSignal::new(list.completed),
            archived: RwSignal::new(list.archived),
            deleted: RwSignal::new(list.deleted),
        }
    }

    /// How many one tab shows.
    fn count(self, tab: &str) -> u64 {
        match tab {
            "active" => self.active.get(),
            "completed" => self.completed.get(),
            ARCHIVED => self.archived.get(),
            DELETED => self.deleted.get(),
            _ => self.active.get() + self.completed.get(),
        }
    }

    async fn read(self, filter: InterviewFilter) -> Result<Listed<InterviewCard>, CallFault> {
        Ok(self.take(open(read_interviews(filter).await)?))
    }

    fn take(self, list: InterviewList) -> Listed<InterviewCard> {
        // The page may be gone by now.
        let _gone = (self.active.try_set(list.active), self.completed.try_set(list.completed));
        let _gone = (self.archived.try_set(list.archived), self.deleted.try_set(list.deleted));
        list.page
    }
}

/// Which interviews are wanted.
#[derive(Clone, Copy)]
struct Wanted {
    state: Memo<String>,
    typed: RwSignal<String>,
}

impl Wanted {
    fn filter(self) -> InterviewFilter {
        let state = self.state.get();
        InterviewFilter { status: status(&state), place: place(&state), title: self.typed.get().trim().to_owned(), after: None }
    }
}

/// Held, and older than everything on the newest page.
fn beyond(newest: &[InterviewCard], held: &InterviewCard) -> bool {
    newest.last().is_some_and(|last| held.updated_at < last.updated_at) && newest.iter().all(|one| one.id != held.id)
}

fn status(name: &str) -> Option<SessionStatus> {
    [SessionStatus::Active, SessionStatus::Completed].into_iter().find(|status| status.name() == name)
}

/// The tabs of what is not in the list.
const ARCHIVED: &str = "archived";
const DELETED: &str = "deleted";

fn place(name: &str) -> Place {
    Place::parse(name).unwrap_or_default()
}

/// The address of a filtered list.
fn address(state: &str, title: &str, after: &str) -> String {
    let parts = [("state", state), ("q", title), ("after", after)];
    let parts: Vec<_> = parts
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("{name}={}", Url::escape(value)))
        .collect();
    if parts.is_empty() { "/interviews".into() } else { format!("/interviews?{}", parts.join("&")) }
}

#[component]
fn Interviews(list: InterviewList, asked: InterviewFilter) -> impl IntoView {
    let counts = Counts::new(&list);
    let later = asked.after.is_some();
    let cards = Paged::new(list.page);
    let query = use_query_map();
    let state = Memo::new(move |_| query.with(|query| query.get("state").unwrap_or_default()));
    let wanted = Wanted { state, typed: RwSignal::new(asked.title) };
    let filter = Memo::new(move |_| wanted.filter());
    follow(cards, counts, filter);
    // A list that begins in its middle stays as it was asked for.
    if !later {
        let ask = move || async move {
            let Some(asked) = filter.try_get_untracked() else { return Read::Failed };
            let Ok(list) = open::<InterviewList>(read_interviews(asked.clone()).await) else { return Read::Failed };
            // Another filter may have been chosen meanwhile.
            if filter.try_get_untracked() != Some(asked) {
                return Read::Failed;
            }
            let mark = list.mark.clone();
            let shown = browser::keep_place(move || cards.renew(counts.take(list), beyond));
            if shown { Read::Shown(mark) } else { Read::Failed }
        };
        Reading::begin(expect_context(), Topic::Interviews, list.mark, ask, Callback::new(|()| {}));
    }
    let none = Memo::new(move |_| ["", ARCHIVED, DELETED].iter().all(|tab| counts.count(tab) == 0));
    move || {
        if none.get() {
            view! {
                <div class="empty">
                    <h2>{text::EMPTY}</h2>
                    <p>{text::EMPTY_WHY}</p>
                </div>
            }
            .erase()
        } else {
            view! { <Found cards=cards counts=counts wanted=wanted later=later /> }.erase()
        }
    }
}

#[component]
fn Found(cards: Paged<InterviewCard>, counts: Counts, wanted: Wanted, later: bool) -> impl IntoView {
    let Wanted { state, typed } = wanted;
    let tabs = [
        ("", text::ALL),
        ("active", text::OPEN),
        ("completed", text::DONE),
        (ARCHIVED, text::ARCHIVED),
        (DELETED, text::DELETED),
    ]
    .map(|(name, label)| {
        let count = move || counts.count(name);
        // Where nothing is put away there is nothing to look for.
        let unused = move || matches!(name, ARCHIVED | DELETED) && counts.count(name) == 0 && state.with(|state| state != name);
        view! {
            <a
                hidden=unused
                href=move || typed.with(|typed| address(name, typed.trim(), ""))
                // A list that begins in its middle does not follow what happens: another one is a page of its own.
                rel=later.then_some("external")
                aria-current=move || state.with(|state| state == name).then_some("true")
            >
                {label}
                <span class="count">{move || count().to_string()}</span>
            </a>
        }
    })
    .collect_view();
    let more = cards.more(
        move |next| state.with_untracked(|state| typed.with_untracked(|typed| address(state, typed.trim(), next))),
        move |next| {
            let filter = untrack(|| wanted.filter());
            cards.extend(counts.read(InterviewFilter { after: Some(next), ..filter }));
        },
    );
    let empty = Memo::new(move |_| cards.items.with(Vec::is_empty));
    view! {
        <div class="filters">
            <nav class="tabs" aria-label=text::SHOW>
                {tabs}
            </nav>
            <form method="get" action="/interviews" role="search" on:submit=|event: leptos::ev::SubmitEvent| event.prevent_default()>
                <input type="hidden" name="state" value=move || state.get() />
                <label class="field-with-icon">
                    {icon(Icon::Search)}
                    <input
                        type="search"
                        name="q"
                        aria-label=text::FILTER
                        placeholder=text::FILTER_SHORT
                        value=typed.get_untracked()
                        on:input:target=move |event| typed.set(event.target().value())
                    />
                </label>
            </form>
        </div>
        <Newest later=later href="/interviews" />
        {move || {
            if empty.get() {
                view! {
                    <p class="quiet no-match">
                        {text::NO_MATCH} " " <a href="/interviews" on:click=move |_| typed.set(String::new())>
                            {text::CLEAR}
                        </a>
                    </p>
                }
                    .erase()
            } else {
                view! { <InterviewCards cards=cards.items base="/interviews" person=false menus=true /> }.erase()
            }
        }}
        {move || state.with(|state| state == DELETED).then(|| view! { <p class="small quiet">{text::DELETED_WHY}</p> })}
        {more}
    }
    .erase()
}

/// Loads the list anew when another one is wanted, once the person pauses.
fn follow(cards: Paged<InterviewCard>, counts: Counts, wanted: Memo<InterviewFilter>) {
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let calm_down = move || {
        if let Some(handle) = timer.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    };
    leptos::prelude::Effect::new(move |before: Option<InterviewFilter>| {
        let now = wanted.get();
        if before.is_some_and(|before| before != now) {
            calm_down();
            let filter = now.clone();
            timer.set_value(set_timeout_with_handle(move || cards.replace(counts.read(filter)), Duration::from_millis(120)).ok());
        }
        now
    });
    on_cleanup(calm_down);
}
