//! How often somebody may try a password: per address and per account.

use super::tokens::digest;
use crate::web::problem::Problem;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::{net::IpAddr, num::NonZeroU32};

pub(crate) struct Attempts {
    by_address: DefaultKeyedRateLimiter<IpAddr>,
    by_account: DefaultKeyedRateLimiter<Vec<u8>>,
}

impl Attempts {
    pub(crate) fn new() -> Self {
        Self { by_address: RateLimiter::keyed(per_minute(20)), by_account: RateLimiter::keyed(per_minute(8)) }
    }

    pub(crate) fn check(&self, address: IpAddr, account: &str) -> Result<(), Problem> {
        // The address of the connection: what a header says of it, anybody can write.
        let account = digest(account.trim().to_lowercase().as_bytes());
        let allowed = self.by_address.check_key(&network(address)).is_ok() && self.by_account.check_key(&account).is_ok();
        // Keys that have not been seen for a while need no memory.
        if self.by_account.len().max(self.by_address.len()) > 10_000 {
            self.by_account.retain_recent();
            self.by_address.retain_recent();
        }
        if allowed { Ok(()) } else { Err(Problem::too_many(10, "too many attempts: wait a little and try again")) }
    }
}

/// Who has one IPv6 address has 2⁶⁴ of them.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() >> 64 << 64).into()),
        address @ IpAddr::V4(_) => address,
    }
}

fn per_minute(count: u32) -> Quota {
    Quota::per_minute(NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_spelling_or_a_neighbouring_address_is_no_new_attempt() {
        let attempts = Attempts::new();
        let address = |number: u32| IpAddr::from([198, 51, 100, u8::try_from(number).expect("a byte")]);
        let spellings = ["ada@example.org", " ada@example.org", "ADA@example.org\t"];
        let allowed = (0..30).filter(|n| attempts.check(address(*n), spellings[*n as usize % 3]).is_ok()).count();
        assert_eq!(allowed, 8);
        let neighbour = |number: u16| IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, number]);
        let allowed = (0..60).filter(|n| attempts.check(neighbour(*n), &format!("{n}@example.org")).is_ok()).count();
        assert_eq!(allowed, 20);
    }
}
