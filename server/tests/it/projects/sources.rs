//! `/api/v1/projects/{id}/sources`.

use super::{ORDERS, RULES, full, made, skill, tool, upload};
use crate::ground::{Answer, everywhere};
use reqwest::Method;
use serde_json::json;

#[tokio::test]
async fn files_become_tables_of_a_database_named_after_the_source() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = made(&guest, "Shop").await;
        let two = [("orders.csv", ORDERS.as_bytes()), ("people.jsonl", b"{\"name\":\"Ada\"}\n{\"name\":\"Bob\"}\n".as_slice())];
        let source =
            upload(&guest, &project, &[("kind", "database"), ("name", "shop"), ("description", "Sales")], &two).await.json(201);
        assert_eq!(
            (&source["kind"], &source["type"], &source["name"], &source["status"]),
            (&json!("database"), &json!("files"), &json!("shop"), &json!("ready"))
        );
        assert_eq!((&source["summary"]["tables"], &source["summary"]["rows"]), (&json!(2), &json!(5)), "{source}");

        let path = format!("/api/v1/projects/{project}/sources/{}", source["id"].as_str().expect("an id"));
        let whole = owner.get(&path).await.json(200);
        assert_eq!(whole["files"][0]["name"], "orders.csv");
        assert_eq!(whole["files"][0]["bytes"], ORDERS.len());
        let tested = guest.post(&format!("{path}/test"), &json!({})).await.json(200);
        assert_eq!(tested["ok"], true, "{tested}");

        let schema = tool(&guest, &project, "get_table_schema", json!({"database": "shop", "table": "orders"})).await.json(200);
        assert_eq!((&schema["row_count"], schema["columns"].as_array().map(Vec::len)), (&json!(3), Some(4)), "{schema}");

        assert_eq!(guest.delete(&path).await.status, 204);
        guest.get(&path).await.problem(404);
        assert_eq!(tool(&guest, &project, "list_databases", json!({})).await.json(200), json!([]));
    })
    .await;
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_and_leaves_nothing() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Broken").await;
        let path = format!("/api/v1/projects/{project}/sources");
        let csv: &[(&str, &[u8])] = &[("orders.csv", ORDERS.as_bytes())];
        upload(&member, &project, &[("kind", "planet"), ("name", "x")], csv).await.problem(422);
        upload(&member, &project, &[("kind", "database"), ("name", "x"), ("colour", "red")], csv).await.problem(422);
        upload(&member, &project, &[("kind", "database"), ("name", "x")], &[]).await.problem(422);
        upload(&member, &project, &[("kind", "database"), ("name", "a\"b")], csv).await.problem(422);
        upload(&member, &project, &[("kind", "database"), ("name", "x")], &[("x.sqlite", b"no database")]).await.problem(422);
        upload(&member, &project, &[("kind", "skill"), ("name", "x")], &[("x.zip", b"PK no archive")]).await.problem(422);
        upload(&member, &project, &[("kind", "skill"), ("name", "x")], &[("x.txt", b"text")]).await.problem(415);
        upload(&member, &project, &[("kind", "api"), ("name", "x")], &[("x.json", b"{}")]).await.problem(422);
        upload(&member, &project, &[("kind", "document"), ("name", "x")], &[("x.exe", b"MZ\x90\x00\x03\x00\x00\x00")])
            .await
            .problem(415);
        let broken = member.call(Method::POST, &path).header("content-type", "multipart/form-data; boundary=a").body("--b\r\n");
        Answer::fetch(broken).await.problem(400);
        let plain = member.call(Method::POST, &path).header("content-type", "text/plain").body("x");
        Answer::fetch(plain).await.problem(415);
        for (status, wrong) in [
            (422, json!({"kind": "document", "name": "x"})),
            (422, json!({"kind": "document", "name": "", "config": {"content": "x"}})),
            (422, json!({"kind": "api", "name": "x", "config": {"url": "http://127.0.0.1:9/spec.json"}})),
            (422, json!({"kind": "document", "type": "http", "name": "x", "config": {"url": "http://169.254.169.254/latest"}})),
            (403, json!({"kind": "database", "type": "postgres", "name": "x", "config": {"url": "postgres://a:b@db.example/c"}})),
        ] {
            member.post(&path, &wrong).await.problem(status);
        }
        assert_eq!(member.get(&path).await.json(200)["items"], json!([]));
        let viewer = place.viewer();
        upload(&viewer, &project, &[("kind", "database"), ("name", "x")], csv).await.problem(403);
        upload(&member, "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e", &[("kind", "database")], csv).await.problem(404);
    })
    .await;
}

