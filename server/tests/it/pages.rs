//! The pages as the server writes them, readable without any script.

use crate::{
    ground::{Answer, everywhere, id_of, on_sqlite},
    projects::made,
};
use std::collections::HashSet;

/// Nothing in the page runs that the policy of this very answer does not let run.
#[track_caller]
pub(crate) fn runs_nothing_of_others(page: &Answer) {
    let policy = page.header("content-security-policy");
    let nonce = policy.split("'nonce-").nth(1).and_then(|rest| rest.split('\'').next()).expect("a nonce");
    let mut scripts = 0;
    for tag in tags(&page.text) {
        let lower = tag.to_lowercase();
        if lower.starts_with("<script") {
            assert!(tag.contains(&format!("nonce=\"{nonce}\"")) || tag.contains("src=\"/"), "{tag}");
            scripts += 1;
        }
        for foreign in ["<iframe", "<object", "<embed", "<base", "<meta http-equiv"] {
            assert!(!lower.starts_with(foreign), "{tag}");
        }
        for attribute in without_values(&lower).split_whitespace().skip(1) {
            assert!(!attribute.starts_with("on") && attribute != "style", "{tag}");
        }
        assert!(!lower.contains("=\"javascript:") && !lower.contains("=\"data:text"), "{tag}");
    }
    assert!(scripts > 0, "the page has scripts of its own");
}

/// Every tag as it stands, without comments and the contents of scripts.
fn tags(page: &str) -> Vec<&str> {
    let (mut tags, mut rest) = (Vec::new(), page);
    while let Some(begin) = rest.find('<') {
        rest = &rest[begin..];
        if rest.starts_with("<!--") {
            rest = rest.split_once("-->").map_or("", |(_, after)| after);
            continue;
        }
        let mut quote = None;
        let end = rest.find(|letter| {
            match (quote, letter) {
                (None, '"' | '\'') => quote = Some(letter),
                (Some(open), _) if open == letter => quote = None,
                _ => {}
            }
            quote.is_none() && letter == '>'
        });
        let (tag, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
        tags.push(tag);
        rest = if tag.starts_with("<script") { after.find("</script").map_or("", |end| &after[end..]) } else { after };
    }
    tags
}

/// The names of a tag's attributes.
fn without_values(tag: &str) -> String {
    let pieces = tag.split('"').step_by(2).map(|piece| piece.trim_end_matches('='));
    pieces.collect::<Vec<_>>().join(" ").replace(['/', '>'], " ")
}

/// What a person reads, as the page has it.
pub(crate) fn visible(page: &str) -> String {
    let body = page.split("</body>").next().unwrap_or_default();
    let mut text = String::new();
    let mut rest = body;
    for tag in tags(body) {
        let (before, after) = rest.split_once(tag).expect("a tag of this page");
        text.push_str(before);
        rest = after;
    }
    text + rest
}

#[test]
fn tags_and_attributes_are_found() {
    let page = "<!DOCTYPE html><p title=\"a > b onclick=\">x &lt;b&gt;</p><!-- <i> --><script nonce=\"n\">\"<b>\"</script><a onclick=\"x\">";
    let found =
        ["<!DOCTYPE html>", "<p title=\"a > b onclick=\">", "</p>", "<script nonce=\"n\">", "</script>", "<a onclick=\"x\">"];
    assert_eq!(tags(page), found);
    assert_eq!(without_values(found[1]).split_whitespace().collect::<Vec<_>>(), ["<p", "title"]);
    assert_eq!(without_values(found[5]).split_whitespace().collect::<Vec<_>>(), ["<a", "onclick"]);
    assert_eq!(visible("<p>We <b>sell</b> &lt;</p></body>"), "We sell &lt;");
}

/// As a text node or an attribute of the page has it.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[tokio::test]
async fn pages_are_whole_and_run_only_their_own_scripts() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        owner.activate(&owner.make_plan("idea_discovery").await).await;
        let session = owner.open("idea_discovery").await;
        owner.say(&session, "We sell honey & wax, 3 < 4").await;
        for path in [
            "/",
            "/interviews",
            "/admin",
            "/admin/people",
            "/admin/tokens",
            "/settings",
            "/settings/tokens",
            &format!("/interviews/{session}"),
            &format!("/admin/interviews/{session}"),
        ] {
            let page = owner.get(path).await;
            assert_eq!(page.status, 200, "{path}");
            assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
            assert!(
                page.text.starts_with("<!DOCTYPE html>") && page.text.contains("<title>") && page.text.contains("<main"),
                "{path}"
            );
            assert!(page.text.contains("lang=\"en\""));
            runs_nothing_of_others(&page);
        }
        let nobody = place.nobody();
        for path in ["/", "/interviews", "/admin"] {
            let answer = nobody.get(path).await;
            assert!(
                answer.status == 303 && ["/first-start", "/login"].iter().any(|door| answer.header("location").starts_with(door))
            );
        }
        let door = nobody.get(nobody.get("/").await.header("location")).await;
        assert!(door.status == 200 && door.text.contains("<form") && door.text.contains("type=\"password\""));
        runs_nothing_of_others(&door);
    })
    .await;
}

