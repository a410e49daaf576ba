//! Steps of any conversation, as they may come.

use domain::interview::{Manner, Move};
use proptest::{collection::vec, option, prelude::*, sample::select};
use protocol::{
    MessageId,
    interview::{InterviewCommand, NewObligation, Phase, Resolution, Speaker, WidgetAnswer},
};
use serde_json::{Value, json};
use testkit::{Saying, saying};
use uuid::Uuid;

#[derive(Clone, Debug)]
pub(super) enum Step {
    Hear(Saying),
    Command(InterviewCommand),
    Import(Vec<(Speaker, Saying)>),
    /// Said and stopped before it is understood.
    Stopped(String),
    /// Said; then the process ends; then understood.
    Interrupted(Saying),
    /// Said; then this by hand; then understood.
    Between(Saying, InterviewCommand),
    /// Said and understood; then this by hand, twice, while the reply is worded and so much of it was shown; perhaps the
    /// process ends; then worded.
    WhileWorded(Saying, InterviewCommand, usize, bool),
    /// One by hand after the other, quicker than a reply is worded.
    Quickly(Vec<InterviewCommand>),
    /// The last reply in other words, perhaps with the process ending meanwhile.
    Reworded(bool),
    /// The n-th message of the person said otherwise.
    Edited(usize, Saying),
    /// Back to the n-th branch.
    Returned(usize),
    /// Obligations merged, split or added.
    Restructured(InterviewCommand),
    /// A widget's answer and words beside it.
    Beside(String, Value, Saying),
}

fn key() -> impl Strategy<Value = String> {
    select(vec!["market", "size", "channel", "start", "wishes", "notes", "nothing"]).prop_map(str::to_owned)
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        select(vec!["web", "shop", "fast", "fine", "2026-05-01", "dentists", "dentists in Ghent", "", "12"])
            .prop_map(Value::from),
        select(vec![json!(null), json!(7), json!(0.1), json!(["fast", "good"]), json!([]), json!({"text": "soon"}), json!(true)]),
        any::<i32>().prop_map(|hundredths| json!(f64::from(hundredths) / 100.0)),
        (1..9_u8, 1..9_u8).prop_map(|(min, max)| json!({"min": min, "max": max, "unit": "EUR"})),
    ]
}

fn a_move() -> impl Strategy<Value = Move> {
    let about = || option::of(key());
    prop_oneof![
        about().prop_map(|key| Move::Accept { key }),
        about().prop_map(|key| Move::Reject { key }),
        key().prop_map(|key| Move::Correct { key }),
        about().prop_map(|key| Move::Skip { key }),
        about().prop_map(|key| Move::Defer { key }),
        about().prop_map(|key| Move::DontKnow { key }),
        key().prop_map(|key| Move::Withdraw { key }),
        about().prop_map(|key| Move::AskWhy { key }),
        about().prop_map(|key| Move::AskExamples { key }),
        select(vec![
            Move::GoBack { key: None },
            Move::Undo,
            Move::Repeat,
            Move::AskSummary,
            Move::AskProgress,
            Move::ToldAlready,
            Move::Pause,
            Move::OtherLanguage,
            Move::Done,
            Move::Greeting,
            Move::SmallTalk,
            Move::Question,
            Move::Abuse
        ]),
    ]
}

fn a_saying() -> impl Strategy<Value = Saying> {
    let manner = select(vec![Manner::Explicit, Manner::Direct, Manner::Corrected, Manner::Hedged, Manner::Accepted]);
    let quote = prop_oneof![
        4 => Just(None),
        1 => (option::of(0..30_usize), 0..12_usize, 0..12_usize).prop_map(Some),
    ];
    let finding = (key(), value(), 0..=100_u8, manner, quote);
    let text = select(vec!["Well, für dentists", "Yes", "我们 12", "fast and good", "x"]);
    (text, vec(finding, 0..3), vec(a_move(), 0..3)).prop_map(|(text, findings, moves)| {
        let said = findings.into_iter().fold(saying(text), |said, (key, value, confidence, manner, quote)| {
            let said = said.found(&key, value, f64::from(confidence) / 100.0).manner(manner);
            match quote {
                Some((turn, start, end)) => said.quoting(turn, start, end),
                None => said,
            }
        });
        moves.into_iter().fold(said, Saying::doing)
    })
}

