//! A tenant's own places for searches for companies: a name belongs to one of them, and nobody else sees them.

use crate::{
    ground::Ground,
    samples::{House, NOON, house, later},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore as _, AuditEntry, AuditQuery, PageQuery},
    companies::{PlaceKind, PlaceRow, PlaceStore as _},
};
use protocol::CompanyPlaceId;
use serde_json::json;
use store::Store;
use uuid::Uuid;

stories!(a_place_is_kept_changed_and_removed_with_its_audit, a_place_is_its_tenants);

fn place(of: House, number: u128, name: &str) -> PlaceRow {
    PlaceRow {
        id: CompanyPlaceId(Uuid::from_u128((39 << 100) + of.tenant.0.as_u128() + number)),
        tenant: of.tenant,
        name: name.into(),
        aliases: vec!["BHH".into(), "مركز الميناء".into()],
        kind: PlaceKind::FreeZone,
        city: Some("Abu Dhabi".into()),
        region: None,
        country: Some("UAE".into()),
        created_at: later(i64::try_from(number).expect("a small number")),
        updated_at: NOON,
    }
}

fn entry(of: House, number: u128) -> AuditEntry {
    AuditEntry {
        id: Uuid::from_u128((40 << 100) + of.tenant.0.as_u128() + number),
        tenant: of.tenant,
        user: Some(of.user),
        action: "company_place.changed".into(),
        target: "t".into(),
        about: None,
        detail: json!({}),
        at: NOON,
    }
}

async fn audited(store: &Store, of: House) -> usize {
    let which = AuditQuery { action: Some("company_place.changed".into()), ..AuditQuery::default() };
    store.audit_log(of.tenant, which, PageQuery { limit: 50, after: None }).await.expect("no fault").len()
}

async fn a_place_is_kept_changed_and_removed_with_its_audit(ground: Ground) {
    let store = ground.open().await;
    let of = house(&store, 1).await;
    let (first, second) = (place(of, 1, "Blue Harbour Hub"), place(of, 2, "Moon Valley"));
    store.save_company_place(second.clone(), entry(of, 1)).await.expect("stored");
    store.save_company_place(first.clone(), entry(of, 2)).await.expect("stored");
    assert_eq!(store.company_places(of.tenant).await.expect("no fault"), [first.clone(), second.clone()], "oldest first");
    let same = PlaceRow { name: "blue-harbour  HUB".into(), ..place(of, 3, "") };
    assert!(matches!(store.save_company_place(same, entry(of, 3)).await, Err(StoreFault::Conflict)), "the name is taken");
    let changed = PlaceRow { kind: PlaceKind::City, city: None, aliases: Vec::new(), updated_at: later(9), ..first.clone() };
    store.save_company_place(changed.clone(), entry(of, 4)).await.expect("changed");
    assert_eq!(store.company_places(of.tenant).await.expect("no fault"), [changed, second.clone()]);
    assert_eq!(audited(&store, of).await, 3);
    assert!(store.delete_company_place(of.tenant, first.id, entry(of, 5)).await.expect("no fault"));
    assert!(!store.delete_company_place(of.tenant, first.id, entry(of, 6)).await.expect("no fault"), "it is gone");
    assert_eq!(store.company_places(of.tenant).await.expect("no fault"), [second]);
    assert_eq!(audited(&store, of).await, 4, "what was not done is not noted");
}

async fn a_place_is_its_tenants(ground: Ground) {
    let store = ground.open().await;
    let (mine, other) = (house(&store, 1).await, house(&store, 2).await);
    let own = place(mine, 1, "Blue Harbour Hub");
    store.save_company_place(own.clone(), entry(mine, 1)).await.expect("stored");
    store.save_company_place(place(other, 1, "Blue Harbour Hub"), entry(other, 1)).await.expect("the same name elsewhere");
    assert!(!store.delete_company_place(other.tenant, own.id, entry(other, 2)).await.expect("no fault"));
    let taken = PlaceRow { tenant: other.tenant, name: "Mine now".into(), ..own.clone() };
    store.save_company_place(taken, entry(other, 3)).await.expect("it changes nothing");
    assert_eq!(store.company_places(mine.tenant).await.expect("no fault"), [own]);
    assert_eq!(store.company_places(other.tenant).await.expect("no fault").len(), 1);
}
