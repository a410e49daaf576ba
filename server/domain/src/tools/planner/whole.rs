//! What a share is of. When it was, and where, may follow its part and still goes for the whole: "what share of loans was renewed in
//! May 2025 at the harbour".

use super::{
    lexicon::{LEXICON, Tag},
    parser::Parser,
    pieces::Piece,
    resolve::Rule,
    tree::{Condition, Side, Target, Test},
};

/// Words that may lead to a time.
pub(super) const TO_TIME: [Tag; 12] = [
    Tag::Skip,
    Tag::Clause,
    Tag::Last,
    Tag::After,
    Tag::Before,
    Tag::Since,
    Tag::Above,
    Tag::AtLeast,
    Tag::Below,
    Tag::AtMost,
    Tag::Between,
    Tag::Equal,
];

const JOINING: [Tag; 3] = [Tag::And, Tag::Or, Tag::But];

impl Parser<'_, '_> {
    /// Whether a condition whose words end here says when or where all of it is, rather than which part of it.
    pub(super) fn frames(&self, target: &Target, test: &Test) -> bool {
        let is_time = *target == Target::Dated;
        if !is_time && !matches!(test, Test::Sample(_) | Test::Text(_)) {
            return false;
        }
        let passes = |piece: &Piece| match piece.tag {
            None => !is_time || piece.period.is_some() || piece.number.is_some() || piece.is_unknown(),
            Some(tag) => tag == Tag::Skip || is_time && TO_TIME.contains(&tag),
        };
        let lead = (0..self.at).rev().find(|at| !passes(self.piece(*at)));
        let joins = |at: usize| self.tag(at).is_some_and(|tag| JOINING.contains(&tag));
        if lead.is_some_and(joins) && !matches!(test, Test::Between(..)) {
            // "In Vienna or Graz", "in 2024 and 2025": as the one before it.
            return self.parts.conditions.last().is_some_and(|last| last.frames && is_alike(last, target, test));
        }
        if is_time {
            return true;
        }
        let Some(lead) = lead.filter(|at| LEXICON.places.contains(&self.piece(*at).text.to_lowercase())) else { return false };
        let before = (0..lead).rev().map(|at| self.piece(at)).find(|piece| piece.tag != Some(Tag::Skip));
        // "Were in Vienna" says which part; "were renewed in Vienna" where.
        before.map_or(self.side == Side::Both, |before| self.side == Side::First && before.tag.is_none())
    }
}

fn is_alike(last: &Condition, target: &Target, test: &Test) -> bool {
    match (&last.test, test) {
        (Test::Sample(some), Test::Sample(others)) => some.iter().any(|(col, _)| others.iter().any(|(other, _)| other == col)),
        _ => last.target == Target::Dated && *target == Target::Dated,
    }
}

/// What only says when or where is of the whole, as long as something else tells the part. False where "or" joins it with the part.
pub(super) fn widen(rules: &mut [Rule], part: Side, has_links: bool, is_own: impl Fn(&Rule) -> bool) -> bool {
    let whole = if part == Side::Second { Side::First } else { Side::Second };
    let is_place = |rule: &Rule| matches!(rule.test, Test::Text(_));
    let is_limited = |rule: &Rule| rules.iter().any(|other| other.side != part && other.col == rule.col);
    let may_move = |rule: &Rule| rule.side == part && rule.frames && !rule.negated && is_own(rule) && !is_limited(rule);
    let is_clear = rules.iter().any(|rule| rule.side == part && !may_move(rule));
    let places_stay = !is_clear || has_links;
    let times_stay = !is_clear && !has_links && !rules.iter().any(|rule| may_move(rule) && is_place(rule));
    let stays = |rule: &Rule| if is_place(rule) { places_stay } else { times_stay };
    let moves: Vec<bool> = rules.iter().map(|rule| may_move(rule) && !stays(rule)).collect();
    let of_part: Vec<usize> = (0..rules.len()).filter(|at| rules[*at].side == part).collect();
    if of_part.windows(2).any(|pair| rules[pair[1]].or && moves[pair[0]] != moves[pair[1]]) {
        return false;
    }
    for (rule, _) in rules.iter_mut().zip(moves).filter(|(_, moves)| *moves) {
        rule.side = whole;
    }
    true
}
