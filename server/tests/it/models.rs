//! Language models: keys from the environment, choices of administrators, tests, usage. The provider is a stub on this machine.

use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings, everywhere};
use domain::models::Provider;
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Behaviour, ModelStub};

const KEY: &str = "sk-never-to-be-seen-anywhere-0123456789";

async fn stub() -> ModelStub {
    ModelStub::start().await.expect("a free port")
}

/// A server whose operator permits addresses inside the network, or sets more.
fn permissive(database: &Database, more: &[(&'static str, String)]) -> Settings {
    let permit = ("DISCOVERY_ALLOW_PRIVATE_URLS", "true".to_owned());
    Settings { more: [&[permit][..], more].concat(), ..Settings::new(database) }
}

fn admin(server: &Server) -> Api {
    Api::new(&server.base, Some(ADMIN))
}

fn choice(stub: &ModelStub, provider: Provider) -> Value {
    json!({"provider": provider, "model": "stub-1", "base_url": stub.base_url(provider), "api_key": KEY,
        "price": {"input": 1.0, "output": 10.0}})
}

/// Nothing that leaves the server holds the key.
#[track_caller]
fn keyless(answer: &Answer) {
    assert!(!answer.text.contains(KEY) && !format!("{:?}", answer.headers).contains(KEY), "{}", answer.text);
}

// The stub answers while a command of the command line is waited for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_from_the_environment_are_used_and_never_shown() {
    let (stub, database) = (stub().await, Database::sqlite());
    let set = [
        ("OPENAI_API_KEY", KEY.to_owned()),
        ("OPENAI_BASE_URL", stub.base_url(Provider::Compatible)),
        ("DISCOVERY_MODEL_FAST", "stub-1".to_owned()),
        ("DISCOVERY_MODEL_FAST_PRICE", "1/10".to_owned()),
    ];
    // The operator's own address needs no leave.
    let settings = Settings { more: set.to_vec(), ..Settings::new(&database) };
    let server = Server::start(&settings);
    assert_eq!(server.greeting.last().map(String::as_str), Some("Language model: compatible/stub-1."));
    let admin = admin(&server);
    let shown = admin.get("/api/v1/admin/models").await;
    keyless(&shown);
    let shown = shown.json(200);
    assert_eq!(
        (&shown["fast"]["answers"], &shown["strong"]["answers"]),
        (&json!("compatible/stub-1"), &json!("compatible/stub-1"))
    );
    assert_eq!((&shown["fast"]["chosen"], &shown["fast"]["api_key_set"]), (&Value::Null, &json!(false)));

    let engines = admin.get("/api/v1/admin/engines").await.json(200);
    assert_eq!((&engines["interview"], &engines["models"][0]["model"]), (&json!("model"), &json!("compatible/stub-1")));

    let tested = admin.post("/api/v1/admin/models/test", &json!({"strength": "fast"})).await.json(200);
    assert_eq!((&tested["ok"], &tested["reply"], &tested["model"]), (&json!(true), &json!("ready"), &json!("compatible/stub-1")));
    assert!(tested["latency_ms"].is_u64());
    assert_eq!(stub.requests()[0].headers["authorization"], format!("Bearer {KEY}"));

    let doctor = settings.run(&["doctor"]);
    let said = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert!(doctor.status.success() && said.contains("compatible/stub-1 answers in"), "{said}");
    assert!(said.contains("secret.key") && !said.contains(KEY), "{said}");
    stub.always(Behaviour::EchoesKey { status: 401 });
    let said = String::from_utf8_lossy(&settings.run(&["doctor"]).stdout).into_owned();
    assert!(said.contains("refuses the key: incorrect key: Bearer [key]") && !said.contains(KEY), "{said}");
    assert!(!server.log().contains(KEY));
}

#[tokio::test]
async fn an_administrator_chooses_tests_and_sees_the_exact_error() {
    let (stub, database) = (stub().await, Database::sqlite());
    let server = Server::start(&permissive(&database, &[]));
    let admin = admin(&server);
    for provider in Provider::ALL {
        let new = json!({"fast": choice(&stub, provider), "budget": {"day_usd": 5.0}});
        let kept = admin.put("/api/v1/admin/models", &new).await;
        keyless(&kept);
        let kept = kept.json(200);
        assert_eq!(kept["fast"]["api_key_set"], true);
        assert_eq!(kept["fast"]["answers"], format!("{}/stub-1", provider.name()));
        assert_eq!((&kept["fast"]["chosen"]["provider"], &kept["budget"]["day_usd"]), (&json!(provider), &json!(5.0)));
        stub.next(Behaviour::EchoesKey { status: 401 });
        let tested = admin.post("/api/v1/admin/models/test", &json!({"strength": "fast"})).await;
        keyless(&tested);
        let tested = tested.json(200);
        assert_eq!((&tested["ok"], &tested["error"]), (&json!(false), &json!("unauthorized")));
        assert!(tested["detail"].as_str().is_some_and(|detail| detail.contains("incorrect key")), "{tested}");
        assert_eq!(admin.post("/api/v1/admin/models/test", &json!({"strength": "strong"})).await.json(200)["reply"], "ready");
    }
    keyless(&admin.get("/api/v1/admin/audit").await);
    keyless(&admin.get("/admin/models").await);
    keyless(&admin.get("/api/v1/admin/usage/calls").await);

    // Without a key of the form the kept one is used, and only where it goes to the same place.
    let mut changed = choice(&stub, Provider::Bedrock);
    changed["api_key"] = Value::Null;
    changed["model"] = json!("stub-2");
    admin.put("/api/v1/admin/models", &json!({"fast": changed})).await.json(200);
    assert_eq!(admin.post("/api/v1/admin/models/test", &json!({"strength": "fast"})).await.json(200)["ok"], true);
    changed["base_url"] = json!("http://127.0.0.1:9");
    let problem = admin.put("/api/v1/admin/models", &json!({"fast": changed})).await.problem(422);
    assert_eq!(problem["errors"][0]["field"], "fast.api_key");
    let elsewhere = json!({"strength": "fast", "choice": changed});
    let tested = admin.post("/api/v1/admin/models/test", &elsewhere).await.json(200);
    assert_eq!(
        (&tested["ok"], &tested["detail"]),
        (&json!(false), &json!("the provider refuses the key: no key is set for this provider"))
    );

    admin.put("/api/v1/admin/models", &json!({})).await.json(200);
    assert_eq!(
        admin.get("/api/v1/admin/models").await.json(200)["fast"],
        json!({"chosen": null, "api_key_set": false, "answers": null})
    );
    let tested = admin.post("/api/v1/admin/models/test", &json!({"strength": "fast"})).await.json(200);
    assert_eq!((&tested["ok"], &tested["error"]), (&json!(false), &json!("not_configured")));

    let log = server.log();
    assert!(!log.contains(KEY), "{log}");
    for entry in std::fs::read_dir(database.folder()).expect("a folder").flatten().filter(|entry| entry.path().is_file()) {
        let bytes = std::fs::read(entry.path()).expect("a file");
        assert!(!bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes()), "{:?}", entry.path());
    }
}

