//! As much of WebAssembly's binary form as this crate reads and writes by itself.

use std::ops::Range;

/// The export section's id, and so on.
pub(crate) const CUSTOM: u8 = 0;
pub(crate) const IMPORT: u8 = 2;
pub(crate) const EXPORT: u8 = 7;
pub(crate) const CODE: u8 = 10;

/// A section of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Section {
    pub(crate) id: u8,
    /// The name of a custom section, else nothing.
    pub(crate) name: Vec<u8>,
    /// Id, size and content.
    pub(crate) whole: Range<usize>,
    /// The content; of a custom section what follows its name.
    pub(crate) content: Range<usize>,
}

/// The sections of a module in their order. `None` where it is no module.
pub(crate) fn sections(module: &[u8]) -> Option<Vec<Section>> {
    let mut found = Vec::new();
    let mut at = 8; // the magic number and the version
    while at < module.len() {
        let begin = at;
        let id = module[at];
        at += 1;
        let size = number(module, &mut at)?;
        let end = at.checked_add(size).filter(|end| *end <= module.len())?;
        let mut content = at..end;
        let mut name = Vec::new();
        if id == CUSTOM {
            name = text(module, &mut content.start)?.to_vec();
        }
        found.push(Section { id, name, whole: begin..end, content });
        at = end;
    }
    Some(found)
}

/// An unsigned LEB128 number; moves `at` behind it.
pub(crate) fn number(module: &[u8], at: &mut usize) -> Option<usize> {
    let mut value = 0;
    for shift in (0..35).step_by(7) {
        let byte = *module.get(*at)?;
        *at += 1;
        value |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

/// A length and as many bytes; moves `at` behind them.
pub(crate) fn text<'a>(module: &'a [u8], at: &mut usize) -> Option<&'a [u8]> {
    let length = number(module, at)?;
    let text = module.get(*at..at.checked_add(length)?)?;
    *at += length;
    Some(text)
}

/// Writes an unsigned LEB128 number.
pub(crate) fn write_number(mut value: usize, into: &mut Vec<u8>) {
    while value >= 0x80 {
        into.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    into.push(value as u8);
}
