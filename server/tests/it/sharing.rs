//! Links to interviews for people without an account, and interviews that are put away or deleted for now.

use crate::{
    ground::{Answer, Api, Place, Turn, everything, everywhere, id_of},
    pages::visible,
};
use domain::{
    account::{AccountStore, AuditEntry},
    interview::{LinkKind, LinkRow, LinkStore, MOST_GUESTS},
};
use protocol::{SessionId, Timestamp, UserId};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::Store;
use uuid::Uuid;

/// What a call of a page answers is a text with JSON in it.
fn packed(answer: &Answer) -> Value {
    let text: String = serde_json::from_str(&answer.text).unwrap_or_else(|fault| panic!("{fault}: {}", answer.text));
    serde_json::from_str(&text).expect("JSON")
}

/// The path of a new link.
async fn made(of: &Api, session: &str, invite: bool, transcript: bool) -> String {
    let wish = json!({"id": session, "invite": invite, "transcript": transcript});
    let answer = of.post("/call/interview/links/make", &wish).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    packed(&answer)["path"].as_str().expect("a path").to_owned()
}

async fn links(of: &Api, session: &str) -> Vec<Value> {
    let answer = of.post("/call/interview/links", &json!({"id": session})).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    packed(&answer).as_array().expect("a list").clone()
}

async fn revoke(of: &Api, session: &str, link: &Value) {
    let answer = of.post("/call/interview/links/revoke", &json!({"id": session, "link": link["id"]})).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
}

async fn place_at(of: &Api, session: &str, to: &str) -> Answer {
    let call = of.call(Method::POST, "/call/form/interview-place").header("accept", "text/html");
    Answer::fetch(call.form(&[("id", session), ("to", to)])).await
}

async fn send(guest: &Api, path: &str, fields: &[(&str, &str)]) -> Answer {
    Answer::fetch(guest.call(Method::POST, path).form(fields)).await
}

/// An interview of a person who may share it.
async fn begun(place: &Place) -> (Api, String) {
    let (owner, _) = place.tenant();
    owner.activate(&owner.make_plan("idea_discovery").await).await;
    let session = owner.open("idea_discovery").await;
    owner.say(&session, "We sell honey and the shop is small").await;
    (owner, session)
}

async fn listed(of: &Api, state: &str) -> String {
    visible(&of.get(&format!("/interviews?state={state}")).await.text)
}

