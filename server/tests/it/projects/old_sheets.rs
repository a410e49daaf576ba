//! Sheets of Excel's two binary formats over HTTP: read, broken, and claiming to be larger than any memory.

use super::{hostile::packed, made, tool, upload};
use crate::ground::everywhere;
use serde_json::json;
use std::io::{Cursor, Write as _};

enum Cell<'text> {
    Text(u16, u16, &'text str),
    Number(u16, u16, f64),
}

fn record(kind: u16, data: &[u8]) -> Vec<u8> {
    [&kind.to_le_bytes()[..], &u16::try_from(data.len()).expect("a short record").to_le_bytes(), data].concat()
}

fn begin(what: u16) -> Vec<u8> {
    let mut data = Vec::new();
    [0x0600_u16, what, 0x0dbb, 0x07cc].iter().for_each(|number| data.extend(number.to_le_bytes()));
    data.extend([0; 8]);
    record(0x0809, &data)
}

/// One sheet in the form of Excel 97, which says that it has so many rows and columns.
fn xls(name: &str, cells: &[Cell<'_>], (rows, columns): (u32, u16)) -> Vec<u8> {
    let mut sheet = begin(0x0010);
    let mut size = [0_u32, rows].iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    [0_u16, columns, 0].iter().for_each(|number| size.extend(number.to_le_bytes()));
    sheet.extend(record(0x0200, &size));
    for cell in cells {
        let place = |row: &u16, column: &u16| [row.to_le_bytes(), column.to_le_bytes(), [0, 0]].concat();
        sheet.extend(match cell {
            Cell::Text(row, column, text) => {
                let letters: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
                let length = u16::try_from(letters.len() / 2).expect("a short text");
                record(0x0204, &[&place(row, column)[..], &length.to_le_bytes(), &[1], &letters].concat())
            }
            Cell::Number(row, column, number) => record(0x0203, &[&place(row, column)[..], &number.to_le_bytes()].concat()),
        });
    }
    sheet.extend(record(0x000a, &[]));
    let head = [begin(0x0005), record(0x0042, &1200_u16.to_le_bytes())].concat();
    let mut about = vec![0; 6];
    about.extend([u8::try_from(name.len()).expect("a short name"), 0]);
    about.extend(name.bytes());
    let at = head.len() + 4 + about.len() + 4;
    about[..4].copy_from_slice(&u32::try_from(at).expect("a small file").to_le_bytes());
    let mut book = [head, record(0x0085, &about), record(0x000a, &[]), sheet].concat();
    // Shorter streams are kept elsewhere in the file.
    book.resize(book.len().max(5_000), 0);
    let mut file = cfb::CompoundFile::create_with_version(cfb::Version::V3, Cursor::new(Vec::new())).expect("a file");
    file.create_stream("/Workbook").expect("a stream").write_all(&book).expect("it is written");
    file.flush().expect("it is written");
    file.into_inner().into_inner()
}

/// One sheet in the binary form of newer versions, with a number in each of these places.
fn xlsb(places: &[(u32, u32)]) -> Vec<u8> {
    let part = |kind: u16, data: &[u8]| {
        // Kinds from 128 on take two bytes, the second without its own highest bit.
        let kind = if kind < 0x80 { vec![kind as u8] } else { vec![kind as u8 & 0x7f | 0x80, (kind >> 7) as u8] };
        [kind, vec![u8::try_from(data.len()).expect("a short part")], data.to_vec()].concat()
    };
    let wide = |text: &str| {
        let letters: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        [&u32::try_from(letters.len() / 2).expect("a short text").to_le_bytes()[..], &letters].concat()
    };
    let numbers = |numbers: &[u32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    let about = [numbers(&[0, 1]), wide("rId1"), wide("Far")].concat();
    let book = [part(0x83, &[]), part(0x8f, &[]), part(0x9c, &about), part(0x90, &[]), part(0x84, &[])].concat();
    let mut sheet = [part(0x81, &[]), part(0x94, &numbers(&[0, 1, 0, 1])), part(0x91, &[])].concat();
    for (row, column) in places {
        sheet.extend(part(0x00, &[numbers(&[*row, 0]), vec![0; 9]].concat()));
        // A whole number, as its upper bits.
        sheet.extend(part(0x02, &numbers(&[*column, 0, (7 << 2) | 2])));
    }
    sheet.extend([part(0x92, &[]), part(0x82, &[])].concat());
    let relations =
        r#"<Relationships><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.bin"/></Relationships>"#;
    packed(&[
        ("xl/workbook.bin", &book),
        ("xl/_rels/workbook.bin.rels", relations.as_bytes()),
        ("xl/worksheets/sheet1.bin", &sheet),
    ])
}

#[tokio::test]
async fn sheets_of_older_versions_are_read_and_not_believed() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Sheets").await;
        let cells = [
            Cell::Text(0, 0, "Région"),
            Cell::Text(0, 1, "Umsatz"),
            Cell::Text(1, 0, "Größe 東"),
            Cell::Number(1, 1, 1234.5),
            Cell::Number(2, 1, 7.0),
        ];
        let good = xls("Figures", &cells, (3, 2));
        for (name, bytes, wanted) in [
            ("old.xls", good.clone(), &["Figures", "Région", "Größe 東", "1234.5", "7"][..]),
            ("binary.xlsb", xlsb(&[(0, 0), (1, 1)]), &["Far", "7"]),
        ] {
            upload(&member, &project, &[("kind", "document"), ("name", name)], &[(name, &bytes)]).await.json(201);
            let read = tool(&member, &project, "get_document", json!({"name": name})).await.json(200);
            let text = read["content"].as_str().unwrap_or_default();
            assert!(wanted.iter().all(|word| text.contains(word)), "{name}: {text}");
        }
        let far = [Cell::Number(0, 0, 1.0), Cell::Number(65_535, 65_535, 1.0)];
        let bad = [
            ("half.xls", good[..good.len() / 2].to_vec()),
            ("claims.xls", xls("Claims", &cells, (2_000_000_000, 1_000))),
            ("none.xls", xls("None", &cells, (0, 0))),
            ("far.xls", xls("Far", &far, (3, 2))),
            ("far.xlsb", xlsb(&[(0, 0), (1_048_575, 16_383)])),
        ];
        for (name, bytes) in bad {
            let answer = upload(&member, &project, &[("kind", "document"), ("name", name)], &[(name, &bytes)]).await;
            if name == "none.xls" {
                assert_eq!(answer.status, 201, "no size is no lie: {}", answer.text);
                continue;
            }
            let told = answer.problem(422);
            assert!(
                told["detail"].as_str().is_some_and(|detail| detail.len() > 10 && !detail.contains("panicked")),
                "{name}: {told}"
            );
            assert_eq!(member.get("/api/v1/projects").await.status, 200, "{name}: the server goes on");
        }
    })
    .await;
}
