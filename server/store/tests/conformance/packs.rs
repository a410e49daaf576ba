//! Domain packs of tenants, prompts of projects, and which secrets projects have.

use crate::{
    ground::Ground,
    projects::project,
    samples::{House, NOON, house, later},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore as _, AuditEntry, AuditQuery, PageQuery},
    models::SecretStore as _,
    packs::{Pack, PackArea, PackRow, PackStore as _, ProjectPrompt, SecretName, project_secret_id},
    tools::ProjectStore as _,
};
use protocol::{ProjectId, RunId};
use secrecy::SecretString;
use serde_json::json;
use store::{Keyring, Store};
use uuid::Uuid;

stories!(
    a_pack_is_kept_replaced_and_deleted,
    a_prompt_is_changed_and_goes_with_its_project,
    secrets_of_a_project_go_with_it,
    another_tenant_neither_reads_nor_changes_packs
);

fn pack(of: House, slug: &str, version: &str) -> PackRow {
    let area = PackArea { id: "late".into(), name: "Late".into(), keywords: vec!["eta".into()], ..PackArea::default() };
    let pack = Pack {
        slug: slug.into(),
        domain: "food".into(),
        version: version.into(),
        areas: vec![area],
        profile_schema: json!({"type": "object"}),
        ..Pack::default()
    };
    PackRow { tenant: of.tenant, pack, created_at: NOON, updated_at: later(1) }
}

fn note(of: House, number: u128) -> AuditEntry {
    AuditEntry {
        id: Uuid::from_u128((12 << 100) + of.tenant.0.as_u128() + (number << 16)),
        tenant: of.tenant,
        user: Some(of.user),
        action: format!("noted {number}"),
        target: "t".into(),
        about: None,
        detail: json!({}),
        at: later(i64::try_from(number).expect("small")),
    }
}

async fn noted(store: &Store, of: House) -> Vec<String> {
    let page = PageQuery { limit: 50, after: None };
    let log = store.audit_log(of.tenant, AuditQuery::default(), page).await.expect("no fault");
    let mut all: Vec<String> = log.into_iter().map(|one| one.action).collect();
    all.reverse();
    all
}

async fn kept(store: &Store, of: House, number: u32) -> ProjectId {
    let row = project(of, number);
    store.insert_project(row.clone()).await.expect("a project");
    row.id
}

async fn a_pack_is_kept_replaced_and_deleted(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let (first, second) = (pack(mine, "food", "1.0"), pack(mine, "food", "1.1"));
    store.save_pack(first.clone(), None, note(mine, 1)).await.expect("kept");
    assert_eq!(store.own_packs(mine.tenant).await.expect("no fault"), std::slice::from_ref(&first));
    // Somebody else was first, whoever meant to make it or to replace it.
    for was in [None, Some("0.9")] {
        assert!(matches!(store.save_pack(second.clone(), was, note(mine, 2)).await, Err(StoreFault::Conflict)), "{was:?}");
    }
    store.save_pack(second.clone(), Some("1.0"), note(mine, 3)).await.expect("replaced");
    store.save_pack(pack(mine, "aaa", "1"), None, note(mine, 4)).await.expect("kept");
    let slugs: Vec<String> = store.own_packs(mine.tenant).await.expect("no fault").into_iter().map(|row| row.pack.slug).collect();
    assert_eq!(slugs, ["aaa", "food"]);
    assert_eq!(store.own_packs(mine.tenant).await.expect("no fault")[1], second);
    assert!(store.delete_pack(mine.tenant, "food", note(mine, 5)).await.expect("no fault"));
    assert!(!store.delete_pack(mine.tenant, "food", note(mine, 6)).await.expect("no fault"));
    assert_eq!(noted(&store, mine).await, ["noted 1", "noted 3", "noted 4", "noted 5"], "only what was done");
}

fn prompt(of: House, project: ProjectId, text: &str) -> ProjectPrompt {
    ProjectPrompt { tenant: of.tenant, project, name: "exploration".into(), text: text.into(), updated_at: later(3) }
}