#[tokio::test]
async fn somebody_invited_is_interviewed_to_the_end() {
    everywhere(async |place| {
        let (owner, session) = begun(place).await;
        let path = made(&owner, &session, true, false).await;
        let guest = Api::browser(place.base());
        let door = guest.get(&path).await;
        assert_eq!((door.status, door.header("x-robots-tag")), (200, "noindex, nofollow, noarchive"));
        assert_eq!(door.header("cache-control"), "no-store");
        assert!(door.text.contains("A shop") && !door.text.contains("honey"), "what is asked about, not what was answered");
        let nameless = send(&guest, &format!("{path}/start"), &[("name", "  ")]).await;
        assert_eq!((nameless.status, nameless.text.contains("at most 80")), (422, true));

        let (_, rest) = door.text.split_once("name=\"key\" value=\"").expect("a key");
        let key = rest.split('"').next().expect("a key");
        let start = [("name", "Gus <b>Guest</b>"), ("key", key)];
        let begun = send(&guest, &format!("{path}/start"), &start).await;
        assert_eq!((begun.status, begun.header("location")), (303, path.as_str()));
        let cookie = begun.header("set-cookie").to_owned();
        for flag in ["HttpOnly", "SameSite=Lax", "Path=/invited", "Max-Age="] {
            assert!(cookie.contains(flag), "{flag} is missing in {cookie}");
        }
        assert!(guest.get(&path).await.text.contains("Your answer"));
        let twice = send(&place.nobody(), &format!("{path}/start"), &start).await;
        let kept = |cookie: &str| cookie.split(';').next().map(str::to_owned);
        assert_eq!(twice.status, 303, "clicked twice before it answered: {}", twice.text);
        assert_eq!(kept(twice.header("set-cookie")), kept(&cookie), "it is the same interview");
        let once_more = send(&guest, &format!("{path}/start"), &[("name", "Gus")]).await;
        assert_eq!((once_more.status, links(&owner, &session).await[0]["guests"].clone()), (303, json!(1)), "one interview each");

        let empty = send(&guest, &format!("{path}/say"), &[("text", " ")]).await;
        assert_eq!((empty.status, empty.text.contains("role=\"alert\"")), (422, true));
        for _ in 0..2 {
            let said = send(&guest, &format!("{path}/say"), &[("at", "guest-1"), ("text", "We sell wax")]).await;
            assert_eq!(said.status, 303, "sent twice, it is taken once: {}", said.text);
        }
        let talk = guest.get(&path).await;
        assert_eq!(talk.text.matches("open-turn mine").count(), 1, "{}", talk.text);
        let early = send(&guest, &format!("{path}/finish"), &[]).await;
        assert_eq!(early.status, 422, "something required is missing");
        for (key, value) in [("goods", "wax"), ("size", "small")] {
            let said = send(&guest, &format!("{path}/say"), &[("key", key), ("value", value)]).await;
            assert_eq!(said.status, 303, "{key}: {}", said.text);
        }
        let goods = json!({"sessionId": session, "widget": {"key": "goods", "value": "honey"}});
        Turn::parse(owner.chat(&goods).await);
        let size = json!({"key": "size", "value": "small"});
        let last = json!({"contextType": "idea_discovery", "clientMessageId": "last", "widget": size});
        let first = Turn::parse(owner.chat(&last).await);
        owner.post(&format!("/api/v1/sessions/{session}/complete"), &json!({})).await.json(200);
        let ended = send(&guest, &format!("{path}/finish"), &[]).await;
        assert_eq!(ended.status, 303, "{}", ended.text);
        assert_eq!(Turn::parse(owner.chat(&last).await).0, first.0, "a guest finished later: it opens no other one");
        let end = guest.get(&path).await;
        assert!(end.text.contains("Your interview is complete") && !end.text.contains("name=\"text\""), "{}", end.text);

        let list = owner.get("/interviews").await.text;
        assert!(list.contains("by invitation: Gus &lt;b&gt;Guest&lt;/b&gt;"), "marked in the list of whoever invited");
        let all = owner.get("/api/v1/sessions").await.json(200);
        let theirs = all["items"].as_array().expect("a list").iter().find(|one| one["id"] != session.as_str());
        let theirs = theirs.expect("the guest's")["id"].as_str().expect("an id").to_owned();
        let state = owner.session(&theirs).await;
        assert_eq!((&state["status"], state["messages"][1]["content"].as_str()), (&json!("completed"), Some("We sell wax")));
        assert!(owner.get("/api/v1/admin/audit?limit=200").await.text.contains("guest.admitted"));
        let kept = everything(&place.database.url).await;
        let secret = path.rsplit('/').next().expect("a secret").to_lowercase();
        let own = cookie.split(['=', ';']).nth(1).expect("a value").to_lowercase();
        assert!(!kept.contains(&secret) && !kept.contains(&own), "the database knows neither");
    })
    .await;
}

