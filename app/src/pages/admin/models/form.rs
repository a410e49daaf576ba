use crate::{
    browser,
    erased::{Effect, Erase},
    words::models as text,
};
use leptos::prelude::*;
use protocol::models::{ChoiceView, ModelsView, Provider, Strength, Usd};

/// Everything that is chosen, in one form. A key is entered and never shown.
#[component]
pub(super) fn ModelsForm(view: ModelsView) -> impl IntoView {
    let sent = RwSignal::new(false);
    let budget = view.budget;
    Effect::new(move |_| browser::guard_changes());
    view! {
        <form method="post" action="/admin/models" class="models-form" data-guard="true" on:submit=move |_| sent.set(true)>
            {choice(Strength::Fast, &view.fast)}
            {choice(Strength::Strong, &view.strong)}
            <fieldset class="card">
                <legend>{text::BUDGET}</legend>
                <p class="small quiet">{text::BUDGET_WHY}</p>
                <div class="fields">
                    {field("budget_day".into(), text::BUDGET_DAY, "text", dollars(budget.day_usd), "")}
                    {field("budget_session".into(), text::BUDGET_SESSION, "text", dollars(budget.session_usd), "")}
                </div>
            </fieldset>
            <p class="row">
                <button type="submit" class="button primary" data-testid="save">
                    {text::SAVE}
                </button>
                <span role="status">{move || sent.get().then_some(text::SENT)}</span>
            </p>
        </form>
    }
    .erase()
}

fn choice(strength: Strength, view: &ChoiceView) -> AnyView {
    let prefix = strength.name();
    let name = |field: &str| format!("{prefix}_{field}");
    let chosen = view.chosen.as_ref();
    let held = chosen.map(|chosen| chosen.provider);
    let options = Provider::ALL
        .map(|one| view! { <option value=one.name() selected={held == Some(one)}>{one.label()}</option> })
        .collect_view();
    let (model, url) =
        chosen.map_or_else(Default::default, |chosen| (chosen.model.clone(), chosen.base_url.clone().unwrap_or_default()));
    let price = chosen.and_then(|chosen| chosen.price);
    let listed = chosen.and_then(|chosen| chosen.price_in_use).map(|price| text::price(price.input, price.output));
    view! {
        <fieldset class="card" data-testid=prefix>
            <legend>{text::strength(strength)}</legend>
            <p class="small quiet">{text::purpose(strength)}</p>
            <div class="fields">
                <label class="field">
                    <span>{text::PROVIDER}</span>
                    <select name=name("provider")>
                        <option value="" selected=held.is_none()>
                            {text::OPERATORS}
                        </option>
                        {options}
                    </select>
                </label>
                {field(name("model"), text::MODEL, "text", model, text::MODEL_HINT)}
                {field(name("base_url"), text::BASE_URL, "text", url, text::BASE_URL_HINT)}
                {field(name("key"), text::KEY, "password", String::new(), if view.api_key_set { text::KEY_SET } else { text::KEY_UNSET })}
                {field(name("price_input"), text::PRICE_INPUT, "text", dollars(price.map(|price| price.input)), "")}
                {field(name("price_output"), text::PRICE_OUTPUT, "text", dollars(price.map(|price| price.output)), "")}
            </div>
            {listed.map(|listed| view! { <p class="small quiet">{listed}</p> })}
            {view
                .api_key_set
                .then(|| {
                    view! {
                        <label class="check">
                            <input type="checkbox" name=name("key_remove") value="on" />
                            <span>{text::KEY_REMOVE}</span>
                        </label>
                    }
                })}
            <button type="submit" class="button" name="test" value=prefix data-testid={format!("test-{prefix}")}>
                {text::test(strength)}
            </button>
        </fieldset>
    }
    .erase()
}

fn field(name: String, label: &'static str, kind: &'static str, value: String, hint: &'static str) -> impl IntoView {
    let hint_id = format!("{name}-hint");
    let described = (!hint.is_empty()).then(|| hint_id.clone());
    let hint = (!hint.is_empty()).then(|| view! { <small id=hint_id class="quiet">{hint}</small> });
    view! {
        <div class="field">
            <label for=name.clone()>{label}</label>
            <input id=name.clone() name=name type=kind value=value autocomplete="off" spellcheck="false" aria-describedby=described />
            {hint}
        </div>
    }
    .erase()
}

fn dollars(amount: Option<Usd>) -> String {
    amount.map(|amount| amount.in_dollars().to_string()).unwrap_or_default()
}
