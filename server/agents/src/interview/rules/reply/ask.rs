//! The one thing a reply ends with: a question that was not worded this way before, a read-back, a choice, or the offer to finish.

use super::{
    AUTHOR_LIMIT, explain,
    plain::{capital, is_question, listing, one_question, plain, sentence, small, statements, words},
    subject::Subject,
    value::{IN_PASSING, READ_BACK, in_words, is_picked},
    voice::Voice,
};
use domain::interview::{Next, Remark, ReplyPlan};
use protocol::interview::{Phase, WidgetType};
use serde_json::Value;

/// What was said before the question.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// A value was acknowledged.
    pub(super) acknowledged: bool,
    /// Something leads over to the question already.
    pub(super) led: bool,
    /// Nothing was said at all.
    pub(super) alone: bool,
}

pub(super) fn ask(plan: &ReplyPlan, voice: &Voice<'_>, context: Context) -> Option<String> {
    match &plan.next {
        Next::Ask { key, attempt, following_up } => {
            Some(question(plan, voice, Subject::of(plan, key), *attempt, following_up.as_deref(), context))
        }
        Next::ReadBack { key, value } => Some(read_back(voice, Subject::of(plan, key), value)),
        Next::Settle { key, was, proposed } => Some(settle(voice, Subject::of(plan, key), was, proposed.as_ref())),
        Next::Close { left } => Some(close(plan, voice, left)),
        Next::Nothing if plan.opening || plan.remarks.iter().any(|one| matches!(one, Remark::NotYet { .. })) => None,
        Next::Nothing => Some(voice.say(
            &[
                "There is nothing more I need from you now; you can add or change anything at any time.",
                "That is all from my side for now, and whatever is open can wait.",
                "I have no further questions at present.",
            ],
            &[
                "Nothing more from me for now; add or change anything whenever you like.",
                "That's all from my side, and whatever is open can wait.",
                "I've no more questions right now.",
            ],
            &[],
        )),
    }
}

