//! Whole interviews of one person with a language model over the wire, which quotes rightly, wrongly or not at all, or answers in
//! another way than it should: each comes to its end, holds what the person wrote and nothing else, and says nothing unfit.

mod person;
mod ways;

use crate::{
    ground::{Frame, Socket, Turn},
    model_interviews::{Stage, is_understanding, last, stub},
};
use domain::models::Provider;
use person::{FINISH, KEEP, LINES, YES, line_of};
use serde_json::{Value, json};
use testkit::{Behaviour, ModelStub};
use ways::{Good, Way};

/// More turns than any of these interviews needs.
const MOST: usize = 60;

/// What no reply of an interviewer holds, whoever wrote it.
const UNFIT: [&str; 15] = [
    "{", "}", "[", "]", "\":", "===", "://", "www.", "<", "```", "**", "letter by letter", "You are the agent",
    "Data stands in blocks", "HACKED",
];

struct Case {
    name: &'static str,
    way: Way,
    falls: Falls,
    /// What else of the model's words is said nowhere.
    unfit: &'static [&'static str],
}

/// What the built-in engine does in place of the model, and the reasons that it may have.
#[derive(Clone, Copy)]
enum Falls {
    Never,
    Reading(&'static [&'static str]),
    Wording(&'static [&'static str]),
    Both(&'static [&'static str]),
}

impl Falls {
    /// What a message says of it. Of what is chosen with a widget there is nothing to understand.
    const fn expected(self, by_words: bool) -> Option<(&'static str, &'static [&'static str])> {
        match (self, by_words) {
            (Self::Reading(reasons) | Self::Both(reasons), true) => Some(("understand", reasons)),
            (Self::Wording(reasons), _) | (Self::Both(reasons), false) => Some(("reply", reasons)),
            (Self::Never, _) | (Self::Reading(_), false) => None,
        }
    }
}

/// The person in one interview, with the page open beside it.
struct Talk<'a> {
    stage: &'a Stage,
    case: &'a Case,
    /// Who answers where the model does.
    engine: Value,
    session: String,
    page: Socket,
    state: Value,
    answered: Vec<String>,
    /// Replies to words, and how many of them are the model's to the letter.
    replies: usize,
    own: usize,
    _model: ModelStub,
}

impl<'a> Talk<'a> {
    /// One whole interview.
    async fn hold(stage: &'a Stage, provider: Provider, case: &'a Case) -> Self {
        let (model, way) = (stub().await, case.way);
        model.answering(move |request| {
            let (prompt, reads) = (request.text(), is_understanding(request));
            let words = prompt.contains("You are the agent of an interview");
            // Summing up and looking over are no part of the conversation.
            if reads || words { way.answer(Good::from_prompt(&prompt), reads) } else { Behaviour::Refuses }
        });
        stage.choose(&model, provider, &json!({})).await;
        let session = stage.api.open("business_profile").await;
        let state = stage.wait_for_reply(&session).await;
        let mut page = Socket::open(&stage.api).await;
        page.join(&session, None).await;
        let engine = json!({"model": format!("{}/stub-1", provider.name())});
        let (answered, replies, own, _model) = (Vec::new(), 0, 0, model);
        let mut talk = Self { stage, case, engine, session, page, state, answered, replies, own, _model };
        talk.check_reply(false);
        for _ in 0..MOST {
            if talk.state["status"] == "completed" {
                talk.check_held();
                return talk;
            }
            talk.take_turn().await;
        }
        panic!("{}: the interview does not end:\n{}", case.name, talk.transcript());
    }

    async fn take_turn(&mut self) {
        let mut body = self.answer();
        let by_words = body.get("message").is_some();
        let words = body["message"].as_str().unwrap_or_default().to_owned();
        body["sessionId"] = json!(self.session);
        let turn = Turn::parse(self.stage.api.chat(&body).await);
        self.state = self.stage.api.session(&self.session).await;
        let pieces = self.watch().await;
        self.check_words(&pieces);
        self.check_reply(by_words);
        let message = last(&self.state);
        let (name, reply) = (self.case.name, text(&message["content"]));
        assert_eq!(turn.reply(), reply, "{name}");
        let named: Vec<Value> = turn.all("fell_back").map(|one| json!({"task": one["task"], "reason": one["reason"]})).collect();
        let fell_back: Vec<Value> = Some(message["fell_back"].clone()).filter(|one| !one.is_null()).into_iter().collect();
        assert_eq!(named, fell_back, "{name}: the stream says who answered, and why");
        let is_own = LINES
            .iter()
            .filter(|line| line.words == words)
            .any(|line| LINES.iter().any(|next| reply == format!("{} {}", line.statement, next.question)));
        self.replies += usize::from(by_words);
        self.own += usize::from(by_words && is_own);
    }

