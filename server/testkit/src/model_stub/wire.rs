//! The four wires: which path speaks which, and what is asked in each.

use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wire {
    Anthropic,
    OpenAi,
    Gemini,
    Bedrock,
}

impl Wire {
    pub(super) fn from_path(path: &str) -> Option<Self> {
        let path = path.split('?').next().unwrap_or_default();
        if path.ends_with("/messages") {
            Some(Self::Anthropic)
        } else if path.ends_with("/chat/completions") {
            Some(Self::OpenAi)
        } else if path.ends_with(":streamGenerateContent") {
            Some(Self::Gemini)
        } else if path.ends_with("/converse-stream") {
            Some(Self::Bedrock)
        } else {
            None
        }
    }

    /// The key as this wire sends it.
    pub(super) const fn key_header(self) -> &'static str {
        match self {
            Self::Anthropic => "x-api-key",
            Self::Gemini => "x-goog-api-key",
            Self::OpenAi | Self::Bedrock => "authorization",
        }
    }

    /// Instructions and conversation as one text, whatever the wire calls them.
    pub(super) fn prompt(self, body: &Value) -> String {
        let parts: &[&str] = match self {
            Self::Anthropic => &["system", "messages"],
            Self::OpenAi => &["messages"],
            Self::Gemini => &["systemInstruction", "contents"],
            Self::Bedrock => &["system", "messages"],
        };
        let mut text = String::new();
        for part in parts {
            gather(&body[*part], &mut text);
        }
        text
    }
}

fn gather(value: &Value, into: &mut String) {
    match value {
        Value::String(text) => {
            into.push_str(text);
            into.push('\n');
        }
        Value::Array(items) => items.iter().for_each(|item| gather(item, into)),
        Value::Object(fields) => {
            fields
                .iter()
                .filter(|(name, _)| !matches!(name.as_str(), "role" | "type"))
                .for_each(|(_, value)| gather(value, into));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}
