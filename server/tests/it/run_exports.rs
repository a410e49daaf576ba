//! What surrounds a run: the discovery on paper, what it will take and what it took, prices, what an interview gives it, and the
//! list of all runs.

use crate::{
    ground::{Api, everywhere},
    projects::made,
    runs::{ended, found, workshop},
};
use serde_json::{Value, json};

fn text(of: &Value) -> &str {
    of.as_str().unwrap_or_default()
}

#[tokio::test]
async fn a_discovery_leaves_on_paper_with_its_evidence() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = workshop(&owner).await;
        let (_, discovery) = found(&owner, &project, &json!({"goal": "Which repairs | cost <most>?"})).await;
        let path = |which: &str, format: &str| format!("/api/v1/projects/{project}/discoveries/{which}/export?format={format}");
        let id = text(&discovery["id"]);
        let insights = discovery["insights"].as_array().expect("insights");
        let claims: Vec<&Value> =
            insights.iter().flat_map(|one| one["validation"]["claims"].as_array().expect("claims")).collect();
        for (format, kind, extension) in
            [("md", "text/markdown; charset=utf-8", "md"), ("html", "text/html; charset=utf-8", "html")]
        {
            let paper = owner.get(&path(id, format)).await;
            assert_eq!((paper.status, paper.header("content-type")), (200, kind), "{}", paper.text);
            let name = paper.header("content-disposition");
            assert!(name.starts_with("attachment; filename=\"which-repairs-cost-most-") && name.contains(extension), "{name}");
            for one in insights {
                // What Markdown would act on is escaped.
                let words = text(&one["name"]).split(' ').filter(|word| word.chars().all(char::is_alphabetic));
                for word in words.chain([text(&one["severity"]), text(&one["validation"]["status"])]) {
                    assert!(paper.text.contains(word), "{word} of {} is missing in the {format}", one["name"]);
                }
            }
            assert_eq!(paper.text.matches("id=\"insight-").count(), insights.len());
            assert!(!paper.text.contains("<most>"));
        }
        let markdown = owner.get(&path(id, "md")).await.text;
        assert_eq!(markdown.matches("→ verified").count(), claims.len(), "each claim with its number");
        for claim in &claims {
            let first = text(&claim["query"]).lines().next().expect("a line");
            assert!(markdown.contains(first), "{first} is missing");
        }
        let table = owner.get(&path("latest", "csv")).await;
        assert_eq!(table.header("content-type"), "text/csv; charset=utf-8");
        assert!(table.text.contains("\r\n") && table.text.starts_with("insight_id,"));
        let mut reader = csv::Reader::from_reader(table.text.as_bytes());
        let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.expect("a row")).collect();
        assert_eq!(rows.len(), claims.len(), "one row for each claim");
        let whole = owner.get(&path("latest", "json")).await.json(200);
        assert_eq!((&whole["id"], &whole["insights"]), (&discovery["id"], &discovery["insights"]));
        assert!(whole["exploration_log"].is_array() && whole["validation_log"].is_array());

        owner.get(&path(id, "pdf")).await.problem(422);
        owner.get(&path("0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e", "md")).await.problem(404);
        let other = made(&owner, "Other").await;
        owner.get(&format!("/api/v1/projects/{other}/discoveries/{id}/export")).await.problem(404);
        let (stranger, _) = place.tenant();
        stranger.get(&path(id, "md")).await.problem(404);
        place.nobody().get(&path(id, "md")).await.problem(401);
    })
    .await;
}

#[tokio::test]
async fn what_a_run_will_take_is_near_what_it_took() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = workshop(&owner).await;
        let path = format!("/api/v1/projects/{project}/discover/estimate");
        let estimate = owner.post(&path, &json!({})).await.json(200);
        assert_eq!((text(&estimate["llm"]["provider"]), estimate["llm"]["cost_usd"].as_f64()), ("built_in", Some(0.0)));
        assert_eq!(estimate["llm"]["estimated_input_tokens"], 0);
        assert_eq!((text(&estimate["warehouse"]["provider"]), estimate["total_cost_usd"].as_f64()), ("files", Some(0.0)));
        assert_eq!((estimate["range"]["low"].as_f64(), estimate["range"]["high"].as_f64()), (Some(0.0), Some(0.0)));
        assert!(estimate["warehouse"]["estimated_bytes_scanned"].as_u64().is_some_and(|bytes| bytes > 10_000), "{estimate}");
        assert_eq!(estimate["breakdown"]["exploration"].as_f64(), Some(0.0));

        let (state, discovery) = found(&owner, &project, &json!({})).await;
        let steps = owner.get(&format!("/api/v1/runs/{}/steps?limit=1000", text(&discovery["run_id"]))).await.json(200);
        let asked = steps["items"].as_array().expect("steps").iter().filter(|step| step["type"] == "query").count();
        let checks: usize = discovery["insights"]
            .as_array()
            .expect("insights")
            .iter()
            .map(|one| {
                let count = |list: &str| one["validation"][list].as_array().map_or(0, Vec::len);
                count("claims") + count("challenges")
            })
            .sum();
        let (expected, took) =
            (estimate["warehouse"]["estimated_queries"].as_u64().expect("a number") as f64, (asked + checks) as f64);
        assert!(
            (took / 2.0..=took * 2.0).contains(&expected),
            "{expected} queries were expected, {asked} and {checks} were asked"
        );
        assert!(state["cost"]["queries"].as_u64().is_some_and(|queries| queries > 0), "{state}");

        let fewer = owner.post(&path, &json!({"max_steps": 3, "budget": {"queries": 5}})).await.json(200);
        assert!(fewer["warehouse"]["estimated_queries"].as_u64().is_some_and(|queries| queries <= 5), "{fewer}");
        for wrong in [json!({"max_steps": 0}), json!({"explorer": "me"}), json!({"steps": 3}), json!({"goal": 3})] {
            owner.post(&path, &wrong).await.problem(422);
        }
        let pending = json!({"name": "Pending", "generate_pack": {"enabled": true}});
        let pending = owner.post("/api/v1/projects", &pending).await.json(201);
        let refused = owner.post(&format!("/api/v1/projects/{}/discover/estimate", text(&pending["id"])), &json!({})).await;
        assert!(text(&refused.problem(409)["detail"]).contains("pack_generation_pending"));
        let (stranger, _) = place.tenant();
        stranger.post(&path, &json!({})).await.problem(404);
        let runs = owner.get(&format!("/api/v1/projects/{project}/runs")).await.json(200);
        assert_eq!(runs["items"].as_array().map(Vec::len), Some(1), "an estimate starts nothing");
    })
    .await;
}

