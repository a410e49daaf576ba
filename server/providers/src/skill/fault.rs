use thiserror::Error;

#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SkillFault {
    #[error("there is no SKILL.md in it")]
    NoSkill,
    #[error("{0}")]
    Malformed(String),
    #[error("`{0}` leads out of the skill's folder")]
    Outside(String),
    #[error("`{0}` is not in the skill's folder")]
    Missing(String),
    #[error("`{0}` is not a text")]
    NotText(String),
    #[error("it is larger than {} kB", limit / 1_000)]
    TooLarge { limit: usize },
}
