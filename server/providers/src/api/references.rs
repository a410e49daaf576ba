//! `$ref` inside one document: each is followed once on a way down, then only named, so that a schema that contains itself ends.

use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// How deep a schema is unfolded, and to how many parts.
const DEEPEST: usize = 12;
const MOST_PARTS: usize = 1_500;

pub(super) struct References<'document> {
    document: &'document Value,
    pub(super) warnings: BTreeSet<String>,
}

impl<'document> References<'document> {
    pub(super) fn new(document: &'document Value) -> Self {
        Self { document, warnings: BTreeSet::new() }
    }

    /// What a value that may be a reference is; nothing where it leads nowhere, in circles or out of the document.
    pub(super) fn followed(&mut self, value: &'document Value) -> Option<&'document Value> {
        let mut value = value;
        for _ in 0..20 {
            let Some(reference) = value.get("$ref").and_then(Value::as_str) else { return Some(value) };
            value = self.target(reference)?;
        }
        self.warnings.insert("references that lead in a circle were left out".into());
        None
    }

    fn target(&mut self, reference: &str) -> Option<&'document Value> {
        let Some(pointer) = reference.strip_prefix('#') else {
            let named: String = reference.chars().take(120).collect();
            self.warnings.insert(format!("`{named}` is outside the document and was not followed"));
            return None;
        };
        let found = self.document.pointer(&unescaped(pointer));
        if found.is_none() {
            let named: String = reference.chars().take(120).collect();
            self.warnings.insert(format!("`{named}` is not in the document"));
        }
        found
    }

    /// A schema with its references replaced by what they lead to.
    pub(super) fn unfolded(&mut self, schema: &'document Value) -> Value {
        let mut parts = MOST_PARTS;
        self.unfold(schema, &mut Vec::new(), &mut parts, 0)
    }

    fn unfold(&mut self, value: &'document Value, way: &mut Vec<&'document str>, parts: &mut usize, depth: usize) -> Value {
        if *parts == 0 || depth > DEEPEST {
            return summary(value);
        }
        *parts -= 1;
        match value {
            Value::Object(members) => {
                if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
                    if way.contains(&reference) {
                        return named(reference);
                    }
                    let Some(target) = self.target(reference) else { return named(reference) };
                    way.push(reference);
                    let unfolded = self.unfold(target, way, parts, depth + 1);
                    way.pop();
                    return unfolded;
                }
                let mut unfolded = Map::new();
                for (name, member) in members {
                    // What only shows how it may look is worth less than the room it takes.
                    if !matches!(&**name, "example" | "examples" | "externalDocs" | "xml") && !name.starts_with("x-") {
                        unfolded.insert(name.clone(), self.unfold(member, way, parts, depth + 1));
                    }
                }
                Value::Object(unfolded)
            }
            Value::Array(members) => {
                Value::Array(members.iter().map(|member| self.unfold(member, way, parts, depth + 1)).collect())
            }
            plain => plain.clone(),
        }
    }
}

/// The name of what is not unfolded.
fn named(reference: &str) -> Value {
    let name = unescaped(reference.rsplit('/').next().unwrap_or(reference));
    Value::Object(Map::from_iter([("title".to_owned(), Value::String(name))]))
}

fn summary(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            if let Some(reference) = members.get("$ref").and_then(Value::as_str) {
                return named(reference);
            }
            let kept =
                members.iter().filter(|(name, member)| matches!(&***name, "type" | "title" | "format") && member.is_string());
            Value::Object(kept.map(|(name, member)| (name.clone(), member.clone())).collect())
        }
        Value::Array(_) => Value::Array(Vec::new()),
        plain => plain.clone(),
    }
}

/// A pointer in a reference may have its letters as in an address.
fn unescaped(pointer: &str) -> String {
    if !pointer.contains('%') {
        return pointer.to_owned();
    }
    let bytes = pointer.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut place = 0;
    while place < bytes.len() {
        let code = (bytes[place] == b'%')
            .then(|| pointer.get(place + 1..place + 3).and_then(|code| u8::from_str_radix(code, 16).ok()))
            .flatten();
        plain.push(code.unwrap_or(bytes[place]));
        place += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&plain).into_owned()
}
