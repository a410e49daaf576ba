use super::*;
use crate::{
    embedding::EmbeddingFault,
    tools::catalog::{Column, DocumentKind, OperationKind, Section},
};
use async_trait::async_trait;
use futures_like::now;

/// Everything here answers at once.
pub(in crate::tools) mod futures_like {
    use std::{
        future::Future,
        pin::pin,
        task::{Context, Poll, Waker},
    };

    pub(in crate::tools) fn now<T>(future: impl Future<Output = T>) -> T {
        match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(value) => value,
            Poll::Pending => panic!("it waits for something"),
        }
    }
}

fn table(database: &str, name: &str, columns: &[&str]) -> Table {
    Table {
        database: database.into(),
        name: name.into(),
        columns: columns.iter().map(|name| Column { name: (*name).into(), ..Column::default() }).collect(),
        ..Table::default()
    }
}

fn shop() -> Vec<Table> {
    vec![
        table("shop", "customers", &["CustomerId", "FirstName", "City"]),
        table("shop", "invoice_lines", &["InvoiceLineId", "InvoiceId", "TrackId", "UnitPrice"]),
        table("shop", "invoices", &["InvoiceId", "CustomerId", "InvoiceDate", "Total"]),
        table("shop", "artists", &["ArtistId", "Name"]),
        table("clinic", "patients", &["patient_id", "birth_date", "ward"]),
        table("clinic", "wards", &["ward_id", "name", "dept"]),
        table("clinic", "staff", &["staff_id", "name"]),
    ]
}

fn operation(name: &str, method: &str, path: &str, summary: &str) -> Operation {
    Operation {
        api: "zoo".into(),
        name: name.into(),
        kind: if method == "GET" { OperationKind::Query } else { OperationKind::Mutation },
        method: Some(method.into()),
        path: Some(path.into()),
        summary: summary.into(),
        description: String::new(),
        tags: Vec::new(),
        parameters: Vec::new(),
        request_schema: None,
        response_schema: None,
        deprecated: false,
    }
}

fn finder(tables: &[Table], operations: &[Operation], documents: &[Document], skills: &[Skill]) -> Finder {
    now(Finder::build(tables, operations, documents, skills, None))
}

fn found(finder: &Finder, query: &str, limit: usize) -> Vec<String> {
    now(finder.tables(query, limit)).into_iter().map(|found| format!("{}.{}", found.database, found.table)).collect()
}

#[test]
fn tables_are_found_by_the_words_of_their_names_and_columns() {
    let finder = finder(&shop(), &[], &[], &[]);
    assert_eq!(found(&finder, "how many artists are there?", 1), ["shop.artists"]);
    assert_eq!(found(&finder, "total of each invoice", 1), ["shop.invoices"]);
    assert_eq!(found(&finder, "patients of a department", 3)[0], "clinic.patients");
    assert_eq!(found(&finder, "which department", 1), ["clinic.wards"], "an abbreviation");
    assert!(found(&finder, "zzz qqq", 5).is_empty());
    assert!(found(&finder, "", 5).is_empty());
}

#[test]
fn what_a_join_needs_comes_along() {
    let mut tables = shop();
    tables.push(table("school", "student", &["student_id", "name"]));
    tables.push(table("school", "enrolment", &["student_id", "course_id"]));
    tables.push(table("school", "course", &["course_id", "title"]));
    let found = found(&finder(&tables, &[], &[], &[]), "title of the course of a student", 3);
    assert!(found.contains(&"school.enrolment".to_owned()), "{found:?}");
}

#[test]
fn samples_lead_to_their_table() {
    let mut tables = shop();
    tables[5].columns[1].samples = vec!["Cardiology".into()];
    assert_eq!(found(&finder(&tables, &[], &[], &[]), "who works in cardiology", 1), ["clinic.wards"]);
}

