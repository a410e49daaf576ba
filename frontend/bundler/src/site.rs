use anyhow::{Context, Result, ensure};
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};
use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::{Path, PathBuf},
    sync::Mutex,
    thread,
};

/// The folder that the server serves, gathered in memory and put in place as a whole.
pub(crate) struct Site {
    root: PathBuf,
    files: BTreeMap<String, Vec<u8>>,
}

impl Site {
    pub(crate) fn at(root: &Path) -> Self {
        Self { root: root.to_owned(), files: BTreeMap::new() }
    }

    /// A folder beside the site for work that needs files; whoever uses it removes it.
    pub(crate) fn staging(&self) -> PathBuf {
        self.root.with_extension("work")
    }

    pub(crate) fn add(&mut self, name: &str, bytes: Vec<u8>) {
        self.files.insert(name.to_owned(), bytes);
    }

    /// Adds a file whose name changes with its content, and returns that name.
    pub(crate) fn add_hashed(&mut self, stem: &str, extension: &str, bytes: Vec<u8>) -> String {
        let name = format!("{stem}.{}.{extension}", fingerprint([bytes.as_slice()]));
        self.add(&name, bytes);
        name
    }

    /// Adds files that refer to each other by relative paths: the folder's name carries the hash. Returns its last part.
    pub(crate) fn add_hashed_folder(&mut self, stem: &str, files: BTreeMap<String, Vec<u8>>) -> String {
        let hash = fingerprint(files.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes]));
        let folder = format!("{stem}.{hash}");
        for (name, bytes) in files {
            self.add(&format!("{folder}/{name}"), bytes);
        }
        folder.rsplit('/').next().unwrap_or(&folder).to_owned()
    }

    /// Adds everything below a folder under its own name.
    pub(crate) fn add_folder(&mut self, folder: &Path) -> Result<()> {
        let mut open = vec![folder.to_owned()];
        while let Some(next) = open.pop() {
            for entry in fs::read_dir(&next).with_context(|| format!("cannot read {}", next.display()))? {
                let path = entry?.path();
                if path.is_dir() {
                    open.push(path);
                } else {
                    let name = path.strip_prefix(folder)?.to_string_lossy().replace('\\', "/");
                    self.add(&name, fs::read(&path)?);
                }
            }
        }
        Ok(())
    }

    /// Writes all files with their compressed forms, then takes the place of the site that was there.
    pub(crate) fn publish(self, quick: bool) -> Result<()> {
        let next = self.root.with_extension("next");
        if next.exists() {
            fs::remove_dir_all(&next)?;
        }
        let quality = if quick { 4 } else { 11 };
        let waiting = Mutex::new(self.files.iter());
        let next_file = || waiting.lock().ok()?.next();
        let worker = || {
            let mut written = Vec::new();
            while let Some((name, bytes)) = next_file() {
                written.push((name, write(&next, name, bytes, quality)));
            }
            written
        };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let written: BTreeMap<_, _> = thread::scope(|scope| {
            let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
            workers.into_iter().flat_map(|one| one.join().unwrap_or_default()).collect()
        });
        ensure!(written.len() == self.files.len(), "compression failed");
        for (name, sizes) in written {
            let (plain, brotli) = sizes.with_context(|| format!("cannot write {name}"))?;
            println!("{plain:>9} bytes {brotli:>8} brotli  {name}");
        }
        if self.root.exists() {
            fs::remove_dir_all(&self.root)?;
        }
        fs::rename(&next, &self.root).with_context(|| format!("cannot put {} in place", self.root.display()))
    }
}

/// Returns the plain and the brotli size; a compressed form that is no smaller is left out.
fn write(root: &Path, name: &str, bytes: &[u8], quality: i32) -> Result<(usize, usize)> {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap_or(root))?;
    fs::write(&path, bytes)?;
    if name == "manifest.json" {
        return Ok((bytes.len(), bytes.len()));
    }

    // A module by itself is asked for only where its pack did not arrive; packing it as well as can be took half of the time.
    let quality = if name.ends_with(".wasm") { quality.min(6) } else { quality };
    let mut gzip = GzEncoder::new(Vec::new(), if quality > 9 { Compression::best() } else { Compression::fast() });
    gzip.write_all(bytes)?;
    let mut brotli = Vec::new();
    let parameters = brotli::enc::BrotliEncoderParams { quality, lgwin: 22, size_hint: bytes.len(), ..Default::default() };
    brotli::BrotliCompress(&mut &bytes[..], &mut brotli, &parameters)?;

    for (ending, packed) in [("gz", gzip.finish()?), ("br", brotli.clone())] {
        if packed.len() < bytes.len() {
            fs::write(root.join(format!("{name}.{ending}")), packed)?;
        }
    }
    Ok((bytes.len(), brotli.len().min(bytes.len())))
}

fn fingerprint<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::Site;
    use std::{collections::BTreeMap, fs, path::Path};

    #[test]
    fn names_follow_content() {
        let mut site = Site::at(Path::new("unused"));
        let first = site.add_hashed("pkg/a", "css", b"a{}".to_vec());
        assert_eq!(first, site.add_hashed("pkg/a", "css", b"a{}".to_vec()));
        assert_ne!(first, site.add_hashed("pkg/a", "css", b"b{}".to_vec()));
        let folder = |text: &str| BTreeMap::from([("x.js".to_owned(), text.as_bytes().to_vec())]);
        assert_ne!(site.add_hashed_folder("pkg/s", folder("1")), site.add_hashed_folder("pkg/s", folder("2")));
    }

    #[test]
    fn publishing_replaces_what_was_there() {
        let root = std::env::temp_dir().join(format!("bundler-site-{}", std::process::id()));
        for (name, gone) in [("one.txt", "two.txt"), ("two.txt", "one.txt")] {
            let mut site = Site::at(&root);
            site.add(name, "again and ".repeat(100).into_bytes());
            site.publish(true).expect("the temporary folder is writable");
            assert!(
                root.join(name).exists() && root.join(format!("{name}.br")).exists() && root.join(format!("{name}.gz")).exists()
            );
            assert!(!root.join(gone).exists());
        }
        fs::remove_dir_all(root).expect("the folder was just made");
    }
}
