//! A model of five words made here; and, where it was fetched, the real one.

use super::*;
use domain::embedding::nearness;
use safetensors::tensor::{TensorView, serialize};
use serde_json::{Value, json};
use tempfile::TempDir;

const WORDS: [&str; 8] = ["[UNK]", "buy", "##er", "client", "tree", "!", "é", "漢"];
const ROWS: [[f32; 2]; 8] = [[9.0, 9.0], [1.0, 0.0], [0.5, 0.0], [2.0, 0.2], [0.0, 3.0], [0.0, 0.0], [0.0, 1.0], [1.0, 1.0]];

fn tokenizer() -> Value {
    let vocab: serde_json::Map<String, Value> =
        WORDS.iter().enumerate().map(|(number, word)| ((*word).to_owned(), json!(number))).collect();
    json!({
        "normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 10, "vocab": vocab},
    })
}

fn weights(rows: usize) -> Vec<u8> {
    let bytes: Vec<u8> = ROWS[..rows].as_flattened().iter().flat_map(|number| number.to_le_bytes()).collect();
    let view = TensorView::new(Dtype::F32, vec![rows, 2], &bytes).expect("a table");
    serialize([("embeddings", view)], None).expect("a file")
}

fn folder(config: &Value, tokenizer: &Value, weights: &[u8]) -> TempDir {
    let folder = TempDir::with_prefix("model").expect("a folder");
    fs::write(folder.path().join("config.json"), config.to_string()).expect("a file");
    fs::write(folder.path().join("tokenizer.json"), tokenizer.to_string()).expect("a file");
    fs::write(folder.path().join("model.safetensors"), weights).expect("a file");
    folder
}

fn small() -> Potion {
    let folder = folder(&json!({"model_type": "model2vec", "normalize": true}), &tokenizer(), &weights(8));
    Potion::load(folder.path()).expect("a model")
}

fn pieces(text: &str) -> Vec<&'static str> {
    let mut found = Vec::new();
    small().pieces.each(text, 6, |piece| found.push(WORDS[piece]));
    found
}

#[test]
fn words_are_cut_into_the_longest_known_pieces() {
    for (text, wanted) in [
        ("Buyer, CLIENT!", &["buy", "##er", "client", "!"][..]),
        ("buy\u{0}er buy\tbuy\u{a0}buy", &["buy", "##er", "buy", "buy", "buy"]),
        ("clïent", &["client"]),
        ("tree漢tree", &["tree", "漢", "tree"]),
        // Nothing is said by a word that is not known to its end, or that is longer than any word.
        ("buyx ererer buyerererererer", &[]),
        ("", &[]),
        // Not more than was asked for.
        ("buy buy buy buy buy buy buy buy", &["buy"; 6]),
    ] {
        assert_eq!(pieces(text), wanted, "{text:?}");
    }
}

#[tokio::test]
async fn a_text_means_the_mean_of_its_pieces() {
    let model = small();
    assert_eq!((model.dimension(), model.is_remote()), (Some(2), false));
    assert!(model.name().starts_with("model"));
    let vectors = model.embed(&["buyer tree".into(), "unheard".into()]).await.expect("vectors");
    let length = (1.5_f32.powi(2) + 9.0).sqrt();
    assert!((vectors[0][0] - 1.5 / length).abs() < 1e-6 && (vectors[0][1] - 3.0 / length).abs() < 1e-6, "{vectors:?}");
    assert_eq!(vectors[1], [0.0, 0.0]);
    assert!(nearness(&model.vector("client"), &model.vector("buyer")) > nearness(&model.vector("client"), &model.vector("tree")));
}

#[test]
fn what_cannot_be_used_says_which_file_and_why() {
    let fine = json!({"model_type": "model2vec", "normalize": true});
    let unigram = {
        let mut other = tokenizer();
        other["model"]["type"] = json!("Unigram");
        other
    };
    let cased = {
        let mut other = tokenizer();
        other["normalizer"]["lowercase"] = json!(false);
        other
    };
    for (config, tokenizer, weights, wanted) in [
        (&json!({"model_type": "bert"}), &tokenizer(), weights(8), "config.json is not usable: its model_type is bert"),
        (&json!({"model_type": "model2vec", "normalize": false}), &tokenizer(), weights(8), "not of one length"),
        (&fine, &unigram, weights(8), "tokenizer.json is not usable: its model is Unigram"),
        (&fine, &cased, weights(8), "keeps capitals"),
        (&fine, &json!({}), weights(8), "tokenizer.json is not usable: missing field"),
        (&fine, &tokenizer(), weights(5), "model.safetensors is not usable: it has 5 rows of 2 numbers for 8 pieces"),
        (&fine, &tokenizer(), weights(8)[..60].to_vec(), "model.safetensors is not usable"),
        (&fine, &tokenizer(), Vec::new(), "model.safetensors is not usable"),
    ] {
        let folder = folder(config, tokenizer, &weights);
        let fault = Potion::load(folder.path()).err().expect("a fault").to_string();
        assert!(fault.contains(wanted), "{fault}");
    }
    let empty = TempDir::new().expect("a folder");
    assert!(matches!(Potion::load(empty.path()), Err(Unusable::Broken { .. })));
    assert!(matches!(Potion::load(&empty.path().join("none")), Err(Unusable::Absent(_))));
}

/// Runs where `.ci/setup model` has fetched the weights.
#[test]
fn the_real_model_knows_what_is_alike() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/models");
    let models = std::env::var_os("DISCOVERY_MODELS_DIR").map_or(here, PathBuf::from);
    let model = match Potion::load(&models.join("potion-base-8M")) {
        Ok(model) => model,
        Err(Unusable::Absent(folder)) => return eprintln!("skipped: nothing in {}", folder.display()),
        Err(fault) => panic!("{fault}"),
    };
    assert_eq!(model.dimension(), Some(256));
    let near = |left: &str, right: &str| nearness(&model.vector(left), &model.vector(right));
    for (text, alike, other) in [
        ("the people who buy from us", "target customers", "annual revenue"),
        ("our rivals", "competitors", "employees"),
        ("how much money we make", "annual revenue", "location"),
    ] {
        assert!(near(text, alike) > near(text, other) + 0.1, "{text}: {} {}", near(text, alike), near(text, other));
    }
}
