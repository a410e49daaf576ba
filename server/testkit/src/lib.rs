//! What tests stand on: counted ids, a fixed clock, small objectives and views, whole conversations, an engine, a model and a store
//! that do what a test tells them. A dev-dependency, never part of the product.

mod analyst;
mod api_stub;
mod builders;
mod confluence_stub;
mod embedding_stub;
mod library;
mod live;
mod memory_interviews;
mod memory_models;
mod memory_streams;
mod model_stub;
mod saying;
mod scripted;
mod scripted_model;
mod search_stub;
mod shape;
mod speech_stub;
mod stamp;
mod talk;
mod web_site;
mod witness;

pub use analyst::ScriptedAnalyst;
pub use api_stub::{API_TOKEN, ApiCalled, ApiStub, InsteadOf};
pub use builders::{definition, template, view};
pub use confluence_stub::{ConfluenceStub, WIKI_SPACE, WIKI_TOKEN, WIKI_USER, WikiWire};
pub use embedding_stub::{EMBEDDING_KEY, EMBEDDING_MODEL, EmbeddingStub};
pub use library::{Research, Visits};
pub use live::{Stage, Tab};
pub use memory_models::MemoryModels;
pub use memory_streams::{Failure, MemoryStreams};
pub use model_stub::{Behaviour, ModelStub, StubRequest, Wire};
pub use saying::{Saying, saying};
pub use scripted::{Counts, Pace, Scripted};
pub use scripted_model::{ModelScript, ScriptedModel};
pub use search_stub::{Canned, SEARCH_KEY, SearchCall, SearchStub, SearchWire, StubHit};
pub use shape::{Shape, ShapeObjective};
pub use speech_stub::{SPEECH_KEY, SPEECH_MODEL, SpeechCall, SpeechStub};
pub use stamp::{CountedIds, MORNING};
pub use talk::Talk;
pub use web_site::{Leaf, WebSite};
pub use witness::{follows_the_rules, never_asked_too_often};
