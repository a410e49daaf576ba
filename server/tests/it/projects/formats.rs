//! Documents of every format over HTTP: good ones are read, broken and hostile ones get a clear answer in time, and the server is
//! well afterwards.

use super::{hostile::packed, made, tool, upload};
use crate::ground::{ADMIN, Api, Database, Server, Settings, everywhere};
use flate2::{Compress, Compression, FlushCompress};
use serde_json::json;
use std::time::{Duration, Instant};
use testkit::{Leaf, WebSite};

const REFUSED: &[u16] = &[413, 415, 422];

fn pdf(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut file = b"%PDF-1.5\n".to_vec();
    let mut places = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        places.push(file.len());
        file.extend(format!("{} 0 obj\n", number + 1).bytes());
        file.extend(object);
        file.extend(b"\nendobj\n");
    }
    let table = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).bytes());
    for place in places {
        file.extend(format!("{place:010} 00000 n \n").bytes());
    }
    file.extend(format!("trailer<</Size {}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF", objects.len() + 1).bytes());
    file
}

fn stream(about: &str, content: &[u8]) -> Vec<u8> {
    let mut object = format!("<<{about}/Length {}>>stream\n", content.len()).into_bytes();
    object.extend(content);
    object.extend(b"\nendstream");
    object
}

/// One page with this content; its list of pages says so many.
fn page(about: &str, content: &[u8], pages: &str) -> Vec<u8> {
    pdf(&[
        b"<</Type/Catalog/Pages 2 0 R>>".to_vec(),
        format!("<</Type/Pages/Kids[{pages}]/Count 999999999/MediaBox[0 0 600 800]>>").into_bytes(),
        b"<</Type/Page/Parent 2 0 R/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>".to_vec(),
        stream(about, content),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_vec(),
    ])
}

const WORDS: &[u8] = b"BT /F1 12 Tf 1 0 0 1 50 700 Tm (The words of the file) Tj ET";

fn word(inner: &str) -> Vec<u8> {
    let text = format!("<w:document><w:body><w:p><w:r><w:t>{inner}</w:t></w:r></w:p></w:body></w:document>");
    packed(&[("word/document.xml", text.as_bytes())])
}

fn slides(inner: &str, relation: &str) -> Vec<u8> {
    let deck = "<p:presentation><p:sldIdLst><p:sldId r:id='r1'/></p:sldIdLst></p:presentation>";
    let relations = "<Relationships><Relationship Id='r1' Type='http://x/slide' Target='slides/slide1.xml'/></Relationships>";
    let slide = format!(
        "<p:sld><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>{inner}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>"
    );
    let of_slide = format!("<Relationships>{relation}</Relationships>");
    packed(&[
        ("ppt/presentation.xml", deck.as_bytes()),
        ("ppt/_rels/presentation.xml.rels", relations.as_bytes()),
        ("ppt/slides/slide1.xml", slide.as_bytes()),
        ("ppt/slides/_rels/slide1.xml.rels", of_slide.as_bytes()),
    ])
}

fn sheet(cells: &str) -> Vec<u8> {
    let book = "<workbook xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main' \
        xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships'><sheets><sheet name='A' sheetId='1' r:id='r1'/></sheets></workbook>";
    let relations = "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'><Relationship Id='r1' \
        Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet' Target='worksheets/sheet1.xml'/></Relationships>";
    let sheet = format!(
        "<worksheet xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'><sheetData><row r=\"1\">{cells}</row></sheetData></worksheet>"
    );
    packed(&[
        ("[Content_Types].xml", b"<Types/>"),
        (
            "_rels/.rels",
            b"<Relationships><Relationship Id='w' Type='http://x/relationships/officeDocument' Target='xl/workbook.xml'/></Relationships>",
        ),
        ("xl/workbook.xml", book.as_bytes()),
        ("xl/_rels/workbook.xml.rels", relations.as_bytes()),
        ("xl/worksheets/sheet1.xml", sheet.as_bytes()),
    ])
}

