//! Words that keep coming up in sentences, and whose rows they are in.

use super::super::{
    candidate::{Candidate, Family, Statement, bars, count_of_rows, later_half},
    scope::{Scope, Subject, is_value},
    stats::compare_counts,
    wording::{capitalised, decimal, label, number, percent, shown},
};
use domain::{
    runs::{
        ClaimKind, ColumnSurvey, Holds, Question,
        sql::{count_if, text},
    },
    tools::search::{is_function_word, split_words},
};
use serde_json::Value;
use std::collections::{HashMap, HashSet};

pub(in super::super) struct Words;

const MOST_COLUMNS: usize = 2;
const MOST_TEXTS: usize = 2_000;
/// Words that are looked for in the segments.
const MOST_WORDS: usize = 6;
const MOST_SEGMENTS: usize = 3;

impl Family for Words {
    fn name(&self) -> &'static str {
        "words"
    }

    /// First the texts; once they are there, where their words are.
    fn questions(&self, scope: &Scope<'_>) -> Vec<Question> {
        let mut all = Vec::new();
        for (subject, column) in columns(scope) {
            let (name, id) = (&column.reference, subject.id("texts", &[&column.name]));
            all.push(Question {
                purpose: format!("What do the texts of {} speak of?", label(&column.name)),
                sql: format!(
                    "SELECT {name} AS t, COUNT(*) AS n FROM {} WHERE {name} IS NOT NULL GROUP BY {name} ORDER BY n DESC, {name} LIMIT {MOST_TEXTS}",
                    subject.table.reference
                ),
                id: id.clone(),
            });
            let words = frequent(scope.answers.rows(&id).unwrap_or_default());
            for segment in subject.segments.iter().take(if words.is_empty() { 0 } else { MOST_SEGMENTS }) {
                let counts: Vec<String> =
                    words.iter().map(|word| format!("SUM(CASE WHEN {} THEN 1 ELSE 0 END)", has(subject, column, word))).collect();
                all.push(Question {
                    id: subject.id("words", &[&column.name, &segment.name]),
                    purpose: format!("Which {} speak of {}?", label(&segment.name), words.join(", ")),
                    sql: format!(
                        "SELECT {s} AS g, COUNT(*) AS n, {} FROM {} WHERE {s} IS NOT NULL AND {name} IS NOT NULL GROUP BY {s} ORDER BY n DESC LIMIT 60",
                        counts.join(", "), subject.table.reference, s = segment.reference
                    ),
                });
            }
        }
        all
    }

    fn findings(&self, scope: &Scope<'_>) -> Vec<Candidate> {
        let mut found = Vec::new();
        for (subject, column) in columns(scope) {
            let id = subject.id("texts", &[&column.name]);
            let texts = scope.answers.rows(&id).unwrap_or_default();
            let words = frequent(texts);
            found.extend(most_said(subject, column, texts, &words).map(|one| Candidate { asked: vec![id], ..one }));
            for segment in subject.segments.iter().take(MOST_SEGMENTS) {
                let id = subject.id("words", &[&column.name, &segment.name]);
                let rows = scope.answers.rows(&id).unwrap_or_default();
                let best = words.iter().enumerate().filter_map(|(at, word)| in_segment(subject, column, segment, word, rows, at));
                let best = best.max_by(|one, other| one.effect.size.total_cmp(&other.effect.size));
                found.extend(best.map(|one| Candidate { asked: vec![id], ..one }));
            }
        }
        found
    }
}

fn columns<'s, 'a>(scope: &'s Scope<'a>) -> impl Iterator<Item = (&'s Subject<'a>, &'a ColumnSurvey)> {
    scope.tables.iter().flat_map(|subject| subject.texts.iter().take(MOST_COLUMNS).map(move |column| (subject, *column)))
}

