//! Asks: each belongs to its asker and its project, what is saved outlives later events, all gone with the project and the person.

use crate::{
    ground::Ground,
    projects::project,
    samples::{House, NOON, house},
    stories,
};
use domain::{
    account::{PageQuery, RetentionStore as _},
    ask::{Ask, AskRow, AskRows, AskStore as _, SavedAsk},
    live::{Append, Rows, StoredEvent, StreamRow, StreamStore as _},
    runs::Kept,
    tools::{ProjectRow, ProjectStore as _},
};
use protocol::{
    AskId, ConversationId,
    ask::{AskEvent, AskRequest, AskStatus},
    live::{Kind, Recorded},
};
use serde_json::json;
use store::Store;
use uuid::Uuid;

stories!(
    an_ask_belongs_to_its_asker_and_its_project,
    what_is_saved_stays_while_it_goes_on,
    a_row_says_whether_it_was_answered,
    it_goes_with_its_project,
    it_goes_when_it_was_kept_long_enough
);

pub(crate) fn ask(of: House, project: &ProjectRow, number: u128) -> Append {
    let id = AskId(Uuid::from_u128((23 << 100) + of.tenant.0.as_u128() + number));
    let conversation = ConversationId(Uuid::from_u128(77));
    let request = AskRequest { question: format!("Question {number}"), ..AskRequest::default() };
    let state = Ask::new(of.tenant, of.user, id, (project.id, conversation), request.clone(), None);
    let event =
        AskEvent::Requested { id, project: project.id, conversation, by: of.user, request: Box::new(request), model: None };
    let row = AskRow { created_at: NOON, updated_at: NOON, ..AskRow::new(&state) };
    let kept = vec![Kept { name: "draft".into(), value: json!({"reading": "a\u{0}b"}) }];
    let event = StoredEvent::new(&Recorded { seq: 1, at: NOON, turn: 0, event }).expect("JSON");
    let stream = StreamRow {
        id: id.0,
        tenant: of.tenant,
        kind: Kind::Ask,
        owner: Some(of.user),
        project: Some(project.id),
        seq: 1,
        open: true,
        wake_at: Some(NOON),
        updated_at: NOON,
    };
    Append { expected: 0, events: vec![event], stream, rows: Rows::Ask(Box::new(AskRows { row, kept })), audit: None }
}

pub(crate) async fn kept(store: &Store, of: House, number: u32) -> ProjectRow {
    let row = project(of, number);
    store.insert_project(row.clone()).await.expect("stored");
    row
}

fn id(append: &Append) -> AskId {
    AskId(append.stream.id)
}

const PAGE: PageQuery = PageQuery { limit: 50, after: None };

async fn an_ask_belongs_to_its_asker_and_its_project(ground: Ground) {
    let store = ground.open().await;
    let (mine, other) = (house(&store, 1).await, house(&store, 2).await);
    let (first, second, foreign) = (kept(&store, mine, 1).await, kept(&store, mine, 2).await, kept(&store, other, 1).await);
    for append in [ask(mine, &first, 1), ask(mine, &second, 2), ask(other, &foreign, 1)] {
        store.commit(append).await.expect("stored");
    }
    let listed = async |project, user| store.asks(mine.tenant, project, user, PAGE).await.expect("no fault").len();
    assert_eq!((listed(None, None).await, listed(Some(first.id), Some(mine.user)).await), (2, 1));
    assert_eq!(listed(Some(foreign.id), None).await, 0, "another tenant's project has none here");
    assert_eq!(store.asks_version(mine.tenant, mine.user, first.id).await.expect("no fault"), "1:1");
    assert_eq!(store.open_asks(mine.tenant, mine.user).await.expect("no fault"), 2);
    let one = id(&ask(mine, &first, 1));
    assert_eq!(store.ask(other.tenant, one).await.expect("no fault"), None, "another tenant's is not there");
    assert!(store.ask_memory(other.tenant, one).await.expect("no fault").is_empty());
    let row = store.ask(mine.tenant, one).await.expect("no fault").expect("it is there");
    assert_eq!((row.question.as_str(), row.status, row.saved), ("Question 1", AskStatus::Pending, None));
    assert!(store.ask_part(mine.tenant, one, "draft").await.expect("no fault").is_some());
    let conversation = store.conversation(mine.tenant, row.conversation, 10).await.expect("no fault");
    assert_eq!(conversation.len(), 2);
    // A row of another project is never written.
    let mut wrong = ask(mine, &first, 3);
    wrong.stream.project = Some(second.id);
    assert!(store.commit(wrong).await.is_err());
}

