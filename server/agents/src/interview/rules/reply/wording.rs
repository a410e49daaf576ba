//! The wordings of one question, in their order: the author's own, then others made of the name alone.

use super::{
    AUTHOR_LIMIT, frames,
    plain::{capital, is_question, one_question, plain, sentence, small},
    subject::Subject,
    voice::Voice,
};
use protocol::interview::WidgetType;

/// Words that begin a question, with or without its mark.
const ASKING: [&str; 22] = [
    "what", "who", "whom", "whose", "which", "how", "when", "where", "why", "is", "are", "do", "does", "did", "can", "could",
    "would", "will", "should", "has", "have", "may",
];
/// Words that begin a request.
const REQUESTING: [&str; 18] = [
    "please", "tell", "describe", "name", "list", "give", "enter", "choose", "select", "pick", "share", "let", "explain", "say",
    "think", "provide", "specify", "imagine",
];

/// The n-th wording of a question; one that was said before is passed over as long as there is another, and so is one whose
/// pattern was used lately. Where the options are `named` in the reply already, the question does not name them again.
pub(super) fn wording(voice: &Voice<'_>, subject: Subject<'_>, attempt: u32, named: bool) -> String {
    let own = subject.template.into_iter().flat_map(|one| std::iter::once(&one.prompt).chain(&one.rephrasings));
    let own = own.filter(|text| !text.trim().is_empty()).filter_map(|text| authored(subject, text));
    // Where several questions are worded from their names, they are not worded alike.
    let (the, choices) = (subject.the(), subject.choices("or"));
    let late = |one: &str| {
        let frame = one.replace(&the, "{l}");
        let frame = if choices.is_empty() { frame } else { frame.replace(&choices, "{c}") };
        voice.lateness(&frame).max(voice.lateness(&small(&frame)))
    };
    let named = generic(subject, named).into_iter().map(|one| (late(&one), one));
    let plain: Vec<(usize, String)> = own.map(|one| (0, one)).chain(named).collect();
    // What is put before a wording leads to one question, not to sentences of their own.
    let led: Vec<&(usize, String)> = plain.iter().filter(|(_, one)| !one.contains(". ")).collect();
    let leads = frames::list("asked once more", voice.casual());
    let all = plain.len() + led.len() * leads.len();
    let nth = |at: usize| match at.checked_sub(plain.len()) {
        None => plain[at].clone(),
        Some(at) => {
            let (lead, (late, one)) = (leads[at / led.len()], led[at % led.len()]);
            (voice.lateness(lead).max(*late), format!("{lead} {}", small(one)))
        }
    };
    let start = attempt.saturating_sub(1) as usize;
    voice.newest((0..all).map(|step| nth((start % all + step) % all)))
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
    let open = text.trim_end_matches(['.', '!', ':', ' ', '…']);
    if ASKING.contains(&first.as_str()) {
        return Some(format!("{}?", capital(open)));
    }
    if text.ends_with(['.', '!', ':']) || REQUESTING.contains(&first.as_str()) {
        return Some(sentence(open));
    }
    let body = small(open);
    Some(if body.split(' ').count() > 14 || body.eq_ignore_ascii_case(&subject.name()) {
        format!("{} {}", sentence(&text), generic(subject, true).swap_remove(0))
    } else {
        format!("What should I note for {} ({body})?", subject.the())
    })
}

/// "Years", "team members": what is counted. Sums of money are plural too, and not counted.
fn counted(subject: Subject<'_>) -> Option<String> {
    let name = small(&subject.name());
    let last = name.rsplit(' ').next().unwrap_or_default();
    let sums =
        ["costs", "sales", "savings", "expenses", "earnings", "funds", "revenues", "wages", "prices", "fees", "profits", "means"];
    let things = name.split(' ').count() <= 3 && last.len() > 3 && last.ends_with('s') && !last.ends_with("ss");
    let plain = !name.split(' ').any(|word| matches!(word, "of" | "in" | "per" | "for" | "the" | "number"));
    (things && plain && !sums.contains(&last)).then_some(name)
}

/// Wordings made of the name alone, never none.
fn generic(subject: Subject<'_>, named: bool) -> Vec<String> {
    let the = subject.the();
    let choices = if named { String::new() } else { subject.choices("or") };
    let things = counted(subject).unwrap_or_default();
    let slot = |name: &str| match name {
        "subject" => Some(the.as_str()),
        "choices" => Some(choices.as_str()),
        "things" => Some(things.as_str()),
        _ => None,
    };
    let filled = |section: &'static str| -> Vec<String> {
        frames::list(section, false).iter().map(|frame| frames::fill(frame, slot)).collect()
    };
    match subject.widget() {
        WidgetType::Choice if !choices.is_empty() => filled("asking for one option"),
        WidgetType::Multiselect if !choices.is_empty() => filled("asking for some options"),
        WidgetType::Choice | WidgetType::Multiselect if named => filled("asking for options just named"),
        WidgetType::Number if !things.is_empty() => filled("asking how many"),
        WidgetType::Number => filled("asking for a number"),
        WidgetType::Date => filled("asking for a date"),
        _ => filled("asking for a text"),
    }
}
