//! What is not read: other networks, what the site does not want, what is no page, what takes too long.

use super::*;

/// One public site, one private, and a reader that may go to the first.
async fn two_sites() -> (WebSite, WebSite) {
    let (open, secret) = (WebSite::start().await, WebSite::start().await);
    secret.put("/", Leaf::article("Secret", "", &LONG));
    (open, secret)
}

#[tokio::test]
async fn a_private_address_is_not_even_asked() {
    let (open, secret) = two_sites().await;
    let port = at(&secret).port();
    for address in [
        secret.url("/"),
        format!("http://127.1:{port}/"),
        format!("http://2130706433:{port}/"),
        format!("http://[::ffff:127.0.0.1]:{port}/"),
        format!("http://localhost:{port}/"),
        "http://169.254.169.254/latest/meta-data/".into(),
        "http://localhost/".into(),
        "http://[::1]/".into(),
    ] {
        let fault = reader(&open).read(&address).await.expect_err("a fault");
        assert!(matches!(fault, PageFault::Forbidden(_)), "{address}: {fault:?}");
    }
    for address in
        ["", "soap", "/soap", "file:///etc/passwd", "ftp://example.org/", "http://", "http://a:b@example.org/", "data:,x"]
    {
        let fault = reader(&open).read(address).await.expect_err("a fault");
        assert!(matches!(fault, PageFault::BadAddress(_)), "{address}: {fault:?}");
    }
    assert_eq!((secret.visits("/"), secret.visits("/robots.txt")), (0, 0));
}

#[tokio::test]
async fn a_redirect_does_not_lead_into_a_private_network() {
    let (open, secret) = two_sites().await;
    for target in [
        secret.url("/"),
        format!("//{}/", at(&secret)),
        format!("http://0x7f000001:{}/", at(&secret).port()),
        "http://169.254.169.254/".into(),
        "http://localhost/".into(),
    ] {
        for status in [301, 302, 303, 307, 308] {
            open.put("/a", Leaf::redirect(&target).status(status));
            let fault = read(&open, "/a").await.expect_err("a fault");
            assert!(matches!(fault, PageFault::Forbidden(_)), "{target}: {fault:?}");
        }
    }
    open.put("/a", Leaf::redirect("file:///etc/passwd"));
    assert!(matches!(read(&open, "/a").await, Err(PageFault::BadAddress(_))));
    // robots.txt is a page as well.
    open.put("/robots.txt", Leaf::redirect(&secret.url("/")));
    open.put("/b", Leaf::article("Soap", "", &LONG));
    assert!(matches!(read(&open, "/b").await, Err(PageFault::Forbidden(_))));
    assert_eq!(secret.visits("/"), 0);
}

/// A name that is public when it is checked and private when it is asked again.
struct Rebound {
    asked: Arc<AtomicUsize>,
    first: IpAddr,
}

impl Names for Rebound {
    fn addresses(&self, _name: &str) -> Pin<Box<dyn Future<Output = std::io::Result<Vec<IpAddr>>> + Send>> {
        let first = self.asked.fetch_add(1, Ordering::SeqCst) == 0;
        let address = if first { self.first } else { "127.0.0.1".parse().expect("an address") };
        Box::pin(async move { Ok(vec![address]) })
    }
}

#[tokio::test]
async fn the_connection_goes_where_the_check_looked() {
    // 192.0.0.0/24 answers nobody; the exception stands for "a public address".
    let (public, asked) = ("192.0.0.7".parse::<IpAddr>().expect("an address"), Arc::new(AtomicUsize::new(0)));
    let site = WebSite::start().await;
    let guard = Guard::new(Private::These(vec![(public, None)])).with_ports(&[at(&site).port()]);
    let guard = guard.with_names(Arc::new(Rebound { asked: asked.clone(), first: public }));
    let reader = Pages::new(guard, Limits { connect: Duration::from_millis(300), ..hurried() }).expect("a reader");
    let url = format!("http://rebound.example:{}/", at(&site).port());
    let fault = reader.read(&url).await.expect_err("a fault");
    // First the checked address, which does not answer; the second attempt is answered with the other one, and refused.
    assert!(matches!(fault, PageFault::Forbidden(_)), "{fault:?}");
    assert_eq!((asked.load(Ordering::SeqCst), site.visits("/robots.txt")), (2, 0));
}

