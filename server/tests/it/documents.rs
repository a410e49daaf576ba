//! `/api/v1/documents`.

use crate::ground::{Answer, Api, everywhere, id_of};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Leaf, WebSite};

const SOAP: &str = "Small makers hold about a fifth of the market for natural soap in Austria.";

async fn bring(api: &Api, title: &str, text: &str) -> Value {
    api.post("/api/v1/documents", &json!({"title": title, "text": text})).await.json(201)
}

async fn titles(api: &Api, query: &str) -> Vec<String> {
    let list = api.get(&format!("/api/v1/documents{query}")).await.json(200);
    list["items"].as_array().expect("items").iter().map(|one| one["title"].as_str().expect("a title").to_owned()).collect()
}

#[tokio::test]
async fn a_document_is_brought_in_found_read_and_deleted() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let made = bring(&guest, "  Soap \n in Austria ", &format!("\n{SOAP}\0 ")).await;
        assert_eq!(
            (&made["title"], &made["url"], &made["published_at"]),
            (&json!("Soap in Austria"), &Value::Null, &Value::Null)
        );
        assert_eq!(made["sha256"].as_str().map(str::len), Some(64));
        assert_eq!(made["imported_by"], json!(id_of(&guest.token.clone().expect("a token"))));
        bring(&owner, "Candles", "Wax and wicks").await;
        assert_eq!(titles(&guest, "").await, ["Candles", "Soap in Austria"]);
        assert_eq!(titles(&guest, "?limit=1").await, ["Candles"]);
        let page = guest.get("/api/v1/documents?limit=1").await.json(200);
        let next = format!("?limit=1&cursor={}", page["next_cursor"].as_str().expect("a cursor"));
        assert_eq!(titles(&guest, &next).await, ["Soap in Austria"]);

        let found = owner.get("/api/v1/documents?q=what+about+the+soap+markets%3F").await.json(200);
        assert_eq!(found["items"].as_array().map(Vec::len), Some(1), "{found}");
        assert!(found["items"][0]["excerpt"].as_str().is_some_and(|excerpt| excerpt.contains("natural soap")), "{found}");
        assert_eq!(found["next_cursor"], Value::Null);
        assert_eq!(titles(&owner, "?q=submarines").await, Vec::<String>::new());

        let path = format!("/api/v1/documents/{}", made["id"].as_str().expect("an id"));
        let whole = owner.get(&path).await.json(200);
        assert_eq!(whole["text"], json!(format!("{SOAP}\u{fffd}")));
        assert_eq!(guest.delete(&path).await.status, 204);
        guest.get(&path).await.problem(404);
        guest.delete(&path).await.problem(404);
        assert_eq!(titles(&owner, "?q=soap").await, Vec::<String>::new());
        let audit = owner.get("/api/v1/admin/audit").await.text;
        assert!(audit.contains("document.imported") && audit.contains("document.deleted"), "{audit}");
    })
    .await;
}

#[tokio::test]
async fn the_same_text_is_one_document() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let made = bring(&owner, "Soap", SOAP).await;
        let again = owner.post("/api/v1/documents", &json!({"title": "Another title", "text": SOAP})).await.json(200);
        assert_eq!((&again["id"], &again["title"]), (&made["id"], &made["title"]));
        let body = json!({"title": "Wax", "text": "Wax and wicks"});
        let keyed = async || {
            Answer::fetch(owner.call(Method::POST, "/api/v1/documents").header("idempotency-key", "one").json(&body))
                .await
                .json(201)
        };
        assert_eq!(keyed().await, keyed().await);
        assert_eq!(titles(&owner, "").await.len(), 2);
    })
    .await;
}

