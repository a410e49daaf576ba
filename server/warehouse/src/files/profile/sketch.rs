//! Small memories of many values: how many different ones there are, where they lie, which come often.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Counts different values by their hashes within about 1.6 % (HyperLogLog with 4,096 registers).
#[derive(Clone)]
pub(super) struct Distinct {
    registers: Box<[u8; Self::REGISTERS]>,
}

impl Default for Distinct {
    fn default() -> Self {
        Self { registers: Box::new([0; Self::REGISTERS]) }
    }
}

impl Distinct {
    const BITS: u32 = 12;
    const REGISTERS: usize = 1 << Self::BITS;

    #[inline]
    pub(super) fn add(&mut self, hash: u64) {
        let place = (hash >> (64 - Self::BITS)) as usize;
        let rank = ((hash << Self::BITS) | (1 << (Self::BITS - 1))).leading_zeros() as u8 + 1;
        let register = &mut self.registers[place];
        if rank > *register {
            *register = rank;
        }
    }

    pub(super) fn join(&mut self, other: &Self) {
        for (mine, theirs) in self.registers.iter_mut().zip(other.registers.iter()) {
            *mine = (*mine).max(*theirs);
        }
    }

    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate")]
    pub(super) fn estimate(&self) -> u64 {
        let m = Self::REGISTERS as f64;
        let sum: f64 = self.registers.iter().map(|rank| 2f64.powi(-i32::from(*rank))).sum();
        let raw = 0.7213 / (1.0 + 1.079 / m) * m * m / sum;
        let empty = self.registers.iter().filter(|rank| **rank == 0).count();
        let estimate = if raw <= 2.5 * m && empty > 0 { m * (m / empty as f64).ln() } else { raw };
        estimate.round() as u64
    }
}

/// Evenly chosen values, at most [`Self::MOST`]: each stands for as many as the others.
#[derive(Clone, Default)]
pub(super) struct Sample {
    kept: Vec<f64>,
    /// Of how many values one is kept, as a power of two.
    sparse: u32,
    seen: u64,
}

impl Sample {
    const MOST: usize = 16 * 1024;

    #[inline]
    pub(super) fn add(&mut self, value: f64) {
        // One of each stride, at a place that a hash chooses: values that repeat in a rhythm are not favoured.
        let stride = 1_u64 << self.sparse;
        let (block, place) = (self.seen >> self.sparse, self.seen & (stride - 1));
        self.seen += 1;
        if place == mix(block) & (stride - 1) {
            self.kept.push(value);
            if self.kept.len() >= Self::MOST {
                self.thin();
            }
        }
    }

    fn thin(&mut self) {
        let mut nth = 0_u64;
        self.kept.retain(|_| {
            nth += 1;
            // Of each pair one.
            mix(nth >> 1) & 1 == nth & 1
        });
        self.sparse += 1;
    }

    pub(super) fn join(&mut self, mut other: Self) {
        while self.sparse < other.sparse {
            self.thin();
        }
        while other.sparse < self.sparse {
            other.thin();
        }
        self.seen += other.seen;
        self.kept.append(&mut other.kept);
        while self.kept.len() >= Self::MOST {
            self.thin();
        }
    }

    /// How many of all values lie in each of `bars` equal parts between the least and the greatest, about; nothing where they are one.
    #[expect(
        clippy::cast_precision_loss,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "places in a short list, and an estimate"
    )]
    pub(super) fn histogram(&self, least: f64, most: f64, bars: usize) -> Vec<u64> {
        let width = most - least;
        if self.kept.is_empty() || !width.is_finite() || width <= 0.0 {
            return Vec::new();
        }
        let mut counts = vec![0_u64; bars];
        for value in &self.kept {
            let place = ((value - least) / width * bars as f64) as usize;
            counts[place.min(bars - 1)] += 1;
        }
        let each = self.seen as f64 / self.kept.len() as f64;
        counts.into_iter().map(|count| (count as f64 * each).round() as u64).collect()
    }

    pub(super) fn quantiles(mut self, wanted: &[f64]) -> Vec<f64> {
        if self.kept.is_empty() {
            return Vec::new();
        }
        self.kept.sort_by(f64::total_cmp);
        let last = self.kept.len() - 1;
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a place in a short list"
        )]
        let place = |share: f64| ((last as f64 * share).round() as usize).min(last);
        wanted.iter().map(|share| self.kept[place(*share)]).collect()
    }
}

/// Spreads a number's bits over all of it.
#[inline]
pub(super) const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[inline]
pub(super) fn hash_bytes(bytes: &[u8]) -> u64 {
    let mut hash = bytes.len() as u64;
    let mut chunks = bytes.chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes([chunk[0], chunk[1], chunk[2], chunk[3], chunk[4], chunk[5], chunk[6], chunk[7]]);
        hash = (hash ^ word).wrapping_mul(0x9FB2_1C65_1E98_DF25).rotate_left(29);
    }
    let mut rest = 0;
    for byte in chunks.remainder() {
        rest = (rest << 8) | u64::from(*byte);
    }
    mix(hash ^ rest.wrapping_mul(0xD6E8_FEB8_6659_FD93))
}

/// The hashes are hashes already.
#[derive(Clone, Default)]
pub(super) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, _: &[u8]) {}

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// How often a value came, and the value as a number or a text.
type Counted = (u64, f64, Option<Box<str>>);

