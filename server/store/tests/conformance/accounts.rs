//! Tenants, people, tokens, sign-ins, repeated calls and the log of administrators.

use crate::{
    ground::Ground,
    samples::{House, NOON, house, later, user},
    stories,
};
use domain::{
    StoreFault,
    account::{
        AccountStore, AuditEntry, AuditQuery, Claimed, IdempotentAnswer, KeyClaim, PageQuery, PasswordLink, TenantRow, TokenRow,
        UserRow, WebSessionRow,
    },
};
use futures::future::join_all;
use protocol::{TenantId, TokenId, UserId, account::Role};
use serde_json::json;
use uuid::Uuid;

stories!(
    tenants_and_people, only_one_is_first, tokens_are_revoked_for_good, sign_ins_expire, a_repeated_call_gets_the_first_answer,
    a_key_is_claimed_by_one, a_password_is_changed_by_a_link_once, tokens_end_with_the_link_that_is_used, the_log_comes_in_pages,
    a_nul_finds_nobody, it_answers,
);

async fn tenants_and_people(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let tenant = TenantRow { id: house.tenant, slug: "house-1".into(), name: "house-1".into(), created_at: NOON };
    assert_eq!(store.tenant(house.tenant).await.expect("no fault"), Some(tenant.clone()));
    assert_eq!(store.tenant_by_slug("house-1").await.expect("no fault"), Some(tenant.clone()));
    assert_eq!(store.tenant_by_slug("house-2").await.expect("no fault"), None);
    let same_slug = TenantRow { id: TenantId(Uuid::from_u128(99)), ..tenant };
    assert!(matches!(store.insert_tenant(same_slug).await, Err(StoreFault::Conflict)));

    let mut guest = user(house, UserId(Uuid::from_u128(50)), "a@example.com");
    guest.role = Role::Viewer;
    store.insert_user(guest.clone()).await.expect("stored");
    let same_address = user(house, UserId(Uuid::from_u128(51)), "a@example.com");
    assert!(matches!(store.insert_user(same_address).await, Err(StoreFault::Conflict)));
    assert!(store.set_password(guest.id, "$argon2id$…").await.expect("no fault"));
    assert!(!store.set_password(UserId(Uuid::from_u128(404)), "$").await.expect("no fault"));
    guest.password_hash = Some("$argon2id$…".into());
    assert!(store.set_role(house.tenant, guest.id, Role::Member).await.expect("no fault"));
    assert!(!store.set_role(TenantId(Uuid::from_u128(99)), guest.id, Role::Admin).await.expect("no fault"), "another tenant's");
    guest.role = Role::Member;
    let profile = async |tenant, email| store.set_profile_with(tenant, guest.id, "Gwen", email, None).await;
    assert!(!profile(TenantId(Uuid::from_u128(99)), "g@example.com").await.expect("no fault"), "another tenant's");
    assert!(matches!(profile(house.tenant, "owner@house-1.example").await, Err(StoreFault::Conflict)));
    assert!(profile(house.tenant, "a@example.com").await.expect("no fault"));
    guest.name = "Gwen".into();
    assert_eq!(store.user(guest.id).await.expect("no fault"), Some(guest.clone()));
    assert_eq!(store.user_by_email("a@example.com").await.expect("no fault"), Some(guest));
    assert_eq!(store.user_by_email("b@example.com").await.expect("no fault"), None);
    let addresses: Vec<_> = store.users(house.tenant).await.expect("people").into_iter().map(|row| row.email).collect();
    assert_eq!(addresses, ["a@example.com", "owner@house-1.example"]);

    let first = store.users_page(house.tenant, PageQuery { limit: 1, after: None }).await.expect("a page");
    let after = first.last().map(|row| (row.created_at, row.id.0));
    let second = store.users_page(house.tenant, PageQuery { limit: 5, after }).await.expect("a page");
    let ids = |page: Vec<UserRow>| page.into_iter().map(|row| row.id).collect::<Vec<_>>();
    assert_eq!((ids(first), ids(second)), (vec![house.user], vec![UserId(Uuid::from_u128(50))]), "newest first, then by id");
}

