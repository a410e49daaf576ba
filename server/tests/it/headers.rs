//! What every answer carries.

use crate::ground::{Answer, everywhere, on_sqlite};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn every_answer_is_guarded() {
    on_sqlite(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let chat = json!({"sessionId": session, "message": "We sell honey"});
        let answers = [
            api.get("/").await,
            api.get("/login").await,
            api.get(&format!("/interviews/{session}")).await,
            api.get("/pkg/main.1.css").await,
            api.get("/no/such/page").await,
            api.get("/api/v1/sessions").await,
            api.get("/api/v1/nothing").await,
            api.get("/api/openapi.json").await,
            api.get("/api/docs/").await,
            api.get("/healthz").await,
            api.get("/metrics").await,
            api.chat(&chat).await,
            place.nobody().get("/api/v1/sessions").await,
            place.nobody().get("/").await,
        ];
        for answer in &answers {
            let policy = answer.header("content-security-policy");
            for part in ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"] {
                assert!(policy.contains(part), "{part} is missing in {policy}");
            }
            let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src")).expect("a rule for scripts");
            assert!(!scripts.contains("unsafe-inline") && !scripts.contains("'unsafe-eval'"), "{scripts}");
            let styles = policy.split(';').find(|part| part.trim().starts_with("style-src")).expect("a rule for styles");
            assert!(styles.contains("'nonce-") != styles.contains("unsafe-inline"), "{styles}");
            assert_eq!(answer.header("x-content-type-options"), "nosniff");
            assert_eq!(answer.header("x-frame-options"), "DENY");
            assert_eq!(answer.header("referrer-policy"), "same-origin");
            assert!(!answer.header("x-request-id").is_empty() && !answer.header("cache-control").is_empty());
            assert!(answer.headers.get("server").is_none() && answer.headers.get("access-control-allow-origin").is_none());
        }
        let nonces: std::collections::HashSet<&str> =
            answers.iter().map(|answer| answer.header("content-security-policy")).collect();
        assert_eq!(nonces.len(), answers.len(), "no nonce is used twice");
    })
    .await;
}

#[tokio::test]
async fn only_what_never_changes_is_kept_by_caches() {
    on_sqlite(async |place| {
        let api = place.member();
        assert_eq!(api.get("/pkg/main.1.css").await.header("cache-control"), "public, max-age=31536000, immutable");
        assert_eq!(api.get("/robots.txt").await.header("cache-control"), "public, max-age=300");
        assert_eq!(api.get("/api/v1/sessions").await.header("cache-control"), "no-store");
        assert_eq!(api.get("/api/v1/nothing").await.header("cache-control"), "no-store");
        assert!(api.get("/").await.header("cache-control").contains("private"));
        assert!(!api.get("/pkg/nothing.css").await.header("cache-control").contains("immutable"));
    })
    .await;
}

#[tokio::test]
async fn no_path_leads_out_of_the_site() {
    on_sqlite(async |place| {
        let api = place.nobody();
        for path in [
            "/../manifest.json", "/..%2f..%2flog", "/%2e%2e/log", "/pkg/..%2f..%2fdiscovery.db", "/pkg/%00", "//etc/passwd",
            "/pkg//etc/passwd",
        ] {
            let answer = api.get(path).await;
            assert!(!answer.text.contains("SQLite") && !answer.text.contains("root:"), "{path}");
            assert!(
                answer.status == 404 || answer.status == 400 || answer.status == 303 || answer.text.contains("pkg/start"),
                "{path}: {}",
                answer.status
            );
        }
    })
    .await;
}

#[tokio::test]
async fn long_answers_are_packed_where_the_reader_can_unpack_them() {
    on_sqlite(async |place| {
        let api = place.member();
        let packed = Answer::fetch(api.call(Method::GET, "/api/v1/objectives").header("accept-encoding", "br")).await;
        // The text is still packed and may be no text at all: only its header is looked at.
        assert_eq!(packed.header("content-encoding"), "br");
        assert!(api.get("/api/v1/objectives").await.headers.get("content-encoding").is_none());
    })
    .await;
}

#[tokio::test]
async fn alive_ready_and_counted() {
    everywhere(async |place| {
        let api = place.nobody();
        assert_eq!(api.get("/healthz").await.status, 200);
        assert_eq!(api.get("/readyz").await.status, 200);
        let figures = api.get("/metrics").await;
        assert!(figures.status == 200 && figures.text.contains("discovery_interviews_in_memory"), "{}", figures.text);
    })
    .await;
}
