//! `/ws`: tabs that follow interviews.

use crate::ground::{Api, Frame, Place, Socket, everywhere, id, id_of, on_sqlite, take};
use protocol::{frame::Request, interview::InterviewView, live::Topic};
use serde_json::json;

/// What a user who joins now receives.
async fn snapshot(api: &Api, session: &str) -> InterviewView {
    let mut socket = Socket::open(api).await;
    socket.join(session, None).await;
    match socket.next().await {
        Some(Frame::Snapshot { view, .. }) => *view,
        other => panic!("{other:?}"),
    }
}

async fn seq(api: &Api, session: &str) -> u64 {
    api.session(session).await["seq"].as_u64().expect("a number")
}

#[tokio::test]
async fn whoever_joins_gets_a_snapshot_and_then_every_event_in_order() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        api.say(&session, "We sell honey").await;
        let mut socket = Socket::open(&api).await;
        socket.join(&session, None).await;
        let mut view = None;
        take(&mut view, socket.next().await.expect("a snapshot"));
        assert_eq!(view.as_ref().map(|view| view.messages.len()), Some(3));
        for text in ["the shop is small", "No, actually it is large", "online and on the market"] {
            api.say(&session, text).await;
        }
        socket.follow(&mut view, seq(&api, &session).await).await;
        assert_eq!(view, Some(snapshot(&api, &session).await));
    })
    .await;
}

#[tokio::test]
async fn a_tab_that_was_away_gets_what_it_missed_and_no_more() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let before = snapshot(&api, &session).await;
        api.say(&session, "We sell honey and the shop is small").await;
        let mut socket = Socket::open(&api).await;
        socket.join(&session, Some(before.seq)).await;
        let Some(Frame::Events { events, .. }) = socket.next().await else { panic!("events are enough") };
        assert_eq!(events.first().map(|event| event.seq), Some(before.seq + 1));
        let mut view = Some(before);
        take(&mut view, Frame::Events { topic: Topic::interview(id(&session)), events });
        let now = snapshot(&api, &session).await;
        assert_eq!(view.as_ref(), Some(&now));

        // Nothing was missed: an empty list says that the tab has joined.
        socket.join(&session, Some(now.seq)).await;
        assert_eq!(socket.next().await, Some(Frame::Events { topic: Topic::interview(id(&session)), events: Vec::new() }));
        // A tab that knows more than there is (another database was put in its place) starts over.
        socket.join(&session, Some(now.seq + 1_000)).await;
        assert!(matches!(socket.next().await, Some(Frame::Snapshot { .. })));
    })
    .await;
}

#[tokio::test]
async fn two_tabs_agree_whatever_is_done_in_either() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let (mut left, mut right) = (Socket::open(&api).await, Socket::open(&api).await);
        left.join(&session, None).await;
        right.join(&session, None).await;
        let (mut seen_left, mut seen_right) = (None, None);
        let change = |key: &str| format!("/api/v1/sessions/{session}/obligations/{key}");
        api.say(&session, "We sell honey").await;
        let both = [
            (change("size"), json!({"action": "set", "value": "small"})),
            (change("size"), json!({"action": "set", "value": "large"})),
            (change("worry"), json!({"action": "skip"})),
            (change("channels"), json!({"action": "defer"})),
            (change("size"), json!({"action": "undo"})),
        ];
        let done = futures::future::join_all(both.iter().map(|(path, body)| api.patch(path, body))).await;
        assert!(done.iter().filter(|answer| answer.status == 200).count() >= 4);
        api.say(&session, "on the market").await;
        let now = seq(&api, &session).await;
        left.follow(&mut seen_left, now).await;
        right.follow(&mut seen_right, now).await;
        assert_eq!(seen_left, seen_right);
        assert_eq!(seen_left, Some(snapshot(&api, &session).await));
    })
    .await;
}

#[tokio::test]
async fn nobody_follows_what_is_not_theirs() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let (owner, guest) = place.tenant();
        for stranger in [owner, guest, place.member()] {
            let mut socket = Socket::open(&stranger).await;
            let of = |session: &str| Topic::interview(id(session));
            for (topic, after) in [(of(&session), None), (of(&session), Some(1)), (of(&id_of("nothing").to_string()), None)] {
                assert!(socket.send(&Request::Join { topic, after }).await);
                let Some(Frame::Refused { topic: refused, detail }) = socket.next().await else { panic!("it is refused") };
                assert_eq!((refused, detail.as_str()), (topic, "there is no such interview"));
            }
            api.say(&session, "We sell honey").await;
            assert!(socket.send(&Request::Ping).await);
            assert_eq!(socket.next().await, Some(Frame::Pong), "nothing of it came through");
        }
        assert!(matches!(Socket::with(&place.nobody(), &[]).await, Err(401)));
    })
    .await;
}

