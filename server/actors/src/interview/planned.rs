//! What an interview at rest remembers of its newest reply.

use domain::interview::{Next, Remark, ReplyPlan, Took};
use protocol::interview::Phase;

/// What a plan holds that cannot be read off the interview later. The rest would cost each live interview some kB.
#[derive(Clone)]
pub(crate) struct Planned {
    entered: Option<Phase>,
    took: Vec<Took>,
    remarks: Vec<Remark>,
    next: Next,
}

impl Planned {
    pub(super) fn from_plan(plan: &ReplyPlan) -> Box<Self> {
        let ReplyPlan { entered, took, remarks, next, .. } = plan;
        Box::new(Self { entered: *entered, took: took.clone(), remarks: remarks.clone(), next: next.clone() })
    }

    /// The same plan once more, with everything else as it is now.
    pub(super) fn again(self, plan: &ReplyPlan) -> ReplyPlan {
        let Self { entered, took, mut remarks, next } = self;
        // A rewording repeats the question in other words, without a second excuse.
        remarks.retain(|remark| *remark != Remark::NotUnderstood);
        ReplyPlan { entered, took, remarks, next, ..plan.clone() }
    }
}
