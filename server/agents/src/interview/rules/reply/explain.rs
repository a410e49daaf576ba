//! Explaining on demand: why something is asked, what is meant, and how one might answer.

use super::{
    AUTHOR_LIMIT,
    plain::{listing, plain, sentence, small, statements, words},
    subject::Subject,
    voice::Voice,
};
use domain::interview::ReplyPlan;
use protocol::interview::{ObligationTemplate, WidgetType};

pub(super) fn why(plan: &ReplyPlan, voice: &Voice<'_>, subject: Subject<'_>) -> String {
    let the = subject.the();
    // Who asks again wants another reason.
    let own = author(subject.template.and_then(|one| one.why.as_deref())).filter(|own| !voice.said_lately(own));
    if let Some(own) = own {
        return voice.word("why", &[("words", &own)]);
    }
    let needed = plan.definition.completion.required_obligations.iter().any(|one| one == subject.key);
    if needed { voice.word("why it is needed", &[("subject", &the)]) } else { voice.word("why it helps", &[("subject", &the)]) }
}

pub(super) fn meaning(voice: &Voice<'_>, subject: Subject<'_>) -> String {
    let (the, name) = (subject.the(), small(&subject.name()));
    let own = author(subject.template.and_then(|one| one.description.as_deref())).filter(|own| !voice.said_lately(own));
    let form = form(voice, subject);
    match own {
        Some(own) => {
            let explained = voice.word("what is meant", &[("subject", &the), ("words", &own)]);
            if subject.options().is_empty() { explained } else { format!("{explained} {form}") }
        }
        None => {
            let explained = voice.word("the everyday sense", &[("name", &name)]);
            format!("{explained} {form}")
        }
    }
}

pub(super) fn examples(voice: &Voice<'_>, subject: Subject<'_>) -> String {
    let given = given(subject).filter(|given| !voice.said_lately(given));
    given.map_or_else(|| form(voice, subject), |given| give_examples(voice, &given))
}

fn give_examples(voice: &Voice<'_>, given: &str) -> String {
    voice.word("examples", &[("examples", given)])
}

/// What helps whoever gave no answer, or asked about the question: what is meant, with the options if they are `wanted`, else
/// examples, else why it is asked. Nothing where all of it was said just now.
pub(super) fn help(voice: &Voice<'_>, subject: Subject<'_>, wanted: bool) -> Option<String> {
    let is_new = |text: &String| !voice.said_lately(text);
    let heard = ["or", "and"].iter().any(|link| voice.said_lately(&subject.choices(link)));
    let options = (wanted && !heard && !subject.options().is_empty()).then(|| form(voice, subject));
    let meant = author(subject.template.and_then(|one| one.description.as_deref())).filter(is_new);
    match (meant, options) {
        (Some(meant), Some(options)) => Some(format!("{meant} {options}")),
        (Some(one), None) | (None, Some(one)) => Some(one),
        (None, None) => given(subject)
            .filter(is_new)
            .map(|given| give_examples(voice, &given))
            .or_else(|| author(subject.template.and_then(|one| one.why.as_deref())).filter(is_new))
            .or_else(|| wanted.then(|| form(voice, subject)).filter(is_new)),
    }
}

/// Examples that lead over to the question, for who asked for some before.
pub(super) fn led_by_examples(voice: &Voice<'_>, subject: Subject<'_>) -> Option<String> {
    let given = given(subject).filter(|given| !voice.said_lately(given))?;
    Some(voice.word("led by examples", &[("examples", &given)]))
}

/// The objective's own examples, where there are any.
fn given(subject: Subject<'_>) -> Option<String> {
    let quoted: Vec<String> = subject
        .template
        .map_or(&[][..], |one| &one.examples)
        .iter()
        .map(|one| words(one, 80).replace(['“', '”', '"'], "'"))
        .filter(|one| !one.is_empty())
        .take(3)
        .map(|one| format!("“{one}”"))
        .collect();
    Some(listing(&quoted, "or", 3)).filter(|given| !given.is_empty())
}

/// What an answer may look like, by its widget.
pub(super) fn form(voice: &Voice<'_>, subject: Subject<'_>) -> String {
    if let Some(bounds) = subject.template.and_then(ObligationTemplate::describe_bounds) {
        return voice.word_first("a number within bounds", &[("bounds", &words(&bounds, 80))]);
    }
    match subject.widget() {
        WidgetType::Choice | WidgetType::Multiselect if subject.options().is_empty() => voice.word_first("a short answer", &[]),
        WidgetType::Choice => {
            voice.word_first("one of the options", &[("either", &subject.choices("or")), ("all", &subject.choices("and"))])
        }
        WidgetType::Multiselect => {
            voice.word_first("some of the options", &[("either", &subject.choices("or")), ("all", &subject.choices("and"))])
        }
        WidgetType::Number => voice.word_first("a number", &[]),
        WidgetType::Date => voice.word_first("a date", &[]),
        WidgetType::Text => voice.word_first("a text", &[]),
    }
}

/// How little is enough when somebody does not know.
pub(super) fn rough(subject: Subject<'_>) -> String {
    match subject.widget() {
        WidgetType::Number => "a rough figure or a range is enough".to_owned(),
        WidgetType::Date => "a month or a quarter is enough".to_owned(),
        WidgetType::Choice | WidgetType::Multiselect if !subject.options().is_empty() => "the nearest fit is enough".to_owned(),
        _ => "a rough idea is enough".to_owned(),
    }
}

fn author(text: Option<&str>) -> Option<String> {
    let said = plain(text?, AUTHOR_LIMIT);
    (!said.is_empty()).then(|| sentence(&statements(&said)))
}
