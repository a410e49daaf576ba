//! SIGTERM in the middle of each step of research: what is under way is finished and stored, and whoever is there goes on at once,
//! although the lease would last for minutes.

use super::researching::{Moment, Paid, World, updated_once};
use crate::ground::{ADMIN, Api, Database, Server, eventually};
use serde_json::json;
use std::time::{Duration, Instant};

/// As long as nobody sets another.
const LEASE: Duration = Duration::from_secs(180);
/// How soon whoever is there has to have gone on to the end.
const SOON: Duration = Duration::from_secs(120);
const MOMENTS: [Moment; 4] = [Moment::Searching, Moment::ReadingTheFirst, Moment::ReadingTheSecond, Moment::Judging];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_process_after_it_goes_on_and_nothing_is_paid_twice() {
    story(Database::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_server_goes_on_at_once_and_nothing_is_paid_twice() {
    let Some(database) = Database::postgres().await else { return };
    story(database).await;
}

async fn story(database: Database) {
    let world = World::new(LEASE).await;
    let settings = world.settings(&database);
    let shared = database.url.starts_with("postgres");
    let mut server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    api.put("/api/v1/admin/models", &json!({"strong": world.model(), "budget": {}})).await.json(200);
    let sessions = super::endless(&api, MOMENTS.len()).await;

    for (&moment, session) in MOMENTS.iter().zip(&sessions) {
        // Half the time the other server has heard of the interview, half the time it finds it by itself.
        let other = shared.then(|| Server::start(&settings));
        let knows = matches!(moment, Moment::ReadingTheFirst | Moment::Judging);
        if let Some(other) = other.as_ref().filter(|_| knows) {
            Api::new(&other.base, Some(ADMIN)).session(session).await;
        }
        let path = format!("/api/v1/sessions/{session}/research");
        let before = world.paid(moment);
        world.prepare(moment);
        let wish = json!({"obligation_key": "goods", "query": format!("{moment:?} merchandise")});
        let made = Api::new(&server.base, Some(ADMIN)).post(&path, &wish).await.json(202);
        let one = format!("{path}/{}", made["id"].as_str().expect("an id"));
        eventually("the moment has come", async || world.is_at(moment, &before)).await;

        server.ask_to_stop();
        assert_eq!(server.ended().await.code(), Some(0), "{}", server.log());
        let ended = Instant::now();
        server = other.unwrap_or_else(|| Server::start(&settings));
        let api = Api::new(&server.base, Some(ADMIN));
        if knows || !shared {
            eventually(&format!("{moment:?} is completed"), async || api.get(&one).await.json(200)["status"] == "completed")
                .await;
        } else {
            // Nobody asks the other server for the interview: it looks for what was left.
            eventually(&format!("{moment:?} is judged"), async || world.paid(moment).judgements > before.judgements).await;
            eventually(&format!("{moment:?} is completed"), async || api.get(&one).await.json(200)["status"] == "completed")
                .await;
        }
        assert!(ended.elapsed() < SOON, "{moment:?} took {:?}", ended.elapsed());
        updated_once(&api, session, moment).await;
        let expected = Paid { searches: before.searches + 1, pages: [1, 1], judgements: before.judgements + 1 };
        assert_eq!(world.paid(moment), expected, "{moment:?}: what was under way was finished, and nothing is done again");
    }
}
