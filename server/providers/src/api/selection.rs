//! The fields that a query of GraphQL asks for: all values, those of the objects within too, as far as the description shows them.

use serde_json::{Map, Value};

/// In one query.
const MOST_FIELDS: usize = 80;

/// ` { id owner { name } }`; nothing where the answer is a value itself.
///
/// # Errors
/// The answer has fields, and none that can be asked for.
pub(super) fn selection(schema: Option<&Value>) -> Result<String, ()> {
    let Some(fields) = schema.and_then(|schema| schema["properties"].as_object()) else { return Ok(String::new()) };
    let mut room = MOST_FIELDS;
    // Descriptions that were read before they were deep do not say what holds fields.
    let is_deep = schema.is_some_and(|schema| schema["kind"] == "object");
    let selected = fields_of(fields, is_deep, &mut room);
    if selected.is_empty() && is_deep {
        Err(())
    } else if selected.is_empty() {
        Ok(String::new())
    } else {
        Ok(format!(" {{ {selected} }}"))
    }
}

/// Values first: they are what is counted and compared.
fn fields_of(fields: &Map<String, Value>, is_deep: bool, room: &mut usize) -> String {
    let can_be_asked = |about: &&Value| about["needs"].as_array().is_none_or(Vec::is_empty);
    let mut selected: Vec<String> = Vec::new();
    for (name, about) in fields.iter().filter(|(_, about)| can_be_asked(about)) {
        let is_value = about["properties"].is_null() && (is_deep || about["type"].as_str().is_some_and(is_usual));
        if is_value && *room > 0 {
            *room -= 1;
            selected.push(name.clone());
        }
    }
    for (name, about) in fields.iter().filter(|(_, about)| can_be_asked(about)) {
        let Some(within) = about["properties"].as_object().filter(|_| *room > 0) else { continue };
        let within = fields_of(within, is_deep, room);
        if !within.is_empty() {
            selected.push(format!("{name} {{ {within} }}"));
        }
    }
    selected.join(" ")
}

/// A type that is surely a value.
fn is_usual(data_type: &str) -> bool {
    let inner = super::shape::inner(data_type);
    matches!(inner, "String" | "Int" | "Float" | "Boolean" | "ID") || inner.ends_with("Date") || inner.ends_with("DateTime")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::shape::{Field, response};
    use serde_json::json;

    fn types(name: &str) -> Option<Vec<Field>> {
        let field = |name: &str, data_type: &str, needs: &[&str]| Field {
            name: name.into(),
            data_type: data_type.into(),
            needs: needs.iter().map(|one| (*one).to_owned()).collect(),
        };
        match name {
            "Book" => Some(vec![
                field("author", "Author!", &[]),
                field("title", "String!", &[]),
                field("tags", "[String!]!", &[]),
                field("price", "Money", &[]),
                field("similar", "[Book!]!", &[]),
                field("reviews", "[Review!]!", &["first"]),
                field("found", "Finding", &[]),
            ]),
            "Author" => {
                Some(vec![field("name", "String!", &[]), field("country", "Country", &[]), field("books", "[Book]", &[])])
            }
            "Country" => Some(vec![field("code", "ID!", &[]), field("capital", "City", &[])]),
            "City" => Some(vec![field("name", "String", &[]), field("mayor", "Author", &[])]),
            "Review" => Some(vec![field("stars", "Int", &[])]),
            // A union.
            "Finding" => Some(Vec::new()),
            _ => None,
        }
    }

    #[test]
    fn values_of_objects_within_are_asked_for_and_nothing_twice() {
        let schema = response("[Book!]!", &types);
        let selected = selection(Some(&schema)).expect("it has fields");
        assert!(selected.ends_with(" author { name country { code capital { name } } } }"), "{selected}");
        assert!(["price", "tags", "title"].iter().all(|name| selected.matches(name).count() == 1), "{selected}");
        assert_eq!(selected.matches('{').count(), 4, "{selected}");
        assert_eq!(selection(Some(&response("Int!", &types))).as_deref(), Ok(""));
        assert_eq!(selection(Some(&response("Finding", &types))), Err(()), "nothing of a union can be asked for");
        assert_eq!(selection(None).as_deref(), Ok(""));
        let before = json!({"type": "Berth", "properties": {"id": {"type": "ID!"}, "owner": {"type": "Person"}}});
        assert_eq!(selection(Some(&before)).as_deref(), Ok(" { id }"), "as it was described before");
    }

    #[test]
    fn a_wide_type_is_asked_for_in_part() {
        let wide = |name: &str| {
            let field = |number: usize| Field { name: format!("f{number:03}"), data_type: "Int".into(), needs: Vec::new() };
            let link =
                |number: usize| Field { name: format!("o{number:03}"), data_type: format!("T{number}"), needs: Vec::new() };
            (name.starts_with('T') || name == "Wide").then(|| (0..50).map(field).chain((0..20).map(link)).collect())
        };
        let schema = response("Wide", &wide);
        assert!(schema.to_string().len() < 40_000, "{}", schema.to_string().len());
        let selected = selection(Some(&schema)).expect("it has fields");
        assert_eq!(selected.split_whitespace().filter(|word| word.starts_with('f')).count(), MOST_FIELDS);
    }
}
