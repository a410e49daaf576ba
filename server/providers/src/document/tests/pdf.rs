use super::*;

/// A PDF of these pages, each the operators of its content, with Helvetica as `F1`.
pub(super) fn pdf(pages: &[&str]) -> Vec<u8> {
    let kids: Vec<String> = (0..pages.len()).map(|page| format!("{} 0 R", 4 + 2 * page)).collect();
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        format!("<</Type/Pages/Kids[{}]/Count {}/MediaBox[0 0 600 800]>>", kids.join(" "), pages.len()),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_owned(),
    ];
    for (page, content) in pages.iter().enumerate() {
        objects.push(format!("<</Type/Page/Parent 2 0 R/Resources<</Font<</F1 3 0 R>>>>/Contents {} 0 R>>", 5 + 2 * page));
        objects.push(format!("<</Length {}>>stream\n{content}\nendstream", content.len()));
    }
    assembled(&objects)
}

pub(super) fn assembled(objects: &[String]) -> Vec<u8> {
    let mut file = b"%PDF-1.4\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(file.len());
        file.extend(format!("{} 0 obj\n{object}\nendobj\n", number + 1).into_bytes());
    }
    let table = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).into_bytes());
    for place in places {
        file.extend(format!("{place:010} 00000 n \n").into_bytes());
    }
    file.extend(format!("trailer<</Size {}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF", objects.len() + 1).into_bytes());
    file
}

/// A text at a place, in a size.
fn at(x: u32, y: u32, size: u32, text: &str) -> String {
    format!("BT /F1 {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET\n")
}

#[test]
fn paragraphs_are_whole_again_and_headings_are_headings() {
    let lines = [
        "This is the first line of a paragraph that fills the whole width of its co-",
        "lumn, and its second line, which is nearly as long as the first line of it, is",
        "followed by a short one.",
    ];
    let mut page = at(50, 700, 20, "The Heading");
    for (number, line) in lines.iter().enumerate() {
        page.push_str(&at(50, 660 - 14 * number as u32, 12, line));
    }
    page.push_str(&at(50, 580, 12, "Another paragraph stands apart."));
    let document = read_document("a.pdf", &pdf(&[&page]));
    has(
        &document.content(),
        &[
            "# The Heading\n",
            "of its column, and its second line",
            "first line of it, is followed by a short one.\n",
            "\nAnother paragraph",
        ],
    );
    assert_eq!(document.sections[0].heading, "The Heading");
}

#[test]
fn rows_stay_rows_and_tables_become_tables() {
    let mut receipt = at(50, 700, 12, "SUBTOTAL");
    receipt.push_str(&at(400, 700, 12, "$863.91"));
    has(&read_document("a.pdf", &pdf(&[&receipt])).content(), &["SUBTOTAL $863.91"]);
    let mut table = String::new();
    for (row, cells) in [["Code", "Place", "Count"], ["SKU-1", "A-12", "450"], ["SKU-2", "B-07", "289"]].iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            table.push_str(&at(50 + 150 * column as u32, 700 - 16 * row as u32, 10, cell));
        }
    }
    has(
        &read_document("a.pdf", &pdf(&[&table])).content(),
        &["| Code | Place | Count |", "| SKU-1 | A-12 | 450 |", "| SKU-2 | B-07 | 289 |"],
    );
}

#[test]
fn columns_are_read_one_after_the_other() {
    let mut page = at(50, 760, 12, "A title across both of the columns of this page, and more than half of it");
    for line in 0..12 {
        // Painted row by row, as some programs do.
        page.push_str(&at(50, 700 - 14 * line, 9, &format!("left column line number {line} has some words")));
        page.push_str(&at(320, 700 - 14 * line, 9, &format!("right column line number {line} has some words")));
    }
    let text = read_document("a.pdf", &pdf(&[&page])).content().replace('\n', " ");
    has(
        &text,
        &[
            "A title", "left column line number 0", "left column line number 11", "right column line number 0",
            "right column line number 11",
        ],
    );
}

#[test]
fn pages_are_sections_where_nothing_else_is() {
    let document = read_document("a.pdf", &pdf(&[&at(50, 700, 12, "first"), &at(50, 700, 12, "second")]));
    let headings: Vec<&str> = document.sections.iter().map(|section| &*section.heading).collect();
    assert_eq!(headings, ["Page 1", "Page 2"]);
}

#[test]
fn what_was_filled_in_is_read_too() {
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/Annots[4 0 R 5 0 R]/Resources<<>>/Contents 6 0 R>>".to_owned(),
        "<</Subtype/Widget/T(City)/V(Berlin)>>".to_owned(),
        "<</Subtype/Text/Contents(Look here)>>".to_owned(),
    ];
    objects.push("<</Length 0>>stream\n\nendstream".to_owned());
    has(&read_document("a.pdf", &assembled(&objects)).content(), &["City: Berlin", "[comment] Look here"]);
}

#[test]
fn a_page_without_text_says_what_to_do() {
    assert_eq!(read("scan.pdf", &pdf(&["0 0 100 100 re f"])), Err(DocumentFault::NoText));
}
