//! What is stored comes back as it was; what does not fit is refused whole.

use crate::{
    ground::Ground,
    samples::{NOON, append, audit, house, later, message_event, obligation, opened, research, session, summary},
    stories,
};
use domain::{
    StoreFault,
    interview::{Append, AuditType, InterviewStore, ResearchRow},
    live::StreamStore,
};
use futures::future::join_all;
use protocol::{
    Confidence, SessionId, UserId,
    interview::{CollectionType, ContextType, Phase, SessionStatus, Status, WidgetType},
    live::Kind,
    research::TaskStatus,
};
use serde_json::json;
use uuid::Uuid;

stories!(
    everything_comes_back, events_are_verbatim, rows_do_without_nul, a_stale_writer_is_refused, a_gap_is_refused,
    an_inconsistent_append_is_refused, a_failed_append_leaves_nothing, a_long_import_fits, a_new_handle_finds_everything,
    of_many_first_interviews_one_is_stored, research_that_nobody_works_on_is_found,
);

async fn everything_comes_back(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let id = session(house, 1);
    let mut first = append(house, id, 0, 2);
    let goal = &mut first.obligations[0];
    goal.status = Status::Satisfied;
    goal.collection_type = CollectionType::Research;
    goal.widget_type = WidgetType::Multiselect;
    goal.dependencies = vec!["budget".into(), "zoë".into()];
    goal.source = Some("message".into());
    goal.origin_source_id = Some(Uuid::from_u128(77));
    goal.pool_id = Some("pool".into());
    goal.task_priority = 10;
    goal.negotiation_state = Some(json!({"status": "active", "rounds": [{"turnNumber": 5, "userValue": null}]}));
    goal.confidence = Confidence::FULL;
    goal.extracted_value = Some(json!({"list": [1, 2.5, true, null], "text": "„Größe“ 🦀"}));
    goal.last_attempt_turn = Some(3);
    goal.satisfied_at_turn = Some(4);
    goal.category = Some("scope".into());
    goal.agent_notes = Some("shy".into());
    goal.follow_up_strategy = Some("later".into());
    goal.satisfied_when = Some("confidence >= 0.8".into());
    goal.expertise_required = Some("law".into());
    goal.embedding = Some(vec![0, 255, 1, 254]);
    first.audit = AuditType::ALL
        .into_iter()
        .zip(1..)
        .map(|(event_type, seq)| {
            let mut row = audit(house, id, "goal", seq);
            row.event_type = event_type;
            row.old_confidence = Some(Confidence::hundredths(u8::try_from(seq * 12).expect("small")));
            row
        })
        .collect();
    first.audit[0].old_status = None;
    first.audit[0].new_status = None;
    first.audit[0].new_confidence = None;
    first.audit[0].source = None;
    first.summaries = vec![summary(house, id, 0), summary(house, id, 5)];
    first.research = vec![research(house, id, 1), research(house, id, 2)];
    store.append(first.clone()).await.expect("stored");

    assert_eq!(store.events(house.tenant, id, 0).await.expect("events"), first.events);
    assert_eq!(store.session(house.tenant, id).await.expect("a session"), Some(first.session.clone()));
    assert_eq!(store.obligations(house.tenant, id).await.expect("obligations"), first.obligations);
    let sizes = store.embedding_sizes(house.tenant, id, Some("goal")).await.expect("sizes");
    assert_eq!(sizes, [("goal".to_owned(), 4)]);
    let vectors = first.obligations.iter().filter(|row| row.embedding.is_some()).count();
    assert_eq!(store.embedding_sizes(house.tenant, id, None).await.expect("sizes").len(), vectors);
    assert!(store.embedding_sizes(house.tenant, id, Some("nothing")).await.expect("sizes").is_empty());
    assert_eq!(store.audit(house.tenant, id).await.expect("audit"), first.audit);
    assert_eq!(store.summaries(house.tenant, id).await.expect("summaries"), first.summaries);
    assert_eq!(store.research(house.tenant, id).await.expect("research"), first.research);

    let mut second = append(house, id, 2, 1);
    second.session.status = SessionStatus::Completed;
    second.session.phase = Phase::Closing;
    second.session.completeness = Confidence::FULL;
    second.obligations.truncate(1);
    second.obligations[0].embedding = None;
    second.audit.clear();
    second.research = vec![ResearchRow {
        status: TaskStatus::Completed,
        result: Some(json!({"summary": "two \u{0} „Märkte“", "findings": []})),
        lease_until: None,
        completed_at: Some(later(9)),
        ..first.research[1].clone()
    }];
    store.append(second.clone()).await.expect("stored");
    assert_eq!(store.events(house.tenant, id, 2).await.expect("events"), second.events);
    assert_eq!(store.events(house.tenant, id, 0).await.expect("events").len(), 3);
    assert_eq!(store.session(house.tenant, id).await.expect("a session"), Some(second.session));
    let held = store.obligations(house.tenant, id).await.expect("obligations");
    second.obligations[0].embedding.clone_from(&first.obligations[0].embedding);
    assert!(held.contains(&second.obligations[0]) && held.contains(&first.obligations[1]) && held.len() == 2, "{held:?}");
    assert_eq!(store.audit(house.tenant, id).await.expect("audit").len(), 8);
    second.research[0].result = Some(json!({"summary": "two \u{fffd} „Märkte“", "findings": []}));
    let tasks = store.research(house.tenant, id).await.expect("research");
    assert_eq!(tasks, [first.research[0].clone(), second.research[0].clone()], "a task is one row");
}

