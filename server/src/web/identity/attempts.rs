//! How often somebody may guess a password or a token. Passwords count per account and address together, and only what was wrong:
//! nobody keeps others out from elsewhere. Where an address gets much wrong, each account may be tried less often from there, so that
//! a few who guess keep out nobody behind the same proxy; far beyond that the address waits, whoever comes from it.

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

/// Wrong passwords that may follow each other at one account from one address; as many are forgiven in a minute.
const AT_ACCOUNT: u32 = 8;
/// Of them while the address got more wrong than it may: enough for a person who mistypes once, too few for guessing at one account.
const AT_ACCOUNT_UNDER_ATTACK: u32 = 2;
/// Wrong passwords from an address, at whichever accounts, before each of them may be tried less often.
const FROM_ADDRESS: u32 = 20;
/// And before nothing more is taken from it: one password at thousands of accounts is never wrong twice at the same.
const FROM_ADDRESS_AT_MOST: u32 = 120;
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
    /// All of them, also those that `by_address` has no room for.
    at_most: Failures<IpAddr>,
    by_account: Failures<(IpAddr, Vec<u8>)>,
}

/// One attempt at a password. It counts as wrong until it is known to be right, so that many at once are no way around.
pub(crate) struct Attempt<'a> {
    attempts: &'a Attempts,
    address: IpAddr,
    account: Vec<u8>,
    /// It counts for the address too: an address that is full counts no further, so that it is not full for hours.
    at_address: bool,
}

impl Attempts {
    pub(crate) fn new() -> Self {
        let passwords = Passwords {
            by_address: Failures::new(FROM_ADDRESS),
            at_most: Failures::new(FROM_ADDRESS_AT_MOST),
            by_account: Failures::new(AT_ACCOUNT),
        };
        let in_a_minute = |most| RateLimiter::keyed(Quota::per_minute(NonZeroU32::new(most).unwrap_or(NonZeroU32::MIN)));
        Self { passwords: Mutex::new(passwords), tokens: in_a_minute(TOKENS), open_pages: in_a_minute(OPEN_PAGES) }
    }

    /// One more attempt at the password of an account.
    pub(crate) fn check(&self, address: IpAddr, account: &str) -> Result<Attempt<'_>, Problem> {
        self.check_at(address, account, Instant::now())
    }

    fn check_at(&self, address: IpAddr, account: &str, now: Instant) -> Result<Attempt<'_>, Problem> {
        // The address of the connection: what a header says of it, anybody can write.
        let address = network(address);
        let account = digest(account.trim().to_lowercase().as_bytes());
        let mut passwords = self.passwords();
        let of_account = (address, account);
        let at_address = passwords.by_address.has_room(&address, now, FROM_ADDRESS);
        let most = if at_address { AT_ACCOUNT } else { AT_ACCOUNT_UNDER_ATTACK };
        let may_go_on = passwords.at_most.has_room(&address, now, FROM_ADDRESS_AT_MOST);
        if !may_go_on || !passwords.by_account.has_room(&of_account, now, most) {
            return Err(too_many());
        }
        passwords.at_most.add(address, now);
        if at_address {
            passwords.by_address.add(address, now);
        }
        passwords.by_account.add(of_account.clone(), now);
        drop(passwords);
        Ok(Attempt { attempts: self, address, account: of_account.1, at_address })
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
        passwords.take_back(&self.address, self.at_address);
        passwords.by_account.forget(&(self.address, self.account));
    }

    /// It could not be found out whether it was right.
    pub(crate) fn withdraw(self) {
        let mut passwords = self.attempts.passwords();
        passwords.take_back(&self.address, self.at_address);
        passwords.by_account.take_back(&(self.address, self.account));
    }
}

impl Passwords {
    fn take_back(&mut self, address: &IpAddr, at_address: bool) {
        self.at_most.take_back(address);
        if at_address {
            self.by_address.take_back(address);
        }
    }
}

/// More are looked through for those that have not been seen for a while.
const MOST_KEYS: usize = 10_000;

/// What went wrong lately, by key.
struct Failures<K> {
    most: u32,
    /// When all of it is forgiven.
    until: HashMap<K, Instant>,
    /// With more keys they are looked through.
    sweep_beyond: usize,
}

