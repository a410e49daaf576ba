//! Files with numbers and days as people write them.

use crate::ground::open;
use domain::tools::{
    conversion::{Conversion, ConversionState, Meaning},
    warehouse::{QueryLimits, TenantFilter, Warehouse},
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Arc};
use warehouse::{ConnectionSettings, FileTable, FilesSettings, Options, TableFile};

const SALES: &str = "order_id;day;revenue;margin;postcode;sold\n1;05.01.2026;\"1.200,50 €\";12 %;01099;31.200\n\
    2;n/a;\"950,25 €\";8,5 %;10115;950\n3;31.01.2026;–;9 %;80331;7\n";

/// A table of files of these contents; the folder goes with the first.
fn sales(contents: &[&str], as_text: &[&str]) -> (tempfile::TempDir, FilesSettings) {
    let folder = tempfile::tempdir().unwrap();
    let file = |(number, content): (usize, &&str)| {
        let path = folder.path().join(number.to_string());
        std::fs::write(&path, content).unwrap();
        TableFile { path, name: format!("sales_{number}.csv") }
    };
    let files = contents.iter().enumerate().map(file).collect();
    let as_text = BTreeMap::from([("sales".to_owned(), as_text.iter().map(|name| (*name).to_owned()).collect())]);
    let table = FileTable { name: "sales".to_owned(), files, as_text, ..FileTable::default() };
    (folder, FilesSettings { tables: vec![table] })
}

async fn rows(warehouse: &Arc<dyn Warehouse>, sql: &str) -> Vec<Vec<Value>> {
    warehouse.query(sql, &QueryLimits::default()).await.unwrap_or_else(|fault| panic!("{sql}: {fault}")).rows
}

async fn conversions(warehouse: &Arc<dyn Warehouse>) -> BTreeMap<String, Conversion> {
    let tables = warehouse.tables().await.unwrap();
    tables[0].conversions.iter().map(|one| (one.column.clone(), one.clone())).collect()
}

#[tokio::test]
async fn columns_are_read_as_what_their_texts_mean() {
    let (_folder, settings) = sales(&[SALES], &[]);
    let shop = open(ConnectionSettings::Files(settings));
    assert_eq!(
        rows(&shop, "SELECT * FROM sales ORDER BY order_id").await,
        [
            [json!(1), json!("2026-01-05"), json!(1200.5), json!(12.0), json!("01099"), json!(31.2)],
            [json!(2), json!(null), json!(950.25), json!(8.5), json!("10115"), json!(950.0)],
            [json!(3), json!("2026-01-31"), json!(null), json!(9.0), json!("80331"), json!(7.0)],
        ],
        "what was a number before is the same number"
    );
    let found = conversions(&shop).await;
    assert_eq!(found.keys().collect::<Vec<_>>(), ["day", "margin", "revenue"]);
    let revenue = &found["revenue"];
    assert_eq!((revenue.state, revenue.to, revenue.unit.as_deref()), (ConversionState::Applied, Meaning::Number, Some("€")));
    assert_eq!((revenue.values, revenue.empty, &revenue.nothings[..]), (3, 1, &["–".to_owned()][..]));
    assert_eq!((found["day"].values, found["day"].empty), (3, 1));
    assert_eq!(found["margin"].to, Meaning::Percent);
    let types: Vec<String> = shop.tables().await.unwrap()[0].columns.iter().map(|column| column.data_type.clone()).collect();
    assert_eq!(types, ["BIGINT", "DATE", "DOUBLE", "DOUBLE", "VARCHAR", "DOUBLE"]);
    assert_eq!(shop.profile("sales").await.unwrap().conversions.len(), 3);
}

#[tokio::test]
async fn whoever_wants_a_column_as_text_has_its_text() {
    let (_folder, settings) = sales(&[SALES], &["revenue"]);
    let shop = open(ConnectionSettings::Files(settings));
    let wanted =
        [[json!("1.200,50 €"), json!("2026-01-05")], [json!("950,25 €"), json!(null)], [json!("–"), json!("2026-01-31")]];
    assert_eq!(rows(&shop, "SELECT revenue, day FROM sales ORDER BY order_id").await, wanted);
    assert_eq!(conversions(&shop).await["revenue"].state, ConversionState::Undone);
}

#[tokio::test]
async fn files_of_one_table_are_read_in_one_way() {
    let first = "day,amount\n5/1/2026,\"1,200.50\"\n7/2/2026,12\n";
    let (_folder, settings) = sales(&[first, "amount,day\n7,31/1/2026\n"], &[]);
    let shop = open(ConnectionSettings::Files(settings));
    let wanted = [[json!("2026-01-05"), json!(1200.5)], [json!("2026-01-31"), json!(7.0)], [json!("2026-02-07"), json!(12.0)]];
    assert_eq!(rows(&shop, "SELECT day, amount FROM sales ORDER BY day").await, wanted);
    let (_folder, settings) = sales(&[first], &[]);
    let alone = open(ConnectionSettings::Files(settings));
    assert_eq!(rows(&alone, "SELECT day FROM sales ORDER BY amount").await, [[json!("7/2/2026")], [json!("5/1/2026")]]);
    assert_eq!(conversions(&alone).await["day"].state, ConversionState::Unclear);
}

#[tokio::test]
async fn a_value_far_down_that_does_not_fit_changes_what_is_made_of_it() {
    let mut text = String::from("price\n");
    (0..60_000).for_each(|number| text.push_str(&format!("{number}.50 €\n")));
    let words = format!("{text}on request\n");
    let (_folder, settings) = sales(&[&words], &[]);
    let shop = open(ConnectionSettings::Files(settings));
    let answer = rows(&shop, "SELECT count(*), count(price), max(price) FROM sales").await;
    assert_eq!(answer, [[json!(60_001), json!(60_000), json!(59_999.5)]], "one word in so many becomes empty");
    let price = &conversions(&shop).await["price"];
    assert_eq!((price.values, price.empty, &price.nothings[..]), (60_001, 1, &["on request".to_owned()][..]));
    let strange = format!("{text}12 or 13 €\n");
    let (_folder, settings) = sales(&[&strange], &[]);
    let shop = open(ConnectionSettings::Files(settings));
    assert_eq!(rows(&shop, "SELECT count(price) FROM sales WHERE price = '12 or 13 €'").await, [[json!(1)]]);
    assert_eq!(conversions(&shop).await["price"].state, ConversionState::Mixed);
}

#[tokio::test]
async fn another_tenants_values_are_no_examples() {
    let (_folder, settings) = sales(&["tenant,revenue\na,\"1,200.50 €\"\nb,n/a\n"], &[]);
    let filter = TenantFilter { column: "tenant".to_owned(), value: json!("a") };
    let options = Options { filter: Some(filter), ..Options::default() };
    let shop = warehouse::open(&ConnectionSettings::Files(settings), options).unwrap();
    assert_eq!(rows(&shop, "SELECT revenue FROM sales").await, [[json!(1200.5)]]);
    let revenue = &conversions(&shop).await["revenue"];
    assert_eq!((revenue.values, revenue.empty, revenue.examples.len(), revenue.nothings.len()), (0, 0, 0, 0));
}
