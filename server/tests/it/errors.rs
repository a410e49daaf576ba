//! Whatever goes wrong under `/api` is a problem document with the fitting status.

use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings, everywhere, id_of, on_sqlite};
use futures::{StreamExt as _, stream::FuturesUnordered};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn nobody_gets_nowhere_without_a_valid_token() {
    everywhere(async |place| {
        for api in [place.nobody(), place.as_token("never made")] {
            api.get("/api/v1/sessions").await.problem(401);
            api.chat(&json!({"contextType": "idea_discovery", "message": "hello"})).await.problem(401);
            api.post("/api/v1/sessions", &json!({})).await.problem(401);
            api.get("/api/v1/admin/users").await.problem(401);
            api.get(&format!("/api/v1/sessions/{}/stream", id_of("nothing"))).await.problem(401);
            api.get("/ws").await.problem(401);
        }
        let other_scheme = place.nobody().call(Method::GET, "/api/v1/sessions").basic_auth("member-0", Some("member-0"));
        Answer::fetch(other_scheme).await.problem(401);
    })
    .await;
}

#[tokio::test]
async fn unknown_routes_and_methods() {
    on_sqlite(async |place| {
        let api = place.member();
        for path in [
            "/api/", "/api/v1", "/api/v1/", "/api/v1/nothing", "/api/v2/sessions", "/api/discovery-chat/more",
            "/api/v1/sessions/a/b/c",
        ] {
            for method in [Method::GET, Method::POST, Method::PUT, Method::DELETE] {
                Answer::fetch(api.call(method, path)).await.problem(404);
            }
        }
        let session = id_of("nothing");
        for (method, path) in [
            (Method::GET, "/api/discovery-chat".to_owned()),
            (Method::PUT, "/api/discovery-chat".to_owned()),
            (Method::DELETE, "/api/v1/sessions".to_owned()),
            (Method::POST, format!("/api/v1/sessions/{session}")),
            (Method::GET, format!("/api/v1/sessions/{session}/transcript")),
            (Method::POST, format!("/api/v1/sessions/{session}/events")),
        ] {
            let answer = Answer::fetch(api.call(method, &path)).await;
            assert!(!answer.problem(405)["detail"].is_null() && !answer.header("allow").is_empty());
        }
    })
    .await;
}

#[tokio::test]
async fn bodies_that_cannot_be_read() {
    on_sqlite(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let before = api.session(&session).await;
        let post = |path: &str| api.call(Method::POST, path);
        let as_json = |path: &str, body: Vec<u8>| post(path).header("content-type", "application/json").body(body);
        for path in ["/api/discovery-chat", "/api/v1/sessions", &format!("/api/v1/sessions/{session}/transcript")] {
            for body in ["{", "not json", "{\"a\":}", "[1,", "\u{feff}"] {
                Answer::fetch(as_json(path, body.into())).await.problem(400);
            }
            Answer::fetch(as_json(path, b"{\"message\":\"\xff\xfe\"}".to_vec())).await.problem(400);
            Answer::fetch(as_json(path, [b"[".repeat(100_000), b"]".repeat(100_000)].concat())).await.problem(400);
            Answer::fetch(post(path).header("content-type", "text/plain").body("{}")).await.problem(415);
            Answer::fetch(post(path).header("content-type", "application/x-www-form-urlencoded").body("a=b")).await.problem(415);
            Answer::fetch(post(path).body("{}")).await.problem(415);
            for wrong in ["[]", "[null, \"idea_discovery\", \"hello\", null, null, null, null]", "7", "null", "\"text\""] {
                Answer::fetch(as_json(path, wrong.into())).await.problem(422);
            }
            let large = format!("{{\"message\":\"{}\"}}", "a".repeat(5 * 1024 * 1024));
            Answer::fetch(as_json(path, large.into())).await.problem(413);
        }
        let with_charset = post("/api/discovery-chat").header("content-type", "application/json; charset=utf-8");
        let said = Answer::fetch(with_charset.body(json!({"sessionId": session, "message": ""}).to_string())).await;
        said.problem(422);
        assert_eq!(api.session(&session).await, before);
    })
    .await;
}

