//! What pages ask of the server (`/call/…`): of others it tells nothing, for others it does nothing, and what cannot be read is refused.

use crate::{
    ground::{Answer, Api, everywhere},
    tenancy::House,
};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Who may make a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Whose {
    /// Everybody, also who is not signed in.
    Anybody,
    /// Everybody who is signed in, each for themselves.
    Own,
    /// The person whose interview or token it names, and administrators.
    Persons,
    /// The people of the tenant.
    Tenants,
    Admins,
}
use Whose::{Admins, Anybody, Own, Persons, Tenants};

/// What a call does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Does {
    Read,
    Change,
}
use Does::{Change, Read};

enum Said {
    /// It takes nothing, so that nothing said is wrong.
    Nothing,
    Json(Value),
    Form(Vec<(&'static str, String)>),
}

struct Call {
    path: &'static str,
    whose: Whose,
    does: Does,
    said: Said,
}

impl Call {
    /// Whether it names something of the house.
    fn names(&self, house: &House) -> bool {
        let text = match &self.said {
            Said::Nothing => String::new(),
            Said::Json(body) => body.to_string(),
            Said::Form(fields) => fields.iter().map(|(_, value)| value.as_str()).collect::<Vec<_>>().join(" "),
        };
        house.known.values().any(|id| uuid::Uuid::parse_str(id).is_ok() && text.contains(id.as_str()))
    }

    async fn by(&self, api: &Api) -> Answer {
        let call = api.call(Method::POST, &format!("/call/{}", self.path));
        Answer::of(match &self.said {
            Said::Nothing => call.json(&json!({})),
            Said::Json(body) => call.json(body),
            Said::Form(fields) => call.form(fields),
        })
        .await
    }

    /// The same with other ids in the place of those of the house.
    fn elsewhere(&self, house: &House) -> Self {
        let other = |text: &str| {
            let mut text = text.to_owned();
            for id in house.known.values().filter(|id| uuid::Uuid::parse_str(id).is_ok()) {
                text = text.replace(id.as_str(), "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e");
            }
            text
        };
        let said = match &self.said {
            Said::Nothing => Said::Nothing,
            Said::Json(body) => Said::Json(serde_json::from_str(&other(&body.to_string())).expect("JSON")),
            Said::Form(fields) => Said::Form(fields.iter().map(|(name, value)| (*name, other(value))).collect()),
        };
        Self { said, ..*self }
    }
}

/// Every call of a page, as it would do for whoever may make it.
fn calls(house: &House) -> Vec<Call> {
    let id = |list: &str| house.known[list].clone();
    let (session, message, task) = (id("sessions"), id("messages"), id("research"));
    let json = |path, whose, does, body| Call { path, whose, does, said: Said::Json(body) };
    let bare = |path, whose, does| Call { path, whose, does, said: Said::Nothing };
    let form = |path, whose, does, fields: &[(&'static str, &str)]| {
        let fields = fields.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        Call { path, whose, does, said: Said::Form(fields) }
    };
    let plan = crate::ground::plan().to_string();
    let pool = json!({"obligations": []}).to_string();
    let mut calls = vec![
        bare("build", Anybody, Read),
        bare("visit", Anybody, Read),
        json("tokens", Own, Read, json!({"after": null})),
        json("tokens/make", Own, Change, json!({"name": "mine", "role": "member", "days": 1})),
        json("tokens/revoke", Persons, Change, json!({"id": id("tokens")})),
        json("people", Admins, Read, json!({"after": null})),
        json(
            "people/add",
            Admins,
            Change,
            json!({"name": "Eve", "email": "eve@example.org", "password": "long enough, eve", "role": "member"}),
        ),
        json("people/role", Admins, Change, json!({"id": id("users"), "role": "viewer"})),
        json("people/remove", Admins, Change, json!({"id": id("users")})),
        json("people/password-link", Admins, Change, json!({"id": id("users")})),
        bare("retention", Admins, Read),
        json("retention/due", Admins, Read, json!({"days": 30})),
        json("retention/change", Admins, Change, json!({"days": 30})),
        bare("objectives", Own, Read),
        json("interviews", Own, Read, json!({"filter": {"status": null, "title": "", "after": null}})),
        json("transcripts", Admins, Read, json!({"after": null})),
        json("interview", Persons, Read, json!({"id": session})),
        json("interview/tasks", Persons, Read, json!({"id": session})),
        json("interview/reassess", Persons, Change, json!({"id": session})),
        json("interview/import", Persons, Change, json!({"id": session, "turns": [{"speaker": "user", "text": "We sell wax"}]})),
        json("questions", Persons, Read, json!({"id": session})),
        form("form/start", Own, Change, &[("context", "project_discovery")]),
        form("form/answer", Persons, Change, &[("id", &session), ("text", "We sell wax")]),
        form("form/answer", Persons, Change, &[("id", &session), ("key", "goods"), ("value", "wax")]),
        form("form/act", Persons, Change, &[("id", &session), ("key", "goods"), ("act", "skip")]),
        form("form/act", Persons, Change, &[("id", &session), ("act", "reassess")]),
        form("form/edit", Persons, Change, &[("id", &session), ("message", &message), ("content", "We sell wax")]),
        form("form/retitle", Persons, Change, &[("id", &session), ("title", "Mine now")]),
        form("form/import", Persons, Change, &[("id", &session), ("text", "Q: What do you sell?\nA: Wax")]),
        form("form/research", Persons, Change, &[("id", &session), ("query", "wax")]),
        form("form/research-act", Persons, Change, &[("id", &session), ("task", &task), ("act", "undo")]),
        form("form/merge", Persons, Change, &[("id", &session), ("keys[0]", "worry"), ("into", "goods")]),
        form("form/split", Persons, Change, &[("id", &session), ("key", "goods"), ("parts", "Now?\nLater?")]),
        form("form/add-question", Persons, Change, &[("id", &session), ("prompt", "Who else?"), ("widget", "text")]),
        form("form/migrate", Persons, Change, &[("id", &session)]),
        json(
            "admin/audit",
            Admins,
            Read,
            json!({"filter": {"person": "", "action": "", "target": "", "since": "", "until": "", "after": null}}),
        ),
        json("admin/feedback", Admins, Read, json!({"rating": null, "after": null})),
        json("admin/reviews", Admins, Read, json!({"filter": {"state": null, "disliked": false, "after": null}})),
        json("admin/review", Admins, Read, json!({"id": session})),
        bare("form/review-next", Admins, Change),
        form("form/review-hold", Admins, Change, &[("id", &session), ("act", "reserve")]),
        form("form/review", Admins, Change, &[("id", &session), ("verdict", "good")]),
        bare("admin/objectives", Admins, Read),
        json("admin/objective", Admins, Read, json!({"id": id("objectives")})),
        json("admin/objective/check", Admins, Read, json!({"text": plan})),
        form("form/objective", Admins, Change, &[("like", &id("objectives")), ("version", "7.0.0"), ("text", &plan)]),
        form("form/activate", Admins, Change, &[("id", &id("objectives"))]),
        bare("models", Admins, Read),
        json("admin/usage", Admins, Read, json!({"filter": {"by": "", "since": "", "until": ""}})),
        bare("admin/pools", Admins, Read),
        json("admin/pool", Admins, Read, json!({"id": id("question-pools")})),
        json("admin/pool/check", Admins, Read, json!({"text": pool})),
        form("form/pool", Admins, Change, &[("id", &id("question-pools")), ("name", "harvest"), ("text", &pool)]),
        form("form/pool/remove", Admins, Change, &[("id", &id("question-pools"))]),
        json("projects", Tenants, Read, json!({"after": null})),
        json("projects/create", Tenants, Change, json!({"name": "Another", "description": ""})),
    ];
    let commands = [
        json!({"type": "say", "text": "We sell wax"}),
        json!({"type": "set_value", "key": "goods", "value": "wax"}),
        json!({"type": "retitle", "title": "Mine now"}),
        json!({"type": "edit_message", "message_id": message, "content": "We sell wax"}),
        json!({"type": "stop_reply", "message_id": message}),
        json!({"type": "complete"}),
    ];
    calls.extend(commands.map(|command| json("interview/command", Persons, Change, json!({"id": session, "command": command}))));
    for part in ["Sources", "Source", "Table", "Search", "Query", "Tools", "Connect", "Settings"] {
        let asked = json!({"part": part, "id": id("projects"), "source": id("sources"), "table": "orders", "words": "", "from": 0,
            "sql": ""});
        calls.push(json("projects/read", Tenants, Read, json!({"asked": asked})));
    }
    for (deed, name, entered) in [
        ("Rename", "", json!({"name": "Other"})),
        ("Delete", "", json!({})),
        ("RefreshAll", "", json!({})),
        ("Refresh", "", json!({})),
        ("Test", "", json!({})),
        ("DeleteSource", "", json!({})),
        ("TryConnection", "", json!({"type": "sqlite"})),
        ("Connect", "", json!({"type": "sqlite"})),
        ("RunTool", "list_databases", json!({})),
        ("Profile", "orders", json!({})),
    ] {
        let act = json!({"project": id("projects"), "deed": deed, "source": id("sources"), "name": name, "entered": entered});
        // What is only looked at, viewers may look at too.
        let does = if ["RunTool", "Profile"].contains(&deed) { Read } else { Change };
        calls.push(json("projects/act", Tenants, does, json!({"act": act})));
    }
    calls
}

#[tokio::test]
async fn every_call_of_a_page_is_among_those_that_are_tried() {
    // Whatever the page is made of is linked into this program too.
    let routes = leptos_axum::generate_route_list(app::App);
    assert!(routes.len() > 25, "{} pages", routes.len());
    let registered: BTreeSet<String> = leptos::server_fn::axum::server_fn_paths()
        .filter_map(|(path, method)| {
            assert_eq!(
                method,
                http::Method::POST,
                "{path}: what changes nothing may be asked by GET, and this test does not know it"
            );
            path.strip_prefix("/call/").map(str::to_owned)
        })
        .collect();
    assert!(registered.len() >= 60, "only {} calls", registered.len());
    everywhere(async |place| {
        let house = House::furnish(place.tenant().0).await;
        let tried: BTreeSet<String> = calls(&house).iter().map(|call| call.path.to_owned()).collect();
        assert_eq!(registered, tried, "a new call needs a line in `calls`, an old one needs none");
    })
    .await;
}

#[tokio::test]
async fn calls_of_pages_tell_and_do_nothing_for_others() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let house = House::furnish(owner.clone()).await;
        let viewer = signed_in(&owner).await;
        let before = house.everything().await;
        let (stranger, _) = place.tenant();
        let ids: Vec<&String> = house.known.values().filter(|id| uuid::Uuid::parse_str(id).is_ok()).collect();
        for call in calls(&house) {
            let (path, names) = (call.path, call.names(&house));
            let told = format!("{path} {:?} {:?}", call.whose, call.does);
            if call.whose != Anybody {
                assert_eq!(call.by(&place.nobody()).await.status, 401, "{told}, by nobody");
            }

            let answer = call.by(&stranger).await;
            assert!(!names || answer.status == 404, "{told}, of another tenant: {} {}", answer.status, answer.text);
            assert!(answer.status < 500, "{told}: {}", answer.text);
            assert!(ids.iter().all(|id| !answer.text.contains(id.as_str())), "{told} told another tenant: {}", answer.text);

            if names {
                let answer = call.elsewhere(&house).by(&owner).await;
                assert_eq!(answer.status, 404, "{told}, of nothing: {}", answer.text);
            }

            if call.does == Read || matches!(call.whose, Persons | Admins) {
                let answer = call.by(&member).await;
                let expected = match call.whose {
                    Persons => 404,
                    Admins => 403,
                    Anybody | Own | Tenants => answer.status.clamp(200, 499),
                };
                assert_eq!(answer.status, expected, "{told}, by another member: {}", answer.text);
            }

            let answer = call.by(&viewer).await;
            let expected: &[u16] = match (call.whose, call.does) {
                (Admins, _) => &[403],
                (Persons, Read) => &[404],
                (_, Change) => &[403, 404],
                _ => &[200, 404, 422],
            };
            assert!(expected.contains(&answer.status), "{told}, by a viewer: {} {}", answer.status, answer.text);
        }
        let after = house.everything().await;
        for (path, text) in &before {
            assert_eq!(after.get(path), Some(text), "{path}");
        }
    })
    .await;
}