async fn only_one_is_first(ground: Ground) {
    let (one, two) = (ground.open().await, ground.open().await);
    let house = house(&one, 1).await;
    assert!(!one.has_users().await.expect("no fault"), "automation has no password");
    let visitors = (0..8_u32).zip([&one, &two].into_iter().cycle()).map(|(number, store)| {
        let mut row = user(house, UserId(Uuid::from_u128(50 + u128::from(number))), &format!("{number}@example.com"));
        row.password_hash = Some("$argon2id$…".into());
        store.insert_first_user(row)
    });
    let outcomes: Vec<_> = join_all(visitors).await.into_iter().map(|outcome| outcome.expect("no fault")).collect();
    assert_eq!(outcomes.iter().filter(|first| **first).count(), 1, "{outcomes:?}");
    assert!(two.has_users().await.expect("no fault"));
    assert_eq!(one.users(house.tenant).await.expect("people").len(), 2);
}

async fn tokens_are_revoked_for_good(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let token = |number: u8| TokenRow {
        id: TokenId(Uuid::from_u128(u128::from(number))),
        tenant: house.tenant,
        user: house.user,
        name: format!("token {number}"),
        hash: vec![number; 32],
        role: Role::Member,
        created_at: later(i64::from(number)),
        expires_at: (number == 2).then(|| later(100)),
        revoked_at: None,
        last_used_at: None,
    };
    for number in 1..=3 {
        store.insert_token(token(number)).await.expect("stored");
    }
    assert!(matches!(store.insert_token(token(3)).await, Err(StoreFault::Conflict)));
    assert_eq!(store.token_by_hash(&[2; 32]).await.expect("no fault"), Some(token(2)));
    assert_eq!(store.token_by_hash(&[9; 32]).await.expect("no fault"), None);
    let revoke = async |id, only, at| store.revoke_token(house.tenant, id, only, at).await.expect("no fault");
    let somebody_else = Some(UserId(Uuid::from_u128(405)));
    assert_eq!(revoke(token(1).id, somebody_else, later(40)).await, None);
    assert_eq!(revoke(token(1).id, Some(house.user), later(50)).await, Some(house.user));
    assert_eq!(revoke(token(1).id, None, later(60)).await, Some(house.user));
    assert_eq!(revoke(TokenId(Uuid::from_u128(404)), None, NOON).await, None);
    for (touched, known) in [(50, 50), (51, 50), (109, 50), (110, 110), (70, 110)] {
        store.touch_token(token(2).id, later(touched)).await.expect("no fault");
        let found = store.token_by_hash(&[2; 32]).await.expect("no fault").expect("there");
        assert_eq!(found.last_used_at, Some(later(known)), "to the minute, never backwards");
    }
    store.touch_token(TokenId(Uuid::from_u128(404)), NOON).await.expect("an unknown token is no fault");
    let all = store.tokens(house.tenant).await.expect("tokens");
    assert_eq!(all.iter().map(|row| row.name.as_str()).collect::<Vec<_>>(), ["token 3", "token 2", "token 1"]);
    assert_eq!(all[2].revoked_at, Some(later(50)));
    let first = store.tokens_page(house.tenant, PageQuery { limit: 2, after: None }).await.expect("a page");
    let after = first.last().map(|row| (row.created_at, row.id.0));
    let second = store.tokens_page(house.tenant, PageQuery { limit: 2, after }).await.expect("a page");
    assert_eq!([first, second].concat(), all);
}

