//! How the agent speaks: formal or casual, and never in the same pattern again and again.

use super::{
    frames::{self, fill},
    plain::small,
};
use domain::interview::ReplyPlan;
use memchr::memmem::Finder;
use protocol::interview::Style;

/// Picks among frames: sentences with slots such as `{value}`. A frame that the last messages used is not used again while there is
/// one that they did not use, and an opening of theirs loses against another.
pub(super) struct Voice<'a> {
    plan: &'a ReplyPlan,
    /// Whether the next sentence opens the reply.
    opens: bool,
    /// Another number in each interview, and always the same in one: which frames come first.
    first: usize,
}

/// The messages in which nothing is told in the same words.
const RECENT: usize = 6;
/// The messages before this one whose patterns are not used again: five turns with this one.
const APART: usize = 4;

/// What stands in a slot of the frames in the data file.
pub(super) type Slot<'s> = (&'static str, &'s str);
/// The same for frames that stand in code, whose slots have one letter.
pub(super) type Letter<'s> = (char, &'s str);

impl<'a> Voice<'a> {
    pub(super) fn from_plan(plan: &'a ReplyPlan) -> Self {
        // The half of the identifier that holds when the interview began.
        let first: usize = plan.session.0.as_bytes()[..8].iter().map(|byte| usize::from(*byte)).sum();
        Self { plan, opens: true, first }
    }

    pub(super) const fn goes_on(&mut self) {
        self.opens = false;
    }

    pub(super) fn casual(&self) -> bool {
        self.plan.style == Style::Casual
    }

    /// One of the frames for the person's style, its slots filled.
    pub(super) fn say(&self, formal: &[&str], casual: &[&str], slots: &[Letter<'_>]) -> String {
        let frames = if self.casual() { casual } else { formal };
        self.pick(frames, |frame| {
            fill(frame, |name| slots.iter().find(|(slot, _)| name.chars().eq([*slot])).map(|(_, text)| *text))
        })
    }

    /// One of the frames of a section, its slots filled.
    pub(super) fn word(&self, section: &'static str, slots: &[Slot<'_>]) -> String {
        self.pick(frames::list(section, self.casual()), |frame| fill_named(frame, slots))
    }

    /// A frame that the last messages did not use, else the one that was used longest ago; among equals the one that opens least
    /// like them, then the turn decides.
    fn pick(&self, frames: &[&str], fill: impl Fn(&str) -> String) -> String {
        self.in_turn(frames)
            .map(|frame| (frame, fill(frame)))
            .min_by_key(|(frame, text)| (self.lateness(frame), self.echo(text)))
            .map(|(_, text)| text)
            .unwrap_or_default()
    }

    /// The frames from another one on in each turn, and in each interview.
    fn in_turn<'f>(&self, frames: &'f [&'f str]) -> impl Iterator<Item = &'f str> {
        let start = (self.plan.turn as usize).wrapping_add(self.first) % frames.len().max(1);
        (0..frames.len()).map(move |step| frames[(start + step) % frames.len()])
    }

    /// The first frame of a section that the last messages did not use, else the one that was used longest ago.
    pub(super) fn word_first(&self, section: &'static str, slots: &[Slot<'_>]) -> String {
        let frames = frames::list(section, self.casual()).iter();
        frames.min_by_key(|frame| self.lateness(frame)).map(|frame| fill_named(frame, slots)).unwrap_or_default()
    }

