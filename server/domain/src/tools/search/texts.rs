//! Sections of documents and skills for a question: by words, by headings, and by meaning.

use super::{
    fields::{Field, Fields},
    meaning::Vectors,
    question::Question,
    relevant::{self, Grounds},
    tables::best,
    vocabulary::{Likeness, Vocabulary},
    words,
};

const REQUESTS: f32 = 0.35;
const HINTS: f32 = 0.0;
const BY_MEANING: f32 = 0.7;
const LIKE: Likeness = Likeness::plain(0.4, 0.5, 0.6, 0.6, 0.0);
/// How much of a text its vector covers: vectors of longer texts are too vague.
const MEANT_BY: usize = 1_200;
/// The longest piece that is one answer.
const LONGEST_PIECE: usize = 1_500;
pub(super) const LONGEST_EXCERPT: usize = 320;

/// Texts with the headings above them.
#[derive(Default)]
pub(super) struct Texts {
    fields: Fields,
    known: Vocabulary,
    vectors: Vectors,
    meant: Vec<String>,
}

/// One thing that can be found: its names (headings, titles), and its text.
pub(super) struct Piece<'text> {
    pub(super) names: String,
    pub(super) above: &'text str,
    pub(super) text: &'text str,
}

impl Texts {
    pub(super) fn new(pieces: &[Piece<'_>]) -> Self {
        let field = |weight, length, text: &str| Field { weight, length, words: words::split(text) };
        let entries: Vec<Vec<Field>> = pieces
            .iter()
            .map(|piece| vec![field(2.0, 0.4, &piece.names), field(0.7, 0.5, piece.above), field(1.0, 0.75, piece.text)])
            .collect();
        let meant = pieces.iter().map(|piece| {
            format!("{}: {}", piece.names, &piece.text[..piece.text.floor_char_boundary(MEANT_BY.min(piece.text.len()))])
        });
        Self { fields: Fields::new(&entries), meant: meant.collect(), ..Self::default() }
    }

    /// What to embed: the terms, then the texts.
    pub(super) fn texts(&mut self) -> Vec<String> {
        let mut texts = self.fields.forms().to_vec();
        texts.append(&mut self.meant);
        texts
    }

    pub(super) fn set_vectors(&mut self, mut vectors: Vec<Vec<f32>>) {
        self.vectors = Vectors::new(vectors.split_off(self.fields.forms().len()));
        self.known.vectors = vectors;
    }

    pub(super) fn weigh(&self, question: &Question) -> Vec<Grounds> {
        relevant::weigh(question, &self.fields, &self.known, &[&self.vectors])
    }

    pub(super) fn search(&self, question: &Question, limit: usize) -> Vec<(usize, f32)> {
        let meant = question.meant(&self.fields, &self.known, REQUESTS, HINTS, &LIKE);
        let ideal = meant.iter().map(|meant| meant.ideal).sum::<f32>().max(1.0);
        let mut scores: Vec<f32> = self.fields.scores(&meant).into_iter().map(|score| score / ideal).collect();
        let near = self.vectors.near(question.vector());
        scores.iter_mut().zip(&near).for_each(|(score, near)| *score += BY_MEANING * near);
        best(&scores, limit, 1.0 + if near.is_empty() { 0.0 } else { BY_MEANING })
    }
}

/// A long text in pieces that end where paragraphs or lines do: the byte where each begins and ends.
pub(super) fn pieces(text: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut begin = 0;
    while text.len() - begin > LONGEST_PIECE {
        let most = text.floor_char_boundary(begin + LONGEST_PIECE);
        let window = &text[begin..most];
        let after = |sign: &str| window.rfind(sign).filter(|place| *place > LONGEST_PIECE / 4).map(|place| place + sign.len());
        let end = after("\n\n").or_else(|| after("\n")).or_else(|| after(". ")).or_else(|| after(" ")).unwrap_or(window.len());
        found.push((begin, begin + end));
        begin += end;
    }
    if begin < text.len() || found.is_empty() {
        found.push((begin, text.len()));
    }
    found
}

/// The part of a text with the most words of the question, verbatim.
pub(super) fn excerpt(text: &str, question: &Question) -> String {
    let text = text.trim();
    if text.len() <= LONGEST_EXCERPT {
        return text.to_owned();
    }
    let wanted: std::collections::HashSet<String> =
        question.all_words().iter().filter(|word| words::weight(word, REQUESTS) > 0.5).map(|word| words::stem(word)).collect();
    let mut begins: Vec<usize> = vec![0];
    begins.extend(text.match_indices(['\n', '.']).map(|(place, _)| place + 1));
    let score = |begin: usize| {
        let end = text.floor_char_boundary((begin + LONGEST_EXCERPT).min(text.len()));
        let mut seen = std::collections::HashSet::new();
        words::split(&text[begin..end])
            .iter()
            .map(|word| words::stem(word))
            .filter(|stem| wanted.contains(stem) && seen.insert(stem.clone()))
            .count()
    };
    // The last of the best begins right before the words; a few hundred beginnings are enough to choose from.
    let best = begins.into_iter().take(400).max_by_key(|&begin| (score(begin), begin)).unwrap_or_default();
    let end = text.floor_char_boundary((best + LONGEST_EXCERPT).min(text.len()));
    let cut = if end < text.len() { text[best..end].rfind(char::is_whitespace).map_or(end, |place| best + place) } else { end };
    text[best..cut].trim().to_owned()
}
