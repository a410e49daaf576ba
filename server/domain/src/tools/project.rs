//! Projects and their states (seed 002, Project state machine).

use super::{ContextPreload, warehouse::TenantFilter};
use crate::Refusal;
use protocol::{ProjectId, TenantId, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A place for sources, what was found in them, and what is done with it.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectRow {
    pub id: ProjectId,
    pub tenant: TenantId,
    pub name: String,
    /// The business it is about, e.g. `gaming`.
    pub domain: Option<String>,
    /// Within the domain, e.g. `match3`.
    pub category: Option<String>,
    pub description: String,
    /// What runs are told about the business; an object.
    pub profile: Value,
    /// Every query reads through this condition.
    pub filter: Option<TenantFilter>,
    /// Questions may also be searched for on the web, where somebody who searches is configured.
    pub web_search: bool,
    /// Which tables a model is told ahead.
    pub context_preload: Option<ContextPreload>,
    /// A domain pack is written for it before it is ready.
    pub generate_pack: bool,
    /// The draft of that pack, once it is written.
    pub pack: Option<Value>,
    /// Why the last one could not be drafted.
    pub pack_error: Option<String>,
    /// None was written by an edition without states and reads as ready.
    pub state: Option<ProjectState>,
    pub created_by: Option<UserId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProjectState {
    PackGenerationPending,
    PackGeneration,
    PackGenerationDone,
    Ready,
}

impl ProjectState {
    pub const ALL: [Self; 4] = [Self::PackGenerationPending, Self::PackGeneration, Self::PackGenerationDone, Self::Ready];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PackGenerationPending => "pack_generation_pending",
            Self::PackGeneration => "pack_generation",
            Self::PackGenerationDone => "pack_generation_done",
            Self::Ready => "ready",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// The only state that may follow; none after `ready`.
    #[must_use]
    pub const fn next(self) -> Option<Self> {
        match self {
            Self::PackGenerationPending => Some(Self::PackGeneration),
            Self::PackGeneration => Some(Self::PackGenerationDone),
            Self::PackGenerationDone => Some(Self::Ready),
            Self::Ready => None,
        }
    }

    /// The state itself where the step is legal; to stay is.
    ///
    /// # Errors
    /// A conflict that names what is legal.
    pub fn step(self, to: Self) -> Result<Self, Refusal> {
        if to == self || self.next() == Some(to) {
            return Ok(to);
        }
        let legal = self.next().map_or("none: it is its last state".to_owned(), |next| next.name().to_owned());
        Err(Refusal::conflict(format!(
            "a project in the state {} cannot become {}; legal next states: {legal}",
            self.name(),
            to.name()
        )))
    }
}

impl ProjectRow {
    #[must_use]
    pub fn state(&self) -> ProjectState {
        self.state.unwrap_or(ProjectState::Ready)
    }
}

/// The state of a new project.
#[must_use]
pub const fn first_state(generate_pack: bool) -> ProjectState {
    if generate_pack { ProjectState::PackGenerationPending } else { ProjectState::Ready }
}

/// A name as people write it, on one line.
///
/// # Errors
/// It is empty or too long.
pub fn one_line(field: &str, given: &str, most: usize) -> Result<String, Refusal> {
    let line = given.replace('\0', "").split_whitespace().collect::<Vec<_>>().join(" ");
    if (1..=most).contains(&line.chars().count()) && !line.chars().any(char::is_control) {
        return Ok(line);
    }
    Err(Refusal::invalid(field, format!("{field} has 1 to {most} characters")))
}

/// What a project is about may be told at length.
const LONGEST_DESCRIPTION: usize = 20_000;

/// What is said of a project.
///
/// # Errors
/// Longer than it may be.
pub fn checked_description(given: &str) -> Result<String, Refusal> {
    if given.chars().count() > LONGEST_DESCRIPTION {
        return Err(Refusal::invalid("description", format!("a description has at most {LONGEST_DESCRIPTION} characters")));
    }
    Ok(given.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ProjectState::{PackGeneration, PackGenerationDone, PackGenerationPending, Ready};

    #[test]
    fn only_the_steps_of_the_seed_are_legal() {
        let legal = [(PackGenerationPending, PackGeneration), (PackGeneration, PackGenerationDone), (PackGenerationDone, Ready)];
        for from in ProjectState::ALL {
            for to in ProjectState::ALL {
                let result = from.step(to);
                assert_eq!(result.is_ok(), from == to || legal.contains(&(from, to)), "{from:?} {to:?}");
                if let Err(refusal) = result {
                    let named = from.next().map_or("none", ProjectState::name);
                    assert!(refusal.detail.contains(&format!("legal next states: {named}")), "{refusal}");
                }
            }
        }
        assert_eq!(first_state(true), PackGenerationPending);
        assert_eq!(first_state(false), Ready);
        for state in ProjectState::ALL {
            assert_eq!(ProjectState::parse(state.name()), Some(state));
        }
    }

    #[test]
    fn names_stand_on_one_line() {
        assert_eq!(one_line("name", "  a \n b\0 ", 5).as_deref(), Ok("a b"));
        assert!(one_line("name", " \n", 5).is_err() && one_line("name", "abcdef", 5).is_err());
    }
}