    /// One of the frames of a section that was never said with these slots, if there is any, else one behind a lead, else the one
    /// that was said longest ago; of these the one whose pattern the last messages did not use.
    pub(super) fn word_anew(&self, section: &'static str, slots: &[Slot<'_>]) -> String {
        // Behind a lead a frame begins with a small letter.
        let late = |frame: &str| self.lateness(frame).max(self.lateness(&small(frame)));
        let plain: Vec<(usize, String)> =
            self.in_turn(frames::list(section, self.casual())).map(|frame| (late(frame), fill_named(frame, slots))).collect();
        let again = plain.iter().any(|(_, text)| self.said_at(text).is_some());
        let leads = if again { frames::list("said once more", self.casual()) } else { &[] };
        let led = leads.iter().flat_map(|lead| {
            let lead_late = self.lateness(lead);
            plain.iter().map(move |(late, text)| (true, lead_late.max(*late), format!("{lead} {}", small(text))))
        });
        let unled = plain.iter().map(|(late, text)| (false, *late, text.clone()));
        unled
            .chain(led)
            .min_by_key(|(led, late, text)| (self.said_at(text).map_or(0, |at| at + 1), *late, *led, self.echo(text)))
            .map(|(.., text)| text)
            .unwrap_or_default()
    }

    /// The first of these that was never said and whose pattern was not used lately, else one that was never said, else the one
    /// that was said longest ago. With each wording comes how lately its pattern was used.
    pub(super) fn newest(&self, wordings: impl Iterator<Item = (usize, String)> + Clone) -> String {
        let fresh = wordings.clone().find(|(late, text)| *late == 0 && self.said_at(text).is_none());
        let best = || wordings.min_by_key(|(late, text)| (self.said_at(text).map_or(0, |at| at + 1), *late));
        fresh.or_else(best).map(|(_, text)| text).unwrap_or_default()
    }

    /// The newest message of the whole interview that has these words; they may stand behind others there, so the first letter
    /// does not count.
    fn said_at(&self, words: &str) -> Option<usize> {
        let body = words.char_indices().nth(1).map_or("", |(at, _)| &words[at..]);
        let finder = Finder::new(body);
        self.plan.earlier.iter().rposition(|message| !body.is_empty() && finder.find(message.as_bytes()).is_some())
    }

    fn recent(&self) -> &[String] {
        self.last(RECENT)
    }

    fn last(&self, messages: usize) -> &[String] {
        let all = &self.plan.earlier;
        &all[all.len().saturating_sub(messages)..]
    }

    /// Whether one of the last messages has these words.
    pub(super) fn said_before(&self, words: &str) -> bool {
        !words.is_empty() && self.recent().iter().any(|message| message.contains(words))
    }

    /// Whether one of the messages has these words whose patterns are not used again.
    pub(super) fn said_lately(&self, words: &str) -> bool {
        !words.is_empty() && self.last(APART).iter().any(|message| message.contains(words))
    }

    /// Whether the last two messages have this pattern.
    pub(super) fn used_last(&self, frame: &str) -> bool {
        self.last(2).iter().any(|message| has_pattern(message, frame))
    }

    /// How lately a pattern was used: nought if the last messages have it nowhere, else the more the later.
    pub(super) fn lateness(&self, frame: &str) -> usize {
        self.last(APART).iter().rposition(|message| has_pattern(message, frame)).map_or(0, |at| at + 1)
    }

    /// How much the reply would begin as the last messages did.
    fn echo(&self, said: &str) -> u32 {
        if !self.opens {
            return 0;
        }
        self.recent().iter().rev().zip([4_u32, 3, 1]).map(|(message, weight)| weight * likeness(message, said)).sum()
    }
}

/// How much two texts begin alike: 0 not at all, 2 by the first word, 6 by the first two.
fn likeness(one: &str, other: &str) -> u32 {
    let (mut left, mut right) = (opening(one), opening(other));
    match (left.next() == right.next(), left.next() == right.next()) {
        (false, _) => 0,
        (true, false) => 2,
        (true, true) => 6,
    }
}

fn opening(text: &str) -> impl Iterator<Item = &str> {
    text.split(|one: char| !one.is_alphanumeric() && !matches!(one, '\'' | '’')).filter(|word| !word.is_empty()).take(2)
}

/// Whether a message holds the fixed words of a frame, in their order.
pub(super) fn has_pattern(message: &str, frame: &str) -> bool {
    let mut rest = message;
    let mut any = false;
    for fixed in fixed_words(frame) {
        let Some(at) = rest.find(fixed) else { return false };
        any |= fixed.chars().any(char::is_alphabetic);
        rest = &rest[at + fixed.len()..];
    }
    any
}

fn fixed_words(frame: &str) -> impl Iterator<Item = &str> {
    frame.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after)).filter(|part| part.trim().len() > 1)
}

fn fill_named(frame: &str, slots: &[Slot<'_>]) -> String {
    fill(frame, |name| slots.iter().find(|(slot, _)| *slot == name).map(|(_, text)| *text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_known_again_whatever_its_slots_held() {
        assert!(has_pattern("Thanks, I've put down 12 people for the team size. What next?", "Thanks, I've put down {v} {a}."));
        assert!(!has_pattern("Got it, 12 people.", "Thanks, I've put down {v} {a}."));
        assert!(has_pattern("Dentists, understood. Who else?", "{V}, understood."));
    }
}