#[test]
fn relevance_stays_between_nothing_and_one() {
    let finder = finder(&shop(), &[], &[], &[]);
    for query in ["customers", "customers invoices artists city name total", "customers customers"] {
        let found = now(finder.tables(query, 10));
        assert!(found.iter().all(|found| found.relevance > 0.0 && found.relevance <= 1.0), "{found:?}");
        assert!(found.windows(2).all(|pair| pair[0].relevance >= pair[1].relevance));
    }
}

#[test]
fn the_verb_chooses_among_operations_of_one_thing() {
    let operations = [
        operation("listCages", "GET", "/cages", "All cages"),
        operation("addCage", "POST", "/cages", "A cage"),
        operation("dropCage", "DELETE", "/cages/{cageId}", "One cage"),
        operation("paintCage", "PUT", "/cages/{cageId}/colour", "The colour of a cage"),
    ];
    let finder = finder(&[], &operations, &[], &[]);
    let first = |query: &str| now(finder.operations(query, 1))[0].operation.clone();
    assert_eq!(first("remove a cage"), "dropCage");
    assert_eq!(first("create a cage"), "addCage");
    assert_eq!(first("change the colour of a cage"), "paintCage");
}

#[test]
fn operations_are_found_by_other_words_for_the_same_thing() {
    let operations = [
        operation("getImage", "GET", "/images/{imageId}", "An image"),
        operation("getInvoice", "GET", "/invoices/{invoiceId}", "An invoice"),
        operation("listMembers", "GET", "/members", "Everybody"),
    ];
    let finder = finder(&[], &operations, &[], &[]);
    let first = |query: &str| now(finder.operations(query, 1)).first().map(|found| found.operation.clone()).unwrap_or_default();
    assert_eq!(first("one of the pictures"), "getImage");
    assert_eq!(first("a bill"), "getInvoice");
    assert_eq!(first("which colleagues are there"), "listMembers");
    assert_eq!(first("frobnications"), "");
}

#[test]
fn what_a_request_needs_first_comes_along() {
    let operations = [
        operation("startPlayer", "PUT", "/player/play", "Start to play"),
        operation("stopPlayer", "PUT", "/player/pause", "Pause what plays"),
        operation("playerState", "GET", "/player", "What plays"),
        operation("search", "GET", "/search", "Anything by its words"),
        operation("newPlaylist", "POST", "/users/{userId}/playlists", "Create a playlist"),
        operation("self", "GET", "/me", "The profile"),
    ];
    let finder = finder(&[], &operations, &[], &[]);
    let found =
        |query: &str| -> Vec<String> { now(finder.operations(query, 3)).into_iter().map(|found| found.operation).collect() };
    let named = found("Play something of Johann Bach");
    assert!(named[0] == "startPlayer" && named.contains(&"search".to_owned()), "what is named is looked up: {named:?}");
    assert!(!found("play something quiet").contains(&"search".to_owned()), "nothing is named");
    let own = found("create a playlist");
    assert!(own[0] == "newPlaylist" && own.contains(&"self".to_owned()), "somebody has to be its owner: {own:?}");
}

#[test]
fn documents_answer_with_a_verbatim_excerpt_of_a_section() {
    let text =
        format!("## Customers\n\n{}A VIP customer has spent more than $100,000.\n", "Nothing of interest here. ".repeat(40));
    let document = Document {
        name: "rules".into(),
        kind: DocumentKind::Inline,
        format: "markdown".into(),
        title: None,
        description: None,
        tags: Vec::new(),
        sections: vec![
            Section { heading: "Intro".into(), level: 1, text: "# Intro\n\nWelcome.".into() },
            Section { heading: "Customers".into(), level: 2, text: text.clone() },
        ],
        last_updated: None,
        origin: None,
    };
    let finder = finder(&[], &[], &[document], &[]);
    let found = now(finder.documents("what defines a VIP customer", 5));
    assert_eq!((found[0].place, &*found[0].section), ((0, 1), "Customers"));
    assert!(found[0].excerpt.contains("more than $100,000") && text.contains(&found[0].excerpt), "{:?}", found[0].excerpt);
    assert_eq!(found.len(), 1, "a section answers once");
}