#[tokio::test]
async fn a_database_is_not_reached_inside_the_network_nor_by_a_path() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Inside").await;
        let path = format!("/api/v1/projects/{project}/sources");
        for (config, says) in [
            (json!({"host": "127.0.0.1", "database": "x", "user": "y"}), "DISCOVERY_ALLOW_PRIVATE_URLS"),
            (json!({"url": "postgres://a:b@10.0.0.1:5432/c"}), "DISCOVERY_ALLOW_PRIVATE_URLS"),
            (json!({"host": "/var/run/postgresql", "database": "x", "user": "y"}), "not by a path"),
            (json!({"url": "postgres://a:b@10.0.0.1:5432/c"}), "database may not be connected to"),
            (json!({"database": "x"}), "postgres needs config.host"),
            (json!({"host": "db", "database": "x", "user": "y", "port": "z"}), "where a whole number"),
        ] {
            let body = json!({"kind": "database", "type": "postgres", "name": "db", "config": config, "secrets": {"password": "geheim"}});
            let problem = owner.post(&path, &body).await.problem(422);
            let detail = problem["detail"].as_str().expect("a detail");
            assert!(detail.contains(says) && !detail.contains("geheim") && !detail.contains("page"), "{detail}");
        }
        let oracle = json!({"kind": "database", "type": "oracle", "name": "db", "config": {"host": "db"}});
        let problem = owner.post(&path, &oracle).await.problem(422);
        let detail = problem["detail"].as_str().expect("a detail");
        assert!(detail.contains("no connector for oracle") && detail.contains("snowflake"), "{detail}");
        let file = json!({"kind": "database", "type": "sqlite", "name": "db", "config": {"path": "/etc/passwd"}});
        let problem = owner.post(&path, &file).await.problem(422);
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("upload it")), "{problem}");
    })
    .await;
}

#[tokio::test]
async fn names_are_unique_and_a_repeated_call_under_a_key_is_one_source() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Names").await;
        let path = format!("/api/v1/projects/{project}/sources");
        let rules = json!({"kind": "document", "type": "inline", "name": "rules", "config": {"content": RULES}});
        let call =
            || Answer::fetch(member.call(Method::POST, &path).header("idempotency-key", format!("k-{project}")).json(&rules));
        let (first, second) = (call().await.json(201), call().await.json(201));
        assert_eq!(first["id"], second["id"]);
        let problem =
            member.post(&path, &json!({"kind": "document", "type": "inline", "name": "RULES", "config": {"content": "x"}})).await;
        assert!(problem.problem(409)["detail"].as_str().is_some_and(|detail| detail.contains("RULES")));
        assert_eq!(member.get(&path).await.json(200)["items"].as_array().map(Vec::len), Some(1));
    })
    .await;
}

#[tokio::test]
async fn a_refresh_says_what_changed() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = full(&owner).await;
        let counts = owner.post(&format!("/api/v1/projects/{project}/refresh"), &json!({})).await.json(200);
        let one = json!({"added": 0, "updated": 0, "removed": 0, "unchanged": 1});
        for group in ["schema", "api", "documents", "skills"] {
            assert_eq!(counts[group], one, "{group}: {counts}");
        }
        assert_eq!(counts["failed"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn one_source_is_read_again_by_itself() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = full(&owner).await;
        let sources = owner.get(&format!("/api/v1/projects/{project}/sources")).await.json(200);
        for source in sources["items"].as_array().expect("sources") {
            let path = format!("/api/v1/projects/{project}/sources/{}/refresh", source["id"].as_str().expect("an id"));
            let told = guest.post(&path, &json!({})).await.json(200);
            assert_eq!(told, json!({"added": 0, "updated": 0, "removed": 0, "unchanged": 1, "failed": null}), "{source}");
        }
        place.tenant().0.post(&format!("/api/v1/projects/{project}/sources/x/refresh"), &json!({})).await.problem(404);
    })
    .await;
}

