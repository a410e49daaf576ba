//! The little Markdown of answers: what is a link or a table elsewhere is read as it is written.

use crate::{
    erased::Erase,
    parts::markdown::{Dialect, Markdown},
};
use leptos::prelude::*;

/// The text of an answer as blocks of a page.
pub(super) fn render(text: &str) -> AnyView {
    Markdown { dialect: Dialect::Answer, draw_text: &draw_plain }.render(text)
}

fn draw_plain(text: &str) -> AnyView {
    text.to_owned().erase()
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_an_answer_is_markup() {
        let html = render("**<b>** & <script>x</script>\n> <i>").to_html().replace("<!>", "");
        assert!(html.contains("<strong>&lt;b&gt;</strong>") || html.contains("<strong>&lt;b></strong>"), "{html}");
        assert!(!html.contains("<script>") && !html.contains("<i>"), "{html}");
    }

    #[test]
    fn a_link_in_an_answer_is_a_text() {
        let html = render("# Head\n[a](https://b.example) *c*").to_html().replace("<!>", "");
        assert!(html.contains("<h3") && html.contains("[a](https://b.example) *c*"), "{html}");
        assert!(!html.contains("<a") && !html.contains("<em"), "{html}");
    }
}
