//! Calls of one tenant that never stop coming, and what they do to the calls of another one.

use crate::ground::{Answer, Api};
use futures::future::BoxFuture;
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};
use tokio::task::JoinSet;

/// So many calls at once, each made again as soon as it is answered.
pub(super) struct Flood {
    counts: Arc<Counts>,
    tasks: JoinSet<()>,
}

#[derive(Default)]
struct Counts {
    begun: AtomicUsize,
    /// Those that had their turn, whatever came of it.
    served: AtomicUsize,
    /// Those that are to come again later.
    refused: AtomicUsize,
    is_over: AtomicBool,
}

impl Flood {
    /// `call` gets a number of its own each time; nobody makes it more often than `rounds` in a row.
    pub(super) fn begin(
        at_once: usize,
        rounds: usize,
        call: impl Fn(usize) -> BoxFuture<'static, Answer> + Send + Sync + 'static,
    ) -> Self {
        let (counts, call) = (Arc::new(Counts::default()), Arc::new(call));
        let mut tasks = JoinSet::new();
        for _ in 0..at_once {
            let (counts, call) = (counts.clone(), call.clone());
            tasks.spawn(async move {
                for _ in 0..rounds {
                    if counts.is_over.load(Ordering::SeqCst) {
                        break;
                    }
                    let answer = call(counts.begun.fetch_add(1, Ordering::SeqCst)).await;
                    let count = if answer.status == 429 {
                        // A problem document that says when to come again.
                        answer.problem(429);
                        &counts.refused
                    } else {
                        &counts.served
                    };
                    count.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
        Self { counts, tasks }
    }

    /// Makes calls of somebody else, one after the other. Before any of them is answered at most `few` of the flood may be served: that
    /// many may have had a place already, and whatever waited for one comes later.
    pub(super) async fn beside(&self, calls: usize, few: usize, mut call: impl AsyncFnMut(usize)) {
        for number in 0..calls {
            let before = self.served();
            call(number).await;
            let first = self.served() - before;
            assert!(first <= few, "{first} of the flood came before call {number}, at most {few} had a place");
        }
    }

    pub(super) fn served(&self) -> usize {
        self.counts.served.load(Ordering::SeqCst)
    }

    pub(super) fn refused(&self) -> usize {
        self.counts.refused.load(Ordering::SeqCst)
    }

    /// Makes no more calls and waits for the last answer; how many were served and how many refused.
    pub(super) async fn end(mut self) -> (usize, usize) {
        self.counts.is_over.store(true, Ordering::SeqCst);
        while let Some(ended) = self.tasks.join_next().await {
            ended.expect("its calls were answered");
        }
        (self.served(), self.refused())
    }
}

/// How many calls have a place of a resource, and how many wait for one.
pub(super) async fn count_queue(api: &Api, resource: &str) -> (usize, usize) {
    let figures = api.get("/metrics").await.text;
    let figure = |name: &str| {
        let name = format!("{name}{{resource=\"{resource}\"}} ");
        let value = figures.lines().find_map(|line| line.strip_prefix(&name));
        value.unwrap_or_else(|| panic!("no {name} in {figures}")).trim().parse().expect("a whole number")
    };
    (figure("discovery_under_way"), figure("discovery_waiting"))
}
