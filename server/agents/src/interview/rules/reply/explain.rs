//! Explaining on demand: why something is asked, what is meant, and how one might answer.

use super::{
    AUTHOR_LIMIT,
    plain::{listing, plain, sentence, small, statements, words},
    subject::Subject,
    voice::Voice,
};
use domain::interview::ReplyPlan;
use protocol::interview::WidgetType;

pub(super) fn why(plan: &ReplyPlan, voice: &Voice<'_>, subject: Subject<'_>) -> String {
    let the = subject.the();
    // Who asks again wants another reason.
    let own = author(subject.template.and_then(|one| one.why.as_deref())).filter(|own| !voice.said_lately(own));
    if let Some(own) = own {
        return voice.say(
            &["Certainly. {w}", "That is a fair question. {w}", "Let me explain. {w}"],
            &["Sure. {w}", "Fair question. {w}", "Good that you ask. {w}"],
            &[('w', &own)],
        );
    }
    let needed = plan.definition.completion.required_obligations.iter().any(|one| one == subject.key);
    if needed {
        voice.say(
            &[
                "I ask because the picture is not complete without {l}.",
                "It is one of the points that everything else rests on: without {l} we could not finish.",
                "What you get in the end is built on {l} among a few other things, so it is worth a moment.",
            ],
            &[
                "It's one of the things we can't finish without: {l}.",
                "I ask because without {l} the picture has a hole in it.",
                "Whatever comes out of this rests on {l} too, so it's worth a moment.",
            ],
            &[('l', &the)],
        )
    } else {
        voice.say(
            &[
                "I ask because knowing {l} makes the rest more precise; we can also leave it out.",
                "It helps to see the rest in proportion, but {l} may also stay open.",
                "With {l} I can tell better what matters to you; it is no must.",
            ],
            &[
                "Knowing {l} just makes the rest more precise, and you can skip it.",
                "It rounds off the picture; {l} can stay open too.",
                "With {l} I can tell better what matters to you, but it's no must.",
            ],
            &[('l', &the)],
        )
    }
}

pub(super) fn meaning(voice: &Voice<'_>, subject: Subject<'_>) -> String {
    let (the, name) = (subject.the(), small(&subject.name()));
    let own = author(subject.template.and_then(|one| one.description.as_deref())).filter(|own| !voice.said_lately(own));
    let form = form(voice, subject);
    match own {
        Some(own) => {
            let explained = voice.say(
                &["By {l} I mean this: {w}", "Let me put it differently. {w}", "Of course. {w}"],
                &["Sure, here's what I mean. {w}", "Let me put it another way. {w}", "I mean this: {w}"],
                &[('l', &the), ('w', &own)],
            );
            if subject.options().is_empty() { explained } else { format!("{explained} {form}") }
        }
        None => {
            let explained = voice.say(
                &[
                    "I mean “{n}” in its everyday sense.",
                    "Nothing special is meant by “{n}”; take it as you would in conversation.",
                    "Whatever you would call “{n}” yourself is what I am after.",
                ],
                &[
                    "Just “{n}” in the everyday sense.",
                    "Nothing fancy: “{n}” the way you'd normally use it.",
                    "Whatever you'd call “{n}” yourself is what I'm after.",
                ],
                &[('n', &name)],
            );
            format!("{explained} {form}")
        }
    }
}

pub(super) fn examples(voice: &Voice<'_>, subject: Subject<'_>) -> String {
    let Some(given) = given(subject).filter(|given| !voice.said_lately(given)) else { return form(voice, subject) };
    voice.say(
        &["For example {e}.", "An answer might be {e}.", "It could be something like {e}."],
        &["Say, {e}.", "Something like {e}.", "For instance {e}."],
        &[('e', &given)],
    )
}

/// Examples that lead over to the question, for who asked for some before.
pub(super) fn led_by_examples(voice: &Voice<'_>, subject: Subject<'_>) -> Option<String> {
    let given = given(subject).filter(|given| !voice.said_lately(given))?;
    Some(voice.say(
        &["An answer might be {e}.", "To give you an idea of an answer: {e}."],
        &["Here's what an answer might look like: {e}.", "Just to give you an idea: {e}."],
        &[('e', &given)],
    ))
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
    let [first, others @ ..] = forms(subject);
    if !voice.said_lately(&first) {
        return first;
    }
    others.into_iter().find(|form| !voice.said_lately(form)).unwrap_or(first)
}

/// Whether it was said lately what an answer may look like.
pub(super) fn told_form(voice: &Voice<'_>, subject: Subject<'_>) -> bool {
    forms(subject).iter().any(|form| {
        let open = form.trim_end_matches('.');
        voice.said_before(open) || voice.said_before(&small(open))
    })
}

fn forms(subject: Subject<'_>) -> [String; 3] {
    let (either, all) = (subject.choices("or"), subject.choices("and"));
    match subject.widget() {
        WidgetType::Choice | WidgetType::Multiselect if either.is_empty() => {
            ["A few words are enough.", "A short answer will do.", "One sentence is plenty."].map(str::to_owned)
        }
        WidgetType::Choice => {
            [format!("The options are {all}."), format!("You can choose between {all}."), format!("It may be {either}.")]
        }
        WidgetType::Multiselect => [
            format!("You can name one or several: {either}."),
            format!("Any of these may be part of it: {all}."),
            format!("Choose whatever applies: {either}."),
        ],
        WidgetType::Number => [
            "A figure such as 10 or a range such as 10 to 20 is fine.",
            "A round number will do, and so will a range.",
            "Roughly is good enough, say “about 10” or “10 to 20”.",
        ]
        .map(str::to_owned),
        WidgetType::Date => [
            "A day, a month or something like “in three weeks” is fine.",
            "A month or a quarter will do.",
            "Roughly is good enough, say “by summer” or “in half a year”.",
        ]
        .map(str::to_owned),
        WidgetType::Text => [
            "A few words of your own are enough.",
            "A short answer in your own words will do.",
            "Whatever comes to mind is a start.",
        ]
        .map(str::to_owned),
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
