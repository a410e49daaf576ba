//! The crate as its callers see it: the guard against hostile and good queries, and real files and servers.

#![expect(clippy::unwrap_used, reason = "what cannot be set up fails the test, and says where")]

mod catalogs;
mod conversions;
mod files;
mod ground;
mod guard;
mod memory_tables;
mod middleware;
mod mysql;
mod postgres;
mod rest;
mod sqlite;
mod wide;
