use super::{
    calls::{ModelPriceShown, PricesView, ResetPricesByForm, read_prices},
    form::PricesForm,
};
use crate::{
    calls::{open, page_data},
    erased::Erase,
    pages::{admin::nav::AdminNav, interviews::fault_of_form},
    parts::{Alert, Fault},
    words::{models, prices as text},
};
use leptos::{prelude::*, server_fn::ServerFn};
use leptos_meta::Title;

/// What models, databases and searches cost, and the form that changes it.
#[component]
pub(crate) fn PricesPage() -> impl IntoView {
    let page = page_data(Signal::stored(String::new()), |_| Box::pin(read_prices()));
    let (fault, saved) = (RwSignal::new(fault_of_form()), RwSignal::new(false));
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<PricesView>(page.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(PricesView { models, wish, listed }) => {
                        view! {
                            <main id="main" class="page models" tabindex="-1">
                                <AdminNav here="/admin/prices" />
                                <h1>{text::TITLE}</h1>
                                <p>{text::ABOUT}</p>
                                <p class="small quiet" data-testid="prices-whose">
                                    {if listed { text::LISTED } else { text::OWN }}
                                </p>
                                <Alert fault=fault />
                                <p role="status">{move || saved.get().then_some(text::SAVED)}</p>
                                {of_models(models)}
                                <PricesForm wish=wish page=page fault=fault saved=saved />
                                {(!listed).then(reset)}
                            </main>
                        }
                            .erase()
                    }
                }
            })}
        </Suspense>
    }
    .erase()
}

/// They are set where models are chosen.
fn of_models(shown: Vec<ModelPriceShown>) -> AnyView {
    let none = shown.is_empty().then(|| view! { <p class="quiet">{text::NO_MODEL}</p> }.erase());
    let rows = shown
        .into_iter()
        .map(|one| {
            let price = one.price.map_or_else(|| text::UNKNOWN.to_owned(), |(input, output)| models::price(input, output));
            view! {
                <li>
                    <b>{models::strength(one.strength)}</b>
                    ": "
                    <code>{one.name}</code>
                    " "
                    {price}
                </li>
            }
            .erase()
        })
        .collect_view();
    view! {
        <section aria-labelledby="prices-models">
            <h2 id="prices-models">{text::MODELS}</h2>
            {none}
            <ul class="plain">{rows}</ul>
            <p class="small">
                <a href="/admin/models">{text::TO_MODELS}</a>
            </p>
        </section>
    }
    .erase()
}

fn reset() -> AnyView {
    view! {
        <details class="confirm">
            <summary class="button small" data-testid="prices-reset">
                {text::RESET}
            </summary>
            <p class="small">{text::RESET_WHY}</p>
            <form method="post" action=ResetPricesByForm::PATH>
                <input type="hidden" name="prices" value="listed" />
                <button type="submit" class="button small danger" data-testid="prices-reset-now">
                    {text::RESET_NOW}
                </button>
            </form>
        </details>
    }
    .erase()
}