#[tokio::test]
async fn administrators_set_what_databases_and_searches_cost() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        const PATH: &str = "/api/v1/admin/prices";
        let listed = owner.get(PATH).await.json(200);
        assert_eq!(listed["listed"], true);
        let of = |list: &Value, kind: &str| {
            let all = list["warehouses"].as_array().expect("a list").iter();
            all.filter(|one| one["kind"] == kind).map(|one| one["per_tb_usd"].clone()).next().unwrap_or_default()
        };
        assert_eq!((of(&listed, "bigquery"), of(&listed, "snowflake")), (json!(6.25), Value::Null));
        let mut own = json!({
            "models": listed["models"],
            "warehouses": [{"kind": "bigquery", "per_tb_usd": 5.0}, {"kind": "snowflake", "per_second_usd": 0.002}],
            "searches": [{"provider": "brave", "per_call_usd": 0.01}],
        });
        for _ in 0..2 {
            let kept = owner.put(PATH, &own).await.json(200);
            assert_eq!((&kept["listed"], of(&kept, "bigquery")), (&json!(false), json!(5.0)));
            assert_eq!(owner.get(PATH).await.json(200), kept);
        }
        let line = owner.get("/api/v1/admin/audit?action=prices.changed").await.json(200);
        assert_eq!(line["items"].as_array().map(Vec::len), Some(2));
        own["models"] = json!([{"strength": "fast", "provider": "openai", "model": "x", "input_usd": 1.0, "output_usd": 1.0}]);
        assert!(text(&owner.put(PATH, &own).await.problem(422)["detail"]).contains("/api/v1/admin/models"));
        for wrong in [
            json!({"warehouses": [{"kind": "abacus", "per_tb_usd": 1.0}], "searches": []}),
            json!({"warehouses": [{"kind": "bigquery", "per_tb_usd": -1.0}], "searches": []}),
            json!({"warehouses": [{"kind": "bigquery"}, {"kind": "bigquery"}], "searches": []}),
            json!({"warehouses": [], "searches": [{"provider": "nobody", "per_call_usd": 1.0}]}),
            json!({"warehouses": []}),
        ] {
            owner.put(PATH, &wrong).await.problem(422);
        }
        member.get(PATH).await.problem(403);
        member.put(PATH, &own).await.problem(403);
        let (stranger, _) = place.tenant();
        assert_eq!(stranger.get(PATH).await.json(200)["listed"], true, "each tenant has its own");
    })
    .await;
}

