//! Another tenant's or another person's interview is simply not there.

use crate::stage::{LIMITS, PERSON, SECOND, TENANT, Tab, WHO, on_stage, opening, pass, retitle, say, settle};
use actors::{CommandFault, Who};
use domain::{RefusalKind, live::StreamChange};
use protocol::{
    SessionId, TenantId, UserId,
    interview::{Feedback, InterviewCommand, Rating, Speaker, TranscriptTurn},
};
use testkit::Pace;
use uuid::Uuid;

const OTHER: u128 = 99;
const STRANGER: Option<UserId> = Some(UserId(Uuid::from_u128(OTHER)));
const ADMIN: Who = Who { tenant: TENANT, only: None, user: STRANGER };
const STRANGERS: [Who; 3] = [
    Who { tenant: TenantId(Uuid::from_u128(OTHER)), only: Some(PERSON), user: STRANGER },
    Who { tenant: TenantId(Uuid::from_u128(OTHER)), only: None, user: STRANGER },
    Who { tenant: TENANT, only: STRANGER, user: STRANGER },
];

async fn sees_nothing(node: &actors::Interviews, who: Who, id: SessionId) {
    let turns = vec![TranscriptTurn { speaker: Speaker::User, text: "goal: sell tea".into() }];
    for fault in [
        node.view(who, id).await.err(),
        node.join(who, id, None).await.err(),
        node.join(who, id, Some(1)).await.err(),
        node.command(who, id, retitle("theirs")).await.err(),
        node.import(who, id, turns).await.err(),
    ] {
        assert!(matches!(fault, Some(CommandFault::NotFound)), "{who:?}: {fault:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn strangers_find_nothing_awake_or_asleep() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let before = node.store.stream(id);
        for who in STRANGERS {
            sees_nothing(&node, who, id).await;
        }
        pass(LIMITS.idle).await;
        node.sweep().await;
        for who in STRANGERS {
            sees_nothing(&node, who, id).await;
        }
        sees_nothing(&node, WHO, opening(2).id).await;
        assert_eq!(node.store.stream(id), before);
        node.view(ADMIN, id).await.expect("the tenant's administrator");
        node.agrees_with_the_store(id).await;
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_is_not_there_leaves_no_trace() {
    on_stage(async |stage| {
        let node = stage.node().await;
        for number in 0..100 {
            sees_nothing(&node, WHO, opening(number).id).await;
        }
        assert_eq!(node.live(), 0);
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_stranger_at_the_door_disturbs_nobody_who_awakens_it() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        for _ in 0..3 {
            pass(LIMITS.idle).await;
            assert_eq!(node.sweep().await, 1);
            let (first, owner, last) = tokio::join!(node.view(STRANGERS[0], id), node.view(WHO, id), node.view(STRANGERS[1], id));
            assert!(matches!(first, Err(CommandFault::NotFound)) && matches!(last, Err(CommandFault::NotFound)));
            owner.expect("a view");
            assert_eq!(node.live(), 1, "and it is known");
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn a_deleted_interview_is_gone_for_everybody() {
    on_stage(async |stage| {
        let node = stage.node().await;
        for (number, told) in [(1, true), (2, false)] {
            let id = node.opened(number).await;
            node.model.words(Pace::After(10 * SECOND));
            node.tell(id, say("goal: sell tea")).await.expect("taken");
            let mut tab = Tab::open(&node, id).await;
            node.store.delete(id);
            if told {
                node.changed(StreamChange::Missed);
                settle().await;
                assert_eq!(tab.take(), Err(vec![]), "whoever follows is let go");
            } else {
                pass(11 * SECOND).await;
                assert_eq!(tab.take(), Err(vec![]), "found out when the reply could not be stored");
            }
            pass(600 * SECOND).await;
            sees_nothing(&node, WHO, id).await;
            sees_nothing(&node, Who { tenant: TENANT, only: None, user: STRANGER }, id).await;
            assert!(node.store.stream(id).is_empty(), "and nothing brings it back");
            pass(LIMITS.idle).await;
            node.sweep().await;
            assert_eq!(node.live(), 0);
            sees_nothing(&node, WHO, id).await;
            node.model.words(Pace::AtOnce);
        }
        // A command is the first to find out.
        let id = node.opened(3).await;
        node.store.delete(id);
        assert!(matches!(node.tell(id, retitle("Tea")).await, Err(CommandFault::NotFound)));
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_was_brought_back_is_there_before_its_actor_hears_of_it() {
    on_stage(async |stage| {
        let node = stage.node().await;
        for (number, way) in (1..).zip(["view", "command", "join", "read"]) {
            let id = node.opened(number).await;
            node.store.hide(id, true);
            node.changed(StreamChange::Gone { stream: id.0 });
            settle().await;
            sees_nothing(&node, WHO, id).await;
            // Nobody tells the actor, which is still there: this is the moment before it is told.
            node.store.hide(id, false);
            match way {
                "view" => drop(node.view(WHO, id).await.expect(way)),
                "command" => drop(node.tell(id, retitle("Tea")).await.expect(way)),
                "join" => drop(node.join(WHO, id, None).await.expect(way)),
                _ => assert!(node.read(WHO, id, |view| view.seq).await.expect(way) > 0),
            }
            for who in STRANGERS {
                sees_nothing(&node, who, id).await;
            }
            node.tell(id, say("goal: sell tea")).await.expect("it goes on");
            node.agrees_with_the_store(id).await;
        }
    })
    .await;
}

#[tokio::test(start_paused = true)]
async fn an_administrator_does_not_speak_in_the_persons_place() {
    on_stage(async |stage| {
        let node = stage.node().await;
        let id = node.opened(1).await;
        let greeting = node.store.view(id).messages[0].id;
        let before = node.store.stream(id);
        let spoken = node.command(ADMIN, id, say("goal: sell tea")).await;
        let Err(CommandFault::Refused(refusal)) = spoken else { panic!("{spoken:?}") };
        assert_eq!(refusal.kind, RefusalKind::Forbidden);
        assert!(refusal.detail.contains("somebody else's"), "{refusal}");
        assert_eq!((node.store.stream(id), node.store.audited(id)), (before, Vec::new()));

        node.command(ADMIN, id, retitle("Tea")).await.expect("an administrator may");
        let feedback = Some(Feedback { rating: Rating::Dislike, comment: None });
        node.command(ADMIN, id, InterviewCommand::GiveFeedback { message_id: greeting, feedback }).await.expect("may");
        assert_eq!(Some(node.store.judged(id)[0].user), STRANGER, "it is theirs");
        let audited = node.store.audited(id);
        let told: Vec<_> = audited.iter().map(|deed| (deed.user, deed.about, deed.detail["command"].as_str())).collect();
        let by = |command| (STRANGER, Some(PERSON), Some(command));
        assert_eq!(told, [by("retitle"), by("give_feedback")]);
        node.command(WHO, id, retitle("Green tea")).await.expect("one's own");
        assert_eq!(node.store.audited(id).len(), 2, "one's own changes stand in the interview");
        node.agrees_with_the_store(id).await;
    })
    .await;
}
