//! Where the next page of an answer is, by what services usually say (`pages.txt`).

use domain::tools::catalog::Operation;
use serde_json::{Map, Value};
use std::sync::LazyLock;

/// How the next page is asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum NextPage {
    /// By an address, as it stands in the answer.
    Address(String),
    /// By the same call with these arguments, which the answer names.
    Marked(Map<String, Value>),
    /// By the same call with the next number, if there is another page: nothing says so.
    Numbered(Map<String, Value>),
}

/// What is known when a page has come.
#[derive(Clone, Copy, Debug)]
pub struct PageTurn<'call> {
    pub operation: &'call Operation,
    /// What the caller named.
    pub wanted: &'call Map<String, Value>,
    /// What this page was asked with.
    pub arguments: &'call Map<String, Value>,
    /// Without what is around it in every answer of GraphQL.
    pub answer: &'call Value,
    /// Rows of this page, and of all so far.
    pub rows: (usize, usize),
}

struct Rule {
    kind: &'static str,
    /// A place in the answer, or a parameter.
    names: Vec<&'static str>,
}

static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
    let lines = include_str!("pages.txt").lines().filter(|line| !line.starts_with('#'));
    let rule = |line: &'static str| {
        let mut words = line.split_whitespace();
        Some(Rule { kind: words.next()?, names: words.collect() })
    };
    lines.filter_map(rule).collect()
});

impl PageTurn<'_> {
    /// Whether the caller named how many rows are wanted, or which page: then there is no other.
    #[must_use]
    pub fn is_bounded(&self) -> bool {
        let pages = || rules("number").chain(rules("offset")).chain(rules("size")).flat_map(|rule| &rule.names);
        let marks = || rules("mark").flat_map(|rule| &rule.names[1..]);
        self.wanted.keys().any(|name| pages().chain(marks()).any(|known| plain(name) == **known))
    }

    /// None where this was the last one, or where nothing says how the next one is asked for.
    #[must_use]
    pub fn next(&self) -> Option<NextPage> {
        let (rows, all) = self.rows;
        let is_last = |rule: &Rule| rule.names.first().and_then(|place| self.at(place)) == Some(&Value::Bool(false));
        if rows == 0 || rules("more").any(is_last) {
            return None;
        }
        let address = rules("address").find_map(|rule| self.at(rule.names.first()?)?.as_str());
        if let Some(address) = address.filter(|address| address.contains(['/', '?'])) {
            return Some(NextPage::Address(address.to_owned()));
        }
        if let Some(arguments) = rules("mark").find_map(|rule| self.marked(rule)) {
            return Some(NextPage::Marked(arguments));
        }
        let offset = || Some(self.with(self.parameter(rules("offset"))?, all.into()));
        self.numbered().or_else(offset).map(NextPage::Numbered)
    }

    fn marked(&self, rule: &Rule) -> Option<Map<String, Value>> {
        let (place, parameters) = rule.names.split_first()?;
        let mark = self.at(place).filter(|mark| mark.as_str().is_some_and(|text| !text.is_empty()) || mark.is_number())?;
        let takes = |name: &&str| parameters.contains(&&*plain(name));
        let name = self.operation.parameters.iter().map(|one| one.name.as_str()).find(takes)?;
        let arguments = self.with(name, mark.clone());
        (&arguments != self.arguments).then_some(arguments)
    }

    /// Pages are counted from one, unless the answer says that this is another.
    fn numbered(&self) -> Option<Map<String, Value>> {
        let name = self.parameter(rules("number"))?;
        let page = self.arguments.get(name).and_then(Value::as_u64).or_else(|| self.at("page")?.as_u64()).unwrap_or(1);
        let count = rules("pages").find_map(|rule| self.at(rule.names.first()?)?.as_u64());
        count.is_none_or(|count| page < count).then(|| self.with(name, (page + 1).into()))
    }

    fn parameter(&self, rules: impl Iterator<Item = &'static Rule>) -> Option<&str> {
        let names: Vec<&str> = rules.flat_map(|rule| rule.names.iter().copied()).collect();
        let parameters = self.operation.parameters.iter().filter(|one| matches!(one.place.as_str(), "query" | "argument"));
        parameters.map(|one| one.name.as_str()).find(|name| names.contains(&&*plain(name)))
    }

    fn with(&self, name: &str, value: Value) -> Map<String, Value> {
        let mut arguments = self.arguments.clone();
        arguments.insert(name.to_owned(), value);
        arguments
    }

    fn at(&self, place: &str) -> Option<&Value> {
        place.split('/').try_fold(self.answer, |inner, name| inner.get(name))
    }
}