impl<K: Clone + Eq + Hash> Failures<K> {
    fn new(most: u32) -> Self {
        Self { most, until: HashMap::new(), sweep_beyond: MOST_KEYS }
    }

    /// After this long one is forgiven.
    fn pause(&self) -> Duration {
        Duration::from_secs(60) / self.most
    }

    /// Whether one more is within so many.
    fn has_room(&self, key: &K, now: Instant, most: u32) -> bool {
        let left = self.until.get(key).map_or(Duration::ZERO, |until| until.saturating_duration_since(now));
        left + self.pause() <= self.pause() * most
    }

    fn add(&mut self, key: K, now: Instant) {
        if self.until.len() > self.sweep_beyond {
            self.until.retain(|_, until| *until > now);
            // Not before there are twice as many again: where many are kept, each would cost a look at all of them.
            self.sweep_beyond = MOST_KEYS.max(self.until.len() * 2);
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
        let allowed = (0..60).filter(|n| attempts.check(neighbour(*n), "bob@example.org").is_ok()).count();
        assert_eq!(allowed, 8);
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
    }

    #[test]
    fn an_address_that_guesses_is_slowed_and_locks_nobody_out() {
        let (attempts, now) = (Attempts::new(), Instant::now());
        let check = |account: &str| attempts.check_at(HOME.into(), account, now);
        let guesses = |account: u32| (0..8).filter(|_| check(&format!("{account}@example.org")).is_ok()).count();
        // 8 and 8 and 4 are the address's 20; from then on it is 2 each.
        assert_eq!((0..40).map(guesses).collect::<Vec<_>>(), [vec![8, 8, 4], vec![2; 37]].concat());
        for _ in 0..50 {
            check("ada@example.org").unwrap_or_else(|_| panic!("the right password is let in")).succeed();
        }
        // One wrong attempt of one's own is not the last.
        drop(check("bob@example.org"));
        assert!(check("bob@example.org").is_ok() && check("bob@example.org").is_err());
        assert_eq!(guesses(99), 2, "who is right in between makes no room for guesses");
    }

    #[test]
    fn one_password_is_not_tried_at_any_number_of_accounts() {
        let (attempts, now) = (Attempts::new(), Instant::now());
        let spray = |now: Instant| {
            let check = |n: &u32| attempts.check_at(HOME.into(), &format!("{n}@example.org"), now).is_ok();
            (0..10_000).filter(check).count()
        };
        assert_eq!(spray(now), 120);
        assert!(attempts.check_at(HOME.into(), "ada@example.org", now).is_err(), "nor at one that nobody tried yet");
        assert!(attempts.check_at([203, 0, 113, 9].into(), "ada@example.org", now).is_ok(), "elsewhere she is let in");
        assert_eq!(spray(now), 0, "what was refused does not count");
        assert_eq!(spray(now + Duration::from_secs(30)), 60, "half of it is forgiven in half a minute");
        // Who is right uses nothing up there either.
        let later = now + Duration::from_secs(31);
        for _ in 0..50 {
            let right = attempts.check_at(HOME.into(), "ada@example.org", later);
            right.unwrap_or_else(|_| panic!("there is room for two")).succeed();
        }
        assert_eq!(spray(later), 2);
    }

    #[test]
    fn many_keys_are_looked_through_when_they_have_doubled() {
        let (mut failures, now) = (Failures::new(1), Instant::now());
        let add = |failures: &mut Failures<usize>, keys: std::ops::Range<usize>, now| keys.for_each(|key| failures.add(key, now));
        add(&mut failures, 0..MOST_KEYS + 2, now);
        assert_eq!((failures.until.len(), failures.sweep_beyond), (MOST_KEYS + 2, 2 * (MOST_KEYS + 1)), "none is over yet");
        let later = now + Duration::from_secs(61);
        add(&mut failures, MOST_KEYS + 2..2 * (MOST_KEYS + 1) + 1, later);
        assert_eq!(failures.until.len(), 2 * (MOST_KEYS + 1) + 1, "no sooner");
        add(&mut failures, 90_000..90_001, later);
        assert_eq!(failures.until.len(), MOST_KEYS + 2, "those of before are gone");
    }
}
