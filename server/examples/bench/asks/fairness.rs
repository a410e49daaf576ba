//! Fifty asks at once by five people: as many by each, and nearly all by one.

use crate::{
    client::{Client, TOKEN},
    runs,
    server::Server,
};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const ASKS: usize = 50;
const PEOPLE: usize = 5;
const PASSWORD: &str = "a password of the bench 0199";

/// Somebody with a token of their own.
#[derive(Clone)]
struct Person {
    http: reqwest::Client,
    token: String,
    base: String,
}

pub(super) async fn together(settings: &[(&str, &str)]) -> Result<()> {
    providers::tls::ready();
    let server = Server::start(settings).await?;
    let mut client = Client::connect(&server.addr).await?;
    let project = runs::project(&mut client, "fair", &json!({"path": "orders.csv"})).await?;
    let base = format!("http://{}", server.addr);
    let mut people = vec![Person { http: reqwest::Client::new(), token: TOKEN.to_owned(), base: base.clone() }];
    for number in 1..PEOPLE {
        people.push(Person::invite(&mut client, &base, number).await?);
    }
    people[0].ask(&project, 0).await?;
    let even = ends(&people, &project, |_| ASKS / PEOPLE).await?;
    let (first, last) = (even.iter().min().copied().unwrap_or_default(), even.iter().max().copied().unwrap_or_default());
    println!(
        "{ASKS} asks at once by {PEOPLE} people: all done after {:.2} s, the first of them after {:.0} % of it",
        last.as_secs_f64(),
        100.0 * first.as_secs_f64() / last.as_secs_f64()
    );
    let uneven = ends(&people, &project, |person| if person == 0 { ASKS - PEOPLE + 1 } else { 1 }).await?;
    let others = uneven[1..].iter().max().copied().unwrap_or_default();
    println!(
        "{} of them by one person: that one is done after {:.2} s, the last of the others with one each after {:.2} s",
        ASKS - PEOPLE + 1,
        uneven[0].as_secs_f64(),
        others.as_secs_f64()
    );
    Ok(())
}

/// When the last ask of each was done, all begun at once.
async fn ends(people: &[Person], project: &str, count: impl Fn(usize) -> usize) -> Result<Vec<Duration>> {
    let (began, mut asks) = (Instant::now(), JoinSet::new());
    for (place, person) in people.iter().enumerate() {
        for number in 0..count(place) {
            let (person, project) = (person.clone(), project.to_owned());
            asks.spawn(async move {
                person.ask(&project, number).await?;
                anyhow::Ok((place, began.elapsed()))
            });
        }
    }
    let mut ends = vec![Duration::ZERO; people.len()];
    while let Some(done) = asks.join_next().await {
        let (place, elapsed) = done??;
        ends[place] = ends[place].max(elapsed);
    }
    Ok(ends)
}

impl Person {
    /// A new user who signs in once, for a token.
    async fn invite(client: &mut Client, base: &str, number: usize) -> Result<Self> {
        let email = format!("person-{number}@example.org");
        let user = json!({"name": format!("Person {number}"), "email": email, "password": PASSWORD, "role": "admin"});
        client.json("POST", "/api/v1/admin/users", &user).await?;
        let browser = reqwest::Client::builder().cookie_store(true).redirect(reqwest::redirect::Policy::none()).build()?;
        let form = [("email", email.as_str()), ("password", PASSWORD), ("next", "/")];
        browser.post(format!("{base}/login")).form(&form).send().await?.error_for_status()?;
        let made = browser.post(format!("{base}/api/v1/admin/tokens")).json(&json!({"name": "bench", "role": "member"}));
        let made: Value = made.send().await?.error_for_status()?.json().await?;
        let token = made["token"].as_str().context("no token")?.to_owned();
        Ok(Self { http: reqwest::Client::new(), token, base: base.to_owned() })
    }

    async fn ask(&self, project: &str, number: usize) -> Result<()> {
        let question = format!("How many orders have shop {}?", number % 8);
        let body = json!({"question": question, "mode": "exploratory"});
        let request = self.http.post(format!("{}/api/v1/projects/{project}/ask", self.base)).bearer_auth(&self.token).json(&body);
        let text = request.send().await?.error_for_status()?.text().await?;
        if !super::is_answered(&text) {
            println!("no figure came of “{question}” by one of several people");
        }
        Ok(())
    }
}
