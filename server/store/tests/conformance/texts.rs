//! The texts of a project's documents, where research finds them: they are as their source is, and go with it.

use crate::{
    added::{add, read_again},
    ground::Ground,
    projects::{project, source},
    samples::{House, NOON, house, later},
    stories,
};
use domain::{
    account::{AuditEntry, RetentionStore},
    research::{Among, SourceRow, SourceStore, search_words},
    tools::{Found, ProjectRow, ProjectSource, ProjectStore, SourceKind, WithoutTexts},
};
use protocol::SourceId;
use serde_json::json;
use store::Store;
use uuid::Uuid;

stories!(
    texts_are_as_their_source_is,
    texts_are_exchanged_as_a_whole,
    the_newest_reading_has_the_last_word,
    texts_go_with_their_source_or_project,
    texts_of_a_deleted_source_are_found_no_more,
    sources_without_texts_are_known,
    texts_of_projects_are_no_documents_and_no_pages
);

fn text(of: &ProjectSource, number: u128, words: &str) -> SourceRow {
    SourceRow {
        id: SourceId(Uuid::from_u128(of.id.0.as_u128() + (number << 96))),
        tenant: of.tenant,
        url: Some(format!("/projects/{}/sources/{}#{number}", of.project, of.id)),
        title: format!("Text {number}"),
        text: words.into(),
        sha256: format!("hash of {words}"),
        accessed_at: of.updated_at,
        published_at: None,
        imported_at: None,
        imported_by: None,
    }
}

async fn documents(store: &Store, of: House, number: u32) -> (ProjectRow, ProjectSource) {
    let row = project(of, number);
    store.insert_project(row.clone()).await.expect("a project");
    let given = ProjectSource { kind: SourceKind::Document, ..source(&row, number, Vec::new()) };
    let kept = add(store, given, &Found::default()).await.expect("a source");
    (row, kept)
}

async fn found(store: &Store, of: House, question: &str) -> Vec<SourceId> {
    let found = store.find_sources(of.tenant, Among::All, &search_words(question), 10).await.expect("no fault");
    found.into_iter().map(|one| one.source.id).collect()
}

