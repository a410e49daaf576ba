//! A quote within the text that it was taken from.

use app::pages::companies::calls::Passage;
use domain::companies::{KeptHit, Unmarked};
use protocol::companies::CompanyEvidence;

/// Characters before and after a quote.
const AROUND: usize = 200;

/// The quote in the stored text of its source, read without markup. Where the text does not hold it, that is what the passage says.
pub(super) fn passage(evidence: &CompanyEvidence, texts: &[KeptHit]) -> Passage {
    let quote = evidence.snippet.as_str();
    let alone = |is_verbatim| Passage { quote: Unmarked::new(quote).text, is_verbatim, ..Passage::default() };
    let own = texts.iter().filter(|text| text.url == evidence.source_url);
    let Some((text, at)) = own.filter_map(|text| Some((text.text.as_str(), text.text.find(quote)?))).next() else {
        return alone(false);
    };
    if quote.is_empty() {
        return alone(false);
    }
    let (before, after) = (&text[..at], &text[at + quote.len()..]);
    Passage { before: end(before), quote: Unmarked::new(quote).text, after: beginning(after), is_verbatim: true }
}

fn end(text: &str) -> String {
    let text = Unmarked::new(text).text;
    match text.char_indices().rev().nth(AROUND) {
        None => text,
        Some((at, _)) => format!("…{}", &text[at..]),
    }
}

fn beginning(text: &str) -> String {
    let text = Unmarked::new(text).text;
    match text.char_indices().nth(AROUND) {
        None => text,
        Some((at, _)) => format!("{}…", &text[..at]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_is_marked_where_it_is_and_missed_where_it_is_not() {
        let text = format!("{}Before. <b>Acme</b> opened in ADGM. After.", "ä".repeat(300));
        let hit = |url: &str| KeptHit {
            url: url.into(),
            title: String::new(),
            text: text.clone(),
            published: None,
            accessed: String::new(),
            source: None,
            from: "search_result".into(),
        };
        let evidence = |url: &str, snippet: &str| CompanyEvidence {
            source_url: url.into(),
            snippet: snippet.into(),
            ..CompanyEvidence::default()
        };
        let texts = [hit("https://a.example"), hit("https://b.example")];
        let found = passage(&evidence("https://b.example", "Acme</b> opened in ADGM."), &texts);
        assert_eq!((found.quote.as_str(), found.after.as_str()), ("Acme opened in ADGM.", " After."));
        assert!(found.is_verbatim && found.before.starts_with('…') && found.before.ends_with("Before. "));
        assert!(!passage(&evidence("https://c.example", "Acme</b> opened in ADGM."), &texts).is_verbatim);
        assert!(!passage(&evidence("https://a.example", "Acme closed."), &texts).is_verbatim);
        assert!(!passage(&evidence("https://a.example", ""), &texts).is_verbatim);
    }
}