async fn research_that_nobody_works_on_is_found(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let with = |number, task: ResearchRow| {
        let id = session(house, number);
        let mut first = append(house, id, 0, 2);
        // When the last lease is over; at once where there is none.
        first.wake_at = (!task.status.is_over()).then(|| task.lease_until.unwrap_or(NOON));
        first.research = vec![ResearchRow { session: id, ..task }];
        first
    };
    let task = |number| research(house, session(house, 1), number);
    for first in [
        with(1, ResearchRow { status: TaskStatus::Pending, lease_until: None, ..task(1) }),
        with(2, ResearchRow { status: TaskStatus::Running, lease_until: Some(later(10)), ..task(2) }),
        with(3, ResearchRow { status: TaskStatus::Completed, lease_until: None, ..task(3) }),
        with(4, ResearchRow { status: TaskStatus::Failed, lease_until: None, ..task(4) }),
    ] {
        store.append(first).await.expect("stored");
    }
    // The node that has the one begins the other, too.
    let mut both = with(5, ResearchRow { status: TaskStatus::Pending, lease_until: None, ..task(5) });
    let held = ResearchRow { status: TaskStatus::Running, lease_until: Some(later(10)), ..task(6) };
    both.wake_at = held.lease_until;
    both.research.push(ResearchRow { session: session(house, 5), ..held });
    store.append(both).await.expect("stored");
    let found = async |now, limit| {
        let found = store.due(Kind::Interview, now, limit).await.expect("no fault");
        let mut found: Vec<_> = found.into_iter().map(|(tenant, id)| (tenant, SessionId(id))).collect();
        found.sort();
        found
    };
    assert_eq!(found(later(9), 10).await, [(house.tenant, session(house, 1))]);
    assert_eq!(found(later(10), 10).await, [1, 2, 5].map(|number| (house.tenant, session(house, number))));
    assert_eq!(found(later(10), 1).await.len(), 1);
}

async fn events_are_verbatim(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let id = session(house, 1);
    let mut strange = append(house, id, 0, 0);
    let texts = ["a\0b", "\u{1}\u{7f}\u{feff}", "'; DROP TABLE events; --", "\\u0000", "\u{202e}abc", "e\u{301}", " \r\n\t ", ""];
    strange.events = texts.iter().zip(1..).map(|(text, seq)| message_event(seq, text)).collect();
    strange.session.seq = texts.len() as u64;
    store.append(strange.clone()).await.expect("stored");
    assert_eq!(store.events(house.tenant, id, 0).await.expect("events"), strange.events);
}

async fn rows_do_without_nul(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let id = session(house, 1);
    let mut strange = append(house, id, 0, 1);
    strange.session.title = "a\0b".into();
    strange.session.working_memory = json!({"recent\0Topics": ["\0"]});
    strange.obligations[0].extracted_value = Some(json!("a\0b"));
    strange.audit[0].source = Some("\0".into());
    store.append(strange).await.expect("stored");
    let row = store.session(house.tenant, id).await.expect("a session").expect("there");
    assert_eq!((row.title.as_str(), row.working_memory), ("a\u{fffd}b", json!({"recent\u{fffd}Topics": ["\u{fffd}"]})));
    let goal = store.obligations(house.tenant, id).await.expect("obligations").into_iter().find(|one| one.key == "goal");
    assert_eq!(goal.expect("there").extracted_value, Some(json!("a\u{fffd}b")));
}

async fn a_stale_writer_is_refused(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let id = opened(&store, house, 1).await;
    store.append(append(house, id, 2, 3)).await.expect("stored");
    let before = store.obligations(house.tenant, id).await.expect("obligations");
    for stale in [append(house, id, 2, 1), append(house, id, 2, 3), append(house, id, 4, 5), append(house, id, 0, 9)] {
        assert!(matches!(store.append(stale).await, Err(StoreFault::Conflict)));
    }
    assert_eq!(store.events(house.tenant, id, 0).await.expect("events").len(), 5);
    assert_eq!(store.session(house.tenant, id).await.expect("a session").expect("there").seq, 5);
    assert_eq!(store.obligations(house.tenant, id).await.expect("obligations"), before);
    assert_eq!(store.audit(house.tenant, id).await.expect("audit").len(), 4);
    store.append(append(house, id, 5, 1)).await.expect("whoever has read on may go on");
}

