//! What a provider shows of a page, as plain text: some send tags and entities.

/// The most characters of a title or snippet.
const LONGEST: usize = 2_000;

/// Without tags, with entities read and white space made single.
pub(super) fn plain(text: &str) -> String {
    let mut bare = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['<', '&']) {
        bare.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = if rest.starts_with('<') { tag(rest) } else { entity(rest) };
        match taken {
            Some((length, sign)) => {
                bare.extend(sign);
                rest = &rest[length..];
            }
            None => {
                bare.push_str(&rest[..1]);
                rest = &rest[1..];
            }
        }
    }
    bare.push_str(rest);
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

/// Only what is clearly a tag: "a < b" is not.
fn tag(rest: &str) -> Option<(usize, Option<char>)> {
    let inside = &rest[1..];
    if !inside.starts_with(|sign: char| sign.is_ascii_alphabetic() || sign == '/' || sign == '!') {
        return None;
    }
    let end = inside.find('>').filter(|end| *end < 400)?;
    let breaks =
        ["br", "p", "/p", "li", "/li", "div", "/div"].iter().any(|name| inside[..end].trim_end_matches([' ', '/']) == *name);
    Some((end + 2, breaks.then_some(' ')))
}

fn entity(rest: &str) -> Option<(usize, Option<char>)> {
    let end = rest.find(';').filter(|end| *end <= 10)?;
    let name = &rest[1..end];
    let sign = match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => ' ',
        "hellip" => '…',
        "ndash" => '–',
        "mdash" => '—',
        "middot" => '·',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((end + 1, Some(sign)))
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
