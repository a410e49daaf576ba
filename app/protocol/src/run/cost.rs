//! What a run takes.

use crate::record::record;

record! {
    /// What a run took so far. A price that is not known makes the sum unknown, never nought.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct RunCost {
        pub input_tokens: u64,
        pub output_tokens: u64,
        pub llm_usd: Option<f64>,
        pub queries: u32,
        pub bytes_scanned: Option<u64>,
        pub warehouse_usd: Option<f64>,
        pub total_usd: Option<f64>,
    }
}

impl RunCost {
    /// Two costs together. What nobody counted yet adds nothing; what cannot be known makes the sum unknown.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let sum = |one: Option<f64>, other: Option<f64>| one.zip(other).map(|(one, other)| one + other);
        let is_first = *self == Self::default();
        let add = |one: Option<f64>, other: Option<f64>| if is_first { other } else { sum(one, other) };
        let (llm_usd, warehouse_usd) = (add(self.llm_usd, other.llm_usd), add(self.warehouse_usd, other.warehouse_usd));
        Self {
            input_tokens: self.input_tokens + other.input_tokens,
            output_tokens: self.output_tokens + other.output_tokens,
            llm_usd,
            queries: self.queries + other.queries,
            bytes_scanned: if is_first {
                other.bytes_scanned
            } else {
                self.bytes_scanned.zip(other.bytes_scanned).map(|(one, other)| one + other)
            },
            warehouse_usd,
            total_usd: sum(llm_usd, warehouse_usd),
        }
    }
}