fn book(chapter: &str, place: &str) -> Vec<u8> {
    let container = "<container><rootfiles><rootfile full-path='o/book.opf'/></rootfiles></container>";
    let package = format!(
        "<package><metadata><dc:title>A book</dc:title></metadata><manifest><item id='a' href='one.xhtml'/><item id='b' href='{place}'/></manifest>\
        <spine><itemref idref='a'/><itemref idref='b'/></spine></package>"
    );
    packed(&[
        ("mimetype", b"application/epub+zip"),
        ("META-INF/container.xml", container.as_bytes()),
        ("o/book.opf", package.as_bytes()),
        ("o/one.xhtml", chapter.as_bytes()),
    ])
}

/// A document of each format that says "The words of the file".
fn good() -> Vec<(&'static str, Vec<u8>)> {
    let words = "The words of the file";
    let note = json!({"nbformat": 4, "cells": [{"cell_type": "markdown", "source": [words]}], "metadata": {}});
    vec![
        ("a.pdf", page("", WORDS, "3 0 R")),
        ("a.docx", word(words)),
        ("a.pptx", slides(words, "")),
        ("a.xlsx", sheet(&format!("<c r=\"A1\" t=\"inlineStr\"><is><t>{words}</t></is></c><c r=\"B1\"><v>7</v></c>"))),
        ("a.epub", book(&format!("<html><body><p>{words}</p></body></html>"), "one.xhtml")),
        ("a.ipynb", note.to_string().into_bytes()),
        ("a.html", format!("<html><body><p>{words}</p></body></html>").into_bytes()),
        ("a.md", format!("# A\n\n{words}\n\nand more\n").into_bytes()),
        ("a.csv", format!("name,text\n1,{words}\n").into_bytes()),
        ("a.txt", words.into()),
    ]
}

#[tokio::test]
async fn every_format_is_read_and_broken_ones_are_refused() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Formats").await;
        for (name, bytes) in good() {
            let source = format!("good {name}");
            upload(&member, &project, &[("kind", "document"), ("name", &source)], &[(name, &bytes)]).await.json(201);
            let text = tool(&member, &project, "get_document", json!({"name": source})).await.json(200);
            assert!(text["content"].as_str().is_some_and(|text| text.contains("The words of the file")), "{name}: {text}");
            // Texts have no form that could be broken.
            if name.ends_with(".ipynb") || bytes.starts_with(b"PK") {
                let half = &bytes[..bytes.len() / 2];
                let answer = upload(&member, &project, &[("kind", "document"), ("name", "half")], &[(name, half)]).await;
                assert!(REFUSED.contains(&answer.status), "{name}: {}", answer.text);
            }
        }
        let text = tool(&member, &project, "get_document", json!({"name": "good a.md"})).await.json(200)["content"].clone();
        assert_eq!(text, "# A\n\nThe words of the file\n\nand more\n", "as it was written, over the ends of its paragraphs");
        let noise: Vec<u8> = (0..9_000_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        for (name, begin) in [
            ("a.pdf", &b"%PDF-1.7\n"[..]),
            ("a.docx", b"PK\x03\x04"),
            ("a.pptx", b"PK\x03\x04"),
            ("a.xlsx", b"PK\x03\x04"),
            ("a.epub", b"PK\x03\x04"),
            ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"),
            ("a.ipynb", b"{\"cells\": ["),
            ("a.md", b"\0\x01\x02"),
            ("a.csv", b"\0\x01\x02"),
        ] {
            let bytes = [begin, &noise].concat();
            let answer = upload(&member, &project, &[("kind", "document"), ("name", "noise")], &[(name, &bytes)]).await;
            assert!(REFUSED.contains(&answer.status), "{name}: {}", answer.text);
            let empty = upload(&member, &project, &[("kind", "document"), ("name", "empty")], &[(name, b"")]).await;
            assert!(REFUSED.contains(&empty.status), "{name}: {}", empty.text);
        }
    })
    .await;
}

