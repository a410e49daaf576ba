//! A server with people in it, shared by all stories of one kind of database.

use super::{ADMIN, Api, Database, Server, Settings};
use domain::account::{AccountStore, TenantRow, TokenRow, UserRow};
use protocol::{TenantId, Timestamp, TokenId, UserId, account::Role};
use serde_json::json;
use sha2::{Digest, Sha256};
use std::sync::atomic::{AtomicUsize, Ordering};
use store::Store;
use tokio::sync::OnceCell;
use uuid::Uuid;

/// Enough people for every story to have some of its own. Where each story runs in a process that is its own, as nextest runs them,
/// nobody else needs any.
struct People {
    members: usize,
    viewers: usize,
    tenants: usize,
}

fn people_needed() -> People {
    if std::env::var_os("NEXTEST").is_some() {
        People { members: 6, viewers: 4, tenants: 5 }
    } else {
        People { members: 400, viewers: 40, tenants: 200 }
    }
}

pub(crate) struct Place {
    server: Server,
    pub(crate) database: Database,
    members: AtomicUsize,
    viewers: AtomicUsize,
    tenants: AtomicUsize,
    shop: OnceCell<String>,
}

static SQLITE: OnceCell<Place> = OnceCell::const_new();
static POSTGRES: OnceCell<Place> = OnceCell::const_new();

/// Tells a story on SQLite and, where there is one, on Postgres.
pub(crate) async fn everywhere(story: impl AsyncFn(&Place)) {
    eprintln!("on SQLite");
    story(SQLITE.get_or_init(Place::of_sqlite).await).await;
    if super::postgres_server().is_some() {
        eprintln!("on Postgres");
        story(POSTGRES.get_or_init(Place::of_postgres).await).await;
    }
}

/// Tells a story in which no database has a say: of what is refused before one is asked, of what every answer carries, of how the API
/// describes itself.
pub(crate) async fn on_sqlite(story: impl AsyncFn(&Place)) {
    eprintln!("on SQLite");
    story(SQLITE.get_or_init(Place::of_sqlite).await).await;
}

impl Place {
    /// A server of one's own, with the same people.
    pub(crate) async fn own(database: Database) -> Self {
        populate(&database.url).await;
        Self::open(database, false).await
    }

    async fn of_sqlite() -> Self {
        let database = Database::sqlite();
        populate(&database.url).await;
        Self::open(database, true).await
    }

    async fn of_postgres() -> Self {
        let prepare = async |url: String| populate(&url).await;
        let database = Database::prepared("people", prepare).await.expect("a Postgres");
        Self::open(database, true).await
    }

    async fn open(database: Database, shared: bool) -> Self {
        let settings = Settings::new(&database);
        let server = if shared { Server::start_for_all(&settings) } else { Server::start(&settings) };
        divide(&database.url).await;
        let counter = || AtomicUsize::new(0);
        Self { server, database, members: counter(), viewers: counter(), tenants: counter(), shop: OnceCell::new() }
    }

    pub(crate) fn base(&self) -> &str {
        &self.server.base
    }

    /// The first of both databases: the parts of a story in which neither has a say are told on it alone.
    pub(crate) fn is_on_sqlite(&self) -> bool {
        self.database.url.starts_with("sqlite:")
    }

    pub(crate) fn as_token(&self, token: &str) -> Api {
        Api::new(self.base(), Some(token))
    }

    /// Nobody in particular.
    pub(crate) fn nobody(&self) -> Api {
        Api::new(self.base(), None)
    }

    /// The administrator of the tenant `default`.
    pub(crate) fn admin(&self) -> Api {
        self.as_token(ADMIN)
    }

    /// A member of `default` whom no other story knows.
    pub(crate) fn member(&self) -> Api {
        self.as_token(&format!("member-{}", next(&self.members, people_needed().members)))
    }

    pub(crate) fn viewer(&self) -> Api {
        self.as_token(&format!("viewer-{}", next(&self.viewers, people_needed().viewers)))
    }

    /// An interview of this person about the shop; its id.
    pub(crate) async fn interview(&self, of: &Api) -> String {
        let objective = self.shop.get_or_init(async || self.admin().make_plan("project_discovery").await).await;
        let body = json!({"context_type": "project_discovery", "objective_id": objective});
        let session = of.post("/api/v1/sessions", &body).await.json(201);
        session["id"].as_str().expect("an id").to_owned()
    }

    /// A tenant of the story's own, which has nothing yet: its administrator and a member.
    pub(crate) fn tenant(&self) -> (Api, Api) {
        let number = next(&self.tenants, people_needed().tenants);
        (self.as_token(&format!("owner-{number}")), self.as_token(&format!("guest-{number}")))
    }
}

fn next(counter: &AtomicUsize, most: usize) -> usize {
    let next = counter.fetch_add(1, Ordering::Relaxed);
    assert!(next < most, "more people are needed");
    next
}

/// The people of [`Place`] in a database that servers of a story's own run over: `owner-0` of a tenant, `member-0` of `default` …
pub(crate) async fn people(database: &Database) {
    populate(&database.url).await;
    divide(&database.url).await;
}

/// A person's id follows from the name of their token, so that stories can speak of it.
pub(crate) fn id_of(name: &str) -> Uuid {
    Uuid::from_slice(&Sha256::digest(name.as_bytes())[..16]).expect("16 bytes")
}

async fn populate(url: &str) {
    let store = Store::open(url).await.expect("the database opens");
    let default = tenant(&store, "default").await;
    for number in 0..people_needed().members {
        person(&store, default, &format!("member-{number}"), Role::Member).await;
    }
    for number in 0..people_needed().viewers {
        person(&store, default, &format!("viewer-{number}"), Role::Viewer).await;
    }
    store.close().await;
}

/// Tenants that come after the start have nothing yet, not even the objectives of the product.
async fn divide(url: &str) {
    let store = Store::open(url).await.expect("the database opens");
    for number in 0..people_needed().tenants {
        let own = tenant(&store, &format!("tenant-{number}")).await;
        person(&store, own, &format!("owner-{number}"), Role::Admin).await;
        person(&store, own, &format!("guest-{number}"), Role::Member).await;
    }
    store.close().await;
}

const LONG_AGO: Timestamp = Timestamp(1_700_000_000_000_000);

async fn tenant(store: &Store, slug: &str) -> TenantId {
    let id = TenantId(id_of(slug));
    let row = TenantRow { id, slug: slug.to_owned(), name: slug.to_owned(), created_at: LONG_AGO };
    store.insert_tenant(row).await.expect("a tenant");
    id
}

async fn person(store: &Store, tenant: TenantId, name: &str, role: Role) {
    let user = UserId(id_of(name));
    let row = UserRow {
        id: user,
        tenant,
        email: format!("{name}@example.org"),
        name: name.to_owned(),
        role,
        password_hash: None,
        created_at: LONG_AGO,
    };
    store.insert_user(row).await.expect("a person");
    let row = TokenRow {
        id: TokenId(id_of(&format!("token of {name}"))),
        tenant,
        user,
        name: name.to_owned(),
        hash: Sha256::digest(name.as_bytes()).to_vec(),
        role,
        created_at: LONG_AGO,
        expires_at: None,
        revoked_at: None,
        last_used_at: None,
    };
    store.insert_token(row).await.expect("a token");
}
