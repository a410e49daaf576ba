//! Messages of a conversation: worded anew, judged, left behind.

use super::voice::SpokenMessage;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// One message of the conversation.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e", "role": "agent", "content": "What do you sell?", "turn": 1,
    "created_at": "2026-03-02T09:00:00.000Z", "client_message_id": null, "widget_key": null, "engine": "built_in",
    "fell_back": {"task": "reply", "reason": "timed_out"}, "stopped": false, "imported": false, "wordings": [],
    "feedback": {"rating": "like"}, "spoken": null
}))]
pub(crate) struct SessionMessage {
    id: Uuid,
    role: MessageRole,
    content: String,
    /// The greeting is turn 0.
    turn: u32,
    #[schema(format = DateTime)]
    created_at: String,
    /// The sender's own id of it.
    client_message_id: Option<String>,
    /// Given with a widget: the obligation it answers.
    widget_key: Option<String>,
    /// Which engine wrote it.
    engine: Option<MessageEngine>,
    /// A language model was asked and did not answer, so the built-in engine did.
    fell_back: Option<FellBack>,
    /// The reply was stopped before its end.
    stopped: bool,
    /// It came with an imported transcript.
    imported: bool,
    /// What it was shown with before, oldest first.
    #[schema(no_recursion)]
    wordings: Vec<SessionMessage>,
    feedback: Option<MessageFeedback>,
    /// Given where it was spoken.
    spoken: Option<SpokenMessage>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MessageRole {
    User,
    Agent,
    System,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum MessageEngine {
    BuiltIn,
    /// A language model by its name.
    Model(String),
}

/// What the built-in engine did in place of a language model.
#[derive(Serialize, ToSchema)]
pub(crate) struct FellBack {
    task: ModelTask,
    /// One word, e.g. `timed_out` or `budget_spent`; later versions may know more.
    reason: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ModelTask {
    Understand,
    Reply,
    Summarise,
    JudgeResearch,
    Reevaluate,
    Test,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct MessageFeedback {
    rating: Rating,
    comment: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rating {
    Like,
    Dislike,
}

/// Messages that were left behind when one was edited.
#[derive(Serialize, ToSchema)]
pub(crate) struct Branch {
    /// The first of its messages, by which it is taken up again.
    id: Option<Uuid>,
    /// The message it came after; `null` where it began the conversation.
    after: Option<Uuid>,
    #[schema(format = DateTime)]
    left_at: String,
    messages: Vec<SessionMessage>,
}

/// A message that is worded anew.
#[derive(Serialize, ToSchema)]
pub(crate) struct RewordedMessage {
    /// The interview.
    id: Uuid,
    /// The reply that is being written.
    replying: Option<Uuid>,
    /// With its earlier wordings.
    message: Option<SessionMessage>,
}

/// A message with what the person thinks of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct JudgedMessage {
    /// The interview.
    id: Uuid,
    message: Option<SessionMessage>,
}

/// What somebody thinks of a message.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "session_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d40", "message_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e",
    "user_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d41", "target_type": "message", "target_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e",
    "rating": "dislike", "comment": "Too long", "excerpt": "What do you sell?", "engine": "built_in",
    "created_at": "2026-03-02T09:00:00.000Z"
}))]
pub(crate) struct FeedbackLine {
    session_id: Uuid,
    message_id: Uuid,
    user_id: Uuid,
    target_type: FeedbackTarget,
    /// The same as `message_id`.
    target_id: Uuid,
    rating: Option<Rating>,
    comment: Option<String>,
    /// How the message begins.
    excerpt: String,
    /// `built_in`, or the model that wrote the message.
    engine: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FeedbackTarget {
    Message,
}
