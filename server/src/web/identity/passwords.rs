//! Passwords: Argon2id, off the async threads, and what an account must look like.

use argon2::{
    Argon2,
    password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString, rand_core::OsRng},
};
use domain::{Failure, FailureKind};
use std::{sync::LazyLock, thread::available_parallelism, time::Duration};
use tokio::{
    sync::{Semaphore, SemaphorePermit},
    time::timeout,
};
use zxcvbn::{Score, zxcvbn};

pub(crate) const SHORTEST: usize = 10;
/// Longer ones only cost the server time.
const LONGEST: usize = 200;

/// Each takes 19 MB and a processor: however many are sent, so many are worked on.
static AT_ONCE: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(available_parallelism().map_or(2, |n| n.get().max(2))));
/// Whoever has waited so long tries again: there is one queue for everybody, and somebody may have made it long.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// What is wrong with a password says not yet what is better.
const WHAT_TO_DO: &str = "Use four unrelated words, or one that a password manager made.";

/// The hash as a PHC string.
pub(crate) async fn hash_password(password: String) -> Result<String, Failure> {
    blocking(move || {
        let salt = SaltString::generate(&mut OsRng);
        Argon2::default()
            .hash_password(password.as_bytes(), &salt)
            .map(|hash| hash.to_string())
            .map_err(|fault| fault.to_string())
    })
    .await
}

/// Whether the password belongs to the hash. Without a hash the same time is spent, so that nobody learns which accounts exist.
pub(crate) async fn verify_password(password: String, hash: Option<String>) -> Result<bool, Failure> {
    blocking(move || {
        const NOBODY: &str = "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| NOBODY.to_owned());
        let parsed = PasswordHash::new(&hash).map_err(|fault| fault.to_string())?;
        Ok(Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok() && known)
    })
    .await
}

async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, String> + Send + 'static) -> Result<T, Failure> {
    let turn = wait_for_turn(&AT_ONCE, LONGEST_WAIT).await?;
    let worked = tokio::task::spawn_blocking(move || {
        // Held to the end of the work, also where nobody waits for it any more.
        let _turn = turn;
        work()
    });
    let result = worked.await.map_err(|fault| fault.to_string()).and_then(|result| result);
    result.map_err(|fault| {
        tracing::error!(%fault, "a password could not be worked on");
        Failure::new(FailureKind::Internal, "the server failed on this password")
    })
}

async fn wait_for_turn(turns: &Semaphore, longest: Duration) -> Result<SemaphorePermit<'_>, Failure> {
    match timeout(longest, turns.acquire()).await {
        Ok(Ok(turn)) => Ok(turn),
        // None is ever closed.
        Ok(Err(_)) | Err(_) => {
            let failure = Failure::new(FailureKind::Busy, "too many passwords are checked at once: try again in a moment");
            Err(Failure { retry_after: Some(5), ..failure })
        }
    }
}

/// `about`: what others know of the person, such as their name and address.
pub(crate) fn checked_password(password: &str, about: &[&str]) -> Result<(), Failure> {
    if !(SHORTEST..=LONGEST).contains(&password.chars().count()) {
        return Err(Failure::invalid("password", format!("a password has {SHORTEST} to {LONGEST} characters")));
    }
    let strength = zxcvbn(password, about);
    if strength.score() >= Score::Three {
        return Ok(());
    }
    let why = strength.feedback().and_then(|feedback| Some(format!("{} ", feedback.warning()?))).unwrap_or_default();
    Err(Failure::invalid("password", format!("this password would be guessed soon. {why}{WHAT_TO_DO}")))
}

/// In lower case, without its edges.
pub(crate) fn checked_email(email: &str) -> Result<String, Failure> {
    let email = email.trim().to_lowercase();
    let sound = email.len() <= 254
        && !email.chars().any(|c| c.is_whitespace() || c.is_control())
        && email
            .split_once('@')
            .is_some_and(|(name, host)| !name.is_empty() && host.contains('.') && !host.starts_with('.') && !host.contains('@'));
    if sound { Ok(email) } else { Err(Failure::invalid("email", "this is not an email address")) }
}

pub(crate) fn checked_name(name: &str) -> Result<String, Failure> {
    let name = name.trim();
    let sound = (1..=100).contains(&name.chars().count()) && !name.chars().any(char::is_control);
    if sound { Ok(name.to_owned()) } else { Err(Failure::invalid("name", "a name has 1 to 100 characters")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_whose_turn_does_not_come_is_for_later() {
        let turns = Semaphore::new(1);
        let turn = wait_for_turn(&turns, LONGEST_WAIT).await.expect("nobody else waits");
        let busy = wait_for_turn(&turns, Duration::ZERO).await.expect_err("it is taken");
        assert_eq!((busy.kind, busy.retry_after), (FailureKind::Busy, Some(5)));
        drop(turn);
        assert!(wait_for_turn(&turns, Duration::ZERO).await.is_ok(), "its turn has come");
    }

    #[test]
    fn a_password_is_judged_by_how_soon_it_is_guessed() {
        let about = ["Ada Lovelace", "ada@example.org"];
        for good in ["a long enough password", "quite another password", "Zw9-kdTq2-mmB", "käsebrot mit senf am dienstag"] {
            assert!(checked_password(good, &about).is_ok(), "{good}");
        }
        for (weak, why) in [
            ("short", "10 to 200 characters"),
            ("1234567890", "guessed soon"),
            ("qwertyuiop", "guessed soon"),
            ("passwordpassword", "guessed soon"),
            ("aaaaaaaaaaaaaaaaaaaa", "guessed soon"),
            ("adalovelace", "guessed soon"),
            ("passwordpassword", WHAT_TO_DO),
            ("adalovelace", WHAT_TO_DO),
        ] {
            let told = checked_password(weak, &about).expect_err(weak);
            assert!(told.detail.contains(why), "{weak}: {}", told.detail);
        }
    }
}
