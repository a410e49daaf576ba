//! Pages and documents: kept once, never changed, found by their words, by nobody of another tenant.

use crate::{
    ground::Ground,
    samples::{House, NOON, house, later, user},
    stories,
};
use domain::{
    StoreFault,
    account::{AccountStore, AuditEntry, AuditQuery, PageQuery},
    research::{Among, LONGEST_TEXT, SourceRow, SourceStore, search_words},
};
use protocol::{SourceId, UserId};
use store::Store;
use uuid::Uuid;

stories!(
    a_source_is_kept_once,
    the_newest_reading_of_an_address_is_found,
    a_page_becomes_a_document,
    documents_are_listed_newest_first,
    words_find_sources,
    a_long_question_finds_documents_that_say_little_of_it,
    pages_that_were_read_hide_no_documents,
    the_best_come_first,
    nothing_in_a_question_is_syntax,
    what_is_deleted_is_found_no_more,
    a_foreign_tenant_finds_nothing,
    the_importer_may_go_and_the_document_stays,
    a_text_never_changes,
    the_longest_texts_are_kept
);

fn page(house: House, number: u128, url: &str, text: &str) -> SourceRow {
    SourceRow {
        id: SourceId(Uuid::from_u128(house.tenant.0.as_u128() + number)),
        tenant: house.tenant,
        url: Some(url.to_owned()).filter(|url| !url.is_empty()),
        title: format!("Page {number}"),
        text: text.into(),
        sha256: format!("hash of {:.20} {}", text.replace('\0', " "), text.len()),
        accessed_at: NOON,
        published_at: Some(later(-86_400)),
        imported_at: None,
        imported_by: None,
    }
}

fn document(house: House, number: u128, text: &str) -> SourceRow {
    SourceRow {
        published_at: None,
        imported_at: Some(later(i64::try_from(number).expect("a small number"))),
        imported_by: Some(house.user),
        ..page(house, number, "", text)
    }
}

async fn keep(store: &Store, row: &SourceRow) -> SourceId {
    store.keep_source(row.clone()).await.expect("kept")
}

async fn found(store: &Store, house: House, question: &str) -> Vec<String> {
    let found = store.find_sources(house.tenant, Among::All, &search_words(question), 10).await.expect("no fault");
    found.into_iter().map(|one| one.source.title).collect()
}

async fn a_source_is_kept_once(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let first = page(house, 1, "https://example.org/ä?b=c", "Soap\n„quoted“ text");
    assert_eq!(keep(&store, &first).await, first.id);
    assert_eq!(store.source(house.tenant, first.id).await.expect("no fault"), Some(first.clone()));
    let again = SourceRow { id: SourceId(Uuid::from_u128(99)), accessed_at: later(60), title: "Other".into(), ..first.clone() };
    assert_eq!(keep(&store, &again).await, first.id);
    let earlier = SourceRow { id: SourceId(Uuid::from_u128(98)), accessed_at: later(30), ..first.clone() };
    assert_eq!(keep(&store, &earlier).await, first.id);
    let kept = store.source(house.tenant, first.id).await.expect("no fault").expect("there");
    assert_eq!(kept, SourceRow { accessed_at: later(60), ..first.clone() });
    assert_eq!(ground.rows("research_sources").await, 1);
    let taken = SourceRow { url: None, ..first.clone() };
    assert!(matches!(store.keep_source(taken).await, Err(StoreFault::Conflict)), "the id is another source's");
    let nul = page(house, 2, "https://example.org/nul", "a\0b");
    keep(&store, &nul).await;
    assert_eq!(store.source(house.tenant, nul.id).await.expect("no fault").expect("there").text, "a\u{fffd}b");
}

async fn the_newest_reading_of_an_address_is_found(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let long = format!("https://example.org/{}", "x".repeat(5_000));
    for url in ["https://example.org/a", &long] {
        let old = page(house, url.len() as u128, url, "old");
        let new = SourceRow { accessed_at: later(60), ..page(house, url.len() as u128 + 1, url, "new") };
        for row in [&new, &old] {
            keep(&store, row).await;
        }
        assert_eq!(store.source_at(house.tenant, url).await.expect("no fault"), Some(new));
    }
    keep(&store, &document(house, 3, "no address")).await;
    for other in ["https://example.org/b", "https://example.org/A", ""] {
        assert_eq!(store.source_at(house.tenant, other).await.expect("no fault"), None, "{other}");
    }
}

