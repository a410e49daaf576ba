//! What holds for any list of commands and any point at which somebody joins.

mod objectives;
mod steps;

use domain::interview::{Import, Input, Interview, Streamed, Understanding};
use proptest::{collection::vec, prelude::*};
use protocol::{
    MessageId,
    interview::{
        Author, Engine, InterviewCommand, InterviewEvent, InterviewView, ObjectiveDefinition, Obligation, Recorded,
        SessionStatus, Speaker, Status, TranscriptTurn, WidgetAnswer,
    },
};
use steps::{Step, step};
use testkit::{Saying, Shape, ShapeObjective, Talk, definition, follows_the_rules, template};
use uuid::Uuid;

/// A diamond of dependencies, every widget, a condition, a required one, few attempts.
fn objective() -> ObjectiveDefinition {
    definition(vec![
        template("market").priority(10).attempts(2),
        template("size").number().after(&["market"]).priority(7),
        template("channel").choice(&["web", "shop"]).after(&["market"]),
        template("start").date().satisfied_when("confidence >= 0.6"),
        template("wishes").several(&["fast", "cheap", "good"]).after(&["size", "channel"]).category("Wishes"),
        template("notes").satisfied_when("value == 'fine' or confidence >= 0.95").priority(1).attempts(1),
    ])
    .requiring(&["market", "wishes"])
    .closing_with(3, 0.7)
}

/// Does a step; a refusal changes nothing.
fn run(talk: &mut Talk, step: Step) {
    match step {
        Step::Hear(said) => {
            if talk.say(&said.text).is_ok() {
                talk.understand(said);
            }
        }
        Step::Command(command) => {
            refused_or_done(talk, command);
            talk.word_or(Saying::default());
        }
        Step::WhileWorded(said, command, shown, ends) => {
            if talk.say(&said.text).is_ok() {
                let reply = talk.waiting.expect("a reply was begun");
                talk.give(Input::Understood { reply, understanding: said.understanding, fell_back: None })
                    .expect("it is understood");
                during(talk, command.clone(), shown);
                during(talk, command, shown);
                if ends {
                    talk.wake();
                }
                talk.word_or(Saying::default());
            }
        }
        Step::Quickly(commands) => {
            for command in commands {
                refused_or_done(talk, command);
            }
            talk.word_or(Saying::default());
        }
        Step::Reworded(ends) => {
            let message_id = talk.view().messages.last().expect("a greeting").id;
            refused_or_done(talk, InterviewCommand::Regenerate { message_id });
            if ends {
                talk.wake();
            }
            talk.word_or(Saying::default());
        }
        Step::Edited(at, said) => {
            let own = talk.view().messages.iter().filter(|one| one.role == Author::User).nth(at).map(|one| one.id);
            if let Some(message_id) = own {
                refused_or_done(talk, InterviewCommand::EditMessage { message_id, content: said.text.clone() });
                talk.word_or(said);
            }
        }
        Step::Returned(at) => {
            if let Some(message_id) = talk.view().branches.get(at).and_then(protocol::interview::Branch::id) {
                refused_or_done(talk, InterviewCommand::RestoreMessage { message_id });
                talk.word_or(Saying::default());
            }
        }
        Step::Restructured(command) => {
            refused_or_done(talk, command);
            talk.word_or(Saying::default());
        }
        Step::Beside(key, value, said) => {
            let widget = Some(WidgetAnswer { key, value });
            refused_or_done(
                talk,
                InterviewCommand::Say { text: said.text.clone(), client_message_id: None, widget, spoken: None },
            );
            talk.word_or(said);
        }
        Step::Import(turns) => import(talk, &turns),
        Step::Stopped(text) => {
            if talk.say(&text).is_ok() {
                let message_id = talk.waiting.expect("a reply was begun");
                talk.command(InterviewCommand::StopReply { message_id }).expect("stopping is always possible");
                let late = Input::Understood { reply: message_id, understanding: Understanding::default(), fell_back: None };
                talk.give(late).expect_err("what was stopped is over");
            }
        }
        Step::Interrupted(said) => {
            if talk.say(&said.text).is_ok() {
                talk.wake();
                talk.word_or(said);
            }
        }
        Step::Between(said, command) => {
            if talk.say(&said.text).is_ok() {
                let reply = talk.waiting;
                refused_or_done(talk, command);
                if talk.waiting == reply && talk.view().replying == reply {
                    talk.understand(said);
                }
                talk.word_or(Saying::default());
            }
        }
    }
}

