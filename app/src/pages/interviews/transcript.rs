//! A conversation held elsewhere, as text: who speaks in it, and what each one says.

use protocol::interview::{Speaker, TranscriptTurn};

/// What somebody in a conversation is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    Asks,
    Answers,
    /// Is not brought in.
    Away,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Place among [`Transcript::names`].
    pub(crate) by: usize,
    pub(crate) text: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Transcript {
    /// In the order in which they speak up; one empty name where the text names nobody.
    pub(crate) names: Vec<String>,
    pub(crate) lines: Vec<Line>,
}

const ASKING: [&str; 14] = [
    "agent", "interviewer", "assistant", "host", "bot", "ai", "moderator", "consultant", "researcher", "coach", "advisor",
    "analyst", "facilitator", "q",
];
const ANSWERING: [&str; 14] = [
    "user", "me", "i", "customer", "client", "interviewee", "guest", "participant", "founder", "owner", "respondent", "person",
    "human", "a",
];

impl Transcript {
    /// Reads "Name: what was said" with lines that follow belonging to it, and subtitles. A text that names nobody is one
    /// person's: each paragraph is a line of theirs.
    pub(crate) fn read(text: &str) -> Self {
        let rows: Vec<&str> = text.lines().map(str::trim).filter(|row| !is_timing(row)).collect();
        let mut seen: Vec<(&str, usize)> = Vec::new();
        for (name, _) in rows.iter().filter_map(|row| named(row)) {
            match seen.iter_mut().find(|(one, _)| one.eq_ignore_ascii_case(name)) {
                Some((_, times)) => *times += 1,
                None => seen.push((name, 1)),
            }
        }
        // "Note: …" within what somebody says is no speaker: it appears once, where others speak again and again.
        let often = seen.iter().any(|(_, times)| *times > 1);
        seen.retain(|(name, times)| *times > 1 || !often || part_of_name(name).is_some());
        if seen.is_empty() {
            return Self::notes(&rows);
        }
        let mut read = Self { names: seen.iter().map(|(name, _)| (*name).to_owned()).collect(), lines: Vec::new() };
        for row in rows {
            let by = |name: &str| read.names.iter().position(|one| one.eq_ignore_ascii_case(name));
            if let Some((by, said)) = named(row).and_then(|(name, said)| Some((by(name)?, said))) {
                read.lines.push(Line { by, text: said.to_owned() });
            } else if let Some(last) = read.lines.last_mut().filter(|_| !row.is_empty()) {
                if !last.text.is_empty() {
                    last.text.push('\n');
                }
                last.text.push_str(row);
            }
        }
        read.lines.retain(|line| !line.text.is_empty());
        read
    }

    fn notes(rows: &[&str]) -> Self {
        let lines: Vec<Line> = rows
            .split(|row| row.is_empty())
            .filter(|paragraph| !paragraph.is_empty())
            .map(|paragraph| Line { by: 0, text: paragraph.join("\n") })
            .collect();
        Self { names: if lines.is_empty() { Vec::new() } else { vec![String::new()] }, lines }
    }

    /// Who asks and who answers, as far as names and question marks tell.
    pub(crate) fn parts(&self) -> Vec<Part> {
        let mut parts: Vec<Option<Part>> = self.names.iter().map(|name| part_of_name(name)).collect();
        if self.names.len() > 1 && !parts.contains(&Some(Part::Asks)) {
            let share = |by: usize| {
                let said = || self.lines.iter().filter(move |line| line.by == by);
                let asked = said().filter(|line| line.text.trim_end().ends_with(['?', '؟', '？'])).count();
                asked * 1_000 / said().count().max(1)
            };
            // The first of several who ask equally much: the person who opens a conversation leads it.
            let asker = (0..parts.len()).rev().filter(|by| parts.get(*by) == Some(&None)).max_by_key(|by| share(*by));
            if let Some(slot) = asker.and_then(|by| parts.get_mut(by)) {
                *slot = Some(Part::Asks);
            }
        }
        parts.into_iter().map(|part| part.unwrap_or(Part::Answers)).collect()
    }

    /// What is sent: everybody's lines but those of who is left away.
    pub(crate) fn turns(&self, parts: &[Part]) -> Vec<TranscriptTurn> {
        let turn = |line: &Line| {
            let speaker = match parts.get(line.by)? {
                Part::Asks => Speaker::Agent,
                Part::Answers => Speaker::User,
                Part::Away => return None,
            };
            Some(TranscriptTurn { speaker, text: line.text.clone() })
        };
        self.lines.iter().filter_map(turn).collect()
    }
}

fn part_of_name(name: &str) -> Option<Part> {
    let is_one_of = |names: &[&str]| names.iter().any(|one| name.eq_ignore_ascii_case(one));
    if is_one_of(&ASKING) {
        Some(Part::Asks)
    } else if is_one_of(&ANSWERING) {
        Some(Part::Answers)
    } else {
        None
    }
}

