//! What is to be done: the verbs of a request, and the methods that do it.

use super::words;
use std::collections::HashSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    Read,
    Create,
    Change,
    Remove,
}

const VERBS: &[(Deed, &[&str])] = &[
    (
        Deed::Read,
        &[
            "get", "list", "show", "find", "fetch", "read", "retrieve", "view", "look", "lookup", "search", "see", "check",
            "display", "what", "which", "who", "when", "where", "how", "give", "tell", "download", "browse", "query", "count",
            "recommend", "open", "inspect", "examine", "preview", "compare", "export", "verify", "confirm", "access", "whose",
            "whom",
        ],
    ),
    (
        Deed::Create,
        &[
            "create", "add", "make", "new", "post", "insert", "register", "send", "upload", "start", "open", "submit", "invite",
            "book", "append", "attach", "save", "sign", "write", "publish", "generate", "import", "put", "place", "issue",
            "schedule", "leave", "compose", "inject", "launch", "hire", "enroll", "enrol", "buy", "reserve", "duplicate",
            "clone", "share",
        ],
    ),
    (
        Deed::Change,
        &[
            "update", "change", "set", "edit", "modify", "rename", "replace", "move", "put", "patch", "switch", "turn", "mark",
            "assign", "enable", "disable", "adjust", "increase", "decrease", "save", "follow", "pause", "resume", "play",
            "reset", "transfer", "hand", "archive", "lock", "unlock", "make", "reorder", "correct", "alter", "rewrite",
            "retitle", "relabel", "swap", "flip", "toggle", "activate", "deactivate", "suspend", "unsuspend", "restore",
            "revert", "approve", "reject", "accept", "decline", "merge", "close", "reopen", "finish", "stop", "abort", "cancel",
            "skip", "shuffle", "repeat", "configure", "customize", "extend", "renew", "pin", "unpin", "hide", "unhide", "mute",
            "unmute", "subscribe", "rotate", "sort", "rearrange", "adapt", "tweak", "refresh", "retry", "restart",
        ],
    ),
    (
        Deed::Remove,
        &[
            "delete", "remove", "clear", "cancel", "drop", "throw", "unfollow", "revoke", "destroy", "erase", "discard",
            "detach", "unsubscribe", "uninstall", "purge", "unassign", "leave", "unlink", "dismiss", "withdraw", "rid", "wipe",
            "dissolve", "disband", "retract", "kick", "expel", "ban", "strip", "eliminate", "scrap", "abort", "undo", "unstar",
            "unlike", "uninvite", "untag", "unpin", "disconnect", "off",
        ],
    ),
];

/// These only ask where nothing else is said to be done: "delete the comments that are spam".
const ASKS: &[&str] = &["am", "are", "is", "have", "has", "did", "does", "can", "may", "could"];

/// All deeds that the words speak of; reading where they speak of none.
pub(super) fn of_request(said: &[String]) -> Vec<Deed> {
    let mut deeds: Vec<Deed> =
        VERBS.iter().filter(|(_, verbs)| said.iter().any(|word| verbs.contains(&&**word))).map(|(deed, _)| *deed).collect();
    if deeds.is_empty() {
        deeds.push(Deed::Read);
    }
    deeds
}

/// What stands before a noun, and therefore after the verb of a request.
const DETERMINERS: &[&str] = &["a", "an", "the", "my", "our", "some", "somebody", "every", "their", "his", "your", "any", "me"];

/// What a request asks for: where its first word is a verb nobody here knows, something is to be done.
pub(super) fn asked_for(said: &[String]) -> Vec<Deed> {
    let mut deeds = of_request(said);
    if let [first, second, ..] = said
        && DETERMINERS.contains(&&**second)
        && !words::is_function_word(first)
        && !ASKS.contains(&&**first)
        // "Songs the user likes": a thing, no deed.
        && (!first.ends_with('s') || first.ends_with("ss"))
        && !VERBS.iter().any(|(_, verbs)| verbs.contains(&&**first))
    {
        deeds.retain(|deed| *deed != Deed::Read);
        deeds.extend([Deed::Create, Deed::Change]);
    }
    deeds
}

