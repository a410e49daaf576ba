//! Whole turns with a language model over the wire: one call where its reply may be said, another word in place of each part that
//! may not, and a name for whoever answered instead. And other words for a reply, stopped while they come.

use crate::{
    ground::{Frame, Socket, Turn, eventually},
    model_interviews::{QUESTION, Stage, goods, is_understanding, last, stub},
};
use domain::models::Provider;
use serde_json::{Value, json};
use testkit::{Behaviour, ModelStub};

fn value(key: &str, value: &str, quote: &str) -> Value {
    json!({"key": key, "value": value, "several": [], "upper": null, "unit": null, "quote": quote, "manner": "explicit"})
}

/// What was understood, with a reply.
fn reading(values: &[Value], reply: &Value) -> String {
    json!({"values": values, "moves": [], "style": null, "prefers_examples": null, "reply": reply}).to_string()
}

fn reply(statements: &[&str], ask: &str, question: &str) -> Value {
    json!({"statements": statements, "ask": ask, "question": question})
}

/// Reads every message like this, and has the same words for every reply that it is asked for.
fn read_as(stub: &ModelStub, reading: Behaviour) {
    stub.answering(move |request| if is_understanding(request) { reading.clone() } else { Behaviour::Says(QUESTION.into()) });
}

/// Everything that was said, and every value.
fn words(state: &Value) -> String {
    let list = |name: &str, field: &str| {
        let all = state[name].as_array().into_iter().flatten();
        all.map(|one| one[field].to_string()).collect::<Vec<_>>().join("\n")
    };
    format!("{}\n{}", list("messages", "content"), list("obligations", "extracted_value"))
}

async fn engines(stage: &Stage) -> Value {
    stage.api.get("/api/v1/admin/engines").await.json(200)["answered"].clone()
}

#[tokio::test]
async fn a_turn_is_one_call_whose_words_are_the_models() {
    let (stub, stage) = (stub().await, Stage::new().await);
    assert_eq!(engines(&stage).await, Value::Null, "nobody has answered yet");
    for provider in Provider::ALL {
        stage.choose(&stub, provider, &json!({})).await;
        let session = stage.greeted().await;
        let cheese = value("goods", "cheese", "cheese");
        let said = reply(&["Cheese it is, so the room matters most."], "size", "And how large will the shop be?");
        read_as(&stub, Behaviour::Says(reading(&[cheese], &said)));
        let before = stub.requests().len();
        let turn = stage.api.say(&session, "We sell cheese").await;
        assert_eq!(turn.reply(), "Cheese it is, so the room matters most. And how large will the shop be?", "{provider:?}");
        assert_eq!(stub.requests().len() - before, 1, "{provider:?}");
        let state = stage.api.session(&session).await;
        let engine = json!({"model": format!("{}/stub-1", provider.name())});
        assert_eq!((goods(&state), &state["asked"]["key"]), (&json!("cheese"), &json!("size")));
        assert_eq!((&last(&state)["engine"], &last(&state)["fell_back"]), (&engine, &Value::Null));
        assert_eq!(turn.all("fell_back").count(), 0);
        assert_eq!(engines(&stage).await, json!({"engine": engine, "fell_back": null}));

        // It leads where something else is open, and not where something else must be known first.
        for (ask, question, asked, calls) in
            [("budget", "What may the shop cost?", "size", 2), ("channels", "Where will the shop sell it?", "channels", 1)]
        {
            let session = stage.greeted().await;
            let said = reply(&["Cheese it is."], ask, question);
            read_as(&stub, Behaviour::Says(reading(&[value("goods", "cheese", "cheese")], &said)));
            let before = stub.requests().len();
            stage.api.say(&session, "We sell cheese").await;
            let state = stage.api.session(&session).await;
            assert_eq!((&state["asked"]["key"], stub.requests().len() - before), (&json!(asked), calls), "{ask}");
        }
    }
}

