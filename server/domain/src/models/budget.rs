//! What may be spent. Hard: a call that could exceed the limit in its worst case is not made.

use super::{BudgetScope, CallBegun, ModelFault, ModelName, ModelRequest, Price, Subject, Usage, Usd, cost, room_to_think};
use protocol::live::Kind;
use serde::{Deserialize, Serialize};

/// Limits in US dollars; `None` is no limit. A call whose price is not known is refused where a limit holds for it: a price of
/// nothing says that it is free.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budget {
    /// Of the tenant, for one day (UTC).
    pub day: Option<Usd>,
    /// Of one interview, over all days.
    pub session: Option<Usd>,
}

/// What calls have cost, and what those on their way may still cost at worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    pub day: Usd,
    /// On the call's subject, over all days.
    pub subject: Usd,
}

impl Budget {
    #[must_use]
    pub const fn is_unlimited(&self) -> bool {
        self.day.is_none() && self.session.is_none()
    }

    /// Whether this call may be made, given all that is spent with the call at its worst.
    pub fn admits(&self, call: &CallBegun, with_the_call: Spent) -> Result<(), ModelFault> {
        let limit = self.limit_of(call.caller.subject);
        let limited = self.day.is_some() || limit.is_some();
        if limited && call.worst.is_none() { Err(ModelFault::Unpriced) } else { self.admit(limit, with_the_call) }
    }

    /// Whether no call of this subject is held to anything.
    #[must_use]
    pub fn is_unlimited_for(&self, subject: Option<Subject>) -> bool {
        self.day.is_none() && self.limit_of(subject).is_none()
    }

    /// Which limit holds for the subject of a call.
    fn limit_of(&self, subject: Option<Subject>) -> Option<(BudgetScope, Usd)> {
        let subject = subject?;
        let of_tenant = self.session.filter(|_| subject.kind == Kind::Interview);
        subject.limit.or(of_tenant).map(|limit| (BudgetScope::Subject(subject.kind), limit))
    }

    /// Whether all that is spent, the call in question included at its worst, stays within the limits.
    fn admit(&self, of_subject: Option<(BudgetScope, Usd)>, with_the_call: Spent) -> Result<(), ModelFault> {
        let day = self.day.map(|limit| (BudgetScope::Day, limit, with_the_call.day));
        let subject = of_subject.map(|(scope, limit)| (scope, limit, with_the_call.subject));
        match day.into_iter().chain(subject).find(|(_, limit, spent)| spent > limit) {
            Some((scope, limit, _)) => Err(ModelFault::BudgetSpent { scope, limit }),
            None => Ok(()),
        }
    }
}

/// The most that one call can cost: every two bytes a token, and the longest reply with all the thinking before it. `None` where
/// the price is not known.
#[must_use]
pub fn worst_case(request: &ModelRequest, name: &ModelName, price: Option<Price>) -> Option<Usd> {
    let bytes = request.bytes() + 16 * (request.turns.len() + request.tools.len());
    let usage = Usage { input: bytes as u64 / 2 + 64, output: u64::from(request.max_tokens) + u64::from(room_to_think(name)) };
    price.map(|price| cost(usage, price))
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    const INTERVIEW: Subject = Subject { kind: Kind::Interview, id: Uuid::nil(), limit: None };

    #[test]
    fn the_limit_itself_may_be_spent_and_nothing_more() {
        let budget = Budget { day: Some(Usd(10)), session: Some(Usd(4)) };
        let admit = |budget: Budget, day, subject| {
            budget.admit(budget.limit_of(Some(INTERVIEW)), Spent { day: Usd(day), subject: Usd(subject) })
        };
        let of_interview = BudgetScope::Subject(Kind::Interview);
        assert_eq!(admit(budget, 10, 4), Ok(()));
        assert_eq!(admit(budget, 11, 4), Err(ModelFault::BudgetSpent { scope: BudgetScope::Day, limit: Usd(10) }));
        assert_eq!(admit(budget, 5, 5), Err(ModelFault::BudgetSpent { scope: of_interview, limit: Usd(4) }));
        assert_eq!(admit(Budget::default(), i64::MAX, i64::MAX), Ok(()));
        assert_eq!(
            admit(Budget { day: Some(Usd::NOTHING), session: None }, 1, 0),
            Err(ModelFault::BudgetSpent { scope: BudgetScope::Day, limit: Usd::NOTHING }),
            "a budget of nothing stops everything that costs"
        );
    }

    #[test]
    fn each_subject_has_its_own_limit() {
        let budget = Budget { day: None, session: Some(Usd(4)) };
        let limit = |kind, limit| budget.limit_of(Some(Subject { kind, limit, ..INTERVIEW })).map(|(_, limit)| limit);
        for (kind, own, holds) in [
            (Kind::Interview, None, Some(Usd(4))),
            (Kind::Interview, Some(Usd(9)), Some(Usd(9))),
            (Kind::Pack, None, None),
            (Kind::Pack, Some(Usd(9)), Some(Usd(9))),
        ] {
            assert_eq!(limit(kind, own), holds, "{kind} with {own:?}");
        }
        assert!(budget.is_unlimited_for(None) && !budget.is_unlimited_for(Some(INTERVIEW)));
    }
}