async fn texts_are_as_their_source_is(ground: Ground) {
    let store = ground.open().await;
    let (ours, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let (_, given) = documents(&store, ours, 1).await;
    let keep = async |texts: Vec<SourceRow>| store.keep_texts(ours.tenant, given.id, texts).await.expect("no fault");
    let (soap, wax) = (text(&given, 1, "soap of goats"), text(&given, 2, "candles of wax"));
    assert!(keep(vec![soap.clone(), wax.clone()]).await);
    assert_eq!(store.source(ours.tenant, soap.id).await.expect("no fault"), Some(soap.clone()));
    // The one is read again as it was, the other says something else, and there is one more.
    let same = SourceRow { id: SourceId(Uuid::from_u128(91)), ..soap.clone() };
    let changed = SourceRow { id: SourceId(Uuid::from_u128(92)), ..text(&given, 2, "lamps of oil") };
    let more = text(&given, 3, "soap of sheep");
    assert!(keep(vec![same, changed.clone(), more.clone()]).await);
    assert_eq!(found(&store, ours, "candles").await, []);
    assert_eq!(found(&store, ours, "lamps").await, [changed.id]);
    let mut soaps = found(&store, ours, "soap").await;
    soaps.sort();
    assert_eq!(soaps, [soap.id, more.id], "what stayed keeps its id");
    // Another title is another text to whoever reads it.
    let renamed = SourceRow { id: SourceId(Uuid::from_u128(93)), title: "Goats".into(), ..soap };
    assert!(keep(vec![renamed.clone()]).await);
    assert_eq!(found(&store, ours, "soap goats").await, [renamed.id]);
    assert!(!store.keep_texts(theirs.tenant, given.id, vec![text(&given, 4, "soap")]).await.expect("no fault"), "not theirs");
    assert_eq!(found(&store, theirs, "soap").await, []);
    assert!(keep(Vec::new()).await);
    assert_eq!(ground.rows("research_sources").await, 0);
    // Many come in several transactions.
    let many = (1..=120).map(|number| text(&given, number, &format!("soap number {number}"))).collect();
    assert!(keep(many).await);
    assert_eq!(ground.rows("research_sources").await, 120);
}

/// From now on the store is stopped where it adds or removes the text of this title.
async fn stop_at(ground: &Ground, verb: &str, title: &str) {
    let row = if verb == "INSERT" { "new" } else { "old" };
    let sql = if ground.is_postgres() {
        format!(
            "CREATE FUNCTION stops() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'stopped'; END $$; \
            CREATE TRIGGER stops BEFORE {verb} ON research_sources FOR EACH ROW WHEN ({row}.title = '{title}') EXECUTE FUNCTION stops()"
        )
    } else {
        format!(
            "CREATE TRIGGER stops BEFORE {verb} ON research_sources WHEN {row}.title = '{title}' \
            BEGIN SELECT raise(ABORT, 'stopped'); END"
        )
    };
    ground.run(&sql).await;
}

async fn go_on(ground: &Ground) {
    let sql = if ground.is_postgres() { "DROP FUNCTION stops() CASCADE" } else { "DROP TRIGGER stops" };
    ground.run(sql).await;
}

async fn texts_are_exchanged_as_a_whole(ground: Ground) {
    let store = ground.open().await;
    let ours = house(&store, 1).await;
    let (_, given) = documents(&store, ours, 1).await;
    let texts = |number, words: &str| -> Vec<SourceRow> {
        let salt = u128::from(words.len() as u64) << 48;
        (1..=number).map(|n| SourceRow { id: SourceId(Uuid::from_u128(salt + n)), ..text(&given, n, words) }).collect()
    };
    let (old, new, last) = (texts(60, "soap of goats"), texts(120, "candles of bees"), texts(70, "lamps"));
    let keep = async |texts: &[SourceRow]| store.keep_texts(ours.tenant, given.id, texts.to_vec()).await;
    let seen = async |words: &'static str| {
        let found = store.find_sources(ours.tenant, Among::All, &search_words(words), 500).await.expect("no fault");
        found.len()
    };
    let all = async || [seen("soap").await, seen("candles").await, seen("lamps").await];
    let unfinished = async || store.without_texts(None, 9).await.expect("no fault").len();
    assert!(keep(&old).await.expect("kept"));
    assert_eq!((all().await, unfinished().await), ([60, 0, 0], 0));
    // It breaks off while they come: those that were there still are, all of them.
    stop_at(&ground, "INSERT", "Text 119").await;
    keep(&new).await.expect_err("it is stopped");
    assert_eq!((all().await, unfinished().await), ([60, 0, 0], 1));
    go_on(&ground).await;
    // It breaks off while the old ones go: the new ones are there, all of them.
    stop_at(&ground, "DELETE", "Text 59").await;
    keep(&new).await.expect_err("it is stopped");
    assert_eq!((all().await, unfinished().await), ([0, 120, 0], 1));
    go_on(&ground).await;
    assert!(keep(&new).await.expect("kept"));
    assert_eq!((all().await, unfinished().await, ground.rows("research_sources").await), ([0, 120, 0], 0, 120));
    // Whoever looks meanwhile sees the one or the other, also where two exchange them at the same time.
    let looking = async {
        for _ in 0..40 {
            let (candles, lamps) = (seen("candles").await, seen("lamps").await);
            assert!(matches!(candles, 0 | 120) && matches!(lamps, 0 | 70), "{candles} candles, {lamps} lamps");
        }
    };
    let (one, other, ()) = tokio::join!(keep(&last), keep(&last), looking);
    assert!(one.expect("kept") && other.expect("kept"));
    assert_eq!((all().await, unfinished().await, ground.rows("research_sources").await), ([0, 0, 70], 0, 70));
}

async fn the_newest_reading_has_the_last_word(ground: Ground) {
    let store = ground.open().await;
    let ours = house(&store, 1).await;
    let (_, given) = documents(&store, ours, 1).await;
    let keep = async |texts: Vec<SourceRow>| store.keep_texts(ours.tenant, given.id, texts).await.expect("no fault");
    let unfinished = async || store.without_texts(None, 9).await.expect("no fault").len();
    let soap = text(&given, 1, "soap of goats");
    assert!(keep(vec![soap.clone()]).await);
    assert_eq!(unfinished().await, 0);
    // The source is read anew, and the server dies before its texts are looked at.
    let anew = ProjectSource { updated_at: later(500), ..given.clone() };
    read_again(&store, &anew, &Found::default(), 2).await.expect("read again");
    assert_eq!(unfinished().await, 1, "its texts are those of the reading before");
    // Whoever comes late with what stood in it before changes nothing.
    assert!(!keep(vec![text(&given, 2, "candles of wax")]).await);
    assert_eq!((found(&store, ours, "candles").await, found(&store, ours, "soap").await), (Vec::new(), vec![soap.id]));
    // Nothing of it has changed: it is known from then on that it is whole.
    assert!(keep(vec![text(&anew, 1, "soap of goats")]).await);
    assert_eq!((unfinished().await, found(&store, ours, "soap").await), (0, vec![soap.id]));
}

