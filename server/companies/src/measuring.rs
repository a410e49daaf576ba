//! What `/metrics` shows of searches: by layer the seconds and the cost, why companies were left out, and how often the texts were there.

use domain::companies::Outcome;
use protocol::{
    companies::{CacheUse, CompanySearchView, SearchLayer, SearchMeta},
    work::StepState,
};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

/// How long each of layers 5 to 7 takes.
pub(crate) type Taken = BTreeMap<SearchLayer, Duration>;

/// Takes the time of layers that take turns.
pub(crate) struct Stopwatch {
    layer: SearchLayer,
    since: Instant,
    taken: Taken,
}

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Self { layer: SearchLayer::Validation, since: Instant::now(), taken: Taken::new() }
    }

    /// From now on it is this layer's time.
    pub(crate) fn enter(&mut self, layer: SearchLayer) {
        let now = Instant::now();
        *self.taken.entry(self.layer).or_default() += now.duration_since(self.since);
        (self.layer, self.since) = (layer, now);
    }

    pub(crate) fn stop(mut self) -> Taken {
        self.enter(self.layer);
        self.taken
    }
}

/// Counts a search that is about to be over. `taken`: by layers 5 to 7, which are no steps of their own.
pub(crate) fn measure(view: &CompanySearchView, outcome: &Outcome, meta: &SearchMeta, taken: &Taken) {
    for layer in &view.layers {
        let name = layer.layer.name();
        #[expect(clippy::cast_precision_loss, reason = "milliseconds of one search")]
        let seconds = match layer.layer {
            SearchLayer::Validation | SearchLayer::Novelty | SearchLayer::Scoring => {
                taken.get(&layer.layer).map_or(0.0, Duration::as_secs_f64)
            }
            // A search that goes on from another one has nothing of its own here.
            _ if layer.state != StepState::Done => continue,
            _ => layer.cost.elapsed_ms as f64 / 1_000.0,
        };
        metrics::histogram!("discovery_company_layer_seconds", "layer" => name).record(seconds);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cost is small and not negative")]
        let micros = (layer.cost.usd.max(0.0) * 1_000_000.0).round() as u64;
        metrics::counter!("discovery_company_cost_micros", "layer" => name).increment(micros);
    }
    let left_out = outcome.decided.iter().filter(|one| matches!(one.decision.as_str(), "rejected" | "filtered"));
    for reason in left_out.filter_map(|one| one.reason.clone()) {
        metrics::counter!("discovery_company_rejected", "reason" => reason).increment(1);
    }
    let used = match meta.cache {
        _ if view.plan.warming => "warming",
        CacheUse::Hit => "hit",
        CacheUse::Miss => "miss",
        CacheUse::Warmed => "warmed",
    };
    metrics::counter!("discovery_company_searches", "cache" => used).increment(1);
}
