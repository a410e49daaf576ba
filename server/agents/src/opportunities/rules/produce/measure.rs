//! What a finding measures and how much it says that is: the metric of a solution and its baseline.

use super::{
    phrase::{Span, clipped, extended, phrases, tokens},
    words::{is_foreign, is_listed, is_markup, is_plain, is_verb, line, lowered, numbers, sentences},
};
use domain::{opportunities::MEASURED, tools::search::is_function_word};
use protocol::opportunities::Finding;

pub(super) struct Measure {
    /// None where the words around the number do not say.
    pub name: Option<String>,
    /// A number of the finding, with its unit.
    pub baseline: String,
    /// By how much something became more or less.
    pub is_change: bool,
}

/// A number with its unit, and how likely it is what was measured.
struct Figure<'t> {
    sentence: &'t str,
    span: Span,
    weight: u32,
    is_change: bool,
}

/// None where the finding has no number: a baseline is never invented.
pub(super) fn measure(finding: &Finding) -> Option<Measure> {
    // Its source knows better than the words around a number.
    if let Some((name, baseline)) = line(&finding.description, MEASURED).and_then(|line| line.rsplit_once(" = ")) {
        return Some(Measure { name: Some(name.to_owned()), baseline: baseline.to_owned(), is_change: false });
    }
    let all = [&finding.title, &finding.description].into_iter().flat_map(|text| sentences(text)).flat_map(figures);
    let best = all.reduce(|best, next| if next.weight > best.weight { next } else { best })?;
    let baseline = best.sentence[best.span.0..best.span.1].to_owned();
    Some(Measure { name: name(&best, &baseline).filter(|_| !is_foreign(best.sentence)), baseline, is_change: best.is_change })
}

/// Whether a text states an amount.
pub(super) fn has_figure(text: &str) -> bool {
    sentences(text).into_iter().any(|sentence| !figures(sentence).is_empty())
}

fn figures(sentence: &str) -> Vec<Figure<'_>> {
    let (tokens, numbers) = (tokens(sentence), numbers(sentence));
    let figure = |&(from, to): &Span| {
        let before = sentence[..from].trim_end();
        let last = before.rsplit(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
        let start = before.strip_suffix(['€', '$', '£']).map_or(from, str::len);
        // `120 of 800 cases` is one figure.
        let whole = sentence[to..].starts_with(" of ").then(|| numbers.iter().find(|next| next.0 == to + 4)).flatten();
        let to = whole.map_or(to, |whole| whole.1);
        let rest = sentence[to..].trim_start();
        let sign = rest.chars().next().filter(|sign| matches!(sign, '%' | '€' | '$' | '£'));
        let next = tokens.iter().find(|next| next.0 >= to && sentence[to..next.0].trim().is_empty());
        let unit = next.map(|next| (&sentence[next.0..next.1], next.1));
        let is_noun = |word: &str| !is_plain(word) && word.starts_with(char::is_lowercase);
        let (end, weight) = match (sign, unit) {
            (Some(sign), _) => (sentence.len() - rest.len() + sign.len_utf8(), 8),
            (None, _) if start < from => (to, 8),
            (None, Some((word, end))) if is_listed("units", word) => (end, 8),
            // How much was looked at is no result.
            (None, Some((_, end))) if is_listed("samples", &last) => (end, 2),
            (None, Some((word, end))) if is_noun(word) => (end, 6),
            _ if is_label(&sentence[from..to], before, &last) => return None,
            _ => (to, 4),
        };
        let is_change = last == "by";
        // Of `from … to …` the latter is the present state.
        let is_present = last == "to" && before.to_lowercase().contains("from ");
        let weight = weight + u32::from(is_present) * 3 - u32::from(is_change);
        Some(Figure { sentence, span: (start, end), weight, is_change })
    };
    numbers.iter().filter(|number| !is_markup(sentence, number.0)).filter_map(figure).collect()
}

/// A year, a date or a part of a name: of these nothing is counted.
fn is_label(number: &str, before: &str, last: &str) -> bool {
    let is_year = number.len() == 4 && (number.starts_with("19") || number.starts_with("20"));
    let is_named = !last.is_empty() && !number.contains('.') && !is_plain(last) && !before.ends_with([':', '(', ',', '=']);
    is_year || is_named || before.ends_with(['-', '/', '#', '.'])
}

fn name(figure: &Figure<'_>, baseline: &str) -> Option<String> {
    let sentence = figure.sentence;
    let all = phrases(sentence);
    let is_subject = |at: &usize| is_verb(sentence[all[*at].1..].split_whitespace().next().unwrap_or_default());
    let before = all.iter().take_while(|span| span.1 <= figure.span.0).count();
    let subject = (0..before).find(is_subject).or_else(|| before.checked_sub(1)).map(|at| lowered(&extended(sentence, &all, at)));
    let counted = baseline.rsplit(' ').next().filter(|word| word.chars().all(char::is_alphabetic) && !is_listed("units", word));
    let rest = sentence[figure.span.1..].split([',', ';', '.', '(', ':']).next().unwrap_or_default().trim();
    let is_share = baseline.contains('%') || baseline.contains("percent") || baseline.contains(" of ");
    match (subject, counted) {
        (Some(subject), _) if figure.is_change => Some(format!("change in {subject}")),
        (Some(subject), None) => Some(subject),
        (_, Some(noun)) => {
            let kind = if is_share { "share" } else { "number" };
            let more = if rest.is_empty() || is_function_word(&rest.to_lowercase()) { "concerned" } else { rest };
            Some(clipped(&format!("{kind} of {}", relative(&format!("{noun} {more}")))))
        }
        (None, None) if !is_share || rest.is_empty() => None,
        (None, None) => Some(clipped(&format!("share of {}", relative(rest.strip_prefix("of ").unwrap_or(rest))))),
    }
}

/// With a word before its verb: `users who abandon checkout`.
fn relative(text: &str) -> String {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if let Some(at) = words.iter().position(|word| is_verb(word)).filter(|at| *at > 0 && !is_function_word(words[at - 1])) {
        words.insert(at, if is_listed("people", words[at - 1]) { "who" } else { "that" });
    }
    words.join(" ")
}
