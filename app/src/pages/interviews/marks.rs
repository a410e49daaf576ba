//! Which words of a message a value was taken from.

use protocol::{
    MessageId,
    interview::{InterviewView, Obligation},
};
use std::collections::HashMap;

/// Words of one message that carry values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Byte offsets in the message.
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) key: String,
}

/// A piece of a message: plain, or marked as the source of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) text: String,
    pub(crate) key: Option<String>,
}

/// All marks of an interview by the message that they stand in.
pub(crate) fn all(view: &InterviewView) -> HashMap<MessageId, Vec<Mark>> {
    let mut marks: HashMap<MessageId, Vec<Mark>> = HashMap::new();
    for Obligation { key, evidence, value, .. } in &view.obligations {
        if let (Some(evidence), Some(_)) = (evidence, value) {
            let (Ok(start), Ok(end)) = (usize::try_from(evidence.start), usize::try_from(evidence.end)) else { continue };
            marks.entry(evidence.message_id).or_default().push(Mark { start, end, key: key.clone() });
        }
    }
    for of_message in marks.values_mut() {
        of_message.sort_by_key(|mark| (mark.start, mark.end));
    }
    marks
}

/// Cuts a message at its marks. Where two overlap, the later one begins after the earlier one; offsets that do not lie in the
/// text or would split a character are left out.
pub(crate) fn pieces(text: &str, marks: &[Mark]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    for mark in marks {
        let start = mark.start.max(at);
        if start >= mark.end {
            continue;
        }
        let (Some(before), Some(marked)) = (text.get(at..start), text.get(start..mark.end)) else { continue };
        if !before.is_empty() {
            pieces.push(Piece { text: before.to_owned(), key: None });
        }
        pieces.push(Piece { text: marked.to_owned(), key: Some(mark.key.clone()) });
        at = mark.end;
    }
    if let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        pieces.push(Piece { text: rest.to_owned(), key: None });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::{Mark, pieces};

    fn cut(text: &str, marks: &[(usize, usize)]) -> String {
        let marks: Vec<_> = marks.iter().map(|&(start, end)| Mark { start, end, key: "k".into() }).collect();
        let shown = pieces(text, &marks);
        assert_eq!(shown.iter().map(|piece| piece.text.as_str()).collect::<String>(), text, "no letter is lost");
        shown.iter().map(|piece| if piece.key.is_some() { format!("[{}]", piece.text) } else { piece.text.clone() }).collect()
    }

    #[test]
    fn marks_cut_without_losing_a_letter() {
        assert_eq!(cut("sell to dentists now", &[(8, 16)]), "sell to [dentists] now");
        assert_eq!(cut("abc", &[(0, 3)]), "[abc]");
        assert_eq!(cut("abcdef", &[(0, 4), (2, 6)]), "[abcd][ef]");
        assert_eq!(cut("abcdef", &[(0, 6), (2, 4)]), "[abcdef]");
        assert_eq!(cut("für alle", &[(2, 4)]), "für alle");
        assert_eq!(cut("short", &[(2, 99)]), "short");
        assert_eq!(cut("", &[]), "");
    }
}