#[tokio::test]
async fn usage_is_summed_up_and_the_budget_stops_the_next_call() {
    let (stub, database) = (stub().await, Database::sqlite());
    let server = Server::start(&permissive(&database, &[]));
    let admin = admin(&server);
    let test = json!({"strength": "fast"});
    admin.put("/api/v1/admin/models", &json!({"fast": choice(&stub, Provider::Anthropic)})).await.json(200);
    admin.post("/api/v1/admin/models/test", &test).await.json(200);
    stub.next(Behaviour::Status { status: 500, retry_after: None });
    admin.post("/api/v1/admin/models/test", &test).await.json(200);
    let cost = 0.000_082;
    crate::ground::eventually("both calls are in the ledger", async || {
        let calls = admin.get("/api/v1/admin/usage/calls").await.json(200);
        calls["items"].as_array().is_some_and(|calls| calls.iter().filter(|call| call["outcome"] != "running").count() == 2)
    })
    .await;
    let calls = admin.get("/api/v1/admin/usage/calls").await.json(200);
    assert_eq!((&calls["items"][0]["outcome"], &calls["items"][0]["cost_usd"]), (&json!("provider"), &json!(0.0)));
    assert_eq!((&calls["items"][1]["outcome"], &calls["items"][1]["input_tokens"]), (&json!("done"), &json!(12)));
    assert_eq!(calls["items"][1]["cost_usd"], cost);
    for (by, group) in [("task", "test"), ("model", "anthropic/stub-1"), ("session", "")] {
        let usage = admin.get(&format!("/api/v1/admin/usage?by={by}")).await.json(200);
        let row = &usage["items"][0];
        assert_eq!((&row["group"], &row["calls"], &row["failed_calls"]), (&json!(group), &json!(2), &json!(1)));
        assert_eq!(row["cost_usd"], cost, "{usage}");
    }
    let page = admin.get("/admin/usage?by=model").await.text;
    let row = page.split("anthropic/stub-1").nth(1).and_then(|rest| rest.split("</tr>").next()).expect("the model's line");
    for figure in [">2<", ">19<", "0.000082", "1 failed"] {
        assert!(row.contains(figure), "{figure} in {row}");
    }
    let days = admin.get("/api/v1/admin/usage?from=2000-01-01").await.json(200);
    assert_eq!((&days["by"], &days["items"][0]["output_tokens"], &days["next_cursor"]), (&json!("day"), &json!(7), &Value::Null));
    assert_eq!(admin.get("/api/v1/admin/usage?to=2000-01-01").await.json(200)["items"], json!([]));
    admin.get("/api/v1/admin/usage?by=colour").await.problem(422);
    for wrong in ["from=yesterday", "from=2025-02-30", "from=0001-01-01", "from=2026-02-01&to=2026-01-01"] {
        admin.get(&format!("/api/v1/admin/usage?{wrong}")).await.problem(422);
    }
    admin.get("/api/v1/admin/usage?cursor=%25").await.problem(400);

    let new = json!({"fast": choice(&stub, Provider::Anthropic), "budget": {"day_usd": 0.0002}});
    admin.put("/api/v1/admin/models", &new).await.json(200);
    let before = stub.requests().len();
    let stopped = admin.post("/api/v1/admin/models/test", &test).await.json(200);
    assert_eq!(
        (&stopped["error"], &stopped["detail"]),
        (&json!("budget_spent"), &json!("the budget for today of $0.000200 is spent"))
    );
    assert_eq!(stub.requests().len(), before, "nobody was asked");
}

