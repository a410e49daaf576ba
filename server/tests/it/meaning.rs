//! Understanding by meaning from outside: what is there is used and said, what is not there is said too.

use crate::ground::{ADMIN, Api, Database, Server, Settings};
use serde_json::{Value, json};
use std::{fs, path::Path};
use testkit::{EMBEDDING_KEY, EmbeddingStub};

/// A model of a few words in two dimensions: buying again and again, and buying once.
fn write_model(folder: &Path) {
    fs::create_dir_all(folder).expect("a folder");
    let words = [
        ("[UNK]", [0.0, 0.0]),
        ("subscription", [1.0, 0.0]),
        ("monthly", [1.0, 0.1]),
        ("products", [0.0, 1.0]),
        ("month", [0.9, 0.0]),
    ];
    let vocab: serde_json::Map<String, Value> =
        words.iter().enumerate().map(|(number, (word, _))| ((*word).to_owned(), json!(number))).collect();
    let tokenizer = json!({
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": vocab},
    });
    let numbers: Vec<u8> = words.iter().flat_map(|(_, row)| row).flat_map(|number: &f32| number.to_le_bytes()).collect();
    let header =
        json!({"embeddings": {"dtype": "F32", "shape": [words.len(), 2], "data_offsets": [0, numbers.len()]}}).to_string();
    let length = u64::try_from(header.len()).expect("short").to_le_bytes();
    fs::write(folder.join("model.safetensors"), [&length[..], header.as_bytes(), &numbers].concat()).expect("a file");
    fs::write(folder.join("tokenizer.json"), tokenizer.to_string()).expect("a file");
    fs::write(folder.join("config.json"), json!({"model_type": "model2vec"}).to_string()).expect("a file");
}

async fn run_interview(api: &Api) -> (Value, Value) {
    let config = json!({
        "displayName": "Sales", "description": "",
        "obligations": [{"key": "model", "fieldPath": "model", "prompt": "How do people pay?", "collectionType": "direct_question",
            "widgetType": "choice", "priority": 9, "options": [{"value": "sub", "label": "Subscription"}, {"value": "once", "label": "Products"}]}],
        "completion": {"minObligationsSatisfied": 1, "minConfidenceScore": 0.7, "requiredObligations": ["model"]},
    });
    let body = json!({"context_type": "project_discovery", "version": "1.0.0", "display_name": "Sales", "config": config});
    let objective = api.post("/api/v1/objectives", &body).await.json(201)["id"].clone();
    let session =
        api.post("/api/v1/sessions", &json!({"context_type": "project_discovery", "objective_id": objective})).await.json(201);
    let id = session["id"].as_str().expect("an id");
    let dimension = session["obligations"][0]["embedding"].clone();
    api.say(id, "Our clients pay us each month").await;
    let state = api.session(id).await;
    assert_eq!(state["obligations"][0]["embedding"], dimension, "a turn keeps it");
    (dimension, state["obligations"][0]["extracted_value"].clone())
}

#[tokio::test]
async fn a_model_in_its_folder_is_used_and_named() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    write_model(&settings.data.join("models/potion-base-8M"));
    let doctor = String::from_utf8_lossy(&settings.run(&["doctor"]).stdout).into_owned();
    assert!(doctor.contains("understood by words and meaning (potion-base-8M, 2 dimensions)"), "{doctor}");
    let server = Server::start(&settings);
    assert!(server.greeting.iter().any(|line| line.contains("by words and meaning")), "{:?}", server.greeting);
    let api = Api::new(&server.base, Some(ADMIN));
    assert_eq!(run_interview(&api).await, (json!(2), json!("sub")));
    let engines = api.get("/api/v1/admin/engines").await.json(200);
    assert_eq!(engines["embedding"], json!({"model": "potion-base-8M", "dimension": 2, "host": null}), "{engines}");
}

#[tokio::test]
async fn a_service_elsewhere_takes_the_models_place_and_is_named() {
    let database = Database::sqlite();
    let stub = EmbeddingStub::start().await;
    let settings = Settings::new(&database).with("EMBEDDING_BASE_URL", &stub.base).with("EMBEDDING_API_KEY", EMBEDDING_KEY);
    let server = Server::start(&settings);
    let said = |text: &str| server.greeting.iter().any(|line| line.contains(text));
    assert!(said("text-embedding-3-small at 127.0.0.1, where what is said goes"), "{:?}", server.greeting);
    let api = Api::new(&server.base, Some(ADMIN));
    assert_eq!(run_interview(&api).await, (json!(3), json!("sub")));
    let engines = api.get("/api/v1/admin/engines").await.json(200);
    let expected = json!({"model": "text-embedding-3-small", "dimension": 3, "host": "127.0.0.1"});
    assert_eq!(engines["embedding"], expected, "{engines}");
    drop(stub);
    let session = api.open("business_profile").await;
    assert!(!api.say(&session, "Our clients pay us each month").await.reply().is_empty(), "without it the words go on");
}

#[test]
fn an_embedding_service_without_an_address_keeps_the_server_from_starting() {
    let database = Database::sqlite();
    let output = Settings::new(&database).with("EMBEDDING_BASE_URL", "nowhere").run(&["migrate"]);
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("EMBEDDING_BASE_URL cannot be used"), "{output:?}");
}

#[tokio::test]
async fn without_a_model_the_words_alone_decide_and_that_is_said() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let doctor = String::from_utf8_lossy(&settings.run(&["doctor"]).stdout).into_owned();
    assert!(doctor.contains("understood by words alone: there is no embedding model in"), "{doctor}");
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    assert_eq!(run_interview(&api).await, (Value::Null, Value::Null));
    let engines = api.get("/api/v1/admin/engines").await.json(200);
    assert_eq!(engines["embedding"], Value::Null);
    assert!(engines["statements"].as_str().is_some_and(|text| text.starts_with("by words alone")), "{engines}");
    Api::new(&server.base, None).get("/api/v1/admin/engines").await.problem(401);
}

#[test]
fn a_damaged_model_is_named_and_does_not_keep_the_server_from_starting() {
    let database = Database::sqlite();
    let settings = Settings::new(&database);
    let folder = settings.data.join("models/potion-base-8M");
    write_model(&folder);
    fs::write(folder.join("model.safetensors"), "cut off").expect("a file");
    let output = settings.run(&["doctor"]);
    let doctor = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success() && doctor.contains("by words alone") && doctor.contains("model.safetensors is not usable"),
        "{doctor}"
    );
}
