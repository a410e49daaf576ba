//! Whether a model can call tools, told by its name.

/// Parts of the names of models that cannot.
const WITHOUT: &[&str] = &[
    "claude-1", "claude-2", "claude-v1", "claude-v2", "claude-instant", "instruct-0914", "gpt-3.5-turbo-instruct",
    "text-davinci", "text-curie", "text-babbage", "text-ada", "text-bison", "chat-bison", "code-davinci", "code-cushman",
    "davinci-00", "babbage-00", "gpt-2", "gpt2", "gpt-neo", "gpt-j", "flan-t5", "llama-2", "llama2", "vicuna", "alpaca",
    "falcon-7b", "falcon-40b",
];
const WITHOUT_WHOLE: &[&str] = &["davinci", "curie", "babbage", "ada", "gpt-3", "claude", "llama"];

/// Claude 3 and later, GPT-4 and `gpt-3.5-turbo`, Gemini, and whatever is not known to be older than calling tools.
#[must_use]
pub fn calls_tools(model: &str) -> bool {
    let model = model.trim().to_ascii_lowercase();
    // Behind the name of who offers it, and before a tag.
    let name = model.rsplit(['/', ':']).find(|part| part.chars().any(char::is_alphabetic) && part.len() > 2).unwrap_or(&model);
    let whole = model.rsplit('/').next().unwrap_or(&model);
    !WITHOUT.iter().any(|without| name.contains(without) || whole.contains(without)) && !WITHOUT_WHOLE.contains(&whole)
}

#[cfg(test)]
mod tests {
    use super::calls_tools;

    #[test]
    fn the_name_tells() {
        for model in [
            "claude-sonnet-4-20250514", "claude-3-opus-20240229", "anthropic/claude-3-5-haiku", "claude-haiku-4-5", "gpt-4",
            "gpt-4o-mini", "gpt-3.5-turbo", "gpt-3.5-turbo-0125", "gemini-1.5-pro", "openai::gpt-5", "llama3.1:8b",
            "something-new",
        ] {
            assert!(calls_tools(model), "{model}");
        }
        for model in [
            "claude-2", "claude-2.1", "Claude-Instant-1.2", "anthropic/claude-2.0", "gpt-3.5-turbo-instruct",
            "gpt-3.5-turbo-instruct-0914", "text-davinci-003", "text-curie-001", "davinci", "llama2:13b",
        ] {
            assert!(!calls_tools(model), "{model}");
        }
    }
}