#[tokio::test]
async fn what_is_no_document_is_refused() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        for (body, field) in [
            (json!({}), "text"),
            (json!({"title": "Soap"}), "text"),
            (json!({"title": "Soap", "text": SOAP, "url": "https://example.org/"}), "text"),
            (json!({"text": SOAP}), "title"),
            (json!({"title": " \n ", "text": SOAP}), "title"),
            (json!({"title": "x".repeat(301), "text": SOAP}), "title"),
            (json!({"title": "Soap", "text": " \n "}), "text"),
            (json!({"url": "example"}), "url"),
            (json!({"url": "file:///etc/passwd"}), "url"),
            (json!({"url": "http://127.0.0.1/"}), "url"),
            (json!({"url": "http://localhost:22/"}), "url"),
            (json!({"url": "http://169.254.169.254/latest/meta-data/"}), "url"),
            (json!({"url": "http://[::ffff:10.0.0.1]/"}), "url"),
            (json!({"url": format!("http://example.org/{}", "x".repeat(2_000))}), "url"),
            (json!({"title": "Soap", "text": 5}), "text"),
        ] {
            let problem = owner.post("/api/v1/documents", &body).await.problem(422);
            assert_eq!(problem["errors"][0]["field"], field, "{problem}");
        }
        let long = json!({"title": "Long", "text": "x".repeat(300_001)});
        owner.post("/api/v1/documents", &long).await.problem(413);
        bring(&owner, "As long as may be", &"ä".repeat(300_000)).await;
        for unknown in ["x".to_owned(), id_of("nothing").to_string()] {
            owner.get(&format!("/api/v1/documents/{unknown}")).await.problem(404);
            owner.delete(&format!("/api/v1/documents/{unknown}")).await.problem(404);
        }
        owner.get("/api/v1/documents?limit=0").await.problem(422);
        assert_eq!(titles(&owner, "").await, ["As long as may be"]);
    })
    .await;
}

#[tokio::test]
async fn roles_and_tenants_are_kept_apart() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let made = bring(&owner, "Soap", SOAP).await;
        let path = format!("/api/v1/documents/{}", made["id"].as_str().expect("an id"));
        guest.delete(&path).await.problem(403);
        let (stranger, _) = place.tenant();
        for other in [&stranger, &place.admin()] {
            other.get(&path).await.problem(404);
            other.delete(&path).await.problem(404);
            assert!(!other.get("/api/v1/documents?limit=200").await.text.contains("Soap"));
        }
        assert_eq!(titles(&stranger, "?q=soap").await, Vec::<String>::new());
        let viewer = place.viewer();
        viewer.post("/api/v1/documents", &json!({"title": "Soap", "text": SOAP})).await.problem(403);
        assert_eq!(viewer.get("/api/v1/documents").await.status, 200);
        for (method, path) in [(Method::GET, "/api/v1/documents"), (Method::GET, path.as_str()), (Method::DELETE, path.as_str())]
        {
            Answer::fetch(place.nobody().call(method, path)).await.problem(401);
        }
        assert_eq!(guest.get(&path).await.json(200)["text"], SOAP);
        assert_eq!(owner.delete(&path).await.status, 204);
    })
    .await;
}

#[tokio::test]
async fn a_page_of_the_web_is_brought_in() {
    let site = WebSite::start().await;
    let text = "The survey of the chamber counts four hundred makers of soap, three hundred of them without a shop on the web, and \
        says that a bar costs between five and eight euros on the markets where most of them sell what they make.";
    let head = "<meta name=date content=2026-03-05><link rel=canonical href=/soap>";
    site.put("/soap?from=mail", Leaf::article("Makers of soap", head, &[text, text, text]));
    site.put("/away", Leaf::redirect("http://10.0.0.1/"));
    site.put("/robots.txt", Leaf::text("User-agent: DiscoveryEngine\nDisallow: /closed"));
    let open = site.base.trim_start_matches("http://").to_owned();
    let database = crate::ground::Database::sqlite();
    let settings = crate::ground::Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", &open);
    let server = crate::ground::Server::start(&settings);
    let admin = Api::new(&server.base, Some(crate::ground::ADMIN));
    let made = admin.post("/api/v1/documents", &json!({"url": site.url("/soap?from=mail")})).await.json(201);
    assert_eq!((&made["title"], &made["url"]), (&json!("Makers of soap"), &json!(site.url("/soap"))));
    assert_eq!(made["published_at"], "2026-03-05T00:00:00.000Z");
    assert_eq!(titles(&admin, "?q=chamber+survey").await, ["Makers of soap"]);
    for (path, word) in [("/away", "private network"), ("/closed", "robots"), ("/nowhere", "404")] {
        let problem = admin.post("/api/v1/documents", &json!({"url": site.url(path)})).await.problem(422);
        assert!(problem["errors"][0]["message"].as_str().is_some_and(|message| message.contains(word)), "{problem}");
    }
}