#[tokio::test]
async fn a_guest_has_nothing_but_their_own_interview() {
    everywhere(async |place| {
        let (owner, session) = begun(place).await;
        let path = made(&owner, &session, true, false).await;
        let guest = Api::browser(place.base());
        assert_eq!(send(&guest, &format!("{path}/start"), &[("name", "Gus")]).await.status, 303);
        for page in ["/", "/interviews", "/projects", "/admin", "/settings", &format!("/interviews/{session}")] {
            let answer = guest.get(page).await;
            let to = answer.header("location");
            assert!(answer.status == 303 && (to.starts_with("/login") || to == "/first-start"), "{page}: {} {to}", answer.status);
        }
        for route in ["/api/v1/sessions", "/api/v1/projects", "/api/v1/admin/users", &format!("/api/v1/sessions/{session}")] {
            guest.get(route).await.problem(401);
        }
        for (call, wish) in [
            ("interview", json!({"id": session})),
            ("interviews", json!({"filter": {"status": null, "title": "", "after": null}})),
            ("interview/links", json!({"id": session})),
            ("interview/command", json!({"id": session, "command": {"type": "retitle", "title": "Mine"}})),
        ] {
            assert_eq!(guest.post(&format!("/call/{call}"), &wish).await.status, 401, "{call}");
        }
        guest.chat(&json!({"sessionId": session, "message": "We sell wax"})).await.problem(401);

        // What their browser keeps is worth nothing at another link, and a link is worth nothing without it.
        let other = made(&owner, &session, true, false).await;
        assert!(guest.get(&other).await.text.contains("Your name"), "they are a stranger there");
        for fields in [&[("text", "We sell wax")][..], &[]] {
            let act = if fields.is_empty() { "finish" } else { "say" };
            assert_eq!(send(&guest, &format!("{other}/{act}"), fields).await.status, 404);
            assert_eq!(send(&place.nobody(), &format!("{path}/{act}"), fields).await.status, 404);
        }
        // A link to read is none to be invited by, and the other way round.
        let reading = made(&owner, &session, false, false).await;
        let (read, invited) = (reading.replace("/shared/", "/invited/"), path.replace("/invited/", "/shared/"));
        assert_eq!((guest.get(&read).await.status, guest.get(&invited).await.status), (404, 404));

        // Whoever invited them reads it and does not speak in it; nor is it taken for an interview of their own.
        let all = owner.get("/api/v1/sessions").await.json(200);
        let theirs = all["items"].as_array().expect("a list").iter().find(|one| one["id"] != session.as_str());
        let theirs = theirs.expect("the guest's")["id"].as_str().expect("an id").to_owned();
        owner.chat(&json!({"sessionId": theirs, "message": "We sell wax"})).await.problem(403);
        let turn = owner.chat(&json!({"contextType": "idea_discovery", "message": "It opens in May"})).await;
        assert_eq!(Turn::parse(turn).session(), session);
        let (stranger, _) = place.tenant();
        assert_eq!(stranger.get(&format!("/api/v1/sessions/{theirs}")).await.status, 404);
    })
    .await;
}

#[tokio::test]
async fn a_shared_interview_is_read_until_its_link_is_revoked() {
    everywhere(async |place| {
        let (owner, session) = begun(place).await;
        let short = made(&owner, &session, false, false).await;
        let whole = made(&owner, &session, false, true).await;
        let nobody = place.nobody();
        let page = nobody.get(&short).await;
        assert_eq!((page.status, page.header("x-robots-tag")), (200, "noindex, nofollow, noarchive"));
        assert!(page.text.contains("honey") && !page.text.contains("<script") && !page.text.contains("<form"), "{}", page.text);
        assert!(!page.text.contains("class=\"open-turn"), "without the conversation");
        let talk = nobody.get(&whole).await.text;
        assert!(
            talk.contains("open-turn mine") && visible(&talk).contains("We sell honey and the shop is small"),
            "with it: {talk}"
        );
        let found = links(&owner, &session).await;
        assert_eq!(found.len(), 2);
        assert!(!found.iter().any(|link| short.contains(link["id"].as_str().expect("an id"))), "an address is told once");
        for link in &found {
            revoke(&owner, &session, link).await;
        }
        assert!(links(&owner, &session).await.is_empty());
        for path in [&short, &whole] {
            let gone = nobody.get(path).await;
            assert_eq!((gone.status, gone.text.contains("It was revoked")), (410, true), "{}", gone.text);
        }
        let missing = nobody.get("/shared/nothing").await;
        assert_eq!((missing.status, missing.text.contains("cut off")), (404, true));
        assert_eq!(nobody.get(&format!("/shared/{}", "a".repeat(500))).await.status, 404);
    })
    .await;
}

