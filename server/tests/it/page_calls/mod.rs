//! What pages ask of the server (`/call/…`): of others it tells nothing, for others it does nothing, and what cannot be read is refused.

mod addresses;
mod asks;
mod long;
mod table;

use crate::{
    ground::{Answer, Api, Place, everywhere},
    tenancy::House,
};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use table::calls;

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
        Answer::fetch(match &self.said {
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

/// All in one house: to furnish it takes longer than many of the calls together.
#[tokio::test]
async fn calls_and_pages_refuse_what_is_wrong_and_show_nothing_to_others() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let house = House::furnish(owner).await;
        every_call_of_a_page_is_among_those_that_are_tried(&house);
        let before = house.everything().await;
        // No database is asked before a call is read.
        if place.is_on_sqlite() {
            calls_that_cannot_be_read_are_refused(&house).await;
            unchanged(&house, &before).await;
        }
        long::long_texts_are_refused_in_every_call(&house).await;
        unchanged(&house, &before).await;
        let viewer = signed_in(&house.owner).await;
        calls_of_pages_tell_and_do_nothing_for_others(place, &house, &member, &viewer).await;
        addresses::pages_of_what_belongs_to_others_show_nothing_of_it(place, &house, &member, &viewer).await;
    })
    .await;
}

async fn unchanged(house: &House, before: &BTreeMap<String, String>) {
    let after = house.everything().await;
    for (path, text) in before {
        assert_eq!(after.get(path), Some(text), "{path}");
    }
}

fn every_call_of_a_page_is_among_those_that_are_tried(house: &House) {
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
    assert!(registered.len() >= 50, "only {} calls", registered.len());
    let tried: BTreeSet<String> = calls(house).iter().map(|call| call.path.to_owned()).collect();
    assert_eq!(registered, tried, "a new call needs a line in `calls`, an old one needs none");
}

async fn calls_of_pages_tell_and_do_nothing_for_others(place: &Place, house: &House, member: &Api, viewer: &Api) {
    let before = house.everything().await;
    let (stranger, _) = place.tenant();
    let ids: Vec<&String> = house.known.values().filter(|id| uuid::Uuid::parse_str(id).is_ok()).collect();
    for call in calls(house) {
        let (path, names) = (call.path, call.names(house));
        let what = format!("{path} {:?} {:?}", call.whose, call.does);
        if call.whose != Anybody {
            assert_eq!(call.by(&place.nobody()).await.status, 401, "{what}, by nobody");
        }

        let answer = call.by(&stranger).await;
        assert!(!names || answer.status == 404, "{what}, of another tenant: {} {}", answer.status, answer.text);
        assert!(answer.status < 500, "{what}: {}", answer.text);
        assert!(ids.iter().all(|id| !answer.text.contains(id.as_str())), "{what} tells another tenant: {}", answer.text);

        if names {
            let answer = call.elsewhere(house).by(&house.owner).await;
            assert_eq!(answer.status, 404, "{what}, of nothing: {}", answer.text);
        }

        if call.does == Read || matches!(call.whose, Persons | Admins) {
            let answer = call.by(member).await;
            let expected = match call.whose {
                Persons => 404,
                Admins => 403,
                Anybody | Own | Tenants => answer.status.clamp(200, 499),
            };
            assert_eq!(answer.status, expected, "{what}, by another member: {}", answer.text);
        }

        let answer = call.by(viewer).await;
        let expected: &[u16] = match (call.whose, call.does) {
            (Admins, _) => &[403],
            (Persons, Read) => &[404],
            (_, Change) => &[403, 404],
            _ => &[200, 403, 404, 422],
        };
        assert!(expected.contains(&answer.status), "{what}, by a viewer: {} {}", answer.status, answer.text);
    }
    unchanged(house, &before).await;
}

/// Somebody of the same tenant who may only look.
async fn signed_in(owner: &Api) -> Api {
    let email = format!("{}-eye@example.org", owner.token.clone().expect("a token"));
    let password = "a long enough password";
    let new = json!({"name": "Eye", "email": email, "password": password, "role": "viewer"});
    owner.post("/api/v1/admin/users", &new).await.json(201);
    let browser = Api::browser(&owner.base);
    let entered =
        Answer::fetch(browser.call(Method::POST, "/login").form(&[("email", email.as_str()), ("password", password)])).await;
    assert_eq!(entered.status, 303);
    let cookie = entered.header("set-cookie").split(';').next().expect("a cookie").to_owned();
    Api::with_cookie(&owner.base, &cookie)
}

async fn calls_that_cannot_be_read_are_refused(house: &House) {
    for call in calls(house) {
        let kind = match &call.said {
            Said::Nothing => continue,
            Said::Json(_) => "application/json",
            Said::Form(_) => "application/x-www-form-urlencoded",
        };
        let send = |kind: &str, body: Vec<u8>| {
            let request = house.owner.call(Method::POST, &format!("/call/{}", call.path));
            Answer::fetch(request.header("content-type", kind).body(body))
        };
        let wrong: [&[u8]; 8] = [
            b"", b"{", b"[true]", b"\"text\"", b"{\"a\":\xff\xfe}", b"a=b&id=%ff", b"id=7&act=7",
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
}

impl Said {
    /// Reading calls whose arguments may all be left out.
    fn optional(path: &str) -> bool {
        [
            "tokens", "tokens/all", "people", "transcripts", "admin/feedback", "admin/runs", "admin/findings", "admin/pool",
            "projects",
        ]
        .contains(&path)
    }
}
