use super::copied::Copied;
use crate::{
    erased::{Effect, Erase},
    words::{projects as text, queries},
};
use leptos::prelude::*;

/// What stands for this server until the browser knows its address.
const SERVER: &str = "https://discovery.example";

/// How other programs reach the project's tools, ready to be copied.
#[component]
pub(super) fn Programs(project: String, name: String) -> impl IntoView {
    let origin = RwSignal::new(SERVER.to_owned());
    Effect::new(move |_| {
        if let Ok(own) = window().location().origin() {
            origin.set(own);
        }
    });
    let called = plain(&name);
    let project = StoredValue::new(project);
    let address = Signal::derive(move || format!("{}/mcp?project={}", origin.get(), project.get_value()));
    let called_over_http = Signal::derive(move || {
        format!(
            "curl -X POST \"{}/api/v1/projects/{}/tools/list_databases\" \\\n  -H \"Authorization: Bearer YOUR_TOKEN\" \\\n  -H 'Content-Type: application/json' \\\n  -d '{{}}'",
            origin.get(),
            project.get_value()
        )
    });
    let command = format!("discovery ask --project-id {} \"How many orders are there?\"", project.get_value());
    let stdio = format!("discovery mcp --project {}", project.get_value());
    let http = {
        let called = called.clone();
        Signal::derive(move || {
            let address = address.get();
            format!(
                "{{\n  \"mcpServers\": {{\n    \"{called}\": {{\n      \"type\": \"http\",\n      \"url\": \"{address}\",\n      \"headers\": {{ \"Authorization\": \"Bearer YOUR_TOKEN\" }}\n    }}\n  }}\n}}"
            )
        })
    };
    let started = format!(
        "{{\n  \"mcpServers\": {{\n    \"{called}\": {{\n      \"command\": \"discovery\",\n      \"args\": [\"mcp\", \"--project\", \"{}\"]\n    }}\n  }}\n}}",
        project.get_value()
    );
    view! {
        <section aria-labelledby="programs" class="programs">
            <h2 id="programs">{text::PROGRAMS}</h2>
            <p class="small quiet">
                {text::PROGRAMS_TOKEN} " " <a href="/settings">{text::TO_TOKENS}</a>
            </p>
            <h3>{queries::BY_HTTP}</h3>
            <p class="quiet">{queries::BY_HTTP_WHAT}</p>
            <Copied what=called_over_http label=queries::BY_HTTP_CALL />
            <h3>{queries::BY_MCP}</h3>
            <p class="quiet">{queries::BY_MCP_WHAT}</p>
            <Copied what=address label=text::PROGRAMS_HTTP />
            <Copied what=http label=text::PROGRAMS_CONFIG />
            <Copied what=Signal::stored(started) label=text::PROGRAMS_CONFIG_STDIO />
            <h3>{queries::BY_COMMAND}</h3>
            <p class="quiet">{queries::BY_COMMAND_WHAT}</p>
            <Copied what=Signal::stored(command) label=queries::BY_COMMAND_ASK />
            <Copied what=Signal::stored(stdio) label=text::PROGRAMS_STDIO />
        </section>
    }
    .erase()
}

/// A name that every client takes.
fn plain(name: &str) -> String {
    let letters: String =
        name.to_ascii_lowercase().chars().map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '-' }).collect();
    let parts: Vec<&str> = letters.split('-').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { "project".to_owned() } else { parts.join("-") }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn every_client_takes_the_name() {
        assert_eq!([plain("Music store, EU"), plain("Größe"), plain("世界")], ["music-store-eu", "gr-e", "project"]);
    }
}
