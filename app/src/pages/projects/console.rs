use super::{
    answer::table,
    calls::{ArgumentShown, ProjectAct, ProjectDeed, ToolAnswer, ToolShown},
    copied::Copied,
    frame::done,
};
use crate::{erased::Erase, parts::Alert, words::projects as text};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::hooks::use_query_map;
use std::collections::BTreeMap;
use wasm_bindgen::JsCast;
use web_sys::{FormData, HtmlFormElement};

/// Which tool is in the address; its form and its answer are here.
#[component]
pub(super) fn Console(project: String, tools: Vec<ToolShown>) -> impl IntoView {
    let query = use_query_map();
    let chosen = query.with_untracked(|query| query.get("tool").unwrap_or_default());
    let tool = tools.iter().find(|tool| tool.name == chosen).cloned();
    let mut groups: Vec<(String, Vec<AnyView>)> = Vec::new();
    for tool in tools {
        let selected = tool.name == chosen;
        let option = view! { <option value=tool.name.clone() selected=selected>{tool.name.clone()}</option> }.erase();
        match groups.iter_mut().find(|(group, _)| *group == tool.group) {
            Some((_, options)) => options.push(option),
            None => groups.push((tool.group, vec![option])),
        }
    }
    let options = groups
        .into_iter()
        .map(|(group, options)| view! { <optgroup label=text::group(&group)>{options}</optgroup> }.erase())
        .collect_view();
    view! {
        <form method="get" action=format!("/projects/{project}/tools") class="inline-form choose">
            <label class="field">
                <span>{text::TOOL}</span>
                <select name="tool" required>
                    <option value="" selected=chosen.is_empty()>
                        "–"
                    </option>
                    {options}
                </select>
            </label>
            <button type="submit" class="button">
                {text::CHOOSE}
            </button>
        </form>
        {tool.map(|tool| view! { <Trial project=project tool=tool /> })}
    }
    .erase()
}

#[component]
fn Trial(project: String, tool: ToolShown) -> impl IntoView {
    let (busy, fault) = (RwSignal::new(false), RwSignal::new(None::<String>));
    let answer = RwSignal::new(None::<ToolAnswer>);
    let sent = RwSignal::new("{}".to_owned());
    let takes = StoredValue::new(tool.takes.clone());
    let (id, name) = (project.clone(), tool.name.clone());
    let run = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(form) = event.target().and_then(|form| form.dyn_into::<HtmlFormElement>().ok()) else { return };
        let Ok(data) = FormData::new_with_form(&form) else { return };
        if busy.get_untracked() {
            return;
        }
        let entered: BTreeMap<String, String> = takes.with_value(|takes| {
            takes.iter().map(|one| (one.name.clone(), data.get(&one.name).as_string().unwrap_or_default())).collect()
        });
        busy.set(true);
        fault.set(None);
        answer.set(None);
        sent.set(takes.with_value(|takes| body(takes, &entered)));
        let act = ProjectAct { name: name.clone(), entered, ..ProjectAct::new(&id, ProjectDeed::RunTool) };
        spawn_local(async move {
            match done(act).await {
                Ok(shown) => answer.set(Some(shown)),
                Err(error) => fault.set(Some(error.to_string())),
            }
            busy.set(false);
        });
    };
    let path = format!("/api/v1/projects/{project}/tools/{}", tool.name);
    let curl = Signal::derive(move || {
        let body = sent.get().replace('\'', "'\\''");
        format!(
            "curl -X POST \"$DISCOVERY_URL{path}\" \\\n  -H \"Authorization: Bearer $DISCOVERY_TOKEN\" \\\n  -H 'Content-Type: application/json' \\\n  -d '{body}'"
        )
    });
    let empty = tool.takes.is_empty();
    let fields = tool.takes.into_iter().map(field).collect_view();
    view! {
        <form class="card trial" on:submit=run data-testid="tool-form">
            <p>
                <b>
                    <code>{tool.name}</code>
                </b>
            </p>
            <p class="quiet">{tool.about}</p>
            {empty.then(|| view! { <p class="small quiet">{text::NO_ARGUMENTS}</p> })}
            <div class="fields">{fields}</div>
            <p class="row">
                <button type="submit" class="button primary" disabled=move || busy.get()>
                    {text::RUN_TOOL}
                </button>
                <span role="status" class="small quiet">
                    {move || {
                        if busy.get() { text::WORKING.to_owned() } else { answer.with(|one| one.as_ref().map_or(String::new(), |one| text::took(one.elapsed_ms))) }
                    }}
                </span>
            </p>
        </form>
        <Alert fault=fault />
        {move || answer.get().map(answered)}
        <Copied what=curl label=text::AS_CURL />
    }
    .erase()
}

