//! What has to be asked back before a question can be answered.

use serde::{Deserialize, Serialize};

/// The answer by which a person leaves the choice to the engine; what it chose is shown as an assumption.
pub const YOU_CHOOSE: &str = "you_choose";

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clarification {
    /// Within its ask: `Q1`, `Q2`, `Q3`.
    pub id: String,
    pub text: String,
    /// Taken from the data; the first is what the engine would choose.
    #[serde(default)]
    pub options: Vec<ClarifyOption>,
    /// What it is about: a word of the question, a column, a personal value.
    #[serde(default)]
    pub about: String,
    /// It asks for something that only the person knows: nothing is ever assumed for it.
    #[serde(default)]
    pub personal: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClarifyOption {
    pub value: String,
    pub label: String,
    /// What the answer would be about then.
    #[serde(default)]
    pub meaning: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClarifyAnswer {
    pub question_id: String,
    /// The value of an option, words of one's own, or [`YOU_CHOOSE`].
    pub value: String,
    /// It is kept as a fact of the project too.
    #[serde(default)]
    pub remember: bool,
}