async fn a_prompt_is_changed_and_goes_with_its_project(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let project = kept(&store, mine, 1).await;
    assert!(store.save_prompt(prompt(mine, project, "one"), note(mine, 1)).await.expect("no fault"));
    assert!(store.save_prompt(prompt(mine, project, "two\0"), note(mine, 2)).await.expect("no fault"));
    assert_eq!(store.project_prompts(mine.tenant, project).await.expect("no fault"), [prompt(mine, project, "two\u{fffd}")]);
    assert!(store.delete_prompt(mine.tenant, project, "exploration", note(mine, 3)).await.expect("no fault"));
    assert!(!store.delete_prompt(mine.tenant, project, "exploration", note(mine, 4)).await.expect("no fault"));
    assert!(store.save_prompt(prompt(mine, project, "three"), note(mine, 5)).await.expect("no fault"));
    assert!(store.delete_project(mine.tenant, project).await.expect("no fault"));
    assert_eq!(ground.rows("project_prompts").await, 0);
    let gone = store.save_prompt(prompt(mine, project, "four"), note(mine, 6)).await.expect("no fault");
    assert!(!gone, "the project is not there");
    assert_eq!(noted(&store, mine).await, ["noted 1", "noted 2", "noted 3", "noted 5"]);
}

async fn secrets_of_a_project_go_with_it(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let (project, other) = (kept(&store, mine, 1).await, kept(&store, mine, 2).await);
    let secrets =
        store.secrets(Keyring::parse(&SecretString::from("AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=")).expect("a key"));
    let value = SecretString::from("s3cret");
    for (of, name) in
        [(project, SecretName::LlmApiKey), (project, SecretName::WarehouseCredentials), (other, SecretName::LlmApiKey)]
    {
        secrets.save_secret(mine.tenant, &project_secret_id(of, name), &value, later(7)).await.expect("kept");
    }
    let listed = store.project_secrets(mine.tenant, project).await.expect("no fault");
    assert_eq!(listed, [(SecretName::LlmApiKey, later(7)), (SecretName::WarehouseCredentials, later(7))]);
    assert!(store.delete_project(mine.tenant, project).await.expect("no fault"));
    assert!(store.project_secrets(mine.tenant, project).await.expect("no fault").is_empty());
    assert_eq!(store.project_secrets(mine.tenant, other).await.expect("no fault").len(), 1, "of another project");
    assert_eq!(store.project_of_run(mine.tenant, RunId(Uuid::from_u128(5)).0).await.expect("no fault"), None);
}

async fn another_tenant_neither_reads_nor_changes_packs(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let project = kept(&store, mine, 1).await;
    let row = pack(mine, "food", "1");
    store.save_pack(row.clone(), None, note(mine, 1)).await.expect("kept");
    store.save_prompt(prompt(mine, project, "mine"), note(mine, 2)).await.expect("kept");
    assert!(store.own_packs(theirs.tenant).await.expect("no fault").is_empty());
    assert!(store.project_prompts(theirs.tenant, project).await.expect("no fault").is_empty());
    store.save_pack(pack(theirs, "food", "9"), None, note(theirs, 1)).await.expect("a slug is the tenant's");
    let foreign = ProjectPrompt { tenant: theirs.tenant, ..prompt(mine, project, "theirs") };
    assert!(!store.save_prompt(foreign, note(theirs, 2)).await.expect("no fault"));
    assert!(!store.delete_prompt(theirs.tenant, project, "exploration", note(theirs, 3)).await.expect("no fault"));
    assert!(store.delete_pack(theirs.tenant, "food", note(theirs, 4)).await.expect("no fault"));
    assert_eq!(store.own_packs(mine.tenant).await.expect("no fault"), [row]);
    assert_eq!(store.project_prompts(mine.tenant, project).await.expect("no fault"), [prompt(mine, project, "mine")]);
}
