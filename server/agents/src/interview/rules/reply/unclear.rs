//! What has no answer in it, and what is asked that no rule answers: help comes from the objective itself.

use super::{explain, plain::plain, subject::Subject, voice::Voice};
use domain::interview::{Next, ReplyPlan};

/// Words from which nothing could be taken: helps with the same question, or goes on.
pub(super) fn not_understood(plan: &ReplyPlan, voice: &Voice<'_>) -> String {
    if plain(&plan.said, 1).is_empty() {
        return voice.say(
            &[
                "I did not receive anything from you.",
                "Your message seems to have been empty.",
                "No words have reached me.",
                "Something must have got lost on the way here.",
                "I see a message without a word in it.",
            ],
            &[
                "That came through empty.", "I didn't get any text there.", "No words came through.",
                "Something got lost on the way here.", "That one looks blank to me.",
            ],
            &[],
        );
    }
    match &plan.next {
        Next::Ask { attempt: 1, .. } => go_on(voice),
        Next::Ask { key, .. } | Next::Settle { key, proposed: None, .. } => {
            explain::help(voice, Subject::of(plan, key), true).map_or_else(|| encourage(voice), |help| offer_help(voice, &help))
        }
        Next::ReadBack { .. } | Next::Settle { .. } | Next::Close { .. } => ask_yes_or_no(voice),
        Next::Nothing => voice.say(
            &[
                "I could not take anything from that; you can tell me what to add or to change.",
                "That left nothing to note. Tell me what to add or to change.",
                "If there is anything to add or to change, please name it.",
                "My notes stay as they are; say what should be different in them.",
                "Name the point that you mean, and I will add or change it.",
            ],
            &[
                "I couldn't take anything from that; tell me what to add or change.",
                "Nothing to note there. Just say what to add or change.",
                "If there's anything to add or change, name it.",
                "My notes stay as they are; say what should be different.",
                "Name the point you mean, and I'll add or change it.",
            ],
            &[],
        ),
    }
}

fn go_on(voice: &Voice<'_>) -> String {
    voice.say(
        &[
            "I could not take an answer from that; let us go on with something else.",
            "Let us leave that open for now and go on.",
            "That stays open, then; here is something else.",
            "We can return to that; first another point.",
            "I leave that aside for the moment.",
        ],
        &[
            "I couldn't quite take that in; let's move on.",
            "Let's leave that one open and carry on.",
            "That one stays open, then; here's another.",
            "We can get back to that; first something else.",
            "I'll leave that aside for the moment.",
        ],
        &[],
    )
}

fn offer_help(voice: &Voice<'_>, help: &str) -> String {
    voice.say(
        &[
            "I could not take an answer from that. {w}",
            "I am not sure how to note that. {w}",
            "Perhaps this helps, and “skip” or “later” is fine too. {w}",
            "I have nothing to write down yet. {w}",
            "Let us try it this way. {w}",
        ],
        &[
            "I couldn't quite place that. {w}",
            "I'm not sure how to note that. {w}",
            "Maybe this helps, and “skip” or “later” is fine too. {w}",
            "I've nothing to write down yet. {w}",
            "Let's try it this way. {w}",
        ],
        &[('w', help)],
    )
}

/// When there is nothing left to explain.
fn encourage(voice: &Voice<'_>) -> String {
    voice.say(
        &[
            "A few plain words will do; if it does not suit you, just say “skip” or “later”.",
            "Perhaps put it in other words; “skip” and “later” are fine too.",
            "I still could not note anything; say “later”, and we go on with something else.",
            "Any words of your own will do, and “skip” leaves it out.",
            "We need not settle this now: “later” is enough to go on.",
        ],
        &[
            "Maybe try it in other words; “skip” or “later” works too.",
            "A few plain words will do, or just say “skip”.",
            "Still nothing I could note; say “later” and we'll move on.",
            "Any words of your own will do, and “skip” leaves it out.",
            "No need to settle this now: “later” gets us going again.",
        ],
        &[],
    )
}

fn ask_yes_or_no(voice: &Voice<'_>) -> String {
    voice.say(
        &[
            "I could not take an answer from that; a yes or a no is enough.",
            "A yes or a no is enough.",
            "Yes or no is all I need here.",
            "Please tell me only whether it holds, with a yes or a no.",
            "Either yes or no would settle it.",
        ],
        &[
            "I couldn't quite place that; a yes or a no will do.",
            "A simple yes or no does it.",
            "Just yes or no is fine here.",
            "Tell me whether that holds, yes or no.",
            "Either yes or no would settle it.",
        ],
        &[],
    )
}

/// What is asked about the question at hand is answered from the objective. Of anything else it is said what can be answered here.
pub(super) fn answer_question(plan: &ReplyPlan, voice: &Voice<'_>) -> String {
    let subject = match &plan.next {
        Next::Ask { key, .. } | Next::ReadBack { key, .. } | Next::Settle { key, .. } => Some(Subject::of(plan, key)),
        Next::Close { .. } | Next::Nothing => None,
    };
    let related = subject.filter(|subject| shares_words(*subject, &plan.said));
    if let Some(help) = related.and_then(|subject| explain::help(voice, subject, false)) {
        return help;
    }
    let the = subject.map_or_else(|| "each question".to_owned(), Subject::the);
    voice.say(
        &[
            "That lies outside this interview; I can say why I ask about {l}, what is meant by it, how one might answer, and what is noted so far.",
            "Of that I know nothing, but I can tell you what is meant by {l}, why I ask, what an answer may look like, and what is noted so far.",
            "I can only speak about this interview: what {l} means here, why it is asked, examples of an answer, and what I have noted.",
            "Ask me why {l} matters, what it means, for an example, or what is noted so far; more than that I cannot answer.",
            "My answers reach as far as these questions: why {l} is asked, what it means, examples, and what I hold so far.",
        ],
        &[
            "That's outside this interview, but I can say why I ask about {l}, what it means, how you might answer, and what's noted so far.",
            "I don't know about that, but I can tell you what {l} means, why I ask, what an answer could look like, and what's noted so far.",
            "I only know this interview: what {l} means here, why it's asked, a few examples, and what I've noted.",
            "Ask me why {l} matters, what it means, for an example, or what I've got so far; beyond that I'm no help.",
            "All I can answer is about these questions: why {l} is asked, what it means, examples, and what I've got so far.",
        ],
        &[('l', &the)],
    )
}

/// Words of questions about anything.
const COMMON: [&str; 34] = [
    "about", "also", "anything", "could", "does", "everything", "from", "have", "here", "into", "just", "know", "like", "many",
    "mean", "more", "most", "much", "need", "only", "question", "should", "some", "something", "that", "there", "they", "thing",
    "this", "want", "what", "when", "with", "your",
];

/// Whether a telling word of a question stands in what the objective says about the one at hand.
fn shares_words(subject: Subject<'_>, said: &str) -> bool {
    let Some(template) = subject.template else { return false };
    let texts = [Some(&template.prompt), template.label.as_ref(), template.description.as_ref()];
    let labels = template.options.iter().map(|option| &option.label);
    let matter: Vec<String> = texts.into_iter().flatten().chain(labels).flat_map(|text| telling_words(text)).collect();
    telling_words(said).any(|word| matter.contains(&word))
}

/// The words of a text that say what it is about, without the ending of a plural.
fn telling_words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|sign: char| !sign.is_alphanumeric())
        .map(str::to_lowercase)
        .filter(|word| word.chars().count() > 3 && !COMMON.contains(&word.as_str()))
        .map(|word| word.strip_suffix('s').map(str::to_owned).unwrap_or(word))
}