#[tokio::test]
async fn what_cannot_be_used_is_refused_and_other_tenants_have_their_own() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let (other, _) = place.tenant();
        for (method, path) in [
            (Method::GET, "/api/v1/admin/models"),
            (Method::PUT, "/api/v1/admin/models"),
            (Method::GET, "/api/v1/admin/usage"),
            (Method::GET, "/api/v1/admin/usage/calls"),
        ] {
            Answer::fetch(guest.call(method, path).json(&json!({}))).await.problem(403);
        }
        guest.post("/api/v1/admin/models/test", &json!({"strength": "fast"})).await.problem(403);
        place.nobody().get("/api/v1/admin/models").await.problem(401);

        let mut good = json!({"provider": "anthropic", "model": "claude-haiku-4-5", "api_key": KEY});
        owner.put("/api/v1/admin/models", &json!({"strong": good})).await.json(200);
        let mine = owner.get("/api/v1/admin/models").await.json(200);
        assert_eq!(mine["strong"]["chosen"]["price_in_use"], json!({"input": 1.0, "output": 5.0}));
        let theirs = other.get("/api/v1/admin/models").await.json(200);
        assert_eq!((&theirs["strong"]["chosen"], &theirs["strong"]["api_key_set"]), (&Value::Null, &json!(false)));

        for (field, value, fault) in [
            ("model", json!(" "), "strong.model"),
            ("model", json!("a b"), "strong.model"),
            ("base_url", json!("ftp://example.org"), "strong.base_url"),
            ("base_url", json!("http://example.org"), "strong.base_url"),
            ("base_url", json!("https://127.0.0.1/v1"), "strong.base_url"),
            ("base_url", json!("https://[::1]/v1"), "strong.base_url"),
            ("base_url", json!("https://169.254.169.254"), "strong.base_url"),
            ("base_url", json!("https://localhost"), "strong.base_url"),
            ("base_url", json!("https://database"), "strong.base_url"),
            ("base_url", json!("https://me:secret@example.org"), "strong.base_url"),
            ("provider", json!("compatible"), "strong.base_url"),
            ("price", json!({"input": -1.0, "output": 0.0}), "strong.price"),
            ("provider", json!("nobody"), "strong.provider"),
        ] {
            let before = good[field].clone();
            good[field] = value.clone();
            let problem = owner.put("/api/v1/admin/models", &json!({"strong": good})).await.problem(422);
            assert_eq!(problem["errors"][0]["field"], fault, "{field} {value}: {problem}");
            good[field] = before;
        }
        let problem = owner.put("/api/v1/admin/models", &json!({"budget": {"day_usd": -1.0}})).await.problem(422);
        assert_eq!(problem["errors"][0]["field"], "budget.day_usd");
        let kept = owner.get("/api/v1/admin/models").await.json(200);
        assert_eq!(kept, mine, "nothing was changed by what was refused");
    })
    .await;
}