async fn sign_ins_expire(ground: Ground) {
    let store = ground.open().await;
    let row = |id: &str, seconds| WebSessionRow { id: id.into(), data: r#"{"n":1}"#.into(), expires_at: later(seconds) };
    for (id, seconds) in [("a", 10), ("b", 20), ("c", 30)] {
        store.save_web_session(row(id, seconds)).await.expect("saved");
    }
    store.save_web_session(row("a", 40)).await.expect("saved again");
    assert_eq!(store.web_session("a", later(10)).await.expect("no fault"), Some(row("a", 40)));
    assert_eq!(store.web_session("b", later(20)).await.expect("no fault"), None, "at its end it is over");
    assert_eq!(store.web_session("x", NOON).await.expect("no fault"), None);
    assert_eq!(store.delete_expired(later(30)).await.expect("no fault"), 2);
    assert_eq!(store.delete_expired(later(30)).await.expect("no fault"), 0);
    store.delete_web_session("a").await.expect("deleted");
    assert_eq!(store.web_session("a", NOON).await.expect("no fault"), None);
}

async fn a_repeated_call_gets_the_first_answer(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let answer = |body: &str, created_at| IdempotentAnswer {
        tenant: house.tenant,
        key: "key".into(),
        request_hash: vec![1, 2],
        about: None,
        status: 201,
        body: body.into(),
        created_at,
    };
    let claim = |seconds| claim(&house, "key", seconds);
    let first = answer("first", NOON);
    assert_eq!(store.idempotent_answer(house.tenant, "key").await.expect("no fault"), None);
    assert_eq!(store.claim_key(&claim(60), NOON).await.expect("no fault"), Claimed::Begun);
    assert_eq!(store.idempotent_answer(house.tenant, "key").await.expect("no fault"), None, "not answered yet");
    store.keep_answer(&claim(60), first.clone()).await.expect("kept");
    store.keep_answer(&claim(60), answer("second", later(1))).await.expect("ignored");
    assert_eq!(store.idempotent_answer(house.tenant, "key").await.expect("no fault"), Some(first.clone()));
    assert_eq!(store.claim_key(&claim(99), later(90)).await.expect("no fault"), Claimed::Answered(first));
    assert_eq!(store.delete_expired(later(86_399)).await.expect("no fault"), 0);
    assert_eq!(store.delete_expired(later(86_400)).await.expect("no fault"), 1, "a day later it is forgotten");
    assert_eq!(store.idempotent_answer(house.tenant, "key").await.expect("no fault"), None);
}

fn claim(house: &House, key: &str, seconds: i64) -> KeyClaim {
    let leased_until = later(seconds);
    KeyClaim { tenant: house.tenant, key: key.into(), request_hash: vec![1, 2], about: None, leased_until }
}

async fn a_key_is_claimed_by_one(ground: Ground) {
    let (store, other) = (ground.open().await, ground.open().await);
    let house = house(&store, 1).await;
    let claim = |seconds| claim(&house, "key", seconds);
    // Of many at once, on two nodes, one begins.
    let tries = (0..12).map(|n| {
        let (store, claim) = (if n % 2 == 0 { &store } else { &other }, claim(60 + n));
        async move { (store.claim_key(&claim, NOON).await.expect("no fault"), claim) }
    });
    let tried = join_all(tries).await;
    let begun: Vec<_> = tried.iter().filter(|(claimed, _)| *claimed == Claimed::Begun).collect();
    assert_eq!(begun.len(), 1);
    let mut held = begun[0].1.clone();
    let running = Claimed::Running { request_hash: vec![1, 2] };
    assert!(tried.iter().filter(|(_, one)| *one != held).all(|(claimed, _)| *claimed == running));

    assert!(store.extend_claim(&held, later(200)).await.expect("no fault"));
    assert!(!store.extend_claim(&held, later(300)).await.expect("no fault"), "it is known by its new time now");
    held.leased_until = later(200);
    assert_eq!(other.claim_key(&claim(400), later(199)).await.expect("no fault"), running);
    // Who held it died: at its end it is anybody's, and what the dead one still says does not count.
    assert_eq!(other.claim_key(&claim(400), later(200)).await.expect("no fault"), Claimed::Begun);
    store.give_up_claim(&held).await.expect("ignored");
    assert_eq!(store.claim_key(&claim(500), later(210)).await.expect("no fault"), running);
    other.give_up_claim(&claim(400)).await.expect("given up");
    assert_eq!(store.claim_key(&claim(500), later(210)).await.expect("no fault"), Claimed::Begun);
}

async fn a_password_is_changed_by_a_link_once(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let sign_in = WebSessionRow { id: "s".into(), data: format!(r#"{{"user":"{}"}}"#, house.user), expires_at: later(900) };
    store.save_web_session(sign_in).await.expect("saved");
    let link =
        |hash: u8, seconds| PasswordLink { user: house.user, hash: vec![hash], created_at: NOON, expires_at: later(seconds) };
    store.save_password_link(link(1, 100)).await.expect("saved");
    store.save_password_link(link(2, 100)).await.expect("in its place");
    assert_eq!(store.password_link(&[1], NOON).await.expect("no fault"), None);
    assert_eq!(store.password_link(&[2], later(99)).await.expect("no fault"), Some(house.user));
    assert_eq!(store.use_password_link(&[2], "late", later(100)).await.expect("no fault"), None, "at its end it is over");
    assert!(store.web_session("s", NOON).await.expect("no fault").is_some());
    assert_eq!(store.use_password_link(&[2], "new", later(99)).await.expect("no fault"), Some(house.user));
    assert_eq!(store.use_password_link(&[2], "again", later(99)).await.expect("no fault"), None);
    let hash = store.user(house.user).await.expect("no fault").expect("the owner").password_hash;
    assert_eq!(hash.as_deref(), Some("new"));
    assert_eq!(store.web_session("s", NOON).await.expect("no fault"), None, "every sign-in ends");
    store.save_password_link(link(3, 100)).await.expect("saved");
    assert!(store.set_password(house.user, "own").await.expect("no fault"));
    assert_eq!(store.password_link(&[3], NOON).await.expect("no fault"), None, "a password of one's own takes the link back");
    store.save_password_link(link(4, 100)).await.expect("saved");
    assert_eq!(store.delete_expired(later(100)).await.expect("no fault"), 1);
}

async fn tokens_end_with_the_link_that_is_used(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let friend = user(house, UserId(Uuid::from_u128(60)), "friend@example.com");
    store.insert_user(friend.clone()).await.expect("stored");
    let token = |number: u8, user: UserId| TokenRow {
        id: TokenId(Uuid::from_u128(u128::from(number))),
        tenant: house.tenant,
        user,
        name: format!("token {number}"),
        hash: vec![number; 32],
        role: Role::Member,
        created_at: NOON,
        expires_at: None,
        revoked_at: (number == 2).then(|| later(1)),
        last_used_at: None,
    };
    for token in [token(1, house.user), token(2, house.user), token(3, friend.id)] {
        store.insert_token(token).await.expect("stored");
    }
    let ends = async || {
        let rows = [store.token_by_hash(&[1; 32]), store.token_by_hash(&[2; 32]), store.token_by_hash(&[3; 32])];
        join_all(rows).await.into_iter().map(|row| row.expect("no fault").expect("kept").revoked_at).collect::<Vec<_>>()
    };
    let reset = async |link: u8, ends_tokens: bool| {
        let line = |id: Uuid, action: &str, target: String| AuditEntry {
            id,
            tenant: house.tenant,
            user: Some(house.user),
            action: action.into(),
            target,
            about: Some(house.user),
            detail: json!({}),
            at: NOON,
        };
        let changed = line(Uuid::from_u128(u128::from(link)), "password.changed", house.user.to_string());
        let describe = |token: TokenId| line(Uuid::from_u128(1_000 + token.0.as_u128()), "token.revoked", token.to_string());
        let end_tokens = ends_tokens.then_some(&describe as &(dyn Fn(TokenId) -> AuditEntry + Send + Sync));
        store.reset_password(&[link], "new", later(50), end_tokens, Some(&changed)).await.expect("no fault")
    };
    let lines = async || {
        let page = PageQuery { limit: 10, after: None };
        let entries = store.audit_log(house.tenant, AuditQuery::default(), page).await.expect("a page");
        let mut lines: Vec<_> = entries.into_iter().map(|entry| (entry.action, entry.target)).collect();
        lines.sort();
        lines
    };
    let save = async |link: u8, expires_at| {
        let link = PasswordLink { user: house.user, hash: vec![link], created_at: NOON, expires_at };
        store.save_password_link(link).await.expect("saved");
    };
    save(8, later(50)).await;
    assert_eq!(reset(8, true).await, None, "it is over");
    save(9, later(100)).await;
    assert_eq!(reset(9, false).await, Some(house.user));
    save(10, later(100)).await;
    let changed = || ("password.changed".to_owned(), house.user.to_string());
    assert_eq!((ends().await, lines().await), (vec![None, Some(later(1)), None], vec![changed()]), "nobody wished it yet");
    assert_eq!(reset(10, true).await, Some(house.user));
    assert_eq!(ends().await, [Some(later(50)), Some(later(1)), None], "the friend's goes on");
    assert_eq!(reset(10, true).await, None, "it works once");
    let ended = ("token.revoked".to_owned(), TokenId(Uuid::from_u128(1)).to_string());
    assert_eq!(lines().await, [changed(), changed(), ended], "one that had ended before is not listed again");
}

async fn the_log_comes_in_pages(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    for number in 0..7_u32 {
        let entry = AuditEntry {
            id: Uuid::from_u128(u128::from(number)),
            tenant: house.tenant,
            user: (number % 2 == 0).then_some(house.user),
            action: if number < 3 { "token.revoked" } else { "logout" }.into(),
            target: number.to_string(),
            about: None,
            detail: json!({"number": number}),
            at: later(i64::from(number / 2)),
        };
        store.insert_audit(entry).await.expect("kept");
    }
    let (mut after, mut seen) = (None, Vec::new());
    loop {
        let page = store.audit_log(house.tenant, AuditQuery::default(), PageQuery { limit: 3, after }).await.expect("a page");
        let Some(last) = page.last() else { break };
        after = Some((last.at, last.id));
        seen.extend(page);
    }
    assert_eq!(seen.iter().map(|entry| entry.target.as_str()).collect::<Vec<_>>(), ["6", "5", "4", "3", "2", "1", "0"]);
    assert_eq!((seen[0].user, seen[1].user, &seen[0].detail), (Some(house.user), None, &json!({"number": 6})));

    let found = async |which| {
        let page = store.audit_log(house.tenant, which, PageQuery { limit: 10, after: None }).await.expect("a page");
        page.into_iter().map(|entry| entry.target).collect::<String>()
    };
    let any = AuditQuery::default();
    assert_eq!(found(AuditQuery { action: Some("token".into()), ..any.clone() }).await, "210");
    assert_eq!(found(AuditQuery { action: Some("token.revoked".into()), ..any.clone() }).await, "210");
    assert_eq!(found(AuditQuery { action: Some("log".into()), ..any.clone() }).await, "", "no part of a noun");
    assert_eq!(found(AuditQuery { user: Some(house.user), ..any.clone() }).await, "6420");
    assert_eq!(found(AuditQuery { target: Some("5".into()), ..any.clone() }).await, "5");
    assert_eq!(found(AuditQuery { since: Some(later(1)), until: Some(later(3)), ..any }).await, "5432");
}

/// Postgres refuses the character; a form that somebody fills in must not break on it.
async fn a_nul_finds_nobody(ground: Ground) {
    let store = ground.open().await;
    let house: House = house(&store, 1).await;
    assert_eq!(store.user_by_email("owner@house-1.example\0").await.expect("no fault"), None);
    assert_eq!(store.tenant_by_slug("\0").await.expect("no fault"), None);
    assert_eq!(store.web_session("\0", NOON).await.expect("no fault"), None);
    assert_eq!(store.idempotent_answer(house.tenant, "\0").await.expect("no fault"), None);
}

async fn it_answers(ground: Ground) {
    let store = ground.open().await;
    store.ping().await.expect("it answers");
    store.close().await;
    assert!(matches!(store.ping().await, Err(StoreFault::Unavailable(_))));
}