/// A command as it comes while a reply is shown piece by piece.
fn during(talk: &mut Talk, command: InterviewCommand, shown: usize) {
    let before = talk.interview.clone();
    let input = match talk.view().replying {
        Some(reply) => {
            let streamed = Streamed { reply, text: "Thank you. ".chars().take(shown).collect(), engine: Engine::BuiltIn };
            Input::During { command, streamed }
        }
        None => Input::Command(command),
    };
    if talk.give(input).is_err() {
        assert_eq!(talk.interview, before, "a refusal changes nothing");
    }
}

/// A reply asks at most one thing, and nothing is asked or said by a reply that was not begun.
fn one_thing_per_reply(talk: &Talk) {
    let mut asked = 0;
    for recorded in &talk.events {
        match &recorded.event {
            InterviewEvent::ReplyStarted { .. } => asked = 0,
            InterviewEvent::Asked { .. } => asked += 1,
            _ => {}
        }
        assert!(asked <= 1, "two questions in one reply, event {}", recorded.seq);
    }
    assert_eq!(talk.view().replying, None, "nothing is left waiting");
    let texts =
        talk.view().messages.iter().filter(|message| message.role == Author::Agent && !message.stopped && !message.imported);
    let begun = talk.pick_events(|event| matches!(event, InterviewEvent::ReplyStarted { .. }).then_some(())).len();
    assert!(texts.count() <= begun);
}

fn refused_or_done(talk: &mut Talk, command: InterviewCommand) {
    let before = talk.interview.clone();
    if talk.command(command).is_err() {
        assert_eq!(talk.interview, before, "a refusal changes nothing");
    }
}

fn import(talk: &mut Talk, turns: &[(Speaker, Saying)]) {
    let given: Vec<TranscriptTurn> =
        turns.iter().map(|(speaker, said)| TranscriptTurn { speaker: *speaker, text: said.text.clone() }).collect();
    let drafted = {
        let stamp = talk.stamp();
        let Ok(mut import) = Import::begin(&talk.interview, &given, &stamp) else { return };
        for (turn, (_, said)) in given.iter().zip(turns) {
            if import.push(turn).is_some() {
                let held = import.understood(said.understanding.clone());
                assert!(held.changed.iter().all(|key| key != "nothing"));
            }
        }
        import.finish()
    };
    talk.store(drafted.events, drafted.audit);
}

/// Whether nothing happened but that answers came or became surer: nothing was doubted, put off, skipped or opened again.
fn only_better(before: &InterviewView, after: &InterviewView, events: &[Recorded]) -> bool {
    let turned = |recorded: &Recorded| {
        matches!(
            recorded.event,
            InterviewEvent::Branched { .. }
                | InterviewEvent::Merged { .. }
                | InterviewEvent::Split { .. }
                | InterviewEvent::Extended { .. }
                | InterviewEvent::ValueRestored { .. }
                | InterviewEvent::StatusChanged { from: Status::Skipped, to: Status::Pending, .. }
        )
    };
    let known = |one: &Obligation| match one.status {
        Status::Satisfied => 2,
        Status::Partial => 1,
        _ => 0,
    };
    // What left the count with a skip and is asked for anew, counts again: it was opened, not answered.
    let counts_again = |was: &Obligation, is: &Obligation| was.spare && !is.spare;
    let no_worse = |(was, is): (&Obligation, &Obligation)| match (was.status, is.status) {
        _ if counts_again(was, is) => false,
        (Status::Skipped, Status::Skipped) => true,
        (_, Status::Skipped) => false,
        (Status::Skipped, _) => is.value.is_some(),
        _ => known(is) >= known(was) && (known(was) == 0 || is.confidence >= was.confidence),
    };
    !events.iter().any(turned) && before.obligations.iter().zip(&after.obligations).all(no_worse)
}

