//! Views of unknown type that cost the browser less.
//!
//! Leptos' own erased view carries, beside everything else, the code that hydrates its contents asynchronously, for routes
//! that are loaded lazily. This interface has none; left in, that code was a quarter of what the browser had to load.

use leptos::{
    prelude::*,
    tachys::{
        html::attribute::{Attribute, any_attribute::AnyAttribute},
        hydration::Cursor,
        ssr::StreamBuilder,
        view::{
            Position, PositionState, Render,
            add_attr::AddAnyAttr,
            any_view::{AnyView, IntoAny},
        },
    },
};

pub(crate) trait Lean: Sized {
    /// As `into_any`, without the asynchronous hydration.
    fn lean(self) -> AnyView;
}

impl<View: RenderHtml> Lean for View {
    fn lean(self) -> AnyView {
        AtOnce(self).into_any()
    }
}

/// A view that is hydrated at once, also where it could be awaited.
struct AtOnce<View>(View);

impl<View: Render> Render for AtOnce<View> {
    type State = View::State;

    fn build(self) -> Self::State {
        self.0.build()
    }

    fn rebuild(self, state: &mut Self::State) {
        self.0.rebuild(state);
    }
}

impl<View: AddAnyAttr> AddAnyAttr for AtOnce<View> {
    type Output<NewAttr: Attribute> = AtOnce<View::Output<NewAttr>>;

    fn add_any_attr<NewAttr: Attribute>(self, attribute: NewAttr) -> Self::Output<NewAttr>
    where
        Self::Output<NewAttr>: RenderHtml,
    {
        AtOnce(self.0.add_any_attr(attribute))
    }
}

impl<View: RenderHtml> RenderHtml for AtOnce<View> {
    type AsyncOutput = View::AsyncOutput;
    type Owned = AtOnce<View::Owned>;

    const MIN_LENGTH: usize = View::MIN_LENGTH;
    const EXISTS: bool = View::EXISTS;

    fn dry_resolve(&mut self) {
        self.0.dry_resolve();
    }

    async fn resolve(self) -> Self::AsyncOutput {
        self.0.resolve().await
    }

    fn html_len(&self) -> usize {
        self.0.html_len()
    }

    fn to_html_with_buf(
        self,
        buf: &mut String,
        position: &mut Position,
        escape: bool,
        mark_branches: bool,
        extra_attrs: Vec<AnyAttribute>,
    ) {
        self.0.to_html_with_buf(buf, position, escape, mark_branches, extra_attrs);
    }

    fn to_html_async_with_buf<const OUT_OF_ORDER: bool>(
        self,
        buf: &mut StreamBuilder,
        position: &mut Position,
        escape: bool,
        mark_branches: bool,
        extra_attrs: Vec<AnyAttribute>,
    ) {
        self.0.to_html_async_with_buf::<OUT_OF_ORDER>(buf, position, escape, mark_branches, extra_attrs);
    }

    fn hydrate<const FROM_SERVER: bool>(self, cursor: &Cursor, position: &PositionState) -> Self::State {
        self.0.hydrate::<FROM_SERVER>(cursor, position)
    }

    async fn hydrate_async(self, cursor: &Cursor, position: &PositionState) -> Self::State {
        self.0.hydrate::<true>(cursor, position)
    }

    fn into_owned(self) -> Self::Owned {
        AtOnce(self.0.into_owned())
    }
}
