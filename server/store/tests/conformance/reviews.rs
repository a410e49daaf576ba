//! What people think of messages, who reviews which transcript, and pools of questions.

use crate::{
    ground::Ground,
    places::moved,
    samples::{NOON, append, house, later, opened, user},
    stories,
};
use domain::{
    StoreFault,
    account::AccountStore,
    interview::{FeedbackQuery, FeedbackRow, InterviewStore, PoolRow, PoolStore, ReviewQuery, ReviewStore},
};
use protocol::{
    MessageId, PoolId, UserId,
    interview::{ContextType, Feedback, Place, Rating},
    review::{Review, ReviewState, Rubric, Verdict},
};
use serde_json::json;
use uuid::Uuid;

stories!(feedback_is_kept_and_taken_back, one_person_at_a_time_reviews, pools_have_names_of_their_own);

async fn feedback_is_kept_and_taken_back(ground: Ground) {
    let store = ground.open().await;
    let (ours, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let session = opened(&store, ours, 1).await;
    let end = store.session(ours.tenant, session).await.expect("no fault").expect("a session").seq;
    let row = |message: u128, rating: Option<Rating>, at: i64| FeedbackRow {
        tenant: ours.tenant,
        session,
        user: ours.user,
        message: MessageId(Uuid::from_u128(message)),
        feedback: rating.map(|rating| Feedback { rating, comment: Some("why\0not".into()) }),
        excerpt: "Hello".into(),
        engine: Some("built_in".into()),
        at: later(at),
    };
    let mut first = append(ours, session, end, 1);
    first.feedback = vec![row(1, Some(Rating::Like), 1), row(2, Some(Rating::Dislike), 2), row(3, Some(Rating::Dislike), 3)];
    store.append(first).await.expect("stored");
    let mut second = append(ours, session, end + 1, 1);
    second.feedback = vec![row(3, None, 4), row(1, Some(Rating::Dislike), 5)];
    store.append(second).await.expect("stored");
    let list = async |tenant, rating, limit, after| {
        let query = FeedbackQuery { tenant, rating, limit, after };
        store.feedback(query).await.expect("a list").into_iter().map(|row| row.message.0.as_u128()).collect::<Vec<_>>()
    };
    assert_eq!(list(ours.tenant, None, 9, None).await, [1, 2]);
    assert_eq!(list(ours.tenant, Some(Rating::Like), 9, None).await, [0_u128; 0]);
    assert_eq!(list(ours.tenant, None, 1, Some((later(5), MessageId(Uuid::from_u128(1))))).await, [2]);
    assert_eq!(list(theirs.tenant, None, 9, None).await, [0_u128; 0]);
    let query = FeedbackQuery { tenant: ours.tenant, rating: None, limit: 1, after: None };
    let kept = store.feedback(query).await.expect("a list").remove(0);
    assert_eq!(kept.feedback.and_then(|given| given.comment).as_deref(), Some("why\u{fffd}not"));
    moved(&store, ours, session, Place::Deleted, 1).await;
    assert_eq!(list(ours.tenant, None, 9, None).await, [0_u128; 0], "nothing is read of a deleted interview");
    moved(&store, ours, session, Place::Listed, 2).await;

    let mut foreign = append(ours, session, end + 2, 1);
    foreign.feedback = vec![FeedbackRow { tenant: theirs.tenant, ..row(4, Some(Rating::Like), 6) }];
    assert!(matches!(store.append(foreign).await, Err(StoreFault::Refused(_))));
}

async fn one_person_at_a_time_reviews(ground: Ground) {
    let (store, other_node) = (ground.open().await, ground.open().await);
    let (ours, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let [first, second] = [opened(&store, ours, 1).await, opened(&store, ours, 2).await];
    let guest = UserId(Uuid::from_u128(0x50));
    store.insert_user(user(ours, guest, "guest@example.com")).await.expect("a user");
    let queue = async |state, now| {
        let query = ReviewQuery {
            tenant: ours.tenant,
            now,
            state,
            context_type: None,
            status: None,
            disliked: false,
            limit: 9,
            after: None,
        };
        let mut ids: Vec<_> = store.review_queue(query).await.expect("a queue").iter().map(|row| row.session.id).collect();
        ids.sort();
        ids
    };
    assert_eq!(queue(Some(ReviewState::Open), NOON).await, [first, second]);
    assert!(store.reserve(ours.tenant, first, ours.user, NOON, later(60)).await.expect("no fault"));
    assert!(!other_node.reserve(ours.tenant, first, guest, later(59), later(99)).await.expect("no fault"), "it is taken");
    assert!(!store.reserve(theirs.tenant, first, theirs.user, later(99), later(199)).await.expect("no fault"));
    assert!(
        store.reserve(ours.tenant, first, ours.user, later(30), later(90)).await.expect("no fault"),
        "one's own lasts longer"
    );
    assert_eq!(queue(Some(ReviewState::Reserved), later(89)).await, [first]);
    assert_eq!(queue(Some(ReviewState::Open), later(89)).await, [second]);
    assert_eq!(queue(Some(ReviewState::Reserved), later(90)).await, []);
    assert!(other_node.reserve(ours.tenant, first, guest, later(90), later(200)).await.expect("no fault"), "it has run out");
    assert!(!store.release(ours.tenant, first, ours.user).await.expect("no fault"));

    let review = Review {
        verdict: Verdict::Mixed,
        rubric: Rubric { tone: Some(4), ..Rubric::default() },
        comment: "Größtenteils gut".into(),
    };
    assert!(!store.save_review(ours.tenant, first, ours.user, later(100), review.clone()).await.expect("no fault"));
    assert!(store.save_review(ours.tenant, first, guest, later(100), review.clone()).await.expect("no fault"));
    let row = store.review(ours.tenant, first).await.expect("no fault").expect("there");
    assert_eq!((row.review.review.as_ref(), row.review.reviewed_by, row.review.reserved_by), (Some(&review), Some(guest), None));
    assert_eq!(queue(Some(ReviewState::Reviewed), later(101)).await, [first]);
    assert!(store.review(theirs.tenant, first).await.expect("no fault").is_none());
    assert!(store.delete_user(ours.tenant, guest).await.expect("no fault"));
    let row = store.review(ours.tenant, first).await.expect("no fault").expect("there");
    assert_eq!((row.review.review, row.review.reviewed_by), (Some(review), None), "what was found stays, by nobody");

    moved(&store, ours, second, Place::Deleted, 1).await;
    assert!(!store.reserve(ours.tenant, second, ours.user, later(200), later(300)).await.expect("no fault"), "it is deleted");
}

async fn pools_have_names_of_their_own(ground: Ground) {
    let store = ground.open().await;
    let (ours, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let pool = |id: u128, name: &str| PoolRow {
        id: PoolId(Uuid::from_u128(id)),
        tenant: ours.tenant,
        name: name.into(),
        display_name: name.into(),
        context_type: Some(ContextType::IdeaDiscovery),
        obligations: json!([]),
        active: true,
        project: None,
        created_at: later(id.try_into().unwrap_or(0)),
        updated_at: NOON,
    };
    store.save_pool(pool(2, "b")).await.expect("stored");
    store.save_pool(pool(1, "a")).await.expect("stored");
    assert!(matches!(store.save_pool(pool(3, "a")).await, Err(StoreFault::Conflict)), "the name is taken");
    store.save_pool(PoolRow { tenant: theirs.tenant, ..pool(4, "a") }).await.expect("another tenant's own");
    let changed = PoolRow { active: false, context_type: None, obligations: json!([{"key": "x"}]), ..pool(1, "c") };
    store.save_pool(changed.clone()).await.expect("stored");
    assert_eq!(store.pools(ours.tenant).await.expect("a list"), [changed, pool(2, "b")]);
    assert!(!store.delete_pool(theirs.tenant, PoolId(Uuid::from_u128(2))).await.expect("no fault"));
    assert!(store.delete_pool(ours.tenant, PoolId(Uuid::from_u128(2))).await.expect("no fault"));
    assert_eq!(store.pools(ours.tenant).await.expect("a list").len(), 1);
}
