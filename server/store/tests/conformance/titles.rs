//! Titles, found over all that has one.

use crate::{
    added::add,
    ground::Ground,
    projects::{found, project, source},
    samples::{House, house},
    stories,
};
use domain::{
    titles::{TitleQuery, TitleStore as _, TitledKind},
    tools::{ProjectRow, ProjectStore as _},
};
use serde_json::json;
use store::Store;

stories!(titles_are_found_by_their_words_within_the_tenant);

async fn look(store: &Store, of: House, words: &str, each: u32) -> Vec<(TitledKind, String)> {
    let query = TitleQuery { tenant: of.tenant, user: of.user, words: words.into(), each };
    let rows = store.find_titles(query).await.expect("no fault");
    rows.into_iter().map(|row| (row.kind, row.title)).collect()
}

async fn titles_are_found_by_their_words_within_the_tenant(ground: Ground) {
    let store = ground.open().await;
    let (mine, other) = (house(&store, 1).await, house(&store, 2).await);
    for number in 1..=2 {
        let row = ProjectRow { name: format!("Corner 100% shop {number}"), ..project(mine, number) };
        store.insert_project(row.clone()).await.expect("kept");
        add(&store, source(&row, number, Vec::new()), &found("orders")).await.expect("added");
    }
    assert_eq!(look(&store, mine, "SHOP corner 2", 5).await, [(TitledKind::Project, "Corner 100% shop 2".to_owned())]);
    assert_eq!(
        look(&store, mine, "order", 5).await,
        [(TitledKind::Table, "orders".into()), (TitledKind::Table, "orders".into())]
    );
    assert_eq!(look(&store, mine, "order", 1).await.len(), 1);
    let kinds: Vec<_> = look(&store, mine, "shop", 5).await.into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, [TitledKind::Project, TitledKind::Project, TitledKind::Source, TitledKind::Source]);
    // What stands for any letter in a pattern stands for itself here.
    assert_eq!(look(&store, mine, "100%", 5).await.len(), 2);
    for nothing in ["", "  ", "sh_p", "orders shop", "10%%"] {
        assert!(look(&store, mine, nothing, 5).await.is_empty(), "{nothing}");
    }
    for word in ["shop", "orders"] {
        assert!(look(&store, other, word, 5).await.is_empty(), "another tenant's {word}");
    }
    let books = project(mine, 3);
    store.insert_project(books.clone()).await.expect("kept");
    let mut odd = found("ledgers");
    odd.tables[0].columns[0].samples = vec![json!("a\0b")];
    add(&store, source(&books, 3, Vec::new()), &odd).await.expect("added");
    let ledgers = [(TitledKind::Table, "ledgers".to_owned())];
    assert_eq!(look(&store, mine, "ledgers", 5).await, ledgers, "whatever its rows hold");
}
