//! `kill -9` between the steps of research and within them: it goes on by itself, and what was paid for and stored is not paid for
//! again.

use crate::ground::{ADMIN, Api, Database, Server, Settings, eventually};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};
use testkit::{Behaviour, Canned, Leaf, ModelStub, SearchStub, SearchWire, StubHit, StubRequest, WebSite};

/// What was being done when the process was killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moment {
    Searching,
    ReadingTheFirst,
    ReadingTheSecond,
    Judging,
    /// What was judged, what is kept of it and what changes of the answer wait for the database, as one.
    Storing,
    /// The same, but the server is frozen and not killed: its connections and its transaction stay open.
    StandingStill,
    Done,
}

const PAGES: [&str; 2] = ["tea", "honey"];
/// Longer than any step takes, long enough to come between a judgement and its storing, and less than the database waits for a
/// frozen client.
const LEASE: Duration = Duration::from_secs(8);

/// The world outside; every call to it is counted.
pub(super) struct World {
    search: SearchStub,
    site: WebSite,
    model: ModelStub,
    lease: Duration,
}

/// How often each of it was asked: searches, each page, judgements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Paid {
    pub(super) searches: usize,
    pub(super) pages: [usize; 2],
    pub(super) judgements: usize,
}

impl World {
    pub(super) async fn new(lease: Duration) -> Self {
        Self {
            search: SearchStub::start(SearchWire::Searxng).await,
            site: WebSite::start().await,
            model: ModelStub::start().await.expect("a free port"),
            lease,
        }
    }

    fn path(moment: Moment, page: &str) -> String {
        format!("/{moment:?}/{page}")
    }

    /// Makes ready for a task: what is under way at the moment takes its time, so that a slow machine hits it too.
    pub(super) fn prepare(&self, moment: Moment) {
        let slow = |here| if moment == here { Duration::from_millis(300) } else { Duration::ZERO };
        let hits = PAGES.map(|page| StubHit::new(&self.site.url(&World::path(moment, page)), page, "a snippet"));
        self.search.finds(hits.to_vec());
        for (page, here) in PAGES.into_iter().zip([Moment::ReadingTheFirst, Moment::ReadingTheSecond]) {
            let text = format!("The goods of most small shops are {page} of the {moment:?} kind, all year long.");
            let leaf = Leaf::article(page, "", &[&text, &text]).dripping(64, slow(here));
            self.site.put(&World::path(moment, page), leaf);
        }
        let pause_ms = match moment {
            Moment::Judging | Moment::Storing | Moment::StandingStill => 1_500,
            _ => 0,
        };
        let is_first = AtomicBool::new(true);
        self.model.answering(move |request| {
            let pause_ms = if is_judgement(request) && is_first.swap(false, Relaxed) { pause_ms } else { 0 };
            judged(request, moment, pause_ms)
        });
        if moment == Moment::Searching {
            let results: Vec<Value> =
                hits.iter().map(|hit| json!({"url": hit.url, "title": hit.title, "content": "s"})).collect();
            let answer = json!({"query": "q", "results": results, "unresponsive_engines": []});
            self.search.answers(Canned::new(200, answer).after(Duration::from_secs(3)));
        }
    }

    pub(super) fn paid(&self, moment: Moment) -> Paid {
        Paid {
            searches: self.search.requests().len(),
            pages: PAGES.map(|page| self.site.visits(&World::path(moment, page))),
            judgements: self.model.requests().iter().filter(|request| is_judgement(request)).count(),
        }
    }

    /// Whether the moment of a task has come.
    pub(super) fn is_at(&self, moment: Moment, before: &Paid) -> bool {
        let now = self.paid(moment);
        match moment {
            Moment::Searching => now.searches > before.searches,
            Moment::ReadingTheFirst => now.pages[0] == 1,
            Moment::ReadingTheSecond => now.pages[1] == 1,
            Moment::Judging | Moment::Storing | Moment::StandingStill | Moment::Done => now.judgements > before.judgements,
        }
    }

