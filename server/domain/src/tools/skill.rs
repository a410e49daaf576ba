//! Links in a skill's text, and which of them stay in the skill's folder (seed 004, Link Following).

use super::catalog::SkillLink;

/// More links than this are no instructions.
const MOST_LINKS: usize = 500;

/// The links of a text, with the line of the file they stand in; code between fences has none. `first_line` is the number of the
/// text's first line in its file.
#[must_use]
pub fn links(text: &str, first_line: u32) -> Vec<SkillLink> {
    let mut found = Vec::new();
    let mut fenced = false;
    for (number, line) in (first_line..).zip(text.lines()) {
        if line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~") {
            fenced = !fenced;
        } else if !fenced {
            of_line(line, number, &mut found);
        }
        if found.len() >= MOST_LINKS {
            found.truncate(MOST_LINKS);
            break;
        }
    }
    found
}

fn of_line(line: &str, line_number: u32, found: &mut Vec<SkillLink>) {
    let mut rest = line;
    while let Some(middle) = rest.find("](") {
        let (before, after) = (&rest[..middle], &rest[middle + 2..]);
        let Some(end) = closing(after) else { break };
        // A target may have a title after it, and may stand in angle brackets.
        let target = after[..end].trim();
        let target = match target.strip_prefix('<').and_then(|target| target.split_once('>')) {
            Some((inner, _)) => inner,
            None => target.split_whitespace().next().unwrap_or_default(),
        };
        let begin = opening(before);
        let in_code = before.matches('`').count() % 2 == 1;
        if let Some(begin) = begin.filter(|_| !in_code && !target.is_empty() && !target.starts_with('#')) {
            found.push(SkillLink {
                text: before[begin + 1..].trim().to_owned(),
                target: target.to_owned(),
                is_url: is_url(target),
                line_number,
            });
        }
        rest = &after[end + 1..];
    }
}

/// The bracket that the text before `](` opens with.
fn opening(before: &str) -> Option<usize> {
    let mut depth = 0;
    for (place, sign) in before.char_indices().rev() {
        match sign {
            ']' => depth += 1,
            '[' if depth == 0 => return Some(place),
            '[' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn closing(after: &str) -> Option<usize> {
    let mut depth = 0;
    for (place, sign) in after.char_indices() {
        match sign {
            '(' => depth += 1,
            ')' if depth == 0 => return Some(place),
            ')' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Whether a target has a scheme, or names a host.
#[must_use]
pub fn is_url(target: &str) -> bool {
    let scheme = target.split_once(':').map_or("", |(scheme, _)| scheme);
    target.starts_with("//")
        || scheme.len() > 1
            && scheme.starts_with(|sign: char| sign.is_ascii_alphabetic())
            && scheme.chars().all(|sign| sign.is_ascii_alphanumeric() || matches!(sign, '+' | '-' | '.'))
}

/// A relative target as a path inside the skill's folder; nothing where it would leave it, or is not a plain path.
#[must_use]
pub fn inside(target: &str) -> Option<String> {
    let path = target.split(['#', '?']).next().unwrap_or_default();
    let path = unescaped(path)?;
    let plain = !path.is_empty()
        && path.len() <= 1_000
        && !path.starts_with(['/', '~'])
        && !path.contains(['\\', '\0', ':'])
        && !is_url(&path);
    if !plain {
        return None;
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            // Even where it would come back in: nobody needs that.
            ".." => return None,
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// `%20` is a space; what is not UTF-8 afterwards is no path.
fn unescaped(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        if first == b'%' {
            let code = after.get(..2).and_then(|code| std::str::from_utf8(code).ok())?;
            bytes.push(u8::from_str_radix(code, 16).ok()?);
            rest = &after[2..];
        } else {
            bytes.push(first);
            rest = after;
        }
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_with_their_lines() {
        let text = "See [indicators](references/indicators.md).\n\n```\n[not](this.md)\n```\n[API (v2)](https://example.com/api_(v2) \"Docs\"), \
                    [b](<a b.md>), `[code](c.md)` and [top](#top)\n![[x] pic](img.png)";
        let links = links(text, 10);
        let shown: Vec<(&str, &str, bool, u32)> =
            links.iter().map(|link| (&*link.text, &*link.target, link.is_url, link.line_number)).collect();
        assert_eq!(
            shown,
            [
                ("indicators", "references/indicators.md", false, 10),
                ("API (v2)", "https://example.com/api_(v2)", true, 15),
                ("b", "a b.md", false, 15),
                ("[x] pic", "img.png", false, 16),
            ]
        );
    }

    #[test]
    fn a_target_stays_in_its_folder() {
        for (target, wanted) in [
            ("references/a.md", Some("references/a.md")),
            ("./a.md#part", Some("a.md")),
            ("a%20b.md", Some("a b.md")),
            ("a//b.md", Some("a/b.md")),
            ("../secret", None),
            ("a/../../secret", None),
            ("a/../b", None),
            ("%2e%2e/secret", None),
            ("/etc/passwd", None),
            ("%2fetc/passwd", None),
            ("~/x", None),
            ("..\\x", None),
            ("C:/x", None),
            ("file:///etc/passwd", None),
            ("//host/x", None),
            ("a\0b", None),
            ("%ff", None),
            ("%", None),
            ("", None),
            (".", None),
        ] {
            assert_eq!(inside(target).as_deref(), wanted, "{target:?}");
        }
    }
}
