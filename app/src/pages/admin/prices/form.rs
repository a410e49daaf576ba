use super::calls::{PricesWish, SavePricesByForm, SearchEntered, WarehouseEntered, save_prices};
use crate::{
    browser,
    calls::PageData,
    erased::{Effect, Erase},
    words::prices as text,
};
use leptos::{ev::SubmitEvent, html::Form, prelude::*, server_fn::ServerFn, task::spawn_local};
use web_sys::FormData;

/// What databases and searches cost, in one form.
#[component]
pub(super) fn PricesForm(
    wish: PricesWish,
    page: PageData,
    fault: RwSignal<Option<String>>,
    saved: RwSignal<bool>,
) -> impl IntoView {
    let form = NodeRef::<Form>::new();
    let busy = RwSignal::new(false);
    let rows = StoredValue::new(wish.clone());
    Effect::new(move |_| browser::guard_changes());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(entered) = entered(form, &rows.get_value()).filter(|_| !busy.get_untracked()) else { return };
        busy.set(true);
        saved.set(false);
        fault.set(None);
        spawn_local(async move {
            let outcome = save_prices(entered).await;
            // The page may be gone by now.
            let _gone = busy.try_set(false);
            match outcome {
                Ok(()) => {
                    let _gone = saved.try_set(true);
                    browser::keep_place(move || page.refetch());
                }
                Err(wrong) => {
                    let _gone = fault.try_set(Some(wrong.to_string()));
                    if let Some(form) = form.try_get_untracked().flatten() {
                        browser::note_refused(&form);
                    }
                }
            }
        });
    };
    let warehouses = wish.warehouses.into_iter().enumerate().map(|(at, one)| warehouse(at, one)).collect_view();
    let searches = wish.searches.into_iter().enumerate().map(|(at, one)| search(at, one)).collect_view();
    view! {
        <form
            method="post"
            action=SavePricesByForm::PATH
            class="models-form"
            on:submit=submit
            node_ref=form
            data-guard="true"
            data-testid="prices"
        >
            <h2>{text::WAREHOUSES}</h2>
            <p class="small quiet">{text::WAREHOUSES_WHY}</p>
            {warehouses}
            <h2>{text::SEARCHES}</h2>
            <fieldset class="card">
                <legend>{text::PER_CALL}</legend>
                <div class="fields">{searches}</div>
            </fieldset>
            <p class="row">
                <button type="submit" class="button primary" aria-disabled=move || busy.get().to_string() data-testid="prices-save">
                    {text::SAVE}
                </button>
            </p>
        </form>
    }
    .erase()
}

fn warehouse_name(at: usize, field: &str) -> String {
    format!("wish[warehouses][{at}][{field}]")
}

fn search_name(at: usize, field: &str) -> String {
    format!("wish[searches][{at}][{field}]")
}

/// The rows are those that are shown; what stands in them is the form's.
fn entered(form: NodeRef<Form>, rows: &PricesWish) -> Option<PricesWish> {
    let data = FormData::new_with_form(&form.get_untracked()?).ok()?;
    let of = |name: String| data.get(&name).as_string().unwrap_or_default();
    let warehouse = |(at, one): (usize, &WarehouseEntered)| WarehouseEntered {
        kind: one.kind.clone(),
        per_tb: of(warehouse_name(at, "per_tb")),
        per_second: of(warehouse_name(at, "per_second")),
        least: of(warehouse_name(at, "least")),
    };
    let search = |(at, one): (usize, &SearchEntered)| SearchEntered {
        provider: one.provider.clone(),
        per_call: of(search_name(at, "per_call")),
    };
    Some(PricesWish {
        warehouses: rows.warehouses.iter().enumerate().map(warehouse).collect(),
        searches: rows.searches.iter().enumerate().map(search).collect(),
    })
}

fn warehouse(at: usize, one: WarehouseEntered) -> AnyView {
    let name = |field: &str| warehouse_name(at, field);
    view! {
        <fieldset class="card" data-testid=format!("price-{}", one.kind)>
            <legend>{text::warehouse(&one.kind)}</legend>
            <input type="hidden" name=name("kind") value=one.kind.clone() />
            <div class="fields">
                {field(name("per_tb"), text::PER_TB.to_owned(), one.per_tb)} {field(name("per_second"), text::PER_SECOND.to_owned(), one.per_second)}
                {field(name("least"), text::LEAST.to_owned(), one.least)}
            </div>
        </fieldset>
    }
    .erase()
}

fn search(at: usize, one: SearchEntered) -> AnyView {
    let label = text::search(&one.provider).to_owned();
    view! {
        <input type="hidden" name=search_name(at, "provider") value=one.provider />
        {field(search_name(at, "per_call"), label, one.per_call)}
    }
    .erase()
}

fn field(name: String, label: String, value: String) -> AnyView {
    view! {
        <label class="field">
            <span>{label}</span>
            <input name=name value=value inputmode="decimal" maxlength="40" autocomplete="off" spellcheck="false" placeholder=text::NOT_KNOWN />
        </label>
    }
    .erase()
}