fn rules(kind: &'static str) -> impl Iterator<Item = &'static Rule> {
    RULES.iter().filter(move |rule| rule.kind == kind)
}

fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::tools::catalog::{OperationKind, Parameter};
    use serde_json::json;

    fn operation(parameters: &[&str]) -> Operation {
        let parameter = |name: &&str| Parameter {
            name: (*name).to_owned(),
            place: "query".into(),
            data_type: "string".into(),
            required: false,
            description: String::new(),
            values: Vec::new(),
        };
        Operation {
            api: "port".into(),
            name: "berths".into(),
            kind: OperationKind::Query,
            method: Some("GET".into()),
            path: Some("/berths".into()),
            summary: String::new(),
            description: String::new(),
            tags: Vec::new(),
            parameters: parameters.iter().map(parameter).collect(),
            request_schema: None,
            response_schema: None,
            deprecated: false,
        }
    }

    fn next(parameters: &[&str], arguments: &Value, answer: &Value, rows: (usize, usize)) -> Option<Value> {
        let arguments = arguments.as_object().expect("an object");
        let operation = operation(parameters);
        let turn = PageTurn { operation: &operation, wanted: &Map::new(), arguments, answer, rows };
        turn.next().map(|next| match next {
            NextPage::Address(address) => Value::from(address),
            NextPage::Marked(arguments) | NextPage::Numbered(arguments) => Value::Object(arguments),
        })
    }

    #[test]
    fn services_say_in_many_ways_that_there_is_more() {
        for (parameters, arguments, answer, wanted) in [
            (vec![], json!({}), json!({"items": [], "next": "/v1/berths?page=2"}), Some(json!("/v1/berths?page=2"))),
            (vec![], json!({}), json!({"_links": {"next": {"href": "?p=2"}}}), Some(json!("?p=2"))),
            (vec![], json!({}), json!({"next": null}), None),
            (vec!["cursor"], json!({"a": 1}), json!({"next_cursor": "x7"}), Some(json!({"a": 1, "cursor": "x7"}))),
            (vec!["cursor"], json!({}), json!({"next_cursor": ""}), None),
            (vec!["cursor"], json!({"cursor": "x7"}), json!({"next_cursor": "x7"}), None),
            (vec!["page_token"], json!({}), json!({"nextPageToken": "t"}), Some(json!({"page_token": "t"}))),
            (vec![], json!({}), json!({"nextPageToken": "t"}), None),
            (vec!["after"], json!({}), json!({"pageInfo": {"hasNextPage": true, "endCursor": "e"}}), Some(json!({"after": "e"}))),
            (vec!["after"], json!({}), json!({"pageInfo": {"hasNextPage": false, "endCursor": "e"}}), None),
            (vec!["page"], json!({}), json!([1, 2]), Some(json!({"page": 2}))),
            (vec!["page"], json!({}), json!({"page": 0, "items": []}), Some(json!({"page": 1}))),
            (vec!["page"], json!({"page": 3}), json!({"total_pages": 3}), None),
            (vec!["offset"], json!({}), json!([1, 2]), Some(json!({"offset": 2}))),
            (vec!["id"], json!({}), json!([1, 2]), None),
        ] {
            assert_eq!(next(&parameters, &arguments, &answer, (2, 2)), wanted, "{parameters:?} {answer}");
        }
        assert_eq!(next(&["page"], &json!({"page": 4}), &json!([]), (0, 6)), None, "an empty page is the last one");
    }

    #[test]
    fn whoever_names_a_page_or_a_number_gets_that_alone() {
        let (operation, none) = (operation(&["page_size", "cursor", "id"]), Map::new());
        for (wanted, bounded) in [(json!({"page_size": 5}), true), (json!({"cursor": "x"}), true), (json!({"id": 5}), false)] {
            let wanted = wanted.as_object().expect("an object");
            let turn = PageTurn { operation: &operation, wanted, arguments: &none, answer: &Value::Null, rows: (0, 0) };
            assert_eq!(turn.is_bounded(), bounded, "{wanted:?}");
        }
    }
}
