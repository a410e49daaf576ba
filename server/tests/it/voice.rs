//! `/api/v1/voice`, and what is said by voice in the chat.

use crate::ground::{ADMIN, Answer, Api, Database, Server, Settings, everywhere, on_sqlite};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Canned, SPEECH_KEY, SpeechStub};

const BOUNDARY: &str = "between-the-parts";

/// A second of silence as WAV.
fn wave(seconds: u32) -> Vec<u8> {
    let data = seconds * 16_000;
    let mut bytes = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data".to_vec();
    bytes.extend(data.to_le_bytes());
    bytes.resize(bytes.len() + data as usize, 0);
    bytes
}

fn form(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, value) in parts {
        let file = if *name == "file" { "; filename=\"said.bin\"" } else { "" };
        body.extend(format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"{file}\r\n\r\n").bytes());
        body.extend_from_slice(value);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{BOUNDARY}--\r\n").bytes());
    body
}

async fn transcribe(api: &Api, parts: &[(&str, &[u8])], key: Option<&str>) -> Answer {
    let call = api.call(Method::POST, "/api/v1/voice/transcribe").body(form(parts));
    let call = call.header("content-type", format!("multipart/form-data; boundary={BOUNDARY}"));
    Answer::fetch(match key {
        Some(key) => call.header("idempotency-key", key),
        None => call,
    })
    .await
}

fn configured(database: &Database, stub: &SpeechStub) -> Settings {
    let mut settings = Settings::new(database);
    for name in ["STT", "TTS"] {
        let named = |end: &str| -> &'static str { Box::leak(format!("{name}_{end}").into_boxed_str()) };
        settings =
            settings.with(named("BASE_URL"), &stub.base).with(named("API_KEY"), SPEECH_KEY).with(named("TIMEOUT_SECONDS"), "3");
    }
    settings
}

#[tokio::test]
async fn without_a_service_it_is_said_what_to_do() {
    on_sqlite(async |place| {
        let api = place.member();
        let voice = api.get("/api/v1/voice").await.json(200);
        assert_eq!((&voice["transcription"], &voice["speech"]), (&Value::Null, &Value::Null));
        assert_eq!(voice["limits"]["media_types"], json!(["audio/webm", "audio/ogg", "audio/wav", "audio/mp4"]));
        let problem = transcribe(&api, &[("file", &wave(1))], None).await.problem(503);
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("STT_BASE_URL")), "{problem}");
        let problem = api.post("/api/v1/voice/speak", &json!({"text": "Hello"})).await.problem(503);
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("TTS_BASE_URL")), "{problem}");
        for path in ["/api/v1/voice/transcribe", "/api/v1/voice/speak"] {
            place.nobody().post(path, &json!({"text": "Hello"})).await.problem(401);
        }
        place.nobody().get("/api/v1/voice").await.problem(401);
        transcribe(&place.viewer(), &[("file", &wave(1))], None).await.problem(403);
    })
    .await;
}

#[tokio::test]
async fn what_is_no_recording_is_refused() {
    on_sqlite(async |place| {
        let api = place.member();
        let wav = wave(1);
        let (long, large) = (wave(125), [&wave(1)[..], &vec![0; 4_000_000]].concat());
        for (parts, status, field) in [
            (vec![], 422, Some("file")),
            (vec![("language", &b"de"[..])], 422, Some("file")),
            (vec![("file", &b""[..])], 422, Some("file")),
            (vec![("file", &wav[..]), ("file", &wav[..])], 422, Some("file")),
            (vec![("file", &wave(0)[..])], 422, Some("file")),
            (vec![("file", &wav[..]), ("language", &b"deutsch"[..])], 422, Some("language")),
            (vec![("file", &wav[..]), ("language", &b"\xff"[..])], 422, Some("language")),
            (vec![("file", &b"<html></html>"[..])], 415, None),
            (vec![("file", &b"ID3 an MP3"[..])], 415, None),
            (vec![("file", &long[..])], 413, None),
            (vec![("file", &large[..])], 413, None),
        ] {
            let problem = transcribe(&api, &parts, None).await.problem(status);
            assert_eq!(problem["errors"][0]["field"].as_str(), field, "{problem}");
        }
        api.post("/api/v1/voice/transcribe", &json!({"file": "x"})).await.problem(415);
        let cut = api.call(Method::POST, "/api/v1/voice/transcribe").body(form(&[("file", &wav)])[..200].to_vec());
        let cut = cut.header("content-type", format!("multipart/form-data; boundary={BOUNDARY}"));
        Answer::fetch(cut).await.problem(400);
        for (text, status) in [("", 422), (" ?! ", 422), (&"a".repeat(4_097)[..], 413)] {
            api.post("/api/v1/voice/speak", &json!({"text": text})).await.problem(status);
        }
    })
    .await;
}