async fn a_page_becomes_a_document(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let read = page(house, 1, "https://example.org/", "soap");
    keep(&store, &read).await;
    assert_eq!(store.count_documents(house.tenant).await.expect("no fault"), 0);
    let brought = SourceRow {
        id: SourceId(Uuid::from_u128(9)),
        imported_at: Some(later(5)),
        imported_by: Some(house.user),
        ..read.clone()
    };
    let audit = |number: u128| AuditEntry {
        id: Uuid::from_u128(number),
        tenant: house.tenant,
        user: Some(house.user),
        action: "document.imported".into(),
        target: read.id.to_string(),
        about: None,
        detail: serde_json::json!({}),
        at: NOON,
    };
    for number in [71, 72] {
        let kept = store.keep_source_with(brought.clone(), Some(audit(number))).await.expect("kept");
        assert_eq!(kept, read.id);
    }
    let page = PageQuery { limit: 9, after: None };
    let log = store.audit_log(house.tenant, AuditQuery::default(), page).await.expect("a page");
    assert_eq!(log.iter().map(|entry| entry.id.as_u128()).collect::<Vec<_>>(), [71], "noted when it became one, and once");
    let later_again = SourceRow { imported_at: Some(later(9)), imported_by: None, ..brought.clone() };
    assert_eq!(keep(&store, &later_again).await, read.id);
    let research_again = read.clone();
    assert_eq!(keep(&store, &research_again).await, read.id);
    let kept = store.source(house.tenant, read.id).await.expect("no fault").expect("there");
    assert_eq!((kept.imported_at, kept.imported_by), (Some(later(5)), Some(house.user)));
    assert_eq!(store.count_documents(house.tenant).await.expect("no fault"), 1);
}

async fn documents_are_listed_newest_first(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    for number in 1..=5 {
        keep(&store, &document(house, number, &format!("text {number}"))).await;
    }
    keep(&store, &page(house, 6, "https://example.org/", "no document")).await;
    let titles = |rows: &[SourceRow]| rows.iter().map(|row| row.title.clone()).collect::<Vec<_>>();
    let first = store.documents(house.tenant, 2, None).await.expect("a page");
    assert_eq!(titles(&first), ["Page 5", "Page 4"]);
    assert!(first.iter().all(|row| row.text.is_empty()), "texts stay where they are");
    let place = first.last().map(|row| (row.imported_at.expect("imported"), row.id));
    let rest = store.documents(house.tenant, 10, place).await.expect("a page");
    assert_eq!(titles(&rest), ["Page 3", "Page 2", "Page 1"]);
    assert_eq!(store.count_documents(house.tenant).await.expect("no fault"), 5);
}

async fn words_find_sources(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let far =
        format!("{}Makers of lavender soaps are selling on markets. {}", "Nothing here. ".repeat(300), "Nor here. ".repeat(300));
    keep(&store, &document(house, 1, &far)).await;
    keep(&store, &page(house, 2, "https://example.org/", "Candles and wax")).await;
    let hit = store.find_sources(house.tenant, Among::All, &search_words("lavender soap market"), 10).await.expect("no fault");
    let [hit] = &hit[..] else { panic!("{hit:?}") };
    assert_eq!((hit.source.title.as_str(), hit.source.url.as_deref(), hit.imported), ("Page 1", None, true));
    assert!(hit.excerpt.contains("lavender soaps") && hit.excerpt.len() < 800, "{}", hit.excerpt);
    assert_eq!(found(&store, house, "which candle?").await, ["Page 2"], "other forms of a word are found");
    assert_eq!(found(&store, house, "what about CANDLES").await, ["Page 2"]);
    assert_eq!(found(&store, house, "page").await.len(), 2, "titles count");
    assert_eq!(
        found(&store, house, "candles from unheard of tropical islands").await,
        Vec::<String>::new(),
        "one word of many is not enough"
    );
    assert_eq!(found(&store, house, "submarine").await, Vec::<String>::new());
    assert_eq!(found(&store, house, "the of and").await, Vec::<String>::new());
    assert!(store.find_sources(house.tenant, Among::All, &[], 10).await.expect("no fault").is_empty());
    assert!(store.find_sources(house.tenant, Among::All, &search_words("candles"), 0).await.expect("no fault").is_empty());
    assert!(store.find_sources(house.tenant, Among::All, &["the".into()], 10).await.expect("no fault").len() <= 1);
}