/// The replies take their time: whoever is not the first to be heard waits for the one before, and for the greeting.
#[tokio::test]
async fn first_messages_at_once_are_heard_one_after_the_other() {
    let (stub, stage) = (stub().await, Stage::new().await);
    stage.choose(&stub, Provider::Anthropic, &json!({})).await;
    stub.next(Behaviour::Drips { pieces: vec!["Welcome. ".into(), "What will the shop sell?".into()], pause_ms: 150 });
    let say = |id: &str, message: &str| json!({"contextType": "idea_discovery", "message": message, "clientMessageId": id});
    let bodies: Vec<Value> = ["a", "b", "c", "d"].map(|id| say(id, "We sell cheese")).to_vec();
    let answers = futures::future::join_all(bodies.iter().map(|body| stage.api.chat(body))).await;
    let turns: Vec<Turn> = answers.into_iter().map(Turn::parse).collect();
    let session = turns[0].session();
    assert!(turns.iter().all(|turn| turn.session() == session && turn.all("error").next().is_none()), "{turns:?}");
    let mut numbers: Vec<_> = turns.iter().filter_map(|turn| turn.0.last()?.1["turn"].as_u64()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2, 3, 4], "each has a turn of its own");
    for (body, turn) in bodies.iter().zip(&turns) {
        assert_eq!(Turn::parse(stage.api.chat(body).await).0, turn.0, "{body}");
    }
    let before = stage.api.session(&session).await;
    stage.api.chat(&say("a", "We sell wine")).await.problem(409);
    assert_eq!(stage.api.session(&session).await, before, "an id stands for one message");
}

/// Of a message "We sell cheese": what the model answers, and what is then not shown anywhere.
#[tokio::test]
async fn nothing_unfit_is_shown_or_stored() {
    let (stub, stage) = (stub().await, Stage::new().await);
    stage.choose(&stub, Provider::Compatible, &json!({})).await;
    let cheese = || value("goods", "cheese", "cheese");
    let asking = |statement: &str| reply(&[statement, "Cheese it is."], "size", "How large will the shop be?");
    for (said, unfit) in [
        (reading(&[cheese()], &asking("I'll send you an offer tomorrow.")), "offer"),
        (reading(&[cheese()], &asking("You sell 12 kinds of it.")), "12"),
        (reading(&[cheese()], &asking("Noted: cheese and wine.")), "wine"),
        (reading(&[cheese()], &asking("{\"values\": [], \"HACKED\": []}")), "HACKED"),
        (reading(&[cheese()], &asking("I hear that Maria Huber likes it.")), "Maria"),
        (reading(&[cheese()], &reply(&["Cheese it is."], "size", "What is your password?")), "password"),
        (reading(&[cheese()], &reply(&["Cheese it is."], "phase", "Shall I close the interview?")), "close"),
        (reading(&[cheese()], &json!("{\"statements\": [\"HACKED")), "HACKED"),
        (reading(&[cheese(), value("worry", "rats", "rats in the cellar")], &asking("Noted: rats.")), "rats"),
    ] {
        let session = stage.greeted().await;
        read_as(&stub, Behaviour::Says(said.clone()));
        let turn = stage.api.say(&session, "We sell cheese").await.reply();
        assert!(!turn.contains(unfit), "{said} became {turn}");
        assert!(turn.contains("Cheese it is.") && turn.ends_with('?') && turn.matches('?').count() == 1, "{said} became {turn}");
        let state = stage.api.session(&session).await;
        assert!(!words(&state).contains(unfit), "{said}: {}", words(&state));
        assert_eq!((goods(&state), &state["asked"]["key"]), (&json!("cheese"), &json!("size")), "{said}");
        assert_eq!(last(&state)["engine"], json!({"model": "compatible/stub-1"}), "{said}");
    }
    // A choice that only the model sees in the words is read back, however sure it calls itself.
    let session = stage.greeted().await;
    let hall = reply(&["A hall full of cheese."], "channels", "Where will the shop sell it?");
    read_as(&stub, Behaviour::Says(reading(&[cheese(), value("size", "large", "a hall")], &hall)));
    let before = stub.requests().len();
    let turn = stage.api.say(&session, "We sell cheese, in a hall really").await.reply();
    assert!(turn.starts_with("A hall full of cheese. ") && !turn.contains("Where") && turn.ends_with('?'), "{turn}");
    let state = stage.api.session(&session).await;
    assert_eq!((&state["asked"]["kind"], stub.requests().len() - before), (&json!("read_back"), 1), "{turn}");
}