#[tokio::test]
async fn the_page_saves_and_tests_without_scripts() {
    let (stub, database) = (stub().await, Database::sqlite());
    let server = Server::start(&permissive(&database, &[]));
    let admin = admin(&server);
    let base_url = stub.base_url(Provider::Gemini);
    let form = |test: &'static str, key: &'static str| {
        let mut fields = vec![("fast_provider", "gemini"), ("fast_model", "stub-1"), ("fast_base_url", base_url.as_str())];
        fields.extend([("fast_key", key), ("fast_price_input", "1"), ("fast_price_output", "10"), ("budget_day", "2.5")]);
        fields.extend(["strong_provider", "strong_model", "strong_base_url", "strong_key"].map(|name| (name, "")));
        fields.extend(["strong_price_input", "strong_price_output", "budget_session"].map(|name| (name, "")));
        fields.push(("test", test));
        Answer::fetch(admin.call(Method::POST, "/admin/models").form(&fields))
    };
    let page = async || {
        let page = admin.get("/admin/models").await;
        keyless(&page);
        assert_eq!(page.status, 200, "{}", page.text);
        crate::pages::runs_nothing_of_others(&page);
        page.text
    };
    assert!(page().await.contains("the built-in engine"));
    let sent = form("", KEY).await;
    assert_eq!((sent.status, sent.header("location")), (303, "/admin/models"));
    let saved = page().await;
    assert!(saved.contains("Saved.") && saved.contains("gemini/stub-1") && saved.contains("A key is stored"), "{saved}");
    assert!(!page().await.contains("Saved."), "it is said once");

    form("fast", "").await;
    let tested = page().await;
    assert!(tested.contains("gemini/stub-1 answered in") && tested.contains("ready"), "{tested}");
    stub.next(Behaviour::Status { status: 503, retry_after: Some(7) });
    form("fast", "").await;
    assert!(page().await.contains("the provider is overloaded; it asks for 7 s"));
    let mut wrong = vec![("fast_provider", "compatible"), ("fast_model", "m"), ("test", "")];
    wrong.extend(["fast_base_url", "fast_key", "fast_price_input", "fast_price_output", "budget_day"].map(|name| (name, "")));
    wrong.extend(["strong_provider", "strong_model", "strong_base_url", "strong_key"].map(|name| (name, "")));
    wrong.extend(["strong_price_input", "strong_price_output", "budget_session"].map(|name| (name, "")));
    Answer::fetch(admin.call(Method::POST, "/admin/models").form(&wrong)).await;
    assert!(page().await.contains("a service of your own needs its address"));
    assert_eq!(admin.get("/api/v1/admin/models").await.json(200)["fast"]["chosen"]["provider"], "gemini", "nothing was changed");
}