/// Somebody of the same tenant who may only look.
async fn signed_in(owner: &Api) -> Api {
    let email = format!("{}-eye@example.org", owner.token.clone().expect("a token"));
    let password = "a long enough password";
    let new = json!({"name": "Eye", "email": email, "password": password, "role": "viewer"});
    owner.post("/api/v1/admin/users", &new).await.json(201);
    let browser = Api::browser(&owner.base);
    let entered =
        Answer::of(browser.call(Method::POST, "/login").form(&[("email", email.as_str()), ("password", password)])).await;
    assert_eq!(entered.status, 303);
    let cookie = entered.header("set-cookie").split(';').next().expect("a cookie").to_owned();
    Api::with_cookie(&owner.base, &cookie)
}

#[tokio::test]
async fn calls_that_cannot_be_read_are_refused() {
    everywhere(async |place| {
        let house = House::furnish(place.tenant().0).await;
        let before = house.everything().await;
        for call in calls(&house) {
            let kind = match &call.said {
                Said::Nothing => continue,
                Said::Json(_) => "application/json",
                Said::Form(_) => "application/x-www-form-urlencoded",
            };
            let send = |kind: &str, body: Vec<u8>| {
                let request = house.owner.call(Method::POST, &format!("/call/{}", call.path));
                Answer::of(request.header("content-type", kind).body(body))
            };
            let wrong: [&[u8]; 8] = [
                b"", b"{", b"[7]", b"\"text\"", b"{\"a\":\xff\xfe}", b"a=b&id=%ff", b"id=7&act=7",
                b"{\"id\":7,\"filter\":7,\"act\":7}",
            ];
            for body in wrong {
                for kind in [kind, "text/plain"] {
                    let answer = send(kind, body.to_vec()).await;
                    let fine = Said::optional(call.path) && answer.status == 200;
                    assert!(
                        fine || (400..500).contains(&answer.status),
                        "{} with {kind} {:?}: {} {}",
                        call.path,
                        String::from_utf8_lossy(body),
                        answer.status,
                        answer.text
                    );
                }
            }
            let large = vec![b'a'; 5 * 1024 * 1024];
            assert_eq!(send(kind, large).await.status, 413, "{}", call.path);
        }
        let after = house.everything().await;
        for (path, text) in &before {
            assert_eq!(after.get(path), Some(text), "{path}");
        }
    })
    .await;
}