#[test]
fn skills_are_found_by_what_they_are_for() {
    let skill = |name: &str, description: &str| Skill {
        name: name.into(),
        description: description.into(),
        path: String::new(),
        allowed_tools: Vec::new(),
        content: String::new(),
        references: Default::default(),
        links: Vec::new(),
    };
    let skills = [skill("financial-analysis", "ratios and statements"), skill("hipaa", "rules for health data")];
    let found = now(finder(&[], &[], &[], &skills).skills("analysis of a financial statement", 3));
    assert_eq!(found[0].name, "financial-analysis");
}

struct Broken;

#[async_trait]
impl Embedder for Broken {
    fn name(&self) -> &str {
        "broken"
    }
    fn dimension(&self) -> Option<usize> {
        None
    }
    fn is_remote(&self) -> bool {
        true
    }
    async fn embed(&self, _texts: &[String]) -> Result<Vec<Vec<f32>>, EmbeddingFault> {
        Err(EmbeddingFault::TimedOut)
    }
}

/// `artist` and `musician` mean the same, everything else nothing.
struct Knowing;

#[async_trait]
impl Embedder for Knowing {
    fn name(&self) -> &str {
        "knowing"
    }
    fn dimension(&self) -> Option<usize> {
        Some(2)
    }
    fn is_remote(&self) -> bool {
        false
    }
    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbeddingFault> {
        let known = |text: &String| text.contains("artist") || text.contains("musician");
        Ok(texts.iter().map(|text| if known(text) { vec![1.0, 0.0] } else { vec![0.0, 0.0] }).collect())
    }
}

#[test]
fn meaning_finds_what_words_do_not_and_its_failure_leaves_words() {
    let tables = shop();
    let with = |embedder: Arc<dyn Embedder>| now(Finder::build(&tables, &[], &[], &[], Some(embedder)));
    let knowing = with(Arc::new(Knowing));
    assert!(knowing.knows_meaning());
    assert_eq!(found(&knowing, "musicians", 1), ["shop.artists"]);
    let broken = with(Arc::new(Broken));
    assert!(!broken.knows_meaning());
    assert!(found(&broken, "musicians", 1).is_empty());
    assert_eq!(found(&broken, "artists", 1), ["shop.artists"]);
}

#[test]
fn a_search_over_everything_finds_what_has_the_words_and_nothing_else() {
    let section = |heading: &str, text: &str| Section { heading: heading.into(), level: 2, text: text.into() };
    let rules = Document {
        name: "rules".into(),
        kind: DocumentKind::Inline,
        format: "markdown".into(),
        title: None,
        description: None,
        tags: Vec::new(),
        sections: vec![section("Money back", "A refund takes 14 days."), section("Orders", "An order counts on its day.")],
        last_updated: None,
        origin: None,
    };
    let operations =
        [operation("refundPayment", "POST", "/refunds", "Refund a payment"), operation("ping", "GET", "/ping", "Ping")];
    let finder = finder(&shop(), &operations, &[rules], &[]);
    let found = |words: &str| -> Vec<String> {
        let name = |one: Relevant| match one {
            Relevant::Table(one) => one.table,
            Relevant::Operation(one) => one.operation,
            Relevant::Passage(one) => one.section,
            Relevant::Skill(one) => one.name,
        };
        now(finder.relevant(words, 20)).into_iter().map(name).collect()
    };
    let mut refunds = found("refund");
    refunds.sort_unstable();
    assert_eq!(refunds, ["Money back", "refundPayment"]);
    assert_eq!(found("customers")[0], "customers");
    for none in ["xyzzy", "", "the of", "!!"] {
        assert!(found(none).is_empty(), "{none}");
    }
}
