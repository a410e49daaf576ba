//! PDF: the letters of each page with their places, put into lines, paragraphs, columns and tables again.

mod glyphs;
mod layout;
mod prose;

use super::{DocumentFault, Read, writer::Writer};
use glyphs::Page;
use pdf_extract::{Dictionary, Document, Object, ObjectId};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};

const MOST_PAGES: usize = 3_000;
/// After this long what was read until then is the document.
const PATIENCE: Duration = Duration::from_secs(45);
/// How deep forms may be nested.
const DEEPEST: usize = 24;

pub(super) fn read(bytes: &[u8]) -> Result<Read, DocumentFault> {
    let begun = Instant::now();
    let loaded = catch_unwind(AssertUnwindSafe(|| Document::load_mem(bytes)));
    let damaged = |why: String| DocumentFault::Damaged(why);
    let mut document = match loaded {
        Ok(Ok(document)) => document,
        Ok(Err(fault)) if fault.to_string().to_lowercase().contains("password") => return Err(DocumentFault::Encrypted),
        Ok(Err(fault)) => return Err(damaged(fault.to_string())),
        Err(_) => return Err(damaged("its parts contradict each other".into())),
    };
    if document.is_encrypted() {
        // Many are only protected against changes, with an empty password.
        let opened = catch_unwind(AssertUnwindSafe(|| document.decrypt("").is_ok())).unwrap_or_default();
        if !opened {
            return Err(DocumentFault::Encrypted);
        }
    }
    let pages = catch_unwind(AssertUnwindSafe(|| document.get_pages())).unwrap_or_default();
    let mut read = Vec::new();
    for (number, id) in pages.into_iter().take(MOST_PAGES) {
        if begun.elapsed() > PATIENCE {
            break;
        }
        let mut page = Page::default();
        if is_sound(&document, id) {
            // Where a page cannot be read to its end, its beginning is kept.
            match catch_unwind(AssertUnwindSafe(|| pdf_extract::output_doc_page(&document, &mut page, number))) {
                Ok(Ok(())) => {}
                Ok(Err(fault)) => tracing::debug!(number, ?fault, "a page was not read to its end"),
                Err(_) => tracing::debug!(number, "a page was not read to its end"),
            }
        }
        read.push((layout::lines(page), remarks(&document, id)));
    }
    if read.iter().all(|(lines, remarks)| lines.is_empty() && remarks.is_empty()) {
        return Err(DocumentFault::NoText);
    }
    let mut writer = Writer::default();
    prose::write(read, &mut writer);
    let mut done = Read::new("pdf", writer);
    done.title = title(&document);
    Ok(done)
}

/// Neither the page's ancestors nor its forms contain themselves: a reader that follows them would never end.
fn is_sound(document: &Document, page: ObjectId) -> bool {
    let mut ancestor = page;
    for step in 0.. {
        if step > DEEPEST {
            return false;
        }
        let Ok(dictionary) = document.get_dictionary(ancestor) else { break };
        let Some(parent) = dictionary.get(b"Parent").ok().and_then(|parent| parent.as_reference().ok()) else { break };
        ancestor = parent;
    }
    let mut left = 20_000;
    let resources = inherited(document, page, b"Resources");
    resources.is_none_or(|resources| forms_end(document, resources, &mut Vec::new(), &mut left))
}

fn inherited<'document>(document: &'document Document, page: ObjectId, name: &[u8]) -> Option<&'document Dictionary> {
    let mut at = page;
    for _ in 0..=DEEPEST {
        let dictionary = document.get_dictionary(at).ok()?;
        if let Ok(found) = dictionary.get(name) {
            return resolved(document, found)?.as_dict().ok();
        }
        at = dictionary.get(b"Parent").ok()?.as_reference().ok()?;
    }
    None
}

fn resolved<'document>(document: &'document Document, object: &'document Object) -> Option<&'document Object> {
    document.dereference(object).ok().map(|(_, object)| object)
}

fn forms_end(document: &Document, resources: &Dictionary, way: &mut Vec<ObjectId>, left: &mut usize) -> bool {
    let Some(forms) = resources.get(b"XObject").ok().and_then(|forms| resolved(document, forms)?.as_dict().ok()) else {
        return true;
    };
    for (_, form) in forms.iter() {
        let Ok(id) = form.as_reference() else { continue };
        let Some(stream) = document.get_object(id).ok().and_then(|form| form.as_stream().ok()) else { continue };
        if !stream.dict.get(b"Subtype").is_ok_and(|kind| kind.as_name().is_ok_and(|name| name == b"Form")) {
            continue;
        }
        *left = left.saturating_sub(1);
        if way.contains(&id) || way.len() > DEEPEST || *left == 0 {
            return false;
        }
        let Some(inner) = stream.dict.get(b"Resources").ok().and_then(|inner| resolved(document, inner)?.as_dict().ok()) else {
            continue;
        };
        way.push(id);
        let ends = forms_end(document, inner, way, left);
        way.pop();
        if !ends {
            return false;
        }
    }
    true
}

/// What was filled in or written beside the text: fields of forms, notes, free texts.
fn remarks(document: &Document, page: ObjectId) -> Vec<String> {
    let list = document.get_dictionary(page).ok().and_then(|page| resolved(document, page.get(b"Annots").ok()?)?.as_array().ok());
    let mut found = Vec::new();
    for annotation in list.into_iter().flatten().take(5_000) {
        let Some(annotation) = resolved(document, annotation).and_then(|annotation| annotation.as_dict().ok()) else { continue };
        let said = |name: &[u8]| annotation.get(name).ok().and_then(|value| text(resolved(document, value)?));
        let kind = annotation.get(b"Subtype").ok().and_then(|kind| kind.as_name().ok()).unwrap_or_default();
        match kind {
            b"Widget" => {
                if let Some(value) = said(b"V") {
                    let name = said(b"TU").or_else(|| said(b"T")).map(|name| format!("{name}: ")).unwrap_or_default();
                    found.push(format!("{name}{value}"));
                }
            }
            b"Text" | b"FreeText" | b"Highlight" | b"Underline" | b"StrikeOut" | b"Square" | b"Circle" | b"Ink" => {
                found.extend(said(b"Contents").map(|text| format!("[comment] {text}")));
            }
            _ => {}
        }
    }
    found
}

fn title(document: &Document) -> Option<String> {
    let information = resolved(document, document.trailer.get(b"Info").ok()?)?.as_dict().ok()?;
    let title = text(resolved(document, information.get(b"Title").ok()?)?)?;
    // Many programs write the name of the file they printed.
    let real = title.contains(' ') || !title.contains('.');
    let said = !title.starts_with('(') && !title.eq_ignore_ascii_case("untitled");
    Some(title).filter(|title| real && said && title.len() > 2)
}

/// A text of the document's structure: UTF-16 with its mark, UTF-8 with its mark, else Latin letters.
fn text(object: &Object) -> Option<String> {
    let bytes = match object {
        Object::String(bytes, _) | Object::Name(bytes) => bytes,
        _ => return None,
    };
    let text = match bytes.as_slice() {
        [0xfe, 0xff, rest @ ..] => encoding_rs::UTF_16BE.decode_without_bom_handling(rest).0.into_owned(),
        [0xff, 0xfe, rest @ ..] => encoding_rs::UTF_16LE.decode_without_bom_handling(rest).0.into_owned(),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        bytes => encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(),
    };
    Some(text.trim().to_owned()).filter(|text| !text.is_empty() && text != "Off")
}
