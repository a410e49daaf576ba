use super::*;
use crate::guard::Private;
use std::{net::SocketAddr, time::Instant};
use testkit::{ConfluenceStub, WIKI_SPACE, WIKI_TOKEN, WIKI_USER, WikiWire};

fn reader(stub: &ConfluenceStub) -> Confluence {
    limited(stub, Limits::default())
}

fn limited(stub: &ConfluenceStub, limits: Limits) -> Confluence {
    let at = stub.address.trim_start_matches("http://").split('/').next().expect("a host");
    let at: SocketAddr = at.parse().expect("an address");
    Confluence::new(Guard::new(Private::These(vec![(at.ip(), Some(at.port()))])), limits).expect("a client")
}

fn ann() -> Login {
    Login::User { name: WIKI_USER.to_owned(), token: WIKI_TOKEN.into() }
}

fn space(stub: &ConfluenceStub, login: Login) -> Space {
    Space::new(&stub.address, Some(WIKI_SPACE), login).expect("a space")
}

async fn five_pages(wire: WikiWire) -> ConfluenceStub {
    let stub = ConfluenceStub::start(wire, 2).await;
    stub.put(11, "Business rules", "<h1>Customers</h1><p>A VIP customer has spent more than $100,000.</p>");
    for id in 12..16 {
        stub.put(id, &format!("Page {id}"), &format!("<p>Words of {id} &amp; more</p>"));
    }
    stub
}

#[tokio::test]
async fn a_space_is_read_to_its_last_page_in_both_interfaces() {
    for wire in [WikiWire::Server, WikiWire::Cloud] {
        let stub = five_pages(wire).await;
        let pages = reader(&stub).read(&space(&stub, ann()), &[]).await.expect("it is read");
        assert!(pages.warnings.is_empty(), "{pages:?}");
        assert_eq!(pages.documents.len(), 5, "{wire:?}");
        let rules = &pages.documents[0];
        assert_eq!((&*rules.name, rules.kind, &*rules.format), ("Business rules", DocumentKind::Confluence, "confluence"));
        assert_eq!(rules.content(), "# Customers\n\nA VIP customer has spent more than $100,000.\n");
        assert_eq!(rules.last_updated.map(protocol::Timestamp::to_rfc3339).as_deref(), Some("2026-03-05T08:30:00.000Z"));
        let origin = rules.origin.as_ref().expect("an origin");
        assert_eq!((&*origin.id, origin.version), ("11", 1));
        assert!(origin.url.as_deref().is_some_and(|url| url.starts_with(&stub.address) && url.ends_with("/11")), "{origin:?}");
        assert_eq!(pages.documents[4].content(), "Words of 15 & more\n");
    }
}

#[tokio::test]
async fn what_did_not_change_is_not_asked_for_again() {
    for wire in [WikiWire::Server, WikiWire::Cloud] {
        let stub = five_pages(wire).await;
        let (reader, space) = (reader(&stub), space(&stub, ann()));
        let before = reader.read(&space, &[]).await.expect("it is read").documents;
        stub.take_requests();
        assert_eq!(reader.read(&space, &before).await.expect("it is read").documents, before);
        assert!(!stub.take_requests().iter().any(|path| path.contains("storage")), "{wire:?}: no text was asked for");
        stub.put(12, "Page 12", "<p>New words</p>");
        stub.remove(13);
        stub.put(20, "New page", "<p>New</p>");
        let after = reader.read(&space, &before).await.expect("it is read").documents;
        let texts = stub.take_requests().into_iter().filter(|path| path.contains("storage")).count();
        assert_eq!(texts, 2, "{wire:?}: the changed page and the new one");
        let names: Vec<&str> = after.iter().map(|document| document.name.as_str()).collect();
        assert_eq!(names, ["Business rules", "Page 12", "Page 14", "Page 15", "New page"]);
        assert_eq!((after[1].content().as_str(), after[1].origin.as_ref().map(|one| one.version)), ("New words\n", Some(2)));
    }
}

