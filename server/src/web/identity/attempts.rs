//! How often somebody may guess a password or a token: per address, and per account from one address. What an address gets wrong
//! keeps nobody out who comes from another one, and only what was wrong counts.

use super::tokens::digest;
use crate::web::problem::Problem;
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use std::{
    collections::HashMap,
    hash::Hash,
    net::IpAddr,
    num::NonZeroU32,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// Wrong passwords that may follow each other from an address, and at one account; as many are forgiven in a minute.
const FROM_ADDRESS: u32 = 20;
const AT_ACCOUNT: u32 = 8;
const TOKENS: u32 = 20;
/// Pages without an account that an address may ask for in a minute.
const OPEN_PAGES: u32 = 300;

pub(crate) struct Attempts {
    passwords: Mutex<Passwords>,
    tokens: DefaultKeyedRateLimiter<IpAddr>,
    open_pages: DefaultKeyedRateLimiter<IpAddr>,
}

struct Passwords {
    by_address: Failures<IpAddr>,
    by_account: Failures<(IpAddr, Vec<u8>)>,
}

/// One attempt at a password. It counts as wrong until it is known to be right, so that many at once are no way around.
pub(crate) struct Attempt<'a> {
    attempts: &'a Attempts,
    address: IpAddr,
    account: Vec<u8>,
}

impl Attempts {
    pub(crate) fn new() -> Self {
        let passwords = Passwords { by_address: Failures::new(FROM_ADDRESS), by_account: Failures::new(AT_ACCOUNT) };
        let in_a_minute = |most| RateLimiter::keyed(Quota::per_minute(NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN)));
        Self { passwords: Mutex::new(passwords), tokens: in_a_minute(TOKENS), open_pages: in_a_minute(OPEN_PAGES) }
    }

    /// One more attempt at the password of an account.
    pub(crate) fn check(&self, address: IpAddr, account: &str) -> Result<Attempt<'_>, Problem> {
        // The address of the connection: what a header says of it, anybody can write.
        let address = network(address);
        let account = digest(account.trim().to_lowercase().as_bytes());
        let (now, mut passwords) = (Instant::now(), self.passwords());
        let of_account = (address, account);
        if !passwords.by_address.has_room(&address, now) || !passwords.by_account.has_room(&of_account, now) {
            return Err(too_many());
        }
        passwords.by_address.add(address, now);
        passwords.by_account.add(of_account.clone(), now);
        drop(passwords);
        Ok(Attempt { attempts: self, address, account: of_account.1 })
    }

    /// One more token that nobody has.
    pub(crate) fn check_token(&self, address: IpAddr) -> Result<(), Problem> {
        check(&self.tokens, address)
    }

    /// One more page that needs no account.
    pub(crate) fn check_open_page(&self, address: IpAddr) -> Result<(), Problem> {
        check(&self.open_pages, address)
    }

    fn passwords(&self) -> MutexGuard<'_, Passwords> {
        self.passwords.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn check(limit: &DefaultKeyedRateLimiter<IpAddr>, address: IpAddr) -> Result<(), Problem> {
    let allowed = limit.check_key(&network(address)).is_ok();
    // Keys that have not been seen for a while need no memory.
    if limit.len() > MOST_KEYS {
        limit.retain_recent();
    }
    if allowed { Ok(()) } else { Err(too_many()) }
}

impl Attempt<'_> {
    /// It was right: what went wrong at this account before is forgiven, what the address got wrong elsewhere is not.
    pub(crate) fn succeed(self) {
        let mut passwords = self.attempts.passwords();
        passwords.by_address.take_back(&self.address);
        passwords.by_account.forget(&(self.address, self.account));
    }

    /// It could not be found out whether it was right.
    pub(crate) fn withdraw(self) {
        let mut passwords = self.attempts.passwords();
        passwords.by_address.take_back(&self.address);
        passwords.by_account.take_back(&(self.address, self.account));
    }
}

/// More are looked through for those that have not been seen for a while.
const MOST_KEYS: usize = 10_000;

/// What went wrong lately, by key.
struct Failures<K> {
    most: u32,
    /// When all of it is forgiven.
    until: HashMap<K, Instant>,
}

impl<K: Clone + Eq + Hash> Failures<K> {
    fn new(most: u32) -> Self {
        Self { most, until: HashMap::new() }
    }

    /// After this long one is forgiven.
    fn pause(&self) -> Duration {
        Duration::from_secs(60) / self.most
    }

    fn has_room(&self, key: &K, now: Instant) -> bool {
        let left = self.until.get(key).map_or(Duration::ZERO, |until| until.saturating_duration_since(now));
        left + self.pause() <= self.pause() * self.most
    }

    fn add(&mut self, key: K, now: Instant) {
        if self.until.len() > MOST_KEYS {
            self.until.retain(|_, until| *until > now);
        }
        let pause = self.pause();
        let until = self.until.entry(key).or_insert(now);
        *until = (*until).max(now) + pause;
    }

    fn take_back(&mut self, key: &K) {
        let pause = self.pause();
        if let Some(until) = self.until.get_mut(key) {
            // One that was forgiven meanwhile is in the past anyway.
            *until = until.checked_sub(pause).unwrap_or(*until);
        }
    }

    fn forget(&mut self, key: &K) {
        self.until.remove(key);
    }
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
    fn open_pages_are_many_and_not_endless() {
        let attempts = Attempts::new();
        let allowed = (0..400).filter(|_| attempts.check_open_page(HOME.into()).is_ok()).count();
        assert!((300..310).contains(&allowed), "{allowed}");
        assert!(attempts.check_open_page([203, 0, 113, 9].into()).is_ok());
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

    #[test]
    fn who_is_right_does_not_use_up_attempts() {
        let attempts = Attempts::new();
        let check = |account: &str| attempts.check(HOME.into(), account);
        for n in 0..100 {
            let (right, unknown) = (check("ada@example.org"), check(&format!("{n}@example.org")));
            right.unwrap_or_else(|_| panic!("signed in {n} times")).succeed();
            unknown.unwrap_or_else(|_| panic!("asked {n} times")).withdraw();
        }
        // A right password forgives what was wrong at its account, not what was wrong from its address.
        let wrong = |account: &str, times: usize| (0..times).filter(|_| check(account).is_ok()).count();
        assert_eq!(wrong("ada@example.org", 7), 7);
        check("ada@example.org").unwrap_or_else(|_| panic!("the eighth")).succeed();
        assert_eq!(wrong("ada@example.org", 10), 8);
        assert_eq!(wrong("bob@example.org", 10), 5, "7 and 8 and 5 are the address's 20");
        assert!(check("eve@example.org").is_err());
    }
}
