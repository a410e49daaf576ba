//! Runs of a project in line: who waits behind whom.

use crate::{
    ground::Ground,
    projects::project,
    samples::{House, NOON, house},
    stories,
};
use domain::{
    IdSource, Stamp,
    live::{Machine as _, StreamStore as _},
    runs::{Progress, Run, RunInput, RunJob, RunStore as _, Then},
    tools::ProjectStore as _,
};
use protocol::{
    ProjectId, RunId,
    run::{Phase, RunRequest},
};
use std::collections::HashMap;
use store::Store;
use uuid::Uuid;

stories!(who_waits_comes_after_those_under_way_and_older_ones);

struct NoIds;

impl IdSource for NoIds {
    fn next(&self) -> Uuid {
        Uuid::nil()
    }
}

async fn give(store: &Store, run: &mut Run, input: RunInput) {
    let decided = run.decide(input, &Stamp { now: NOON, ids: &NoIds }).expect("taken");
    decided.drafted.events.iter().for_each(|event| run.apply(event));
    store.commit(run.append(decided.drafted, &NoIds).expect("plain data")).await.expect("stored");
}

/// A run that somebody wants, stored.
async fn wanted(store: &Store, of: House, project: ProjectId, number: u128) -> Run {
    let id = RunId(Uuid::from_u128(number));
    let mut run = Run::new(of.tenant, of.user, id, project, RunRequest { max_steps: 10, ..RunRequest::default() });
    give(store, &mut run, RunInput::Request).await;
    run
}

async fn progress(store: &Store, run: &mut Run, then: Then) {
    let job = RunJob::new(run.view.work.generation, Phase::Initialization);
    let progress = Box::new(Progress { then, ..Progress::default() });
    give(store, run, RunInput::Progressed { job, progress }).await;
}

async fn who_waits_comes_after_those_under_way_and_older_ones(ground: Ground) {
    let store = ground.open().await;
    let (mine, other) = (house(&store, 1).await, house(&store, 2).await);
    let (one, two) = (project(mine, 1), project(mine, 2));
    for project in [&one, &two] {
        store.insert_project(project.clone()).await.expect("a project");
    }
    let mut runs = Vec::new();
    for number in 1..=3 {
        runs.push(wanted(&store, mine, one.id, number).await);
    }
    wanted(&store, mine, two.id, 4).await;
    let id = |number| RunId(Uuid::from_u128(number));
    let waiting = async |project| store.waiting_runs(mine.tenant, project).await.expect("no fault");
    let ahead = async |number| store.runs_ahead(mine.tenant, one.id, id(number)).await.expect("no fault");
    assert_eq!(waiting(Some(one.id)).await, HashMap::from([(id(1), 0), (id(2), 1), (id(3), 2)]));
    assert_eq!(waiting(None).await, HashMap::from([(id(1), 0), (id(2), 1), (id(3), 2), (id(4), 0)]));
    assert_eq!((ahead(1).await, ahead(2).await, ahead(3).await), (0, 1, 2));

    // One under way comes before all that wait, also before older ones.
    progress(&store, &mut runs[1], Then::Start).await;
    assert_eq!(waiting(Some(one.id)).await, HashMap::from([(id(1), 1), (id(3), 2)]));
    assert_eq!((ahead(1).await, ahead(3).await), (1, 2));
    progress(&store, &mut runs[1], Then::Fail("nothing is there".into())).await;
    assert_eq!(waiting(Some(one.id)).await, HashMap::from([(id(1), 0), (id(3), 1)]));
    assert_eq!(store.open_runs(mine.tenant, one.id).await.expect("no fault"), 2);
    assert_eq!(store.waiting_runs(other.tenant, Some(one.id)).await.expect("no fault"), HashMap::new());
}