#[tokio::test]
async fn many_changes_are_read_in_parts() {
    let stub = ConfluenceStub::start(WikiWire::Server, 25).await;
    (0..60).for_each(|id| stub.put(id, &format!("Page {id}"), "<p>a</p>"));
    let (reader, space) = (reader(&stub), space(&stub, ann()));
    let before = reader.read(&space, &[]).await.expect("it is read").documents;
    (0..55).for_each(|id| stub.put(id, &format!("Page {id}"), "<p>b</p>"));
    stub.take_requests();
    let after = reader.read(&space, &before).await.expect("it is read").documents;
    assert_eq!(after.iter().filter(|document| document.content() == "b\n").count(), 55);
    assert_eq!(stub.take_requests().len(), 6, "three parts of the list, twice");
}

#[tokio::test]
async fn who_signs_in_how_is_up_to_the_wiki() {
    let server = five_pages(WikiWire::Server).await;
    let token = Login::Token(WIKI_TOKEN.into());
    assert!(reader(&server).test(&space(&server, token.clone())).await.is_ok());
    let wrong = Login::User { name: WIKI_USER.to_owned(), token: "another".into() };
    assert_eq!(reader(&server).test(&space(&server, wrong)).await, Err(ConfluenceFault::SignIn));
    assert_eq!(reader(&server).test(&space(&server, Login::None)).await, Err(ConfluenceFault::NoSignIn));
    let cloud = five_pages(WikiWire::Cloud).await;
    assert_eq!(reader(&cloud).test(&space(&cloud, token)).await, Err(ConfluenceFault::SignIn));
    assert!(reader(&cloud).test(&space(&cloud, ann())).await.is_ok());
}

#[tokio::test]
async fn each_fault_is_told_in_a_sentence() {
    let json = ("content-type", "application/json");
    for wire in [WikiWire::Server, WikiWire::Cloud] {
        let stub = five_pages(wire).await;
        let (reader, space) = (reader(&stub), space(&stub, ann()));
        for (status, headers, body, words) in [
            (403, vec![json], "{}", "permission to view the space"),
            (403, vec![("x-authentication-denied-reason", "CAPTCHA_CHALLENGE; login-url=x")], "", "sign in once in a browser"),
            (429, vec![("retry-after", "120")], "", "try again in 120 seconds"),
            (429, vec![], "", "in a few minutes"),
            (500, vec![], "", "answered 500"),
            (302, vec![("location", "https://sign-in.example/login?secret=abc")], "", "https://sign-in.example/login:"),
            (200, vec![("content-type", "text/html")], "<html>sign in</html>", "a page for people"),
            (200, vec![json], "{\"results\": 7}", "cannot be read"),
        ] {
            stub.instead(status, &headers, body);
            let fault = reader.test(&space).await.expect_err("a fault").to_string();
            assert!(
                fault.contains(words) && !fault.contains("secret") && !fault.contains(WIKI_TOKEN),
                "{wire:?} {status}: {fault}"
            );
        }
        let other = Space::new(&stub.address, Some("NOPE"), ann()).expect("a space");
        assert_eq!(reader.test(&other).await, Err(ConfluenceFault::NoSpace("NOPE".to_owned())));
        assert_eq!(reader.read(&other, &[]).await, Err(ConfluenceFault::NoSpace("NOPE".to_owned())));
    }
    let stub = five_pages(WikiWire::Server).await;
    let astray = Space::new(&stub.address.replace("/confluence", ""), Some(WIKI_SPACE), ann()).expect("a space");
    assert_eq!(reader(&stub).read(&astray, &[]).await, Err(ConfluenceFault::NotThere));
}

#[tokio::test]
async fn a_short_pause_is_waited_for() {
    let stub = five_pages(WikiWire::Server).await;
    stub.instead(429, &[("retry-after", "1")], "");
    stub.instead(503, &[], "");
    let begun = Instant::now();
    let pages = reader(&stub).read(&space(&stub, ann()), &[]).await.expect("it is read");
    assert!(pages.documents.len() == 5 && begun.elapsed() >= Duration::from_secs(1));
}

