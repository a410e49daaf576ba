//! Word (DOCX): headings, paragraphs, lists, tables, text boxes, headers and footers, notes, comments, formulas, charts.

use super::{
    DocumentFault, Read,
    archive::Archive,
    office,
    writer::Writer,
    xml::{Element, Node},
};
use std::collections::{BTreeSet, HashMap};

pub(super) fn read(archive: &mut Archive<'_>) -> Result<Read, DocumentFault> {
    let properties = office::properties(archive)?;
    let main = main_part(archive)?;
    let tree = office::part(archive, &main)?.ok_or_else(|| DocumentFault::Damaged("its text is missing".into()))?;
    let relations = office::relations(archive, &main)?;
    let styles = styles(office::part(archive, "word/styles.xml")?.as_ref());
    let mut reader = Word { styles, writer: Writer::default(), charts: HashMap::new() };
    for (id, relation) in &relations {
        if relation.kind == "chart"
            && let Some(chart) = office::part(archive, &relation.target)?
        {
            reader.charts.insert(id.clone(), chart);
        }
    }
    let edges = |kind: &str| -> BTreeSet<String> {
        relations.values().filter(|relation| relation.kind == kind).map(|relation| relation.target.clone()).collect()
    };
    for header in edges("header") {
        reader.aside(office::part(archive, &header)?.as_ref(), "");
    }
    reader.blocks(tree.child("body").unwrap_or(&tree));
    for (kind, label) in [("footnotes", "footnote"), ("endnotes", "endnote"), ("comments", "comment")] {
        for target in edges(kind) {
            reader.notes(office::part(archive, &target)?.as_ref(), label);
        }
    }
    for footer in edges("footer") {
        reader.aside(office::part(archive, &footer)?.as_ref(), "");
    }
    Ok(Read::new("docx", reader.writer).with(properties))
}

fn main_part(archive: &mut Archive<'_>) -> Result<String, DocumentFault> {
    let relations = office::relations(archive, "")?;
    let named = relations.into_values().find(|relation| relation.kind == "officeDocument").map(|relation| relation.target);
    Ok(named.filter(|name| archive.has(name)).unwrap_or_else(|| "word/document.xml".into()))
}

/// The outline level of each style that has one.
fn styles(tree: Option<&Element>) -> HashMap<String, u8> {
    let mut levels = HashMap::new();
    let mut based: HashMap<&str, &str> = HashMap::new();
    for style in tree.into_iter().flat_map(Element::elements).filter(|style| style.name == "style") {
        let Some(id) = style.attribute("styleId") else { continue };
        let name = style.child("name").and_then(|name| name.attribute("val")).unwrap_or_default().to_lowercase();
        let outline = style.at(&["pPr", "outlineLvl"]).and_then(|level| level.attribute("val")?.parse::<u8>().ok());
        let level = match (outline, &*name) {
            (Some(level), _) if level < 9 => Some(level + 1),
            (_, "title") => Some(1),
            (_, name) => name.strip_prefix("heading ").and_then(|level| level.trim().parse().ok()),
        };
        if let Some(level) = level {
            levels.insert(id.to_owned(), level);
        } else if let Some(parent) = style.child("basedOn").and_then(|parent| parent.attribute("val")) {
            based.insert(id, parent);
        }
    }
    // A style is a heading where the one that it is based on is one.
    for (id, parent) in &based {
        let mut ancestor = *parent;
        for _ in 0..10 {
            if let Some(level) = levels.get(ancestor).copied() {
                levels.insert((*id).to_owned(), level);
                break;
            }
            let Some(next) = based.get(ancestor) else { break };
            ancestor = next;
        }
    }
    levels
}

struct Word {
    styles: HashMap<String, u8>,
    writer: Writer,
    charts: HashMap<String, Element>,
}

impl Word {
    fn blocks(&mut self, holder: &Element) {
        for element in holder.elements() {
            match &*element.name {
                "p" => self.paragraph(element),
                "tbl" => {
                    let rows = self.rows(element);
                    self.writer.table(&rows);
                }
                "sdt" | "sdtContent" | "customXml" | "ins" | "smartTag" | "AlternateContent" | "Choice" => self.blocks(element),
                _ => {}
            }
        }
    }

