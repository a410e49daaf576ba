//! Which pack a project has, what is wrong with one, and what is drafted from tables (seed 002, Phase 1: Initialization).

use domain::{
    packs::{Pack, built_in_packs, compare_versions, draft, pack_for, parse_pack, prompts::unknown_variables, survey_table},
    tools::{
        ProjectRow,
        catalog::{Column, ForeignKey, Table},
    },
};
use protocol::{
    ProjectId, TenantId, Timestamp,
    pack::{SurveyedDocument, SurveyedTable},
};
use serde_json::{Value, json};
use std::cmp::Ordering;
use uuid::Uuid;

fn project(domain: &str, category: &str) -> ProjectRow {
    let named = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
    ProjectRow {
        id: ProjectId(Uuid::from_u128(1)),
        tenant: TenantId(Uuid::from_u128(2)),
        name: "Corner Shop".into(),
        domain: named(domain),
        category: named(category),
        description: String::new(),
        profile: json!({}),
        filter: None,
        web_search: false,
        context_preload: None,
        generate_pack: true,
        pack: None,
        pack_error: None,
        state: None,
        created_by: None,
        created_at: Timestamp(0),
        updated_at: Timestamp(0),
    }
}

fn pack(slug: &str, domain: &str, category: &str) -> Pack {
    Pack { slug: slug.into(), domain: domain.into(), category: category.into(), version: "1".into(), ..Pack::default() }
}

#[test]
fn a_project_has_the_pack_that_fits_best() {
    let own = [pack("own-match3", "Gaming", "match-3 "), pack("own-food", "food", "")];
    for (domain, category, slug) in [
        ("", "", "general"),
        ("", "match3", "general"),
        ("gaming", "match3", "gaming-match3"),
        ("Gaming", "Match 3", "own-match3"),
        ("gaming", "", "own-match3"),
        ("gaming", "chess", "general"),
        ("social", "Content Sharing", "social-content_sharing"),
        ("retail", "music", "commerce"),
        ("Help desk", "", "support"),
        ("food", "delivery", "own-food"),
        ("astronomy", "", "general"),
    ] {
        assert_eq!(pack_for(&project(domain, category), &own).slug, slug, "{domain} {category}");
    }
    let drafted = json!({"name": "x", "areas": [{"id": "a", "name": "A", "tables": ["t"]}]});
    let with_its_own = ProjectRow { pack: Some(drafted), ..project("gaming", "match3") };
    assert_eq!(pack_for(&with_its_own, &own).areas[0].id, "a", "also a draft of an earlier release");
}

#[test]
fn versions_are_compared_by_number() {
    for (left, right, order) in [
        ("1.0.0", "1", Ordering::Equal),
        ("1.10", "1.9", Ordering::Greater),
        ("2", "1.9.9", Ordering::Greater),
        ("1.0.1", "1.1", Ordering::Less),
    ] {
        assert_eq!(compare_versions(left, right), order, "{left} {right}");
    }
}

/// The fields in which something is wrong, in the order of the file.
fn faults(value: &Value) -> Vec<String> {
    parse_pack(value).err().map(|refusal| refusal.faults.into_iter().map(|fault| fault.field).collect()).unwrap_or_default()
}

