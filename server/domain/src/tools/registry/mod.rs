//! Every tool by name, with what it takes: one list that HTTP, MCP and language models are served from (seed 004, Discovery Tool
//! Specifications).

mod arguments;
mod list;

pub use arguments::{Arguments, LONGEST_QUERY};
pub use list::TOOLS;
use serde_json::{Map, Value, json};

/// A tool. Its answer is documented where it is carried out.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    pub name: &'static str,
    pub group: Group,
    /// For a model: when to use it, and what comes back.
    pub description: &'static str,
    pub takes: &'static [Argument],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Group {
    Schema,
    Api,
    Documents,
    Facts,
    Skills,
    Query,
}

#[derive(Clone, Copy, Debug)]
pub struct Argument {
    pub name: &'static str,
    pub form: Form,
    pub required: bool,
    pub about: &'static str,
}

/// What a value looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Text,
    /// A whole number from 1 on: what it is when not given, and the most.
    Count {
        usual: usize,
        most: usize,
    },
    Number,
    Flag,
    /// A list of texts, at most so many.
    Texts(usize),
    Anything,
}

impl Group {
    pub const ALL: [Self; 6] = [Self::Schema, Self::Api, Self::Documents, Self::Facts, Self::Skills, Self::Query];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Schema => "schema",
            Self::Api => "api",
            Self::Documents => "documents",
            Self::Facts => "facts",
            Self::Skills => "skills",
            Self::Query => "query",
        }
    }
}

impl Tool {
    /// By its name, as it is written.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        TOOLS.iter().find(|tool| tool.name == name)
    }

    /// The JSON schema of its arguments.
    #[must_use]
    pub fn input_schema(&self) -> Value {
        let mut properties = Map::new();
        for argument in self.takes {
            properties.insert(argument.name.to_owned(), argument.schema());
        }
        let required: Vec<&str> = self.takes.iter().filter(|argument| argument.required).map(|argument| argument.name).collect();
        json!({"type": "object", "properties": properties, "required": required, "additionalProperties": false})
    }

    /// The JSON by which `tools` lists it.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({
            "name": self.name, "description": self.description, "input_schema": self.input_schema(), "group": self.group.name(),
        })
    }
}

impl Argument {
    fn schema(&self) -> Value {
        let mut schema = match self.form {
            Form::Text => json!({"type": "string"}),
            Form::Count { usual, most } => json!({"type": "integer", "minimum": 1, "maximum": most, "default": usual}),
            Form::Number => json!({"type": "number"}),
            Form::Flag => json!({"type": "boolean"}),
            Form::Texts(most) => json!({"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": most}),
            Form::Anything => json!({}),
        };
        schema["description"] = self.about.into();
        schema
    }
}
