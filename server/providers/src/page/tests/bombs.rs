//! Pages made to cost more than they say.

use super::*;
use std::fmt::Write;

async fn quickly(page: Leaf) -> Result<Page, PageFault> {
    let site = WebSite::start().await;
    site.put("/a", page);
    let begun = Instant::now();
    let page = reader(&site).read(&site.url("/a")).await;
    assert!(begun.elapsed() < Duration::from_secs(60), "it took {:?}", begun.elapsed());
    page
}

#[tokio::test]
async fn a_page_without_end_is_cut_off() {
    let endless = Leaf::html(&"<p>more</p>".repeat(1_000)).endless();
    assert_eq!(quickly(endless).await, Err(PageFault::TooLarge(hurried().bytes)));
    let honest = Leaf::html(&"x".repeat(600 * 1024));
    assert_eq!(quickly(honest).await, Err(PageFault::TooLarge(hurried().bytes)));
}

#[tokio::test]
async fn a_packed_bomb_is_not_unpacked() {
    let bomb = Leaf::html(&" ".repeat(64 * 1024 * 1024)).packed();
    assert!(bomb.body.len() < 100 * 1024);
    assert_eq!(quickly(bomb).await, Err(PageFault::TooLarge(hurried().bytes)));
}

#[tokio::test]
async fn a_page_that_drips_is_given_up() {
    let begun = Instant::now();
    let drip = Leaf::html(&"x".repeat(10_000)).dripping(10, Duration::from_millis(100));
    assert_eq!(quickly(drip).await, Err(PageFault::TimedOut));
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn nesting_without_end_is_read_as_plain_text() {
    for open in
        ["<div>", "<b>", "<p><b>", "<table><tr><td>", "<svg><g>", "<ul><li>", "<a href=x>", "<div></span>", "<font size=1><p>"]
    {
        let times = 400_000 / open.len();
        let page = quickly(Leaf::html(&format!("<title>Deep</title><p>said before</p>{}", open.repeat(times)))).await;
        let page = page.unwrap_or_else(|fault| panic!("{open}: {fault}"));
        assert!(page.text.starts_with("said before"), "{open}: {}", &page.text[..page.text.len().min(100)]);
        assert_eq!(page.title, "Deep");
    }
}

#[tokio::test]
async fn the_deepest_that_is_taken_apart_fits_the_stack() {
    let nest = |depth: usize| format!("{}<p>{}</p><p>{}</p>{}", "<div>".repeat(depth), LONG[0], LONG[1], "</div>".repeat(depth));
    for depth in [50, 150, 190] {
        let page = quickly(Leaf::html(&nest(depth))).await.expect("a page");
        assert!(page.text.contains(LONG[1]), "{depth}");
    }
}

#[tokio::test]
async fn attributes_without_end_do_not_take_for_ever() {
    let mut one = String::from("<p>said before</p><a ");
    for number in 0..50_000 {
        write!(one, "a{number} ").expect("a text");
    }
    let page = quickly(Leaf::html(&format!("{one}><p>after</p>"))).await.expect("a page");
    assert!(page.text.starts_with("said before"));
    let long = format!("<p>said</p><img alt=\"{}\"><p>after</p>", "x".repeat(400_000));
    assert_eq!(quickly(Leaf::html(&long)).await.expect("a page").text, "said\nafter");
}

#[tokio::test]
async fn styles_that_every_element_inherits_are_not_multiplied() {
    let mut page = String::from("<p>said before</p>");
    for number in 0..6_000 {
        write!(page, "<font size={number}>").expect("a text");
    }
    page.push_str(&"<p>x".repeat(40_000));
    let page = quickly(Leaf::html(&page)).await.expect("a page");
    assert!(page.text.starts_with("said before"));
}

#[tokio::test]
async fn broken_pages_give_what_they_have() {
    for broken in
        ["<p>text<", "<p>text<!--", "<p>text<script>", "<p>text<a href=\"", "<p>text&#", "<p>text<![CDATA[", "<p>text</"]
    {
        let page = quickly(Leaf::html(broken)).await.unwrap_or_else(|fault| panic!("{broken}: {fault}"));
        assert!(page.text.starts_with("text"), "{broken}: {}", page.text);
    }
}
