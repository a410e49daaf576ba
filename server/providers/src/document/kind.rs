//! Chooses the reader of a file by its first bytes, by the contents of an archive, and by the name where neither decides.

use super::{
    DocumentFault, Read, archive::Archive, biff, book, html, mail, pdf, plain, rtf, sheets, slides, word, writer::Writer,
};
use std::io::Cursor;

/// Files of a plain archive that are read, and how deep archives in archives are.
const MOST_FILES: usize = 500;

pub(super) fn read(name: &str, bytes: &[u8]) -> Result<Read, DocumentFault> {
    within(name, bytes, true)
}

/// By how a file begins.
enum Family {
    Pdf,
    Packed,
    Compound,
    Rtf,
    Text,
}

impl Family {
    fn from_bytes(bytes: &[u8]) -> Self {
        // Some programs write a few bytes before a PDF begins.
        if bytes[..bytes.len().min(1_024)].windows(5).any(|window| window == b"%PDF-") {
            Self::Pdf
        } else if bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06") {
            Self::Packed
        } else if bytes.starts_with(&[0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]) {
            Self::Compound
        } else if bytes.trim_ascii_start().starts_with(b"{\\rtf") {
            Self::Rtf
        } else {
            Self::Text
        }
    }
}

fn ending(name: &str) -> String {
    name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase()).unwrap_or_default()
}

pub(super) fn look(name: &str, head: &[u8]) -> Result<(), DocumentFault> {
    match Family::from_bytes(head) {
        Family::Text => refuse(head, &ending(name)),
        _ => Ok(()),
    }
}

fn within(name: &str, bytes: &[u8], archives: bool) -> Result<Read, DocumentFault> {
    let ending = ending(name);
    match Family::from_bytes(bytes) {
        Family::Pdf => pdf::read(bytes),
        Family::Packed => packed(&ending, bytes, archives),
        Family::Compound => compound(bytes),
        Family::Rtf => rtf::read(bytes.trim_ascii_start()),
        Family::Text => {
            refuse(bytes, &ending)?;
            textual(&ending, bytes)
        }
    }
}

fn packed(ending: &str, bytes: &[u8], archives: bool) -> Result<Read, DocumentFault> {
    let mut archive = Archive::open(bytes)?;
    let begins = |archive: &Archive<'_>, folder: &str| archive.names().iter().any(|name| name.starts_with(folder));
    if begins(&archive, "word/") {
        return word::read(&mut archive);
    }
    if begins(&archive, "ppt/") {
        return slides::read(&mut archive);
    }
    if begins(&archive, "xl/") {
        let format = if archive.has("xl/workbook.bin") { "xlsb" } else { "xlsx" };
        return sheets::read(format, bytes, Some(&mut archive));
    }
    let kind = archive.file("mimetype")?.map(|kind| String::from_utf8_lossy(&kind).trim().to_owned()).unwrap_or_default();
    match &*kind {
        "application/epub+zip" => return book::read(&mut archive),
        "application/vnd.oasis.opendocument.spreadsheet" => return sheets::read("ods", bytes, Some(&mut archive)),
        kind if kind.starts_with("application/vnd.oasis.opendocument") => return open_document(&mut archive),
        _ => {}
    }
    if archive.has("META-INF/container.xml") || ending == "epub" {
        return book::read(&mut archive);
    }
    if !archives {
        return Err(DocumentFault::Unsupported("an archive inside an archive is not read; upload it by itself".into()));
    }
    folder(&mut archive)
}

/// A plain archive: its documents one after the other; what is none is left out.
fn folder(archive: &mut Archive<'_>) -> Result<Read, DocumentFault> {
    let names = archive.names().to_vec();
    let hidden = |name: &str| name.ends_with('/') || name.split('/').any(|part| part.starts_with('.') || part == "__MACOSX");
    let mut sections = Vec::new();
    let mut fault = None;
    for (place, name) in names.iter().enumerate().filter(|(_, name)| !hidden(name)).take(MOST_FILES) {
        let bytes = archive.at(place)?;
        match within(name, &bytes, false) {
            Ok(read) => {
                let mut writer = Writer::default();
                writer.heading(1, name);
                sections.extend(writer.finish());
                sections.extend(read.sections);
            }
            Err(found) => fault = Some(found),
        }
    }
    if sections.is_empty() {
        return Err(fault.unwrap_or(DocumentFault::Unknown));
    }
    Ok(Read { sections, ..Read::new("zip", Writer::default()) })
}

/// Texts of LibreOffice by their headings and paragraphs.
fn open_document(archive: &mut Archive<'_>) -> Result<Read, DocumentFault> {
    let content = archive.file("content.xml")?.ok_or_else(|| DocumentFault::Damaged("its text is missing".into()))?;
    let tree = super::xml::parse(&content)?;
    let mut writer = Writer::default();
    open_blocks(tree.child("body").unwrap_or(&tree), &mut writer);
    Ok(Read::new("odf", writer))
}

