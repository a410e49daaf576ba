//! What kind of source a file is: by its name, and of JSON by what stands in it.

use domain::tools::{
    SourceKind,
    file_format::{FileFormat, Packing, names_sqlite, parted, unpacked},
};
use std::path::Path;
use tokio::io::AsyncReadExt as _;

/// How much of a file is looked at for what it is.
const HEAD: u64 = 64 * 1024;

/// Empty where it cannot be opened.
pub(super) async fn head_bytes(path: &Path) -> Vec<u8> {
    let mut begin = Vec::new();
    if let Ok(file) = tokio::fs::File::open(path).await
        && let Err(error) = file.take(HEAD).read_to_end(&mut begin).await
    {
        tracing::debug!(%error, "an upload could not be looked into");
    }
    begin
}

/// By its first bytes, whatever it is called.
pub(super) async fn is_sqlite_file(path: &std::path::Path) -> bool {
    let mut begin = [0; 16];
    let Ok(mut file) = tokio::fs::File::open(path).await else { return false };
    file.read_exact(&mut begin).await.is_ok() && &begin == b"SQLite format 3\0"
}

/// Nothing where a name has no ending.
pub(super) fn of_name(name: &str, head: &str) -> Option<SourceKind> {
    let (plain, packing) = unpacked(name);
    let (_, ending) = plain.rsplit_once('.')?;
    if names_sqlite(plain) {
        return Some(SourceKind::Database);
    }
    Some(match (parted(name), ending.to_lowercase().as_str()) {
        (Some((_, FileFormat::Json, _)), "json") if packing == Packing::None => of_json(head),
        (Some(_), _) => SourceKind::Database,
        (None, "yaml" | "yml" | "graphql" | "gql" | "graphqls") => SourceKind::Api,
        (None, "zip") => SourceKind::Skill,
        (None, _) => SourceKind::Document,
    })
}

/// A description of an API says so by the names of its outermost object; every other JSON is rows. Only the beginning is known.
fn of_json(head: &str) -> SourceKind {
    let described = |(depth, name, rest): (usize, &str, &str)| {
        let version = || rest.trim_start().trim_start_matches(['"', ' ']).starts_with(['2', '3']);
        match name {
            "openapi" | "swagger" => depth == 1 && version(),
            // The answer of a service has it one level deeper.
            "__schema" => depth <= 2,
            _ => false,
        }
    };
    if names(head).any(described) { SourceKind::Api } else { SourceKind::Database }
}

/// The names of objects with how deep they stand, and what comes behind each.
fn names(text: &str) -> impl Iterator<Item = (usize, &str, &str)> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    std::iter::from_fn(move || {
        while let Some(sign) = bytes.get(at) {
            at += 1;
            match sign {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.saturating_sub(1),
                b'"' => {
                    let begin = at;
                    while bytes.get(at).is_some_and(|sign| *sign != b'"') {
                        at += if bytes[at] == b'\\' { 2 } else { 1 };
                    }
                    let name = text.get(begin..at.min(bytes.len())).unwrap_or_default();
                    at += 1;
                    let rest = text.get(at..).unwrap_or_default().trim_start();
                    if let Some(rest) = rest.strip_prefix(':') {
                        return Some((depth, name, rest));
                    }
                }
                _ => {}
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_what_a_file_is() {
        use SourceKind::{Api, Database, Document, Skill};
        for (name, kind) in [
            ("a.csv", Some(Database)),
            ("A.TSV.GZ", Some(Database)),
            ("a.tab", Some(Database)),
            ("a.psv", Some(Database)),
            ("a.csv.gzip", Some(Database)),
            ("a.jsonl.zstd", Some(Database)),
            ("a.ndjson", Some(Database)),
            ("a.geojson", Some(Database)),
            ("a.json", Some(Database)),
            ("a.json.gz", Some(Database)),
            ("a.pq", Some(Database)),
            ("a.parquet.zst", Some(Database)),
            ("a.arrow", Some(Database)),
            ("a.arrows", Some(Database)),
            ("a.feather", Some(Database)),
            ("a.ipc", Some(Database)),
            ("a.xlsx", Some(Database)),
            ("a.sqlite", Some(Database)),
            ("a.sqlite3", Some(Database)),
            ("a.db", Some(Database)),
            ("a.DB3", Some(Database)),
            ("a.yaml", Some(Api)),
            ("a.graphql", Some(Api)),
            ("a.zip", Some(Skill)),
            ("a.md", Some(Document)),
            ("a.md.gz", Some(Document)),
            ("a", None),
        ] {
            assert_eq!(of_name(name, "[{\"id\": 1}]"), kind, "{name}");
        }
        assert_eq!(of_name("a.json", "{\"openapi\": \"3.1.0\"}"), Some(Api));
    }

    #[test]
    fn json_is_what_stands_in_it() {
        for (head, kind) in [
            ("[{\"id\": 1}]", SourceKind::Database),
            ("\u{feff}{\"swagger\": \"2.0\", \"paths\": {}}", SourceKind::Api),
            ("{ \"info\": {\"description\": \"a \\\" b\"}, \"openapi\" : \"3.1.0\"}", SourceKind::Api),
            ("{\"data\": {\"__schema\": {}}}", SourceKind::Api),
            ("[{\"text\": \"about \\\"openapi\\\"\"}]", SourceKind::Database),
            ("{\"rows\": [{\"openapi\": \"3.0\", \"team\": \"a\"}]}", SourceKind::Database),
            ("{\"text\": \"\\\"openapi\\\": \\\"3.0\\\"\"}", SourceKind::Database),
            ("{\"openapi\": \"yes\"}\n{\"openapi\": \"no\"}", SourceKind::Database),
            ("{\"a\": \"cut in the mid\\", SourceKind::Database),
            ("", SourceKind::Database),
        ] {
            assert_eq!(of_json(head), kind, "{head}");
        }
    }
}