async fn what_is_saved_stays_while_it_goes_on(ground: Ground) {
    let store = ground.open().await;
    let of = house(&store, 1).await;
    let project = kept(&store, of, 1).await;
    let append = ask(of, &project, 1);
    let one = id(&append);
    store.commit(append.clone()).await.expect("stored");
    let saved = SavedAsk { name: "Ferries".into(), expected: Some(json!(4)) };
    assert!(store.save_ask(of.tenant, one, Some(&saved)).await.expect("no fault"));
    let mut next = append;
    next.expected = 1;
    next.stream.seq = 2;
    next.events = vec![StoredEvent::new(&Recorded { seq: 2, at: NOON, turn: 0, event: AskEvent::Started }).expect("JSON")];
    store.commit(next).await.expect("stored");
    let row = store.ask(of.tenant, one).await.expect("no fault").expect("it is there");
    assert_eq!((row.saved, row.found), (Some(saved), None));
    assert!(store.save_ask(of.tenant, one, None).await.expect("no fault"));
    assert_eq!(store.ask(of.tenant, one).await.expect("no fault").expect("it is there").saved, None);
    assert!(!store.save_ask(of.tenant, AskId(Uuid::from_u128(1)), None).await.expect("no fault"));
}

async fn a_row_says_whether_it_was_answered(ground: Ground) {
    let store = ground.open().await;
    let of = house(&store, 1).await;
    let project = kept(&store, of, 1).await;
    for (number, found) in [(1, Some(true)), (2, Some(false)), (3, None)] {
        let mut append = ask(of, &project, number);
        if let (Rows::Ask(rows), Some(found)) = (&mut append.rows, found) {
            rows.kept.push(Kept { name: "found".into(), value: json!(found) });
        }
        let one = id(&append);
        store.commit(append).await.expect("stored");
        assert_eq!(store.ask(of.tenant, one).await.expect("no fault").expect("it is there").found, found);
    }
    let listed = store.asks(of.tenant, Some(project.id), Some(of.user), PAGE).await.expect("no fault");
    assert_eq!(listed.iter().map(|row| row.found).collect::<Vec<_>>(), [None, Some(false), Some(true)]);
}

async fn it_goes_with_its_project(ground: Ground) {
    let store = ground.open().await;
    let of = house(&store, 1).await;
    let project = kept(&store, of, 1).await;
    let append = ask(of, &project, 1);
    store.commit(append.clone()).await.expect("stored");
    store.delete_project(of.tenant, project.id).await.expect("deleted");
    assert_eq!(store.ask(of.tenant, id(&append)).await.expect("no fault"), None);
    assert!(store.ask_memory(of.tenant, id(&append)).await.expect("no fault").is_empty());
}

async fn it_goes_when_it_was_kept_long_enough(ground: Ground) {
    let store = ground.open().await;
    let of = house(&store, 1).await;
    let project = kept(&store, of, 1).await;
    for number in 1..=3 {
        let mut append = ask(of, &project, number);
        // The third one is under way.
        append.stream.open = number == 3;
        append.stream.wake_at = append.stream.wake_at.filter(|_| number == 3);
        store.commit(append).await.expect("stored");
    }
    let saved = SavedAsk { name: "Ferries".into(), expected: None };
    assert!(store.save_ask(of.tenant, id(&ask(of, &project, 2)), Some(&saved)).await.expect("no fault"));
    let entry = |number: u128| domain::account::AuditEntry {
        id: Uuid::from_u128((36 << 100) + number),
        tenant: of.tenant,
        user: None,
        action: "asks.expired".into(),
        target: "t".into(),
        about: None,
        detail: json!({}),
        at: NOON,
    };
    assert!(store.set_retention(of.tenant, Some(30), entry(1)).await.expect("no fault"));
    let gone = async |before, number| store.remove_asks(of.tenant, 30, before, 10, entry(number)).await.expect("no fault");
    assert_eq!(gone(NOON, 2).await, [], "it is not old enough");
    let later = protocol::Timestamp(NOON.0 + 1);
    assert_eq!(gone(later, 3).await, [id(&ask(of, &project, 1))], "what is saved or under way stays");
    assert!(store.ask_memory(of.tenant, id(&ask(of, &project, 1))).await.expect("no fault").is_empty());
    assert!(store.ask(of.tenant, id(&ask(of, &project, 2))).await.expect("no fault").is_some());
}
