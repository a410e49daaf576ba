//! Language models behind the port [`domain::models::LanguageModel`].
//!
//! [`Gateway`] chooses (the tenant's settings, else the operator's), limits, retries, keeps to the budget and writes the ledger;
//! `wire` makes one call through genai; `fault` turns what went wrong into the port's words.

mod call;
mod client;
mod fault;
mod gateway;
mod lane;
mod seen;
mod target;
mod wire;

pub use gateway::{Gateway, GatewayRule, Parts};
pub use target::{Defaults, OwnKey};
