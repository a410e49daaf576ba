//! Each family of the built-in explorer finds the effect that was planted in a table made for it.

use crate::{
    ground::{ADMIN, Api, Database, Server, Settings},
    projects::{made, upload},
    runs::{found, insights},
};
use serde_json::json;

const LENGTHS: [u32; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const KINDS: [&str; 3] = ["lamp", "clock", "pump"];

/// So many days after the first of January 2023, a Sunday; 2024 has no 29 February here.
fn day(after: u32) -> String {
    let (mut year, mut month, mut rest) = (2023, 0, after);
    while rest >= LENGTHS[month] {
        rest -= LENGTHS[month];
        (year, month) = if month == 11 { (year + 1, 0) } else { (year, month + 1) };
    }
    format!("{year}-{:02}-{:02}", month + 1, rest + 1)
}

/// More of them every month of a year.
fn rising(number: u32) -> u32 {
    (f64::from(number).sqrt() * 16.0) as u32
}

fn table(columns: &str, rows: u32, row: impl Fn(u32) -> String) -> String {
    let rows: Vec<String> = (0..rows).map(|number| format!("{},{}", number + 1, row(number))).collect();
    format!("id,{columns}\n{}\n", rows.join("\n"))
}

/// One of the insights is of the family and says this, in its name or of its columns.
async fn find(api: &Api, family: &str, files: &[(&str, String)], says: &str) {
    let project = made(api, family).await;
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
    upload(api, &project, &[("kind", "database"), ("name", "shop")], &files).await.json(201);
    let (state, discovery) = found(api, &project, &json!({"explorer": "built_in"})).await;
    assert_eq!(state["status"], "completed", "{family}: {state}");
    let told: Vec<String> = insights(&discovery)
        .iter()
        .map(|one| {
            let text = |field: &str| one[field].as_str().unwrap_or_default().to_lowercase();
            format!("{} {}", text("subject"), text("name"))
        })
        .collect();
    let is_planted = |text: &String| text.starts_with(&format!("{family}:")) && text.contains(says);
    assert!(told.iter().any(is_planted), "{family} does not say {says}: {told:#?}");
}

#[tokio::test]
async fn every_family_finds_what_was_planted_for_it() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    let api = Api::new(&server.base, Some(ADMIN));
    let kind = |number: u32| KINDS[(number % 3) as usize];
    let planted = [
        ("share", "lamp", table("kind", 200, |n| KINDS[[0, 0, 0, 0, 0, 0, 0, 1, 1, 2][(n % 10) as usize]].to_owned())),
        ("count_over_time", "increasing", table("received", 500, |n| day(rising(n)))),
        (
            "mean",
            "pump",
            table("kind,cost", 300, |n| format!("{},{}", kind(n), if n % 3 == 2 { 95 + n % 5 } else { 20 + n % 7 })),
        ),
        ("entity", "customer 99", table("customer", 400, |n| format!("Customer {}", if n % 4 == 0 { 99 } else { n % 60 }))),
        (
            "pair",
            "kind",
            table("kind,shop", 300, |n| {
                let at = if n % 10 < 8 { n % 3 } else { (n + 1) % 3 };
                format!("{},{}", kind(n), ["North", "South", "West"][at as usize])
            }),
        ),
        (
            "word",
            "the word",
            table("kind,note", 300, |n| {
                let part = if n % 3 == 0 { "bulb holder" } else { "winding spring" };
                format!("{},the {part} has to be looked at again and then once more {n}", kind(n))
            }),
        ),
        (
            "relation",
            "positive correlation",
            table("weight,price", 300, |n| format!("{},{}", n * 37 % 100, n * 37 % 100 * 3 + n * 53 % 60)),
        ),
        (
            "open",
            "increasing",
            table("received,finished", 500, |n| format!("{},{}", day(rising(n)), day(rising(n) + 60 + n % 3))),
        ),
        ("weekday", "saturdays", table("ordered_at", 260, |n| day(n / 10 * 7 + (n % 10).min(6)))),
        (
            "month",
            "july",
            // One on each day of two years, and more in both Julys.
            table("ordered_at", 920, |n| if n < 730 { day(n) } else { day(n % 2 * 365 + 181 + n / 2 % 31) }),
        ),
        ("outliers", "outliers", table("amount", 400, |n| (if n % 100 == 7 { 5_000 + n } else { 20 + n * 7 % 30 }).to_string())),
        (
            "gap",
            "no colour",
            table(
                "colour",
                300,
                |n| if n % 5 < 2 { String::new() } else { ["red", "blue", "green"][(n % 3) as usize].to_owned() },
            ),
        ),
    ];
    for (family, says, rows) in planted {
        find(&api, family, &[("orders.csv", rows)], says).await;
    }

    let orders = table("product_id", 400, |n| (if n % 3 == 0 { 3 } else { 1 + n % 9 }).to_string());
    let names = ["Ash tray", "Bowl", "Copper mug", "Door bell", "Egg cup", "Fruit knife", "Glass jar", "Hat stand", "Ink pot"];
    let products: Vec<String> = (1..=9).zip(names).map(|(id, name)| format!("{id},{name}")).collect();
    let products = format!("product_id,product_name\n{}\n", products.join("\n"));
    find(&api, "entity", &[("orders.csv", orders), ("products.csv", products)], "product 3 (copper mug)").await;

    let visits = table("doctor,minutes", 400, |n| {
        let long = if n % 20 < 8 { 45 } else { 20 };
        format!("d{:02},{}", n % 20, long + n * 7 % 11)
    });
    let mut doctors = String::from("doctor,seniority\n");
    for number in 0..20 {
        doctors.push_str(&format!("d{number:02},{}\n", if number < 8 { "junior" } else { "senior" }));
    }
    find(&api, "mean", &[("visits.csv", visits), ("doctors.csv", doctors)], "seniority").await;
}

#[tokio::test]
async fn a_season_is_not_called_stable() {
    const YEAR: [u32; 12] = [190, 386, 418, 412, 395, 371, 366, 380, 377, 352, 290, 180];
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Season").await;
    let days: Vec<String> = (0..12_usize)
        .flat_map(|month| (0..YEAR[month]).map(move |number| format!("2023-{:02}-{:02}", month + 1, number % LENGTHS[month] + 1)))
        .collect();
    let visits = table("kind,received", days.len() as u32, |n| format!("{},{}", KINDS[(n % 3) as usize], days[n as usize]));
    upload(&api, &project, &[("kind", "database"), ("name", "shop")], &[("visits.csv", visits.as_bytes())]).await.json(201);
    let (state, discovery) = found(&api, &project, &json!({"explorer": "built_in"})).await;
    assert_eq!(state["status"], "completed", "{state}");
    let names: Vec<&str> = insights(&discovery).iter().filter_map(|one| one["name"].as_str()).collect();
    assert!(names.iter().any(|name| name.contains("evenly")), "{names:#?}");
    assert!(!names.iter().any(|name| name.contains("stable")), "{names:#?}");
}