    pub(super) fn settings(&self, database: &Database) -> Settings {
        let port = self.site.base.rsplit(':').next().expect("a port");
        Settings::new(database)
            .with("DISCOVERY_ALLOW_PRIVATE_URLS", "true")
            .with("DISCOVERY_PAGE_PORTS", port)
            .with("DISCOVERY_RESEARCH_LEASE_SECONDS", &self.lease.as_secs().to_string())
            .with("SEARXNG_URL", &self.search.base)
    }

    pub(super) fn model(&self) -> Value {
        let base_url = self.model.base_url(protocol::models::Provider::Compatible);
        let price = json!({"input": 1.0, "output": 10.0});
        json!({"provider": "compatible", "model": "stub-1", "base_url": base_url, "api_key": "sk-test", "price": price})
    }
}

fn is_judgement(request: &StubRequest) -> bool {
    request.text().contains("You read sources about a subject")
}

fn judged(request: &StubRequest, moment: Moment, pause_ms: u64) -> Behaviour {
    if !is_judgement(request) {
        return Behaviour::Refuses;
    }
    let quote = format!("The goods of most small shops are tea of the {moment:?} kind, all year long.");
    let finding = json!({"source": 1, "claim": "", "quote": quote, "stance": "informs", "value": "tea"});
    let answer = json!({"summary": "Small shops sell tea.", "findings": [finding]}).to_string();
    let half = answer.len() / 2;
    let pieces = vec![answer[..half].to_owned(), answer[half..].to_owned()];
    Behaviour::Drips { pieces, pause_ms }
}

