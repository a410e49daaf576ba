//! Every page whose address names something.

use crate::{
    ground::{Answer, Api, Place},
    tenancy::House,
};
use reqwest::Method;
use serde_json::json;

pub(super) async fn pages_of_what_belongs_to_others_show_nothing_of_it(place: &Place, house: &House, member: &Api, viewer: &Api) {
    let owner = &house.owner;
    let mut paths: Vec<String> = leptos_axum::generate_route_list(app::App)
        .iter()
        .map(|route| route.path().to_owned())
        .filter(|path| path.contains('{'))
        .collect();
    paths.sort();
    assert!(paths.len() >= 16, "{paths:?}");
    let sources = owner.get(&format!("/api/v1/projects/{}/sources", house.project)).await.json(200);
    let database = sources["items"].as_array().and_then(|all| all.iter().find(|one| one["kind"] == "database")).expect("one");
    let database = database["id"].as_str().expect("an id");
    let notes =
        json!({"kind": "document", "type": "inline", "name": "notes", "config": {"content": "# Notes\n\nAll is well.\n"}});
    let added = owner.call(Method::POST, &format!("/api/v1/projects/{}/sources", house.project)).header("prefer", "wait=60");
    let notes = Answer::fetch(added.json(&notes)).await.json(201)["id"].as_str().expect("an id").to_owned();
    let explored = crate::runs::workshop(owner).await;
    let (run, discovery) = crate::runs::found(owner, &explored, &json!({})).await;
    let finding = |list: &str| discovery[list][0]["id"].as_str().expect("a finding").to_owned();
    let (stranger, _) = place.tenant();
    for template in &paths {
        let mut parts: Vec<String> = template.split('/').map(str::to_owned).collect();
        // Findings are in a project with more data.
        let of_document = parts.iter().any(|part| part == "documents");
        let of_finding = parts.iter().any(|part| matches!(part.as_str(), "insights" | "recommendations"));
        for at in 1..parts.len() {
            if parts[at].starts_with('{') {
                let list = match parts[at - 1].as_str() {
                    "interviews" | "review" => "sessions",
                    "pools" => "question-pools",
                    "companies" => "company-searches",
                    "ask" => "asks",
                    other => other,
                };
                parts[at] = match list {
                    "tables" => "orders".to_owned(),
                    "documents" => "notes".to_owned(),
                    "sources" if of_document => notes.clone(),
                    "sources" => database.to_owned(),
                    "insights" | "recommendations" => finding(list),
                    "projects" if of_finding => explored.clone(),
                    "runs" if of_finding => run["id"].as_str().expect("an id").to_owned(),
                    list => house.known[list].clone(),
                };
            }
        }
        let path = parts.join("/");
        let shown = owner.get(&path).await;
        assert_eq!(shown.status, 200, "{path}: its owner sees it");
        let nothing = |answer: &Answer| {
            ["beekeepers", "A shop", "harvest", "orders", "honey"].iter().all(|word| {
                // What stands in the address may stand in the page.
                path.contains(word) || !answer.text.contains(word)
            })
        };
        let answer = stranger.get(&path).await;
        assert!(answer.status == 404 && nothing(&answer), "{path} for another tenant: {}", answer.status);
        let (personal, admins) =
            (["/interviews/", "/companies/", "/ask/"].iter().any(|list| path.starts_with(list)), path.starts_with("/admin/"));
        for other in [member, viewer] {
            let answer = other.get(&path).await;
            let expected: &[u16] = if personal {
                &[404]
            } else if admins {
                &[403, 404]
            } else {
                &[200]
            };
            assert!(expected.contains(&answer.status), "{path} for another member: {}", answer.status);
            assert!(answer.status == 200 || nothing(&answer), "{path} shows another member what it is about");
        }
        let nobody = place.nobody().get(&path).await;
        assert!((300..400).contains(&nobody.status) && nothing(&nobody), "{path} for nobody: {}", nobody.status);
        let unknown = path.replace(&house.session, "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e").replace(&house.project, "no-id");
        if unknown != path {
            assert_eq!(owner.get(&unknown).await.status, 404, "{unknown}");
        }
    }
}