#[tokio::test]
async fn nothing_outside_a_file_is_opened_and_nothing_in_it_is_worked_out() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Outside").await;
        let site = WebSite::start().await;
        site.put("/secret", Leaf::text("the secret text"));
        let away = site.url("/secret");
        let declared = format!("<!DOCTYPE x [<!ENTITY f SYSTEM 'file:///etc/passwd'><!ENTITY w SYSTEM '{away}'>]>");
        let external = format!("<Relationship Id='r9' Type='http://x/oleObject' Target='{away}' TargetMode='External'/>");
        let formula = format!(
            "<c r=\"A1\" t=\"inlineStr\"><is><t>kept</t></is></c><c r=\"B1\"><f>WEBSERVICE(\"{away}\")</f><v>7</v></c><c r=\"C1\"><f>cmd|'/c calc'!A0</f><v>8</v></c>"
        );
        let remote = format!("<html><body><p>kept</p><img src='{away}'/><link rel='import' href='{away}'/><embed src='{away}'></body></html>");
        let chapter = format!("{declared}<html><body><p>kept &f; &w;</p></body></html>");
        let inside = "BT /F1 12 Tf 1 0 0 1 50 700 Tm (kept) Tj ET";
        let leading = pdf(&[
            format!("<</Type/Catalog/Pages 2 0 R/OpenAction<</S/URI/URI({away})>>>>").into_bytes(),
            b"<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 600 800]>>".to_vec(),
            format!("<</Type/Page/Parent 2 0 R/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R/AA<</O<</S/Launch/F({away})>>>>>>").into_bytes(),
            stream("", inside.as_bytes()),
            b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_vec(),
            stream(&format!("/F<</FS/URL/F({away})>>"), b""),
        ]);
        let files: Vec<(&str, Vec<u8>)> = vec![
            ("a.pptx", slides("kept", &external)),
            ("a.xlsx", sheet(&formula)),
            ("a.epub", book(&chapter, "../../../../../etc/passwd")),
            ("b.epub", book(&chapter, &away)),
            ("a.html", remote.into_bytes()),
            ("a.xml", format!("<?xml version='1.0'?>{declared}<a>kept &f; &w;</a>").into_bytes()),
            ("a.pdf", leading),
            ("a.md", format!("kept ![a]({away}) [b](file:///etc/passwd)\n").into_bytes()),
            ("a.csv", format!("a,b\nkept,\"=HYPERLINK(\"\"{away}\"\")\"\n").into_bytes()),
            ("a.zip", packed(&[("../../../../tmp/evil.md", b"kept"), ("/etc/evil.md", b"kept")])),
        ];
        for (name, bytes) in files {
            upload(&member, &project, &[("kind", "document"), ("name", name)], &[(name, &bytes)]).await.json(201);
            let text = tool(&member, &project, "get_document", json!({"name": name})).await.json(200)["content"].to_string();
            assert!(text.contains("kept") && !text.contains("root:") && !text.contains("the secret text"), "{name}: {text}");
        }
        assert_eq!(site.visits("/secret"), 0);
        assert!(!std::path::Path::new("/tmp/evil.md").exists() && !std::path::Path::new("/etc/evil.md").exists());
    })
    .await;
}

