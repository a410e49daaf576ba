//! The main text of a page that is of a bearable size.

use dom_smoothie::{Config, Readability, TextMode};

/// None where no main text stands out.
pub(crate) fn article(html: &str) -> Option<String> {
    let config = Config { text_mode: TextMode::Formatted, disable_json_ld: true, ..Config::default() };
    let mut readability = Readability::new(html, None, Some(config)).ok()?;
    readability.parse().ok().map(|article| article.text_content.to_string())
}