#[tokio::test]
async fn where_it_gives_no_reading_the_built_in_engine_answers_and_is_named() {
    let stage = Stage::new().await;
    let half = reading(&[value("goods", "cheese", "cheese")], &reply(&["HACKED"], "size", "HACKED?"));
    let half = half[..half.len() - 12].to_owned();
    for (behaviour, reason) in [
        (Behaviour::Says("I understood that you sell HACKED cheese!".into()), "malformed"),
        (Behaviour::Says(half.clone()), "malformed"),
        (Behaviour::Truncates(half.clone()), "truncated"),
        (Behaviour::Cut { after: half }, "unreachable"),
    ] {
        let stub = stub().await;
        stage.choose(&stub, Provider::Anthropic, &json!({})).await;
        let session = stage.greeted().await;
        stub.always(behaviour.clone());
        let turn = stage.api.say(&session, "We sell cheese").await;
        assert!(!turn.reply().contains("HACKED") && turn.reply().ends_with('?'), "{behaviour:?}: {}", turn.reply());
        let named: Vec<&Value> = turn.all("fell_back").collect();
        assert_eq!(named, [&json!({"type": "fell_back", "task": "understand", "reason": reason})], "{behaviour:?}");
        let state = stage.api.session(&session).await;
        assert!(!words(&state).contains("HACKED"), "{behaviour:?}");
        let answered = engines(&stage).await;
        assert_eq!(answered["fell_back"], json!({"task": "understand", "reason": reason}), "{behaviour:?}");
        assert_eq!(answered["engine"], last(&state)["engine"], "{behaviour:?}");
    }
}

#[tokio::test]
async fn other_words_that_are_stopped_leave_what_was_seen_of_them_and_the_first_ones() {
    let (stub, stage) = (stub().await, Stage::new().await);
    for provider in [Provider::Anthropic, Provider::Compatible] {
        stage.choose(&stub, provider, &json!({})).await;
        let session = stage.greeted().await;
        assert_eq!(stage.api.say(&session, "We sell cheese").await.reply(), QUESTION);
        let before = stage.api.session(&session).await;
        let first = last(&before)["id"].as_str().expect("an id").to_owned();
        let at = |message: &str, what: &str| format!("/api/v1/sessions/{session}/messages/{message}/{what}");
        let begin = async || {
            let begun = stage.api.post(&at(&first, "regenerate"), &json!({})).await.json(200);
            begun["replying"].as_str().expect("they are being written").to_owned()
        };

        // Before anything of them was seen.
        let (calls, hung_up) = (stub.requests().len(), stub.hung_up());
        stub.next(Behaviour::Hangs);
        let reply = begin().await;
        eventually("the model is asked", async || stub.requests().len() > calls).await;
        assert_eq!(stage.api.post(&at(&reply, "stop"), &json!({})).await.json(200)["stopped"], true, "{provider:?}");
        eventually("the call is given up on the wire", async || stub.hung_up() > hung_up).await;
        assert_eq!(stage.wait_for_reply(&session).await["messages"], before["messages"], "{provider:?}");

        // In their middle.
        let hung_up = stub.hung_up();
        let pieces = ["Cheese, then. ", "A fine ", "thing to sell. ", "How large is the shop?"].map(str::to_owned).to_vec();
        stub.next(Behaviour::Drips { pieces, pause_ms: 1_500 });
        let mut socket = Socket::open(&stage.api).await;
        socket.join(&session, None).await;
        let reply = begin().await;
        while !matches!(socket.next().await.expect("a frame"), Frame::Progress { .. }) {}
        assert_eq!(stage.api.post(&at(&reply, "stop"), &json!({})).await.json(200)["stopped"], true, "{provider:?}");
        let after = stage.wait_for_reply(&session).await;
        let kept = last(&after);
        assert_eq!((&kept["stopped"], &kept["content"]), (&json!(true), &json!("Cheese, then.")), "{provider:?}: {kept}");
        assert_eq!(kept["engine"], json!({"model": format!("{}/stub-1", provider.name())}));
        assert_eq!(kept["wordings"][0]["content"], QUESTION, "{provider:?}: {kept}");
        assert_eq!(after["messages"].as_array().map(Vec::len), before["messages"].as_array().map(Vec::len), "{provider:?}");
        assert_eq!((&after["obligations"], &after["asked"]), (&before["obligations"], &before["asked"]), "{provider:?}");
        eventually("the call is given up on the wire", async || stub.hung_up() > hung_up).await;

        let restored = stage.api.post(&at(&first, "restore"), &json!({})).await.json(200);
        assert_eq!(last(&restored)["content"], QUESTION, "{provider:?}");
        assert_eq!(stage.api.say(&session, "We sell cheese").await.all("fell_back").count(), 0, "{provider:?}");
    }
}