/// As many at once as make the server's threads take over each other's pages.
#[tokio::test]
async fn pages_that_are_made_at_the_same_time_have_each_their_own_title() {
    on_sqlite(async |place| {
        let mut pages = Vec::new();
        for number in 0..4 {
            let (owner, _) = place.tenant();
            let project = made(&owner, &format!("The project of tenant {number}")).await;
            owner.activate(&owner.make_plan("idea_discovery").await).await;
            let session = owner.open("idea_discovery").await;
            owner.say(&session, &format!("A bakery called Oven {number} in the harbour")).await;
            for path in [format!("/projects/{project}"), format!("/interviews/{session}")] {
                let own = title(&owner.get(&path).await);
                pages.push((owner.clone(), path, own));
            }
        }
        assert_eq!(pages.iter().map(|(_, _, own)| own).collect::<HashSet<_>>().len(), pages.len(), "{:?}", pages[0].2);
        for _ in 0..12 {
            let all = pages.iter().cycle().take(48).map(async |(owner, path, own)| {
                let page = owner.get(path).await;
                assert_eq!((page.status, title(&page).as_str()), (200, own.as_str()), "{path}");
            });
            futures::future::join_all(all).await;
        }
    })
    .await;
}

fn title(page: &Answer) -> String {
    let title = page.text.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    title.map(|(title, _)| title.to_owned()).unwrap_or_default()
}

#[tokio::test]
async fn an_interview_can_be_read_without_scripts() {
    everywhere(async |place| {
        let api = place.member();
        let session = place.interview(&api).await;
        let said = ["We sell honey & wax, 3 < 4", "the shop is \"small\"", "<b>on the market</b>"];
        let mut replies = Vec::new();
        for text in said {
            replies.push(api.say(&session, text).await.reply());
        }
        let page = api.get(&format!("/interviews/{session}")).await;
        assert_eq!(page.status, 200);
        let visible = visible(&page.text);
        for text in said {
            assert!(visible.contains(&escaped(text)), "{text}");
        }
        for reply in &replies {
            let first = reply.split(['.', '!', '?', '“']).next().expect("a beginning");
            assert!(visible.contains(&escaped(first)), "{first}");
        }
        for words in ["Goods", "Size", "Opening day"] {
            assert!(visible.contains(words), "{words}");
        }
        assert!(page.text.contains("<form") && !page.text.contains("<b>on the market</b>"));
        runs_nothing_of_others(&page);
    })
    .await;
}

#[tokio::test]
async fn what_is_not_there_is_said_so() {
    everywhere(async |place| {
        let api = place.member();
        for path in [format!("/interviews/{}", id_of("nothing")), "/interviews/x".into(), "/no/such/page".into()] {
            let page = api.get(&path).await;
            assert_eq!(page.status, 404, "{path}");
        }
        for path in ["/admin", "/admin/people", "/admin/tokens"] {
            let admin = api.get(path).await;
            assert!(!admin.text.contains("viewer-0@example.org"), "a member sees nobody there");
            assert!([200, 403].contains(&admin.status), "{path}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_page_asked_for_with_a_wrong_token_is_refused() {
    everywhere(async |place| {
        place.as_token("never made").get("/").await.problem(401);
    })
    .await;
}
