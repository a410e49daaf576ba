use crate::{erased::Erase, words::models as text};
use leptos::prelude::*;
use protocol::models::UsageView;

/// What calls came to, a line for each group, with a bar for its share of the largest.
#[component]
pub(super) fn Usage(name: &'static str, rows: Vec<UsageView>, group: fn(String) -> String) -> impl IntoView {
    // Where nothing has a price, tokens are what people would compare.
    let priced = rows.iter().any(|row| row.cost_usd.0 > 0);
    let weight = move |row: &UsageView| {
        if priced { u64::try_from(row.cost_usd.0).unwrap_or(0) } else { row.input_tokens + row.output_tokens }
    };
    let most = rows.iter().map(weight).max().unwrap_or(0).max(1);
    let lines = rows
        .into_iter()
        .map(|row| {
            let share = (weight(&row).saturating_mul(100) / most).to_string();
            let remark = text::remark(row.failed_calls, row.unpriced_calls, row.estimated_calls);
            view! {
                <tr>
                    <th scope="row">{group(row.group)}</th>
                    <td class="number">{row.calls}</td>
                    <td class="number">{row.input_tokens + row.output_tokens}</td>
                    <td class="number">{row.cost_usd.to_string()}</td>
                    <td>
                        <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
                            <rect width=share height="8"></rect>
                        </svg>
                        <small class="quiet">{remark}</small>
                    </td>
                </tr>
            }
        })
        .collect::<Vec<_>>();
    view! {
        <section>
            <h2>{name}</h2>
            {if lines.is_empty() {
                view! { <p class="quiet">{text::UNUSED}</p> }.erase()
            } else {
                view! {
                    <div class="scrolls" tabindex="0" role="region" aria-label=name>
                        <table class="usage">
                            <thead>
                                <tr>{text::COLUMNS.map(|column| view! { <th scope="col">{column}</th> }).collect_view()}</tr>
                            </thead>
                            <tbody>{lines}</tbody>
                        </table>
                    </div>
                }
                    .erase()
            }}
        </section>
    }
    .erase()
}