#[test]
fn every_fault_of_a_pack_is_named() {
    let sound = json!({
        "slug": "food-delivery", "domain": "food", "category": "delivery", "version": "1.0.0",
        "areas": [{"id": "late", "name": "Late orders", "keywords": ["late", "late", "eta"]}, {"id": "lost", "name": "Lost"}],
        "prompts": {"exploration": "Look at {{SCHEMA_INFO}}", "analysis_lost": "Read {{QUERY_RESULTS}}"},
        "profile_schema": {"type": "object"},
    });
    let parsed = parse_pack(&sound).expect("sound");
    assert_eq!(parsed.areas[0].keywords, ["late", "eta"]);
    assert_eq!((parsed.areas[1].priority, parsed.areas[1].prompt.as_str()), (2, "Read {{QUERY_RESULTS}}"));
    let changed = |path: &str, value: Value| {
        let mut pack = sound.clone();
        *pack.pointer_mut(path).expect("a place") = value;
        pack
    };
    for (path, value, fields) in [
        ("/domain", json!(""), vec!["domain"]),
        ("/domain", json!(7), vec!["domain"]),
        ("/domain", json!("d".repeat(101)), vec!["domain"]),
        ("/slug", json!("Food/Delivery"), vec!["slug"]),
        ("/version", json!("1.x"), vec!["version"]),
        ("/version", Value::Null, vec!["version"]),
        ("/areas", json!({}), vec!["areas", "prompts.analysis_lost"]),
        ("/areas/1/id", json!("late"), vec!["areas.1.id", "prompts.analysis_lost"]),
        ("/areas/0/id", json!("Late orders"), vec!["areas.0.id"]),
        ("/areas/0/name", Value::Null, vec!["areas.0.name"]),
        ("/areas/0/keywords", json!(["a", 7, ""]), vec!["areas.0.keywords.1", "areas.0.keywords.2"]),
        ("/areas/0", json!({"id": "x", "name": "X", "prompt": "{{NOPE}} {{WRONG}}"}), vec!["areas.0.prompt", "areas.0.prompt"]),
        ("/areas/0", json!({"id": "x", "name": "X", "priority": 0, "color": 1}), vec!["areas.0.color", "areas.0.priority"]),
        ("/areas/0", json!("x"), vec!["areas.0"]),
        ("/prompts/exploration", json!("{{AREA_NAME}}"), vec!["prompts.exploration"]),
        ("/prompts/exploration", json!("x".repeat(50_001)), vec!["prompts.exploration"]),
        ("/prompts", json!({"explore": "x", "analysis_other": "y"}), vec!["prompts.analysis_other", "prompts.explore"]),
        ("/profile_schema", json!([]), vec!["profile_schema"]),
    ] {
        // In what order the fields of an object come is no matter.
        let (mut named, mut wanted) = (faults(&changed(path, value.clone())), fields);
        named.sort_unstable();
        wanted.sort_unstable();
        assert_eq!(named, wanted, "{path} {value}");
    }
    assert_eq!(faults(&json!({"colour": 1})), ["colour", "domain", "version", "areas"], "all at once");
    assert_eq!(faults(&json!([])), ["pack"]);
    let named = parse_pack(&json!({"domain": "Food & Drink", "category": "At home", "version": 2, "areas": []})).expect("sound");
    assert_eq!((named.slug.as_str(), named.version.as_str()), ("food_drink-at_home", "2"));
}

fn column(name: &str, data_type: &str, samples: &[&str]) -> Column {
    Column {
        name: name.into(),
        data_type: data_type.into(),
        samples: samples.iter().map(|sample| json!(sample)).collect(),
        ..Column::default()
    }
}

fn deliveries() -> SurveyedTable {
    let pointing = |name: &str, table: &str| Column {
        foreign_key: Some(ForeignKey { table: table.into(), column: "id".into(), declared: true }),
        ..column(name, "bigint", &[])
    };
    let table = Table {
        name: "deliveries".into(),
        columns: vec![
            Column { primary_key: true, ..column("id", "bigint", &[]) },
            pointing("courier", "couriers"),
            column("distance_km", "double", &[]),
            column("fee", "decimal(10,2)", &[]),
            column("district", "varchar(40)", &["North", "South"]),
            column("note", "text", &["left at the door"]),
            column("api_token", "text", &["x"]),
            column("sent_at", "timestamp", &[]),
            column("arrived_at", "timestamp", &[]),
        ],
        row_count: Some(900),
        ..Table::default()
    };
    survey_table("shop", &table, |name| name.contains("token"))
}

