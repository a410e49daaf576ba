//! What happened, event by event, in the seed's audit form: state and confidence before and after, source, turn.

use super::audit;
use protocol::interview::{InterviewEvent, InterviewView, Recorded};
use serde_json::{Value, json};

/// Replays an interview and tells each event as it goes.
#[derive(Clone, Debug, Default)]
pub struct History {
    view: Option<InterviewView>,
}

impl History {
    /// Takes the next event and tells it: the seed's eight types where it is one of them, else the event's own name.
    pub fn tell(&mut self, recorded: &Recorded) -> Value {
        let session = match (&self.view, &recorded.event) {
            (Some(view), _) => Some(view.id),
            (None, InterviewEvent::Opened { id, .. }) => Some(*id),
            (None, _) => None,
        };
        let id = session.map(|session| audit::event_id(session, recorded.seq));
        let told = self.view.as_ref().and_then(|view| audit::entry(view, &recorded.event));
        let told = match told {
            Some(entry) => json!({
                "id": id, "session_id": session, "seq": recorded.seq, "event_type": entry.event_type.name(), "obligation_key": entry.key,
                "old_status": entry.old_status, "new_status": entry.new_status,
                "old_confidence": entry.old_confidence, "new_confidence": entry.new_confidence,
                "source": entry.source, "metadata": entry.metadata,
                "turn_number": recorded.turn, "created_at": recorded.at.to_rfc3339(),
            }),
            None => {
                let (event_type, metadata) = plain(&recorded.event);
                json!({
                    "id": id, "session_id": session, "seq": recorded.seq, "event_type": event_type, "metadata": metadata,
                    "turn_number": recorded.turn, "created_at": recorded.at.to_rfc3339(),
                })
            }
        };
        match &mut self.view {
            Some(view) => {
                view.apply(recorded);
                view.messages.clear();
            }
            none => *none = InterviewView::opened(recorded),
        }
        told
    }
}

/// An event without an obligation's states: its name and fields.
fn plain(event: &InterviewEvent) -> (String, Value) {
    if let InterviewEvent::Opened { objective_id, objective_version, context_type, .. } = event {
        let fields = json!({"objective_id": objective_id, "objective_version": objective_version, "context_type": context_type});
        return ("opened".into(), fields);
    }
    match serde_json::to_value(event) {
        Ok(Value::Object(mut fields)) => {
            // Long, and told by what they did to each obligation.
            fields.remove("definition");
            fields.remove("standing");
            let name = fields.remove("type").and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default();
            (name, Value::Object(fields))
        }
        Ok(other) => (String::new(), other),
        Err(fault) => ("unreadable".into(), json!({"detail": fault.to_string()})),
    }
}