fn through_json<T: serde::Serialize + serde::de::DeserializeOwned>(one: &T) -> T {
    serde_json::from_str(&serde_json::to_string(one).expect("JSON")).expect("the same back")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, max_shrink_iters: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Legal transitions, current completeness, true quotes and the rest are checked by the talk at every event.
    #[test]
    fn a_snapshot_and_the_later_events_are_the_servers_view(steps in vec(step(), 1..14), join in any::<prop::sample::Index>()) {
        let mut talk = Talk::over(objective());
        let mut snapshots: Vec<InterviewView> = vec![talk.view().clone()];
        for step in steps {
            run(&mut talk, step);
            snapshots.push(talk.view().clone());
        }
        one_thing_per_reply(&talk);
        let events: Vec<Recorded> = through_json(&talk.events);
        prop_assert_eq!(&events, &talk.events);
        let replayed = Interview::from_events(talk.interview.tenant, talk.interview.owner, &events).expect("begins with Opened");
        prop_assert_eq!(&replayed, &talk.interview);
        let mut joined = through_json(&snapshots[join.index(snapshots.len())]);
        let from = usize::try_from(joined.seq).expect("small");
        for event in &events[from..] {
            joined.apply(event);
        }
        prop_assert_eq!(&joined, talk.view());
        let mut slowly = InterviewView::opened(&events[0]).expect("begins with Opened");
        let point = join.index(events.len());
        for event in &events[1..] {
            if event.seq as usize == point {
                slowly = through_json(&slowly);
            }
            slowly.apply(event);
        }
        prop_assert_eq!(&slowly, talk.view());
    }

    /// Answering, for the first time or more surely, in whatever way and after whatever came before: what was skipped included.
    #[test]
    fn satisfying_something_never_lowers_completeness(objective in objectives::objective(), steps in vec(step(), 1..14)) {
        let mut talk = Talk::over(objective);
        for step in steps {
            let (before, from) = (talk.view().clone(), talk.events.len());
            let named = format!("{step:?}");
            run(&mut talk, step);
            if only_better(&before, talk.view(), &talk.events[from..]) {
                let (was, is) = (before.completeness.score, talk.view().completeness.score);
                prop_assert!(is >= was, "{was} fell to {is} by {named}");
            }
        }
    }

    /// Whatever is sent, in whatever order, is applied without a panic.
    #[test]
    fn applying_is_total(mut steps in vec(step(), 1..8), order in any::<u64>(), renamed in any::<bool>()) {
        let mut talk = Talk::over(objective());
        steps.truncate(8);
        for step in steps {
            run(&mut talk, step);
        }
        let mut view = InterviewView::opened(&talk.events[0]).expect("begins with Opened");
        let mut events = talk.events.clone();
        let length = events.len();
        for index in 0..length {
            let other = usize::try_from(order.rotate_left(u32::try_from(index % 64).expect("small")) % 1_000).expect("small") % length;
            events.swap(index, other);
        }
        for mut event in events {
            if renamed {
                let text = serde_json::to_string(&event).expect("JSON").replace("\"key\":\"market\"", "\"key\":\"unknown\"");
                event = serde_json::from_str(&text).expect("the same form");
            }
            view.apply(&event);
            prop_assert_eq!(view.seq, event.seq);
        }
    }
}

#[test]
fn an_event_about_something_unknown_changes_nothing_but_the_sequence_number() {
    let talk = Talk::over(objective());
    for event in [
        InterviewEvent::ValueCleared { key: "unknown".into() },
        InterviewEvent::ValueRestored { key: "unknown".into() },
        InterviewEvent::StatusChanged {
            key: "unknown".into(),
            from: Status::Pending,
            to: Status::Satisfied,
            reason: None,
            by_hand: false,
        },
        InterviewEvent::DependencyUnresolved { key: "unknown".into(), dependency: "market".into() },
        InterviewEvent::ReplyStopped { message_id: MessageId(Uuid::from_u128(5)) },
    ] {
        let mut view = talk.view().clone();
        let (seq, at) = (view.seq + 1, view.updated_at);
        view.apply(&Recorded { seq, at, turn: 0, event });
        assert_eq!(InterviewView { seq: talk.view().seq, ..view }, *talk.view());
    }
    follows_the_rules(None, talk.view(), &talk.events);
    assert_eq!(talk.view().status, SessionStatus::Active);
}