async fn a_long_question_finds_documents_that_say_little_of_it(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let text = "Competitors in Vienna roast specialty coffee";
    keep(&store, &document(house, 1, text)).await;
    keep(&store, &page(house, 2, "https://example.org/", text)).await;
    let known =
        "competitors similar products differ freshly roasted coffee hand independent cafés vienna austria market size price";
    assert_eq!(search_words(known).len(), 15);
    assert_eq!(found(&store, house, known).await, ["Page 1"], "a page that was read once must say more of it");
    assert_eq!(found(&store, house, "specialty coffee vienna cafés").await.len(), 2);
    let two = known.replace("competitors", "rivals").replace("roasted", "ground");
    assert_eq!(found(&store, house, &two).await, Vec::<String>::new(), "two words of many are not enough");
}

async fn pages_that_were_read_hide_no_documents(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    for number in 1..=5 {
        keep(&store, &page(house, number, &format!("https://example.org/{number}"), "soap, soap and soap on the soap market"))
            .await;
    }
    keep(&store, &document(house, 6, "far down, one word of soap")).await;
    let titles = async |among: Among| {
        let found = store.find_sources(house.tenant, among, &search_words("soap market"), 3).await.expect("no fault");
        found.into_iter().map(|one| one.source.title).collect::<Vec<_>>()
    };
    assert_eq!(titles(Among::Imported).await, ["Page 6"]);
    assert!(!titles(Among::All).await.contains(&"Page 6".to_owned()), "three are better");
}

async fn the_best_come_first(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    keep(&store, &document(house, 1, &format!("soap. {}", "other words stand here. ".repeat(50)))).await;
    keep(&store, &document(house, 2, "the market for soap")).await;
    keep(&store, &SourceRow { title: "The soap market".into(), ..document(house, 3, "its makers and prices, with soap") }).await;
    assert_eq!(found(&store, house, "soap market").await, ["The soap market", "Page 2", "Page 1"]);
    let one = store.find_sources(house.tenant, Among::All, &search_words("soap market"), 1).await.expect("no fault");
    assert_eq!(one.len(), 1);
}

async fn nothing_in_a_question_is_syntax(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    keep(&store, &document(house, 1, "near and not or soap * \" ( ) : ^ { } - + ' ; --")).await;
    for word in [
        "NEAR", "soap*", "\"soap", "soap\"", "title:soap", "owner", "-soap", "soap'--", "(soap", "a\\b", "soap|x", "soap:*",
        "!soap", "<->", "% _", "\0", "soap\0", "ß", "🧼", "'; DROP TABLE research_sources; --", "soap AND", "AND", "OR", "NOT",
        "^soap", "{soap}",
    ] {
        let words = [word.to_owned(), "soap".to_owned()];
        for words in [&words[..], &words[..1]] {
            store.find_sources(house.tenant, Among::All, words, 10).await.unwrap_or_else(|fault| panic!("{word:?}: {fault}"));
        }
    }
    assert_eq!(found(&store, house, "\"soap\" AND NOT (soap*)").await, ["Page 1"]);
    let owner = format!("t{}", house.tenant.0.simple());
    assert!(
        store.find_sources(house.tenant, Among::All, &[owner], 10).await.expect("no fault").is_empty(),
        "the tenant is no word"
    );
}

