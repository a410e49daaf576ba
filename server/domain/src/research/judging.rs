//! The judgement "what do these sources say?": what an engine is given and what it answers. Its quotes are verified by
//! [`super::verified`], and what follows from its findings is decided by rule.

use crate::interview::EngineFault;
use async_trait::async_trait;
use protocol::{
    SessionId, SourceId, TenantId,
    interview::{Engine, ObligationTemplate},
    research::{ResearchRequest, SourceRef, Stance},
};
use serde_json::Value;

/// Everything an engine may look at. The texts of sources are data, whatever they say.
#[derive(Clone, Debug)]
pub struct Material {
    pub tenant: TenantId,
    pub session: SessionId,
    pub asked: ResearchRequest,
    /// The obligation it is about, where it is about one.
    pub template: Option<ObligationTemplate>,
    /// The value that is held.
    pub value: Option<Value>,
    pub sources: Vec<SourceText>,
}

#[derive(Clone, Debug)]
pub struct SourceText {
    pub source: SourceRef,
    pub text: String,
}

/// What an engine found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// A few sentences for people.
    pub summary: String,
    /// Most important first.
    pub claims: Vec<Claim>,
}

/// A claim before its quote is verified.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    pub claim: String,
    /// Verbatim words of the source.
    pub quote: String,
    pub source: SourceId,
    /// What it is to the value that is held; it merely informs where none is.
    pub stance: Stance,
    /// The value that the quote gives for the obligation.
    pub value: Option<Value>,
}

/// An engine that judges what was read. The built-in one takes sentences out of the sources and never fails; one with a model may
/// fail, and then the built-in one judges.
#[async_trait]
pub trait Researcher: Send + Sync {
    /// Who judges for this tenant now. `None` where nobody is chosen: then the built-in engine judges, and nothing fell back.
    async fn engine(&self, tenant: TenantId) -> Result<Option<Engine>, EngineFault>;
    async fn judge(&self, material: &Material) -> Result<Judged, EngineFault>;
}
