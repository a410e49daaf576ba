//! What Word, PowerPoint and Excel files share: parts that refer to each other, properties, charts, formulas.

use super::{
    archive::Archive,
    fault::DocumentFault,
    writer::Writer,
    xml::{self, Element},
};
use std::collections::HashMap;

/// A part as a tree; nothing where it is missing or broken.
pub(super) fn part(archive: &mut Archive<'_>, name: &str) -> Result<Option<Element>, DocumentFault> {
    match archive.file(name)? {
        Some(bytes) => Ok(xml::parse(&bytes).ok()),
        None => Ok(None),
    }
}

/// A relation of a part: what kind it is and to which part it leads. Those that lead out of the file are left out.
pub(super) struct Relation {
    pub(super) kind: String,
    pub(super) target: String,
}

pub(super) fn relations(archive: &mut Archive<'_>, of: &str) -> Result<HashMap<String, Relation>, DocumentFault> {
    let (folder, name) = of.rsplit_once('/').unwrap_or(("", of));
    let Some(tree) = part(archive, &format!("{folder}/_rels/{name}.rels"))? else { return Ok(HashMap::new()) };
    let mut found = HashMap::new();
    for relation in tree.elements().filter(|relation| relation.attribute("TargetMode") != Some("External")) {
        if let (Some(id), Some(target), Some(kind)) =
            (relation.attribute("Id"), relation.attribute("Target"), relation.attribute("Type"))
        {
            let kind = kind.rsplit('/').next().unwrap_or_default().to_owned();
            found.insert(id.to_owned(), Relation { kind, target: joined(folder, target) });
        }
    }
    Ok(found)
}

/// `../charts/chart1.xml` seen from `ppt/slides`.
pub(super) fn joined(folder: &str, target: &str) -> String {
    if let Some(absolute) = target.strip_prefix('/') {
        return absolute.to_owned();
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in target.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Title, subject and description, as the document says of itself.
#[derive(Default)]
pub(super) struct Properties {
    pub(super) title: Option<String>,
    pub(super) description: Option<String>,
    pub(super) tags: Vec<String>,
    pub(super) modified: Option<String>,
}

pub(super) fn properties(archive: &mut Archive<'_>) -> Result<Properties, DocumentFault> {
    let Some(tree) = part(archive, "docProps/core.xml")? else { return Ok(Properties::default()) };
    let said = |name: &str| tree.child(name).map(|element| element.text().trim().to_owned()).filter(|text| !text.is_empty());
    let keywords = said("keywords").unwrap_or_default();
    Ok(Properties {
        title: said("title"),
        description: said("description").or_else(|| said("subject")),
        tags: keywords.split([',', ';']).map(str::trim).filter(|tag| !tag.is_empty()).take(20).map(Into::into).collect(),
        modified: said("modified"),
    })
}

/// A chart: its title, and its series as a table.
pub(super) fn chart(tree: &Element, writer: &mut Writer) {
    let mut titles = Vec::new();
    tree.all("title", &mut titles);
    for title in titles {
        let mut runs = Vec::new();
        title.all("t", &mut runs);
        let text: String = runs.iter().map(|run| run.text()).collect();
        writer.paragraph(&text);
    }
    let mut series = Vec::new();
    tree.all("ser", &mut series);
    let values = |element: Option<&Element>| {
        let mut points = Vec::new();
        if let Some(element) = element {
            element.all("pt", &mut points);
        }
        points.iter().map(|point| point.text().trim().to_owned()).collect::<Vec<String>>()
    };
    let mut rows: Vec<Vec<String>> = vec![vec![String::new()]];
    for (place, one) in series.iter().enumerate() {
        let name = one.child("tx").map(|name| values(Some(name)).join(" ")).filter(|name| !name.is_empty());
        rows[0].push(name.unwrap_or_else(|| format!("Series {}", place + 1)));
        let names = values(one.child("cat").or_else(|| one.child("xVal")));
        for (row, value) in values(one.child("val").or_else(|| one.child("yVal"))).into_iter().enumerate().take(5_000) {
            if rows.len() <= row + 1 {
                rows.push(vec![names.get(row).cloned().unwrap_or_default()]);
            }
            rows[row + 1].resize(place + 1, String::new());
            rows[row + 1].push(value);
        }
    }
    if !series.is_empty() {
        writer.table(&rows);
    }
}

/// A formula as one would write it in a line.
pub(super) fn formula(element: &Element) -> String {
    let part = |name: &str| element.child(name).map(formula).unwrap_or_default();
    let all = |element: &Element| element.elements().map(formula).collect::<String>();
    match &*element.name {
        "t" => element.text(),
        "f" => format!("\\frac{{{}}}{{{}}}", part("num"), part("den")),
        "sSup" => format!("{}^{{{}}}", part("e"), part("sup")),
        "sSub" => format!("{}_{{{}}}", part("e"), part("sub")),
        "sSubSup" => format!("{}_{{{}}}^{{{}}}", part("e"), part("sub"), part("sup")),
        "rad" if part("deg").is_empty() => format!("\\sqrt{{{}}}", part("e")),
        "rad" => format!("\\sqrt[{}]{{{}}}", part("deg"), part("e")),
        "d" => {
            let sign = |name: &str, usual: &str| {
                let chosen = element.at(&["dPr", name]).and_then(|sign| sign.attribute("val"));
                chosen.unwrap_or(usual).to_owned()
            };
            let inner: Vec<String> = element.elements().filter(|inner| inner.name == "e").map(formula).collect();
            format!("{}{}{}", sign("begChr", "("), inner.join(&sign("sepChr", "|")), sign("endChr", ")"))
        }
        "nary" => {
            let sign = element.at(&["naryPr", "chr"]).and_then(|sign| sign.attribute("val")).unwrap_or("∫");
            let bound = |mark: &str, text: String| if text.is_empty() { text } else { format!("{mark}{{{text}}}") };
            format!("{sign}{}{} {}", bound("_", part("sub")), bound("^", part("sup")), part("e"))
        }
        "func" => format!("{} {}", part("fName"), part("e")),
        "acc" | "bar" | "groupChr" | "borderBox" | "box" => part("e"),
        "rPr" | "ctrlPr" | "fPr" | "sSupPr" | "sSubPr" | "sSubSupPr" | "radPr" | "dPr" | "naryPr" | "funcPr" | "oMathParaPr" => {
            String::new()
        }
        "mr" => element.elements().map(formula).collect::<Vec<_>>().join(" & "),
        "m" => {
            let rows: Vec<String> = element.elements().filter(|row| row.name == "mr").map(formula).collect();
            format!("\\begin{{matrix}}{}\\end{{matrix}}", rows.join(" \\\\ "))
        }
        _ => all(element),
    }
}
