//! What people think of findings: one rating for each person and finding, which can be taken back.

use crate::{
    ground::Ground,
    projects::project,
    samples::{House, house, later},
    stories,
};
use domain::{
    account::PageQuery,
    runs::{FeedbackTarget, ProjectFeedback, RunStore as _},
    tools::ProjectStore as _,
};
use protocol::{ProjectId, UserId};
use store::Store;
use uuid::Uuid;

stories!(a_rating_is_kept_replaced_and_taken_back, a_project_without_runs_has_a_version);

async fn ready(store: &Store, number: u8) -> (House, ProjectId) {
    let house = house(store, number).await;
    let project = project(house, 1);
    store.insert_project(project.clone()).await.expect("a project");
    (house, project.id)
}

fn rating(of: House, project: ProjectId, number: u128, like: bool) -> ProjectFeedback {
    ProjectFeedback {
        id: Uuid::from_u128(number),
        tenant: of.tenant,
        project,
        user: of.user,
        target_type: FeedbackTarget::Insight,
        target: "churn".into(),
        name: "Churn rises".into(),
        like,
        comment: None,
        at: later(i64::try_from(number).expect("a small number")),
    }
}

async fn a_rating_is_kept_replaced_and_taken_back(ground: Ground) {
    let store = ground.open().await;
    let (mine, project) = ready(&store, 1).await;
    let (other, _) = ready(&store, 2).await;
    let first = rating(mine, project, 1, true);
    assert_eq!(store.put_feedback(first.clone()).await.expect("kept"), first.id);
    let second = ProjectFeedback { comment: Some("We know\0 this".into()), ..rating(mine, project, 2, false) };
    assert_eq!(store.put_feedback(second.clone()).await.expect("kept"), first.id, "it takes the place of the first");
    let kept = ProjectFeedback { id: first.id, comment: Some("We know\u{fffd} this".into()), ..second };
    assert_eq!(store.own_feedback(mine.tenant, project, mine.user).await.expect("no fault"), std::slice::from_ref(&kept));
    let page = PageQuery { limit: 10, after: None };
    assert_eq!(store.project_feedback(mine.tenant, project, page).await.expect("no fault"), std::slice::from_ref(&kept));
    let nobody = UserId(Uuid::from_u128(77));
    for (tenant, user) in [(other.tenant, mine.user), (mine.tenant, nobody)] {
        assert_eq!(store.own_feedback(tenant, project, user).await.expect("no fault"), []);
        let target = (FeedbackTarget::Insight, "churn");
        assert!(!store.delete_feedback(tenant, project, user, target).await.expect("no fault"), "it is not theirs");
    }
    for (target, there) in [
        ((FeedbackTarget::Recommendation, "churn"), false),
        ((FeedbackTarget::Insight, "chur"), false),
        ((FeedbackTarget::Insight, "churn"), true),
        ((FeedbackTarget::Insight, "churn"), false),
    ] {
        assert_eq!(store.delete_feedback(mine.tenant, project, mine.user, target).await.expect("no fault"), there, "{target:?}");
    }
    assert_eq!(store.own_feedback(mine.tenant, project, mine.user).await.expect("no fault"), []);
}

async fn a_project_without_runs_has_a_version(ground: Ground) {
    let store = ground.open().await;
    let (mine, project) = ready(&store, 1).await;
    assert_eq!(store.runs_version(mine.tenant, project).await.expect("no fault"), "0:0");
    assert_eq!(store.newest_runs(mine.tenant, 5).await.expect("no fault"), []);
}
