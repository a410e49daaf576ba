//! A tenant's own places: kept by administrators, read by everybody, known to searches from then on.

use super::{DISCOVERY, Searching, check_sums, companies, hits, names};
use crate::ground::everywhere;
use serde_json::{Value, json};

const PLACES: &str = "/api/v1/company-places";

fn hub() -> Value {
    json!({"name": "Blue Harbour Hub", "aliases": ["BHH", "Blue Harbour Business Bay"], "kind": "free_zone", "city": "Abu Dhabi"})
}

#[tokio::test]
async fn administrators_keep_places_and_everybody_reads_them() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let (stranger, _) = place.tenant();
        guest.post(PLACES, &hub()).await.problem(403);
        let made = owner.post(PLACES, &hub()).await.json(201);
        assert_eq!(
            (&made["city"], &made["region"], &made["country"]),
            (&json!("Abu Dhabi"), &json!("Abu Dhabi"), &json!("UAE")),
            "what it is in is filled in"
        );
        owner.post(PLACES, &hub()).await.problem(409);
        owner.post(PLACES, &json!({"name": "BHH", "kind": "district", "city": "Dubai"})).await.problem(409);
        let second = json!({"name": "Moon Valley", "kind": "city", "country": "Qatar"});
        owner.post(PLACES, &second).await.json(201);
        let listed = guest.get(&format!("{PLACES}?limit=1")).await.json(200);
        assert_eq!(listed["items"], json!([made]));
        let cursor = listed["next_cursor"].as_str().expect("there is more");
        let rest = guest.get(&format!("{PLACES}?limit=1&cursor={cursor}")).await.json(200);
        assert_eq!((&rest["items"][0]["name"], &rest["next_cursor"]), (&json!("Moon Valley"), &Value::Null));
        assert_eq!(stranger.get(PLACES).await.json(200)["items"], json!([]));

        let path = format!("{PLACES}/{}", made["id"].as_str().expect("an id"));
        let changed = json!({"name": "Blue Harbour", "kind": "district", "city": "Dubai", "aliases": []});
        guest.put(&path, &changed).await.problem(403);
        stranger.put(&path, &changed).await.problem(404);
        let after = owner.put(&path, &changed).await.json(200);
        assert_eq!((&after["id"], &after["created_at"], &after["region"]), (&made["id"], &made["created_at"], &json!("Dubai")));
        guest.delete(&path).await.problem(403);
        stranger.delete(&path).await.problem(404);
        assert_eq!(owner.delete(&path).await.status, 204);
        owner.delete(&path).await.problem(404);
        for action in ["created", "changed", "deleted"] {
            let audit = owner.get(&format!("/api/v1/admin/audit?action=company_place.{action}")).await.json(200);
            let lines = audit["items"].as_array().map(Vec::len);
            assert_eq!(lines, Some(if action == "created" { 2 } else { 1 }), "{audit}");
        }
    })
    .await;
}

#[tokio::test]
async fn what_is_wrong_with_a_place_is_named() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let many: Vec<String> = (0..21).map(|number| format!("name {number}")).collect();
        for (body, field) in [
            (json!({"name": "", "kind": "city", "country": "UAE"}), "name"),
            (json!({"name": "x".repeat(101), "kind": "city", "country": "UAE"}), "name"),
            (json!({"name": "Hub", "kind": "planet", "country": "UAE"}), "kind"),
            (json!({"name": "Hub", "kind": "city", "country": "Atlantis"}), "country"),
            (json!({"name": "Hub", "kind": "city"}), "country"),
            (json!({"name": "Hub", "kind": "district", "city": "Dubai", "country": "Qatar"}), "city"),
            (json!({"name": "Hub", "kind": "district", "city": "Dubai", "aliases": many}), "aliases"),
            (json!({"name": "Hub", "kind": "district", "city": "Dubai", "aliases": ["HUB"]}), "aliases[0]"),
            (json!({"kind": "city", "country": "UAE"}), "name"),
        ] {
            let errors = owner.post(PLACES, &body).await.problem(422)["errors"].clone();
            assert!(errors.as_array().into_iter().flatten().any(|one| one["field"] == field), "{field}: {errors}");
        }
        assert_eq!(owner.get(PLACES).await.json(200)["items"], json!([]));
    })
    .await;
}

#[tokio::test]
async fn searches_know_the_places_of_their_time() {
    let searching = Searching::start(hits(&json!([
        {"url": "https://news.example/falcon", "title": "Falcon", "snippet": "Falcon Capital Partners has opened an office in BHH, Abu Dhabi.", "date": "2025-01-09"},
        {"url": "https://news.example/orchid", "title": "Orchid", "snippet": "Orchid Robotics Ltd has opened its headquarters in ADGM, Abu Dhabi.", "date": "2025-01-09"}
    ])))
    .await;
    let api = searching.api();
    let wish = json!({"queryText": "Find companies in BHH", "mode": "cached"});
    let before = api.post(DISCOVERY, &wish).await.json(200);
    assert_ne!(before["data"]["queryUnderstanding"]["parsedLocation"]["area"], "Blue Harbour Hub");

    let made = api.post(PLACES, &hub()).await.json(201);
    let answer = api.post(DISCOVERY, &wish).await.json(200);
    check_sums(&answer);
    assert_eq!(answer["meta"]["cache"], "miss", "another place is another search");
    let location = &answer["data"]["queryUnderstanding"]["parsedLocation"];
    assert_eq!(
        (&location["area"], &location["city"], &location["areaType"]),
        (&json!("Blue Harbour Hub"), &json!("Abu Dhabi"), &json!("free_zone"))
    );
    assert_eq!(names(&answer), ["Falcon Capital Partners"], "{answer}");
    assert_eq!(companies(&answer)[0]["location"]["normalized"], "Blue Harbour Hub");
    let queries = answer["data"]["queryUnderstanding"]["synthesizedQueries"].as_array().expect("queries");
    assert!(queries.contains(&json!("Blue Harbour Hub companies")), "{queries:?}");
    let again = api.post(DISCOVERY, &wish).await.json(200);
    assert_eq!((&again["meta"]["cache"], &again["data"]), (&json!("hit"), &answer["data"]));

    let path = format!("{PLACES}/{}", made["id"].as_str().expect("an id"));
    assert_eq!(api.delete(&path).await.status, 204);
    for (of, wanted) in [(&answer, &answer), (&again, &again), (&before, &before)] {
        let id = of["meta"]["searchId"].as_str().expect("an id");
        let replayed = api.post(&format!("/api/v1/company-searches/{id}/replay"), &json!({})).await.json(200);
        assert_eq!(&replayed, wanted, "what it knew stays with a search");
    }
    let after = api.post(DISCOVERY, &wish).await.json(200);
    assert_eq!(after["data"]["companies"], before["data"]["companies"]);
}
