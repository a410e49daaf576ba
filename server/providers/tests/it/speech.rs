//! Speech services, as their wire is.

use domain::voice::{Recording, SpeechFault, Transcriber, Voice};
use protocol::Confidence;
use providers::speech::{Patience, Place, SpokenBy, TranscribedBy};
use serde_json::json;
use std::time::{Duration, Instant};
use testkit::{Canned, SPEECH_KEY, SPEECH_MODEL, SpeechStub};

fn place(stub: &SpeechStub, model: &str) -> Place {
    let api_key = Some(SPEECH_KEY.to_owned().into());
    Place { base: stub.base.parse().expect("an address"), model: model.into(), api_key, time: Duration::from_secs(5) }
}

fn patience() -> Patience {
    Patience { first_wait: Duration::from_millis(5), ..Patience::default() }
}

fn hearing(place: Place) -> TranscribedBy {
    TranscribedBy::new(place, patience()).expect("an address")
}

fn recording() -> Recording {
    Recording::new(b"\x1a\x45\xdf\xa3 as a browser records it".to_vec(), Some("de".into())).expect("a recording")
}

#[tokio::test]
async fn a_recording_goes_out_under_a_name_that_says_what_it_is() {
    let stub = SpeechStub::start().await;
    let heard = hearing(place(&stub, SPEECH_MODEL)).transcribe(&recording()).await.expect("words");
    assert_eq!(
        (heard.text.as_str(), heard.language.as_deref(), heard.milliseconds),
        ("We sell honey", Some("english"), Some(2_000))
    );
    assert_eq!(heard.confidence, Some(Confidence::hundredths(77)));
    let asked = &stub.requests()[0];
    for (name, value) in
        [("file", "speech.webm"), ("type", "audio/webm"), ("model", SPEECH_MODEL), ("language", "de"), ("bytes", "28")]
    {
        assert_eq!(asked[name], value, "{asked:?}");
    }
}

#[tokio::test]
async fn a_model_that_knows_only_the_plain_form_is_asked_for_that() {
    let stub = SpeechStub::start().await;
    let plain = hearing(place(&stub, "plain-1"));
    for _ in 0..2 {
        let heard = plain.transcribe(&recording()).await.expect("words");
        assert_eq!((heard.text.as_str(), heard.language.as_deref(), heard.confidence), ("We sell honey", Some("de"), None));
    }
    let forms: Vec<String> = stub.requests().iter().map(|one| one["response_format"].clone()).collect();
    assert_eq!(forms, ["verbose_json", "json", "json"]);
}

#[tokio::test]
async fn what_may_pass_is_tried_again_and_the_rest_is_told() {
    let stub = SpeechStub::start().await;
    let service = hearing(place(&stub, SPEECH_MODEL));
    stub.answers(Canned::new(503, "busy"));
    stub.answers(Canned::new(429, "{}").with("retry-after", "0"));
    assert!(service.transcribe(&recording()).await.is_ok());
    assert_eq!(stub.requests().len(), 3);
    for _ in 0..3 {
        stub.answers(Canned::new(500, json!({"error": "broken"})));
    }
    let fault = service.transcribe(&recording()).await.expect_err("a fault");
    assert_eq!(fault, SpeechFault::Failed { status: 500, detail: "broken".into() });
    stub.answers(Canned::new(200, "{}"));
    assert!(matches!(service.transcribe(&recording()).await, Err(SpeechFault::Malformed(_))));
    stub.answers(Canned::new(200, "x".repeat(3 << 20)));
    assert!(matches!(service.transcribe(&recording()).await, Err(SpeechFault::Malformed(_))));
    let wrong = Place { api_key: Some("nobody's-key".to_owned().into()), ..place(&stub, SPEECH_MODEL) };
    let fault = hearing(wrong).transcribe(&recording()).await.expect_err("a fault");
    assert!(matches!(&fault, SpeechFault::Misconfigured { status: 401, detail } if !detail.contains("nobody")), "{fault}");
    let nowhere = Place { base: "http://127.0.0.1:1/v1".parse().expect("an address"), ..place(&stub, SPEECH_MODEL) };
    assert!(matches!(hearing(nowhere).transcribe(&recording()).await, Err(SpeechFault::Unreachable(_))));
}

#[tokio::test]
async fn nobody_waits_for_ever() {
    let stub = SpeechStub::start().await;
    stub.answers(Canned::new(200, "{}").after(Duration::from_secs(30)));
    let begun = Instant::now();
    let slow = hearing(Place { time: Duration::from_millis(200), ..place(&stub, SPEECH_MODEL) });
    assert_eq!(slow.transcribe(&recording()).await, Err(SpeechFault::TimedOut));
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[tokio::test]
async fn a_sentence_becomes_sound() {
    let stub = SpeechStub::start().await;
    let voice = SpokenBy::new(place(&stub, "tts-1"), "nova".into(), patience()).expect("an address");
    let sound = voice.speak("Who is it for?").await.expect("sound");
    assert!(sound.media_type == "audio/mpeg" && sound.bytes.starts_with(b"\xff\xfb"));
    assert_eq!((stub.requests()[0]["voice"].as_str(), voice.speaker().voice.as_str()), ("nova", "nova"));
    stub.answers(Canned::new(200, "<html>").with("content-type", "text/html"));
    assert!(matches!(voice.speak("Hello").await, Err(SpeechFault::Malformed(_))));
    stub.answers(Canned::new(200, "").with("content-type", "audio/mpeg"));
    assert!(matches!(voice.speak("Hello").await, Err(SpeechFault::Malformed(_))));
}