#[tokio::test]
async fn only_pages_of_this_server_open_sockets() {
    on_sqlite(async |place| {
        let api = place.member();
        for origin in ["https://evil.example", "null", "http://127.0.0.1:1", "http://localhost", ""] {
            assert!(matches!(Socket::with(&api, &[("origin", origin)]).await, Err(403)), "{origin}");
        }
        let mut socket = Socket::with(&api, &[("origin", place.base())]).await.expect("its own page");
        assert!(socket.send(&Request::Ping).await);
        assert_eq!(socket.next().await, Some(Frame::Pong));
    })
    .await;
}

#[tokio::test]
async fn a_socket_has_bounds() {
    on_sqlite(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;

        let mut babbling = Socket::open(&api).await;
        for text in ["", "{", "null", "{\"type\":\"dance\"}", "{\"type\":\"join\",\"interview\":7}", "\u{0}"] {
            assert!(babbling.say(text).await);
        }
        assert!(babbling.send(&Request::Ping).await);
        assert_eq!(babbling.next().await, Some(Frame::Pong), "what cannot be read is passed over");

        let mut large = Socket::open(&api).await;
        large.say(&"x".repeat(5_000)).await;
        assert!(large.closes().await, "too large a message ends it");

        let mut flooding = Socket::open(&api).await;
        for _ in 0..1_000 {
            if !flooding.send(&Request::Ping).await {
                break;
            }
        }
        assert!(flooding.closes().await, "a flood ends it");

        let mut greedy = Socket::open(&api).await;
        let mut refused = 0;
        for _ in 0..34 {
            let topic = Topic::interview(id(&place.interview(&api).await));
            assert!(greedy.send(&Request::Join { topic, after: None }).await);
            refused += u32::from(matches!(greedy.next().await, Some(Frame::Refused { .. })));
        }
        assert_eq!(refused, 2, "32 interviews at once");

        let mut sober = Socket::open(&api).await;
        sober.join(&session, None).await;
        assert!(matches!(sober.next().await, Some(Frame::Snapshot { .. })));
        assert!(sober.send(&Request::Leave { topic: Topic::interview(id(&session)) }).await);
        assert!(sober.send(&Request::Ping).await);
        assert_eq!(sober.next().await, Some(Frame::Pong));
        api.say(&session, "We sell honey").await;
        assert!(sober.send(&Request::Ping).await);
        assert_eq!(sober.next().await, Some(Frame::Pong), "whoever left hears nothing more");
    })
    .await;
}

#[tokio::test]
async fn who_reads_too_slowly_gets_what_was_missed() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let mut slow = Socket::open(&api).await;
        slow.join(&session, None).await;
        let mut view = None;
        take(&mut view, slow.next().await.expect("a snapshot"));
        // More than the wire holds, and then more small things than wait for anybody.
        let long = json!({"speaker": "agent", "text": "x".repeat(16 * 1024)});
        for _ in 0..4 {
            let turns = json!({"turns": vec![long.clone(); 200]});
            api.post(&format!("/api/v1/sessions/{session}/transcript"), &turns).await.json(200);
        }
        for number in 0..160 {
            let path = format!("/api/v1/sessions/{session}/obligations/budget");
            api.patch(&path, &json!({"action": "set", "value": number})).await.json(200);
        }
        let mut quick = Socket::open(&api).await;
        quick.join(&session, None).await;
        let mut whole = None;
        take(&mut whole, quick.next().await.expect("a snapshot"));
        slow.follow(&mut view, whole.as_ref().map_or(0, |view: &InterviewView| view.seq)).await;
        assert_eq!(view, whole);
    })
    .await;
}

#[tokio::test]
async fn a_revoked_token_closes_its_sockets_and_streams() {
    everywhere(async |place: &Place| {
        let (owner, _) = place.tenant();
        owner.activate(&owner.make_plan("idea_discovery").await).await;
        let made = owner.post("/api/v1/admin/tokens", &json!({"name": "a program", "role": "member"})).await.json(201);
        let program = place.as_token(made["token"].as_str().expect("the secret"));
        let session = program.open("idea_discovery").await;
        let mut socket = Socket::open(&program).await;
        socket.join(&session, None).await;
        assert!(socket.next().await.is_some());
        let mut feed = program.feed(&format!("/api/v1/sessions/{session}/stream"), None).await;
        assert!(feed.next().await.is_some());
        assert_eq!(owner.delete(&format!("/api/v1/admin/tokens/{}", made["id"].as_str().expect("an id"))).await.status, 204);
        assert!(socket.closes().await);
        owner.say(&session, "nobody else hears this").await;
        while let Some((_, told)) = feed.next().await {
            assert!(!told.to_string().contains("nobody else hears this"));
        }
    })
    .await;
}
