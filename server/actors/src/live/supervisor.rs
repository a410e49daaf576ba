//! The supervisor of all streams of a kind: an actor that fails takes no other with it.

use protocol::live::Kind;
use ractor::{Actor, ActorProcessingErr, ActorRef, SupervisionEvent};

pub(crate) struct Supervisor(pub(crate) Kind);

impl Actor for Supervisor {
    type Msg = ();
    type State = ();
    type Arguments = ();

    async fn pre_start(&self, _myself: ActorRef<()>, (): ()) -> Result<(), ActorProcessingErr> {
        Ok(())
    }

    /// Logged, not restarted: the next message to the stream starts it again from what is stored.
    async fn handle_supervisor_evt(
        &self,
        _myself: ActorRef<()>,
        event: SupervisionEvent,
        _state: &mut (),
    ) -> Result<(), ActorProcessingErr> {
        if let SupervisionEvent::ActorFailed(actor, fault) = event {
            let kind = self.0.name();
            metrics::gauge!("discovery_live", "kind" => kind).decrement(1.0);
            metrics::counter!("discovery_failed", "kind" => kind).increment(1);
            tracing::error!(actor = %actor.get_id(), kind, %fault, "an actor failed and will be rebuilt from its events");
        }
        Ok(())
    }
}
