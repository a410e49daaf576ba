//! What a model adds to the words, and what it must not. The model here knows three meanings by their words.

use super::{
    super::{Meaning, understand, understand_meaning},
    stage::{Stage, firm, value},
};
use async_trait::async_trait;
use domain::{
    embedding::{Embedder, EmbeddingFault, level},
    interview::Manner,
};
use protocol::{Confidence, interview::Engine};
use serde_json::json;
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// A text has as much of each meaning as it has words of its row.
const MEANINGS: [&[&str]; 3] =
    [&["market", "sell", "clientele", "buyers"], &["enterprise", "corporations", "giants"], &["obstacles", "way", "hurdle"]];

#[derive(Default)]
struct Small {
    asked: AtomicUsize,
    fails: bool,
}

#[async_trait]
impl Embedder for Small {
    fn name(&self) -> &str {
        "small"
    }

    fn dimension(&self) -> Option<usize> {
        Some(3)
    }

    fn is_remote(&self) -> bool {
        false
    }

    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbeddingFault> {
        self.asked.fetch_add(texts.len(), Ordering::Relaxed);
        if self.fails {
            return Err(EmbeddingFault::TimedOut);
        }
        let of = |text: &String| {
            let text = text.to_lowercase();
            let mut vector = MEANINGS
                .map(|words| {
                    words.iter().filter(|word| text.split(|c: char| !c.is_alphabetic()).any(|said| said == **word)).count()
                })
                .map(|count| f32::from(u8::try_from(count).expect("few")));
            level(&mut vector);
            vector.to_vec()
        };
        Ok(texts.iter().map(of).collect())
    }
}

fn by_meaning(stage: Stage, text: &str) -> domain::interview::Understanding {
    let meaning = Meaning::new(Arc::new(Small::default()));
    futures::executor::block_on(understand_meaning(&stage.heard(text), &meaning))
}

#[test]
fn a_subject_in_other_words_finds_its_obligation_but_is_never_sure() {
    let said = "Our clientele are dentists";
    assert_eq!(value(&Stage::new(&firm()).asked("offering").says(said), "target_market"), None);
    let understood = by_meaning(Stage::new(&firm()).asked("offering"), said);
    let found = understood.findings.iter().find(|one| one.key == "target_market").expect("the target market");
    assert_eq!((&found.value, found.manner), (&json!("dentists"), Manner::Implied), "{found:?}");
    assert!(found.confidence <= Confidence::hundredths(75));
    assert_eq!(value(&understood, "offering"), None, "{understood:?}");
}

#[test]
fn an_option_in_other_words_is_chosen_where_it_was_asked_for_and_read_back() {
    let understood = by_meaning(Stage::new(&firm()).asked("company_size"), "We deal with giants");
    let found = understood.findings.iter().find(|one| one.key == "company_size").expect("the size");
    assert_eq!((&found.value, found.manner), (&json!("enterprise"), Manner::Hedged), "{found:?}");
    for said in ["We never deal with giants", "I don't know any giants", "Who are the giants?", "It rains"] {
        let understood = by_meaning(Stage::new(&firm()).asked("company_size"), said);
        assert_eq!(value(&understood, "company_size"), None, "{said}");
    }
}

#[test]
fn what_is_held_or_asked_for_is_not_put_in_doubt() {
    let understood =
        by_meaning(Stage::new(&firm()).held("target_market", "vets").asked("offering"), "Our clientele are dentists");
    assert_eq!(value(&understood, "target_market"), None, "{understood:?}");
    for said in ["Our clientele is that of a shop", "The weather is fine"] {
        let stage = || Stage::new(&firm()).asked("offering");
        assert_eq!(by_meaning(stage(), said), understand(&stage().heard(said)), "{said}");
    }
}

#[test]
fn the_model_is_asked_only_for_what_the_words_left_open_and_an_objective_once() {
    let small = Arc::new(Small::default());
    let meaning = Meaning::new(small.clone());
    let definition = firm();
    let say = |text: &str| {
        let heard = Stage::new(&definition).asked("target_market").heard(text);
        futures::executor::block_on(understand_meaning(&heard, &meaning))
    };
    say("We sell to dentists");
    assert_eq!(small.asked.load(Ordering::Relaxed), 0);
    say("Our clientele is large");
    let objective = small.asked.load(Ordering::Relaxed);
    assert!(objective > definition.obligations.len());
    say("Our giants are slow");
    assert_eq!(small.asked.load(Ordering::Relaxed), objective + 1);
    let vectors = futures::executor::block_on(meaning.obligations(&definition)).expect("vectors");
    assert_eq!((vectors.len(), vectors[0].len()), (definition.obligations.len(), 3));
    assert_eq!(small.asked.load(Ordering::Relaxed), objective + 1);
}

#[test]
fn a_model_that_fails_leaves_the_words() {
    let meaning = Meaning::new(Arc::new(Small { fails: true, ..Small::default() }));
    let heard = Stage::new(&firm()).asked("offering").heard("Our clientele are dentists");
    assert_eq!(futures::executor::block_on(understand_meaning(&heard, &meaning)), understand(&heard));
    let engine = crate::interview::rules::BuiltIn::by_meaning(Arc::new(meaning));
    let tenant = heard.tenant;
    let answers = futures::executor::block_on(domain::interview::Interviewer::engine(&engine, tenant));
    assert_eq!(answers, Ok(Some(Engine::BuiltIn)));
    let definition = firm();
    assert!(futures::executor::block_on(domain::interview::Interviewer::embeddings(&engine, &definition)).is_none());
}

#[test]
fn a_conversation_held_elsewhere_is_understood_by_meaning_too() {
    use protocol::interview::Speaker::Agent;
    let elsewhere = |asked: &str| Stage::new(&firm()).turn(Agent, asked).imported();
    let understood = by_meaning(elsewhere("Tell me about yourselves."), "Our clientele are dentists");
    let found = understood.findings.iter().find(|one| one.key == "target_market").expect("the target market");
    assert_eq!((&found.value, found.manner), (&json!("dentists"), Manner::Implied), "{found:?}");
    let understood = by_meaning(elsewhere("What size are the companies you sell to?"), "We deal with giants");
    let found = understood.findings.iter().find(|one| one.key == "company_size").expect("the size");
    assert_eq!((&found.value, found.manner), (&json!("enterprise"), Manner::Hedged), "{found:?}");
    for (asked, said) in [
        ("What size are the companies you sell to?", "We never deal with giants"),
        ("Giants are rare, they say.", "Okay, thanks."),
        ("Tell me about yourselves.", "The weather is fine"),
    ] {
        let by_words = understand(&elsewhere(asked).heard(said));
        assert_eq!(by_meaning(elsewhere(asked), said), by_words, "{said}");
    }
}
