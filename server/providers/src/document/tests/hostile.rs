use super::{pdf::assembled, *};

#[test]
fn what_is_no_document_is_said_to_be_none() {
    assert_eq!(read("a.txt", b""), Err(DocumentFault::Empty));
    assert_eq!(read("a.txt", b" \n "), Err(DocumentFault::Empty));
    for (name, bytes) in [
        ("a.png", &b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..]),
        ("a", b"\x7fELF\x02\x01\x01\0\0\0"),
        ("a.sqlite", b"SQLite format 3\0\x10\0"),
        ("a.gz", b"\x1f\x8b\x08\0\0\0\0\0"),
    ] {
        assert!(matches!(read(name, bytes), Err(DocumentFault::Unsupported(_))), "{name}: {:?}", read(name, bytes));
    }
    let noise: Vec<u8> = (0..4_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    assert!(read("noise.bin", &noise).is_err());
    for bytes in [&b"%PDF-1.7\nnothing"[..], b"PK\x03\x04broken", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1broken"] {
        assert!(matches!(read("a", bytes), Err(DocumentFault::Damaged(_) | DocumentFault::NoText)), "{:?}", read("a", bytes));
    }
    assert!(matches!(read("a.docx", &zipped(&[("word/document.xml", "")])), Err(DocumentFault::Damaged(_))));
    assert!(matches!(read("a.docx", &zipped(&[("word/document.xml", "<w:document/>")])), Err(DocumentFault::NoWords)));
    assert!(read("a.pptx", &zipped(&[("ppt/presentation.xml", "<x/>")])).is_err());
    assert!(read("a.xlsx", &zipped(&[("xl/workbook.xml", "<x/>")])).is_err());
    assert!(read("a.epub", &zipped(&[("mimetype", "application/epub+zip")])).is_err());
}

#[test]
fn what_unpacks_without_end_is_refused() {
    let huge = "x".repeat(super::super::archive::MOST_UNPACKED / 2 + 10);
    for (name, first, second) in [
        ("a.docx", "word/document.xml", "word/styles.xml"),
        ("a.xlsx", "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"),
        ("a.zip", "a.txt", "b.txt"),
    ] {
        let bytes = zipped(&[(first, &huge), (second, &huge)]);
        assert!(bytes.len() < 2_000_000);
        let read = read(name, &bytes);
        assert!(matches!(read, Err(DocumentFault::TooLarge { .. } | DocumentFault::Damaged(_))), "{name}: {read:?}");
    }
}

#[test]
fn entities_are_not_expanded_and_nothing_outside_is_opened() {
    let bomb = "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'><!ENTITY f SYSTEM 'file:///etc/passwd'>]><w:document><w:body><w:p><w:r><w:t>start &b; &f; end</w:t></w:r></w:p></w:body></w:document>";
    let text = read_document("a.docx", &zipped(&[("word/document.xml", bomb)])).content();
    assert!(text.contains("start") && text.contains("end") && !text.contains("aaaa") && !text.contains("root:"), "{text}");
}

#[test]
fn what_nests_deeply_ends() {
    let deep = format!("<w:document><w:body>{}<w:t>x</w:t></w:body></w:document>", "<w:p>".repeat(100_000));
    assert!(matches!(read("a.docx", &zipped(&[("word/document.xml", &deep)])), Err(DocumentFault::Damaged(_))));
    assert!(read("a.json", format!("{}1", "[".repeat(1_000_000)).as_bytes()).is_err());
    let page = format!("<html><body>{}text{}", "<div><b><ul><li><table><tr><td>".repeat(30_000), "</div>".repeat(30_000));
    assert!(read("a.html", page.as_bytes()).is_ok());
    assert!(read("a.md", "> ".repeat(200_000).as_bytes()).is_ok());
}

#[test]
fn a_far_cell_is_not_a_table_of_the_whole_sheet() {
    let sheet = "<worksheet><sheetData><row r='1'><c r=\"A1\"><v>1</v></c></row><row r='1048576'><c r=\"XFD1048576\"><v>1</v></c></row></sheetData></worksheet>";
    let bytes = zipped(&[
        ("xl/workbook.xml", "<workbook xmlns:r='r'><sheets><sheet name='A' sheetId='1' r:id='a'/></sheets></workbook>"),
        (
            "xl/_rels/workbook.xml.rels",
            "<Relationships><Relationship Id='a' Type='http://x/worksheet' Target='worksheets/sheet1.xml'/></Relationships>",
        ),
        ("xl/worksheets/sheet1.xml", sheet),
    ]);
    assert!(matches!(read("a.xlsx", &bytes), Err(DocumentFault::Damaged(_))));
    let claim = "<sst uniqueCount='999999999999'><si><t>x</t></si></sst>";
    let claiming = zipped(&[("xl/workbook.xml", "<workbook/>"), ("xl/sharedStrings.xml", claim)]);
    assert_eq!(read("a.xlsx", &claiming), Err(DocumentFault::Damaged("it claims more texts than it has".into())));
}

#[test]
fn a_pdf_whose_forms_contain_themselves_ends() {
    let content = "/X Do";
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]>>".to_owned(),
        "<</Type/Page/Parent 2 0 R/Resources<</XObject<</X 5 0 R>>>>/Contents 4 0 R>>".to_owned(),
        format!("<</Length {}>>stream\n{content}\nendstream", content.len()),
        format!(
            "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R>>>>/Length {}>>stream\n{content}\nendstream",
            content.len()
        ),
    ];
    assert_eq!(read("a.pdf", &assembled(&objects)), Err(DocumentFault::NoText));
    // Its own ancestor.
    let objects = [
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        "<</Type/Pages/Kids[3 0 R]/Count 1/Parent 2 0 R>>".to_owned(),
        "<</Type/Page/Parent 2 0 R>>".to_owned(),
    ];
    assert!(read("a.pdf", &assembled(&objects)).is_err());
}

#[test]
fn cut_files_never_end_the_process() {
    let whole = [
        super::pdf::pdf(&["BT /F1 12 Tf (words) Tj ET"]),
        zipped(&[("word/document.xml", "<w:document><w:body/></w:document>")]),
    ];
    for bytes in &whole {
        for end in (0..bytes.len()).step_by(37) {
            // Whatever it says, it says something.
            drop(read("a", &bytes[..end]));
        }
    }
}
