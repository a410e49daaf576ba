//! Columns of files that are read as numbers and days, undone and done again over HTTP.

use super::{hostile::packed, made, tool, upload};
use crate::ground::everywhere;
use serde_json::{Value, json};

const SALES: &str = "order_id;day;revenue\n1;05.01.2026;\"1.200,50 €\"\n2;31.01.2026;n/a\n3;;\"950,25 €\"\n";

#[tokio::test]
async fn a_conversion_is_shown_undone_and_done_again() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Exports").await;
        let files = [("sales.csv", SALES.as_bytes())];
        let source = upload(&owner, &project, &[("kind", "database"), ("name", "shop")], &files).await.json(201);
        let path = format!("/api/v1/projects/{project}");
        let profile = format!("{path}/sources/{}/profile?table=sales", source["id"].as_str().expect("an id"));
        let revenue = |all: &Value| {
            let all = all["conversions"].as_array().expect("conversions");
            all.iter().find(|one| one["column"] == "revenue").cloned().expect("of the column")
        };
        let rows = async || {
            let sql = json!({"sql": "SELECT revenue FROM sales ORDER BY order_id"});
            owner.post(&format!("{path}/query"), &sql).await.json(200)["rows"].clone()
        };
        let known = revenue(&owner.get(&profile).await.json(200));
        assert_eq!((&known["state"], &known["unit"], &known["empty"]), (&json!("applied"), &json!("€"), &json!(1)), "{known}");
        assert_eq!((&known["from"], &known["to"]), (&json!("text"), &json!("number")), "{known}");
        let schema = tool(&owner, &project, "get_table_schema", json!({"database": "shop", "table": "sales"})).await.json(200);
        assert_eq!(revenue(&schema)["nothings"], json!(["n/a"]), "{schema}");
        assert_eq!(rows().await, json!([[1200.5], [null], [950.25]]));

        let set = async |column: &str, applied: bool| {
            owner.put(&format!("{path}/conversions"), &json!({"table": "sales", "column": column, "applied": applied})).await
        };
        for _ in 0..2 {
            let undone = set("revenue", false).await.json(200);
            assert_eq!((&undone["table"], &revenue(&undone)["state"]), (&json!("sales"), &json!("undone")), "{undone}");
            assert_eq!(rows().await, json!([["1.200,50 €"], ["n/a"], ["950,25 €"]]));
        }
        // A file that is read again is read as it was wanted.
        owner.post(&format!("{path}/refresh"), &json!({})).await.json(200);
        assert_eq!(rows().await, json!([["1.200,50 €"], ["n/a"], ["950,25 €"]]));
        assert_eq!(revenue(&set("revenue", true).await.json(200))["state"], "applied");
        assert_eq!(rows().await, json!([[1200.5], [null], [950.25]]));

        // A column that is what it seems to be stays so, and one that is not there is none.
        assert_eq!(set("order_id", false).await.json(200)["conversions"].as_array().map(Vec::len), Some(2));
        set("nothing", false).await.problem(422);
        let other = json!({"table": "nothing", "column": "revenue", "applied": false});
        owner.put(&format!("{path}/conversions"), &other).await.problem(404);
        let whole = json!({"table": "sales", "column": "revenue", "applied": false});
        place.tenant().0.put(&format!("{path}/conversions"), &whole).await.problem(404);
    })
    .await;
}

/// Two sheets: one with a title above the names of its columns and days by the format of their cells, and a plain one.
fn workbook() -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let of = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let text = |place: &str, text: &str| format!("<c r='{place}' t='inlineStr'><is><t>{text}</t></is></c>");
    let sheet = |rows: &str| format!("<worksheet xmlns='{main}'><sheetData>{rows}</sheetData></worksheet>");
    let sales = [
        format!("<row r='1'>{}</row>", text("A1", "Sales of January")),
        format!("<row r='3'>{}{}</row>", text("A3", "day"), text("B3", "revenue")),
        format!("<row r='4'><c r='A4' s='1'><v>46027</v></c>{}</row>", text("B4", "1.200,50 €")),
        format!("<row r='5'><c r='A5' s='1'><v>46028</v></c>{}</row>", text("B5", "n/a")),
    ];
    let staff = [
        format!("<row r='1'>{}{}</row>", text("A1", "name"), text("B1", "age")),
        format!("<row r='2'>{}<c r='B2'><v>42</v></c></row>", text("A2", "Ada")),
    ];
    let book = format!(
        "<workbook xmlns='{main}' xmlns:r='{of}'><sheets><sheet name='Sales' sheetId='1' r:id='r1'/>\
        <sheet name='Staff' sheetId='2' r:id='r2'/></sheets></workbook>"
    );
    let relation =
        |number: u8| format!("<Relationship Id='r{number}' Type='{of}/worksheet' Target='worksheets/sheet{number}.xml'/>");
    let relations = format!(
        "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>{}{}</Relationships>",
        relation(1),
        relation(2)
    );
    let styles =
        format!("<styleSheet xmlns='{main}'><cellXfs count='2'><xf numFmtId='0'/><xf numFmtId='14'/></cellXfs></styleSheet>");
    packed(&[
        ("[Content_Types].xml", b"<Types/>"),
        (
            "_rels/.rels",
            b"<Relationships><Relationship Id='w' Type='http://x/relationships/officeDocument' Target='xl/workbook.xml'/></Relationships>",
        ),
        ("xl/workbook.xml", book.as_bytes()),
        ("xl/_rels/workbook.xml.rels", relations.as_bytes()),
        ("xl/styles.xml", styles.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet(&sales.concat()).as_bytes()),
        ("xl/worksheets/sheet2.xml", sheet(&staff.concat()).as_bytes()),
    ])
}

#[tokio::test]
async fn each_sheet_of_a_workbook_is_a_table() {
    everywhere(async |place| {
        let owner = place.member();
        let project = made(&owner, "Workbook").await;
        let book = workbook();
        let source =
            upload(&owner, &project, &[("kind", "database"), ("name", "book")], &[("export.xlsx", &book)]).await.json(201);
        assert_eq!((&source["summary"]["tables"], &source["summary"]["rows"]), (&json!(2), &json!(3)), "{source}");
        let rows = async |sql: &str| {
            owner.post(&format!("/api/v1/projects/{project}/query"), &json!({"sql": sql})).await.json(200)["rows"].clone()
        };
        let sales = rows("SELECT day, revenue FROM export_Sales ORDER BY day").await;
        assert_eq!(sales, json!([["2026-01-05", 1200.5], ["2026-01-06", null]]));
        assert_eq!(rows("SELECT name, age FROM export_Staff").await, json!([["Ada", 42]]));
    })
    .await;
}
