//! What is taken from a page.

use super::*;
use protocol::Timestamp;

async fn dated(head: &str, body: &str) -> Option<Timestamp> {
    let site = WebSite::start().await;
    site.put("/a", Leaf::article("Soap", head, &[LONG[0], LONG[1], body]));
    read(&site, "/a").await.expect("a page").published_at
}

#[tokio::test]
async fn the_main_text_is_taken_and_nothing_around_it() {
    let site = WebSite::start().await;
    let head = "<link rel=canonical href='/soap'><meta property=article:published_time content=2026-03-05T10:00:00Z>";
    site.put("/soap?utm_source=x", Leaf::article("The soap market", head, &LONG));
    let page = read(&site, "/soap?utm_source=x#top").await.expect("a page");
    for paragraph in LONG {
        assert!(page.text.contains(paragraph), "{}", page.text);
    }
    for other in ["About us", "Buy now", "cookies", "not a text", "color"] {
        assert!(!page.text.contains(other), "{other}: {}", page.text);
    }
    assert_eq!(page.title, "The soap market");
    assert_eq!(page.url, site.url("/soap?utm_source=x"));
    assert_eq!(page.canonical_url, Some(site.url("/soap")));
    assert_eq!(page.published_at, published("2026-03-05T10:00:00Z"));
    assert_eq!((page.sha256.len(), page.cut), (64, false));
    assert_eq!(page.sha256, sha256(&page.text));
    let again = read(&site, "/soap?utm_source=x").await.expect("a page");
    assert_eq!(again, page);
    let visit = site.last_visit("/soap?utm_source=x").expect("a visit");
    assert!(visit["user-agent"].starts_with("DiscoveryEngine/"), "{visit:?}");
    assert!(!visit.contains_key("cookie") && !visit.contains_key("referer"), "{visit:?}");
}

#[tokio::test]
async fn cookies_are_not_kept() {
    let site = WebSite::start().await;
    site.put("/a", Leaf::redirect("/b").with("set-cookie", "id=1; Path=/"));
    site.put("/b", Leaf::article("Soap", "", &LONG));
    let reader = reader(&site);
    for _ in 0..2 {
        reader.read(&site.url("/a")).await.expect("a page");
    }
    assert!(!site.last_visit("/b").expect("a visit").contains_key("cookie"));
}

