//! Tables packed with zstd over HTTP: asked, broken, and unpacking to more than any memory.

use super::{made, upload};
use crate::ground::everywhere;
use serde_json::json;
use std::time::{Duration, Instant};

fn zst(content: &[u8]) -> Vec<u8> {
    zstd::encode_all(content, 3).expect("it is packed")
}

#[tokio::test]
async fn packed_tables_are_asked_and_traps_are_refused() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Packed").await;
        let lines: String = (0..2_000).map(|n| format!("{{\"id\": {n}, \"kind\": {{\"name\": \"k{}\"}}}}\n", n % 7)).collect();
        let orders = zst(b"id;customer;total\n1;Ada;10,5\n2;Bob;20,25\n");
        let files: [(&str, &[u8]); 2] = [("orders.csv.zst", &orders), ("events.jsonl.zst", &zst(lines.as_bytes()))];
        upload(&member, &project, &[("kind", "database"), ("name", "packed")], &files).await.json(201);
        let query = format!("/api/v1/projects/{project}/query");
        for (sql, wanted) in [
            ("SELECT count(*), count(DISTINCT customer) FROM orders", json!([[2, 2]])),
            ("SELECT customer FROM orders WHERE id = 2", json!([["Bob"]])),
            ("SELECT count(*), max(id) FROM events", json!([[2_000, 1_999]])),
        ] {
            assert_eq!(member.post(&query, &json!({"sql": sql})).await.json(200)["rows"], wanted, "{sql}");
        }
        let bomb = zst(&b"0,0\n".repeat(8 << 20));
        assert!(bomb.len() < 100_000, "{} bytes of a bomb", bomb.len());
        // A frame that asks for two terabytes to look back on.
        let window = [&[0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xff, 0x21, 0x00, 0x00][..], b"a,b\n"].concat();
        for (name, bytes) in [
            ("half.csv.zst", orders[..orders.len() / 2].to_vec()),
            ("other.csv.zst", b"a,b\n1,2\n".to_vec()),
            ("none.csv.zst", Vec::new()),
            ("bomb.csv.zst", bomb.clone()),
            ("bomb.jsonl.zst", zst(&b"{\"a\":1}\n".repeat(4 << 20))),
            ("window.csv.zst", window.clone()),
        ] {
            let begun = Instant::now();
            let answer = upload(&member, &project, &[("kind", "database"), ("name", name)], &[(name, &bytes)]).await;
            let told = answer.problem(422);
            assert!(
                told["detail"].as_str().is_some_and(|detail| detail.len() > 10 && !detail.contains("/tmp/")),
                "{name}: {told}"
            );
            assert!(begun.elapsed() < Duration::from_secs(60), "{name}: {:?}", begun.elapsed());
        }
        let sources = member.get(&format!("/api/v1/projects/{project}/sources")).await.json(200);
        assert_eq!(sources["items"].as_array().map(Vec::len), Some(1), "nothing of them is left");
    })
    .await;
}