async fn what_is_deleted_is_found_no_more(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let (gone, stays) = (document(house, 1, "soap of goats"), document(house, 2, "soap of sheep"));
    for row in [&gone, &stays] {
        keep(&store, row).await;
    }
    assert!(store.delete_source(house.tenant, gone.id).await.expect("no fault"));
    assert!(!store.delete_source(house.tenant, gone.id).await.expect("no fault"));
    assert_eq!(store.source(house.tenant, gone.id).await.expect("no fault"), None);
    assert_eq!(found(&store, house, "soap").await, ["Page 2"]);
    assert_eq!(found(&store, house, "goats").await, Vec::<String>::new());
    keep(&store, &gone).await;
    assert_eq!(found(&store, house, "goats").await, ["Page 1"], "it may come back");
}

async fn a_foreign_tenant_finds_nothing(ground: Ground) {
    let store = ground.open().await;
    let (mine, theirs) = (house(&store, 1).await, house(&store, 2).await);
    let row = page(mine, 1, "https://example.org/", "soap");
    let secret = document(mine, 2, "soap of secrets");
    for row in [&row, &secret] {
        keep(&store, row).await;
    }
    let tenant = theirs.tenant;
    assert_eq!(store.source(tenant, row.id).await.expect("no fault"), None);
    assert_eq!(store.source_at(tenant, "https://example.org/").await.expect("no fault"), None);
    assert!(store.documents(tenant, 10, None).await.expect("no fault").is_empty());
    assert_eq!(store.count_documents(tenant).await.expect("no fault"), 0);
    assert!(!store.delete_source(tenant, row.id).await.expect("no fault"));
    assert_eq!(found(&store, theirs, "soap secrets").await, Vec::<String>::new());
    assert!(matches!(store.keep_source(SourceRow { tenant, ..row.clone() }).await, Err(StoreFault::Conflict)));
    // The same page read by both is two sources.
    let own = SourceRow { tenant, id: SourceId(Uuid::from_u128(77)), ..row.clone() };
    assert_eq!(keep(&store, &own).await, own.id);
    assert_eq!(found(&store, theirs, "soap").await.len(), 1);
    assert_eq!(found(&store, mine, "soap").await.len(), 2);
    assert_eq!(store.source(mine.tenant, row.id).await.expect("no fault"), Some(row));
}

async fn the_importer_may_go_and_the_document_stays(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    let guest = UserId(Uuid::from_u128(0x50));
    store.insert_user(user(house, guest, "guest@example.com")).await.expect("a user");
    let row = SourceRow { imported_by: Some(guest), ..document(house, 1, "soap") };
    keep(&store, &row).await;
    assert!(store.delete_user(house.tenant, guest).await.expect("no fault"));
    let kept = store.source(house.tenant, row.id).await.expect("no fault");
    assert_eq!(kept, Some(SourceRow { imported_by: None, ..row }));
}

async fn a_text_never_changes(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    keep(&store, &document(house, 1, "soap")).await;
    let url = ground.url.clone();
    let changed = tokio::spawn(async move { Ground { url }.run("UPDATE research_sources SET text = 'other'").await }).await;
    assert!(changed.is_err(), "the database refuses");
    assert_eq!(found(&store, house, "soap").await, ["Page 1"]);
}

async fn the_longest_texts_are_kept(ground: Ground) {
    let store = ground.open().await;
    let house = house(&store, 1).await;
    // As many different words as fit, each of letters that take three bytes.
    let mut text = String::from("beginning ");
    for number in 0_u32.. {
        let word: String =
            format!("{number:05}").bytes().map(|digit| char::from_u32(0x4e00 + u32::from(digit)).expect("a sign")).collect();
        if text.chars().count() + 6 > LONGEST_TEXT {
            break;
        }
        text.push_str(&word);
        text.push(' ');
        if number > 60_000 {
            break;
        }
    }
    let row = document(house, 1, &text);
    keep(&store, &row).await;
    assert_eq!(store.source(house.tenant, row.id).await.expect("no fault").expect("there").text.len(), text.len());
    assert_eq!(found(&store, house, "beginning").await, ["Page 1"]);
    let one_word = document(house, 2, &"x".repeat(LONGEST_TEXT));
    keep(&store, &one_word).await;
    let pathological = document(house, 3, &"a-b.c/d@e.f:".repeat(LONGEST_TEXT / 12));
    keep(&store, &pathological).await;
}
