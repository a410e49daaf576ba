//! Whether a text says more than its material holds: numbers and names (PRODUCT.md, Evidence or it is not shown). It would rather let
//! a name pass than take an ordinary word for one: a number that is not there is always found.

mod names;
mod numbers;

/// Material, read once for many texts.
pub struct Ground {
    numbers: numbers::Known,
    names: names::Known,
}

impl Ground {
    #[must_use]
    pub fn new(material: &[&str]) -> Self {
        Self { numbers: numbers::Known::new(material), names: names::Known::new(material) }
    }

    /// Numbers alone.
    #[must_use]
    pub fn invented_numbers(&self, text: &str) -> Vec<String> {
        self.numbers.missing(&[text])
    }

    /// Numbers and names of the texts that the material lacks, as they are written, each once, numbers first.
    #[must_use]
    pub fn invented(&self, texts: &[&str]) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        for one in self.numbers.missing(texts).into_iter().chain(self.names.missing(texts)) {
            if !found.contains(&one) {
                found.push(one);
            }
        }
        found
    }
}

/// A sentence with "…" for each of these numbers, wherever it is a number of its own and no part of another one.
#[must_use]
pub fn blank(text: &str, numbers: &[String]) -> String {
    numbers.iter().fold(text.to_owned(), |text, number| blank_one(&text, number.trim_end_matches(" %")))
}

fn blank_one(text: &str, number: &str) -> String {
    let goes_on = |sign: Option<char>, next: Option<char>| match sign {
        Some('.' | ',') => next.is_some_and(|next| next.is_ascii_digit()),
        Some(sign) => sign.is_ascii_digit(),
        None => false,
    };
    let (mut blanked, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(number) {
        let (before, after) = (&rest[..at], &rest[at + number.len()..]);
        let mut left = blanked.chars().chain(before.chars()).rev();
        let mut right = after.chars();
        let is_part = goes_on(left.next(), left.next()) || goes_on(right.next(), right.next());
        let put = if is_part { number } else { "…" };
        blanked = format!("{blanked}{before}{put}");
        rest = after;
    }
    blanked + rest
}

/// Numbers and names of the texts that the material lacks.
#[must_use]
pub fn invented(texts: &[&str], material: &[&str]) -> Vec<String> {
    Ground::new(material).invented(texts)
}

#[cfg(test)]
mod tests;
