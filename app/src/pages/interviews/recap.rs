//! What a reply reads back, as a list: each value as it is held now, with how sure it is, and corrected on the spot. Elsewhere the
//! reply's own lines stand.

use super::{
    chip::{Chip, Understood},
    room::Room,
};
use crate::{
    erased::{Erase, Memo},
    words::room as text,
};
use leptos::{prelude::*, tachys::view::any_view::AnyView};
use protocol::{MessageId, interview::InterviewView};

const ITEM: &str = "- ";

/// A reply with a list in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Recap {
    pub(super) before: String,
    pub(super) lines: Vec<Line>,
    pub(super) after: String,
}

/// "- Industry: bicycle repair".
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The obligation that it reads back; none for "and three more".
    key: Option<String>,
    name: String,
    value: String,
}

impl Recap {
    /// None where a reply reads nothing back.
    pub(super) fn read(view: &InterviewView, content: &str) -> Option<Self> {
        let lines: Vec<&str> = content.lines().collect();
        let first = lines.iter().position(|line| line.starts_with(ITEM))?;
        let (before, rest) = lines.split_at(first);
        let (listed, after) = rest.split_at(rest.iter().take_while(|line| line.starts_with(ITEM)).count());
        let lines: Vec<Line> = listed.iter().map(|line| Line::read(view, line.trim_start_matches(ITEM))).collect();
        let known = lines.iter().any(|line| line.key.is_some());
        known.then(|| Self { before: before.join("\n"), lines, after: after.join("\n") })
    }
}

impl Line {
    fn read(view: &InterviewView, line: &str) -> Self {
        let named = view.definition.obligations.iter().find_map(|one| {
            let name = one.name();
            let value = line.strip_prefix(name.as_str())?.strip_prefix(": ")?.to_owned();
            Some(Self { key: Some(one.key.clone()), name, value })
        });
        named.unwrap_or_else(|| Self { key: None, name: String::new(), value: line.to_owned() })
    }
}

/// The list itself.
pub(super) fn recap_list(room: Room, message: MessageId, lines: Vec<Line>) -> AnyView {
    let editing = RwSignal::new(None::<String>);
    let active = Memo::new(move |_| room.is_active());
    let rows = lines.into_iter().map(|line| row(room, message, line, active, editing)).collect_view();
    view! {
        <ul class="recap" aria-label=text::READ_BACK data-testid="recap">
            {rows}
        </ul>
    }
    .erase()
}

fn row(room: Room, message: MessageId, line: Line, active: Memo<bool>, editing: RwSignal<Option<String>>) -> AnyView {
    let Line { key, name, value } = line;
    let Some(key) = key else { return view! { <li class="quiet">{value}</li> }.erase() };
    let held = Memo::new(move |_| room.with(|view| Chip::read(view, key.clone())));
    let shown = move || match held.get() {
        Some(chip) => {
            view! { <Understood room=room message=message chip=chip active=active editing=editing read_back=true /> }.erase()
        }
        // It was taken back since.
        None => {
            let (name, value) = (name.clone(), value.clone());
            view! { <li class="quiet"><span dir="auto">{name}</span> <s dir="auto">{value}</s></li> }.erase()
        }
    };
    shown.erase()
}

#[cfg(test)]
mod tests {
    use super::{Line, Recap};
    use protocol::interview::InterviewView;
    use serde_json::json;

    fn view() -> InterviewView {
        let id = "01890000-0000-7000-8000-000000000000";
        let one = |key: &str, label: &str| {
            json!({"key": key, "fieldPath": key, "label": label, "prompt": "?", "collectionType": "direct_question",
                "widgetType": "text", "priority": 5})
        };
        let definition = json!({"displayName": "A shop", "completion": {"requiredObligations": ["goods"]},
            "obligations": [one("goods", "Goods"), one("market", "Target market")]});
        let opened = json!({"seq": 1, "at": 0, "turn": 0, "event": {
            "type": "opened", "id": id, "context_type": "business_profile", "objective_id": id, "objective_version": "1.0.0",
            "definition": definition,
        }});
        InterviewView::opened(&serde_json::from_value(opened).expect("an event")).expect("an interview")
    }

    #[test]
    fn the_lines_of_a_reply_are_told_from_its_sentences() {
        let view = view();
        let line = |key: Option<&str>, name: &str, value: &str| Line {
            key: key.map(str::to_owned),
            name: name.to_owned(),
            value: value.to_owned(),
        };
        let recap = Recap::read(
            &view,
            "My notes say:\n- Goods: tea: green\n- Target market: offices\n- and two more\nStill open: the budget.",
        );
        let recap = recap.expect("a list");
        assert_eq!((recap.before.as_str(), recap.after.as_str()), ("My notes say:", "Still open: the budget."));
        assert_eq!(
            recap.lines,
            [
                line(Some("goods"), "Goods", "tea: green"),
                line(Some("market"), "Target market", "offices"),
                line(None, "", "and two more")
            ]
        );
        for reply in ["What do you sell?", "- something else\n- and more", "Goods: tea", ""] {
            assert_eq!(Recap::read(&view, reply), None, "{reply}");
        }
    }
}