fn command() -> impl Strategy<Value = InterviewCommand> {
    let text = || select(vec!["Yes", "", "other words"]).prop_map(str::to_owned);
    let resolution = select(vec![Resolution::UserAccepted, Resolution::AgentAccepted, Resolution::Compromise]);
    prop_oneof![
        (text(), option::of("[ab]"), option::of((key(), value()))).prop_map(|(text, client_message_id, widget)| {
            InterviewCommand::Say {
                text,
                client_message_id,
                widget: widget.map(|(key, value)| WidgetAnswer { key, value }),
                spoken: None,
            }
        }),
        (key(), value()).prop_map(|(key, value)| InterviewCommand::SetValue { key, value }),
        (key(), option::of(text())).prop_map(|(key, reason)| InterviewCommand::Defer { key, reason }),
        (key(), option::of(text())).prop_map(|(key, reason)| InterviewCommand::Skip { key, reason }),
        (key(), option::of(text())).prop_map(|(key, reason)| InterviewCommand::Reopen { key, reason }),
        key().prop_map(|key| InterviewCommand::Undo { key }),
        (key(), option::of(value())).prop_map(|(key, value)| InterviewCommand::StartNegotiation { key, value, reason: None }),
        (key(), value()).prop_map(|(key, value)| InterviewCommand::ProposeValue { key, value }),
        (key(), resolution, option::of(value()))
            .prop_map(|(key, resolution, final_value)| InterviewCommand::ResolveNegotiation { key, resolution, final_value }),
        key().prop_map(|key| InterviewCommand::DeferNegotiation { key }),
        select(Phase::ALL.to_vec()).prop_map(|phase| InterviewCommand::SetPhase { phase }),
        option::of(key()).prop_map(|key| InterviewCommand::Reevaluate { key }),
        text().prop_map(|title| InterviewCommand::Retitle { title }),
        Just(InterviewCommand::StopReply { message_id: MessageId(Uuid::from_u128(9)) }),
        Just(InterviewCommand::Complete),
    ]
}

fn restructuring() -> impl Strategy<Value = InterviewCommand> {
    let new = || {
        (select(vec!["", "a", "b"]), option::of(value()), any::<bool>()).prop_map(|(key, value, required)| NewObligation {
            key: key.into(),
            prompt: "And what?".into(),
            value,
            required,
            ..NewObligation::default()
        })
    };
    prop_oneof![
        (vec(key(), 1..3), key()).prop_map(|(keys, into)| InterviewCommand::Merge { keys, into }),
        (key(), vec(new(), 2..4)).prop_map(|(key, into)| InterviewCommand::Split { key, into }),
        new().prop_map(|obligation| InterviewCommand::AddObligation { obligation }),
    ]
}

pub(super) fn step() -> impl Strategy<Value = Step> {
    let speaker = select(vec![Speaker::Agent, Speaker::User]);
    prop_oneof![
        8 => a_saying().prop_map(Step::Hear),
        6 => command().prop_map(Step::Command),
        1 => vec((speaker, a_saying()), 0..4).prop_map(Step::Import),
        1 => Just(Step::Stopped("stop".into())),
        1 => a_saying().prop_map(Step::Interrupted),
        1 => (a_saying(), command()).prop_map(|(said, command)| Step::Between(said, command)),
        2 => (a_saying(), command(), 0..12_usize, any::<bool>())
            .prop_map(|(said, command, shown, ends)| Step::WhileWorded(said, command, shown, ends)),
        2 => vec(command(), 2..4).prop_map(Step::Quickly),
        2 => (key(), value(), a_saying()).prop_map(|(key, value, said)| Step::Beside(key, value, said)),
        1 => any::<bool>().prop_map(Step::Reworded),
        2 => (0..4_usize, a_saying()).prop_map(|(at, said)| Step::Edited(at, said)),
        1 => (0..3_usize).prop_map(Step::Returned),
        1 => restructuring().prop_map(Step::Restructured),
    ]
}
