//! The supervisor of all interviews: one that fails takes no other with it.

use ractor::{Actor, ActorProcessingErr, ActorRef, SupervisionEvent};

pub(crate) struct Warden;

impl Actor for Warden {
    type Msg = ();
    type State = ();
    type Arguments = ();

    async fn pre_start(&self, _myself: ActorRef<()>, (): ()) -> Result<(), ActorProcessingErr> {
        Ok(())
    }

    /// Logged, not restarted: the next message to the interview starts it again from what is stored.
    async fn handle_supervisor_evt(
        &self,
        _myself: ActorRef<()>,
        event: SupervisionEvent,
        _state: &mut (),
    ) -> Result<(), ActorProcessingErr> {
        if let SupervisionEvent::ActorFailed(actor, fault) = event {
            metrics::gauge!("discovery_interviews_live").decrement(1.0);
            metrics::counter!("discovery_interviews_failed").increment(1);
            tracing::error!(actor = %actor.get_id(), %fault, "an interview failed and will be rebuilt from its events");
        }
        Ok(())
    }
}
