//! How often somebody may try a password: per address and per account.

use crate::web::problem::Problem;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::{net::IpAddr, num::NonZeroU32};

pub(crate) struct Attempts {
    by_address: DefaultKeyedRateLimiter<IpAddr>,
    by_account: DefaultKeyedRateLimiter<String>,
}

impl Attempts {
    pub(crate) fn new() -> Self {
        Self { by_address: RateLimiter::keyed(per_minute(20)), by_account: RateLimiter::keyed(per_minute(8)) }
    }

    pub(crate) fn check(&self, address: IpAddr, account: &str) -> Result<(), Problem> {
        let allowed = self.by_address.check_key(&address).is_ok() && self.by_account.check_key(&account.to_lowercase()).is_ok();
        // Keys that have not been seen for a while need no memory.
        if self.by_account.len() > 10_000 {
            self.by_account.retain_recent();
            self.by_address.retain_recent();
        }
        if allowed { Ok(()) } else { Err(Problem::too_many(10, "too many attempts: wait a little and try again")) }
    }
}

fn per_minute(count: u32) -> Quota {
    Quota::per_minute(NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN))
}
