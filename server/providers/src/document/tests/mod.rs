mod hostile;
mod office;
mod pdf;
mod texts;

use super::*;
use std::io::Write;
use zip::{ZipWriter, write::SimpleFileOptions};

/// An archive of these files.
fn zipped(files: &[(&str, &str)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in files {
        writer.start_file(*name, SimpleFileOptions::default()).expect("a file");
        writer.write_all(text.as_bytes()).expect("written");
    }
    writer.finish().expect("an archive").into_inner()
}

fn read_document(name: &str, bytes: &[u8]) -> Document {
    read(name, bytes).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// The text has all of these, in this order.
fn has(text: &str, wanted: &[&str]) {
    let mut rest = text;
    for wanted in wanted {
        let place = rest.find(wanted).unwrap_or_else(|| panic!("`{wanted}` is missing, or stands too early, in\n{text}"));
        rest = &rest[place + wanted.len()..];
    }
}

#[tokio::test]
async fn a_document_is_read_beside_other_work() {
    let document = read_in_time("a.md".into(), b"# A\n\ntext".to_vec()).await.expect("a document");
    assert_eq!((&*document.format, document.title.as_deref()), ("markdown", Some("A")));
    assert_eq!(read_in_time("a".into(), Vec::new()).await, Err(DocumentFault::Empty));
}
