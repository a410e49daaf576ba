//! Models that think before they answer count their thoughts as output: the limit they are given must leave room for both.

use super::{ModelName, Provider};

/// Tokens to grant beyond the longest reply.
#[must_use]
pub fn room_to_think(name: &ModelName) -> u32 {
    let thinks = match name.provider {
        Provider::OpenAi => ["gpt-5", "gpt-6", "o1", "o3", "o4"].iter().any(|begins| name.model.starts_with(begins)),
        Provider::Gemini => !["gemini-1", "gemini-2.0", "gemma"].iter().any(|begins| name.model.starts_with(begins)),
        // Theirs is off unless it is asked for, or cannot be told from the name.
        Provider::Anthropic | Provider::Bedrock | Provider::Compatible => false,
    };
    if thinks { 4_096 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_models_that_think_get_room() {
        let room = |provider, model: &str| room_to_think(&ModelName::new(provider, model));
        assert!(room(Provider::OpenAi, "gpt-5-mini") > 0 && room(Provider::Gemini, "gemini-2.5-pro") > 0);
        assert_eq!(room(Provider::OpenAi, "gpt-4.1"), 0);
        assert_eq!(room(Provider::Gemini, "gemini-2.0-flash"), 0);
        assert_eq!(room(Provider::Anthropic, "claude-haiku-4-5"), 0);
    }
}
