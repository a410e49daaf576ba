//! A pipeline that is followed, with what belongs to it.

use super::{
    calls::{PipelineAddress, PipelineAround, WholePipeline, read_pipeline},
    form::Desk,
};
use crate::{
    browser,
    calls::open,
    feed::{Follow, LivePage},
};
use leptos::{prelude::*, task::spawn_local};
use protocol::{
    OpportunityId, PipelineId,
    opportunities::{Opportunity, PipelineView},
};

/// Its events say everything: nothing comes between two of them.
impl Follow for PipelineView {
    type Growing = ();

    fn grow(_growing: &mut (), _progress: ()) {}

    fn has_settled(&self, _growing: &()) -> bool {
        false
    }
}

/// One open pipeline, or one opportunity of it.
#[derive(Clone, Copy)]
pub(super) struct Tracking {
    pub(super) pipeline: PipelineId,
    /// The opportunity that the page is about.
    pub(super) chosen: Option<OpportunityId>,
    pub(super) live: LivePage<PipelineView>,
    pub(super) around: RwSignal<PipelineAround>,
    pub(super) may_change: bool,
}

impl Tracking {
    /// Made while the page renders; the socket is opened in an effect.
    pub(super) fn enter(first: WholePipeline) -> Self {
        let WholePipeline { view, around } = first;
        Self {
            pipeline: view.id,
            chosen: around.chosen,
            may_change: around.may_change,
            live: LivePage::enter(view),
            around: RwSignal::new(around),
        }
    }

    pub(super) fn with<T>(self, read: impl FnOnce(&PipelineView) -> T) -> T {
        self.live.followed.view.with(read)
    }

    pub(super) fn peek<T>(self, read: impl FnOnce(&PipelineView) -> T) -> T {
        self.live.followed.view.with_untracked(read)
    }

    /// Reads the chosen opportunity.
    pub(super) fn with_chosen<T: Default>(self, read: impl FnOnce(&Opportunity, &PipelineView) -> T) -> T {
        let Some(id) = self.chosen else { return T::default() };
        self.with(|view| view.opportunity(id).map(|one| read(one, view)).unwrap_or_default())
    }

    /// Sends one form of the page.
    pub(super) fn desk(self) -> Desk {
        let here = self.chosen.map_or_else(|| path(self.pipeline), path);
        Desk::new(here, self.live.fault, Callback::new(move |()| self.load()))
    }

    /// Reads it again, with what belongs to it.
    fn load(self) {
        let id = self.chosen.map_or_else(|| self.pipeline.to_string(), |id| id.to_string());
        spawn_local(async move {
            match open::<WholePipeline>(read_pipeline(PipelineAddress { id }).await) {
                Ok(WholePipeline { view, around }) => {
                    self.live.catch_up(|| async move { Ok(view) }).await;
                    browser::keep_place(move || {
                        // The page may be gone by now.
                        let _gone = self.around.try_set(around);
                    });
                }
                Err(fault) => {
                    let _gone = self.live.fault.try_set(Some(fault.to_string()));
                }
            }
        });
    }
}

/// The address of a pipeline or of an opportunity.
pub(super) fn path(id: impl std::fmt::Display) -> String {
    format!("/opportunities/{id}")
}
