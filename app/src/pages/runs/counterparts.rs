//! Insights and the recommendations that rest on them: each leads to the other, and shows which it is.

use crate::erased::Erase;
use leptos::prelude::*;

/// The ids of cards on the page of a run.
pub(super) fn insight_card(id: &str) -> String {
    format!("insight-{id}")
}

pub(super) fn recommendation_card(id: &str) -> String {
    format!("recommendation-{id}")
}

/// The card that is lit, and the name of the one that belongs to an id.
pub(super) type Lights = (RwSignal<String>, fn(&str) -> String);

/// Chips that lead to counterparts.
pub(super) struct Chips {
    /// What they are.
    pub(super) name: &'static str,
    /// The way to one is this and its id.
    pub(super) path: String,
    /// Which of the cards on this page belongs to one.
    pub(super) lights: Option<Lights>,
    /// The one whose page leads back here.
    pub(super) from: String,
}

impl Chips {
    /// An id, what it is called, and how many counterparts it has.
    pub(super) fn render(self, all: Vec<(String, String, String)>) -> Option<AnyView> {
        let chips: Vec<AnyView> = all.into_iter().map(|(id, name, count)| self.chip(&id, &name, count)).collect();
        (!chips.is_empty()).then(|| {
            view! {
                <div class="counterparts">
                    <span class="small quiet">{self.name}</span>
                    <ul class="row">{chips}</ul>
                </div>
            }
            .erase()
        })
    }

    fn chip(&self, id: &str, name: &str, count: String) -> AnyView {
        let href = format!("{}/{id}?from={}", self.path, self.from);
        let lit = self.lights.map(|(lit, card)| (lit, card(id)));
        let light = move |on: bool| {
            if let Some((lit, card)) = &lit {
                lit.set(if on { card.clone() } else { String::new() });
            }
        };
        let [enter, leave, focus, blur] = [true, false, true, false].map(|on| (on, light.clone()));
        view! {
            <li>
                <a
                    class="chip"
                    href=href
                    on:mouseenter=move |_| enter.1(enter.0)
                    on:mouseleave=move |_| leave.1(leave.0)
                    on:focus=move |_| focus.1(focus.0)
                    on:blur=move |_| blur.1(blur.0)
                >
                    <b>{id.to_owned()}</b>
                    <span class="counterpart-name" dir="auto">
                        {name.to_owned()}
                    </span>
                    <span class="quiet">{count}</span>
                </a>
            </li>
        }
        .erase()
    }
}
