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
        return voice.say(
            &[
                "Certainly. {w}", "That is a fair question. {w}", "Let me explain. {w}", "I am glad that you ask. {w}",
                "There is a reason for it. {w}",
            ],
            &["Sure. {w}", "Fair question. {w}", "Good that you ask. {w}", "Here's why. {w}", "There's a reason for it. {w}"],
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
                "Without {l} the rest would stand on guesses.",
                "Of all our points, {l} is one of the few that I cannot do without.",
            ],
            &[
                "It's one of the things we can't finish without: {l}.",
                "I ask because without {l} the picture has a hole in it.",
                "Whatever comes out of this rests on {l} too, so it's worth a moment.",
                "The rest would be guesswork without {l}.",
                "I can do without many things here, but not without {l}.",
            ],
            &[('l', &the)],
        )
    } else {
        voice.say(
            &[
                "I ask because knowing {l} makes the rest more precise; we can also leave it out.",
                "It helps to see the rest in proportion, but {l} may also stay open.",
                "With {l} I can tell better what matters to you; it is not essential.",
                "A word on {l} spares me a guess, though we can do without.",
                "The result fits you better if I know {l}, but you need not tell me.",
            ],
            &[
                "Knowing {l} just makes the rest more precise, and you can skip it.",
                "It rounds off the picture; {l} can stay open too.",
                "With {l} I can tell better what matters to you, but it's not a must.",
                "A word on {l} saves me guessing, though we can do without.",
                "What comes out fits you better if I know {l}, but it's up to you.",
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
                &[
                    "By {l} I mean this: {w}", "Let me put it differently. {w}", "Of course. {w}",
                    "What I am after is this: {w}", "Here is what I mean. {w}",
                ],
                &[
                    "Sure, here's what I mean. {w}", "Let me put it another way. {w}", "I mean this: {w}",
                    "What I'm after is this: {w}", "Put simply: {w}",
                ],
                &[('l', &the), ('w', &own)],
            );
            if subject.options().is_empty() { explained } else { format!("{explained} {form}") }
        }
        None => {
            let explained = voice.say(
                &[
                    "I mean “{n}” in its everyday sense.",
                    "I mean nothing special by “{n}”; take it as you would in conversation.",
                    "Whatever you would call “{n}” yourself is what I am after.",
                    "There is no trick to “{n}”; the usual sense will do.",
                    "Take “{n}” as widely as you like.",
                ],
                &[
                    "Just “{n}” in the everyday sense.",
                    "Nothing fancy: “{n}” the way you'd normally use it.",
                    "Whatever you'd call “{n}” yourself is what I'm after.",
                    "No trick to it: “{n}” as everybody uses the word.",
                    "Take “{n}” as loosely as you like.",
                ],
                &[('n', &name)],
            );
            format!("{explained} {form}")
        }
    }
}

pub(super) fn examples(voice: &Voice<'_>, subject: Subject<'_>) -> String {
    let given = given(subject).filter(|given| !voice.said_lately(given));
    given.map_or_else(|| form(voice, subject), |given| give_examples(voice, &given))
}

fn give_examples(voice: &Voice<'_>, given: &str) -> String {
    voice.say(
        &[
            "For example {e}.", "An answer might be {e}.", "It could be something like {e}.", "Others might say {e}.",
            "One could put it as {e}.",
        ],
        &["Say, {e}.", "Something like {e}.", "For instance {e}.", "Somebody might say {e}.", "You could put it as {e}."],
        &[('e', given)],
    )
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
    Some(voice.say(
        &[
            "An answer might be {e}.",
            "To give you an idea of an answer: {e}.",
            "Here is how an answer might sound: {e}.",
            "As a pointer: {e}.",
            "Some would say {e}.",
        ],
        &[
            "Here's what an answer might look like: {e}.",
            "Just to give you an idea: {e}.",
            "It might sound like this: {e}.",
            "As a pointer: {e}.",
            "Some would say {e}.",
        ],
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
    if let Some(bounds) = subject.template.and_then(ObligationTemplate::describe_bounds) {
        return voice.pick_first(&BOUNDED, &[('b', &words(&bounds, 80))]);
    }
    let (either, all) = (subject.choices("or"), subject.choices("and"));
    voice.pick_first(forms(subject), &[('e', &either), ('a', &all)])
}

/// What an answer may look like, where a number has bounds.
const BOUNDED: [&str; 5] = [
    "A figure or a range is fine, as long as it is {b}.",
    "A round number will do; it has to be {b}.",
    "Roughly is good enough, as long as it is {b}.",
    "An estimate is fine, so long as it is {b}.",
    "It only has to be {b}.",
];

fn forms(subject: Subject<'_>) -> &'static [&'static str] {
    match subject.widget() {
        WidgetType::Choice | WidgetType::Multiselect if subject.options().is_empty() => &[
            "A few words are enough.", "A short answer will do.", "One sentence is plenty.", "Any short answer is fine.",
            "It need not be long.",
        ],
        WidgetType::Choice => &[
            "The options are {a}.", "You can choose between {a}.", "It may be {e}.", "Possible answers are {a}.",
            "Take whichever comes closest: {e}.",
        ],
        WidgetType::Multiselect => &[
            "You can name one or several: {e}.", "Any of these may be part of it: {a}.", "Choose whatever applies: {e}.",
            "Several are possible: {a}.", "Name all that fit: {e}.",
        ],
        WidgetType::Number => &[
            "A figure such as 10 or a range such as 10 to 20 is fine.",
            "A round number will do, and so will a range.",
            "Roughly is good enough, say “about 10” or “10 to 20”.",
            "An estimate is fine, as one figure or as a range.",
            "Even an order of magnitude helps.",
        ],
        WidgetType::Date => &[
            "A day, a month or something like “in three weeks” is fine.",
            "A month or a quarter will do.",
            "Roughly is good enough, say “by summer” or “in half a year”.",
            "Any date will do, exact or not.",
            "Even a season helps.",
        ],
        WidgetType::Text => &[
            "A few words of your own are enough.",
            "A short answer in your own words will do.",
            "Whatever comes to mind is a start.",
            "Half a sentence is fine.",
            "There is no wrong answer here.",
        ],
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
