//! PowerPoint (PPTX): each slide with its title, texts, tables, groups, charts, descriptions of pictures, and notes.

use super::{
    DocumentFault, Read,
    archive::Archive,
    office,
    writer::Writer,
    xml::{Element, Node},
};

pub(super) fn read(archive: &mut Archive<'_>) -> Result<Read, DocumentFault> {
    let properties = office::properties(archive)?;
    let mut writer = Writer::default();
    for (place, slide) in slides(archive)?.into_iter().enumerate() {
        let Some(tree) = office::part(archive, &slide)? else { continue };
        let relations = office::relations(archive, &slide)?;
        let mut shapes = Vec::new();
        if let Some(shape_tree) = tree.at(&["cSld", "spTree"]) {
            gather(shape_tree, (0, 0), &mut shapes);
        }
        let title = shapes.iter().position(|(_, shape)| is_title(shape));
        let name = title.map(|place| words(shapes[place].1)).filter(|name| !name.trim().is_empty());
        writer.heading(1, &name.unwrap_or_else(|| format!("Slide {}", place + 1)));
        // As one reads: from above, then from the left.
        let mut order: Vec<usize> = (0..shapes.len()).filter(|at| Some(*at) != title).collect();
        order.sort_by_key(|&at| shapes[at].0);
        for at in order {
            write(archive, shapes[at].1, &relations, &mut writer)?;
        }
        for relation in relations.values().filter(|relation| matches!(&*relation.kind, "notesSlide" | "comments")) {
            let Some(notes) = office::part(archive, &relation.target)? else { continue };
            let text = if relation.kind == "notesSlide" { spoken(&notes) } else { notes.text() };
            if !text.trim().is_empty() {
                writer.paragraph(if relation.kind == "notesSlide" { "### Notes:" } else { "### Comments:" });
                writer.line(text.trim());
            }
        }
    }
    Ok(Read::new("pptx", writer).with(properties))
}

/// The slides in the order of the presentation.
fn slides(archive: &mut Archive<'_>) -> Result<Vec<String>, DocumentFault> {
    let relations = office::relations(archive, "ppt/presentation.xml")?;
    let tree = office::part(archive, "ppt/presentation.xml")?;
    let list = tree.as_ref().and_then(|tree| tree.child("sldIdLst"));
    let named = list.into_iter().flat_map(Element::elements).filter_map(|slide| relations.get(slide.relation()?));
    let named: Vec<String> = named.map(|relation| relation.target.clone()).filter(|name| archive.has(name)).collect();
    if !named.is_empty() {
        return Ok(named);
    }
    let number =
        |name: &str| name.trim_start_matches("ppt/slides/slide").trim_end_matches(".xml").parse::<u32>().unwrap_or(u32::MAX);
    let mut found: Vec<String> =
        archive.names().iter().filter(|name| name.starts_with("ppt/slides/slide") && name.ends_with(".xml")).cloned().collect();
    found.sort_by_key(|name| number(name));
    Ok(found)
}

type Place = (i64, i64);

/// All shapes with their positions, those of groups too.
fn gather<'tree>(holder: &'tree Element, above: Place, shapes: &mut Vec<(Place, &'tree Element)>) {
    for shape in holder.elements() {
        match &*shape.name {
            "sp" | "pic" | "graphicFrame" | "cxnSp" => shapes.push((place(shape).unwrap_or(above), shape)),
            "grpSp" => {
                // What is in a group stays together.
                let mut inner = Vec::new();
                let at = place(shape).unwrap_or(above);
                gather(shape, at, &mut inner);
                inner.sort_by_key(|(place, _)| *place);
                shapes.extend(inner.into_iter().map(|(_, shape)| (at, shape)));
            }
            "AlternateContent" | "Choice" => gather(shape, above, shapes),
            _ => {}
        }
    }
}

fn place(shape: &Element) -> Option<Place> {
    let mut found = Vec::new();
    if let Some(own) = shape.child("spPr").or_else(|| shape.child("grpSpPr")) {
        own.all("off", &mut found);
    } else if let Some(own) = shape.child("xfrm") {
        own.all("off", &mut found);
    }
    let off = found.first()?;
    Some((off.attribute("y")?.parse().ok()?, off.attribute("x")?.parse().ok()?))
}

