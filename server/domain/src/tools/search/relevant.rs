//! What has to do with the words that a person searches for: every kind in one list, and nothing that is only near by chance. The
//! searches of the tools are another matter: a model that looks for tables wants those too that a join needs.

use super::{
    OperationFound, PassageFound, SkillFound, TableFound,
    fields::Fields,
    meaning::Vectors,
    question::Question,
    vocabulary::{Likeness, Vocabulary},
    words,
};

/// What a word may stand for is the same in every kind, so that their scores can be compared.
const LIKE: Likeness = Likeness { synonym: 0.4, synonym_beside: 0.5, ..Likeness::plain(0.5, 0.6, 0.65, 0.7, 0.3) };
/// From here on a text means what was searched for, whatever its words are.
const NEAR: f32 = 0.55;
const BY_MEANING: f32 = 0.3;
/// What has less than this share of the best score is left out.
const SHARE: f32 = 0.3;

/// Something that a search over a whole project found.
#[derive(Clone, Debug, PartialEq)]
pub enum Relevant {
    Table(TableFound),
    Operation(OperationFound),
    Passage(PassageFound),
    Skill(SkillFound),
}

/// Where it is among those of its kind.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    Table(usize),
    Operation(usize),
    Passage(usize),
    Skill(usize),
}

/// Why something may be meant.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Grounds {
    /// What its words give, of what the searched words would give at best.
    words: f32,
    /// How near its text is in meaning.
    near: f32,
}

impl Grounds {
    fn are_enough(self) -> bool {
        self.words > 0.0 || self.near >= NEAR
    }

    fn score(self) -> f32 {
        self.words + BY_MEANING * self.near
    }
}

/// The grounds of each entry of an index.
pub(super) fn weigh(question: &Question, fields: &Fields, known: &Vocabulary, vectors: &[&Vectors]) -> Vec<Grounds> {
    // Words that only ask count where there are no others.
    let has_content = question.words().any(|word| words::weight(&word.text, 0.0) > 0.0);
    let meant = question.meant(fields, known, if has_content { 0.0 } else { 1.0 }, 0.0, &LIKE);
    let ideal = meant.iter().map(|meant| meant.ideal).sum::<f32>().max(f32::EPSILON);
    let near: Vec<Vec<f32>> = vectors.iter().map(|vectors| vectors.near(question.vector())).collect();
    let nearest = |place: usize| near.iter().filter_map(|near| near.get(place)).copied().fold(0.0, f32::max);
    let scores = fields.scores(&meant).into_iter().enumerate();
    scores.map(|(place, score)| Grounds { words: score / ideal, near: nearest(place) }).collect()
}

/// What is meant for good reasons, with its score, the best first.
pub(super) fn cut<Of>(found: Vec<(Of, Grounds)>, limit: usize) -> Vec<(Of, f32)> {
    let mut kept: Vec<(Of, f32)> =
        found.into_iter().filter(|(_, grounds)| grounds.are_enough()).map(|(of, grounds)| (of, grounds.score())).collect();
    kept.sort_by(|(_, left), (_, right)| right.total_cmp(left));
    let least = kept.first().map_or(0.0, |(_, best)| SHARE * best);
    kept.retain(|(_, score)| *score >= least);
    kept.truncate(limit);
    kept
}

#[cfg(test)]
mod tests {
    use super::{Grounds, cut};

    #[test]
    fn what_is_only_near_by_chance_is_cut() {
        for (why, found, kept) in [
            ("nothing has the word", vec![(0.0, 0.2), (0.0, 0.4), (0.0, 0.54)], vec![]),
            ("the word decides", vec![(0.0, 0.4), (0.5, 0.1), (0.0, 0.3)], vec![1]),
            ("another word for it is near in meaning", vec![(0.0, 0.1), (0.0, 0.7)], vec![1]),
            ("the best first, equals in their order", vec![(0.4, 0.0), (0.8, 0.0), (0.4, 0.0)], vec![1, 0, 2]),
            ("one word of many is too little", vec![(0.9, 0.3), (0.1, 0.0)], vec![0]),
            ("nothing is there", vec![], vec![]),
        ] {
            let found: Vec<_> =
                found.into_iter().enumerate().map(|(place, (words, near))| (place, Grounds { words, near })).collect();
            let places: Vec<usize> = cut(found, 10).into_iter().map(|(place, _)| place).collect();
            assert_eq!(places, kept, "{why}");
        }
    }

    #[test]
    fn no_more_are_found_than_are_wanted() {
        let found = vec![(0, Grounds { words: 0.5, near: 0.0 }); 5];
        assert_eq!(cut(found, 2).len(), 2);
    }
}
