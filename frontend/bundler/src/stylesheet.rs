use anyhow::{Result, anyhow};
use lightningcss::{
    bundler::{Bundler, FileProvider},
    printer::PrinterOptions,
    stylesheet::{MinifyOptions, ParserOptions},
};
use std::path::Path;

/// One minified text of the stylesheet and everything it imports. Nothing is translated for older browsers.
pub(crate) fn bundle(entry: &Path) -> Result<String> {
    let files = FileProvider::new();
    let mut bundler = Bundler::new(&files, None, ParserOptions::default());
    let mut sheet = bundler.bundle(entry).map_err(|error| anyhow!("cannot read {}: {error}", entry.display()))?;
    sheet.minify(MinifyOptions::default()).map_err(|error| anyhow!("cannot minify {}: {error}", entry.display()))?;
    let printed = sheet.to_css(PrinterOptions { minify: true, ..PrinterOptions::default() });
    Ok(printed.map_err(|error| anyhow!("cannot print {}: {error}", entry.display()))?.code)
}
