//! The text of a reply while it is written.

use crate::feed::Follow;
use protocol::{
    MessageId,
    interview::{InterviewView, Piece},
};

/// A reply while it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Growing {
    pub(crate) id: MessageId,
    pub(crate) text: String,
}

impl Growing {
    /// Takes the next piece, which may put another end in the place of the held one. What lies behind a piece that was
    /// missed is not shown: the finished message carries the whole text.
    fn take(&mut self, from: u32, text: &str) {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        if self.text.is_char_boundary(from) {
            self.text.truncate(from);
            self.text.push_str(text);
        }
    }
}

impl Follow for InterviewView {
    type Growing = Option<Growing>;

    fn grow(growing: &mut Option<Growing>, piece: Piece) {
        match growing {
            Some(reply) if reply.id == piece.reply => reply.take(piece.from, &piece.text),
            // Without its beginning a text is not shown; the finished message carries it whole.
            _ if piece.from > 0 => {}
            _ => *growing = Some(Growing { id: piece.reply, text: piece.text }),
        }
    }

    /// The finished message carries the whole text: what was streamed of it is no longer needed.
    fn has_settled(&self, growing: &Option<Growing>) -> bool {
        growing.as_ref().is_some_and(|reply| Some(reply.id) != self.replying)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_joins_where_it_belongs_and_none_is_put_behind_a_gap() {
        let mut growing = Growing { id: MessageId(uuid::Uuid::nil()), text: "Thanks – a".into() };
        for (from, text, then) in [
            (12, "nd", "Thanks – and"),
            (6, ", so", "Thanks, so"),
            (40, "lost", "Thanks, so"),
            (10, " far", "Thanks, so far"),
            (0, "Anew é", "Anew é"),
            (6, "inside a character", "Anew é"),
        ] {
            growing.take(from, text);
            assert_eq!(growing.text, then, "after {from} {text:?}");
        }
    }
}
