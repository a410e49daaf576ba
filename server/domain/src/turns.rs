//! A fair queue for what there is little of (queries, readers of documents, calls to a model): some run at once, of one owner at
//! most a share of them, and the next one belongs to the owner with the fewest running jobs who was served the longest ago. So no
//! owner waits behind all jobs of another one, nor for the longest of them while it is alone.

use futures::channel::oneshot::{self, Canceled};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// An owner who takes turns with others, such as a tenant.
pub type Owner = u128;

pub struct Turns {
    most: usize,
    /// Of one owner.
    share: usize,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    known: HashMap<Owner, Known>,
    given: u64,
    /// As they came, those of one owner by age.
    waiting: Vec<Waiting>,
}

/// Of one who has jobs under way or waiting.
#[derive(Clone, Copy, Default)]
struct Known {
    under_way: usize,
    /// The number of the last turn given to them.
    last: u64,
}

struct Waiting {
    whose: Owner,
    /// Of those of one owner the one with the lowest comes first.
    age: i64,
    give: oneshot::Sender<Turn>,
}

/// The next one's begins when this is dropped.
pub struct Turn {
    of: Arc<Turns>,
    whose: Owner,
}

impl Turns {
    /// So many at once, and so many of one owner. A share below the whole keeps a place free for a short job beside long ones.
    #[must_use]
    pub fn new(most: usize, share: usize) -> Arc<Self> {
        Arc::new(Self { most, share, state: Mutex::default() })
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// None that a caller could cause: whoever gives turns lives as long as this does.
    pub async fn take(self: &Arc<Self>, whose: Owner) -> Result<Turn, Canceled> {
        self.take_by_age(whose, i64::MAX).await
    }

    /// The same before those of this owner that are younger, and before all whose age does not count: by when it was wanted first.
    ///
    /// # Errors
    /// As [`Turns::take`].
    pub async fn take_by_age(self: &Arc<Self>, whose: Owner, age: i64) -> Result<Turn, Canceled> {
        let (give, given) = oneshot::channel();
        self.state().line_up(Waiting { whose, age, give });
        self.give();
        given.await
    }

    /// How many are under way, and how many wait for their turn.
    #[must_use]
    pub fn count(&self) -> (usize, usize) {
        let state = self.state();
        (state.under_way(), state.waiting.iter().filter(|one| !one.give.is_canceled()).count())
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn give(self: &Arc<Self>) {
        let mut given = Vec::new();
        let mut state = self.state();
        while state.under_way() < self.most
            && let Some(Waiting { whose, give, .. }) = state.next(self.share)
        {
            given.push((give, Turn { of: Arc::clone(self), whose }));
        }
        drop(state);
        for (give, turn) in given {
            // If the receiver has gone, dropping the turn gives it back.
            drop(give.send(turn));
        }
    }
}

impl State {
    fn under_way(&self) -> usize {
        self.known.values().map(|known| known.under_way).sum()
    }

    fn line_up(&mut self, one: Waiting) {
        // While a turn lasts long nobody else clears away those who left.
        self.waiting.retain(|one| !one.give.is_canceled());
        let later = self.waiting.iter().position(|other| other.whose == one.whose && other.age > one.age);
        self.waiting.insert(later.unwrap_or(self.waiting.len()), one);
    }

    /// Who is served now, counted as under way.
    fn next(&mut self, share: usize) -> Option<Waiting> {
        self.waiting.retain(|one| !one.give.is_canceled());
        let of = |one: &Waiting| self.known.get(&one.whose).map_or((0, 0), |known| (known.under_way, known.last));
        let may = self.waiting.iter().enumerate().filter(|(_, one)| of(one).0 < share);
        let (place, _) = may.min_by_key(|(_, one)| of(one))?;
        let next = self.waiting.remove(place);
        self.given += 1;
        let known = self.known.entry(next.whose).or_default();
        *known = Known { under_way: known.under_way + 1, last: self.given };
        Some(next)
    }

    fn back(&mut self, whose: Owner) {
        let Some(known) = self.known.get_mut(&whose) else { return };
        known.under_way = known.under_way.saturating_sub(1);
        if known.under_way == 0 && !self.waiting.iter().any(|one| one.whose == whose && !one.give.is_canceled()) {
            self.known.remove(&whose);
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.of.state().back(self.whose);
        self.of.give();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::FutureExt as _;
    use std::collections::VecDeque;

    /// In which order those are served that ask in this one, where each turn ends in the order in which it began.
    fn served(most: usize, share: usize, asked: &str) -> String {
        let turns = Turns::new(most, share);
        let ask = |who: char| Box::pin(turns.take(u128::from(u32::from(who))));
        let mut waiting: Vec<_> = asked.chars().map(|who| (who, ask(who))).collect();
        let (mut order, mut held) = (String::new(), VecDeque::new());
        loop {
            waiting.retain_mut(|(who, turn)| match turn.now_or_never() {
                Some(turn) => {
                    order.push(*who);
                    held.push_back(turn.expect("a turn"));
                    false
                }
                None => true,
            });
            assert!(held.len() <= most, "{} at once", held.len());
            if held.pop_front().is_none() {
                assert!(waiting.is_empty() && turns.state().known.is_empty(), "somebody is forgotten or remembered for ever");
                return order;
            }
        }
    }

    #[test]
    fn nobody_waits_behind_all_that_somebody_else_asked_for() {
        for (most, share, asked, order) in [
            (2, 2, "", ""),
            (2, 2, "AAA", "AAA"),
            (2, 2, "AAAAB", "AABAA"),
            (2, 2, "AAAABC", "AABCAA"),
            (2, 2, "AAAABBBB", "AABABABB"),
            (2, 2, "AABBCC", "AABCBC"),
            (4, 4, "AAAAAAAABBBB", "AAAABBAABBAA"),
            (1, 1, "AAABBB", "ABABAB"),
            (2, 1, "AAAAB", "ABAAA"),
            (4, 2, "AAAAAAAABBBB", "AABBAABBAAAA"),
        ] {
            let order_of = served(most, share, asked);
            assert_eq!(order_of.len(), asked.len());
            assert_eq!(order_of, order, "{asked}, {most} at once, {share} of one");
        }
    }

    #[test]
    fn the_oldest_of_one_owner_comes_first() {
        let turns = Turns::new(1, 1);
        let first = turns.take_by_age(1, 5).now_or_never().expect("it is free").expect("a turn");
        let ask = |whose, age| Box::pin(turns.take_by_age(whose, age));
        let mut waiting = [ask(1, 9), ask(1, 7), ask(2, 1), ask(1, 8)];
        assert!(waiting.iter_mut().all(|one| one.now_or_never().is_none()));
        let (mut order, mut held) = (Vec::new(), Some(first));
        while held.take().is_some() {
            let next = waiting.iter_mut().enumerate().filter(|(place, _)| !order.contains(place));
            let served = next.filter_map(|(place, one)| Some((place, one.now_or_never()?.expect("a turn")))).next();
            if let Some((place, turn)) = served {
                order.push(place);
                held = Some(turn);
            }
        }
        assert_eq!(order, [2, 1, 3, 0]);
    }

    #[test]
    fn a_place_is_left_for_somebody_else() {
        let turns = Turns::new(4, 2);
        let flood: Vec<_> = (0..100).map(|_| turns.take(1).now_or_never()).collect();
        assert_eq!(flood.iter().flatten().count(), 2);
        assert!(turns.take(2).now_or_never().is_some());
    }

    #[test]
    fn whoever_leaves_keeps_nobody_waiting() {
        let turns = Turns::new(1, 1);
        let first = turns.take(1).now_or_never().expect("it is free").expect("a turn");
        let mut left = Box::pin(turns.take(2));
        let mut next = Box::pin(turns.take(3));
        assert!((&mut left).now_or_never().is_none() && (&mut next).now_or_never().is_none());
        drop(left);
        let mut also = Box::pin(turns.take(2));
        assert!((&mut also).now_or_never().is_none());
        assert_eq!(turns.state().waiting.len(), 2, "whoever left is forgotten though nobody was served");
        drop(also);
        drop(first);
        let next = next.now_or_never().expect("it is its turn").expect("a turn");
        // One that was given a turn and never came for it.
        let mut given = Box::pin(turns.take(4));
        assert!((&mut given).now_or_never().is_none());
        drop(next);
        drop(given);
        assert!(turns.take(5).now_or_never().is_some());
    }
}