#[test]
fn a_survey_knows_what_columns_are_for() {
    let found = deliveries();
    assert_eq!(found.measures, ["distance_km", "fee"]);
    assert_eq!(found.categories, ["district"]);
    assert_eq!(found.times, ["sent_at", "arrived_at"]);
    assert_eq!(found.links, ["couriers"]);
    assert!(!found.columns.contains(&"api_token".to_owned()), "what may be a secret is in no draft");
}

fn lookup() -> SurveyedTable {
    SurveyedTable {
        database: "shop".into(),
        name: "couriers".into(),
        columns: vec!["id".into(), "name".into()],
        ..Default::default()
    }
}

#[test]
fn a_draft_has_an_area_for_what_can_be_measured() {
    let documents = [SurveyedDocument { name: "Handbook".into(), headings: vec!["How a delivery is priced".into()] }];
    let staff = SurveyedTable {
        database: "shop".into(),
        name: "shifts".into(),
        columns: vec!["hours".into()],
        measures: vec!["hours".into()],
        rows: Some(5_000),
        ..SurveyedTable::default()
    };
    let about = ProjectRow { description: "We want faster deliveries".into(), ..project("", "") };
    let drafted = draft(&about, &[staff, deliveries(), lookup()], &documents);
    let ids: Vec<&str> = drafted.areas.iter().map(|area| area.id.as_str()).collect();
    assert_eq!(ids, ["deliveries", "shifts"], "what the business speaks of comes first, what only names things not at all");
    let area = &drafted.areas[0];
    for part in ["900 rows", "distance km", "district", "sent at", "Handbook (How a delivery is priced)"] {
        assert!(area.description.contains(part), "{part}: {}", area.description);
    }
    for keyword in ["delivery", "fee", "district", "couriers"] {
        assert!(area.keywords.contains(&keyword.to_owned()), "{keyword}: {:?}", area.keywords);
    }
    assert!(area.prompt.contains("from sent_at to arrived_at") && area.prompt.contains("{{QUERY_RESULTS}}"), "{}", area.prompt);
    assert_eq!(unknown_variables(&area.prompt), Vec::<String>::new());
    assert_eq!(area.tables, ["shop.deliveries"]);
    let properties = &drafted.profile_schema["properties"];
    assert!(properties["currency"].is_object() && properties["target_distance_km"].is_object(), "{properties}");
    assert_eq!(parse_pack(&serde_json::to_value(&drafted).expect("JSON")).expect("a sound pack"), drafted);
}

#[test]
fn a_draft_in_a_known_domain_keeps_the_areas_that_its_tables_speak_of() {
    let orders = SurveyedTable {
        database: "shop".into(),
        name: "orders".into(),
        columns: ["id", "customer_id", "total", "discount", "ordered_at", "country"].map(str::to_owned).into(),
        measures: vec!["total".into(), "discount".into()],
        times: vec!["ordered_at".into()],
        categories: vec!["country".into()],
        ..SurveyedTable::default()
    };
    let weather = SurveyedTable {
        database: "shop".into(),
        name: "weather".into(),
        columns: vec!["celsius".into(), "day".into()],
        measures: vec!["celsius".into()],
        times: vec!["day".into()],
        ..SurveyedTable::default()
    };
    let drafted = draft(&project("e-commerce", "wine"), &[orders, weather], &[]);
    let ids: Vec<&str> = drafted.areas.iter().map(|area| area.id.as_str()).collect();
    assert_eq!(ids, ["sales", "customers", "weather"]);
    assert_eq!(drafted.areas[0].tables, ["shop.orders"]);
    assert_eq!(
        (drafted.domain.as_str(), drafted.category.as_str(), drafted.slug.as_str()),
        ("e-commerce", "wine", "corner_shop")
    );
    assert!(built_in_packs().iter().all(|known| known.slug != drafted.slug));
}

#[test]
fn nothing_to_look_at_is_a_pack_without_areas() {
    let drafted = draft(&ProjectRow { name: "数据".into(), ..project("", "") }, &[], &[]);
    assert!(drafted.areas.is_empty() && parse_pack(&serde_json::to_value(&drafted).expect("JSON")).is_ok(), "{}", drafted.slug);
}
