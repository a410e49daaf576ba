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

/// Numbers and names of the texts that the material lacks.
#[must_use]
pub fn invented(texts: &[&str], material: &[&str]) -> Vec<String> {
    Ground::new(material).invented(texts)
}

#[cfg(test)]
mod tests;
