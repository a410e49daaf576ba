//! How people greet, from `greetings.txt`.

/// Words that may stand before the first word that matters.
pub(super) fn list_openers() -> impl Iterator<Item = &'static str> {
    read_list("word: ").chain(read_list("misspelt: "))
}

/// What greets by itself.
pub(super) fn list_whole() -> impl Iterator<Item = &'static str> {
    read_list("word: ").chain(read_list("phrase: "))
}

fn read_list(name: &'static str) -> impl Iterator<Item = &'static str> {
    include_str!("greetings.txt").lines().filter_map(move |line| line.strip_prefix(name)).flat_map(|all| all.split(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_is_there_and_no_greeting_occurs_twice() {
        let mut all: Vec<&str> = read_list("word: ").chain(read_list("misspelt: ")).chain(read_list("phrase: ")).collect();
        let whole: Vec<&str> = list_whole().collect();
        assert!(list_openers().any(|one| one == "helo") && !whole.contains(&"helo"));
        assert!(whole.contains(&"hi") && whole.contains(&"good morning"));
        let many = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), many);
    }
}
