//! Bytes to text, whatever the page was written in.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

/// How far into a page its own word about its letters may stand.
const DECLARED_WITHIN: usize = 1_024;

/// By the mark at its beginning, the header, the page's own word; where that is wrong or missing, UTF-8 if it fits, else the old
/// western letters.
pub(crate) fn decoded(bytes: &[u8], header: Option<&str>) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0.into_owned();
    }
    let named = |label: &str| Encoding::for_label(label.as_bytes());
    let of_header = header.and_then(named);
    let of_page = || declared(bytes).and_then(|label| named(&label)).map(sensible);
    for encoding in [of_header, of_page(), Some(UTF_8)].into_iter().flatten() {
        let (text, wrong) = encoding.decode_without_bom_handling(bytes);
        if !wrong {
            return text.into_owned();
        }
    }
    // Nothing fits without faults: a page that says so and is nearly right is read as it says.
    let said = of_header.or_else(of_page).unwrap_or(UTF_8);
    let encoding = if said != UTF_8 || mostly_utf8(bytes) { said } else { WINDOWS_1252 };
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

/// A page whose declaration can be read as ASCII is not written in UTF-16.
fn sensible(encoding: &'static Encoding) -> &'static Encoding {
    if encoding.is_ascii_compatible() { encoding } else { UTF_8 }
}

/// Whether at most one in a hundred letters beyond ASCII is broken.
fn mostly_utf8(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let beyond = text.chars().filter(|sign| !sign.is_ascii()).count();
    let broken = text.chars().filter(|sign| *sign == char::REPLACEMENT_CHARACTER).count();
    broken * 100 <= beyond
}

/// `<meta charset="…">` or `<meta … content="text/html; charset=…">`.
fn declared(bytes: &[u8]) -> Option<String> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(DECLARED_WITHIN)]).to_ascii_lowercase();
    let meta = head.find("<meta")?;
    let after = head[meta..].split_once("charset")?.1.trim_start().strip_prefix('=')?.trim_start();
    let after = after.trim_start_matches(['"', '\'']);
    let end = after.find(|sign: char| !(sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | ':'))).unwrap_or(after.len());
    Some(after[..end].to_owned()).filter(|label| !label.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_read_by_who_is_right() {
        let western = b"<meta charset=iso-8859-1>Gr\xf6\xdfe";
        for (bytes, header, wanted) in [
            ("Größe".as_bytes(), None, "Größe"),
            ("Größe".as_bytes(), Some("utf-8"), "Größe"),
            (b"Gr\xf6\xdfe", Some("iso-8859-1"), "Größe"),
            (b"Gr\xf6\xdfe", Some("utf-8"), "Größe"),
            (b"Gr\xf6\xdfe", None, "Größe"),
            (b"Gr\xf6\xdfe", Some("klingon"), "Größe"),
            (western, None, "<meta charset=iso-8859-1>Größe"),
            (western, Some("utf-8"), "<meta charset=iso-8859-1>Größe"),
            (
                b"<META content='text/html; charset=Windows-1251'>\xcf\xf0",
                None,
                "<META content='text/html; charset=Windows-1251'>Пр",
            ),
            (b"\xef\xbb\xbfGr\xc3\xb6\xc3\x9fe", Some("iso-8859-1"), "Größe"),
            (b"\xff\xfeG\x00\xf6\x00", None, "Gö"),
            (b"\x83e\x83X\x83g", Some("shift_jis"), "テスト"),
        ] {
            assert_eq!(decoded(bytes, header), wanted, "{header:?}");
        }
    }

    #[test]
    fn one_broken_letter_does_not_spoil_a_page() {
        let mut bytes = "ä".repeat(500).into_bytes();
        bytes.push(0xff);
        assert!(decoded(&bytes, Some("utf-8")).starts_with("ää"));
        assert!(decoded(&bytes, None).starts_with("ää"));
    }
}
