//! What was read back before the end: the list is due again only for what differs from it.

use super::InterviewView;

impl InterviewView {
    /// Everything known is read back in this turn.
    pub(super) fn list(&mut self, turn: u32) {
        self.recapped = self.recapped.or(Some(turn));
        for one in &mut self.obligations {
            one.listed.clone_from(&one.value);
        }
    }

    /// A reply is stopped of which nothing was seen: what it was to read back counts as changed, and so does what was taken back.
    pub(super) fn unlist(&mut self, turn: u32) {
        if self.planned && self.offered {
            for one in &mut self.obligations {
                let past = one.past.last().filter(|_| one.value.is_none());
                one.listed = past.map(|past| past.value.clone());
            }
        }
        self.offered = false;
        self.recapped = self.recapped.filter(|listed| *listed != turn);
    }
}
