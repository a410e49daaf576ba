//! Documents in sections, cut at their own headings.

use protocol::Timestamp;
use serde::{Deserialize, Serialize};

/// A document as `get_document` shows it (seed 004, Document Discovery Tools).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Document {
    /// The name of the source, which for one uploaded file is the file's name.
    pub name: String,
    pub kind: DocumentKind,
    /// `markdown`, `pdf`, `docx` …
    pub format: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// In reading order; their texts one after the other are the whole content.
    pub sections: Vec<Section>,
    /// When the text last changed, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_updated: Option<Timestamp>,
    /// Where documents of its source have versions of their own: which one this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub origin: Option<Origin>,
}

/// A page where it is kept; it is read again only when its version moved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Origin {
    pub id: String,
    pub version: u64,
    /// Where people read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DocumentKind {
    Inline,
    File,
    Http,
    Confluence,
}

/// A heading with what stands below it, up to the next heading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Section {
    /// The heading, empty for what stands before the first one; a page or a sheet where the format has those instead.
    pub heading: String,
    /// 1 for the outermost; 0 without a heading.
    pub level: u8,
    /// As Markdown, its own heading line included.
    pub text: String,
}

impl Document {
    /// The whole text.
    #[must_use]
    pub fn content(&self) -> String {
        one_after_the_other(&self.sections)
    }
}

/// The texts of sections, each on lines of its own.
#[must_use]
pub fn one_after_the_other<'a>(sections: impl IntoIterator<Item = &'a Section>) -> String {
    let mut content = String::new();
    for section in sections {
        if !content.is_empty() && !content.ends_with('\n') {
            content.push('\n');
        }
        content.push_str(&section.text);
    }
    content
}
