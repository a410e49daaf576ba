//! The built-in producers (seed 003, Agent Methods): briefs from findings, solutions from response patterns, specifications from
//! patterns and the project's facts, ranks from a formula.
//!
//! No number and no name enters a sentence that the findings, the facts or a reviewer do not have; only targets and efforts are
//! proposals. Whatever they know is in the data files beside the code.

mod assess;
mod design;
mod frame;
mod group;
mod measure;
mod pattern;
mod phrase;
mod problem;
mod rank;
mod revise;
mod rewrite;
mod split;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use frame::{coverage, evidence};

use super::BuiltInAgents;
use domain::opportunities::{Context, Doubt, OpportunityRules, Revised};
use protocol::{
    OpportunityId,
    opportunities::{
        Agent, Artifact, Boundary, Brief, Feasibility, Finding, Opportunity, Purpose, Rank, Rejection, Solution, Spec,
    },
};

/// Raised whenever the code of a producer changes what it produces.
const VERSION: &str = "3";

impl OpportunityRules for BuiltInAgents {
    fn edition(&self, agent: Agent, purpose: Purpose) -> String {
        let judges = super::validate::VERSION.to_string();
        let data: &[&str] = if purpose == Purpose::Validate {
            &[&judges]
        } else {
            &[words::LISTS, words::NOUNS, pattern::DATA, assess::DATA, design::DATA]
        };
        let parts = [VERSION, agent.name(), purpose.name()].into_iter().chain(data.iter().copied());
        format!("{:016x}", super::hash(parts.flat_map(str::bytes)))
    }

    fn frame(&self, findings: &[Finding], context: &Context) -> Vec<Brief> {
        frame::frame(findings, context)
    }

    fn validate(&self, boundary: Boundary, artifact: &Artifact) -> Option<Doubt> {
        super::validate::validate(boundary, artifact)
    }

    fn revise(&self, boundary: Boundary, item: &Opportunity, rejection: &Rejection, context: &Context) -> Revised {
        revise::revise(boundary, item, rejection, context)
    }

    fn design(&self, item: &Opportunity, context: &Context) -> Solution {
        design::design(item, context)
    }

    fn assess(&self, item: &Opportunity, context: &Context) -> (Feasibility, Option<Spec>) {
        assess::assess(item, context)
    }

    fn rank(&self, items: &[Opportunity], context: &Context) -> Vec<(OpportunityId, Rank)> {
        rank::rank(items, context)
    }
}
