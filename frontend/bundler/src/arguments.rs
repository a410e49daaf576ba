use anyhow::{Context, Result, bail};
use std::path::PathBuf;

/// What the command line asks for.
pub(crate) struct Arguments {
    /// The module as the compiler left it.
    pub(crate) wasm: PathBuf,
    /// The module that hears speech, as the compiler left it.
    pub(crate) ear: Option<PathBuf>,
    /// The folder to make; what was there before is replaced as a whole.
    pub(crate) site: PathBuf,
    /// The stylesheet that imports all others.
    pub(crate) style: PathBuf,
    /// Files that are served under their own names.
    pub(crate) public: PathBuf,
    /// Fast instead of small.
    pub(crate) quick: bool,
}

impl Arguments {
    pub(crate) fn read(mut words: impl Iterator<Item = String>) -> Result<Self> {
        let mut wasm = None;
        let mut arguments = Self {
            wasm: PathBuf::new(),
            ear: None,
            site: "target/site".into(),
            style: "style/main.css".into(),
            public: "public".into(),
            quick: false,
        };
        while let Some(word) = words.next() {
            let mut path = || words.next().map(PathBuf::from).with_context(|| format!("{word} needs a path"));
            match word.as_str() {
                "--wasm" => wasm = Some(path()?),
                "--ear" => arguments.ear = Some(path()?),
                "--site" => arguments.site = path()?,
                "--style" => arguments.style = path()?,
                "--public" => arguments.public = path()?,
                "--quick" => arguments.quick = true,
                _ => bail!(
                    "unknown argument {word}; usage: bundler --wasm FILE [--ear FILE] [--site DIR] [--style FILE] [--public DIR] [--quick]"
                ),
            }
        }
        arguments.wasm = wasm.context("--wasm FILE is missing")?;
        Ok(arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::Arguments;
    use std::path::Path;

    fn read(line: &str) -> Result<Arguments, String> {
        Arguments::read(line.split_whitespace().map(String::from)).map_err(|error| error.to_string())
    }

    #[test]
    fn defaults_fit_the_workspace() {
        let arguments = read("--wasm page.wasm").expect("a complete line");
        assert_eq!(arguments.site, Path::new("target/site"));
        assert!(!arguments.quick);
    }

    #[test]
    fn every_fault_is_named() {
        assert_eq!(read("--quick").err().as_deref(), Some("--wasm FILE is missing"));
        assert_eq!(read("--wasm").err().as_deref(), Some("--wasm needs a path"));
        assert!(read("--wasm a --wsm b").is_err_and(|error| error.starts_with("unknown argument --wsm")));
    }
}
