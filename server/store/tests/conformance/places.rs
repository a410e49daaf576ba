//! Interviews that are put away, deleted for now and for good; links to them, and who came by one.

use crate::{
    ground::Ground,
    samples::{House, NOON, append, house, later, opened},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore, AuditEntry, AuditQuery, PageQuery},
    interview::{GuestRow, InterviewStore, LinkKind, LinkRow, LinkStore, SessionQuery},
    live::StreamStore,
};
use protocol::{
    SessionId, UserId,
    interview::{ContextType, Place},
    live::Kind,
};
use serde_json::json;
use store::Store;
use uuid::Uuid;

stories!(what_is_deleted_is_gone_and_comes_back, what_was_deleted_long_ago_goes_for_good, a_link_admits_as_many_as_it_may);

fn audit(number: u128, of: House) -> AuditEntry {
    let (action, target, detail) = ("session.moved".to_owned(), String::new(), json!({}));
    AuditEntry {
        id: Uuid::from_u128(number),
        tenant: of.tenant,
        user: Some(of.user),
        action,
        target,
        about: None,
        detail,
        at: NOON,
    }
}

pub(crate) async fn moved(store: &Store, of: House, session: SessionId, to: Place, number: u128) -> Option<UserId> {
    let to = (to, later(i64::try_from(number).expect("small")));
    store.place_interview(of.tenant, Some(of.user), session, to, audit(number, of)).await.expect("no fault")
}

async fn found(store: &Store, of: House, place: Option<Place>) -> usize {
    let query = SessionQuery {
        tenant: of.tenant,
        user: Some(of.user),
        context_type: None,
        status: None,
        place,
        words: String::new(),
        limit: 10,
        after: None,
    };
    store.sessions(query).await.expect("a list").len()
}