/// A zlib stream of zeros that is small for what it unpacks to: one portion of them, again and again.
fn zeros(portions: usize) -> Vec<u8> {
    let mut packer = Compress::new(Compression::best(), false);
    let portion = vec![0; 8 << 20];
    let mut once = Vec::with_capacity(1 << 20);
    packer.compress_vec(&portion, &mut once, FlushCompress::Sync).expect("it is packed");
    assert_eq!(packer.total_in(), 8 << 20, "all of it");
    [vec![0x78, 0xda], once.repeat(portions)].concat()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_wants_to_do_harm_ends_in_time_and_with_nobody_else() {
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database));
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Hostile").await;
    let huge = vec![b' '; 300 << 20];
    let kids = "2 0 R ".repeat(1_000);
    let many: Vec<(String, Vec<u8>)> = (0..25_000).map(|number| (format!("{number}.md"), b"x".to_vec())).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, text)| (name.as_str(), text.as_slice())).collect();
    let part = |name: &'static str| packed(&[("xl/workbook.xml", b"<workbook/>"), (name, &huge)]);
    let objects = stream("/Type/ObjStm/N 1/First 4/Extends 1 0 R", b"1 0 <</Type/Catalog/Pages 1 0 R>>");
    let backwards =
        b"%PDF-1.4\nxref\n0 1\n0000000000 65535 f \ntrailer<</Size 1/Prev 9/Root 1 0 R>>\nstartxref\n9\n%%EOF".to_vec();
    let deep = format!("<html><body>{}x", "<div><ul><li><table><tr><td>".repeat(60_000));
    let cells = format!("{}1{}", "{\"cells\":[".repeat(50_000), "]}".repeat(50_000));
    let files: Vec<(&str, Vec<u8>)> = vec![
        ("bomb.pdf", page("/Filter/FlateDecode", &zeros(800), "3 0 R")),
        ("bomb.xlsx", part("xl/worksheets/sheet1.xml")),
        ("bomb.epub", packed(&[("mimetype", b"application/epub+zip"), ("META-INF/container.xml", &huge)])),
        ("bomb.zip", packed(&[("a.md", &huge)])),
        ("inner.zip", packed(&[("inner.zip", &packed(&[("a.md", b"words")]))])),
        ("many.zip", packed(&many)),
        ("far.xlsx", sheet("<c r=\"A1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c>")),
        ("circle.pdf", page("", WORDS, &kids)),
        ("objects.pdf", pdf(&[objects.clone(), objects])),
        ("backwards.pdf", backwards),
        ("astray.pdf", [page("", WORDS, "3 0 R"), b"\nstartxref\n99999999999\n%%EOF".to_vec()].concat()),
        ("arrays.pdf", pdf(&[[b"<</Type/Catalog/Pages ".to_vec(), vec![b'['; 1_000_000]].concat()])),
        ("deep.html", deep.into_bytes()),
        ("deep.md", "> ".repeat(500_000).into_bytes()),
        ("deep.ipynb", cells.into_bytes()),
        ("deep.docx", word(&"<w:p>".repeat(200_000))),
        (
            "lol.xml",
            format!("<?xml version='1.0'?><!DOCTYPE l [<!ENTITY a 'lol'>{}]><l>&z;</l>", "<!ENTITY b '&a;&a;'>".repeat(1_000))
                .into_bytes(),
        ),
        ("wide.csv", "0,".repeat(2 << 20).into_bytes()),
    ];
    for (name, bytes) in files {
        let begun = Instant::now();
        let answer = upload(&api, &project, &[("kind", "document"), ("name", name)], &[(name, &bytes)]).await;
        assert!(begun.elapsed() < Duration::from_secs(90), "{name}: {:?}", begun.elapsed());
        // Some are harmless once nothing in them is believed.
        let harmless = ["circle.pdf", "astray.pdf", "deep.html", "deep.md", "deep.ipynb", "lol.xml", "wide.csv"].contains(&name);
        assert!(
            REFUSED.contains(&answer.status) || (harmless && answer.status == 201),
            "{name}: {} {}",
            answer.status,
            answer.text
        );
        if answer.status != 201 {
            let detail = answer.problem(answer.status)["detail"].as_str().unwrap_or_default().to_owned();
            assert!(detail.len() > 10 && !detail.contains("panicked") && !detail.contains("/tmp/"), "{name}: {detail}");
        }
        assert_eq!(api.get("/api/v1/projects").await.status, 200, "{name}: the server goes on");
    }
    let unpacking = super::hostile::gzipped(&b"0,0\n".repeat(25 << 20));
    let begun = Instant::now();
    let fields = [("kind", "database"), ("name", "zeros")];
    let answer = upload(&api, &project, &fields, &[("zeros.csv.gz", &unpacking)]).await.problem(422);
    assert!(answer["detail"].as_str().is_some_and(|detail| detail.contains("far more than a file of its size")), "{answer}");
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
}