#[tokio::test]
async fn an_invitation_ends_for_those_who_came_by_it_too() {
    everywhere(async |place| {
        let (owner, session) = begun(place).await;
        let path = made(&owner, &session, true, false).await;
        let guest = Api::browser(place.base());
        assert_eq!(send(&guest, &format!("{path}/start"), &[("name", "Gus")]).await.status, 303);
        let long = "жар ".repeat(1_000);
        let said = send(&guest, &format!("{path}/say"), &[("text", long.as_str())]).await;
        assert_eq!(said.status, 303, "as much as the field takes, in whatever letters: {}", said.text);
        revoke(&owner, &session, &links(&owner, &session).await[0]).await;
        assert_eq!(guest.get(&path).await.status, 410);
        let acts: [(&str, &[(&str, &str)]); 3] =
            [("say", &[("text", "We sell wax")]), ("finish", &[]), ("start", &[("name", "Gus")])];
        for (act, fields) in acts {
            assert_eq!(send(&guest, &format!("{path}/{act}"), fields).await.status, 410, "{act}");
        }
        let second = made(&owner, &session, true, false).await;
        assert_eq!(place_at(&owner, &session, "deleted").await.status, 302);
        assert_eq!(guest.get(&second).await.status, 404, "whoever deletes an interview ends its links");
    })
    .await;
}

#[tokio::test]
async fn links_that_are_over_or_full_say_so() {
    everywhere(async |place| {
        let (owner, session) = begun(place).await;
        let store = Store::open(&place.database.url).await.expect("a store");
        let user = UserId(id_of(&owner.token.clone().expect("a token")));
        let tenant = store.user(user).await.expect("no fault").expect("a person").tenant;
        let keep = async |secret: &str, kind, uses, expires_at| {
            let hash = Sha256::digest(secret.as_bytes()).to_vec();
            let id = Uuid::from_slice(&hash[..16]).expect("16 bytes");
            let session = SessionId(session.parse().expect("an id"));
            let (created_at, revoked_at) = (Timestamp(0), None);
            let row =
                LinkRow { id, tenant, user, session, kind, hash, transcript: false, uses, created_at, expires_at, revoked_at };
            let action = "link.created".to_owned();
            let (target, detail) = (String::new(), json!({}));
            let audit = AuditEntry { id, tenant, user: Some(user), action, target, about: None, detail, at: Timestamp(0) };
            store.insert_link(row, audit).await.expect("kept");
        };
        let (past, far) = (Timestamp(1), Timestamp(i64::MAX / 1_000));
        let named = |name: &str| format!("{name}-{session}");
        keep(&named("read"), LinkKind::Read, 0, past).await;
        keep(&named("invite"), LinkKind::Invite, 0, past).await;
        keep(&named("full"), LinkKind::Invite, MOST_GUESTS, far).await;
        store.close().await;
        for (path, words) in
            [("shared/read", "It has expired"), ("invited/invite", "It has expired"), ("invited/full", "As many people")]
        {
            let gone = place.nobody().get(&format!("/{path}-{session}")).await;
            assert_eq!((gone.status, gone.text.contains(words)), (410, true), "{path}: {}", gone.text);
        }
        let late = send(&place.nobody(), &format!("/invited/{}/start", named("full")), &[("name", "Gus")]).await;
        assert_eq!(late.status, 410);
        let guests: Vec<Value> = links(&owner, &session).await.into_iter().map(|mut link| link["guests"].take()).collect();
        assert_eq!(guests, [json!(MOST_GUESTS)], "what is over is not listed");
    })
    .await;
}

