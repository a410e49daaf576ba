//! A message of Outlook (MSG): from whom, to whom, about what, and its text.

use super::{DocumentFault, Read, html, writer::Writer};
use std::io::{Cursor, Read as _};

const LONGEST: u64 = 32 * 1024 * 1024;

pub(super) type Compound<'bytes> = cfb::CompoundFile<Cursor<&'bytes [u8]>>;

pub(super) fn read(file: &mut Compound<'_>) -> Result<Read, DocumentFault> {
    let mut writer = Writer::default();
    let subject = property(file, 0x0037);
    writer.heading(1, subject.as_deref().unwrap_or("Message"));
    let sender = property(file, 0x0c1f).or_else(|| property(file, 0x5d01)).filter(|sender| sender.contains('@'));
    for (label, value) in [
        ("From", sender.or_else(|| property(file, 0x0c1a))),
        ("To", property(file, 0x0e04)),
        ("Cc", property(file, 0x0e03)),
        ("Subject", subject.clone()),
    ] {
        if let Some(value) = value {
            writer.line(&format!("**{label}:** {value}"));
        }
    }
    if let Some(text) = property(file, 0x1000).filter(|text| !text.trim().is_empty()) {
        writer.paragraph(text.trim());
    } else if let Some(bytes) = stream(file, "/__substg1.0_10130102") {
        html::write(&crate::page::decoded(&bytes, None), &mut writer);
    }
    let mut read = Read::new("msg", writer);
    read.title = subject;
    Ok(read)
}

/// A property by its number, in either of the two kinds of text.
fn property(file: &mut Compound<'_>, number: u16) -> Option<String> {
    if let Some(bytes) = stream(file, &format!("/__substg1.0_{number:04X}001F")) {
        return Some(encoding_rs::UTF_16LE.decode_without_bom_handling(&bytes).0.trim_end_matches('\0').to_owned());
    }
    let bytes = stream(file, &format!("/__substg1.0_{number:04X}001E"))?;
    super::plain::decoded(&bytes).ok().map(|text| text.trim_end_matches('\0').to_owned())
}

fn stream(file: &mut Compound<'_>, path: &str) -> Option<Vec<u8>> {
    if !file.is_stream(path) {
        return None;
    }
    let mut bytes = Vec::new();
    file.open_stream(path).ok()?.take(LONGEST).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}
