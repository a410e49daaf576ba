use super::calls::{PlaceLine, PlaceWish, SavePlaceByForm, save_place};
use crate::{
    browser,
    calls::PageData,
    erased::{Effect, Erase},
    parts::escape_textarea,
    words::places as text,
};
use leptos::{ev::SubmitEvent, html::Form, prelude::*, server_fn::ServerFn, task::spawn_local};
use leptos_router::hooks::use_navigate;
use web_sys::FormData;

/// A new place, or one that is there already.
#[component]
pub(super) fn PlaceForm(
    known: Option<PlaceLine>,
    page: PageData,
    fault: RwSignal<Option<String>>,
    saved: RwSignal<bool>,
) -> impl IntoView {
    let form = NodeRef::<Form>::new();
    let busy = RwSignal::new(false);
    let is_new = known.is_none();
    Effect::new(move |_| browser::guard_changes());
    let navigate = use_navigate();
    let leave = Callback::new(move |()| navigate("/admin/places", Default::default()));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(wish) = entered(form).filter(|_| !busy.get_untracked()) else { return };
        busy.set(true);
        saved.set(false);
        fault.set(None);
        spawn_local(async move {
            let outcome = save_place(wish).await;
            // The page may be gone by now.
            let _gone = busy.try_set(false);
            match outcome {
                Ok(()) if is_new => {
                    let _gone = saved.try_set(true);
                    browser::keep_place(move || page.refetch());
                }
                Ok(()) => {
                    let _gone = saved.try_set(true);
                    let _gone = leave.try_run(());
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
    let title = known.as_ref().map_or_else(|| text::ADD.to_owned(), |line| text::edit(&line.name));
    let wish = known.map(wish_from).unwrap_or_default();
    let cancel = (!is_new).then(|| view! { <a class="button" href="/admin/places">{text::CANCEL}</a> }.erase());
    view! {
        <section class="card padded" aria-labelledby="place-form">
            <h2 id="place-form" dir="auto">{title}</h2>
            <form
                method="post"
                action=SavePlaceByForm::PATH
                on:submit=submit
                node_ref=form
                data-guard="true"
                data-testid="place-form"
            >
                <input type="hidden" name="wish[id]" value=wish.id.clone() />
                {fields(wish)}
                <p class="small quiet">{text::SAVE_WHY}</p>
                <p class="row">
                    <button type="submit" class="button primary" aria-disabled=move || busy.get().to_string() data-testid="save-place">
                        {text::SAVE}
                    </button>
                    {cancel}
                </p>
            </form>
        </section>
    }
    .erase()
}

fn wish_from(line: PlaceLine) -> PlaceWish {
    let PlaceLine { id, name, aliases, kind, city, region, country } = line;
    PlaceWish { id: id.to_string(), name, aliases: aliases.join("\n"), kind, city, region, country }
}

fn entered(form: NodeRef<Form>) -> Option<PlaceWish> {
    let data = FormData::new_with_form(&form.get_untracked()?).ok()?;
    let of = |name: &str| data.get(&format!("wish[{name}]")).as_string().unwrap_or_default();
    Some(PlaceWish {
        id: of("id"),
        name: of("name"),
        aliases: of("aliases"),
        kind: of("kind"),
        city: of("city"),
        region: of("region"),
        country: of("country"),
    })
}

fn fields(wish: PlaceWish) -> AnyView {
    let kinds = text::KINDS
        .map(|(name, word)| view! { <option value=name selected={wish.kind == name}>{word}</option> }.erase())
        .collect_view();
    view! {
        <div class="field">
            <label for="place-name">{text::NAME}</label>
            <input id="place-name" name="wish[name]" required maxlength="100" value=wish.name autocomplete="off" dir="auto" aria-describedby="place-name-hint" />
            <small id="place-name-hint" class="quiet">
                {text::NAME_HINT}
            </small>
        </div>
        <div class="field">
            <label for="place-aliases">{text::ALIASES}</label>
            <textarea id="place-aliases" name="wish[aliases]" rows="3" maxlength="2100" dir="auto" aria-describedby="place-aliases-hint">
                {escape_textarea(wish.aliases)}
            </textarea>
            <small id="place-aliases-hint" class="quiet">
                {text::ALIASES_HINT}
            </small>
        </div>
        <div class="fields">
            <label class="field">
                <span>{text::KIND}</span>
                <select name="wish[kind]">{kinds}</select>
            </label>
            {field("city", text::CITY, wish.city)} {field("region", text::REGION, wish.region)}
            <div class="field">
                <label for="place-country">{text::COUNTRY}</label>
                <input id="place-country" name="wish[country]" maxlength="100" value=wish.country autocomplete="off" dir="auto" aria-describedby="place-country-hint" />
                <small id="place-country-hint" class="quiet">
                    {text::COUNTRY_HINT}
                </small>
            </div>
        </div>
    }
    .erase()
}

fn field(name: &'static str, label: &'static str, value: String) -> AnyView {
    view! {
        <label class="field">
            <span>{label}</span>
            <input name=format!("wish[{name}]") maxlength="100" value=value autocomplete="off" dir="auto" />
        </label>
    }
    .erase()
}
