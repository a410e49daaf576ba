use super::Reach;
use crate::{
    erased::Erase,
    parts::{Icon, icon},
    words::research as text,
};
use leptos::{prelude::*, tachys::view::any_view::AnyView};

/// Where something can be looked up, and what to do where that is nowhere.
pub(super) fn draw_reach(reach: &Reach) -> AnyView {
    let (state, sentence) = describe(reach);
    let remedy = reach.web.is_empty().then_some(if reach.is_admin { text::SET_UP } else { text::ASK_FOR_SEARCH });
    view! {
        <div class="research-reach" data-testid="research-reach" data-reach=state>
            {icon(if reach.anything { Icon::Search } else { Icon::Warning })}
            <p>
                <b>{sentence}</b>
                {remedy.map(|remedy| view! { " " <span class="quiet">{remedy}</span> })}
            </p>
        </div>
    }
    .erase()
}

/// One word for it, and the sentence.
fn describe(reach: &Reach) -> (&'static str, String) {
    match (reach.web.is_empty(), reach.anything) {
        (false, _) => ("web", text::web(&reach.web.iter().map(|one| one.label()).collect::<Vec<_>>())),
        (true, true) => ("documents", text::ONLY_DOCUMENTS.to_owned()),
        (true, false) => ("nothing", text::NOWHERE.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Reach, describe};
    use protocol::research::SearchProvider::{Brave, Searxng, Serper};

    #[test]
    fn it_is_clear_where_something_is_looked_up() {
        let reach = |web: &[_], anything| Reach { web: web.to_vec(), anything, is_admin: false };
        for (reach, state, words) in [
            (reach(&[Brave], true), "web", "Searches the web with Brave"),
            (reach(&[Searxng, Brave, Serper], true), "web", "with SearXNG, then Brave, then Serper"),
            (reach(&[], true), "documents", "Only your documents are searched"),
            (reach(&[], false), "nothing", "Nothing can be looked up yet"),
        ] {
            let (is, sentence) = describe(&reach);
            assert!(is == state && sentence.contains(words), "{is}: {sentence}");
        }
    }
}
