//! How cited findings change what is held. The whole rule stands here:
//!
//! All findings that stand about a value count together, whatever tasks they came with: a host is one witness for all of them.
//!
//! - Supporting findings from 1, 2, 3 or more independent hosts raise the confidence by 0.10, 0.15, 0.20; never above 0.90.
//! - Contradicting findings lower it by the same.
//! - A value that research proposes is at most 0.60, and no support makes it more: only the person's own word does.
//! - Findings that merely inform change nothing.
//!
//! Pages of one host, and of hosts below one registered name, are one witness. So are all of the tenant's own documents that have
//! no address.

use protocol::{
    Confidence,
    research::{CitedFinding, Stance},
};
use std::collections::HashSet;

/// Research makes nothing surer than this.
const MOST: Confidence = Confidence::hundredths(90);
/// What research proposes is half sure at best.
const PROPOSED: Confidence = Confidence::hundredths(60);

/// The confidence of a held value after these findings. `proposed` says that the value itself came from research and that the
/// person has not accepted it.
#[must_use]
pub fn adjusted(held: Confidence, findings: &[CitedFinding], proposed: bool) -> Confidence {
    let (up, down) = (step(witnesses(findings, Stance::Supports)), step(witnesses(findings, Stance::Contradicts)));
    let most = if proposed { PROPOSED } else { MOST };
    let raised =
        if up > down { (held.in_hundredths() + up - down).min(most.in_hundredths().max(held.in_hundredths())) } else { 0 };
    if up > down {
        Confidence::hundredths(raised)
    } else {
        Confidence::hundredths(held.in_hundredths().saturating_sub(down - up))
    }
}

/// How sure a value is that only research gives: 0.50, 0.55 or 0.60 by its witnesses.
#[must_use]
pub fn proposal(findings: &[CitedFinding]) -> Confidence {
    let hosts: HashSet<String> = findings.iter().map(witness).collect();
    Confidence::hundredths((40 + step(hosts.len())).min(PROPOSED.in_hundredths()))
}

/// How many independent witnesses take this stance.
#[must_use]
pub fn witnesses(findings: &[CitedFinding], stance: Stance) -> usize {
    findings.iter().filter(|finding| finding.stance == stance).map(witness).collect::<HashSet<_>>().len()
}

const fn step(witnesses: usize) -> u8 {
    match witnesses {
        0 => 0,
        1 => 10,
        2 => 15,
        _ => 20,
    }
}

/// Who bears a finding out: pages of one registered name are one witness, and so are documents without an address.
#[must_use]
pub fn witness(finding: &CitedFinding) -> String {
    finding.source.url.as_deref().and_then(host).unwrap_or_default()
}

/// The registered name in an address, as far as it can be told without a list of all registries.
#[must_use]
pub(super) fn host(url: &str) -> Option<String> {
    let rest = url.split_once("://")?.1;
    let authority = rest.split(['/', '?', '#']).next()?.rsplit('@').next()?;
    let name = if authority.starts_with('[') { authority } else { authority.split(':').next()? };
    let name = name.trim_end_matches('.').to_lowercase();
    if name.is_empty() {
        return None;
    }
    if name.starts_with('[') || name.split('.').all(|label| label.parse::<u8>().is_ok()) {
        return Some(name);
    }
    let labels: Vec<&str> = name.split('.').collect();
    let country = labels.last().is_some_and(|last| last.len() == 2);
    let second =
        labels.len().checked_sub(2).and_then(|at| labels.get(at)).is_some_and(|label| {
            matches!(*label, "co" | "com" | "org" | "net" | "gov" | "gv" | "ac" | "edu" | "or" | "ne" | "go")
        });
    let wanted = if country && second { 3 } else { 2 };
    Some(labels[labels.len().saturating_sub(wanted)..].join("."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{FindingId, SourceId, Timestamp, research::SourceRef};
    use uuid::Uuid;

    fn finding(url: Option<&str>, stance: Stance) -> CitedFinding {
        let id = Uuid::from_u128(1);
        let source = SourceRef {
            id: SourceId(id),
            title: "A".into(),
            url: url.map(str::to_owned),
            sha256: String::new(),
            accessed_at: Timestamp(0),
            published_at: None,
        };
        CitedFinding { id: FindingId(id), claim: "c".into(), quote: "q".into(), source, stance, value: None }
    }

    #[test]
    fn the_rule() {
        use Stance::{Contradicts, Informs, Supports};
        let (a, b, c, d) =
            (Some("https://a.example/1"), Some("https://b.example"), Some("https://c.example"), Some("https://d.example"));
        let a_again = Some("https://www.a.example/2");
        for (case, held, findings, proposed, expected) in [
            ("nothing found", 45, vec![], false, 45),
            ("one host", 45, vec![(a, Supports)], false, 55),
            ("one host twice", 45, vec![(a, Supports), (a_again, Supports)], false, 55),
            ("two hosts", 45, vec![(a, Supports), (b, Supports)], false, 60),
            ("three hosts", 45, vec![(a, Supports), (b, Supports), (c, Supports)], false, 65),
            ("four hosts", 45, vec![(a, Supports), (b, Supports), (c, Supports), (d, Supports)], false, 65),
            ("never above 0.90", 85, vec![(a, Supports), (b, Supports)], false, 90),
            ("what is surer stays", 96, vec![(a, Supports)], false, 96),
            ("information changes nothing", 45, vec![(a, Informs), (b, Informs)], false, 45),
            ("contradicted", 75, vec![(a, Contradicts)], false, 65),
            ("contradicted by three", 75, vec![(a, Contradicts), (b, Contradicts), (c, Contradicts)], false, 55),
            ("never below nothing", 5, vec![(a, Contradicts)], false, 0),
            ("one for, one against", 75, vec![(a, Supports), (b, Contradicts)], false, 75),
            ("two for, one against", 60, vec![(a, Supports), (b, Supports), (c, Contradicts)], false, 65),
            ("own documents are one witness", 45, vec![(None, Supports), (None, Supports)], false, 55),
            ("a proposal stays one", 55, vec![(a, Supports), (b, Supports), (c, Supports)], true, 60),
        ] {
            let findings: Vec<_> = findings.into_iter().map(|(url, stance)| finding(url, stance)).collect();
            let adjusted = adjusted(Confidence::hundredths(held), &findings, proposed);
            assert_eq!(adjusted, Confidence::hundredths(expected), "{case}");
        }
    }

    #[test]
    fn a_proposal_is_half_sure_at_best() {
        let of = |urls: &[&str]| proposal(&urls.iter().map(|url| finding(Some(url), Stance::Informs)).collect::<Vec<_>>());
        assert_eq!(of(&["https://a.example"]), Confidence::hundredths(50));
        assert_eq!(of(&["https://a.example", "https://b.example"]), Confidence::hundredths(55));
        let many = ["https://a.example", "https://b.example", "https://c.example", "https://d.example"];
        assert_eq!(of(&many), PROPOSED);
    }

    #[test]
    fn a_host_is_told_by_its_registered_name() {
        for (url, expected) in [
            ("https://www.example.org/a?b#c", Some("example.org")),
            ("https://blog.shop.example.co.uk/", Some("example.co.uk")),
            ("http://user:pass@News.Example.org:8080/", Some("example.org")),
            ("http://127.0.0.1:9/x", Some("127.0.0.1")),
            ("http://[::1]:9/x", Some("[::1]:9")),
            ("http://localhost/x", Some("localhost")),
            ("nonsense", None),
            ("https:///x", None),
        ] {
            assert_eq!(host(url).as_deref(), expected, "{url}");
        }
    }
}