#[tokio::test]
async fn a_date_is_what_the_page_says_or_nothing() {
    let linked = |json: &str| format!("<script type='application/ld+json'>{json}</script>");
    let march = published("2026-03-05");
    for (head, body, wanted) in [
        ("<meta name=date content='March 5, 2026'>".to_owned(), "", march),
        ("<meta name='DC.date.issued' content=2026-03-05>".into(), "", march),
        (linked(r#"{"@type":"NewsArticle","datePublished":"2026-03-05"}"#), "", march),
        (linked(r#"[{"@type":"WebSite"},{"@graph":[{"@type":"Article","datePublished":"2026-03-05"}]}]"#), "", march),
        (linked(r#"{"@type":"Product","review":{"@type":"Review","datePublished":"2026-03-05"}}"#), "", None),
        (linked(r#"{"@type":"Review","datePublished":"2026-03-05"}"#), "", None),
        (linked(r#"{"datePublished": "2026-03-"#), "", None),
        (String::new(), "<time datetime=2026-03-05>in March</time>", march),
        (String::new(), "<time datetime=2026-03-05>x</time> <time datetime=2026-04-05>y</time>", None),
        (String::new(), "<time datetime=2026-04-05>x</time> <time itemprop=datePublished datetime=2026-03-05>y</time>", march),
        (String::new(), "<span itemprop=datePublished content=2026-03-05>last spring</span>", march),
        (String::new(), "published on 2026-03-05, they say", None),
        ("<meta name=date content=recently><meta property=article:published_time content=0001-01-01>".into(), "", None),
        ("<meta name=date content=2025-01-01><meta property=article:published_time content=2026-03-05>".into(), "", march),
        ("<meta property=article:modified_time content=2026-03-05>".into(), "", None),
    ] {
        assert_eq!(dated(&head, body).await, wanted, "{head} {body}");
    }
}

#[tokio::test]
async fn plain_texts_and_markdown_are_read_as_they_are() {
    let site = WebSite::start().await;
    site.put("/a.txt", Leaf::text("\n  A title\n\nSome   <b>text</b> of it.\n"));
    site.put("/b.md", Leaf::new("text/markdown", format!("# Soap\n\n{}", LONG[0])));
    site.put("/c", Leaf::html("<p>short but said</p>").unsaid());
    site.put("/d", Leaf::text("nobody said what this is").unsaid());
    let page = read(&site, "/a.txt").await.expect("a page");
    assert_eq!((page.title.as_str(), page.text.as_str()), ("A title", "A title\nSome <b>text</b> of it."));
    assert_eq!(read(&site, "/b.md").await.expect("a page").title, "Soap");
    assert_eq!(read(&site, "/c").await.expect("a page").text, "short but said");
    assert_eq!(read(&site, "/d").await.expect("a page").text, "nobody said what this is");
}

#[tokio::test]
async fn a_page_without_a_main_text_gives_its_plain_one() {
    let site = WebSite::start().await;
    site.put(
        "/a",
        Leaf::html("<title> T &amp; U </title><body>one<div>two</div>three<br>four<script>no()</script> &lt;five&gt;"),
    );
    let page = read(&site, "/a").await.expect("a page");
    assert_eq!((page.title.as_str(), page.text.as_str()), ("T & U", "one\ntwo\nthree\nfour <five>"));
    assert_eq!((page.published_at, page.canonical_url), (None, None));
}

#[tokio::test]
async fn letters_come_out_right_whoever_is_wrong_about_them() {
    let site = WebSite::start().await;
    let body: Vec<u8> = b"<meta charset=iso-8859-1><title>Gr\xf6\xdfe</title><p>Gr\xfc\xdfe aus K\xf6ln".to_vec();
    site.put("/a", Leaf::new("text/html; charset=utf-8", body.clone()));
    site.put("/b", Leaf::new("text/html", body));
    site.put("/c", Leaf::new("text/html; charset=\"Shift_JIS\"", &b"<p>\x83e\x83X\x83g"[..]));
    for path in ["/a", "/b"] {
        let page = read(&site, path).await.expect("a page");
        assert_eq!((page.title.as_str(), page.text.as_str()), ("Größe", "Grüße aus Köln"), "{path}");
    }
    assert_eq!(read(&site, "/c").await.expect("a page").text, "テスト");
}

#[tokio::test]
async fn what_comes_packed_is_unpacked() {
    let site = WebSite::start().await;
    site.put("/a", Leaf::article("Soap", "", &LONG).packed());
    assert!(read(&site, "/a").await.expect("a page").text.contains(LONG[2]));
}

#[tokio::test]
async fn a_very_long_text_is_cut_and_says_so() {
    let site = WebSite::start().await;
    site.put("/a", Leaf::text(&"wörter ".repeat(60_000)));
    let page = read(&site, "/a").await.expect("a page");
    assert!(page.cut && page.text.chars().count() <= LONGEST_TEXT && page.text.chars().count() > LONGEST_TEXT - 10);
}

#[tokio::test]
async fn redirects_are_followed_and_the_last_address_counts() {
    let site = WebSite::start().await;
    for (from, to) in [("/1", "/2"), ("/2", "3?x=y"), ("/3?x=y", "//BASE/4"), ("/4", "BASE/5"), ("/5", "/end#part")] {
        let to = to.replace("//BASE", site.base.trim_start_matches("http:")).replace("BASE", &site.base);
        site.put(from, Leaf::redirect(&to));
    }
    site.put("/end", Leaf::article("Soap", "", &LONG));
    assert_eq!(read(&site, "/1").await.expect("five are allowed").url, site.url("/end"));
    site.put("/0", Leaf::redirect("/1"));
    assert_eq!(read(&site, "/0").await, Err(PageFault::TooManyRedirects));
    site.put("/loop", Leaf::redirect("/loop"));
    assert_eq!(read(&site, "/loop").await, Err(PageFault::TooManyRedirects));
    assert_eq!(site.visits("/loop"), 6);
}
