//! One suite of stories, told to SQLite and to Postgres.
//!
//! Postgres takes part when `DISCOVERY_TEST_POSTGRES` holds an address with the right to create databases; where `CI` is set it
//! has to. Every story gets a database of its own, which is dropped afterwards.

mod accounts;
mod added;
mod appends;
mod ask_schedules;
mod asks;
mod audited;
mod behind;
mod companies;
mod company_places;
mod company_schedules;
mod deletion;
mod faults;
mod findings;
mod ground;
mod groups;
mod killed;
mod lists;
mod models;
mod nodes;
mod objectives;
mod opportunities;
mod packs;
mod places;
mod projects;
mod projects_audited;
mod proxy;
mod query_log;
mod retention;
mod reviews;
mod room;
mod runs;
mod samples;
mod saved_queries;
mod schedules;
mod secrets;
mod source_trash;
mod sources;
mod tenancy;
mod texts;
mod titles;
mod trash;

/// Tells each story to both databases.
macro_rules! stories {
    ($($story:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                $crate::ground::on_sqlite(super::$story).await;
            })+
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                $crate::ground::on_postgres(super::$story).await;
            })+
        }
    };
}
pub(crate) use stories;