impl Said {
    /// Reading calls whose arguments may all be left out.
    fn optional(path: &str) -> bool {
        ["tokens", "people", "transcripts", "admin/feedback", "admin/pool", "projects"].contains(&path)
    }
}

/// Every page that names something.
#[tokio::test]
async fn pages_of_what_belongs_to_others_show_nothing_of_it() {
    let mut paths: Vec<String> = leptos_axum::generate_route_list(app::App)
        .iter()
        .map(|route| route.path().to_owned())
        .filter(|path| path.contains('{'))
        .collect();
    paths.sort();
    assert!(paths.len() >= 16, "{paths:?}");
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let house = House::furnish(owner.clone()).await;
        let viewer = signed_in(&owner).await;
        let (stranger, _) = place.tenant();
        for template in &paths {
            let mut parts: Vec<String> = template.split('/').map(str::to_owned).collect();
            for at in 1..parts.len() {
                if parts[at].starts_with('{') {
                    let list = match parts[at - 1].as_str() {
                        "interviews" | "review" => "sessions",
                        "pools" => "question-pools",
                        other => other,
                    };
                    parts[at] = if list == "tables" { "orders".into() } else { house.known[list].clone() };
                }
            }
            let path = parts.join("/");
            let shown = owner.get(&path).await;
            assert_eq!(shown.status, 200, "{path}: its owner sees it");
            let nothing = |answer: &Answer| {
                ["beekeepers", "A shop", "harvest", "orders", "honey"].iter().all(|word| {
                    // What stands in the address may stand in the page.
                    path.contains(word) || !answer.text.contains(word)
                })
            };
            let answer = stranger.get(&path).await;
            assert!(answer.status == 404 && nothing(&answer), "{path} for another tenant: {}", answer.status);
            let (personal, admins) = (path.starts_with("/interviews/"), path.starts_with("/admin/"));
            for other in [&member, &viewer] {
                let answer = other.get(&path).await;
                let expected: &[u16] = if personal {
                    &[404]
                } else if admins {
                    &[403, 404]
                } else {
                    &[200]
                };
                assert!(expected.contains(&answer.status), "{path} for another member: {}", answer.status);
                assert!(answer.status == 200 || nothing(&answer), "{path} shows another member what it is about");
            }
            let nobody = place.nobody().get(&path).await;
            assert!((300..400).contains(&nobody.status) && nothing(&nobody), "{path} for nobody: {}", nobody.status);
            let unknown = path.replace(&house.session, "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e").replace(&house.project, "no-id");
            if unknown != path {
                assert_eq!(owner.get(&unknown).await.status, 404, "{unknown}");
            }
        }
    })
    .await;
}
