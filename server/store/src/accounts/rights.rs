//! How other nodes are told that somebody lost a right.

use protocol::UserId;
use uuid::Uuid;

/// The channel and what is said on it; heard when the transaction is committed.
pub(super) const TELL: &str = "SELECT pg_notify($1, $2)";

pub(super) fn of_person(node: Uuid, id: UserId) -> String {
    format!("{node}:person:{id}")
}

pub(super) fn of_sign_in(node: Uuid, id: &str) -> String {
    format!("{node}:sign_in:{id}")
}
