//! Which task is worked on, by whom, and which pages are read.

use protocol::{
    ResearchId, Timestamp,
    interview::InterviewView,
    research::{Hit, ResearchTask, TaskStatus},
};
use std::cmp::Reverse;
use std::collections::HashSet;
use uuid::Uuid;

/// How many tasks of an interview are worked on at once.
pub const RUNNING: usize = 2;
/// How many tasks an interview may have.
pub const TASKS: usize = 12;
/// How many of them come about by themselves: the rest is left to the person.
pub const AUTOMATIC: usize = 8;
/// The most pages of one task that are read.
pub const PAGES: usize = 5;
/// Taken up as often as this without an end, a task is given up.
pub const STARTS: u32 = 5;

/// The tasks that a node may take up now, `working` being those that it works on already: first those that were begun, then by
/// priority, then by age.
#[must_use]
pub fn claimable(view: &InterviewView, node: Uuid, working: &[ResearchId], now: Timestamp) -> Vec<ResearchId> {
    let busy = |task: &&ResearchTask| {
        task.status == TaskStatus::Running && (working.contains(&task.id) || is_held_elsewhere(task, node, now))
    };
    let free = RUNNING.saturating_sub(view.research.iter().filter(busy).count());
    let mut waiting: Vec<&ResearchTask> =
        view.research.iter().filter(|task| !task.status.is_over() && !working.contains(&task.id) && !busy(task)).collect();
    waiting.sort_by_key(|task| (task.started_at.is_none(), Reverse(task.asked.priority), task.created_at, task.id));
    waiting.into_iter().take(free).map(|task| task.id).collect()
}

/// When a task that another node has may be taken over, if nothing is heard of it until then.
#[must_use]
pub fn next_release(view: &InterviewView, node: Uuid, now: Timestamp) -> Option<Timestamp> {
    let held = view.research.iter().filter(|task| task.status == TaskStatus::Running && is_held_elsewhere(task, node, now));
    held.filter_map(|task| task.lease.map(|lease| lease.until)).min()
}

fn is_held_elsewhere(task: &ResearchTask, node: Uuid, now: Timestamp) -> bool {
    task.lease.is_some_and(|lease| lease.node != node && lease.until > now)
}

/// The hits to read, in this order: the best of each host first, then the rest, so that findings are independent.
#[must_use]
pub fn to_read(hits: Vec<Hit>) -> Vec<Hit> {
    let mut hosts = HashSet::new();
    let readable = hits.into_iter().filter(|hit| hit.url.is_some() || hit.source.is_some());
    let (mut first, rest): (Vec<Hit>, Vec<Hit>) =
        readable.partition(|hit| hit.url.as_deref().and_then(super::confidence::host).is_none_or(|host| hosts.insert(host)));
    first.extend(rest);
    first.truncate(PAGES);
    first
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{
        interview::{InterviewEvent, Recorded},
        research::{LEASE, ResearchRequest, SearchProvider, TaskType, Trigger},
    };

    const HERE: Uuid = Uuid::from_u128(1);
    const THERE: Uuid = Uuid::from_u128(2);

    fn id(number: u128) -> ResearchId {
        ResearchId(Uuid::from_u128(number))
    }

    fn over(tasks: &[(u128, u8, Option<Uuid>)]) -> InterviewView {
        let mut view = testkit::view(&["market"]);
        let mut happen = |event| {
            let recorded = Recorded { seq: view.seq + 1, at: Timestamp(view.updated_at.0 + 1), turn: 1, event };
            view.apply(&recorded);
        };
        for (number, priority, node) in tasks {
            let task = ResearchRequest {
                id: id(*number),
                obligation_key: Some("market".into()),
                task_type: TaskType::MarketResearch,
                query: format!("query {number}"),
                priority: *priority,
                trigger: Trigger::ByHand,
            };
            happen(InterviewEvent::ResearchRequested { task });
            if let Some(node) = node {
                happen(InterviewEvent::ResearchStarted { id: id(*number), node: *node, lease: None });
            }
        }
        view
    }

    #[test]
    fn two_at_once_the_most_important_first() {
        let view = over(&[(1, 5, None), (2, 9, None), (3, 9, None), (4, 1, None)]);
        let now = view.updated_at;
        assert_eq!(claimable(&view, HERE, &[], now), [id(2), id(3)]);
        let view = over(&[(1, 5, None), (2, 9, Some(HERE)), (3, 9, None)]);
        assert_eq!(claimable(&view, HERE, &[id(2)], now), [id(3)]);
        let view = over(&[(1, 5, Some(HERE)), (2, 9, Some(THERE)), (3, 9, None)]);
        assert_eq!(claimable(&view, HERE, &[id(1)], view.updated_at), []);
    }

    #[test]
    fn what_a_node_began_is_its_own_until_nothing_was_heard_of_it_for_a_while() {
        let view = over(&[(1, 5, Some(THERE)), (2, 9, None)]);
        let now = view.updated_at;
        assert_eq!(claimable(&view, HERE, &[], now), [id(2)]);
        assert_eq!(claimable(&view, THERE, &[], now), [id(1), id(2)], "its own after a restart, what was begun first");
        let release = next_release(&view, HERE, now).expect("it is held there");
        assert!((now.0 - 5 + LEASE..=now.0 + LEASE).contains(&release.0));
        assert_eq!(claimable(&view, HERE, &[], release), [id(1), id(2)]);
        assert_eq!(next_release(&view, THERE, now), None);
    }

    #[test]
    fn every_host_is_read_once_before_any_is_read_twice() {
        let hit = |url: Option<&str>| Hit {
            provider: SearchProvider::Brave,
            url: url.map(str::to_owned),
            title: String::new(),
            snippet: String::new(),
            raw: None,
            published_at: None,
            source: None,
        };
        let urls = [
            "https://a.example/1", "https://a.example/2", "https://www.b.example/", "https://c.example/", "https://a.example/3",
            "https://d.example/", "https://e.example/",
        ];
        let mut hits: Vec<Hit> = urls.iter().map(|url| hit(Some(url))).collect();
        hits.insert(0, hit(None));
        let read: Vec<_> = to_read(hits).into_iter().filter_map(|hit| hit.url).collect();
        assert_eq!(read, [urls[0], urls[2], urls[3], urls[5], urls[6]]);
    }
}