#[tokio::test]
async fn a_name_is_resolved_by_the_guard_and_nobody_else() {
    struct Always(IpAddr);
    impl Names for Always {
        fn addresses(&self, name: &str) -> Pin<Box<dyn Future<Output = std::io::Result<Vec<IpAddr>>> + Send>> {
            assert_eq!(name, "shop.example");
            let ip = self.0;
            Box::pin(async move { Ok(vec![ip]) })
        }
    }
    let site = WebSite::start().await;
    site.put("/", Leaf::article("Soap", "", &LONG));
    let at = at(&site);
    let guard = Guard::new(Private::These(vec![(at.ip(), None)])).with_ports(&[at.port()]).with_names(Arc::new(Always(at.ip())));
    let page = Pages::new(guard, hurried()).expect("a reader").read(&format!("http://shop.example:{}/", at.port())).await;
    assert_eq!(page.expect("a page").title, "Soap");
}

#[tokio::test]
async fn what_the_site_does_not_want_is_not_read() {
    let site = WebSite::start().await;
    site.put("/robots.txt", Leaf::text("User-agent: *\nDisallow: /private\n\nUser-agent: DiscoveryEngine\nDisallow: /mine"));
    for path in ["/private", "/mine", "/mine/too", "/free"] {
        site.put(path, Leaf::article("Soap", "", &LONG));
    }
    site.put("/away", Leaf::redirect("/mine"));
    let reader = reader(&site);
    for (path, wanted) in [("/mine", false), ("/mine/too", false), ("/away", false), ("/private", true), ("/free", true)] {
        let page = reader.read(&site.url(path)).await;
        assert_eq!(page.is_ok(), wanted, "{path}: {page:?}");
        assert!(wanted || page == Err(PageFault::Robots), "{path}");
    }
    assert_eq!((site.visits("/mine"), site.visits("/robots.txt")), (0, 1), "its wishes are asked for once");
}

#[tokio::test]
async fn a_site_whose_wishes_cannot_be_read_is_left_alone() {
    let site = WebSite::start().await;
    site.put("/a", Leaf::article("Soap", "", &LONG));
    site.put("/robots.txt", Leaf::text("").status(503));
    assert_eq!(read(&site, "/a").await, Err(PageFault::Status(503)));
    assert_eq!(site.visits("/a"), 0);
    site.put("/robots.txt", Leaf::text("").status(403));
    assert!(read(&site, "/a").await.is_ok(), "without wishes everything is allowed");
}

#[tokio::test]
async fn only_pages_with_text_are_read() {
    let site = WebSite::start().await;
    site.put("/a", Leaf::new("application/pdf", "%PDF-1.7"));
    site.put("/b", Leaf::new("image/png", "x"));
    site.put("/c", Leaf::html("<title>t</title><script>x()</script>"));
    site.put("/d", Leaf::new("text/plain; charset=utf-16le", vec![0xd8; 4_000]));
    site.put("/e", Leaf::html("x").status(404));
    site.put("/f", Leaf::redirect("/x").status(304));
    assert_eq!(read(&site, "/a").await, Err(PageFault::Unsupported("application/pdf".into())));
    assert!(matches!(read(&site, "/b").await, Err(PageFault::Unsupported(_))));
    assert_eq!(read(&site, "/c").await, Err(PageFault::Empty));
    assert!(matches!(read(&site, "/d").await, Err(PageFault::Unsupported(_))));
    assert_eq!(read(&site, "/e").await, Err(PageFault::Status(404)));
    assert_eq!(read(&site, "/f").await, Err(PageFault::Status(304)));
    assert_eq!(site.visits("/e"), 1, "what will stay is not tried again");
}

#[tokio::test]
async fn what_may_pass_is_tried_a_second_time() {
    let site = WebSite::start().await;
    site.put("/a", Leaf::html("x").status(500));
    assert_eq!(read(&site, "/a").await, Err(PageFault::Status(500)));
    assert_eq!(site.visits("/a"), 2);
    site.put("/b", Leaf::html("x").status(429).with("retry-after", "1"));
    let begun = Instant::now();
    assert_eq!(read(&site, "/b").await, Err(PageFault::Limited { retry_after: Some(Duration::from_secs(1)) }));
    assert!(site.visits("/b") == 2 && begun.elapsed() >= Duration::from_secs(1));
    site.put("/c", Leaf::html("x").status(429).with("retry-after", "60"));
    assert!(matches!(read(&site, "/c").await, Err(PageFault::Limited { .. })));
    assert_eq!(site.visits("/c"), 1, "nobody waits a minute");
}
