//! Words that keep coming up in sentences, and whose rows they are in.

use super::{names::Names, prelude::*, shares::counted};
use domain::{
    runs::sql::text,
    tools::search::{is_function_word, split_words},
};

const MOST_COLUMNS: usize = 2;
const MOST_TEXTS: usize = 2_000;
/// Words that are looked for in the segments.
const MOST_WORDS: usize = 20;
/// Words of which each segment says one.
const MOST_SAID: usize = 3;
const MOST_SEGMENTS: usize = 3;
/// Of the share among the rows of the next value.
const APART: f64 = 1.4;

/// First the texts; once they are there, where their words are.
pub(super) fn questions(scope: &Scope<'_>) -> Vec<Question> {
    let mut all = Vec::new();
    for texts in columns(scope) {
        let (subject, name, table) = (texts.subject, &texts.column.reference, &texts.subject.table.reference);
        let id = texts.id();
        let words = frequent(scope.answers.rows(&id).unwrap_or_default());
        all.push(Question {
            id,
            purpose: format!("What do the texts of {} speak of?", label(&texts.column.name)),
            sql: format!(
                "SELECT {name} AS t, COUNT(*) AS n FROM {table} WHERE {name} IS NOT NULL GROUP BY {name} ORDER BY n DESC, {name} LIMIT {MOST_TEXTS}"
            ),
        });
        for segment in subject.divisions().take(if words.is_empty() { 0 } else { MOST_SEGMENTS }) {
            let counts: Vec<String> = words.iter().map(|word| count_if(&texts.has(word))).collect();
            all.push(Question {
                id: subject.id("words", &[&texts.column.name, &segment.name]),
                purpose: format!("Which {} speak of {}?", label(&segment.name), words.join(", ")),
                sql: format!(
                    "SELECT {s} AS g, COUNT(*) AS n, {} FROM {table} WHERE {s} IS NOT NULL AND {name} IS NOT NULL GROUP BY {s} ORDER BY n DESC LIMIT 60",
                    counts.join(", "),
                    s = segment.reference
                ),
            });
        }
    }
    all
}

pub(super) fn findings(scope: &Scope<'_>) -> Vec<Candidate> {
    let mut found = Vec::new();
    for texts in columns(scope) {
        let rows = scope.answers.rows(&texts.id()).unwrap_or_default();
        let words = frequent(rows);
        found.extend(texts.most_said(rows, &words).map(|one| Candidate { asked: vec![texts.id()], ..one }));
        for segment in texts.subject.divisions().take(MOST_SEGMENTS) {
            let id = texts.subject.id("words", &[&texts.column.name, &segment.name]);
            let rows = scope.answers.rows(&id).unwrap_or_default();
            let names = Names::from_survey(scope, texts.subject, segment);
            let all = words.iter().enumerate().filter_map(|(at, word)| texts.in_segment((segment, &names), word, rows, at));
            let mut all: Vec<Candidate> = all.collect();
            // Of those that come together the longest says most.
            let length = |one: &Candidate| one.value.as_ref().map_or(0, String::len);
            let size = |one: &Candidate| (one.effect.size * 20.0).round();
            all.sort_by(|one, other| {
                size(other)
                    .total_cmp(&size(one))
                    .then_with(|| other.coverage.total_cmp(&one.coverage))
                    .then_with(|| length(other).cmp(&length(one)))
            });
            let mut said = HashSet::new();
            all.retain(|one| said.insert(one.segment.clone()));
            let sources: Vec<String> = [Some(id), names.source()].into_iter().flatten().collect();
            found.extend(all.into_iter().take(MOST_SAID).map(|one| Candidate { asked: sources.clone(), ..one }));
        }
    }
    found
}

fn columns<'s, 'a>(scope: &'s Scope<'a>) -> impl Iterator<Item = Texts<'s, 'a>> {
    let of = |subject: &'s Subject<'a>| subject.texts.iter().take(MOST_COLUMNS).map(move |column| Texts { subject, column });
    scope.tables.iter().flat_map(of)
}

