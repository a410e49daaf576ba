use super::calls::{FilesView, read_files};
use crate::{
    calls::{open, page_data},
    erased::Erase,
    words::{runs::bytes, settings as text},
};
use leptos::prelude::*;

/// How much of their room the tenant's uploaded files take.
#[component]
pub(crate) fn Files() -> impl IntoView {
    let held = page_data(Signal::stored(String::new()), |_| Box::pin(read_files()));
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                match open::<FilesView>(held.await) {
                    Ok(FilesView { used, limit }) => {
                        view! {
                            <p data-testid="files-room">{text::files_take(&bytes(used), &bytes(limit))}</p>
                            {(used >= limit).then_some(view! { <p class="small">{text::FILES_FULL}</p> })}
                        }
                            .erase()
                    }
                    Err(error) => view! { <p class="quiet">{error.to_string()}</p> }.erase(),
                }
            })}
        </Suspense>
    }
    .erase()
}