#[tokio::test]
async fn what_is_given_is_tried_before_anything_is_kept() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let project = made(&owner, "Trial").await;
        let path = format!("/api/v1/projects/{project}/source-test");
        let rules = json!({"kind": "document", "type": "inline", "name": "rules", "config": {"content": RULES}});
        let told = guest.post(&path, &rules).await.json(200);
        assert_eq!((&told["ok"], &told["detail"]), (&json!(true), &json!("It can be reached and read.")));
        assert_eq!(owner.get(&format!("/api/v1/projects/{project}/sources")).await.json(200)["items"], json!([]));
        let nothing = json!({"kind": "document", "type": "inline", "name": "rules", "config": {}});
        assert_eq!(guest.post(&path, &nothing).await.json(200)["ok"], false);
        let inside = json!({"kind": "database", "type": "postgres", "name": "db",
            "config": {"host": "127.0.0.1", "database": "x", "user": "y"}, "secrets": {"password": "geheim"}});
        guest.post(&path, &inside).await.problem(403);
        let problem = owner.post(&path, &inside).await.problem(422);
        let detail = problem["detail"].as_str().expect("a detail");
        assert!(detail.contains("DISCOVERY_ALLOW_PRIVATE_URLS") && !detail.contains("geheim"), "{detail}");
    })
    .await;
}

#[tokio::test]
async fn a_table_is_profiled_as_files_and_as_a_filtered_one() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = made(&owner, "Profile").await;
        let csv = "id,country,token,tenant_id\n1,AT,a,7\n2,AT,b,7\n3,,c,8\n";
        let source = upload(&owner, &project, &[("kind", "database"), ("name", "shop")], &[("orders.csv", csv.as_bytes())]).await;
        let path = format!("/api/v1/projects/{project}/sources/{}", source.json(201)["id"].as_str().expect("an id"));
        let profile = owner.get(&format!("{path}/profile?table=orders")).await.json(200);
        assert_eq!(profile["rows"], 3);
        let column = |profile: &serde_json::Value, name: &str| {
            let columns = profile["columns"].as_array().expect("columns");
            columns.iter().find(|column| column["name"] == name).cloned().expect("the column")
        };
        let country = column(&profile, "country");
        assert_eq!((&country["nulls"], &country["distinct"]), (&json!(1), &json!(1)), "{country}");
        // Of a table that tenants share only what the project may see is counted, by queries; secrets show no value.
        let filter = json!({"filter": {"column": "tenant_id", "value": 7}});
        owner.put(&format!("/api/v1/projects/{project}"), &filter).await.json(200);
        let profile = owner.get(&format!("{path}/profile?table=orders")).await.json(200);
        assert_eq!(profile["rows"], 2, "{profile}");
        let country = column(&profile, "country");
        assert_eq!((&country["nulls"], &country["top"]), (&json!(0), &json!([{"value": "AT", "count": 2}])), "{country}");
        assert_eq!(column(&profile, "id")["quantiles"], json!([1, 1, 1, 2, 2]), "{profile}");
        let token = column(&profile, "token");
        assert!(token["distinct"] == 2 && token.get("min").is_none() && token.get("top").is_none(), "{token}");
        owner.get(&format!("{path}/profile?table=nothing")).await.problem(404);
        place.tenant().0.get(&format!("{path}/profile?table=orders")).await.problem(404);
    })
    .await;
}

#[tokio::test]
async fn an_answer_is_downloaded_and_no_cell_of_it_runs() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = full(&owner).await;
        let sql = "SELECT%20id%2C%20%27%3D1%2B1%27%20AS%20cell%20FROM%20orders%20ORDER%20BY%20id";
        let answer = owner.get(&format!("/api/v1/projects/{project}/query.csv?sql={sql}")).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, "text/csv; charset=utf-8"));
        assert_eq!(answer.text, "id,cell\n1,'=1+1\n2,'=1+1\n3,'=1+1\n");
        owner.get(&format!("/api/v1/projects/{project}/query.csv?sql=DROP%20TABLE%20orders")).await.problem(422);
        place.tenant().0.get(&format!("/api/v1/projects/{project}/query.csv?sql={sql}")).await.problem(404);
    })
    .await;
}

#[tokio::test]
async fn a_skill_is_a_folder_in_an_archive() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Skills").await;
        let source =
            upload(&member, &project, &[("kind", "skill"), ("name", "finance")], &[("finance.zip", &skill())]).await.json(201);
        assert_eq!((&source["summary"]["skills"], &source["summary"]["links"]), (&json!(1), &json!(2)), "{source}");
    })
    .await;
}
