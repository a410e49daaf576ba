/// The text of a `<textarea>`. The renderer writes it as it is, as it does with scripts and styles, so that `</textarea>` within it
/// would end the field and the rest be read as a page; and browsers leave out a line break right after the tag.
pub(crate) fn written(text: String) -> String {
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