    fn paragraph(&mut self, paragraph: &Element) {
        let mut line = Line::default();
        line.gather(paragraph);
        let properties = paragraph.child("pPr");
        let style = properties.and_then(|found| found.child("pStyle")?.attribute("val"));
        let own = properties
            .and_then(|found| found.child("outlineLvl")?.attribute("val")?.parse::<u8>().ok())
            .filter(|level| *level < 9);
        let level = own.map(|level| level + 1).or_else(|| style.and_then(|style| self.styles.get(style).copied()));
        let text = line.text.trim_matches('\n');
        match level {
            Some(level) if !text.trim().is_empty() => self.writer.heading(level, text),
            _ => {
                let list = properties.and_then(|found| found.child("numPr"));
                if let Some(list) = list.filter(|_| !text.trim().is_empty()) {
                    let depth =
                        list.child("ilvl").and_then(|depth| depth.attribute("val")?.parse::<usize>().ok()).unwrap_or_default();
                    self.writer.line(&format!("{}* {}", "  ".repeat(depth.min(8)), text.trim()));
                } else {
                    self.writer.paragraph(text);
                }
            }
        }
        for inner in line.boxes {
            self.blocks(inner);
        }
        for id in line.charts {
            if let Some(chart) = self.charts.get(&id) {
                office::chart(chart, &mut self.writer);
            }
        }
    }

    fn rows(&self, table: &Element) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        let mut found = Vec::new();
        table.all("tr", &mut found);
        for row in found {
            let mut cells = Vec::new();
            let mut elements = Vec::new();
            row.all("tc", &mut elements);
            for cell in elements {
                cells.push(Self::cell(cell));
                let span =
                    cell.at(&["tcPr", "gridSpan"]).and_then(|span| span.attribute("val")?.parse::<usize>().ok()).unwrap_or(1);
                cells.extend(std::iter::repeat_n(String::new(), span.clamp(1, 60) - 1));
            }
            rows.push(cells);
        }
        rows
    }

    /// The text of a cell, also of tables inside it.
    fn cell(cell: &Element) -> String {
        let mut paragraphs = Vec::new();
        cell.all("p", &mut paragraphs);
        let texts = paragraphs.into_iter().map(|paragraph| {
            let mut line = Line::default();
            line.gather(paragraph);
            for inner in &line.boxes {
                line.text.push(' ');
                line.text.push_str(&Self::cell(inner));
            }
            line.text
        });
        texts.filter(|text| !text.trim().is_empty()).collect::<Vec<_>>().join("\n")
    }

    fn aside(&mut self, tree: Option<&Element>, label: &str) {
        if let Some(tree) = tree {
            self.writer.paragraph(label);
            self.blocks(tree);
        }
    }

    fn notes(&mut self, tree: Option<&Element>, label: &str) {
        for note in tree.into_iter().flat_map(Element::elements) {
            // Separators are notes of a type.
            if note.attribute("type").is_some_and(|kind| kind != "normal") {
                continue;
            }
            let text = Self::cell(note);
            if !text.trim().is_empty() {
                let by = note.attribute("author").map(|author| format!(" by {author}")).unwrap_or_default();
                self.writer.paragraph(&format!("[{label} {}{by}] {}", note.attribute("id").unwrap_or_default(), text.trim()));
            }
        }
    }
}

/// The text of a paragraph, and what hangs on it.
#[derive(Default)]
struct Line<'tree> {
    text: String,
    boxes: Vec<&'tree Element>,
    charts: Vec<String>,
}

impl<'tree> Line<'tree> {
    fn gather(&mut self, holder: &'tree Element) {
        for child in &holder.children {
            let Node::Element(element) = child else { continue };
            match &*element.name {
                "t" => self.text.push_str(&element.text()),
                "tab" => self.text.push('\t'),
                "br" | "cr" => self.text.push('\n'),
                "noBreakHyphen" => self.text.push('-'),
                "sym" => self.text.extend(element.attribute("char").and_then(symbol)),
                "oMath" => {
                    let formula = office::formula(element);
                    self.text.push_str(&format!("${}$", formula.trim()));
                }
                "oMathPara" => {
                    let formula = office::formula(element);
                    self.text.push_str(&format!("$${}$$", formula.trim()));
                }
                "txbxContent" => self.boxes.push(element),
                "docPr" => {
                    let text = element.attribute("descr").unwrap_or_default().trim();
                    if !text.is_empty() {
                        self.text.push_str(&format!("![{text}]"));
                    }
                }
                "chart" => self.charts.extend(element.relation().map(str::to_owned)),
                "footnoteReference" | "endnoteReference" => {
                    let id = element.attribute("id").unwrap_or_default();
                    self.text.push_str(&format!("[^{id}]"));
                }
                // The fallback says again what the choice says; what was deleted is gone.
                "Fallback" if holder.child("Choice").is_some() => {}
                "del" | "moveFrom" | "instrText" | "pPr" | "rPr" | "delText" => {}
                _ => self.gather(element),
            }
        }
    }
}

/// Signs of symbol fonts are in a private range, with the letter's number below it.
fn symbol(code: &str) -> Option<char> {
    let code = u32::from_str_radix(code, 16).ok()?;
    char::from_u32(if (0xf000..0xf100).contains(&code) { code - 0xf000 } else { code })
}
