//! Files that were put together because of their names: whether their columns agree too.

use super::{format::table_name, prepare, waiting};
use crate::settings::FileTable;
use std::path::Path;

/// The tables as they are: those whose files have different columns as one for each file.
pub(super) async fn settled(tables: &[FileTable], folder: &Path) -> Vec<FileTable> {
    let mut settled: Vec<FileTable> = Vec::new();
    for table in tables {
        if !table.if_alike || alike(table.clone(), folder).await {
            settled.push(table.clone());
            continue;
        }
        for file in &table.files {
            let name = table_name(&file.name);
            match settled.iter_mut().find(|known| known.name.eq_ignore_ascii_case(&name)) {
                Some(known) => known.files.push(file.clone()),
                None => {
                    let as_text = table.as_text.clone();
                    settled.push(FileTable { name, files: vec![file.clone()], as_text, ..FileTable::default() });
                }
            }
        }
    }
    settled
}

/// A file that cannot be read is like no other: by itself it says what is wrong with it.
async fn alike(table: FileTable, folder: &Path) -> bool {
    let folder = folder.to_owned();
    let names = waiting(move |stop| prepare::columns(&table, &folder, stop)).await.map(|files| {
        let sorted = files.into_iter().map(|mut names| {
            names.sort();
            names
        });
        sorted.collect::<Vec<_>>()
    });
    names.is_ok_and(|files| files.windows(2).all(|pair| pair[0] == pair[1]))
}