/// Words of which many texts speak, most first: of rows, not of texts. Their letters are plain, so that `LIKE` finds them again.
fn frequent(rows: &[Vec<Value>]) -> Vec<String> {
    let mut counts: HashMap<String, f64> = HashMap::new();
    let mut total = 0.0;
    for row in rows {
        let (Some(text), Some(n)) = (row.first().and_then(Value::as_str), row.get(1).and_then(number)) else { continue };
        total += n;
        // As it is written, for whoever looks for it.
        let plain = text.to_lowercase();
        // Names of things too: `pump7`.
        let marks = |part: &str| part.trim_matches(|sign: char| !sign.is_alphanumeric()).to_owned();
        let codes = plain.split_whitespace().map(marks).filter(|part| part.chars().any(|sign| sign.is_ascii_digit()));
        let own = split_words(text).into_iter().chain(codes).filter(|word| speaks(word) && plain.contains(word.as_str()));
        own.collect::<HashSet<_>>().into_iter().for_each(|word| *counts.entry(word).or_default() += n);
    }
    // What nearly every text says tells none from another.
    let mut often: Vec<(String, f64)> =
        counts.into_iter().filter(|(_, n)| *n >= 5.0 && *n >= total * 0.03 && *n <= total * 0.9).collect();
    often.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    often.into_iter().take(MOST_WORDS).map(|(word, _)| word).collect()
}

fn speaks(word: &str) -> bool {
    let letters = word.chars().filter(char::is_ascii_lowercase).count();
    let is_plain = word.chars().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit());
    word.len() > 3 && letters > 2 && is_plain && !is_function_word(word)
}

/// A column of sentences.
struct Texts<'s, 'a> {
    subject: &'s Subject<'a>,
    column: &'a ColumnSurvey,
}

/// The rows of a segment's value: how many, and how many of them have a word.
struct Speaking {
    value: Value,
    said: String,
    rows: f64,
    with: f64,
}

impl Speaking {
    fn share(&self) -> f64 {
        self.with / self.rows
    }
}

impl Texts<'_, '_> {
    fn id(&self) -> String {
        self.subject.id("texts", &[&self.column.name])
    }

    /// Whether a row's text has the word.
    fn has(&self, word: &str) -> String {
        format!("LOWER({}) LIKE {}", self.column.reference, text(self.subject.table.dialect, &format!("%{word}%")))
    }

    /// The share of the rows with a text for which a condition holds.
    fn share(&self, word: &str, among: &str) -> String {
        let (has, table, column) = (count_if(&self.has(word)), &self.subject.table.reference, &self.column.reference);
        format!("SELECT 100.0 * {has} / NULLIF(COUNT(*), 0) FROM {table} WHERE {column} IS NOT NULL AND {among}")
    }

    /// Challenges a share with that of the later half of the time.
    fn doubt(&self, one: &mut Candidate, word: &str, among: &str, share: f64) {
        let later = later_half(self.subject).unwrap_or_else(|| "1 = 1".to_owned());
        let sql = self.share(word, &format!("{among} AND {later}"));
        let objection = "in the later half of the time it is less than half as frequent";
        one.challenge("Is it so in the later half of the time too?", sql, Holds::AtLeast(share * 50.0), objection);
    }

    fn most_said(&self, rows: &[Vec<Value>], words: &[String]) -> Option<Candidate> {
        let word = words.first()?;
        let all = || rows.iter().filter_map(|row| Some((row.first()?.as_str()?.to_lowercase(), row.get(1).and_then(number)?)));
        let total: f64 = all().map(|(_, n)| n).sum();
        let of = |word: &String| -> f64 { all().filter(|(text, _)| text.contains(word.as_str())).map(|(_, n)| n).sum() };
        let counts: Vec<(String, f64)> = words.iter().map(|word| (word.clone(), of(word))).collect();
        let (count, share) = (counts.first()?.1, counts.first()?.1 / total);
        let (noun, called) = (&self.subject.noun, label(&self.column.name));
        let name = format!("The word {word} is mentioned most frequently in the {called} of {noun}");
        let mut one = Candidate::new(Statement::Words, self.subject.id("word", &[&self.column.name]), &[&self.column.name], name);
        one.claim(ClaimKind::Share, format!("{} speak of it", percent(share)), share * 100.0, self.share(word, "1 = 1"));
        // Texts beyond those that were read would be in the count too.
        if rows.len() < MOST_TEXTS {
            let text = format!("{} {noun} speak of it", decimal(count));
            one.claim(ClaimKind::Count, text, count, count_of_rows(self.subject, &self.has(word)));
        }
        self.doubt(&mut one, word, "1 = 1", share);
        one.indicators = counts.iter().take(5).map(|(word, count)| counted(word, *count, total)).collect();
        one.description = format!(
            "{} of {} {noun} ({}) have {word} in their {called}; the words said most are {}.",
            decimal(count),
            decimal(total),
            percent(share),
            words.iter().take(6).cloned().collect::<Vec<_>>().join(", ")
        );
        one.metric("share", share);
        counts.iter().take(3).for_each(|(word, count)| one.metric(&format!("count_{}", slug(word)), *count));
        one.chart = bars(&format!("{noun} by word"), counts);
        one.value = Some(words.join(" "));
        one.weigh(count, Effect { size: share.sqrt() * 0.7, p: 0.0 }, share);
        Some(one)
    }

