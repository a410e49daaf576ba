//! What people type into an interview on an ordinary day, by the way in which it is said: every value and no other, and every move
//! that has to be seen.

mod again;
mod approximate;
mod asides;
mod at_once;
mod corrected;
mod denied;
mod hesitant;
mod misplaced;
mod more_at_once;
mod of_others;
mod remarks;
mod when;

use super::{
    live::{differences, objectives::built_in},
    stage::Stage,
};
use domain::interview::Understanding;
use protocol::interview::{ContextType, Speaker};
use serde_json::{Value, json};

/// How a message is written down for one objective.
type Maker = fn(&'static str, &'static str, &'static [(&'static str, &'static str)]) -> Said;

/// One message. `asked` is a key, behind `=` where its value is read back. Wanted values are as in the tables of `live`: `~` unsure,
/// `!` sure, `*` any, ` | ` either; a key behind `?` may be missing. Moves are names; one behind `-` must not be there.
struct Said {
    about: ContextType,
    held: &'static [(&'static str, &'static str)],
    agent: &'static str,
    asked: &'static str,
    said: &'static str,
    wanted: &'static [(&'static str, &'static str)],
    moves: &'static [&'static str],
}

const fn to(
    about: ContextType,
    asked: &'static str,
    said: &'static str,
    wanted: &'static [(&'static str, &'static str)],
) -> Said {
    Said { about, held: &[], agent: "", asked, said, wanted, moves: &[] }
}

const fn business(asked: &'static str, said: &'static str, wanted: &'static [(&'static str, &'static str)]) -> Said {
    to(ContextType::BusinessProfile, asked, said, wanted)
}

const fn idea(asked: &'static str, said: &'static str, wanted: &'static [(&'static str, &'static str)]) -> Said {
    to(ContextType::IdeaDiscovery, asked, said, wanted)
}

const fn project(asked: &'static str, said: &'static str, wanted: &'static [(&'static str, &'static str)]) -> Said {
    to(ContextType::ProjectDiscovery, asked, said, wanted)
}

impl Said {
    const fn held(self, held: &'static [(&'static str, &'static str)]) -> Self {
        Self { held, ..self }
    }

    const fn after(self, agent: &'static str) -> Self {
        Self { agent, ..self }
    }

    const fn doing(self, moves: &'static [&'static str]) -> Self {
        Self { moves, ..self }
    }

    fn understood(&self) -> Understanding {
        let definition = built_in(self.about);
        let mut stage = Stage::new(&definition);
        for (turn, (key, value)) in (1..).zip(self.held) {
            let value: Value = serde_json::from_str(value).unwrap_or_else(|_| json!(value));
            stage = stage.held(key, value).said_in(key, turn);
        }
        stage = match self.asked.strip_prefix('=') {
            Some(key) => stage.read_back(key),
            None if self.asked.is_empty() => stage,
            None => stage.asked(self.asked),
        };
        if !self.agent.is_empty() {
            stage = stage.turn(Speaker::Agent, self.agent);
        }
        stage.says(self.said)
    }

    fn fault(&self) -> Option<String> {
        let understood = self.understood();
        let mut wrong = differences(&understood, self.wanted);
        let names: Vec<String> = understood.moves.iter().map(|one| format!("{one:?}")).collect();
        let does = |wanted: &str| names.iter().any(|name| name.split([' ', '(']).next() == Some(wanted));
        for one in self.moves {
            match one.strip_prefix('-') {
                Some(other) if does(other) => wrong.push(format!("{other} was not meant")),
                None if !does(one) => wrong.push(format!("{one} was not seen")),
                _ => {}
            }
        }
        (!wrong.is_empty()).then(|| format!("[{}] {:?}: {}  {names:?}", self.asked, self.said, wrong.join("; ")))
    }
}

fn check(rows: &[Said]) {
    let faults: Vec<String> = rows.iter().filter_map(Said::fault).collect();
    assert!(faults.is_empty(), "{} of {} messages:\n{}", faults.len(), rows.len(), faults.join("\n"));
}
