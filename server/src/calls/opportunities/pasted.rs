//! Findings that somebody pasted as text.

use domain::{
    Failure,
    opportunities::{LONGEST_TITLE, find_title_fault},
};
use protocol::opportunities::Finding;

/// Characters of all of them.
pub(super) const LONGEST_PASTED: usize = 20_000;
const MOST_PASTED: usize = 200;
/// Characters of a title that is the beginning of a longer line.
const BEGINNING: usize = 120;

/// One finding of each line; where there are empty lines one of each block, whose first line is its title.
///
/// # Errors
/// 422 where there are too many, or one has no title of plain words.
pub(super) fn findings(text: &str) -> Result<Vec<Finding>, Failure> {
    let lines: Vec<&str> = text.trim().lines().map(str::trim).collect();
    let blocks: Vec<Vec<&str>> = if lines.iter().any(|line| line.is_empty()) {
        let blocks = lines.split(|line| line.is_empty()).filter(|block| !block.is_empty());
        blocks.map(<[&str]>::to_vec).collect()
    } else {
        lines.into_iter().map(|line| vec![line]).collect()
    };
    let blocks: Vec<Vec<&str>> = blocks.into_iter().filter(|block| !block.is_empty()).collect();
    if blocks.len() > MOST_PASTED {
        let detail = format!("these are {} findings: paste at most {MOST_PASTED} at once", blocks.len());
        return Err(Failure::invalid("findings", detail));
    }
    let findings: Vec<Finding> = blocks.iter().zip(1..).map(|(block, number)| finding(block, number)).collect();
    let fault = findings.iter().zip(1..).find_map(|(finding, number)| Some((number, find_title_fault(&finding.title)?)));
    match fault {
        Some((number, why)) => Err(Failure::invalid("findings", format!("finding {number}: {why}"))),
        None => Ok(findings),
    }
}

fn finding(block: &[&str], number: usize) -> Finding {
    let (title, rest) = block.split_first().map_or(("", [].as_slice()), |(title, rest)| (*title, rest));
    // What marks the line of a list says nothing.
    let line = title.trim_start_matches(['-', '*', '•', ' ']);
    let (title, description) = if line.chars().count() > LONGEST_TITLE {
        let beginning: String = line.chars().take(BEGINNING).collect();
        (format!("{}…", beginning.trim_end()), [&[line], rest].concat().join("\n"))
    } else {
        (line.to_owned(), rest.join("\n"))
    };
    Finding { id: format!("F{number}"), title, description, evidence: Vec::new(), surface: None, impact: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_or_blocks_become_findings() {
        for (text, expected) in [
            ("", vec![]),
            (" \n ", vec![]),
            ("Slow checkout\r\n- Search finds nothing", vec![("Slow checkout", ""), ("Search finds nothing", "")]),
            (
                "Slow checkout\nIt takes 9 s.\nOn phones.\n\n\nSearch\n",
                vec![("Slow checkout", "It takes 9 s.\nOn phones."), ("Search", "")],
            ),
        ] {
            let found = findings(text).expect("findings");
            let found: Vec<(&str, &str)> = found.iter().map(|one| (one.title.as_str(), one.description.as_str())).collect();
            assert_eq!(found, expected, "{text}");
        }
        let long = "word ".repeat(100);
        let found = findings(&long).expect("one");
        assert!(found[0].title.ends_with('…') && found[0].description == long.trim());
        let many = "x\n".repeat(MOST_PASTED + 1);
        assert!(findings(&many).is_err());
        for signs in ["Slow checkout\n---", "???", "Slow checkout\n\n!!\nIt takes 9 s.", "Slow \u{202e}checkout"] {
            assert!(findings(signs).is_err(), "{signs}");
        }
        let ids: Vec<String> = findings("a\nb").expect("two").into_iter().map(|one| one.id).collect();
        assert_eq!(ids, ["F1", "F2"]);
    }
}