fn answered(answer: ToolAnswer) -> AnyView {
    let as_table = (!answer.columns.is_empty()).then(|| {
        view! {
            <h3>{text::AS_TABLE}</h3>
            {table(answer.columns, answer.rows, text::AS_TABLE, "tool-table")}
        }
        .erase()
    });
    view! {
        {as_table}
        <div data-testid="tool-answer">
            <Copied what=Signal::stored(answer.json) label=text::AS_JSON />
        </div>
    }
    .erase()
}

fn field(one: ArgumentShown) -> AnyView {
    let id = format!("argument-{}", one.name);
    let hint = format!("{id}-hint");
    let control = match one.form.as_str() {
        "flag" => view! {
            <select id=id.clone() name=one.name.clone() aria-describedby=hint.clone()>
                <option value="">"–"</option>
                <option value="true">"true"</option>
                <option value="false">"false"</option>
            </select>
        }
        .erase(),
        "texts" | "anything" => view! {
            <textarea id=id.clone() name=one.name.clone() rows="2" required=one.required spellcheck="false" dir="auto" aria-describedby=hint.clone()></textarea>
        }
        .erase(),
        form => {
            let mode = match form {
                "count" => "numeric",
                "number" => "decimal",
                _ => "text",
            };
            view! {
                <input
                    id=id.clone()
                    name=one.name.clone()
                    inputmode=mode
                    placeholder=one.usual
                    required=one.required
                    autocomplete="off"
                    spellcheck="false"
                    dir="auto"
                    aria-describedby=hint.clone()
                />
            }
            .erase()
        }
    };
    view! {
        <div class="field">
            <label for=id>{one.name}</label>
            {control}
            <small class="quiet" id=hint>
                {one.about}
            </small>
        </div>
    }
    .erase()
}

/// What a program sends, as JSON.
fn body(takes: &[ArgumentShown], entered: &BTreeMap<String, String>) -> String {
    let mut given = serde_json::Map::new();
    for one in takes {
        let Some(text) = entered.get(&one.name).map(|text| text.trim()).filter(|text| !text.is_empty()) else { continue };
        let value = match one.form.as_str() {
            "count" | "number" | "flag" | "anything" => serde_json::from_str(text).unwrap_or_else(|_| text.into()),
            "texts" => text.split([',', '\n']).map(str::trim).filter(|one| !one.is_empty()).collect(),
            _ => text.into(),
        };
        given.insert(one.name.clone(), value);
    }
    serde_json::Value::Object(given).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_sends_what_was_entered() {
        let one = |name: &str, form: &str| ArgumentShown {
            name: name.into(),
            form: form.into(),
            required: false,
            about: String::new(),
            usual: String::new(),
        };
        let takes = [one("query", "text"), one("limit", "count"), one("tables", "texts"), one("save", "flag")];
        let entered = [("query", "it's 5"), ("limit", "3"), ("tables", "a, b"), ("save", "")];
        let entered = entered.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect();
        let sent: serde_json::Value = serde_json::from_str(&body(&takes, &entered)).expect("JSON");
        assert_eq!(sent, serde_json::json!({"query": "it's 5", "limit": 3, "tables": ["a", "b"]}));
    }
}
