//! How often somebody may guess a password or a token: per address, and per account from one address. What an address gets wrong
//! keeps nobody out who comes from another one.

use super::tokens::digest;
use crate::web::problem::Problem;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::{hash::Hash, net::IpAddr, num::NonZeroU32};

pub(crate) struct Attempts {
    by_address: DefaultKeyedRateLimiter<IpAddr>,
    by_account: DefaultKeyedRateLimiter<(IpAddr, Vec<u8>)>,
    tokens: DefaultKeyedRateLimiter<IpAddr>,
}

impl Attempts {
    pub(crate) fn new() -> Self {
        Self {
            by_address: RateLimiter::keyed(per_minute(20)),
            by_account: RateLimiter::keyed(per_minute(8)),
            tokens: RateLimiter::keyed(per_minute(20)),
        }
    }

    /// One more attempt at the password of an account.
    pub(crate) fn check(&self, address: IpAddr, account: &str) -> Result<(), Problem> {
        // The address of the connection: what a header says of it, anybody can write.
        let address = network(address);
        let account = digest(account.trim().to_lowercase().as_bytes());
        let allowed = count(&self.by_address, &address) && count(&self.by_account, &(address, account));
        if allowed { Ok(()) } else { Err(too_many()) }
    }

    /// One more token that nobody has.
    pub(crate) fn check_token(&self, address: IpAddr) -> Result<(), Problem> {
        if count(&self.tokens, &network(address)) { Ok(()) } else { Err(too_many()) }
    }
}

fn count<K: Clone + Eq + Hash>(limiter: &DefaultKeyedRateLimiter<K>, key: &K) -> bool {
    let allowed = limiter.check_key(key).is_ok();
    // Keys that have not been seen for a while need no memory.
    if limiter.len() > 10_000 {
        limiter.retain_recent();
    }
    allowed
}

fn too_many() -> Problem {
    Problem::too_many(10, "too many attempts: wait a little and try again")
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

    const HOME: [u8; 4] = [198, 51, 100, 7];

    #[test]
    fn another_spelling_or_a_neighbouring_address_is_no_new_attempt() {
        let attempts = Attempts::new();
        let spellings = ["ada@example.org", " ada@example.org", "ADA@example.org\t"];
        let allowed = (0..30).filter(|n| attempts.check(HOME.into(), spellings[*n as usize % 3]).is_ok()).count();
        assert_eq!(allowed, 8);
        let neighbour = |number: u16| IpAddr::from([0x2001, 0xdb8, 0, 1, 0, 0, 0, number]);
        let allowed = (0..60).filter(|n| attempts.check(neighbour(*n), &format!("{n}@example.org")).is_ok()).count();
        assert_eq!(allowed, 20);
        let allowed = (0..60).filter(|n| attempts.check_token(neighbour(*n)).is_ok()).count();
        assert_eq!(allowed, 20);
    }

    #[test]
    fn nobody_locks_anybody_else_out() {
        let attempts = Attempts::new();
        let elsewhere = |number: u32| IpAddr::from([203, 0, 113, u8::try_from(number).expect("a byte")]);
        for n in 0..200 {
            drop(attempts.check(elsewhere(n), "ada@example.org"));
        }
        assert!(attempts.check(HOME.into(), "ada@example.org").is_ok());
    }
}