fn open_blocks(holder: &super::xml::Element, writer: &mut Writer) {
    for element in holder.elements() {
        match &*element.name {
            "h" => writer
                .heading(element.attribute("outline-level").and_then(|level| level.parse().ok()).unwrap_or(1), &element.text()),
            "p" => writer.paragraph(&element.text()),
            "table" => {
                let mut rows = Vec::new();
                element.all("table-row", &mut rows);
                let cells = |row: &&super::xml::Element| row.elements().map(super::xml::Element::text).collect::<Vec<String>>();
                writer.table(&rows.iter().map(cells).collect::<Vec<_>>());
            }
            "tracked-changes" => {}
            _ => open_blocks(element, writer),
        }
    }
}

/// The older files of Office, and whatever else is made of streams.
fn compound(bytes: &[u8]) -> Result<Read, DocumentFault> {
    let mut file: mail::Compound<'_> =
        cfb::CompoundFile::open(Cursor::new(bytes)).map_err(|fault| DocumentFault::Damaged(fault.to_string()))?;
    if file.is_stream("/EncryptedPackage") || file.is_stream("/EncryptionInfo") {
        return Err(DocumentFault::Encrypted);
    }
    if file.is_stream("/Workbook") || file.is_stream("/Book") {
        biff::bounded(&mut file)?;
        return sheets::read("xls", bytes, None);
    }
    if file.is_stream("/__properties_version1.0") {
        return mail::read(&mut file);
    }
    let older = |format: &str, newer: &str| {
        Err(DocumentFault::Unsupported(format!("this is an older {format} file; save it as {newer} or PDF and upload that")))
    };
    if file.is_stream("/WordDocument") {
        return older("Word", "DOCX");
    }
    if file.is_stream("/PowerPoint Document") {
        return older("PowerPoint", "PPTX");
    }
    Err(DocumentFault::Unknown)
}

/// Pictures, sounds, programs and archives of other kinds are named, so that people know why.
fn refuse(bytes: &[u8], ending: &str) -> Result<(), DocumentFault> {
    const KNOWN: &[(&[u8], &str)] = &[
        (b"\x89PNG", "a picture"),
        (b"\xff\xd8\xff", "a picture"),
        (b"GIF8", "a picture"),
        (b"II*\0", "a picture"),
        (b"MM\0*", "a picture"),
        (b"BM", "a picture"),
        (b"ID3", "a sound"),
        (b"OggS", "a sound"),
        (b"fLaC", "a sound"),
        (b"\x7fELF", "a program"),
        (b"MZ", "a program"),
        (b"\x1f\x8b", "a compressed file"),
        (b"7z\xbc\xaf", "an archive"),
        (b"Rar!", "an archive"),
        (b"SQLite format 3", "a database; add it as a database"),
        (b"PAR1", "a table in Parquet; add it as a database"),
    ];
    let known = KNOWN.iter().find(|(begin, _)| bytes.starts_with(begin));
    let binary = bytes.iter().take(4_000).any(|byte| *byte == 0) || matches!(ending, "png" | "jpg" | "jpeg" | "gif");
    match known {
        Some((_, what)) if binary || !std::str::from_utf8(bytes).is_ok_and(|text| text.is_ascii()) => {
            Err(DocumentFault::Unsupported(format!("this is {what}, not a document")))
        }
        _ => Ok(()),
    }
}

fn textual(ending: &str, bytes: &[u8]) -> Result<Read, DocumentFault> {
    if matches!(ending, "html" | "htm" | "xhtml") {
        return Ok(html::read(&crate::page::decoded(bytes, None)));
    }
    let text = plain::decoded(bytes)?;
    let start = text.trim_start();
    if start.is_empty() {
        return Err(DocumentFault::Empty);
    }
    let page = start.get(..start.floor_char_boundary(200)).unwrap_or_default().to_ascii_lowercase();
    if page.starts_with("<!doctype html") || page.starts_with("<html") {
        return Ok(html::read(&crate::page::decoded(bytes, None)));
    }
    match ending {
        "md" | "markdown" | "mdx" => Ok(plain::markdown(&text)),
        "csv" => plain::csv(&text, None),
        "tsv" | "tab" => plain::csv(&text, Some(b'\t')),
        "json" | "jsonl" | "ndjson" | "ipynb" => plain::json(&text),
        "xml" | "rss" | "atom" => plain::xml(bytes),
        _ if start.starts_with("<?xml") || page.starts_with("<rss") || page.starts_with("<feed") => plain::xml(bytes),
        _ if start.starts_with(['{', '[']) => plain::json(&text).or_else(|_| Ok(plain::text(&text))),
        "" | "txt" | "text" if text.lines().any(|line| line.starts_with("# ") || line.starts_with("## ")) => {
            Ok(Read { format: "text", ..plain::markdown(&text) })
        }
        _ => Ok(plain::text(&text)),
    }
}
