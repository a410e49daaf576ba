//! A question is read anew with what is known of its doubts, until there is a plan, or something that only a person can say.

use super::{Settled, from_planner};
use domain::{
    ask::{Draft, Material, Planned},
    tools::planner::{Plan, Unplanned},
};
use protocol::ask::{Clarification, ModeChoice};

const ROUNDS: usize = 4;

/// What one kind of question does in each round.
pub(in crate::ask::rules) struct Rounds<'r> {
    pub(in crate::ask::rules) plan: &'r dyn Fn(&Material<'_>) -> Result<Plan, Unplanned>,
    /// None where the plan answers another kind of question.
    pub(in crate::ask::rules) draft: &'r dyn Fn(&Plan, &Settled) -> Option<Draft>,
    /// What to ask where the planner has neither a plan nor a question.
    pub(in crate::ask::rules) ask: &'r dyn Fn(Unplanned, &Settled) -> Option<Clarification>,
}

impl Rounds<'_> {
    /// None where it cannot be read so.
    pub(in crate::ask::rules) fn run(
        &self,
        mut settled: Settled,
        material: &Material<'_>,
        choice: ModeChoice,
    ) -> Option<Planned> {
        for _ in 0..ROUNDS {
            let question = match settled.with_rest(material, self.plan) {
                Ok(plan) => {
                    let mut draft = (self.draft)(&plan, &settled)?;
                    if !settled.open.is_empty() {
                        return Some(Planned::Unclear(choice, settled.open));
                    }
                    draft.assumptions = settled.assumptions;
                    return Some(Planned::Draft(choice, Box::new(draft)));
                }
                // One of them is of what the question is about.
                Err(Unplanned::Unclear(_, between)) if settled.prefer(&between, material) => continue,
                Err(Unplanned::Unclear(text, between)) => from_planner(&text, &between, material),
                Err(why) => (self.ask)(why, &settled)?,
            };
            let before = settled.question.clone();
            if !settled.apply(&question, material) {
                let is_new = material.clarified.iter().all(|(before, _)| before.text != question.text);
                return is_new.then(|| Planned::Unclear(choice, vec![question]));
            }
            // Another round would read the same.
            if settled.question == before && settled.dropped.is_empty() && settled.table.is_none() {
                return None;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::rules::{doubts, testing::Project};
    use domain::tools::planner::Answers;
    use protocol::ask::AskMode::Exploratory;
    use std::cell::Cell;

    fn plan() -> Plan {
        Plan {
            sql: "SELECT 1 AS figure".into(),
            reading: "one".into(),
            tables: Vec::new(),
            answers: Answers::Figure,
            compared: None,
            percent: false,
            newest: None,
            confidence: 0.9,
        }
    }

    /// What comes of reading, where each round says this; and how often it was read.
    fn run(project: &Project, outcome: &Result<Plan, Unplanned>, is_kind: bool) -> (Option<Planned>, usize) {
        let read = Cell::new(0);
        let planned = project.give("How many orders?", Exploratory, |material| {
            let rounds = Rounds {
                plan: &|_| {
                    read.set(read.get() + 1);
                    outcome.clone()
                },
                draft: &|_, _| is_kind.then(Draft::default),
                ask: &|why, _| matches!(why, Unplanned::Unknown(_)).then(|| from_planner("Which one?", &[], material)),
            };
            let choice = ModeChoice { mode: Exploratory, why: String::new() };
            rounds.run(doubts::settle(material.question, material), material, choice)
        });
        (planned, read.get())
    }

    #[test]
    fn what_is_read_is_drafted_and_what_is_unclear_is_asked_once() {
        let project = Project::new(&["orders(id KEY, total REAL: 10.5)"]);
        let unclear = || Err(Unplanned::Unclear("Which one?".into(), Vec::new()));
        for (outcome, is_kind, wanted) in [
            (Ok(plan()), true, "draft"),
            (Ok(plan()), false, "none"),
            (unclear(), true, "unclear"),
            (Err(Unplanned::Unknown(vec!["one".into()])), true, "unclear"),
            (Err(Unplanned::NotAsked), true, "none"),
        ] {
            let (planned, rounds) = run(&project, &outcome, is_kind);
            let found = match &planned {
                Some(Planned::Draft(..)) => "draft",
                Some(Planned::Unclear(_, questions)) if questions[0].text == "Which one?" => "unclear",
                Some(Planned::Unclear(..)) => "another question",
                None => "none",
            };
            assert_eq!((found, rounds), (wanted, 1), "{outcome:?}");
        }
    }
}