#[tokio::test]
async fn an_interview_is_put_away_deleted_and_brought_back() {
    everywhere(async |place| {
        let (owner, session) = begun(place).await;
        let api = format!("/api/v1/sessions/{session}");
        let page = format!("/interviews/{session}");
        let link = format!("href=\"{page}\"");
        let has = async |state: &str| owner.get(&format!("/interviews?state={state}")).await.text.contains(&link);
        let moved = place_at(&owner, &session, "archived").await;
        assert_eq!(moved.header("location"), format!("/interviews?moved=archived&id={session}"));
        assert!(owner.get(moved.header("location")).await.text.contains("undo-move"));
        assert_eq!((has("").await, has("archived").await), (false, true));
        assert_eq!(owner.get(&page).await.status, 200, "it is there");

        assert_eq!(place_at(&owner, &session, "deleted").await.status, 302);
        owner.get(&api).await.problem(404);
        owner.chat(&json!({"sessionId": session, "message": "We sell wax"})).await.problem(404);
        assert_eq!(owner.get(&page).await.status, 404);
        assert!(!owner.get("/api/v1/sessions").await.text.contains(&session));
        assert!(listed(&owner, "deleted").await.contains("A shop"), "it can be found to be brought back");
        let other = owner.chat(&json!({"contextType": "idea_discovery", "message": "We sell tea"})).await;
        assert_ne!(Turn::parse(other).session(), session, "it is nobody's active one");

        assert_eq!(place_at(&owner, &session, "listed").await.status, 302);
        assert!(owner.session(&session).await["obligations"].to_string().to_lowercase().contains("honey"), "with all it held");
        owner.say(&session, "It opens on 1 March 2027").await;
        assert!(has("").await);
        let audit = owner.get("/api/v1/admin/audit?limit=200").await.text;
        for action in ["session.archived", "session.deleted", "session.restored"] {
            assert!(audit.contains(action), "{action}");
        }
    })
    .await;
}

#[tokio::test]
async fn the_sample_interview_is_finished_and_there_once() {
    everywhere(async |place| {
        let owner = place.member();
        let open = async || {
            let call = owner.call(Method::POST, "/call/form/sample-interview").header("accept", "text/html");
            let call = call.header("content-type", "application/x-www-form-urlencoded");
            let answer = Answer::fetch(call).await;
            assert_eq!(answer.status, 302, "{}", answer.text);
            answer.header("location").rsplit('/').next().expect("an id").to_owned()
        };
        let id = open().await;
        let state = owner.session(&id).await;
        assert_eq!(state["status"], "completed");
        let page = owner.get(&format!("/interviews/{id}")).await.text;
        assert!(page.contains("Sample: a bookshop by the harbour") && page.contains("two chain stores"), "{page}");
        assert_eq!(place_at(&owner, &id, "deleted").await.status, 302);
        assert_eq!(open().await, id, "it is brought back");
        assert_eq!(owner.get("/api/v1/sessions").await.json(200)["items"].as_array().map(Vec::len), Some(1));
    })
    .await;
}

#[tokio::test]
async fn a_project_is_made_from_what_an_interview_knows() {
    everywhere(async |place| {
        let (owner, session) = begun(place).await;
        let call = owner.call(Method::POST, "/call/form/interview-project").header("accept", "text/html");
        let made = Answer::fetch(call.form(&[("id", session.as_str())])).await;
        assert_eq!(made.status, 302, "{}", made.text);
        let project = made.header("location").rsplit('/').next().expect("an id").to_owned();
        let project = owner.get(&format!("/api/v1/projects/{project}")).await.json(200);
        assert!(project["name"].as_str().is_some_and(|name| name.starts_with("A shop")), "{project}");
        assert!(project["profile"].to_string().to_lowercase().contains("honey"), "{project}");
    })
    .await;
}