fn question(
    plan: &ReplyPlan,
    voice: &Voice<'_>,
    subject: Subject<'_>,
    attempt: u32,
    following_up: Option<&str>,
    context: Context,
) -> String {
    let asked = wording(voice, subject, attempt);
    let named = explained(plan, subject.key);
    let choices = (attempt > 1 && is_picked(subject) && !named).then(|| explain::form(subject));
    let choices = choices.filter(|_| !subject.options().is_empty() && !asked.contains(&subject.choices("or")));
    let lead = if let Some(reason) = following_up {
        Some(coming_back(voice, subject, reason))
    } else {
        turning(plan, voice, subject, attempt, context)
    };
    let joined = if lead.is_none() && choices.is_none() && attempt <= 1 { joined(plan, voice, &asked, context) } else { asked };
    [lead, choices, Some(joined)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Whether the form of an answer is explained in this reply already.
fn explained(plan: &ReplyPlan, key: &str) -> bool {
    plan.remarks.iter().any(|one| match one {
        Remark::Meaning { key: about } | Remark::Examples { key: about } => about == key,
        Remark::NotUnderstood => plan.took.is_empty(),
        _ => false,
    })
}

fn coming_back(voice: &Voice<'_>, subject: Subject<'_>, reason: &str) -> String {
    let the = subject.the();
    match quoted(reason) {
        Some(own) => voice.say(
            &["Earlier you mentioned “{q}”.", "You spoke of “{q}” before.", "I would like to come back to “{q}”."],
            &["You mentioned “{q}” earlier.", "Back to “{q}” for a moment.", "You said “{q}” a while ago."],
            &[('q', &own)],
        ),
        None => voice.say(
            &["I would like to come back to {l}.", "Let us return to {l}.", "We had left {l} open."],
            &["Let's go back to {l}.", "One more thing about {l}.", "We'd left {l} open."],
            &[('l', &the)],
        ),
    }
}

/// The words between the first pair of quotation marks.
fn quoted(reason: &str) -> Option<String> {
    let marks = [('“', '”'), ('"', '"'), ('‘', '’'), ('\'', '\''), ('«', '»')];
    let (at, close) = marks
        .iter()
        .filter_map(|(open, close)| Some((reason.find(*open)? + open.len_utf8(), *close)))
        .min_by_key(|(at, _)| *at)?;
    let end = reason[at..].find(close)?;
    Some(words(&reason[at..at + end], IN_PASSING)).filter(|own| !own.is_empty())
}

/// A word on the way to another group of questions, or on how far we are; only now and then.
fn turning(plan: &ReplyPlan, voice: &Voice<'_>, subject: Subject<'_>, attempt: u32, context: Context) -> Option<String> {
    if context.led || !context.acknowledged || attempt > 1 {
        return None;
    }
    let from = plan.took.last().and_then(|took| Subject::of(plan, &took.key).category());
    if let (Some(from), Some(to)) = (from, subject.category())
        && from != to
    {
        let to = small(&words(to, 60));
        if !voice.said_before(&to) {
            return Some(voice.say(
                &["Let us turn to {c}.", "Now to {c}.", "I would like to look at {c} next."],
                &["On to {c}.", "Let's look at {c} next.", "Now for {c}."],
                &[('c', &to)],
            ));
        }
    }
    let (have, all) = plan.required;
    let worth_saying = plan.turn % 6 == 5 && have >= 2 && have < all;
    worth_saying.then(|| {
        voice.say(
            &["That makes {h} of the {n} essential points."],
            &["That's {h} of the {n} essential points."],
            &[('h', &small_number(have)), ('n', &small_number(all))],
        )
    })
}

/// Now and then a question goes on from what was just said: "And who …?"
fn joined(plan: &ReplyPlan, voice: &Voice<'_>, asked: &str, context: Context) -> String {
    let opener = asked.split(' ').next().unwrap_or_default();
    let flows = matches!(
        opener,
        "What" | "Who" | "Whom" | "Which" | "How" | "When" | "Where" | "By" | "If" | "Roughly" | "About" | "In" | "On"
    );
    if context.alone || !context.acknowledged || !flows || plan.turn % 3 != 1 || voice.said_before(" And ") {
        return asked.to_owned();
    }
    format!("And {}", small(asked))
}

/// The n-th wording of a question; one that stands in the last messages is passed over.
fn wording(voice: &Voice<'_>, subject: Subject<'_>, attempt: u32) -> String {
    let start = attempt.max(1) - 1;
    let all = (0..64).filter_map(|step| nth(subject, start.saturating_add(step)));
    let mut last = String::new();
    for one in all {
        // A wording may stand behind another word, so its first letter does not count.
        let body = one.char_indices().nth(1).map_or("", |(at, _)| &one[at..]);
        if !voice.said_before(body) {
            return one;
        }
        last = one;
    }
    last
}

fn nth(subject: Subject<'_>, index: u32) -> Option<String> {
    let rephrasings = subject.template.map_or(&[][..], |one| &one.rephrasings);
    let index = index as usize;
    let own = match index {
        0 => subject.template.map(|one| one.prompt.as_str()).filter(|text| !text.trim().is_empty()),
        _ => rephrasings.get(index - 1).map(String::as_str),
    };
    match own {
        Some(text) => authored(subject, text),
        None => Some(generic(subject, index.saturating_sub(rephrasings.len() + usize::from(subject.template.is_some())))),
    }
}

/// An author's wording as one question; a mere description ("City of the restaurant") becomes one.
fn authored(subject: Subject<'_>, text: &str) -> Option<String> {
    let text = plain(text, AUTHOR_LIMIT);
    if text.is_empty() {
        return None;
    }
    if is_question(&text) {
        return Some(capital(&one_question(&text)));
    }
    let first = text.split([' ', ',', ':']).next().unwrap_or_default().to_lowercase();
    let asks = matches!(
        first.as_str(),
        "what"
            | "who"
            | "whom"
            | "whose"
            | "which"
            | "how"
            | "when"
            | "where"
            | "why"
            | "is"
            | "are"
            | "do"
            | "does"
            | "did"
            | "can"
            | "could"
            | "would"
            | "will"
            | "should"
            | "has"
            | "have"
    );
    if asks {
        return Some(format!("{}?", capital(text.trim_end_matches(['.', '!', ':', ' ', '…']))));
    }
    let tells = text.ends_with(['.', '!', ':'])
        || matches!(
            first.as_str(),
            "please"
                | "tell"
                | "describe"
                | "name"
                | "list"
                | "give"
                | "enter"
                | "choose"
                | "select"
                | "pick"
                | "share"
                | "let"
                | "explain"
                | "say"
                | "think"
                | "provide"
                | "specify"
        );
    if tells {
        return Some(sentence(text.trim_end_matches(':')));
    }
    let body = small(text.trim_end_matches(['.', '…']));
    let the = subject.the();
    Some(if body.split(' ').count() > 14 || body.eq_ignore_ascii_case(&subject.name()) {
        format!("{} {}", sentence(&text), generic(subject, 0))
    } else {
        format!("What should I note for {the} ({body})?")
    })
}

/// A wording made of the name alone, another one for every index.
fn generic(subject: Subject<'_>, index: usize) -> String {
    const LEADS: [&str; 6] = [
        "",
        "Let me try once more: ",
        "To put it differently: ",
        "From another side: ",
        "In simple terms: ",
        "One more attempt: ",
    ];
    let the = subject.the();
    let choices = subject.choices("or");
    let stems: Vec<String> = match subject.widget() {
        WidgetType::Choice if !choices.is_empty() => vec![
            format!("Which comes closest for {the}: {choices}?"),
            format!("If you had to choose one for {the}, would it be {choices}?"),
            format!("Which of these would you put down for {the}: {choices}?"),
        ],
        WidgetType::Multiselect if !choices.is_empty() => vec![
            format!("Which of these apply to {the}: {choices}?"),
            format!("Thinking of {the}, which would you tick: {choices}?"),
            format!("Which ones belong to {the}: {choices}?"),
        ],
        WidgetType::Number => vec![
            format!("Roughly what figure would you give for {the}?"),
            format!("Between which two numbers would you place {the}?"),
            format!("What is the first number that comes to mind for {the}?"),
            format!("If you had to guess, what number would you put on {the}?"),
        ],
        WidgetType::Date => vec![
            format!("Which date, month or quarter should I note for {the}?"),
            format!("Even roughly, what timing do you have in mind for {the}?"),
            format!("If you had to name a month for {the}, which would it be?"),
        ],
        _ => vec![
            format!("What can you tell me about {the}?"),
            format!("In your own words, what should I note for {the}?"),
            format!("What comes to mind first when you think of {the}?"),
            format!("If you described {the} in one sentence, what would you say?"),
        ],
    };
    let stem = &stems[index % stems.len()];
    match LEADS[(index / stems.len()) % LEADS.len()] {
        "" => stem.clone(),
        lead => format!("{lead}{}", small(stem)),
    }
}

fn read_back(voice: &Voice<'_>, subject: Subject<'_>, value: &Value) -> String {
    let (value, place, the) = (in_words(subject, value, READ_BACK), subject.place(), subject.the());
    voice.say(
        &[
            "To be sure I understood you: {v} {a}. Is that right?",
            "May I check that I have {l} right: {v}?",
            "I have understood {v} {a}. Is that correct?",
            "For {l} I have {v}. Does that hold?",
        ],
        &[
            "Just to check: {v} {a}, is that right?",
            "Did I get {l} right: {v}?",
            "I've got {v} {a}. Does that sound right?",
            "So for {l} I've got {v}. Is that it?",
        ],
        &[('v', &value), ('a', &place), ('l', &the)],
    )
}

fn settle(voice: &Voice<'_>, subject: Subject<'_>, was: &Value, proposed: Option<&Value>) -> String {
    let (the, was) = (subject.the(), in_words(subject, was, READ_BACK));
    let Some(proposed) = proposed else {
        return voice.say(
            &[
                "I have {w} for {l}, and that seems to be wrong. What should it be instead?",
                "Then {w} is not right for {l}. What would be right?",
                "So far I hold {w} for {l}. How would you correct it?",
            ],
            &[
                "I've got {w} for {l}, and that's not it. What should it be?",
                "So {w} is wrong for {l}. What's right?",
                "Okay, not {w} for {l}. What instead?",
            ],
            &[('w', &was), ('l', &the)],
        );
    };
    let now = in_words(subject, proposed, READ_BACK);
    voice.say(
        &[
            "You said {w} before, now {n}. Shall I use {n} for {l}?",
            "Until now I had {w} for {l}; I now hear {n}. May I replace it?",
            "For {l} there are two versions: {w}, and now {n}. Shall I take the new one?",
        ],
        &[
            "You said {w} before, now {n}. Shall I use {n} for {l}?",
            "I had {w} down for {l}, and now it's {n}. Want me to switch?",
            "Two versions of {l} now: {w} and {n}. Should I go with the new one?",
        ],
        &[('w', &was), ('n', &now), ('l', &the)],
    )
}

fn close(plan: &ReplyPlan, voice: &Voice<'_>, left: &[String]) -> String {
    let own = statements(&plain(&plan.definition.phases.closing.message, AUTHOR_LIMIT));
    let first = plan.entered == Some(Phase::Closing) || !voice.said_before(&own);
    let done = if first && !own.is_empty() {
        own
    } else {
        voice.say(
            &["That is all I need.", "We have covered everything that matters.", "Nothing essential is missing any more."],
            &["That's all I need.", "We've covered everything that matters.", "Nothing important is missing any more."],
            &[],
        )
    };
    let names: Vec<String> = left.iter().take(256).map(|one| named(plan, one)).filter(|one| !one.is_empty()).collect();
    let open = match listing(&names, "and", 4) {
        open if open.is_empty() => None,
        open => Some(voice.say(
            &["We left {o} open, which can wait.", "What remains is optional: {o}.", "You can still add {o}, but need not."],
            &["We left {o} open, which can wait.", "The rest is optional: {o}.", "You can still add {o}, but no need."],
            &[('o', &open)],
        )),
    };
    let offer = voice.say(
        &[
            "Shall I sum up what we have, so that you can finish?",
            "Would you like to see the summary and finish here?",
            "May I show you the summary, so that you can conclude?",
        ],
        &["Shall I sum it all up so you can wrap up?", "Want to see the summary and call it done?", "Ready for the summary?"],
        &[],
    );
    [Some(done), open, Some(offer)].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// What is left may be given by key or by name.
fn named(plan: &ReplyPlan, one: &str) -> String {
    match plan.definition.obligations.iter().find(|template| template.key == one || template.name() == one) {
        Some(found) => Subject { key: &found.key, template: Some(found) }.the(),
        None => small(&words(one, 60)),
    }
}

fn small_number(number: u32) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(number as usize).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}
