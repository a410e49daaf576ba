//! HTML: what a page says of itself, its plain text in one pass, and its main text where the page can be taken apart safely.

mod article;
mod dates;
mod survey;

use domain::research::LONGEST_TEXT;
use reqwest::Url;

pub(super) use article::article;
pub(super) use survey::{Survey, survey};

/// A main text shorter than this is no main text if the page has much more to say.
const SHORT: usize = 250;

/// The better of the two texts of a page.
pub(super) fn better(article: Option<String>, plain: String) -> String {
    match article.map(|text| tidy(&text)).filter(|text| !text.is_empty()) {
        Some(text) if text.len() >= SHORT || plain.len() < 4 * text.len() => text,
        _ => plain,
    }
}

/// Lines without white space around them, single spaces, no empty line.
pub(super) fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    for line in text.lines() {
        let mut words = line.split(|sign: char| sign.is_whitespace() || sign.is_control()).filter(|word| !word.is_empty());
        let Some(first) = words.next() else { continue };
        if !tidy.is_empty() {
            tidy.push('\n');
        }
        tidy.push_str(first);
        for word in words {
            tidy.push(' ');
            tidy.push_str(word);
        }
    }
    tidy
}

/// The text up to the limit, and whether that is less than all of it.
pub(super) fn cut(text: String) -> (String, bool) {
    match text.char_indices().nth(LONGEST_TEXT) {
        Some((end, _)) => (text[..end].trim_end().to_owned(), true),
        None => (text, false),
    }
}

/// What the page calls its own address, if it is one of the same site.
pub(super) fn canonical(said: Option<&str>, page: &Url) -> Option<String> {
    let mut said = page.join(said?.trim()).ok()?;
    let host = |url: &Url| url.host_str().map(|host| host.trim_start_matches("www.").to_owned());
    let same = matches!(said.scheme(), "http" | "https") && host(&said) == host(page) && said.port() == page.port();
    said.set_fragment(None);
    same.then(|| said.to_string()).filter(|url| url.len() <= 2_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_does_not_speak_for_another_site() {
        let page = Url::parse("https://www.example.org/a?utm=1").expect("an address");
        assert_eq!(canonical(Some("/a"), &page).as_deref(), Some("https://www.example.org/a"));
        assert_eq!(canonical(Some("https://example.org/a#x"), &page).as_deref(), Some("https://example.org/a"));
        for other in ["https://evil.example/a", "javascript:alert(1)", "https://example.org:8443/", "ftp://example.org/a"] {
            assert_eq!(canonical(Some(other), &page), None, "{other}");
        }
    }

    #[test]
    fn texts_are_tidied_and_cut() {
        assert_eq!(tidy("  a \t b\u{a0}c \n\n \r\n d\u{0}e "), "a b c\nd e");
        assert!(!cut("ä".repeat(LONGEST_TEXT)).1);
        let (text, less) = cut("ä".repeat(LONGEST_TEXT + 1));
        assert!(less && text.chars().count() == LONGEST_TEXT);
    }

    #[test]
    fn a_main_text_of_nothing_is_not_the_text() {
        assert_eq!(better(Some(" main ".into()), "main and more".into()), "main");
        assert_eq!(better(Some("Cookies".into()), "much text ".repeat(100)), "much text ".repeat(100));
        assert_eq!(better(None, "plain".into()), "plain");
        assert_eq!(better(Some(" \n ".into()), "plain".into()), "plain");
    }
}
