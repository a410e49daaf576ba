//! What is to be done: the verbs of a request, and the methods that do it.

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
            "recommend",
        ],
    ),
    (
        Deed::Create,
        &[
            "create", "add", "make", "new", "post", "insert", "register", "send", "upload", "start", "open", "submit", "invite",
            "book", "append", "attach", "save", "sign", "write", "publish", "generate", "import", "put", "place", "issue",
            "schedule",
        ],
    ),
    (
        Deed::Change,
        &[
            "update", "change", "set", "edit", "modify", "rename", "replace", "move", "put", "patch", "switch", "turn", "mark",
            "assign", "enable", "disable", "adjust", "increase", "decrease", "save", "follow", "pause", "resume", "play",
            "reset", "transfer", "archive", "lock", "unlock", "make", "reorder", "correct",
        ],
    ),
    (
        Deed::Remove,
        &[
            "delete", "remove", "clear", "cancel", "drop", "throw", "unfollow", "revoke", "destroy", "erase", "discard",
            "detach", "unsubscribe", "uninstall", "purge", "unassign", "leave", "unlink", "dismiss", "withdraw", "rid",
        ],
    ),
];

/// All deeds that the words speak of; reading where they speak of none.
pub(super) fn of_request(said: &[String]) -> Vec<Deed> {
    let mut deeds: Vec<Deed> =
        VERBS.iter().filter(|(_, verbs)| said.iter().any(|word| verbs.contains(&&**word))).map(|(deed, _)| *deed).collect();
    if deeds.is_empty() {
        deeds.push(Deed::Read);
    }
    deeds
}

/// Whether a request calls something by its own name, which has to be looked up before anything can be done with it: in quotes, or
/// in capitals within the sentence.
pub(super) fn names_something(text: &str) -> bool {
    if text.contains(['"', '“', '«']) {
        return true;
    }
    let mut words = text.split_whitespace();
    words.next();
    words.any(|word| {
        let word = word.trim_matches(|sign: char| !sign.is_alphanumeric());
        word.len() > 2 && word.starts_with(char::is_uppercase)
    })
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
    fn steps_and_names_are_seen() {
        assert_eq!(steps("Pause it, then open the door and leave"), ["Pause it,", "open the door", "leave"]);
        assert!(names_something("play something of Bach"));
        assert!(!names_something("Play something quiet"));
    }
}