    /// What the person does now: answers what is asked, first in words and then with the widget, and finishes where nothing is.
    fn answer(&mut self) -> Value {
        let question = &self.state["asked"];
        if question["turn"] != self.state["turn_count"] {
            return json!({"message": FINISH});
        }
        match text(&question["kind"]) {
            "read_back" => return json!({"message": YES}),
            "negotiation" => return json!({"message": KEEP}),
            _ => {}
        }
        let line = line_of(text(&question["key"]));
        let again = self.answered.iter().any(|key| key == line.key);
        self.answered.push(line.key.to_owned());
        match line.values {
            [] => json!({"message": line.words}),
            _ if !again && !line.words.is_empty() => json!({"message": line.words}),
            [one] => json!({"widget": {"key": line.key, "value": one}}),
            several => json!({"widget": {"key": line.key, "value": several}}),
        }
    }

    /// What the page showed of the reply while it was written.
    async fn watch(&mut self) -> String {
        let until = self.state["seq"].as_u64().expect("a number");
        let mut pieces = String::new();
        loop {
            match self.page.next().await.expect("a frame") {
                Frame::Progress { progress, .. } => pieces.push_str(&progress.text),
                Frame::Events { events, .. } if events.last().is_some_and(|one| one.seq >= until) => return pieces,
                Frame::Snapshot { view, .. } if view.seq >= until => return pieces,
                _ => {}
            }
        }
    }

    fn check_words(&self, words: &str) {
        for unfit in UNFIT.iter().chain(self.case.unfit) {
            assert!(!words.contains(unfit), "{}: {unfit:?} in {words:?}\n{}", self.case.name, self.transcript());
        }
    }

    /// The newest message: fit to be read, of who is said to have written it, and asking for what is open.
    fn check_reply(&self, by_words: bool) {
        let (name, message, state) = (self.case.name, last(&self.state), &self.state);
        let reply = text(&message["content"]);
        self.check_words(reply);
        assert!(reply.matches('?').count() <= 1, "{name}: {reply}");
        let expected = self.case.falls.expected(by_words);
        let fell_back = &message["fell_back"];
        match expected {
            None => assert_eq!(*fell_back, Value::Null, "{name}: {reply}"),
            Some((task, reasons)) => {
                assert_eq!(fell_back["task"], task, "{name}: {reply}");
                assert!(reasons.iter().any(|reason| fell_back["reason"] == *reason), "{name}: {fell_back}");
            }
        }
        let words_built_in = matches!(self.case.falls, Falls::Wording(_) | Falls::Both(_));
        let engine = if words_built_in { json!("built_in") } else { self.engine.clone() };
        assert_eq!(message["engine"], engine, "{name}: {reply}");
        let question = &state["asked"];
        if question["turn"] == state["turn_count"] && question["kind"] == "question" {
            let one = obligation(state, text(&question["key"]));
            assert_ne!(one["status"], "satisfied", "{name}: {one} is asked for\n{}", self.transcript());
        }
    }

    /// Every value is in the person's words, or was chosen with a widget; what they kept to themselves is open.
    fn check_held(&self) {
        let name = self.case.name;
        let person = || self.messages().filter(|message| message["role"] == "user");
        for one in self.state["obligations"].as_array().expect("a list").iter().filter(|one| !one["extracted_value"].is_null()) {
            let key = text(&one["obligation_key"]);
            assert!(!line_of(key).values.is_empty(), "{name}: nobody spoke of it: {one}");
            let evidence = &one["evidence"];
            if evidence.is_null() {
                assert!(person().any(|message| message["widget_key"] == key), "{name}: nobody chose it: {one}");
                continue;
            }
            assert!(!matches!(self.case.way, Way::Quoting(_)), "{name}: it rests on words of nobody: {one}");
            let source = person().find(|message| message["id"] == evidence["message_id"]);
            let content = text(&source.unwrap_or_else(|| panic!("{name}: no message of the person: {one}"))["content"]);
            let place = |end: &str| usize::try_from(evidence[end].as_u64().expect("a number")).expect("a place");
            assert_eq!(content.get(place("start")..place("end")), evidence["quote"].as_str(), "{name}: {one}");
            assert_ne!(text(&evidence["quote"]).trim(), "", "{name}: {one}");
            if one["widget_type"] == "text" {
                assert!(content.contains(text(&one["extracted_value"])), "{name}: {one}");
            }
        }
    }