#[tokio::test]
async fn an_interview_gives_a_run_its_goal_and_the_profile_its_values() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        owner.activate(&owner.make_plan("project_discovery").await).await;
        let session = owner.open("project_discovery").await;
        set(&owner, &session, "goods", "honey").await;
        set(&owner, &session, "worry", "a wet summer").await;
        let project = workshop(&owner).await;
        let path = format!("/api/v1/projects/{project}");
        let typed = json!({"profile": {"team": 4, "interview": {"shop": {"worry": "typed by hand"}}}});
        owner.put(&path, &typed).await.json(200);

        let start = async |body: Value| {
            let run = owner.post(&format!("{path}/discover"), &body).await.json(202);
            ended(&owner, text(&run["run_id"])).await
        };
        let state = start(json!({"session_id": session, "max_steps": 1})).await;
        assert!(text(&state["goal"]).contains("honey"), "{}", state["goal"]);
        assert_eq!(text(&state["session_id"]), session);
        let profile = owner.get(&path).await.json(200)["profile"].clone();
        assert_eq!(profile["interview"], json!({"shop": {"goods": "honey", "worry": "typed by hand"}}));
        assert_eq!(profile["team"], 4);

        set(&owner, &session, "goods", "wax").await;
        let state = start(json!({"session_id": session, "goal": "My own", "max_steps": 1})).await;
        assert_eq!(text(&state["goal"]), "My own");
        let profile = owner.get(&path).await.json(200)["profile"].clone();
        assert_eq!(profile["interview"], json!({"shop": {"goods": "wax", "worry": "typed by hand"}}));

        for wanted in ["discover", "discover/estimate"] {
            let body = json!({"session_id": session});
            member.post(&format!("{path}/{wanted}"), &body).await.problem(404);
            owner
                .post(&format!("{path}/{wanted}"), &json!({"session_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e"}))
                .await
                .problem(404);
        }
        let theirs = member.open("project_discovery").await;
        owner.post(&format!("{path}/discover"), &json!({"session_id": theirs})).await.problem(404);
        let pending = json!({"name": "Pending", "generate_pack": {"enabled": true}});
        let pending = owner.post("/api/v1/projects", &pending).await.json(201);
        let pending = format!("/api/v1/projects/{}", text(&pending["id"]));
        owner.post(&format!("{pending}/discover"), &json!({"session_id": session})).await.problem(409);
        assert_eq!(owner.get(&pending).await.json(200)["profile"], json!({}), "what cannot be started changes nothing");
    })
    .await;
}

async fn set(api: &Api, session: &str, key: &str, value: &str) {
    api.patch(&format!("/api/v1/sessions/{session}/obligations/{key}"), &json!({"action": "set", "value": value}))
        .await
        .json(200);
}

#[tokio::test]
async fn administrators_see_the_runs_of_all_projects() {
    everywhere(async |place| {
        let (owner, member) = place.tenant();
        let (one, other) = (workshop(&owner).await, made(&owner, "Empty").await);
        let (_, discovery) = found(&owner, &one, &json!({"max_steps": 2})).await;
        let failed = owner.post(&format!("/api/v1/projects/{other}/discover"), &json!({})).await.json(202);
        ended(&owner, text(&failed["run_id"])).await;
        let all = owner.get("/api/v1/admin/runs").await.json(200);
        let items = all["items"].as_array().expect("items");
        let names: Vec<&str> = items.iter().map(|one| text(&one["project_name"])).collect();
        assert_eq!(names, ["Empty", "Workshop"], "newest first");
        assert!(text(&items[0]["error"]).contains("source") && !text(&items[0]["user_name"]).is_empty(), "{all}");
        assert_eq!((&items[1]["id"], &items[1]["discovery_id"]), (&discovery["run_id"], &discovery["id"]));
        assert!(items[1]["cost"]["queries"].as_u64().is_some_and(|queries| queries > 0), "{all}");
        let failed = owner.get("/api/v1/admin/runs?status=failed").await.json(200);
        assert_eq!(failed["items"].as_array().map(Vec::len), Some(1));
        for odd in ["status=odd", "run_type=odd", "project_id=odd"] {
            owner.get(&format!("/api/v1/admin/runs?{odd}")).await.problem(422);
        }

        let insight = json!({"target_type": "insight", "target_id": discovery["insights"][0]["uuid"], "rating": "dislike", "comment": "We know that"});
        owner.post(&format!("/api/v1/projects/{one}/feedback"), &insight).await.json(201);
        // The filter names all projects.
        let explored = format!("/projects/{one}/runs/");
        let (explored, of_other) = (explored.as_str(), format!("/admin/runs?project={other}"));
        for (page, there, absent) in [
            ("/admin/runs", explored, ""),
            ("/admin/runs?status=failed", "add a source", explored),
            ("/admin/runs?status=cancelled", "No run matches", explored),
            ("/admin/runs?disliked=1", "1 not useful", "add a source"),
            ("/admin/runs?result=failed", "add a source", explored),
            (of_other.as_str(), "add a source", explored),
            ("/admin/feedback?of=findings", "We know that", ""),
            ("/admin/feedback?of=findings&rating=like", "No feedback on findings yet", "We know that"),
            ("/admin/feedback", "No feedback on messages yet", "We know that"),
        ] {
            let answer = owner.get(page).await;
            assert_eq!(answer.status, 200, "{page}");
            assert!(answer.text.contains(there), "{there} is missing on {page}");
            assert!(absent.is_empty() || !answer.text.contains(absent), "{absent} is on {page}");
        }
        let flagged = owner.get("/api/v1/admin/runs?disliked=true").await.json(200);
        assert_eq!((flagged["items"].as_array().map(Vec::len), &flagged["items"][0]["dislikes"]), (Some(1), &json!(1)), "{flagged}");
        let of_other = owner.get(&format!("/api/v1/admin/runs?project_id={other}&run_type=failed")).await.json(200);
        assert_eq!((of_other["items"].as_array().map(Vec::len), &of_other["items"][0]["likes"]), (Some(1), &json!(0)));
        member.get("/api/v1/admin/runs").await.problem(403);
        let (stranger, _) = place.tenant();
        assert_eq!(stranger.get("/api/v1/admin/runs").await.json(200)["items"], json!([]));
    })
    .await;
}
