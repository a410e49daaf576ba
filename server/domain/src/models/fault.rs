//! Why a model did not answer.

use super::{Usage, Usd};
use protocol::{Timestamp, live::Kind};
use std::time::Duration;
use thiserror::Error;

/// What remained after the retries. No variant ever holds a key.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum ModelFault {
    #[error("no language model is chosen")]
    NotConfigured,
    #[error("the model did not answer in time")]
    TimedOut,
    /// No connection, or it broke before the reply was complete.
    #[error("the model cannot be reached: {0}")]
    Unreachable(String),
    #[error("the provider limits the rate of calls{}", after(*.retry_after))]
    Limited { retry_after: Option<Duration> },
    #[error("the provider is overloaded{}", after(*.retry_after))]
    Overloaded { retry_after: Option<Duration> },
    #[error("the provider refuses the key: {0}")]
    Unauthorized(String),
    /// The model declined. Asking again in the same words makes no sense.
    #[error("the model declined: {0}")]
    Refused(String),
    /// What it used is spent all the same; without a cost where the model's price is not known.
    #[error("the reply was cut off at its longest permitted length")]
    Truncated { usage: Usage, cost: Option<Usd> },
    /// Not what the wire or the schema promises.
    #[error("the model's answer cannot be used: {0}")]
    Malformed(String),
    #[error("the budget {scope} of {limit} is spent")]
    BudgetSpent { scope: BudgetScope, limit: Usd },
    #[error(
        "the price of this model is not known, so no budget could hold: set what a million tokens cost (0 and 0 where they \
         are free), or set no budget"
    )]
    Unpriced,
    /// It failed too often in a row; nobody is asked before that time.
    #[error("the model failed repeatedly and is left alone for a while")]
    CircuitOpen { until: Timestamp },
    /// An answer of the provider that is none of the above.
    #[error("the provider answered {status}: {detail}")]
    Provider { status: u16, detail: String },
}

/// Which limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BudgetScope {
    /// Of the tenant, for the day (UTC).
    Day,
    /// Of one interview, or of whatever else the call was made for.
    Subject(Kind),
}

impl std::fmt::Display for BudgetScope {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Day => f.write_str("for today"),
            Self::Subject(kind) => write!(f, "for this {kind}"),
        }
    }
}

impl ModelFault {
    /// Whether the same call may go well in a moment.
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        match self {
            Self::TimedOut | Self::Unreachable(_) | Self::Limited { .. } | Self::Overloaded { .. } => true,
            Self::Provider { status, .. } => *status >= 500 || *status == 408,
            _ => false,
        }
    }

    /// Whether it speaks against the provider's health, so that the breaker counts it.
    #[must_use]
    pub const fn is_outage(&self) -> bool {
        self.is_retryable() && !matches!(self, Self::Limited { .. })
    }

    /// How long the provider asked to be left alone.
    #[must_use]
    pub const fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Limited { retry_after } | Self::Overloaded { retry_after } => *retry_after,
            _ => None,
        }
    }

    /// One word for the ledger, stable.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::NotConfigured => "not_configured",
            Self::TimedOut => "timed_out",
            Self::Unreachable(_) => "unreachable",
            Self::Limited { .. } => "limited",
            Self::Overloaded { .. } => "overloaded",
            Self::Unauthorized(_) => "unauthorized",
            Self::Refused(_) => "refused",
            Self::Truncated { .. } => "truncated",
            Self::Malformed(_) => "malformed",
            Self::BudgetSpent { .. } => "budget_spent",
            Self::Unpriced => "unpriced",
            Self::CircuitOpen { .. } => "circuit_open",
            Self::Provider { .. } => "provider",
        }
    }
}

fn after(retry_after: Option<Duration>) -> String {
    retry_after.map(|pause| format!("; it asks for {} s", pause.as_secs_f64())).unwrap_or_default()
}
