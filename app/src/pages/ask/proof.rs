//! What proves the answer: premises that come from somewhere, inferences from them, and whether they still hold when they are run again.

use super::{
    calls::{RerunLine, RerunShown},
    live::Asking,
    steps::code,
    table::{cell, render_value},
};
use crate::{
    erased::{Erase, Memo},
    parts::{ConfidenceBadge, Icon, icon},
    words::{ask as text, projects::took},
};
use leptos::{ev::SubmitEvent, prelude::*};
use protocol::{
    Confidence,
    ask::{Answer, NodeStatus, ProofNode},
};
use serde_json::Value;

#[component]
pub(super) fn Proof(asking: Asking) -> impl IntoView {
    let rerun = Memo::new(move |_| asking.around.with(|around| around.rerun.clone()));
    let proof = move || {
        let Some(answer) = asking.answer.get().filter(is_proven) else { return ().erase() };
        view! {
            <section aria-labelledby="proof-name" id="proof" data-testid="proof">
                <div class="section-head">
                    <h2 id="proof-name">{text::PROOF}</h2>
                    {asking.may_ask.then(|| again(asking))}
                </div>
                <div role="status">{move || rerun.with(|rerun| rerun.as_ref().map(outcome))}</div>
                {move || rerun.with(|rerun| nodes(&answer, rerun.as_ref()))}
            </section>
        }
        .erase()
    };
    proof.erase()
}

fn is_proven(answer: &Answer) -> bool {
    !answer.premises.is_empty() || !answer.inferences.is_empty()
}

/// The button that runs it again: a plain form, which shows the page with the outcome.
fn again(asking: Asking) -> AnyView {
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        asking.rerun();
    };
    view! {
        <form method="get" action=format!("/ask/{}", asking.id) on:submit=submit>
            <input type="hidden" name="rerun" value="on" />
            <button
                type="submit"
                class="button"
                data-testid="rerun"
                aria-disabled=move || asking.is_rerunning.get().to_string()
            >
                {icon(Icon::Again)}
                <span>{move || if asking.is_rerunning.get() { text::RERUNNING } else { text::RERUN }}</span>
            </button>
        </form>
    }
    .erase()
}

/// In a sentence whether everything still holds.
fn outcome(rerun: &RerunShown) -> AnyView {
    let (class, shape) = if rerun.same { ("chip high wraps", "✓") } else { ("chip medium wraps", "≠") };
    let changed = rerun.premises.iter().filter(|line| line.state != "same").count();
    let words = if rerun.same { text::RERUN_SAME.to_owned() } else { text::rerun_differs(changed) };
    view! {
        <p>
            <span class=class data-testid="rerun-outcome">
                <span aria-hidden="true">{shape}</span>
                {words}
            </span>
        </p>
    }
    .erase()
}

fn nodes(answer: &Answer, rerun: Option<&RerunShown>) -> AnyView {
    let heads = [text::NODE, text::NAME, text::VALUE, text::SOURCE, text::CONFIDENCE, text::WHENCE];
    let mut heads: Vec<AnyView> = heads.into_iter().map(|name| view! { <th scope="col">{name}</th> }.erase()).collect();
    if rerun.is_some() {
        heads.insert(3, view! { <th scope="col">{text::NOW}</th> }.erase());
    }
    let wide = heads.len();
    let group = |name: &'static str, nodes: &[ProofNode]| {
        if nodes.is_empty() {
            return ().erase();
        }
        let rows: Vec<AnyView> = nodes.iter().map(|node| row(node, rerun)).collect();
        view! {
            <tbody>
                <tr class="group-row">
                    <th scope="rowgroup" colspan=wide>
                        {name}
                    </th>
                </tr>
                {rows}
            </tbody>
        }
        .erase()
    };
    view! {
        <div class="scrolls framed" tabindex="0" role="group" aria-label=text::PROOF>
            <table class="proof-table">
                <thead>
                    <tr>{heads}</tr>
                </thead>
                {group(text::PREMISES, &answer.premises)}
                {group(text::INFERENCES, &answer.inferences)}
            </table>
        </div>
    }
    .erase()
}

/// A value of a proof in a few words; of a large table it is how many rows it has.
pub(super) fn node_value(node: &ProofNode) -> String {
    if node.status != NodeStatus::Resolved {
        return text::node_status(node.status).to_owned();
    }
    in_short(&node.value)
}

