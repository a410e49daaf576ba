//! Database servers with a shop in them, as sources of projects: one database for each story, and a person who may only read it.

use crate::ground::Database;
use serde_json::{Value, json};
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, PgConnection, mysql::MySqlConnectOptions,
    postgres::PgConnectOptions,
};
use std::sync::atomic::{AtomicU32, Ordering};

/// The reader's password.
pub(crate) const PASSWORD: &str = "geheim-0199c1de";

const BEGINNING: &str = "
CREATE TABLE customers (id INT PRIMARY KEY, name VARCHAR(50) NOT NULL, tenant VARCHAR(10));
CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT, total DECIMAL(10, 2), FOREIGN KEY (customer_id) REFERENCES customers (id));
CREATE TABLE gone (x INT);
INSERT INTO customers VALUES (1, 'Ada', 'a'), (2, 'Bob', 'b');
INSERT INTO orders VALUES (1, 1, 10.50), (2, 2, 20), (3, 1, 30);
INSERT INTO gone VALUES (1);
";

/// One table comes, one changes, one goes, one stays as it is.
const CHANGE: &str = "
DROP TABLE gone;
ALTER TABLE orders ADD COLUMN note VARCHAR(20);
UPDATE orders SET note = 'later';
CREATE TABLE invoices (id INT PRIMARY KEY, order_id INT);
INSERT INTO invoices VALUES (7, 1);
";

enum Admin {
    Postgres(PgConnectOptions),
    Mysql(MySqlConnectOptions),
}

pub(crate) struct Shop {
    admin: Admin,
    reader: String,
    pub(crate) database: String,
    port: u16,
    host: String,
    /// The server asks for the password: a Postgres of somebody else may trust everybody.
    pub(crate) asks: bool,
    _kept: Option<Database>,
}

/// The address of the MariaDB server, or a reason to stop where it must be there.
pub(super) fn mariadb_server() -> Option<String> {
    match std::env::var("DISCOVERY_TEST_MYSQL") {
        Ok(address) => Some(address),
        Err(_) if std::env::var_os("CI").is_some() => panic!("DISCOVERY_TEST_MYSQL is not set, and CI tests MariaDB too"),
        Err(_) => {
            eprintln!("skipped on MariaDB: DISCOVERY_TEST_MYSQL is not set");
            None
        }
    }
}

impl Shop {
    /// Every kind that a server is there for.
    pub(crate) async fn all() -> Vec<Self> {
        [Self::postgres().await, Self::mysql().await].into_iter().flatten().collect()
    }

    pub(crate) async fn postgres() -> Option<Self> {
        let kept = Database::bare_postgres().await?;
        let options: PgConnectOptions = kept.url.parse().expect("an address");
        let database = options.get_database().expect("a name").to_owned();
        let reader = format!("reader_of_{database}");
        let shop = Self {
            host: options.get_host().to_owned(),
            port: options.get_port(),
            admin: Admin::Postgres(options.clone()),
            reader: reader.clone(),
            database,
            asks: true,
            _kept: Some(kept),
        };
        shop.run(BEGINNING).await;
        // Two stories may begin at once, and a role is the whole server's.
        shop.run("DO $$ BEGIN CREATE ROLE with_password; EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$")
            .await;
        shop.run(&format!(
            "DROP ROLE IF EXISTS {reader}; CREATE ROLE {reader} LOGIN PASSWORD '{PASSWORD}' IN ROLE with_password; \
             ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO {reader}; GRANT SELECT ON ALL TABLES IN SCHEMA public TO {reader}"
        ))
        .await;
        let wrong = options.username(&reader).password("wrong").connect().await;
        Some(Self { asks: wrong.is_err(), ..shop })
    }

    pub(crate) async fn mysql() -> Option<Self> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let options: MySqlConnectOptions = mariadb_server()?.parse().expect("an address");
        let name = format!("it_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let shop = Self {
            host: options.get_host().to_owned(),
            port: options.get_port(),
            admin: Admin::Mysql(options),
            reader: format!("r_{name}"),
            database: name.clone(),
            asks: true,
            _kept: None,
        };
        shop.run(&format!("DROP DATABASE IF EXISTS {name}; CREATE DATABASE {name} CHARACTER SET utf8mb4")).await;
        let Admin::Mysql(options) = shop.admin else { unreachable!("it was made above") };
        let shop = Self { admin: Admin::Mysql(options.database(&name)), ..shop };
        shop.run(BEGINNING).await;
        for host in ["%", "localhost", "127.0.0.1"] {
            shop.run(&format!(
                "CREATE OR REPLACE USER '{0}'@'{host}' IDENTIFIED BY '{PASSWORD}'; GRANT SELECT ON {name}.* TO '{0}'@'{host}'",
                shop.reader
            ))
            .await;
        }
        Some(shop)
    }

    pub(crate) async fn run(&self, sql: &str) {
        let sql = AssertSqlSafe(sql.to_owned());
        match &self.admin {
            Admin::Postgres(options) => {
                let mut connection = options.connect().await.expect("Postgres answers");
                connection.execute(sqlx::raw_sql(sql)).await.expect("the SQL runs");
                connection.close().await.expect("it closes");
            }
            Admin::Mysql(options) => {
                let mut connection = options.connect().await.expect("MariaDB answers");
                connection.execute(sqlx::raw_sql(sql)).await.expect("the SQL runs");
                connection.close().await.expect("it closes");
            }
        }
    }

    /// Whoever reads this table waits as long as this is kept.
    pub(crate) async fn lock(&self, table: &str) -> PgConnection {
        let Admin::Postgres(options) = &self.admin else { unreachable!("only Postgres is locked") };
        let mut connection = options.connect().await.expect("Postgres answers");
        let sql = format!("BEGIN; LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE");
        connection.execute(sqlx::raw_sql(AssertSqlSafe(sql))).await.expect("the SQL runs");
        connection
    }

    /// How many queries of the reader the server is working on.
    pub(crate) async fn working(&self) -> i64 {
        let reader = &self.reader;
        match &self.admin {
            Admin::Postgres(options) => {
                let mut connection = options.connect().await.expect("Postgres answers");
                let sql = format!("SELECT COUNT(*) FROM pg_stat_activity WHERE usename = '{reader}' AND state = 'active'");
                sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut connection).await.expect("a count")
            }
            Admin::Mysql(options) => {
                let mut connection = options.connect().await.expect("MariaDB answers");
                let sql =
                    format!("SELECT COUNT(*) FROM information_schema.processlist WHERE user = '{reader}' AND command <> 'Sleep'");
                sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut connection).await.expect("a count")
            }
        }
    }

    pub(crate) async fn change(&self) {
        self.run(CHANGE).await;
    }

    pub(crate) fn kind(&self) -> &'static str {
        match self.admin {
            Admin::Postgres(_) => "postgres",
            Admin::Mysql(_) => "mysql",
        }
    }

    /// The same as one address, with the password in it.
    pub(crate) fn address(&self, query: &str) -> Value {
        let url = format!("{}://{}:{PASSWORD}@{}:{}/{}?{query}", self.kind(), self.reader, self.host, self.port, self.database);
        json!({"kind": "database", "type": self.kind(), "name": "shop", "config": {"url": url}})
    }

    /// As it is connected: the body of a new source named `shop`.
    pub(crate) fn source(&self) -> Value {
        json!({
            "kind": "database", "type": self.kind(), "name": "shop", "secrets": {"password": PASSWORD},
            "config": {"host": self.host, "port": self.port, "database": self.database, "user": self.reader, "tls": "off"},
        })
    }
}