async fn texts_go_with_their_source_or_project(ground: Ground) {
    let store = ground.open().await;
    let ours = house(&store, 1).await;
    let ((first, one), (_, other)) = (documents(&store, ours, 1).await, documents(&store, ours, 2).await);
    for of in [&one, &other] {
        assert!(store.keep_texts(ours.tenant, of.id, vec![text(of, 1, "soap")]).await.expect("no fault"));
    }
    assert_eq!(found(&store, ours, "soap").await.len(), 2, "the same text in two places");
    assert!(store.delete_source_of(ours.tenant, other.project, other.id).await.expect("no fault"));
    assert_eq!(found(&store, ours, "soap").await, [text(&one, 1, "soap").id]);
    assert!(store.delete_project(ours.tenant, first.id).await.expect("no fault"));
    assert_eq!((found(&store, ours, "soap").await, ground.rows("research_sources").await), (Vec::new(), 0));
    let late = store.keep_texts(ours.tenant, one.id, vec![text(&one, 1, "soap")]).await.expect("no fault");
    assert!(!late && ground.rows("research_sources").await == 0, "its source is gone");
}

async fn texts_of_a_deleted_source_are_found_no_more(ground: Ground) {
    let store = ground.open().await;
    let ours = house(&store, 1).await;
    let (_, given) = documents(&store, ours, 1).await;
    let keep = async || store.keep_texts(ours.tenant, given.id, vec![text(&given, 1, "soap")]).await.expect("no fault");
    let missing = async || store.without_texts(None, 9).await.expect("no fault").len();
    assert!(keep().await);
    assert!(store.trash_source(ours.tenant, given.project, given.id, later(10), None).await.expect("no fault"));
    assert_eq!((found(&store, ours, "soap").await, missing().await), (Vec::new(), 0));
    assert!(!keep().await, "what was read before it was deleted is not kept after");
    assert!(store.restore_source(&given, None).await.expect("no fault"));
    assert_eq!(missing().await, 1, "it is known that its texts are to be kept again");
    assert!(keep().await);
    assert_eq!((found(&store, ours, "soap").await.len(), missing().await), (1, 0));
}

async fn sources_without_texts_are_known(ground: Ground) {
    let store = ground.open().await;
    let ours = house(&store, 1).await;
    let mut all = Vec::new();
    for number in 1..=3 {
        all.push(documents(&store, ours, number).await.1);
    }
    let tables = source(&project(ours, 1), 9, Vec::new());
    add(&store, tables, &Found::default()).await.expect("a database");
    store.keep_texts(ours.tenant, all[1].id, vec![text(&all[1], 1, "soap")]).await.expect("kept");
    let place = |of: &ProjectSource| WithoutTexts { tenant: of.tenant, project: of.project, source: of.id };
    let (first, last) = (place(&all[0]), place(&all[2]));
    assert_eq!(store.without_texts(None, 9).await.expect("no fault"), [first, last]);
    assert_eq!(store.without_texts(None, 1).await.expect("no fault"), [first]);
    assert_eq!(store.without_texts(Some(first.source), 9).await.expect("no fault"), [last]);
}

async fn texts_of_projects_are_no_documents_and_no_pages(ground: Ground) {
    let store = ground.open().await;
    let ours = house(&store, 1).await;
    let (_, given) = documents(&store, ours, 1).await;
    assert!(!store.has_documents(ours.tenant).await.expect("no fault"));
    // Those that nobody can find yet are none.
    stop_at(&ground, "INSERT", "Text 60").await;
    store
        .keep_texts(ours.tenant, given.id, (1..=70).map(|n| text(&given, n, "lamps")).collect())
        .await
        .expect_err("it is stopped");
    assert!(ground.rows("research_sources").await > 0 && !store.has_documents(ours.tenant).await.expect("no fault"));
    go_on(&ground).await;
    let kept = text(&given, 1, "soap of goats and sheep, and of nothing else");
    store.keep_texts(ours.tenant, given.id, vec![kept.clone()]).await.expect("kept");
    assert!(store.has_documents(ours.tenant).await.expect("no fault"));
    assert_eq!(store.count_documents(ours.tenant).await.expect("no fault"), 0);
    assert!(store.documents(ours.tenant, 9, None).await.expect("no fault").is_empty());
    for (among, expected) in [(Among::All, 1), (Among::OutsideProjects, 0), (Among::Imported, 0)] {
        let found = store.find_sources(ours.tenant, among, &search_words("soap"), 9).await.expect("no fault");
        assert_eq!(found.len(), expected, "{among:?}");
    }
    // Of a long question a few words are enough, as with everything that was brought in.
    let question = "soap goats sheep market vienna price makers shops hands oil lavender";
    assert_eq!(found(&store, ours, question).await, [kept.id]);
    let audit = |number: u128| AuditEntry {
        id: Uuid::from_u128(number),
        tenant: ours.tenant,
        user: None,
        action: "pages.expired".into(),
        target: ours.tenant.to_string(),
        about: None,
        detail: json!({}),
        at: NOON,
    };
    assert!(store.set_retention(ours.tenant, Some(1), audit(71)).await.expect("set"));
    let later = crate::samples::later(86_400 * 9);
    assert_eq!(store.remove_pages(ours.tenant, 1, later, 9, audit(72)).await.expect("no fault"), 0, "it is no page");
}
