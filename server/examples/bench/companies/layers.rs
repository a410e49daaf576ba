//! What the layers take by themselves: understood and turned into queries, and read, validated, freed of what is not new and scored.

use super::{PATH, texts, wish};
use crate::{client::Client, server::Server, turns::spread};
use agents::companies::BuiltInReader;
use anyhow::{Context, Result, ensure};
use domain::companies::{
    Circumstances, CompanyReader as _, Facts, FoundText, Gazetteer, KeptHit, Place, Question, ReadingGoal, SynthesisContext,
    conclude, synthesize, understand,
};
use protocol::{
    TenantId, Timestamp,
    companies::{CompanyRequest, Constraints, SearchOptions},
    models::Provider,
};
use serde_json::{Value, json};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};
use testkit::{Behaviour, ModelStub, SearchStub};
use uuid::Uuid;

const RESULTS: usize = 200;
const ROUNDS: usize = 300;
const WARM: usize = 20;
const BY_MODEL: usize = 150;
const QUERIES: [&str; 8] = [
    "Find companies in ADGM",
    "Find good companies in ADGM Abu Dhabi",
    "hiring fintech startups in DIFC since last week",
    "law firms that opened an office in Masdar City, Abu Dhabi this year",
    "companies relocating from London to Dubai Internet City",
    "banks and insurers in Riyadh that are expanding",
    "شركات في سوق أبوظبي العالمي",
    "logistics companies near Khalifa Port Free Zone, not in Dubai, with new licences",
];

pub(super) fn built_in() {
    let gazetteer = Gazetteer::built_in();
    let (mut first, mut last) = (Vec::new(), Vec::new());
    let context = SynthesisContext { year: 2025, ..SynthesisContext::default() };
    for round in 0..ROUNDS {
        for text in QUERIES {
            let question = Question { text: text.to_owned(), ..Question::default() };
            let began = Instant::now();
            let understanding = understand(&question, gazetteer);
            black_box(synthesize(&understanding, &context, gazetteer));
            if round >= WARM {
                first.push(began.elapsed());
            }
        }
    }
    println!("layers 1 and 2 built in, {} queries: {} (aim: p99 at most 5 ms)", first.len(), spread(&mut first));

    let wanted = Place { area: Some("ADGM".into()), city: Some("Abu Dhabi".into()), ..Place::default() };
    let question = Question { text: QUERIES[0].to_owned(), constraints: wanted.clone(), ..Question::default() };
    let understanding = understand(&question, gazetteer);
    let synthesis = synthesize(&understanding, &context, gazetteer);
    let goal = ReadingGoal {
        place: understanding.place.clone(),
        aliases: gazetteer.aliases(&understanding.place),
        ..ReadingGoal::default()
    };
    let request = CompanyRequest {
        query_text: QUERIES[0].to_owned(),
        constraints: Constraints { area: wanted.area, city: wanted.city, ..Constraints::default() },
        options: SearchOptions { max_results: 100, ..SearchOptions::default() },
        ..CompanyRequest::default()
    };
    let kept: Vec<KeptHit> = (0..RESULTS).map(kept).collect();
    let found: Vec<FoundText> = kept.iter().map(KeptHit::text).collect();
    let circumstances =
        Circumstances { now: Timestamp(1_736_510_400_000_000), answered: vec!["searxng".into()], ..Circumstances::default() };
    let (reader, mut returned) = (BuiltInReader::new(Gazetteer::built_in()), 0);
    for round in 0..ROUNDS {
        let began = Instant::now();
        let candidates = reader.read(&goal, &found);
        let outcome = conclude(&Facts {
            tenant: TenantId(Uuid::nil()),
            request: &request,
            understanding: &understanding,
            synthesis: &synthesis,
            texts: &kept,
            candidates: &candidates,
            circumstances: &circumstances,
            places: gazetteer,
        });
        if round >= WARM {
            last.push(began.elapsed());
        }
        returned = black_box(outcome).data.companies.len();
    }
    println!("layers 4 to 7 for {RESULTS} results, {returned} companies: {} (aim: p99 at most 50 ms)", spread(&mut last));
}

fn kept(number: usize) -> KeptHit {
    let hit = texts::result(number);
    KeptHit {
        url: hit.url,
        title: hit.title,
        text: hit.snippet,
        published: hit.date,
        accessed: "2025-01-10T12:00:00Z".into(),
        source: None,
        from: "search_result".into(),
    }
}

/// The first two layers with a model that answers at once, as the traces of whole searches have it.
pub(super) async fn by_model(stub: &SearchStub) -> Result<()> {
    let (server, model) = with_model(&[("SEARXNG_URL", stub.base.as_str())], (1.0, 2.0)).await?;
    model.answering(|request| Behaviour::Says(super::priced::answer(&request.text())));
    let (mut client, mut times) = (Client::connect(&server.addr).await?, Vec::new());
    for round in 0..BY_MODEL {
        let answer = client.json("POST", PATH, &wish(&json!({}))).await?;
        ensure!(answer["meta"]["engines"]["synthesis"] == "compatible/stub", "the model did not answer: {answer}");
        let id = answer["meta"]["searchId"].as_str().context("no id")?;
        let trace = client.json("GET", &format!("/api/v1/company-searches/{id}"), &Value::Null).await?;
        let took = |layer: usize| trace["layers"][layer]["elapsed_ms"].as_u64().unwrap_or_default();
        if round >= WARM {
            times.push(Duration::from_millis(took(0) + took(1)));
        }
    }
    println!("layers 1 and 2 with a 0 ms model: {} (aim: p99 at most 500 ms)", spread(&mut times));
    Ok(())
}

/// A server whose tenant chose a model, and the model.
pub(super) async fn with_model(settings: &[(&str, &str)], price: (f64, f64)) -> Result<(Server, ModelStub)> {
    let model = ModelStub::start().await?;
    let mut settings = settings.to_vec();
    settings.push(("DISCOVERY_ALLOW_PRIVATE_URLS", "true"));
    let server = Server::start(&settings).await?;
    let strong = json!({"provider": "compatible", "model": "stub", "base_url": model.base_url(Provider::Compatible),
        "api_key": "key", "price": {"input": price.0, "output": price.1}});
    let mut client = Client::connect(&server.addr).await?;
    client.json("PUT", "/api/v1/admin/models", &json!({"strong": strong})).await?;
    Ok((server, model))
}
