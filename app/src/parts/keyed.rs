use crate::erased::Erase;
use leptos::prelude::*;
use std::{
    collections::HashSet,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

/// One of a list whose parts come and go: what is different about it makes it another.
#[derive(Clone)]
pub(crate) struct Part {
    key: u64,
    draw: Arc<dyn Fn() -> AnyView + Send + Sync>,
}

impl Part {
    pub(crate) fn new<Item: Hash + Clone + Send + Sync + 'static>(
        item: Item,
        draw: impl Fn(Item) -> AnyView + Send + Sync + 'static,
    ) -> Self {
        let mut hasher = DefaultHasher::new();
        item.hash(&mut hasher);
        Self { key: hasher.finish(), draw: Arc::new(move || draw(item.clone())) }
    }
}

/// Draws a list so that what stays the same stays as it is: focused, opened, scrolled to. By their places, as lists are drawn otherwise,
/// whoever is about to press one would press the one that has come to stand there.
pub(crate) fn keyed(parts: impl Fn() -> Vec<Part> + Send + 'static) -> AnyView {
    let each = move || {
        let mut parts = parts();
        let mut seen = HashSet::new();
        for part in &mut parts {
            while !seen.insert(part.key) {
                part.key = part.key.wrapping_add(1);
            }
        }
        parts
    };
    view! { <For each=each key=|part| part.key children=|part| (part.draw)() /> }.erase()
}