/// Counts values exactly while there are few, and gives up where hardly any repeats.
#[derive(Clone, Default)]
pub(super) struct Frequencies {
    counts: HashMap<u64, Counted, BuildHasherDefault<AsItIs>>,
    seen: u64,
    /// There were more than could be kept: counts of those that are here stand, others are missing.
    pub(super) overflowed: bool,
    given_up: bool,
}

/// A frequent value, as a number or a text.
pub(super) type Often<'a> = (u64, f64, Option<&'a str>);

impl Frequencies {
    const MOST: usize = 8_192;

    #[inline]
    pub(super) fn add(&mut self, hash: u64, number: f64, text: Option<&str>) {
        self.seen += 1;
        if self.given_up {
            return;
        }
        if let Some((count, ..)) = self.counts.get_mut(&hash) {
            *count += 1;
            return;
        }
        if self.counts.len() >= Self::MOST {
            self.overflowed = true;
            // So many different ones so early: none of them is frequent.
            self.given_up = self.seen < 4 * Self::MOST as u64;
            if self.given_up {
                self.counts = HashMap::default();
            }
            return;
        }
        self.counts.insert(hash, (1, number, text.map(|text| text.chars().take(200).collect::<String>().into_boxed_str())));
    }

    pub(super) fn join(&mut self, other: Self) {
        self.seen += other.seen;
        self.overflowed |= other.overflowed;
        self.given_up |= other.given_up;
        for (hash, (count, number, text)) in other.counts {
            if self.counts.len() < Self::MOST || self.counts.contains_key(&hash) {
                self.counts.entry(hash).or_insert((0, number, text)).0 += count;
            } else {
                self.overflowed = true;
            }
        }
        if self.given_up {
            self.counts = HashMap::default();
        }
    }

    /// How many different values there are, where that is known exactly.
    pub(super) fn distinct(&self) -> Option<u64> {
        (!self.overflowed && !self.given_up).then_some(self.counts.len() as u64)
    }

    pub(super) fn top(&self, most: usize) -> Vec<Often<'_>> {
        let mut all: Vec<Often<'_>> =
            self.counts.values().map(|(count, number, text)| (*count, *number, text.as_deref())).collect();
        all.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.total_cmp(&b.1)).then_with(|| a.2.cmp(&b.2)));
        all.truncate(most);
        all.retain(|(count, ..)| *count > 1);
        all
    }
}

#[cfg(test)]
#[expect(clippy::cast_precision_loss, reason = "small numbers")]
mod tests {
    use super::*;

    #[test]
    fn different_values_are_counted_closely() {
        for many in [10_u64, 1_000, 100_000, 1_000_000] {
            let (mut left, mut right) = (Distinct::default(), Distinct::default());
            for value in 0..many {
                left.add(mix(value));
                right.add(hash_bytes(format!("value {value}").as_bytes()));
            }
            for estimate in [left.estimate(), right.estimate()] {
                let off = (estimate as f64 - many as f64).abs() / many as f64;
                assert!(off < 0.05, "{many}: {estimate}");
            }
            left.join(&right);
            assert!(left.estimate() > many + many / 2, "both kinds are in it");
        }
    }

    #[test]
    fn quantiles_are_close_for_any_order() {
        let many = 300_000_u64;
        let shuffled = |n: u64| (n * 7_919) % 300_000;
        let orders: [fn(u64) -> u64; 3] = [|n| n, |n| 300_000 - 1 - n, shuffled];
        for order in orders {
            let (mut first, mut second) = (Sample::default(), Sample::default());
            for n in 0..many {
                if n < many / 3 { &mut first } else { &mut second }.add(order(n) as f64);
            }
            first.join(second);
            for (share, value) in [0.05, 0.5, 0.95].into_iter().zip(first.quantiles(&[0.05, 0.5, 0.95])) {
                assert!((value / many as f64 - share).abs() < 0.02, "{share}: {value}");
            }
        }
    }

    #[test]
    fn a_histogram_holds_every_value_once() {
        let mut sample = Sample::default();
        (0..100).for_each(|n| sample.add(f64::from(n)));
        assert_eq!(sample.histogram(0.0, 99.0, 4), [25, 25, 25, 25]);
        assert!(sample.histogram(5.0, 5.0, 4).is_empty(), "all are one value");
        let mut many = Sample::default();
        (0..200_000).for_each(|n| many.add(f64::from(n % 1_000)));
        let counts = many.histogram(0.0, 999.0, 10);
        assert!(counts.iter().sum::<u64>().abs_diff(200_000) < 10, "{counts:?}");
        assert!(counts.iter().all(|count| count.abs_diff(20_000) < 4_000), "{counts:?}");
    }

    #[test]
    fn frequent_values_are_found() {
        let (mut first, mut second) = (Frequencies::default(), Frequencies::default());
        for n in 0..10_000_u64 {
            let value = if n % 3 == 0 { 7 } else { n % 100 };
            if n % 2 == 0 { &mut first } else { &mut second }.add(mix(value), value as f64, None);
        }
        first.join(second);
        assert_eq!((first.top(1)[0].1, first.distinct()), (7.0, Some(100)));
        let mut all_different = Frequencies::default();
        (0..100_000_u64).for_each(|n| all_different.add(mix(n), 0.0, None));
        assert!(all_different.top(3).is_empty() && all_different.distinct().is_none());
    }
}
