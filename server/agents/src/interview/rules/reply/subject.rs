//! What a reply speaks about: one obligation, by the name that people read.

use super::plain::{listing, plain, small, words};
use domain::interview::ReplyPlan;
use protocol::interview::{Choice, ObligationTemplate, WidgetType};

/// One obligation of the plan's objective; without a template when the plan names one that the objective does not have.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    pub(super) key: &'a str,
    pub(super) template: Option<&'a ObligationTemplate>,
}

impl<'a> Subject<'a> {
    pub(super) fn of(plan: &'a ReplyPlan, key: &'a str) -> Self {
        Self { key, template: plan.definition.obligations.iter().find(|one| one.key == key) }
    }

    pub(super) fn widget(self) -> WidgetType {
        self.template.map_or(WidgetType::Text, |one| one.widget_type)
    }

    pub(super) fn options(self) -> &'a [Choice] {
        self.template.map_or(&[], |one| &one.options)
    }

    /// "Target market".
    pub(super) fn name(self) -> String {
        let name = self.template.map_or_else(|| self.key.replace(['_', '-', '.'], " "), ObligationTemplate::name);
        let name = words(&name, 60);
        if name.is_empty() { "This point".to_owned() } else { name }
    }

    /// As it stands inside a sentence: "the target market"; a name that has its own article or is a sentence is left as it is.
    pub(super) fn the(self) -> String {
        let name = self.name();
        let first = name.split(' ').next().unwrap_or_default().to_lowercase();
        if name.split(' ').count() > 5 {
            return format!("“{name}”");
        }
        let owned = first.ends_with("'s") || first.ends_with("’s");
        if owned || matches!(first.as_str(), "the" | "a" | "an" | "this" | "your" | "our" | "my" | "their" | "its" | "any") {
            return small(&name);
        }
        if matches!(first.as_str(), "how" | "what" | "who" | "which" | "when" | "where" | "why" | "is" | "are" | "do" | "does") {
            return format!("“{name}”");
        }
        format!("the {}", small(&name))
    }

    /// How a value is put to it: "as the industry", "for the team size".
    pub(super) fn place(self) -> String {
        format!("{} {}", if self.widget() == WidgetType::Number { "for" } else { "as" }, self.the())
    }

    /// "selling products, services or a subscription".
    pub(super) fn choices(self, link: &str) -> String {
        let labels: Vec<String> = self.options().iter().map(spoken_choice).collect();
        listing(&labels, link, 9)
    }

    pub(super) fn category(self) -> Option<&'a str> {
        self.template.and_then(|one| one.category.as_deref()).filter(|one| !one.trim().is_empty())
    }
}

/// An option's label inside a sentence. A label that is only the value in plain words takes a small letter; one that may be a
/// name ("Italian", "San Francisco", or given without a value of its own) keeps its capital.
pub(super) fn spoken_choice(choice: &Choice) -> String {
    let label = plain(&words(&choice.label, 60), 60);
    let mut parts = label.split(' ');
    let first = parts.next().unwrap_or_default();
    let a_name = choice.label == choice.value
        || parts.any(|one| one.starts_with(char::is_uppercase))
        || ["ian", "ish", "ese", "ean"].iter().any(|ending| first.ends_with(ending));
    if a_name { label } else { small(&label) }
}
