//! Secrets open for their tenant, under their id, with the server's key, and otherwise not at all.

use crate::{
    ground::Ground,
    samples::{NOON, house, later},
    stories,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use domain::{StoreFault, models::SecretStore};
use secrecy::{ExposeSecret, SecretString};
use store::{Keyring, Store};

stories!(
    a_secret_is_kept_changed_and_forgotten,
    a_row_moved_to_another_tenant_or_id_does_not_open,
    a_changed_bit_does_not_open,
    another_server_key_opens_nothing_and_a_replaced_one_everything,
    nothing_readable_is_stored
);

const KEY: &str = "sk-live-0123456789";

fn keys(bytes: &[u8]) -> Keyring {
    let text: Vec<_> = bytes.iter().map(|byte| STANDARD.encode([*byte; 32])).collect();
    Keyring::parse(&SecretString::from(text.join(","))).expect("keys")
}

fn expose(secret: Result<Option<SecretString>, StoreFault>) -> Option<String> {
    secret.expect("no fault").map(|secret| secret.expose_secret().to_owned())
}

async fn a_secret_is_kept_changed_and_forgotten(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let secrets = store.secrets(keys(&[1]));
    secrets.save_secret(mine.tenant, "model.fast", &KEY.into(), NOON).await.expect("kept");
    assert_eq!(expose(secrets.secret(mine.tenant, "model.fast").await).as_deref(), Some(KEY));
    assert!(secrets.has_secret(mine.tenant, "model.fast").await.expect("no fault"));
    assert_eq!(expose(secrets.secret(mine.tenant, "model.strong").await), None);
    assert_eq!(expose(secrets.secret(theirs.tenant, "model.fast").await), None);
    secrets.save_secret(mine.tenant, "model.fast", &"other".into(), later(1)).await.expect("changed");
    assert_eq!(expose(secrets.secret(mine.tenant, "model.fast").await).as_deref(), Some("other"));
    secrets.delete_secret(theirs.tenant, "model.fast").await.expect("nothing to do");
    assert!(secrets.has_secret(mine.tenant, "model.fast").await.expect("no fault"));
    secrets.delete_secret(mine.tenant, "model.fast").await.expect("forgotten");
    assert!(!secrets.has_secret(mine.tenant, "model.fast").await.expect("no fault"));
}

async fn a_row_moved_to_another_tenant_or_id_does_not_open(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let secrets = store.secrets(keys(&[1]));
    for id in ["model.fast", "model.strong"] {
        secrets.save_secret(mine.tenant, id, &KEY.into(), NOON).await.expect("kept");
    }
    ground.run("UPDATE secrets SET tenant_id = (SELECT id FROM tenants WHERE slug = 'house-2') WHERE id = 'model.fast'").await;
    assert!(matches!(secrets.secret(theirs.tenant, "model.fast").await, Err(StoreFault::Corrupt(_))));
    ground.run("UPDATE secrets SET id = 'model.fast' WHERE id = 'model.strong'").await;
    assert!(matches!(secrets.secret(mine.tenant, "model.fast").await, Err(StoreFault::Corrupt(_))));
}

async fn a_changed_bit_does_not_open(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    let secrets = store.secrets(keys(&[1]));
    for (id, column) in [("a", "sealed"), ("b", "wrapped_key")] {
        secrets.save_secret(mine.tenant, id, &KEY.into(), NOON).await.expect("kept");
        let other = if ground.is_postgres() {
            format!("set_byte({column}, 20, get_byte({column}, 20) # 1)")
        } else {
            format!(
                "substr({column}, 1, 20) || CAST(CASE substr({column}, 21, 1) WHEN x'41' THEN x'42' ELSE x'41' END AS BLOB) || substr({column}, 22)"
            )
        };
        ground
            .run(&format!(
                "UPDATE secrets SET {column} = CAST({other} AS {}) WHERE id = '{id}'",
                if ground.is_postgres() { "BYTEA" } else { "BLOB" }
            ))
            .await;
        assert!(matches!(secrets.secret(mine.tenant, id).await, Err(StoreFault::Corrupt(_))), "{column}");
    }
}

async fn another_server_key_opens_nothing_and_a_replaced_one_everything(ground: Ground) {
    let store = ground.open().await;
    let mine = house(&store, 1).await;
    store.secrets(keys(&[1])).save_secret(mine.tenant, "model.fast", &KEY.into(), NOON).await.expect("kept");
    let stranger = store.secrets(keys(&[2]));
    let Err(StoreFault::Corrupt(why)) = stranger.secret(mine.tenant, "model.fast").await else { panic!("it opened") };
    assert!(!why.contains(KEY), "{why}");
    assert_eq!(stranger.rewrap().await.expect("no fault"), (0, 1));

    let both = store.secrets(keys(&[2, 1]));
    assert_eq!(expose(both.secret(mine.tenant, "model.fast").await).as_deref(), Some(KEY));
    assert_eq!(both.rewrap().await.expect("no fault"), (1, 0));
    assert_eq!(expose(store.secrets(keys(&[2])).secret(mine.tenant, "model.fast").await).as_deref(), Some(KEY));
    assert_eq!(both.rewrap().await.expect("no fault"), (0, 0), "once is enough");
}

async fn nothing_readable_is_stored(ground: Ground) {
    let store: Store = ground.open().await;
    let mine = house(&store, 1).await;
    store.secrets(keys(&[1])).save_secret(mine.tenant, "model.fast", &KEY.into(), NOON).await.expect("kept");
    store.close().await;
    if let Some(file) = ground.url.strip_prefix("sqlite://") {
        for path in [file.to_owned(), format!("{file}-wal")] {
            let bytes = std::fs::read(&path).unwrap_or_default();
            assert!(!bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes()), "{path}");
        }
    }
}