/// A story with all its moments: on SQLite each process has one successor, on Postgres another server is there already.
async fn story(database: Database, moments: &[Moment]) {
    let world = World::new(LEASE).await;
    let settings = world.settings(&database);
    let shared = database.url.starts_with("postgres");
    let mut server = Server::start(&settings);
    let mut other = shared.then(|| Server::start(&settings));
    let api = Api::new(&server.base, Some(ADMIN));
    api.put("/api/v1/admin/models", &json!({"strong": world.model(), "budget": {}})).await.json(200);
    let sessions = super::endless(&api, moments.len()).await;

    for (&moment, session) in moments.iter().zip(&sessions) {
        let path = format!("/api/v1/sessions/{session}/research");
        let before = world.paid(moment);
        world.prepare(moment);
        let api = Api::new(&server.base, Some(ADMIN));
        // No word of the pages that were read before: they would be found too.
        let wish = json!({"obligation_key": "goods", "query": format!("{moment:?} merchandise")});
        let made = api.post(&path, &wish).await.json(202);
        let one = format!("{path}/{}", made["id"].as_str().expect("an id"));
        eventually("the moment has come", async || {
            if moment == Moment::Done {
                api.get(&one).await.json(200)["status"] == "completed"
            } else {
                world.is_at(moment, &before)
            }
        })
        .await;
        if let Some(other) = other.as_ref().filter(|_| moment != Moment::ReadingTheFirst) {
            // It knows the interview, and who has the task; what it does not know it looks for.
            Api::new(&other.base, Some(ADMIN)).session(session).await;
        }
        let storing = [Moment::Storing, Moment::StandingStill].contains(&moment);
        let held = if storing { Some(Held::lock(&database).await) } else { None };
        let paid = world.paid(moment);
        let mut still = None;
        if moment == Moment::StandingStill {
            server.freeze();
            still = Some(server);
        } else {
            server.kill();
        }
        if let Some(held) = held {
            held.release().await;
        }
        // Nobody asks for it: the server finds by itself what was left.
        server = match other.take() {
            Some(other) => other,
            None => Server::start(&settings),
        };
        let again = |here: &[Moment]| usize::from(here.contains(&moment));
        let twice = again(&JUDGED_TWICE);
        eventually("it is judged", async || world.paid(moment).judgements > before.judgements + twice).await;
        let api = Api::new(&server.base, Some(ADMIN));
        eventually(&format!("{moment:?} is completed"), async || api.get(&one).await.json(200)["status"] == "completed").await;
        let task = api.get(&one).await.json(200);
        assert_eq!(task["result"]["engine"], json!({"model": "compatible/stub-1"}), "{moment:?}: {task}");
        assert_eq!(task["result"]["findings"].as_array().map(Vec::len), Some(1), "{moment:?}: {task}");
        assert!(task["steps"].as_array().expect("steps").iter().all(|step| step["state"] == "done"), "{moment:?}: {task}");
        updated_once(&api, session, moment).await;

        // What was under way is done again, and nothing else.
        let expected = Paid {
            searches: before.searches + 1 + again(&[Moment::Searching]),
            pages: [1 + again(&[Moment::ReadingTheFirst]), 1 + again(&[Moment::ReadingTheSecond])],
            judgements: before.judgements + 1 + twice,
        };
        assert_eq!(world.paid(moment), expected, "{moment:?}");
        assert!(paid != expected || moment == Moment::Done, "{moment:?} was hit");
        if let Some(still) = still {
            // It wakes up with a result in its hands that nobody waits for any more.
            still.thaw();
            let woken = Api::new(&still.base, Some(ADMIN));
            eventually("both say the same", async || woken.session(session).await == api.session(session).await).await;
            tokio::time::sleep(Duration::from_secs(2)).await;
            updated_once(&woken, session, moment).await;
            assert_eq!(world.paid(moment), expected, "{moment:?}, awake again");
            still.kill();
        }
        other = shared.then(|| Server::start(&settings));
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (last, count) = (world.paid(Moment::Done), moments.len());
    let again = |here: &[Moment]| moments.iter().filter(|moment| here.contains(moment)).count();
    let expected = (count + again(&[Moment::Searching]), count + again(&JUDGED_TWICE));
    assert_eq!((last.searches, last.judgements), expected, "and nothing comes after it");
}

/// The answer was changed by what was found, and once.
pub(super) async fn updated_once(api: &Api, session: &str, moment: Moment) {
    let goods = api.obligation(session, "goods").await;
    assert_eq!((&goods["extracted_value"], &goods["source"]), (&json!("tea"), &json!("research")), "{moment:?}: {goods}");
    let told = api.get(&format!("/api/v1/sessions/{session}/events?limit=1000")).await.json(200);
    let count = |kind: &str| told["items"].as_array().expect("items").iter().filter(|one| one["event_type"] == kind).count();
    for kind in ["research_searched", "research_summarised", "research_completed", "value_extracted"] {
        assert_eq!(count(kind), 1, "{moment:?}: {kind}");
    }
}

/// Keeps a server from storing how research goes on; it is there once a server waits for it.
struct Held(PgConnection);

impl Held {
    async fn lock(database: &Database) -> Self {
        const WAITING: &str =
            "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'discovery_research_tasks'::regclass";
        let mut holding = PgConnection::connect(&database.url).await.expect("a connection");
        for sql in ["BEGIN", "LOCK TABLE discovery_research_tasks IN SHARE MODE"] {
            sqlx::query(sql).execute(&mut holding).await.expect("it is locked");
        }
        let mut looking = PgConnection::connect(&database.url).await.expect("a connection");
        eventually("something is to be stored", async || {
            let waiting: i64 = sqlx::query_scalar(WAITING).fetch_one(&mut looking).await.expect("a count");
            waiting > 0
        })
        .await;
        Self(holding)
    }

    async fn release(mut self) {
        sqlx::query("ROLLBACK").execute(&mut self.0).await.expect("it is released");
    }
}

/// The first judgement was lost with the server.
const JUDGED_TWICE: [Moment; 3] = [Moment::Judging, Moment::Storing, Moment::StandingStill];
const MOMENTS: [Moment; 5] =
    [Moment::Searching, Moment::ReadingTheFirst, Moment::ReadingTheSecond, Moment::Judging, Moment::Done];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_goes_on_and_pays_for_nothing_twice() {
    story(Database::sqlite(), &MOMENTS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_server_takes_it_over_when_the_lease_is_over() {
    let Some(database) = Database::postgres().await else { return };
    story(database, &MOMENTS).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_server_takes_over_what_could_not_be_stored() {
    let Some(database) = Database::postgres().await else { return };
    story(database, &[Moment::Storing, Moment::StandingStill]).await;
}