/// Words of which many texts speak, most first: of rows, not of texts. Their letters are plain, so that `LIKE` finds them again.
fn frequent(rows: &[Vec<Value>]) -> Vec<String> {
    let mut counts: HashMap<String, f64> = HashMap::new();
    let mut total = 0.0;
    for row in rows {
        let (Some(text), Some(n)) = (row.first().and_then(Value::as_str), row.get(1).and_then(number)) else { continue };
        total += n;
        let own: HashSet<String> = {
            let plain = text.to_lowercase();
            // As it is written, for whoever looks for it.
            split_words(text).into_iter().filter(|word| speaks(word) && plain.contains(word.as_str())).collect()
        };
        own.into_iter().for_each(|word| *counts.entry(word).or_default() += n);
    }
    // What nearly every text says tells none from another.
    let mut often: Vec<(String, f64)> =
        counts.into_iter().filter(|(_, n)| *n >= 5.0 && *n >= total * 0.03 && *n <= total * 0.9).collect();
    often.sort_by(|one, other| other.1.total_cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
    often.into_iter().take(MOST_WORDS).map(|(word, _)| word).collect()
}

fn speaks(word: &str) -> bool {
    word.len() > 3 && word.chars().all(|sign| sign.is_ascii_lowercase()) && !is_function_word(word)
}

/// Whether a row's text has the word.
fn has(subject: &Subject<'_>, column: &ColumnSurvey, word: &str) -> String {
    format!("LOWER({}) LIKE {}", column.reference, text(subject.table.dialect, &format!("%{word}%")))
}

/// The share of the rows with a text.
fn of_texts(subject: &Subject<'_>, column: &ColumnSurvey, condition: &str) -> String {
    let count = count_if(condition);
    format!("SELECT 100.0 * {count} / NULLIF(COUNT({}), 0) FROM {}", column.reference, subject.table.reference)
}

fn most_said(subject: &Subject<'_>, column: &ColumnSurvey, rows: &[Vec<Value>], words: &[String]) -> Option<Candidate> {
    let word = words.first()?;
    let all = || rows.iter().filter_map(|row| Some((row.first()?.as_str()?.to_lowercase(), row.get(1).and_then(number)?)));
    let total: f64 = all().map(|(_, n)| n).sum();
    let of = |word: &String| -> f64 { all().filter(|(text, _)| text.contains(word.as_str())).map(|(_, n)| n).sum() };
    let count = of(word);
    let (noun, called) = (&subject.noun, label(&column.name));
    let name = format!(
        "The word {word} appears in {} of all {called} texts, in {} of {} {noun}",
        percent(count / total),
        decimal(count),
        decimal(total)
    );
    let mut one = Candidate::new(Statement::Words, subject.id("word", &[&column.name]), &[&column.name], name);
    let condition = has(subject, column, word);
    // Texts beyond those that were read are in the claim's count too.
    if rows.len() < MOST_TEXTS {
        one.claim(ClaimKind::Count, format!("{} {noun} speak of it", decimal(count)), count, count_of_rows(subject, &condition));
        one.claim(
            ClaimKind::Share,
            format!("That is {}", percent(count / total)),
            count / total * 100.0,
            of_texts(subject, column, &condition),
        );
    } else {
        one.claim(
            ClaimKind::Share,
            format!("About {} speak of it", percent(count / total)),
            count / total * 100.0,
            of_texts(subject, column, &condition),
        );
    }
    let when = later_half(subject).map(|later| format!(" WHERE {later}")).unwrap_or_default();
    let sql = format!(
        "SELECT 100.0 * SUM(CASE WHEN {condition} THEN 1 ELSE 0 END) / NULLIF(COUNT({}), 0) FROM {}{when}",
        column.reference, subject.table.reference
    );
    one.challenge(
        "Is it so in the later half of the time too?",
        sql,
        Holds::AtLeast(count / total * 50.0),
        "in the later half of the time it is less than half as frequent",
    );
    let shares: Vec<(String, f64)> = words.iter().map(|word| (word.clone(), of(word))).collect();
    one.indicators =
        shares.iter().map(|(word, count)| format!("{word}: {} ({})", decimal(*count), percent(count / total))).collect();
    one.description = format!("The words said most in {called}: {}.", one.indicators.join(", "));
    one.metric("share", count / total);
    one.chart = bars(&format!("{noun} by word"), shares);
    one.affected = Some(count);
    one.effect = super::super::stats::Effect { size: (count / total).sqrt() * 0.7, p: 0.0 };
    one.coverage = count / total;
    Some(one)
}

fn in_segment(
    subject: &Subject<'_>,
    column: &ColumnSurvey,
    segment: &ColumnSurvey,
    word: &str,
    rows: &[Vec<Value>],
    at: usize,
) -> Option<Candidate> {
    let groups: Vec<(Value, String, f64, f64)> = rows
        .iter()
        .filter_map(|row| {
            Some((
                row.first()?.clone(),
                row.first().and_then(shown)?,
                row.get(1).and_then(number)?,
                row.get(2 + at).and_then(number)?,
            ))
        })
        .collect();
    let effect = compare_counts(&groups.iter().map(|(_, _, n, with)| vec![*with, n - with]).collect::<Vec<_>>());
    let (total, said): (f64, f64) = groups.iter().fold((0.0, 0.0), |(total, said), (_, _, n, with)| (total + n, said + with));
    let stands_out = |group: &&(Value, String, f64, f64)| (group.3 / group.2 - said / total) * group.2.sqrt();
    let best = groups
        .iter()
        .filter(|group| group.2 >= 8.0 && group.3 >= 5.0)
        .max_by(|one, other| stands_out(one).total_cmp(&stands_out(other)))?;
    let (elsewhere, share) = ((said - best.3) / (total - best.2).max(1.0), best.3 / best.2);
    if effect.size < 0.15 || share <= elsewhere {
        return None;
    }
    let (noun, called, by) = (&subject.noun, label(&column.name), label(&segment.name));
    let name = format!(
        "The word {word} dominates the {called} of {noun} with {by} {}: {} against {} elsewhere",
        best.1,
        percent(share),
        percent(elsewhere)
    );
    let mut one = Candidate::new(
        Statement::Words,
        subject.id("word", &[&column.name, &segment.name]),
        &[&column.name, &segment.name],
        name,
    );
    let (with, is_best) = (has(subject, column, word), is_value(subject.table, segment, &best.0));
    let table = &subject.table.reference;
    let present = format!("{} IS NOT NULL AND {} IS NOT NULL", column.reference, segment.reference);
    let share_sql = |condition: &str| {
        format!(
            "SELECT 100.0 * SUM(CASE WHEN {with} THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) FROM {table} WHERE {present} AND {condition}"
        )
    };
    one.claim(ClaimKind::Share, format!("{} of {} do", percent(share), best.1), share * 100.0, share_sql(&is_best));
    one.claim(
        ClaimKind::Share,
        format!("{} of all others do", percent(elsewhere)),
        elsewhere * 100.0,
        share_sql(&format!("NOT ({is_best})")),
    );
    one.claim(
        ClaimKind::Count,
        format!("{} {noun} have both", decimal(best.3)),
        best.3,
        count_of_rows(subject, &format!("{with} AND {is_best}")),
    );
    let when = later_half(subject).unwrap_or_else(|| "1 = 1".to_owned());
    one.challenge(
        "Is it so in the later half of the time too?",
        share_sql(&format!("{is_best} AND {when}")),
        Holds::AtLeast(share * 50.0),
        "in the later half of the time it is less than half as frequent",
    );
    one.indicators = groups.iter().take(6).map(|(_, said, n, with)| format!("{said}: {}", percent(with / n))).collect();
    one.description = format!("{} speak of {word}, by {by}: {}.", capitalised(&called), one.indicators.join(", "));
    one.metric("share", share);
    one.metric("elsewhere", elsewhere);
    one.chart = bars(
        &format!("share that speaks of {word} (%)"),
        groups.iter().map(|(_, said, n, with)| (said.clone(), (1000.0 * with / n).round() / 10.0)),
    );
    one.affected = Some(best.3);
    one.segment = Some(format!("{by} {}", best.1));
    one.effect = effect;
    one.coverage = best.2 / total;
    Some(one)
}
