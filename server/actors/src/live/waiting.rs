//! Waits for a stream to come to a point.

use super::{Directory, Doer, JoinStart, Joined, Who};
use crate::CommandFault;
use domain::live::Machine;
use protocol::live::Live as _;
use uuid::Uuid;

impl<D: Doer> Directory<D> {
    /// Follows a stream until `holds` is true of its view, which is returned. Whoever cannot wait for ever sets a limit around it.
    ///
    /// # Errors
    /// When there is no such stream (any more), or it cannot be read.
    pub async fn until(
        &self,
        who: Who,
        id: impl Into<Uuid>,
        holds: impl Fn(&<D::Machine as Machine>::View) -> bool,
    ) -> Result<<D::Machine as Machine>::View, CommandFault> {
        let id = id.into();
        loop {
            let Joined { start, mut subscription } = self.join(who, id, None).await?;
            // Without a place to go on from there is always a snapshot.
            let JoinStart::Snapshot(view) = start else { continue };
            let mut view = (*view).clone();
            while !holds(&view) {
                // It lagged, or the stream was put to sleep.
                let Some(published) = subscription.recv().await else { break };
                for event in &published.events {
                    if event.seq > view.seq() {
                        view.apply(event);
                    }
                }
            }
            if holds(&view) {
                return Ok(view);
            }
        }
    }
}