async fn what_is_deleted_is_gone_and_comes_back(ground: Ground) {
    let store = ground.open().await;
    let (ours, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let session = opened(&store, ours, 1).await;
    let versions = async || store.list_version(ours.tenant, ours.user).await.expect("a version");
    let first = versions().await;
    assert_eq!(moved(&store, theirs, session, Place::Deleted, 1).await, None, "another tenant's");
    assert_eq!(moved(&store, ours, session, Place::Archived, 2).await, Some(ours.user));
    assert_eq!((found(&store, ours, Some(Place::Listed)).await, found(&store, ours, Some(Place::Archived)).await), (0, 1));
    assert_eq!(store.count_placed(ours.tenant, ours.user).await.expect("counts"), (1, 0));
    assert_ne!(versions().await, first, "whoever follows the list hears of it");
    assert_eq!(moved(&store, ours, session, Place::Archived, 9).await, Some(ours.user));
    let page = PageQuery { limit: 20, after: None };
    let log = store.audit_log(ours.tenant, AuditQuery::default(), page).await.expect("a page");
    assert_eq!(log.len(), 1, "it was there already, and nothing was done");
    assert_eq!(moved(&store, ours, session, Place::Deleted, 3).await, Some(ours.user));
    assert_eq!((found(&store, ours, None).await, found(&store, ours, Some(Place::Deleted)).await), (0, 1));
    assert_eq!(store.stream(ours.tenant, Kind::Interview, session.0).await.expect("no fault"), None);
    assert!(store.events(ours.tenant, session, 0).await.expect("no fault").is_empty());
    let refused = store.append(append(ours, session, 2, 1)).await;
    assert!(matches!(refused, Err(StoreFault::Conflict)), "it takes nothing: {refused:?}");
    let active = store.active_session(ours.tenant, ours.user, ContextType::ProjectDiscovery).await.expect("no fault");
    assert_eq!(active, None);
    assert_eq!(moved(&store, ours, session, Place::Listed, 4).await, Some(ours.user));
    assert_eq!(versions().await, first);
    store.append(append(ours, session, 2, 1)).await.expect("it goes on");
    assert_eq!(store.events(ours.tenant, session, 0).await.expect("no fault").len(), 3);
}

async fn what_was_deleted_long_ago_goes_for_good(ground: Ground) {
    let store = ground.open().await;
    let ours = house(&store, 1).await;
    let (old, new, kept) = (opened(&store, ours, 1).await, opened(&store, ours, 2).await, opened(&store, ours, 3).await);
    moved(&store, ours, old, Place::Deleted, 1).await;
    moved(&store, ours, new, Place::Deleted, 50).await;
    assert!(store.tenants_with_deleted(later(0)).await.expect("a list").is_empty());
    assert_eq!(store.tenants_with_deleted(later(10)).await.expect("a list"), [ours.tenant]);
    let remove = async |number| store.remove_deleted(ours.tenant, later(10), 5, audit(number, ours)).await.expect("no fault");
    assert_eq!((remove(101).await, remove(102).await), (vec![old], vec![]));
    assert_eq!(moved(&store, ours, old, Place::Listed, 103).await, None, "nobody brings it back");
    assert_eq!(moved(&store, ours, new, Place::Listed, 104).await, Some(ours.user));
    assert!(store.session(ours.tenant, kept).await.expect("no fault").is_some());
    let page = PageQuery { limit: 20, after: None };
    let log = store.audit_log(ours.tenant, AuditQuery::default(), page).await.expect("a page");
    let removed: Vec<_> = log.iter().filter(|entry| entry.detail["interviews"] == 1).map(|entry| entry.id.as_u128()).collect();
    assert_eq!(removed, [101], "once, and not where there was none");
}

async fn a_link_admits_as_many_as_it_may(ground: Ground) {
    let store = ground.open().await;
    let (ours, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let session = opened(&store, ours, 1).await;
    let link = LinkRow {
        id: Uuid::from_u128(7),
        tenant: ours.tenant,
        user: ours.user,
        session,
        kind: LinkKind::Invite,
        hash: vec![1, 2, 3],
        transcript: false,
        uses: 0,
        created_at: NOON,
        expires_at: later(100),
        revoked_at: None,
    };
    store.insert_link(link.clone(), audit(1, ours)).await.expect("kept");
    assert_eq!(store.link(&[1, 2, 3]).await.expect("no fault"), Some(link.clone()));
    assert!(store.links(theirs.tenant, session).await.expect("a list").is_empty());
    let guest = |number: u8, seconds| GuestRow {
        session: SessionId(Uuid::from_u128(u128::from(number))),
        tenant: ours.tenant,
        user: ours.user,
        link: link.id,
        hash: vec![number],
        name: format!("Guest {number}"),
        created_at: later(seconds),
    };
    let admit = async |row: GuestRow| {
        let entry = audit(500 + u128::from(row.hash[0]), ours);
        store.admit_guest(row, 2, entry).await.expect("no fault")
    };
    assert!(admit(guest(1, 1)).await && admit(guest(2, 2)).await && !admit(guest(3, 3)).await, "two and no more");
    store.dismiss_guest(&guest(2, 2)).await.expect("no fault");
    assert!(!admit(guest(4, 100)).await, "it is over");
    assert!(admit(guest(5, 5)).await, "there is room again");
    assert_eq!(store.guest(link.id, &[1]).await.expect("no fault"), Some(guest(1, 1)));
    assert_eq!(store.guest(Uuid::from_u128(8), &[1]).await.expect("no fault"), None, "by another link");
    let names = store.guest_names(ours.tenant, &[guest(1, 1).session, session]).await.expect("names");
    assert_eq!(names, [(guest(1, 1).session, "Guest 1".to_owned())]);
    let revoke = async |tenant, number| {
        store.revoke_link(tenant, session, link.id, later(6), audit(number, ours)).await.expect("no fault")
    };
    assert!(!revoke(theirs.tenant, 10).await && revoke(ours.tenant, 11).await && !revoke(ours.tenant, 12).await, "once");
    assert!(!admit(guest(6, 7)).await, "nobody comes by it any more");
    moved(&store, ours, session, Place::Deleted, 20).await;
    assert_eq!(store.link(&[1, 2, 3]).await.expect("no fault"), None, "what is deleted has none");
}
