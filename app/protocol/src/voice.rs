//! What both sides know of speech: how sure the words of a message are, and the sentences that a reply is spoken in.

use crate::Confidence;
use serde::{Deserialize, Serialize};

/// A message was spoken, not typed: somebody's machine wrote the words down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spoken {
    /// How sure the transcriber was of the words, where it says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Confidence>,
}

/// The longest piece that is spoken at once, in characters: whoever interrupts need not wait for more.
const LONGEST: usize = 300;
/// Words before a full stop that end no sentence.
const ABBREVIATIONS: &[&str] = &["dr", "e.g", "i.e", "mr", "mrs", "ms", "no", "prof", "st", "vs", "approx", "bzw", "z.b"];

/// The sentences of a text, to be spoken one by one. Put together again they say the same; markup is not read out.
#[must_use]
pub fn sentences(text: &str) -> Vec<String> {
    text.lines().map(plain).flat_map(|line| split(&line)).flat_map(bounded).collect()
}

/// A line without the signs that only the eye needs.
fn plain(line: &str) -> String {
    let line = line.trim().trim_start_matches(['#', '>', '-', '•']).trim_start();
    line.chars().filter(|sign| !matches!(sign, '*' | '`' | '_' | '“' | '”' | '„')).collect()
}

fn split(line: &str) -> Vec<String> {
    let (mut found, mut begun) = (Vec::new(), 0);
    let mut signs = line.char_indices().peekable();
    while let Some((at, sign)) = signs.next() {
        let wide = matches!(sign, '。' | '！' | '？');
        let ends = wide || matches!(sign, '.' | '!' | '?' | '…');
        let after = signs.peek().map(|(_, next)| *next);
        let closed = after.is_none_or(|next| next.is_whitespace() || wide);
        if ends && closed && !(sign == '.' && is_abbreviation(&line[begun..at])) {
            let end = at + sign.len_utf8();
            found.push(line[begun..end].trim().to_owned());
            begun = end;
        }
    }
    found.push(line[begun..].trim().to_owned());
    // A bracket or a sign of its own is no sentence.
    found.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    found
}

/// Whether a full stop after these words belongs to the last of them.
fn is_abbreviation(before: &str) -> bool {
    let last = before.rsplit(char::is_whitespace).next().unwrap_or_default().trim_start_matches('(').to_ascii_lowercase();
    // "No." alone is an answer, not a number.
    let alone = last == "no" && before.trim().eq_ignore_ascii_case("no");
    let initial = last.chars().count() == 1 && last.chars().all(char::is_alphabetic) && last != "i";
    (ABBREVIATIONS.contains(&last.as_str()) || initial) && !alone
}

/// What is too long for one breath, cut where a comma or at least a space is.
fn bounded(sentence: String) -> Vec<String> {
    let mut pieces = Vec::new();
    let mut rest = sentence.as_str();
    while let Some((most, _)) = rest.char_indices().nth(LONGEST) {
        let head = &rest[..most];
        let mark = head.rfind([',', ';', ':']).filter(|at| *at > most / 3).map(|at| at + 1);
        let at = mark.or_else(|| head.rfind(' ')).filter(|at| *at > 0).unwrap_or(most);
        pieces.push(rest[..at].trim().to_owned());
        rest = rest[at..].trim_start();
    }
    if !rest.is_empty() {
        pieces.push(rest.to_owned());
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_spoken_sentence_by_sentence() {
        for (text, spoken) in [
            ("Got it. Who is it for?", vec!["Got it.", "Who is it for?"]),
            ("I noted **12.5 kg**, e.g. of honey! Right?", vec!["I noted 12.5 kg, e.g. of honey!", "Right?"]),
            ("No. Dr. Weiss and J. Maier said so… Then?", vec!["No.", "Dr. Weiss and J. Maier said so…", "Then?"]),
            ("- one\n- two\n\n# Three", vec!["one", "two", "Three"]),
            (
                "So far:\n- Industry: tea\n- Team size: 12\nWhat next?",
                vec!["So far:", "Industry: tea", "Team size: 12", "What next?"],
            ),
            ("养蜂。好！", vec!["养蜂。", "好！"]),
            ("", vec![]),
            (" ?!\n—", vec![]),
            ("See example.org for more", vec!["See example.org for more"]),
        ] {
            assert_eq!(sentences(text), spoken, "{text}");
        }
    }

    #[test]
    fn no_piece_is_long_and_no_word_is_lost() {
        let long = "honey and wax, ".repeat(200);
        let pieces = sentences(&long);
        assert!(pieces.len() > 5 && pieces.iter().all(|piece| piece.chars().count() <= LONGEST));
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&pieces.join(" ")), words(&long));
        let unbroken = "ä".repeat(700);
        assert_eq!(sentences(&unbroken).concat(), unbroken);
    }
}
