//! Many files as one table, and more values of a column than are kept with it.

use super::{made, tool, upload};
use crate::ground::everywhere;
use serde_json::{Value, json};

const FIRST: &[u8] = b"id,total\n1,10\n2,20\n";
const SECOND: &[u8] = b"total,id\n5.5,3\n";

#[tokio::test]
async fn files_that_differ_by_a_number_are_one_table() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Series").await;
        let both = [("sales_1.csv", FIRST), ("sales_2.csv", SECOND)];
        let source = upload(&member, &project, &[("kind", "database"), ("name", "shop")], &both).await.json(201);
        assert_eq!((&source["summary"]["tables"], &source["summary"]["rows"]), (&json!(1), &json!(3)), "{source}");
        let said = source["warnings"][0].as_str().expect("a warning");
        assert!(
            said.contains("sales_1.csv, sales_2.csv") && said.contains("one table, sales") && said.contains("column file"),
            "{said}"
        );
        let ask = async |sql: &str| {
            member.post(&format!("/api/v1/projects/{project}/query"), &json!({"sql": sql})).await.json(200)["rows"].clone()
        };
        let rows = ask("SELECT file, SUM(total) FROM shop.sales GROUP BY file ORDER BY file").await;
        assert_eq!(rows, json!([["sales_1.csv", 30.0], ["sales_2.csv", 5.5]]));

        let other = [("sales_1.csv", FIRST), ("sales_2.csv", b"id,price\n3,7\n".as_slice())];
        let source = upload(&member, &project, &[("kind", "database"), ("name", "uneven")], &other).await.json(201);
        assert_eq!(source["summary"]["tables"], 2, "{source}");
        assert!(source["warnings"][0].as_str().is_some_and(|said| said.contains("different columns")), "{source}");
        assert_eq!(ask("SELECT price FROM uneven.sales_2").await, json!([[7]]));

        let apart = [("kind", "database"), ("name", "apart"), ("config", "{\"table\": false}")];
        let source = upload(&member, &project, &apart, &both).await.json(201);
        assert_eq!((&source["summary"]["tables"], &source["warnings"]), (&json!(2), &json!([])), "{source}");
    })
    .await;
}

#[tokio::test]
async fn all_files_are_the_table_that_is_named() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Table").await;
        let fields = [("kind", "database"), ("name", "shop"), ("table", "bookings")];
        let both = [("north.csv", FIRST), ("south.csv", SECOND)];
        let source = upload(&member, &project, &fields, &both).await.json(201);
        assert_eq!((&source["summary"]["tables"], &source["warnings"]), (&json!(1), &json!([])), "{source}");
        let query = json!({"sql": "SELECT COUNT(*), MIN(file) FROM bookings"});
        let answer = member.post(&format!("/api/v1/projects/{project}/query"), &query).await.json(200);
        assert_eq!(answer["rows"], json!([[3, "north.csv"]]));

        let uneven = [("north.csv", FIRST), ("south.csv", b"id,price\n3,7\n".as_slice())];
        let fields = |table| [("kind", "database"), ("name", "uneven"), ("table", table)];
        let problem = upload(&member, &project, &fields("bookings"), &uneven).await.problem(422);
        let detail = problem["detail"].as_str().expect("a detail");
        assert!(detail.contains("south.csv has no column total, which north.csv has"), "{detail}");
        let problem = upload(&member, &project, &fields("a b; c"), &both).await.problem(422);
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("no name for a table")), "{problem}");
    })
    .await;
}

async fn values(api: &crate::ground::Api, project: &str, column: Option<&str>, limit: usize) -> Value {
    let given = json!({"database": "shop", "table": "many", "column": column, "limit": limit});
    tool(api, project, "get_sample_values", given).await.json(200)
}

#[tokio::test]
async fn as_many_values_come_as_were_asked_for() {
    everywhere(async |place| {
        let member = place.member();
        let rows: String = (0..300).map(|n| format!("{n},town {:02},{},tok{n},k{n}\n", n % 40, n % 2)).collect();
        let csv = format!("id,town,half,api_token,note\n{rows}301,x,0,t,$2b$10$abcdef\n");
        let many: &[(&str, &[u8])] = &[("many.csv", csv.as_bytes())];
        let project = made(&member, "Values").await;
        upload(&member, &project, &[("kind", "database"), ("name", "shop")], many).await.json(201);
        for (column, limit, wanted) in [
            ("town", 3, 3),
            ("town", 5, 5),
            ("town", 6, 6),
            ("town", 40, 40),
            ("town", 100, 41),
            ("id", 100, 100),
            ("half", 50, 2),
            ("api_token", 50, 0),
        ] {
            let told = values(&member, &project, Some(column), limit).await;
            let found = told["values"].as_array().expect("values");
            let mut different = found.clone();
            different.sort_by_key(Value::to_string);
            different.dedup();
            assert_eq!((found.len(), different.len()), (wanted, wanted), "{column} {limit}: {told}");
        }
        assert_eq!(values(&member, &project, Some("note"), 100).await["values"], json!([]), "one of them is a hashed password");
        let all = values(&member, &project, None, 30).await;
        let count = |name: &str| all["sample_values"][name].as_array().map(Vec::len);
        assert_eq!((count("town"), count("half"), count("api_token")), (Some(30), Some(2), Some(0)), "{all}");

        let body = json!({"name": "Filtered", "filter": {"column": "half", "value": 1}});
        let filtered = member.post("/api/v1/projects", &body).await.json(201)["id"].as_str().expect("an id").to_owned();
        let source = upload(&member, &filtered, &[("kind", "database"), ("name", "shop")], many).await.json(201);
        assert_eq!(source["summary"].get("rows"), None, "how many nobody says, not even none: {source}");
        assert_eq!(values(&member, &filtered, Some("half"), 50).await["values"], json!([1]));
        assert_eq!(values(&member, &filtered, Some("town"), 100).await["values"].as_array().map(Vec::len), Some(20));
    })
    .await;
}