#[tokio::test]
async fn what_does_not_exist_is_not_found() {
    everywhere(async |place| {
        let api = place.member();
        for id in [id_of("nothing").to_string(), "nothing".into(), "%00".into(), "..%2f..".into(), "a".repeat(3000)] {
            for part in
                ["", "/obligations", "/completeness", "/summaries", "/tasks", "/research", "/events", "/stream", "/export"]
            {
                api.get(&format!("/api/v1/sessions/{id}{part}")).await.problem(404);
            }
            for part in ["/reevaluate", "/complete", "/negotiations/goods"] {
                api.post(&format!("/api/v1/sessions/{id}{part}"), &json!({})).await.problem(404);
            }
            api.post(&format!("/api/v1/sessions/{id}/phase"), &json!({"phase": "closing"})).await.problem(404);
            api.patch(&format!("/api/v1/sessions/{id}/obligations/goods"), &json!({"action": "skip"})).await.problem(404);
            let turns = json!({"turns": [{"speaker": "user", "text": "honey"}]});
            api.post(&format!("/api/v1/sessions/{id}/transcript"), &turns).await.problem(404);
        }
        // Not UTF-8 after decoding: no path at all.
        let answer = api.get("/api/v1/sessions/%ff").await;
        assert!([400, 404].contains(&answer.status), "{}", answer.text);
        answer.problem(answer.status);
    })
    .await;
}

#[tokio::test]
async fn a_parameter_that_does_not_fit_is_named_in_plain_words() {
    on_sqlite(async |place| {
        let api = place.member();
        for (query, status, field, detail) in [
            ("limit=many", 400, "limit", "limit is no whole number"),
            ("status=open", 422, "status", "there is no open: status is one of active, completed"),
        ] {
            let problem = api.get(&format!("/api/v1/sessions?{query}")).await.problem(status);
            assert_eq!((&problem["errors"][0]["field"], &problem["detail"]), (&json!(field), &json!(detail)));
        }
    })
    .await;
}

#[tokio::test]
async fn a_word_that_a_list_does_not_know_makes_no_sense_wherever_it_is_sent() {
    on_sqlite(async |place| {
        let admin = place.admin();
        let project = crate::projects::made(&admin, "Ferry line").await;
        let asks = format!("projects/{project}/asks");
        for (list, field) in [
            ("sessions", "status"),
            ("sessions", "context_type"),
            ("objectives", "context_type"),
            ("admin/runs", "status"),
            ("admin/runs", "run_type"),
            ("admin/feedback", "rating"),
            ("admin/reviews", "state"),
            ("admin/reviews", "context_type"),
            ("admin/reviews", "status"),
            ("admin/audit/queries", "outcome"),
            ("admin/usage", "by"),
            // These have no such parameter, which is as wrong.
            ("projects", "state"),
            ("pipelines", "status"),
            ("company-searches", "status"),
            (asks.as_str(), "status"),
        ] {
            for word in ["nowhere", ""] {
                let problem = admin.get(&format!("/api/v1/{list}?{field}={word}")).await.problem(422);
                assert_eq!(problem["errors"][0]["field"], field, "{list}: {problem:#}");
                assert!(!problem["detail"].as_str().unwrap_or_default().is_empty(), "{list}: {problem:#}");
            }
        }
    })
    .await;
}

#[tokio::test]
async fn a_problem_names_its_request() {
    on_sqlite(async |place| {
        let mine = place.nobody().call(Method::GET, "/api/v1/sessions").header("x-request-id", "my-own-id");
        let answer = Answer::fetch(mine).await;
        assert_eq!(answer.problem(401)["request_id"], "my-own-id");
        let (first, second) = (place.nobody().get("/api/v1/sessions").await, place.nobody().get("/api/v1/sessions").await);
        assert_ne!(first.problem(401)["request_id"], second.problem(401)["request_id"]);
    })
    .await;
}

#[tokio::test]
async fn too_much_at_once_is_put_off() {
    for database in [Some(Database::sqlite()), Database::postgres().await].into_iter().flatten() {
        let more = vec![("DISCOVERY_WAITING_PER_INTERVIEW", "2".into())];
        let server = Server::start(&Settings { more, ..Settings::new(&database) });
        let api = Api::new(&server.base, Some(ADMIN));
        let session = api.open("idea_discovery").await;
        let path = format!("/api/v1/sessions/{session}/obligations/budget");
        let bodies: Vec<_> = (0..8).map(|value| json!({"action": "set", "value": value})).collect();
        // Nothing can be stored, so nothing can be answered but what is put off.
        let held = database.hold_writes().await;
        let mut changes: FuturesUnordered<_> = bodies.iter().map(|body| api.patch(&path, body)).collect();
        let first = changes.next().await.expect("an answer");
        held.release().await;
        first.problem(429);
        assert!(first.header("retry-after").parse::<u32>().is_ok_and(|seconds| seconds > 0));
        let taken = changes.filter(|answer| std::future::ready(answer.status == 200)).count().await;
        assert!((1..8).contains(&taken), "{taken} taken");
        assert_eq!(api.session(&session).await["turn_count"], 0, "and then it answers again");
    }
}
