//! Questions to a project (seed 004): how each is answered, by which steps, and what proves the answer.

mod answer;
mod clarify;
mod live;
mod mode;
mod plan;
mod proof;
mod redone;

pub use answer::{Answer, Assumption, Chart, ChartKind, GuidedQuery, Offer};
pub use clarify::{Clarification, ClarifyAnswer, ClarifyOption, YOU_CHOOSE};
pub use live::{AskCost, AskEvent, AskRequest, AskStatus, AskView, Lookup, StepView};
pub use mode::{AskMode, ModeChoice};
pub use plan::{AskPlan, DiscoveredContext, MOST_STEPS, PlanFact, PlanStep, PlanSteps, StepAction};
pub use proof::{AskTable, NodeStatus, ProofNode, ProofSource, Verdict};
pub use redone::{Difference, Redone};
