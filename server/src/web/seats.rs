//! How many streams and sockets one person may hold open.

use super::problem::Problem;
use protocol::UserId;
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// Clones count together.
#[derive(Clone)]
pub(crate) struct Seats {
    most: usize,
    taken: Arc<Mutex<HashMap<UserId, usize>>>,
}

/// Held as long as the stream is open.
pub(crate) struct Seat {
    of: UserId,
    seats: Seats,
}

impl Seats {
    pub(crate) fn new(most: usize) -> Self {
        Self { most, taken: Arc::default() }
    }

    pub(crate) fn take(&self, of: UserId) -> Result<Seat, Problem> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let count = taken.entry(of).or_default();
        if *count >= self.most {
            let detail = format!("you hold {} streams open: close one before you open another", self.most);
            return Err(Problem::too_many(10, detail));
        }
        *count += 1;
        Ok(Seat { of, seats: self.clone() })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut taken = self.seats.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = taken.get_mut(&self.of) {
            *count -= 1;
            if *count == 0 {
                taken.remove(&self.of);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_person_has_so_many_and_no_more() {
        let seats = Seats::new(2);
        let (ada, bob) = (UserId(Uuid::from_u128(1)), UserId(Uuid::from_u128(2)));
        let first = seats.take(ada).expect("a seat");
        let second = seats.take(ada).expect("a seat");
        assert_eq!(seats.take(ada).err().map(|problem| problem.status.as_u16()), Some(429));
        assert!(seats.take(bob).is_ok(), "another person's seats are others");
        drop(first);
        let third = seats.take(ada).expect("the one that was given back");
        drop((second, third));
        assert!(seats.taken.lock().expect("the count").is_empty());
    }
}
