//! What several pages share. A part knows no capability.

#[cfg(feature = "hydrate")]
pub(crate) mod asleep;
mod badge;
mod banner;
mod commands;
mod fault;
mod help;
mod icon;
mod keyed;
mod keys;
pub(crate) mod markdown;
mod moving;
mod named;
mod note;
mod paged;
mod palette;
mod rail;
mod ring;
pub(crate) mod schedule;
mod secret;
mod sheets;
mod shortcuts;
mod tabs;
mod title;
mod when;
mod written;

pub(crate) use badge::{ConfidenceBadge, SessionBadge, StatusIcon};
pub(crate) use banner::Banner;
pub(crate) use commands::{Command, Commands, Here, choose_theme};
pub(crate) use fault::{Alert, Fault, Missing};
pub(crate) use help::HelpSheet;
pub(crate) use icon::{Icon, icon};
pub(crate) use keyed::{Part, keyed};
pub(crate) use moving::Moving;
pub(crate) use named::{id, named};
pub(crate) use note::{ActionNote, Note};
pub(crate) use paged::{Newest, Paged};
pub(crate) use palette::Palette;
pub(crate) use rail::{Rail, VisitResource};
pub(crate) use ring::Ring;
pub(crate) use secret::Secret;
pub(crate) use shortcuts::{SHORTCUTS_OFF, Shortcuts};
pub(crate) use tabs::tabs;
pub(crate) use title::title_apart;
pub(crate) use when::When;
pub(crate) use written::escape_textarea;
