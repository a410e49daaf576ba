//! Language models: the port that judgements are asked over, and the rules around it (budget, retries, breaker, prices, ledger).
//!
//! What a model says is a proposal; whoever asked for it decides.

mod breaker;
mod budget;
mod fault;
mod ledger;
mod port;
mod prices;
mod retry;
mod settings;
mod store;
mod thinking;

pub use breaker::{Breaker, BreakerRule};
pub use budget::{Budget, Spent, worst_case};
pub use fault::{BudgetScope, ModelFault};
pub use ledger::{CallBegun, CallCost, CallEnd, CallRecord, Outcome};
pub use port::{
    Caller, Deltas, LanguageModel, ModelReply, ModelRequest, ModelTurn, ReplySchema, Subject, ToolCall, ToolResult, ToolSpec,
    TurnSpeaker,
};
pub use prices::{cost, known_price};
pub use protocol::models::{ModelName, Price, Provider, Strength, Task, Usage, Usd};
pub use retry::RetryRule;
pub use settings::{Choice, KeyChange, KeyState, ModelSettings, SettingsRule};
pub use store::{Admission, ModelStore, SecretStore, SubjectKeys, UsageBy, UsageQuery, UsageRow};
pub use thinking::room_to_think;