/// A value in a few words.
pub(super) fn in_short(value: &Value) -> String {
    const LONGEST: usize = 160;
    const SHOWN_ITEMS: usize = 8;
    let words = match value {
        Value::Object(fields) => match fields.get("rows") {
            Some(Value::Number(rows)) => text::rows(rows.as_u64().unwrap_or_default()),
            _ => value.to_string(),
        },
        Value::Array(items) => {
            let first: Vec<String> = items.iter().take(SHOWN_ITEMS).map(in_short).collect();
            let more = items.len().saturating_sub(SHOWN_ITEMS);
            // Rows are told apart from the values in them.
            let first = first.join(if items.iter().any(Value::is_array) { "; " } else { ", " });
            if more > 0 { text::and_more(&first, more) } else { first }
        }
        _ => render_value(value),
    };
    match words.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", words[..end].trim_end()),
        None => words,
    }
}

fn row(node: &ProofNode, rerun: Option<&RerunShown>) -> AnyView {
    let is_number = cell("", &node.value).1 && node.status == NodeStatus::Resolved;
    let class = if is_number { "number" } else { "node-value" };
    let again = rerun.map(|rerun| {
        let line = rerun.premises.iter().find(|line| line.id == node.id);
        view! { <td data-testid="rerun-state">{line.map(state)}</td> }.erase()
    });
    let origin = Some(node.origin.trim().to_owned()).filter(|origin| !origin.is_empty());
    let origin = origin.map(|origin| view! { <span class="small quiet" dir="auto">{origin}</span> }.erase());
    let rests =
        (!node.depends_on.is_empty()).then(|| view! { <p class="small quiet">{text::rests_on(&node.depends_on)}</p> }.erase());
    view! {
        <tr id=format!("node-{}", node.id) data-testid="node">
            <th scope="row">{node.id.clone()}</th>
            <td dir="auto" class="node-name">
                {node.name.clone()}
            </td>
            <td class=class dir="auto">
                {node_value(node)}
            </td>
            {again}
            <td>{text::source(node.source)} " " {origin}</td>
            <td>
                <ConfidenceBadge confidence=Confidence::new(node.confidence) />
            </td>
            <td class="whence">{whence(node)} {rests}</td>
        </tr>
    }
    .erase()
}

/// What became of it when it was run again: a shape, a word, and where it differs the old value and the new one.
fn state(line: &RerunLine) -> AnyView {
    let (class, shape, word) = text::rerun_state(&line.state);
    let values = (line.state == "changed").then(|| {
        let [old, new] = [&line.old, &line.new].map(|value| value.as_ref().map_or_else(|| text::NO_VALUE.to_owned(), in_short));
        view! { " " <span dir="auto">{old}</span> " → " <b dir="auto">{new}</b> }.erase()
    });
    view! {
        <span class=class>
            <span aria-hidden="true">{shape}</span>
            {word}
        </span>
        {values}
    }
    .erase()
}

/// The formula, query, quote or call, which opens.
fn whence(node: &ProofNode) -> AnyView {
    let call = node.call.as_ref().map(|call| serde_json::to_string_pretty(call).unwrap_or_default());
    let quote = node.quote.clone().map(|quote| view! { <blockquote dir="auto">{quote}</blockquote> }.erase());
    let parts = [
        node.formula.as_deref().map(|formula| code(text::FORMULA, formula)),
        node.query.as_deref().map(|query| code(text::QUERY, query)),
        call.as_deref().map(|call| code(text::CALL, call)),
    ];
    let names = [
        node.formula.as_ref().map(|_| text::FORMULA),
        node.query.as_ref().map(|_| text::QUERY),
        node.call.as_ref().map(|_| text::CALL),
        node.quote.as_ref().map(|_| text::QUOTE),
    ];
    let Some(name) = names.into_iter().flatten().next() else { return ().erase() };
    let parts: Vec<AnyView> = parts.into_iter().flatten().chain(quote).collect();
    let took = (node.elapsed_ms > 0).then(|| view! { <p class="small quiet">{took(node.elapsed_ms)}</p> }.erase());
    view! {
        <details class="found-part">
            <summary>{name}</summary>
            <div class="found-body">{parts} {took}</div>
        </details>
    }
    .erase()
}

#[cfg(test)]
mod tests {
    use super::in_short;
    use serde_json::json;

    #[test]
    fn values_of_a_proof_are_short() {
        assert_eq!(in_short(&json!({"rows": 1200, "sha256": "ab"})), "1,200 rows");
        assert_eq!(in_short(&json!([1, 2, 3])), "1, 2, 3");
        assert_eq!(in_short(&json!([["2025-01", 32], ["2025-02", 40]])), "2025-01, 32; 2025-02, 40");
        assert_eq!(in_short(&json!(vec![1; 10])), "1, 1, 1, 1, 1, 1, 1, 1 and 2 more");
        assert!(in_short(&json!("x".repeat(500))).chars().count() <= 161);
    }
}