/// The name before a colon and what follows: "Anna:", "**Anna:**", "[00:12] Anna:", "<v Anna>".
fn named(row: &str) -> Option<(&str, &str)> {
    if let Some((name, said)) = row.strip_prefix("<v ").and_then(|rest| rest.split_once('>')) {
        return Some((name.trim(), said.trim().trim_end_matches("</v>")));
    }
    let row = without_time(row);
    let (name, said) = row.split_once(':')?;
    let name = without_time(name).trim_matches(['*', '_', '-', '•', ' ']);
    let name = name.split_once(['(', '[']).map_or(name, |(name, _)| name.trim_end());
    let fits = name.chars().count() <= 40
        && name.split_whitespace().count() <= 4
        && name.starts_with(char::is_alphabetic)
        && !name.contains(['?', '!', ',', ';', '"', '/', '“']);
    (fits && !said.starts_with("//")).then(|| (name, said.trim_start_matches(['*', '_']).trim()))
}

/// Without "[00:01:23]" or "00:01 " at the beginning.
fn without_time(row: &str) -> &str {
    let rest = row.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '[' | ']' | '(' | ')' | ':' | '.' | ' '));
    if row.len() > rest.len() && row.contains(':') { rest } else { row }
}

/// What only subtitles have between the words.
fn is_timing(row: &str) -> bool {
    row.contains("-->") || row == "WEBVTT" || (!row.is_empty() && row.bytes().all(|one| one.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::{Part, Transcript};

    fn check(text: &str, wanted: &[(&str, Part, &str)]) {
        let read = Transcript::read(text);
        let parts = read.parts();
        let lines: Vec<_> =
            read.lines.iter().map(|line| (read.names[line.by].as_str(), parts[line.by], line.text.as_str())).collect();
        assert_eq!(lines, wanted, "{text}");
    }

    #[test]
    fn named_lines_are_told_apart() {
        use Part::{Answers, Asks};
        check(
            "Agent: What do you sell?\nUser: Wool.\nAnd silk.\n\nagent: Since when?\nUSER: 2019",
            &[
                ("Agent", Asks, "What do you sell?"),
                ("User", Answers, "Wool.\nAnd silk."),
                ("Agent", Asks, "Since when?"),
                ("User", Answers, "2019"),
            ],
        );
        check(
            "Anna: We sell wool. Shall we begin?\nBen: What is it for?\nAnna: Socks.\nBen: For whom?",
            &[
                ("Anna", Answers, "We sell wool. Shall we begin?"),
                ("Ben", Asks, "What is it for?"),
                ("Anna", Answers, "Socks."),
                ("Ben", Asks, "For whom?"),
            ],
        );
        check("**Zoë Müller:** Hello\n**Ben:** Hi", &[("Zoë Müller", Asks, "Hello"), ("Ben", Answers, "Hi")]);
        check(
            "[00:01] Ben (host): Why?\n[00:04] Anna: Because: reasons",
            &[("Ben", Asks, "Why?"), ("Anna", Answers, "Because: reasons")],
        );
        check("Interviewer:\nWho are you?\nGuest:\nAnna", &[("Interviewer", Asks, "Who are you?"), ("Guest", Answers, "Anna")]);
    }

    #[test]
    fn a_colon_within_a_sentence_names_nobody() {
        use Part::{Answers, Asks};
        check(
            "Q: Where?\nA: See https://example.com: there\nNote: closed on Sunday\nQ: When?\nA: At 10:30",
            &[
                ("Q", Asks, "Where?"),
                ("A", Answers, "See https://example.com: there\nNote: closed on Sunday"),
                ("Q", Asks, "When?"),
                ("A", Answers, "At 10:30"),
            ],
        );
    }

    #[test]
    fn subtitles_are_read() {
        use Part::{Answers, Asks};
        check(
            "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\n<v Ben>How many?</v>\n\n2\n00:00:03.000 --> 00:00:04.000\n<v Anna>Twelve</v>",
            &[("Ben", Asks, "How many?"), ("Anna", Answers, "Twelve")],
        );
    }

    #[test]
    fn notes_without_names_are_one_persons() {
        check(
            "We sell wool.\nAnd silk.\n\nBudget is 5000",
            &[("", Part::Answers, "We sell wool.\nAnd silk."), ("", Part::Answers, "Budget is 5000")],
        );
        check(" \n\n", &[]);
    }

    #[test]
    fn who_is_left_away_is_not_sent() {
        let read = Transcript::read("Agent: Hello\nUser: Hi\nCarl: (coughs)\nCarl: again");
        let turns = read.turns(&[Part::Asks, Part::Answers, Part::Away]);
        assert_eq!(turns.iter().map(|turn| turn.text.as_str()).collect::<Vec<_>>(), ["Hello", "Hi"]);
    }
}
