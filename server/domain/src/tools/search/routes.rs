//! What an operation's method and path tell: what it does, whom it is about, and which other operations it needs.

use super::{
    verbs::{self, Deed},
    words,
};
use crate::tools::catalog::{Operation, OperationKind};
use std::collections::HashMap;

pub(super) struct Entry {
    /// The number of its API.
    pub(super) api: usize,
    pub(super) deeds: Vec<Deed>,
    method: Method,
    /// Looks up whatever is named.
    pub(super) searches: bool,
    /// Looks up what is named, if it is of one kind.
    pub(super) in_search: bool,
    pub(super) searches_everything: bool,
    /// About whoever calls.
    pub(super) own_person: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Method {
    Get,
    Delete,
    Put,
    Post,
    Other,
}

impl Entry {
    pub(super) fn does_what_nobody_asked(&self, asked: &[Deed]) -> bool {
        let none_of = |deeds: &[Deed]| !deeds.iter().any(|deed| asked.contains(deed));
        match self.method {
            Method::Delete => none_of(&[Deed::Remove]),
            Method::Put => none_of(&[Deed::Change, Deed::Create, Deed::Remove]),
            Method::Post => none_of(&[Deed::Create, Deed::Change]),
            Method::Get | Method::Other => false,
        }
    }
}

pub(super) fn path_words(path: &str) -> Vec<Vec<String>> {
    path.split('/').filter(|segment| !segment.is_empty() && !segment.starts_with('{')).map(words::split).collect()
}

pub(super) fn entries(operations: &[Operation]) -> Vec<Entry> {
    let mut apis: HashMap<&str, usize> = HashMap::new();
    let made = operations.iter().map(|operation| {
        let next = apis.len();
        entry(operation, *apis.entry(&operation.api).or_insert(next))
    });
    made.collect()
}

fn entry(operation: &Operation, api: usize) -> Entry {
    let mut named = words::split(&operation.name);
    named.extend(words::split(&operation.summary).into_iter().take(4));
    let mut deeds = verbs::of_request(&named);
    let method = match operation.method.as_deref() {
        Some("GET" | "HEAD") => Method::Get,
        Some("DELETE") => Method::Delete,
        Some("POST") => Method::Post,
        Some("PUT" | "PATCH") => Method::Put,
        _ => Method::Other,
    };
    match method {
        Method::Get => deeds = vec![Deed::Read],
        Method::Delete => deeds = vec![Deed::Remove],
        Method::Post => deeds.push(Deed::Create),
        Method::Put => deeds.push(Deed::Change),
        Method::Other if operation.kind == OperationKind::Query => deeds.push(Deed::Read),
        Method::Other => {}
    }
    let path = path_words(operation.path.as_deref().unwrap_or_default());
    let has = |words: &[String], wanted: &[&str]| words.iter().any(|word| wanted.contains(&&**word));
    let looks_up = |segment: &[String]| has(segment, &["search", "find", "lookup", "query"]);
    let searches = deeds.contains(&Deed::Read) && path.last().is_some_and(|last| looks_up(last));
    let own_person = path.iter().any(|segment| segment.len() == 1 && has(segment, &["me", "self", "my", "user"]))
        || has(&words::split(&operation.name), &["me", "my", "current", "viewer"]);
    Entry {
        api,
        method,
        searches,
        in_search: method == Method::Get && path.iter().any(|segment| looks_up(segment)),
        searches_everything: searches && path.iter().filter(|segment| !is_version(segment)).count() == 1,
        own_person,
        deeds,
    }
}

/// `v1`, `api`, `2.0`: what stands before all paths of an API.
fn is_version(segment: &[String]) -> bool {
    segment.iter().all(|word| matches!(&**word, "v" | "api" | "rest") || word.bytes().all(|sign| sign.is_ascii_digit()))
}

/// `GET …/things` supplies what `…/things/{id}/…` asks for, and what tells who calls supplies `/users/{id}/…`.
pub(super) fn suppliers(operations: &[Operation]) -> Vec<Vec<usize>> {
    let mut lists: HashMap<(&str, String), Vec<usize>> = HashMap::new();
    let mut callers: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, operation) in operations.iter().enumerate() {
        let Some(path) = operation.path.as_deref().filter(|_| operation.method.as_deref() == Some("GET")) else { continue };
        let last = path.rsplit('/').find(|segment| !segment.is_empty()).unwrap_or_default();
        if !last.starts_with('{') {
            lists.entry((&operation.api, stems(last))).or_default().push(place);
        }
        if tells_who_calls(path) {
            callers.entry(&operation.api).or_default().push(place);
        }
    }
    let needs = |operation: &Operation| {
        let mut found = Vec::new();
        let mut before = "";
        for segment in operation.path.as_deref().unwrap_or_default().split('/').filter(|segment| !segment.is_empty()) {
            if segment.starts_with('{') {
                found.extend(lists.get(&(&*operation.api, stems(before))).into_iter().flatten().copied());
                if matches!(&*stems(before), "user" | "member" | "person" | "account") {
                    found.extend(callers.get(&*operation.api).into_iter().flatten().copied());
                }
            }
            before = segment;
        }
        found
    };
    operations.iter().map(needs).collect()
}

/// `/me`, `/v1/user`.
fn tells_who_calls(path: &str) -> bool {
    let segments: Vec<&str> = path.split('/').filter(|segment| !segment.is_empty()).collect();
    let own = segments.iter().filter(|segment| !is_version(&words::split(segment))).count();
    own == 1 && matches!(segments.last().copied(), Some("me" | "self" | "viewer" | "user" | "current" | "profile"))
}

fn stems(segment: &str) -> String {
    words::split(segment).iter().map(|word| words::stem(word)).collect::<Vec<_>>().join(" ")
}
