//! The built-in explorer of runs (seed 002, Phases 4 to 7 without a model): asks statistical questions of every table, keeps what
//! chance does not explain, and says it in plain sentences whose every number has a query of its own.
//!
//! Families of questions are in `families`. Everything they know comes from the survey of the tables, the goal and their answers.

mod candidate;
mod doubts;
mod families;
mod figures;
pub mod model;
mod nouns;
mod rank;
mod recommend;
mod relevance;
mod scope;
mod season;
mod split;
mod stats;
mod wording;

use domain::runs::{Answers, Explorer, Goal, Insight, Question, Recommendation, Survey};
use families::{FAMILIES, Family, Made};
use scope::Scope;
use std::{
    collections::{HashSet, VecDeque},
    panic::{AssertUnwindSafe, catch_unwind},
};

/// The explorer that needs no language model.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltInExplorer;

impl Explorer for BuiltInExplorer {
    fn next_questions(&self, goal: &Goal, survey: &Survey, answers: &Answers) -> Vec<Question> {
        let scope = Scope::new(goal, survey, answers);
        let mut asked = HashSet::new();
        let all = FAMILIES.iter().flat_map(|family| isolated(family, || (family.questions)(&scope)));
        let new = all.filter(|question| !answers.has(&question.id) && asked.insert(question.id.clone()));
        in_turns(new)
    }

    fn doubt_goal(&self, goal: &Goal, survey: &Survey) -> Vec<String> {
        doubts::doubt_goal(goal, survey)
    }

    fn find_insights(&self, goal: &Goal, survey: &Survey, answers: &Answers) -> Vec<Insight> {
        let scope = Scope::new(goal, survey, answers);
        let mut found: Vec<_> = FAMILIES.iter().flat_map(|family| isolated(family, || (family.findings)(&scope))).collect();
        let made: Vec<Made> = scope.tables.iter().map(|subject| Made::from_answers(&scope, subject, &found)).collect();
        found.retain(|one| !made.iter().any(|made| made.restates(one)));
        rank::report(&scope, found)
    }

    fn recommend(&self, goal: &Goal, insights: &[Insight]) -> Vec<Recommendation> {
        recommend::recommend(goal, insights)
    }
}

/// One of each family and table, then the next of each: a run that ends early has asked something of everything.
fn in_turns(questions: impl Iterator<Item = Question>) -> Vec<Question> {
    let mut lists: Vec<(String, VecDeque<Question>)> = Vec::new();
    for question in questions {
        let about = question.id.rsplit_once(':').map_or("", |(about, _)| about).to_owned();
        match lists.iter_mut().find(|(known, _)| *known == about) {
            Some((_, list)) => list.push_back(question),
            None => lists.push((about, VecDeque::from([question]))),
        }
    }
    let longest = lists.iter().map(|(_, list)| list.len()).max().unwrap_or_default();
    (0..longest).flat_map(|_| lists.iter_mut().filter_map(|(_, list)| list.pop_front()).collect::<Vec<_>>()).collect()
}

/// One that fails costs only itself.
fn isolated<T>(family: &Family, work: impl FnOnce() -> Vec<T>) -> Vec<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        tracing::error!(family = family.name, "a family of questions failed");
        Vec::new()
    })
}
