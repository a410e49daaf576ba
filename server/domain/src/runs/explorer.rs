//! What an explorer is asked and what it answers: which queries to run next, and what their answers say.
//!
//! It has no database: whoever drives it runs the queries, keeps their answers and gives all of them back each time. So a run that
//! was ended in the middle goes on with the first question without an answer.

use super::{Insight, Survey};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What somebody wants to know, and what is known of their business.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Goal {
    /// In the person's words; empty where they only want to see what there is.
    pub text: String,
    /// Of the project.
    pub description: String,
    /// What findings are sorted into; at least one.
    pub areas: Vec<Area>,
    /// Names of insights that people rejected, with their reasons: nothing alike is reported.
    pub avoid: Vec<String>,
    /// Names of insights that people liked: what they are about comes first.
    pub monitor: Vec<String>,
    /// Titles of recommendations that people rejected: none of them is made again.
    #[serde(default)]
    pub avoid_recommendations: Vec<String>,
    /// Titles of recommendations that people liked: they come first.
    #[serde(default)]
    pub monitor_recommendations: Vec<String>,
    /// Ids of the areas that are wanted; all of them where none is named.
    #[serde(default)]
    pub only: Vec<String>,
}

impl Goal {
    #[must_use]
    pub fn wants(&self, area: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|id| id == area)
    }
}

/// An area of analysis of a domain pack.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Area {
    pub id: String,
    pub name: String,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub keywords: Vec<String>,
}

/// A query that somebody wants answered.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    /// The same for the same question in every run.
    pub id: String,
    /// In a sentence.
    pub purpose: String,
    pub sql: String,
}

/// The rows that questions came to, by their ids. What failed has none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answers(pub BTreeMap<String, Answer>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The number of the step that it is the answer of.
    pub step: u32,
    pub sql: String,
    /// Names of the columns; empty where nobody will ask for them.
    #[serde(default)]
    pub columns: Vec<String>,
    /// None where the query failed.
    pub rows: Option<Vec<Vec<Value>>>,
}

impl Answers {
    #[must_use]
    pub fn rows(&self, id: &str) -> Option<&[Vec<Value>]> {
        self.0.get(id)?.rows.as_deref()
    }

    #[must_use]
    pub fn step(&self, id: &str) -> Option<u32> {
        self.0.get(id).map(|answer| answer.step)
    }

    /// Also one that failed: nothing is asked twice.
    #[must_use]
    pub fn has(&self, id: &str) -> bool {
        self.0.contains_key(id)
    }
}

/// The built-in explorer is one of these.
pub trait Explorer: Send + Sync {
    /// What to ask next, the most telling first; nothing where everything was asked.
    fn next_questions(&self, goal: &Goal, survey: &Survey, answers: &Answers) -> Vec<Question>;
    /// What a person would have to say for the goal to be clear; nothing where the data answers to it.
    fn doubt_goal(&self, goal: &Goal, survey: &Survey) -> Vec<String>;
    /// What the answers say, the most important first.
    fn find_insights(&self, goal: &Goal, survey: &Survey, answers: &Answers) -> Vec<Insight>;
    /// What to do about checked insights.
    fn recommend(&self, goal: &Goal, insights: &[Insight]) -> Vec<super::Recommendation>;
}