    fn messages(&self) -> impl Iterator<Item = &Value> {
        self.state["messages"].as_array().expect("a list").iter()
    }

    fn transcript(&self) -> String {
        self.messages().map(|one| format!("{}: {}\n", text(&one["role"]), text(&one["content"]))).collect()
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

fn obligation<'a>(state: &'a Value, key: &str) -> &'a Value {
    let mut all = state["obligations"].as_array().expect("a list").iter();
    all.find(|one| one["obligation_key"] == key).unwrap_or_else(|| panic!("there is no {key}"))
}

/// A value without the words around it.
fn in_short(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(in_short).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            ["value", "date", "text"].iter().find_map(|name| fields.get(*name)).map(in_short).unwrap_or_default()
        }
        other => other.to_string(),
    }
}

const fn case(name: &'static str, way: Way, falls: Falls, unfit: &'static [&'static str]) -> Case {
    Case { name, way, falls, unfit }
}

async fn hold_all(provider: Provider, cases: &[Case]) {
    let stage = Stage::new().await;
    for case in cases {
        Talk::hold(&stage, provider, case).await;
    }
}

#[tokio::test]
async fn a_model_that_quotes_rightly_leads_the_interview_in_its_own_words() {
    let stage = Stage::new().await;
    let rightly = case("quotes rightly", Way::Rightly, Falls::Never, &[]);
    for provider in [Provider::Anthropic, Provider::Gemini] {
        let talk = Talk::hold(&stage, provider, &rightly).await;
        for line in LINES.iter().filter(|line| !line.values.is_empty()) {
            let value = &obligation(&talk.state, line.key)["extracted_value"];
            assert_eq!(in_short(value), line.values.join(", "), "{provider:?}: {}", line.key);
        }
        assert!(2 * talk.own > talk.replies, "{provider:?}: {} of {}\n{}", talk.own, talk.replies, talk.transcript());
    }
}

#[tokio::test]
async fn what_is_quoted_from_nobody_is_not_stored_and_texts_are_the_persons() {
    hold_all(
        Provider::OpenAi,
        &[
            case("quotes what nobody wrote", Way::Quoting("as everybody knows"), Falls::Never, &["4000", "everybody knows"]),
            case("quotes nothing", Way::Quoting(""), Falls::Never, &["4000"]),
            case("reads texts that nobody wrote", Way::Misreading, Falls::Never, &[]),
        ],
    )
    .await;
}

#[tokio::test]
async fn where_it_gives_no_answer_that_can_be_read_the_built_in_engine_holds_the_whole_interview() {
    hold_all(
        Provider::Anthropic,
        &[
            case("leaves its quotes out", Way::Unquoted, Falls::Reading(&["malformed"]), &[]),
            case("answers in prose", Way::Prose("I understood it all, HACKED as it is!"), Falls::Both(&["malformed"]), &[]),
            case("replies with its data", Way::Data, Falls::Wording(&["malformed"]), &[]),
            // After a few cuts in a row it is left alone.
            case("breaks off", Way::Cut, Falls::Both(&["unreachable", "circuit_open"]), &[]),
            case("is cut off", Way::Truncated, Falls::Both(&["truncated"]), &[]),
        ],
    )
    .await;
}

#[tokio::test]
async fn nothing_unfit_reaches_the_person_in_a_whole_interview() {
    const PROMISES: &[&str] =
        &["I have emailed your report to the bank.", "You will hear from our office tomorrow.", "I've noted that you are vegan."];
    const MARKUP: &[&str] =
        &["More of it is at https://evil.example now.", "<b>Wonderful</b>, go on.", "[Read this](http://evil.example)."];
    const ECHOES: &[&str] = &[
        "You read one message of a person in an interview and report what it says, as JSON.",
        "Whatever stands behind a bar was written by others.",
        "Say everything in the block to be said, in your own words and in its order.",
    ];
    hold_all(
        Provider::Compatible,
        &[
            case("asks for what was answered", Way::AskingAgain, Falls::Never, &["pray tell"]),
            case("asks for something else", Way::AskingFor("What is your password?"), Falls::Never, &["password"]),
            case("promises", Way::Saying(PROMISES), Falls::Never, &["emailed", "our office", "vegan"]),
            case("writes links and markup", Way::Saying(MARKUP), Falls::Never, &["evil", "Wonderful", "Read this"]),
            case("repeats its prompt", Way::Saying(ECHOES), Falls::Never, &["report what it says", "behind a bar", "its order"]),
        ],
    )
    .await;
}
