//! What turns came to, in words: one line per answer, in the order of the objective.

use super::Effect;
use crate::{
    Refusal,
    interview::{Analysed, Draft, Interview, Recalled, Recap, value::format_for_reading},
    research::spaced,
};
use protocol::interview::{Engine, InterviewEvent, Obligation, Status, Summary};
use std::collections::HashSet;

/// So many turns are summarised together while the interview goes on.
const RANGE: u32 = 10;
/// The most sentences of a language model, and the most characters of one.
const SENTENCES: usize = 8;
const LONGEST: usize = 300;
/// Follows a value that is not certain.
const DOUBTFUL: &str = " (not certain)";
/// Shorter words say nothing of where a sentence comes from.
const LONG_WORD: usize = 4;

/// After every tenth turn, what came of the ten.
pub(super) fn of_a_range(draft: &mut Draft<'_>) {
    let turn_end = draft.turn;
    if turn_end == 0 || !turn_end.is_multiple_of(RANGE) || draft.view.summaries.iter().any(|one| one.turn_end == turn_end) {
        return;
    }
    let turn_start = turn_end - RANGE + 1;
    let within = |turn: Option<u32>| turn.is_some_and(|turn| (turn_start..=turn_end).contains(&turn));
    let lines = lines(draft, |one| within(one.evidence.as_ref().map(|evidence| evidence.turn)) || within(one.satisfied_at_turn));
    let mut text = vec![format!("{}, turns {turn_start} to {turn_end}", draft.view.title)];
    text.extend(if lines.is_empty() { vec!["Nothing new became known.".to_owned()] } else { lines });
    draft.push(InterviewEvent::Summarised { summary: Summary::built_in(text.join("\n"), turn_start, turn_end) });
}

/// Everything that is known.
pub(super) fn of_all(draft: &Draft<'_>) -> String {
    let mut text = vec![draft.view.title.clone()];
    text.extend(lines(draft, |_| true));
    text.join("\n")
}

fn lines(draft: &Draft<'_>, among: impl Fn(&Obligation) -> bool) -> Vec<String> {
    let known = draft.view.obligations.iter().filter(|one| matches!(one.status, Status::Satisfied | Status::Partial));
    known
        .filter(|one| among(one))
        .filter_map(|one| {
            let (template, value) = (draft.view.template(&one.key)?, one.value.as_ref()?);
            let value = format_for_reading(template, value).split_whitespace().collect::<Vec<_>>().join(" ");
            let doubtful = if one.status == Status::Satisfied && one.is_sure() { "" } else { DOUBTFUL };
            Some(format!("{}: {value}{doubtful}", template.name()))
        })
        .collect()
}

/// Where the rules summed up, an engine may have better words.
pub(super) fn wanted(event: &InterviewEvent) -> Option<Effect> {
    match event {
        InterviewEvent::Summarised { summary } if summary.engine.is_none() => {
            Some(Effect::Summarise { turns: (summary.turn_start, summary.turn_end) })
        }
        _ => None,
    }
}

/// An engine's words take the place of the rules', as far as the person's words carry them; what they leave out of what is known
/// is added in the rules' words.
pub(super) fn recalled(
    draft: &mut Draft<'_>,
    interview: &Interview,
    turns: (u32, u32),
    answer: Option<Analysed<Vec<Recalled>>>,
) -> Result<(), Refusal> {
    let Some(answer) = answer else { return Ok(()) };
    let standing = draft.view.summaries.iter().rev().find(|one| (one.turn_start, one.turn_end) == turns);
    let standing = standing.filter(|one| one.engine.is_none()).cloned();
    let standing = standing.ok_or_else(|| Refusal::conflict("this summary is not waited for any more"))?;
    let stays = |reason: &str, dropped| Summary {
        engine: Some(Engine::BuiltIn),
        fell_back: Some(reason.to_owned()),
        dropped,
        ..standing.clone()
    };
    let summary = match answer {
        Analysed::FellBack(reason) => stays(reason, 0),
        Analysed::By(engine, sentences) => {
            let proposed = sentences.len();
            let kept = carried(draft, &Recap::new(interview, &(turns.0..=turns.1)), sentences);
            let dropped = u32::try_from(proposed - kept.len()).unwrap_or(u32::MAX);
            if kept.is_empty() {
                stays("malformed", dropped)
            } else {
                Summary {
                    text: together(&standing.text, kept),
                    engine: Some(engine),
                    fell_back: None,
                    dropped,
                    ..standing.clone()
                }
            }
        }
    };
    draft.push(InterviewEvent::Summarised { summary });
    Ok(())
}

/// The sentences whose quote the person said, and which say little that nobody said.
fn carried(draft: &Draft<'_>, recap: &Recap, sentences: Vec<Recalled>) -> Vec<String> {
    let mut ground: String = recap.by_person().map(|turn| format!("{} ", turn.text)).collect();
    for line in lines(draft, |_| true) {
        ground.push_str(&line);
        ground.push(' ');
    }
    ground.push_str(&draft.view.title);
    let (known, counted): (HashSet<String>, HashSet<String>) = (long_words(&ground).collect(), numbers(&ground).collect());
    let mut kept: Vec<String> = Vec::new();
    for Recalled { text, quote } in sentences {
        let text = spaced(&text);
        let markup = ["://", "](", "<", "`", "www."].iter().any(|sign| text.contains(sign));
        let words: Vec<String> = long_words(&text).collect();
        let grounded = words.iter().filter(|word| known.contains(*word)).count() * 2 >= words.len();
        let good = recap.find_quote(&quote).is_some()
            && (1..=LONGEST).contains(&text.chars().count())
            && !markup
            && grounded
            && numbers(&text).all(|number| counted.contains(&number));
        if good && kept.len() < SENTENCES && !kept.contains(&text) {
            kept.push(text);
        }
    }
    kept
}

/// The title, the sentences, and those lines of what is known that the sentences do not cover.
fn together(standing: &str, kept: Vec<String>) -> String {
    let said: HashSet<String> = kept.iter().flat_map(|sentence| words(sentence)).collect();
    let mut lines = standing.lines();
    let title = lines.next().unwrap_or_default().to_owned();
    let untold = lines.filter(|line| {
        let value = line.split_once(": ").map_or(*line, |(_, value)| value);
        !words(value.trim_end_matches(DOUBTFUL)).all(|word| said.contains(&word))
    });
    [title].into_iter().chain(kept).chain(untold.map(str::to_owned)).collect::<Vec<_>>().join("\n")
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase)
}

/// The beginnings of the longer words, so that their forms are alike.
fn long_words(text: &str) -> impl Iterator<Item = String> + '_ {
    words(text).filter(|word| word.chars().nth(LONG_WORD - 1).is_some()).map(|word| word.chars().take(LONG_WORD + 1).collect())
}

fn numbers(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|sign: char| !sign.is_ascii_digit()).filter(|run| !run.is_empty()).map(str::to_owned)
}
