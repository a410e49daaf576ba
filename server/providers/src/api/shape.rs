//! What an operation of GraphQL answers with, some levels deep: which fields are values, and which hold fields of their own.

use serde_json::{Map, Value, json};

/// Objects within objects.
const DEEPEST: usize = 4;
/// Fields of the answer itself, those of each object within it, and all of those together.
const MOST_FIELDS: usize = 200;
const MOST_WITHIN: usize = 20;
const MOST_NESTED: usize = 120;

/// One field of a type.
pub(super) struct Field {
    pub(super) name: String,
    /// `[Country!]!`
    pub(super) data_type: String,
    /// Arguments that it cannot be asked for without.
    pub(super) needs: Vec<String>,
}

/// The type's name with its fields; of those that hold fields, `properties` too. `fields` knows the fields of every type that has some,
/// none for unions, and nothing for values.
pub(super) fn response(data_type: &str, fields: &dyn Fn(&str) -> Option<Vec<Field>>) -> Value {
    let mut schema = json!({ "type": data_type });
    let name = inner(data_type);
    if let Some(own) = fields(name) {
        let mut shape = Shape { fields, way: vec![name.to_owned()], room: MOST_NESTED };
        schema["kind"] = "object".into();
        schema["properties"] = Value::Object(shape.properties(own, MOST_FIELDS));
    }
    schema
}

/// The name without lists and what may not be null.
pub(super) fn inner(data_type: &str) -> &str {
    data_type.trim_matches(['[', ']', '!'])
}

struct Shape<'types> {
    fields: &'types dyn Fn(&str) -> Option<Vec<Field>>,
    /// Types that this is within: a type within itself is not unfolded again.
    way: Vec<String>,
    room: usize,
}

impl Shape<'_> {
    fn properties(&mut self, fields: Vec<Field>, most: usize) -> Map<String, Value> {
        let mut properties = Map::new();
        for field in fields.into_iter().take(most) {
            let mut property = json!({ "type": field.data_type });
            if !field.needs.is_empty() {
                property["needs"] = field.needs.into();
            }
            let name = inner(property["type"].as_str().unwrap_or_default()).to_owned();
            if let Some(own) = (self.fields)(&name) {
                property["properties"] = Value::Object(self.nested(name, own));
            }
            properties.insert(field.name, property);
        }
        properties
    }

    fn nested(&mut self, name: String, fields: Vec<Field>) -> Map<String, Value> {
        if self.room == 0 || self.way.len() >= DEEPEST || self.way.contains(&name) {
            return Map::new();
        }
        let most = MOST_WITHIN.min(self.room);
        self.room -= fields.len().min(most);
        self.way.push(name);
        let properties = self.properties(fields, most);
        self.way.pop();
        properties
    }
}