    fn in_segment(&self, by: (&ColumnSurvey, &Names), word: &str, rows: &[Vec<Value>], at: usize) -> Option<Candidate> {
        let (segment, names) = by;
        let group = |row: &Vec<Value>| {
            let (rows, with) = (row.get(1).and_then(number)?, row.get(2 + at).and_then(number)?);
            Some(Speaking { value: row.first()?.clone(), said: names.label(&row.first().and_then(shown)?), rows, with })
        };
        let groups: Vec<Speaking> = rows.iter().filter_map(group).collect();
        let effect = compare_counts(&groups.iter().map(|group| vec![group.with, group.rows - group.with]).collect::<Vec<_>>());
        let (total, said): (f64, f64) = groups.iter().fold((0.0, 0.0), |sums, group| (sums.0 + group.rows, sums.1 + group.with));
        let stands_out = |group: &&Speaking| (group.share() - said / total) * group.rows.sqrt();
        let often = groups.iter().filter(|group| group.rows >= 8.0);
        let best =
            often.clone().filter(|group| group.with >= 5.0).max_by(|one, other| stands_out(one).total_cmp(&stands_out(other)))?;
        // Among several values it dominates where it is more frequent than in any other.
        let next = often.filter(|group| group.said != best.said).map(Speaking::share).fold(0.0, f64::max);
        let (elsewhere, share, value) =
            ((said - best.with) / (total - best.rows).max(1.0), best.share(), best.said.to_lowercase());
        let is_its_name = value.contains(word) || word.contains(&value);
        if is_its_name || effect.size < 0.15 || share <= elsewhere || share < next * APART {
            return None;
        }
        let (noun, called, by) = (&self.subject.noun, label(&self.column.name), label(&segment.name));
        let whose = rows_of(noun, segment, &by, &best.value, &best.said);
        let columns = [self.column.name.as_str(), segment.name.as_str()];
        let name = format!("The word {word} is predominantly mentioned in the {called} of {whose}");
        let mut one = Candidate::new(Statement::Words, self.subject.id("word", &columns), &columns, name);
        let (is_best, present) =
            (is_value(self.subject.table, segment, &best.value), format!("{} IS NOT NULL", segment.reference));
        one.claim(ClaimKind::Share, format!("{} of {whose} do", percent(share)), share * 100.0, self.share(word, &is_best));
        let others = self.share(word, &format!("{present} AND NOT ({is_best})"));
        one.claim(ClaimKind::Share, format!("{} of all others do", percent(elsewhere)), elsewhere * 100.0, others);
        let both = count_of_rows(self.subject, &format!("{} AND {is_best}", self.has(word)));
        one.claim(ClaimKind::Count, format!("{} {noun} have both", decimal(best.with)), best.with, both);
        self.doubt(&mut one, word, &is_best, share);
        one.indicators = groups.iter().take(5).map(|group| counted(&group.said, group.with, group.rows)).collect();
        one.description = format!(
            "{} of {} {whose} ({}) have {word} in their {called}, against {} of all others; they are {} of all {} with it.",
            decimal(best.with),
            decimal(best.rows),
            percent(share),
            percent(elsewhere),
            percent(best.with / said),
            decimal(said)
        );
        one.metric("count", best.with);
        one.metric(&format!("share_{}", slug(&best.said)), share);
        for (name, value) in [("elsewhere", elsewhere), ("count_of_word", said), ("share_of_word", best.with / said)] {
            one.metric(name, value);
        }
        let shares = groups.iter().map(|group| (group.said.clone(), (1000.0 * group.share()).round() / 10.0));
        one.chart = bars(&format!("share that speaks of {word} (%)"), shares);
        one.value = Some(format!("{word} {}", best.said));
        one.weigh(best.with, effect, best.rows / total);
        one.segment = Some(whose);
        Some(one)
    }
}
