use super::super::{forms::AskResearch, room::Room};
use crate::{
    erased::Erase,
    parts::{Icon, icon},
    words::research as text,
};
use leptos::{
    ev::SubmitEvent,
    html::{Input, Select},
    prelude::*,
    server_fn::ServerFn,
    task::spawn_local,
};
use leptos_router::hooks::use_query_map;
use protocol::{
    interview::{InterviewCommand, ObligationTemplate},
    research::TaskType,
};

/// Starts a search: what, about which answer, as what kind.
#[component]
pub(super) fn Ask(room: Room) -> impl IntoView {
    let (query, about, kind) = (NodeRef::<Input>::new(), NodeRef::<Select>::new(), NodeRef::<Select>::new());
    // An obligation's card leads here with its key.
    let wanted = use_query_map().with_untracked(|query| query.get("about")).unwrap_or_default();
    let names = room.peek(|view| {
        let of = |template: &ObligationTemplate| (template.key.clone(), template.name());
        view.definition.obligations.iter().map(of).collect::<Vec<_>>()
    });
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let (Some(query), Some(about), Some(kind)) = (query.get_untracked(), about.get_untracked(), kind.get_untracked()) else {
            return;
        };
        let command = wish(&query.value(), &about.value(), &kind.value());
        spawn_local(async move {
            match room.send(command).await {
                Ok(()) => {
                    query.set_value("");
                    let _gone = room.fault.try_set(None);
                }
                Err(fault) => room.complain(&fault),
            }
        });
    };
    let options = names
        .into_iter()
        .map(|(key, name)| view! { <option value=key.clone() selected=key == wanted dir="auto">{name}</option> })
        .collect_view();
    let kinds = TaskType::ALL.map(|kind| view! { <option value=kind.name()>{text::kind(kind)}</option> }).collect_view();
    view! {
        <form class="card research-ask" method="post" action=AskResearch::PATH on:submit=submit data-testid="research-ask">
            <input type="hidden" name="id" value=room.id.to_string() />
            <h2>{text::ASK}</h2>
            <label class="field">
                <span>{text::QUERY}</span>
                <input node_ref=query name="query" maxlength="300" dir="auto" autocomplete="off" data-testid="research-query" />
            </label>
            <div class="research-choices">
                <label class="field">
                    <span>{text::ABOUT}</span>
                    <select node_ref=about name="key" data-testid="research-about">
                        <option value="">{text::NOTHING}</option>
                        {options}
                    </select>
                </label>
                <label class="field">
                    <span>{text::KIND}</span>
                    <select node_ref=kind name="kind">
                        <option value="">{text::BY_RULE}</option>
                        {kinds}
                    </select>
                </label>
                <button type="submit" class="button primary" data-testid="research-start">
                    {icon(Icon::Search)}
                    {text::START}
                </button>
            </div>
            <p class="small quiet">{text::SENT}</p>
        </form>
    }
    .erase()
}

/// What a form asks for; what is left empty is chosen by rule.
pub(crate) fn wish(query: &str, key: &str, kind: &str) -> InterviewCommand {
    let given = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
    InterviewCommand::Research {
        key: given(key),
        task_type: TaskType::ALL.into_iter().find(|one| one.name() == kind),
        query: given(query),
        priority: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_empty_is_left_to_the_rules() {
        assert_eq!(
            wish("  ", "offer", ""),
            InterviewCommand::Research { key: Some("offer".into()), task_type: None, query: None, priority: None }
        );
        let InterviewCommand::Research { key: None, task_type, query, .. } = wish(" tea ", "", "market_research") else {
            panic!("a wish");
        };
        assert_eq!((task_type, query.as_deref()), (Some(TaskType::MarketResearch), Some("tea")));
    }
}
