//! What may be spent. Hard: a call that could exceed the limit in its worst case is not made.

use super::{BudgetScope, CallBegun, ModelFault, ModelName, ModelRequest, Price, Usage, Usd, cost, room_to_think};
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
    pub session: Usd,
}

impl Budget {
    #[must_use]
    pub const fn is_unlimited(&self) -> bool {
        self.day.is_none() && self.session.is_none()
    }

    /// Whether this call may be made, given all that is spent with the call at its worst.
    pub fn admits(&self, call: &CallBegun, with_the_call: Spent) -> Result<(), ModelFault> {
        let limited = self.day.is_some() || (self.session.is_some() && call.caller.session.is_some());
        if limited && call.worst.is_none() { Err(ModelFault::Unpriced) } else { self.admit(with_the_call) }
    }

    /// Whether all that is spent, the call in question included at its worst, stays within the limits.
    fn admit(&self, with_the_call: Spent) -> Result<(), ModelFault> {
        let scopes =
            [(BudgetScope::Day, self.day, with_the_call.day), (BudgetScope::Session, self.session, with_the_call.session)];
        for (scope, limit, spent) in scopes {
            if let Some(limit) = limit.filter(|limit| spent > *limit) {
                return Err(ModelFault::BudgetSpent { scope, limit });
            }
        }
        Ok(())
    }
}

/// The most that one call can cost: every two bytes a token, and the longest reply with all the thinking before it. `None` where
/// the price is not known.
#[must_use]
pub fn worst_case(request: &ModelRequest, name: &ModelName, price: Option<Price>) -> Option<Usd> {
    let schema = request.schema.as_ref().map_or(0, |schema| schema.schema.to_string().len());
    let bytes = request.system.len() + schema + request.turns.iter().map(|turn| turn.text.len() + 16).sum::<usize>();
    let usage = Usage { input: bytes as u64 / 2 + 64, output: u64::from(request.max_tokens) + u64::from(room_to_think(name)) };
    price.map(|price| cost(usage, price))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_itself_may_be_spent_and_nothing_more() {
        let budget = Budget { day: Some(Usd(10)), session: Some(Usd(4)) };
        let spent = |day, session| Spent { day: Usd(day), session: Usd(session) };
        assert_eq!(budget.admit(spent(10, 4)), Ok(()));
        assert_eq!(budget.admit(spent(11, 4)), Err(ModelFault::BudgetSpent { scope: BudgetScope::Day, limit: Usd(10) }));
        assert_eq!(budget.admit(spent(5, 5)), Err(ModelFault::BudgetSpent { scope: BudgetScope::Session, limit: Usd(4) }));
        assert_eq!(Budget::default().admit(spent(i64::MAX, i64::MAX)), Ok(()));
        assert_eq!(
            Budget { day: Some(Usd::NOTHING), session: None }.admit(spent(1, 0)),
            Err(ModelFault::BudgetSpent { scope: BudgetScope::Day, limit: Usd::NOTHING }),
            "a budget of nothing stops everything that costs"
        );
    }
}