#[tokio::test]
async fn pages_texts_and_time_are_bounded() {
    let stub = five_pages(WikiWire::Cloud).await;
    let space = space(&stub, ann());
    let few = limited(&stub, Limits { pages: 3, ..Limits::default() }).read(&space, &[]).await.expect("it is read");
    assert_eq!((few.documents.len(), few.warnings.len()), (3, 1), "{few:?}");
    let short = limited(&stub, Limits { text: 100, ..Limits::default() }).read(&space, &[]).await.expect("it is read");
    assert!(short.documents.len() < 5 && short.warnings[0].contains("longer than"), "{short:?}");
    let small = limited(&stub, Limits { bytes: 300, ..Limits::default() });
    assert_eq!(small.read(&space, &[]).await, Err(ConfluenceFault::TooLarge(300)));
    let hasty = limited(&stub, Limits { whole: Duration::from_millis(50), ..Limits::default() });
    stub.instead(429, &[("retry-after", "5")], "");
    assert!(matches!(hasty.read(&space, &[]).await, Err(ConfluenceFault::TooLong(_))));
    let circle = r#"{"results": [], "_links": {"next": "/wiki/api/v2/spaces/98306/pages?cursor=1"}}"#;
    let space_of = r#"{"results": [{"id": "98306"}]}"#;
    [space_of, circle, circle, circle].iter().for_each(|body| stub.instead(200, &[], body));
    let fault = reader(&stub).read(&space, &[]).await.expect_err("a fault").to_string();
    assert!(fault.contains("leads back to itself"), "{fault}");
}

#[tokio::test]
async fn the_sign_in_stays_with_the_wiki_and_inside_nobody_is_asked() {
    let (stub, other) = (five_pages(WikiWire::Server).await, five_pages(WikiWire::Server).await);
    let away = format!(r#"{{"results": [], "_links": {{"next": "{}/rest/api/content?start=2"}}}}"#, other.address);
    stub.instead(200, &[], &away);
    let fault = reader(&stub).read(&space(&stub, ann()), &[]).await.expect_err("a fault").to_string();
    assert!(fault.contains("another machine"), "{fault}");
    stub.instead(302, &[("location", &other.address)], "");
    assert!(matches!(reader(&stub).test(&space(&stub, ann())).await, Err(ConfluenceFault::LeadsAway(_))));
    let closed = Confluence::new(Guard::new(Private::Nothing), Limits::default()).expect("a client");
    for address in [&*other.address, "http://169.254.169.254/wiki", "http://localhost:8090/confluence"] {
        let space = Space::new(address, Some(WIKI_SPACE), ann()).expect("a space");
        assert!(matches!(closed.read(&space, &[]).await, Err(ConfluenceFault::Forbidden(_))), "{address}");
    }
    assert!(other.take_requests().is_empty());
    let named = Space::new("https://ann:pw@wiki.example", Some("ENG"), Login::None).expect("a space");
    assert!(matches!(closed.test(&named).await, Err(ConfluenceFault::Address(_))));
}

#[tokio::test]
async fn a_page_that_cannot_be_read_is_left_out_and_said() {
    let stub = five_pages(WikiWire::Server).await;
    stub.put(16, "Bomb", &"<div>".repeat(50_000));
    stub.put(17, "Empty", "");
    let pages = reader(&stub).read(&space(&stub, ann()), &[]).await.expect("it is read");
    assert_eq!(pages.documents.len(), 6);
    assert!(pages.warnings.len() == 1 && pages.warnings[0].starts_with("The page Bomb is left out"), "{:?}", pages.warnings);
}

#[test]
fn a_space_needs_a_key_and_says_when_its_sign_in_can_be_read() {
    assert!(matches!(Space::new("https://wiki.example", None, Login::None), Err(ConfluenceFault::Key(_))));
    assert!(matches!(Space::new("https://wiki.example", Some("../x"), Login::None), Err(ConfluenceFault::Key(_))));
    assert!(Space::new("https://wiki.example/display/ENG/Home", None, Login::None).is_ok());
    let open = Space::new("http://wiki.example", Some("ENG"), ann()).expect("a space");
    let anonymous = Space::new("http://wiki.example", Some("ENG"), Login::None).expect("a space");
    assert!(open.is_readable_on_the_way() && !anonymous.is_readable_on_the_way());
}
