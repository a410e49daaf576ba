//! The crate as its callers see it: the guard against hostile and good queries, and real files and servers.

mod files;
mod ground;
mod guard;
mod middleware;
mod mysql;
mod postgres;
mod rest;
mod sqlite;
