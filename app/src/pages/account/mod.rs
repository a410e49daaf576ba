//! Signing in, the first start, and one's own account.

pub mod calls;
mod door;
mod files;
mod nav;
mod profile;
mod settings;
mod tokens;

pub(crate) use calls::read_visit;
pub(crate) use door::{FirstStartPage, LoginPage, NewPasswordPage};
pub(crate) use settings::SettingsPage;
pub(crate) use tokens::{AllTokens, TokensPage};