#[tokio::test]
async fn recordings_become_words_and_words_become_sound() {
    let (database, stub) = (Database::sqlite(), SpeechStub::start().await);
    let settings = configured(&database, &stub);
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let voice = api.get("/api/v1/voice").await.json(200);
    assert_eq!(voice["transcription"], json!({"model": "whisper-1", "host": "127.0.0.1", "voice": null}));
    assert_eq!(voice["speech"]["voice"], "alloy");

    let wav = wave(1);
    let heard = transcribe(&api, &[("language", b"en-GB"), ("file", &wav)], Some("one")).await.json(200);
    let told =
        json!({"text": "We sell honey", "language": "english", "duration_ms": 2000, "confidence": 0.77, "provider": "whisper-1"});
    assert_eq!(heard, told);
    assert_eq!(transcribe(&api, &[("language", b"en-GB"), ("file", &wav)], Some("one")).await.json(200), told);
    assert_eq!(stub.requests().len(), 1, "the same call under the same key is not heard again");
    let asked = &stub.requests()[0];
    assert_eq!((asked["file"].as_str(), asked["language"].as_str(), asked["type"].as_str()), ("speech.wav", "en", "audio/wav"));
    transcribe(&api, &[("file", &wave(2))], Some("one")).await.problem(409);

    let answer = api.post("/api/v1/voice/speak", &json!({"text": " Who is it for? "})).await;
    assert_eq!((answer.status, answer.header("content-type")), (200, "audio/mpeg"));
    assert!(answer.text.contains("Who is it for?"));

    stub.hears(" \n");
    let problem = transcribe(&api, &[("file", &wav)], None).await.problem(422);
    assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("no words")), "{problem}");
    // The stub answers on this thread, which must not wait for the doctor.
    let doctor = tokio::task::spawn_blocking(move || settings.run(&["doctor"])).await.expect("it runs");
    let doctor = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert!(doctor.contains("heard by whisper-1 at 127.0.0.1") && doctor.contains("it speaks in"), "{doctor}");
    assert!(!doctor.contains(SPEECH_KEY));
}

#[tokio::test]
async fn a_service_that_fails_is_no_ones_fault_but_its_own() {
    let (database, stub) = (Database::sqlite(), SpeechStub::start().await);
    let server = Server::start(&configured(&database, &stub));
    let api = Api::new(&server.base, Some(ADMIN));
    let wav = wave(1);
    stub.answers(Canned::new(500, "down"));
    assert_eq!(transcribe(&api, &[("file", &wav)], None).await.json(200)["text"], "We sell honey", "it is asked again");
    let asked = stub.requests().len();
    stub.answers(Canned::new(429, json!({"error": {"message": "slow down"}})).with("retry-after", "60"));
    let answer = transcribe(&api, &[("file", &wav)], None).await;
    assert_eq!(answer.header("retry-after"), "60");
    answer.problem(503);
    assert_eq!(stub.requests().len(), asked + 1, "who wants a minute is not asked again");
    for (canned, status) in [
        (Canned::new(400, json!({"error": {"message": "cannot decode"}})), 422),
        (Canned::new(401, json!({"error": {"message": format!("wrong key {SPEECH_KEY}")}})), 503),
        (Canned::new(404, "{}"), 503),
        (Canned::new(200, "no json"), 503),
        (Canned::new(302, "elsewhere").with("location", "http://127.0.0.1:1/"), 503),
    ] {
        stub.answers(canned);
        let problem = transcribe(&api, &[("file", &wav)], None).await.problem(status);
        assert!(!problem.to_string().contains(SPEECH_KEY), "{problem}");
    }
    stub.answers(Canned::new(200, "{}").after(std::time::Duration::from_secs(30)));
    transcribe(&api, &[("file", &wav)], None).await.problem(503);
    stub.answers(Canned::new(200, "<html>"));
    api.post("/api/v1/voice/speak", &json!({"text": "Hello"})).await.problem(503);
    assert!(!server.log().contains(SPEECH_KEY), "{}", server.log());
    assert_eq!(api.get("/healthz").await.status, 200);
}

#[tokio::test]
async fn what_was_spoken_is_read_back() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        owner.activate(&owner.make_plan("project_discovery").await).await;
        let session = owner.open("project_discovery").await;
        let said = json!({"sessionId": session, "message": "We sell honey", "spoken": {"confidence": 0.9}});
        owner.chat(&said).await;
        let state = owner.session(&session).await;
        let message =
            state["messages"].as_array().expect("messages").iter().find(|one| one["role"] == "user").expect("the message");
        assert_eq!(message["spoken"], json!({"confidence": 0.9}));
        let values = state["obligations"].as_array().expect("obligations").iter().filter(|one| !one["extracted_value"].is_null());
        let sure: Vec<f64> = values.map(|one| one["confidence"].as_f64().unwrap_or(1.0)).collect();
        assert!(!sure.is_empty() && sure.iter().all(|sure| *sure <= 0.70), "{state}");
        let wrong = json!({"sessionId": session, "message": "We sell honey", "spoken": {"confidence": "very"}});
        owner.chat(&wrong).await.problem(422);
    })
    .await;
}
