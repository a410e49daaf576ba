//! EPUB: what the book says of itself, and its chapters in reading order.

use super::{DocumentFault, Read, archive::Archive, html, office, writer::Writer, xml::Element};
use std::collections::HashMap;

pub(super) fn read(archive: &mut Archive<'_>) -> Result<Read, DocumentFault> {
    if archive.has("META-INF/encryption.xml") && archive.has("META-INF/rights.xml") {
        return Err(DocumentFault::Encrypted);
    }
    let damaged = || DocumentFault::Damaged("it names no contents".into());
    let container = office::part(archive, "META-INF/container.xml")?.ok_or_else(damaged)?;
    let mut roots = Vec::new();
    container.all("rootfile", &mut roots);
    let package = roots.first().and_then(|root| root.attribute("full-path")).ok_or_else(damaged)?.to_owned();
    let tree = office::part(archive, &package)?.ok_or_else(damaged)?;
    let folder = package.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
    let mut writer = Writer::default();
    let about = tree.child("metadata");
    let said = |name: &str| -> Vec<String> {
        let named = about.into_iter().flat_map(Element::elements).filter(|element| element.name == name);
        named.map(|element| element.text().trim().to_owned()).filter(|text| !text.is_empty()).collect()
    };
    let labels = [
        ("Title", "title"),
        ("Authors", "creator"),
        ("Language", "language"),
        ("Publisher", "publisher"),
        ("Date", "date"),
        ("Description", "description"),
    ];
    for (label, name) in labels {
        let values = said(name).join(", ");
        if !values.is_empty() {
            writer.line(&format!("**{label}:** {}", html::text(&values)));
        }
    }
    let items: HashMap<&str, &str> = tree
        .child("manifest")
        .into_iter()
        .flat_map(Element::elements)
        .filter_map(|item| Some((item.attribute("id")?, item.attribute("href")?)))
        .collect();
    let chapters: Vec<String> = tree
        .child("spine")
        .into_iter()
        .flat_map(Element::elements)
        .filter_map(|item| items.get(item.attribute("idref")?))
        .map(|target| office::joined(&folder, &unescaped(target)))
        .collect();
    for chapter in chapters {
        if let Some(bytes) = archive.file(&chapter)? {
            html::write(&crate::page::decoded(&bytes, None), &mut writer);
        }
    }
    let mut read = Read::new("epub", writer);
    read.title = said("title").into_iter().next();
    read.description = said("description").into_iter().next().map(|text| html::text(&text));
    read.tags = said("subject").into_iter().take(20).collect();
    Ok(read)
}

/// `%20` is a space in the name of a file.
fn unescaped(target: &str) -> String {
    let target = target.split('#').next().unwrap_or(target);
    let mut bytes = Vec::with_capacity(target.len());
    let mut rest = target.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let code = (first == b'%')
            .then(|| after.get(..2).and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok()))
            .flatten();
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