fn placeholder(shape: &Element) -> Option<&str> {
    shape.at(&["nvSpPr", "nvPr", "ph"]).map(|kind| kind.attribute("type").unwrap_or("body"))
}

fn is_title(shape: &Element) -> bool {
    matches!(placeholder(shape), Some("title" | "ctrTitle"))
}

fn write(
    archive: &mut Archive<'_>,
    shape: &Element,
    relations: &std::collections::HashMap<String, office::Relation>,
    writer: &mut Writer,
) -> Result<(), DocumentFault> {
    if let Some(body) = shape.child("txBody") {
        for paragraph in body.elements().filter(|element| element.name == "p") {
            let text = runs(paragraph);
            let level =
                paragraph.child("pPr").and_then(|found| found.attribute("lvl")?.parse::<usize>().ok()).unwrap_or_default();
            if level > 0 && !text.trim().is_empty() {
                writer.line(&format!("{}* {}", "  ".repeat(level.min(8)), text.trim()));
            } else {
                writer.paragraph(&text);
            }
        }
    }
    let mut tables = Vec::new();
    shape.all("tbl", &mut tables);
    for table in tables {
        let rows: Vec<Vec<String>> = table.elements().filter(|row| row.name == "tr").map(cells).collect();
        writer.table(&rows);
    }
    let mut charts = Vec::new();
    shape.all("chart", &mut charts);
    for chart in charts {
        if let Some(relation) = chart.relation().and_then(|id| relations.get(id))
            && let Some(tree) = office::part(archive, &relation.target)?
        {
            office::chart(&tree, writer);
        }
    }
    let mut diagrams = Vec::new();
    shape.all("relIds", &mut diagrams);
    if !diagrams.is_empty() {
        for relation in relations.values().filter(|relation| relation.kind == "diagramData") {
            if let Some(tree) = office::part(archive, &relation.target)? {
                let mut points = Vec::new();
                tree.all("p", &mut points);
                points.iter().for_each(|point| writer.line(&runs(point)));
            }
        }
    }
    let own =
        shape.elements().find_map(|part| part.child("cNvPr")).and_then(|about| about.attribute("descr")).unwrap_or_default();
    if !own.trim().is_empty() {
        writer.paragraph(&format!("![{}]", own.split_whitespace().collect::<Vec<_>>().join(" ")));
    }
    Ok(())
}

fn cells(row: &Element) -> Vec<String> {
    let cell = |cell: &Element| {
        if cell.attribute("hMerge").is_some() || cell.attribute("vMerge").is_some() { String::new() } else { words(cell) }
    };
    row.elements().filter(|cell| cell.name == "tc").map(cell).collect()
}

/// The paragraphs of a shape or a cell, one a line.
fn words(holder: &Element) -> String {
    let mut paragraphs = Vec::new();
    holder.all("p", &mut paragraphs);
    paragraphs.iter().map(|paragraph| runs(paragraph)).filter(|text| !text.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

fn runs(paragraph: &Element) -> String {
    let mut text = String::new();
    let mut broken = false;
    let mut add = |more: &str, broken: &mut bool| {
        // A break is white space; where there is some already, no more is needed.
        if std::mem::take(broken) && !text.ends_with(char::is_whitespace) && !more.starts_with(char::is_whitespace) {
            text.push('\n');
        }
        text.push_str(more);
    };
    for child in &paragraph.children {
        let Node::Element(element) = child else { continue };
        match &*element.name {
            "r" | "fld" => add(&element.child("t").map(Element::text).unwrap_or_default(), &mut broken),
            "br" => broken = true,
            "m" | "oMath" | "oMathPara" | "AlternateContent" => add(&office::formula(element), &mut broken),
            _ => {}
        }
    }
    text
}

/// What a slide's notes say, without the number of the slide.
fn spoken(notes: &Element) -> String {
    let mut shapes = Vec::new();
    notes.all("sp", &mut shapes);
    let body = shapes.into_iter().filter(|shape| placeholder(shape).is_none_or(|kind| kind == "body"));
    body.map(words).collect::<Vec<_>>().join("\n")
}