async fn a_gap_is_refused(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let id = opened(&store, house, 1).await;
    assert!(matches!(store.append(append(house, id, 3, 1)).await, Err(StoreFault::Conflict)));
    let unknown = session(house, 2);
    assert!(matches!(store.append(append(house, unknown, 3, 1)).await, Err(StoreFault::Conflict)));
    assert_eq!(store.session(house.tenant, unknown).await.expect("no fault"), None);
}

async fn an_inconsistent_append_is_refused(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let id = session(house, 1);
    let mut skipping = append(house, id, 0, 3);
    skipping.events.remove(1);
    let mut miscounting = append(house, id, 0, 3);
    miscounting.session.seq = 7;
    let mut straying = append(house, id, 0, 3);
    straying.audit.push(audit(house, session(house, 2), "goal", 1));
    let mut repeating = append(house, id, 0, 3);
    repeating.obligations.push(obligation(house, id, "goal", 1));
    for wrong in [skipping, miscounting, straying, repeating] {
        assert!(matches!(store.append(wrong).await, Err(StoreFault::Refused(_))));
    }
    assert_eq!(ground.rows("events").await + ground.rows("elicitation_sessions").await, 0);
}

async fn a_failed_append_leaves_nothing(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let id = opened(&store, house, 1).await;
    let mut known = append(house, id, 2, 1);
    known.audit[1].id = store.audit(house.tenant, id).await.expect("audit")[0].id;
    assert!(matches!(store.append(known).await, Err(StoreFault::Conflict)), "an audit row with a known id");
    let mut too_long = append(house, id, 2, 1);
    too_long.obligations[1].field_path = "x".repeat(501);
    assert!(matches!(store.append(too_long).await, Err(StoreFault::Refused(_))));
    let mut nobody = append(house, session(house, 2), 0, 1);
    nobody.session.user = UserId(Uuid::from_u128(404));
    assert!(matches!(store.append(nobody).await, Err(StoreFault::Refused(_))));
    assert_eq!(store.events(house.tenant, id, 0).await.expect("events").len(), 2);
    assert_eq!(store.session(house.tenant, id).await.expect("a session").expect("there").seq, 2);
    assert_eq!((ground.rows("events").await, ground.rows("elicitation_sessions").await), (2, 1));
    store.append(append(house, id, 2, 1)).await.expect("the next one is stored");
}

/// Two thousand imported turns are more values than one statement takes.
async fn a_long_import_fits(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let id = session(house, 1);
    let mut long = append(house, id, 0, 12_000);
    long.audit = (1..=6_000).map(|seq| audit(house, id, "goal", seq)).collect();
    long.obligations = (0..300).map(|number| obligation(house, id, &format!("key-{number}"), 1)).collect();
    store.append(long.clone()).await.expect("stored");
    assert_eq!(store.events(house.tenant, id, 0).await.expect("events"), long.events);
    assert_eq!(store.audit(house.tenant, id).await.expect("audit").len(), 6_000);
    assert_eq!(store.obligations(house.tenant, id).await.expect("obligations").len(), 300);
}

async fn a_new_handle_finds_everything(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let id = opened(&store, house, 1).await;
    drop(store);
    let store = ground.open().await;
    assert_eq!(store.events(house.tenant, id, 0).await.expect("events").len(), 2);
    store.append(append(house, id, 2, 1)).await.expect("goes on");
    store.close().await;
    let store = ground.open().await;
    assert_eq!(store.events(house.tenant, id, 0).await.expect("events").len(), 3);
}

async fn of_many_first_interviews_one_is_stored(ground: Ground) {
    let (one, two) = (ground.open().await, ground.open().await);
    let house = house(&one, 1).await;
    let sole = |number| Append { sole: true, ..append(house, session(house, number), 0, 2) };
    let all = (1..=8_u32).zip([&one, &two].into_iter().cycle()).map(|(number, store)| store.append(sole(number)));
    let outcomes = join_all(all).await;
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1, "{outcomes:?}");
    assert!(outcomes.iter().flat_map(|outcome| outcome.as_ref().err()).all(|fault| matches!(fault, StoreFault::Conflict)));
    assert_eq!(ground.rows("elicitation_sessions").await, 1);

    let mut of_another_kind = sole(20);
    of_another_kind.session.context_type = ContextType::BusinessProfile;
    one.append(of_another_kind).await.expect("another kind is another interview");
    one.append(append(house, session(house, 21), 0, 2)).await.expect("who asks for one more gets it");
    let going_on = Append { sole: true, ..append(house, session(house, 21), 2, 1) };
    assert!(matches!(one.append(going_on).await, Err(StoreFault::Refused(_))));
}