/// Whether a request calls something by its own name, which has to be looked up before anything can be done with it.
pub(super) fn names_something(text: &str) -> bool {
    !names(text).is_empty()
}

/// The words of what is called by its own name: in quotes, or in capitals within the sentence.
pub(super) fn names(text: &str) -> HashSet<String> {
    let said: Vec<&str> = text.split_whitespace().collect();
    let opens = |word: &str| word.starts_with(['"', '\'', '“', '‘', '«']);
    let closes =
        |word: &str| word.trim_end_matches([',', '.', ';', '?', '!']).ends_with(['"', '\'', '”', '’', '»']) && word.len() > 1;
    let mut names = HashSet::new();
    let mut quoted = false;
    for (place, word) in said.iter().enumerate() {
        // "The '90s": a sign that nothing closes opens nothing.
        quoted = quoted || opens(word) && said[place..].iter().any(|word| closes(word));
        let plain = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        let begins = place == 0 || said[place - 1].ends_with(['.', '?', '!', ':']);
        if quoted || !begins && plain.len() > 1 && plain.starts_with(char::is_uppercase) {
            names.extend(words::split(plain));
        }
        quoted = quoted && !closes(word);
    }
    names
}

/// The steps of a request that has several.
pub(super) fn steps(text: &str) -> Vec<String> {
    let mut steps = vec![String::new()];
    for word in text.split_whitespace() {
        let plain = word.trim_matches(|sign: char| !sign.is_alphanumeric()).to_lowercase();
        let joins = matches!(&*plain, "and" | "then" | "of" | "from" | "in" | "to" | "with" | "by");
        if joins {
            steps.push(String::new());
            continue;
        }
        let Some(step) = steps.last_mut() else { continue };
        if !step.is_empty() {
            step.push(' ');
        }
        step.push_str(word);
        if word.ends_with([',', ';', '.']) {
            steps.push(String::new());
        }
    }
    steps.retain(|step| step.len() > 2);
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_says_what_is_to_be_done() {
        for (text, wanted) in [
            ("remove the label", vec![Deed::Remove]),
            ("who is on call", vec![Deed::Read]),
            ("the invoices of May", vec![Deed::Read]),
            ("create a board and delete the old one", vec![Deed::Create, Deed::Remove]),
        ] {
            assert_eq!(of_request(&super::super::words::split(text)), wanted, "{text}");
        }
    }

    #[test]
    fn an_unknown_verb_at_the_beginning_does_something() {
        let asked = |text: &str| asked_for(&super::super::words::split(text));
        assert_eq!(asked("Frobnicate the label"), [Deed::Create, Deed::Change]);
        assert_eq!(asked("Invoices of May"), [Deed::Read]);
        assert_eq!(asked("Show the label"), [Deed::Read]);
        assert_eq!(asked("Of all labels, the red one"), [Deed::Read]);
        assert_eq!(asked("Songs the user likes"), [Deed::Read]);
        assert_eq!(asked("Can you delete the label"), [Deed::Remove]);
        assert_eq!(asked("Delete the comments that are spam"), [Deed::Remove]);
    }

    #[test]
    fn steps_and_names_are_seen() {
        assert_eq!(steps("Pause it, then open the door and leave"), ["Pause it,", "open the door", "leave"]);
        assert!(names_something("play something of Bach"));
        assert!(!names_something("Play something quiet"));
        let named = |text: &str| {
            let mut names: Vec<String> = names(text).into_iter().collect();
            names.sort_unstable();
            names.join(" ")
        };
        assert_eq!(named("Play 'my old songs' of Johann Bach, I said."), "bach johann my old songs");
        assert_eq!(named("The team's and the user's list"), "");
        assert_eq!(named("Songs of the '90s that users liked. Then one of today"), "");
    }
}
