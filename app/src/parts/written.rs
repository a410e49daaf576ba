/// Escapes the text of a `<textarea>`. The renderer does not escape it, as with scripts and styles: a `</textarea>` in the text
/// would end the field, and the rest would become part of the page. Browsers also drop a line break right after the tag.
pub(crate) fn escape_textarea(text: String) -> String {
    if cfg!(feature = "ssr") { escaped(&text) } else { text }
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    if text.starts_with(['\n', '\r']) { format!("\n{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn a_field_is_not_left_by_what_stands_in_it() {
        assert_eq!(escaped("a</textarea><b>&amp;"), "a&lt;/textarea>&lt;b>&amp;amp;");
        assert_eq!(escaped("\nSELECT 1"), "\n\nSELECT 1");
    }
}
