//! What a provider shows of a page, as plain text: some send tags and entities.

use domain::companies::Unmarked;

/// The most characters of a title or snippet.
const LONGEST: usize = 2_000;

/// Without tags, with entities read and white space made single.
pub(super) fn plain(text: &str) -> String {
    let bare = Unmarked::new(text).text;
    let mut single = String::with_capacity(bare.len());
    for word in bare.split(|sign: char| sign.is_whitespace() || sign.is_control()).filter(|word| !word.is_empty()) {
        if !single.is_empty() {
            single.push(' ');
        }
        single.push_str(word);
    }
    match single.char_indices().nth(LONGEST) {
        Some((end, _)) => single[..end].to_owned(),
        None => single,
    }
}

/// The text to the letter, where [`plain`] changes it. Longer ones are cut.
pub(super) fn verbatim(text: Option<&str>) -> Option<String> {
    let text = text?.trim();
    let cut = text.char_indices().nth(LONGEST).map_or(text, |(end, _)| &text[..end]);
    (plain(cut) != cut).then(|| cut.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_changed_is_kept_to_the_letter() {
        assert_eq!(verbatim(Some("a\n  b &amp; c ")).as_deref(), Some("a\n  b &amp; c"));
        assert_eq!(verbatim(Some(" a b ")), None);
        assert_eq!(verbatim(None), None);
        assert_eq!(verbatim(Some(&"ä\n".repeat(5_000))).map(|text| text.chars().count()), Some(LONGEST));
    }

    #[test]
    fn tags_and_entities_are_gone() {
        for (given, wanted) in [
            ("The <strong>soap</strong> market", "The soap market"),
            ("one<br>two<br />three", "one two three"),
            ("R&amp;D &#x27;24 &#8211; &quot;ok&quot;", "R&D '24 – \"ok\""),
            ("a < b & c > d", "a < b & c > d"),
            ("AT&T; &unknown; &#xffffffff; &", "AT&T; &unknown; &#xffffffff; &"),
            ("  much\n\n space\u{0} ", "much space"),
            ("&lt;script&gt;", "<script>"),
            ("<", "<"),
            ("ä<ö>ü</b", "ä<ö>ü</b"),
        ] {
            assert_eq!(plain(given), wanted, "{given}");
        }
        assert_eq!(plain(&"ä".repeat(5_000)).chars().count(), LONGEST);
    }
}
