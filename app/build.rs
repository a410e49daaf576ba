//! Names the build by the sources of the interface, so that a page and a server know whether they belong together.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    let mut files = Vec::new();
    for folder in ["src", "protocol/src"] {
        println!("cargo:rerun-if-changed={folder}");
        gather(Path::new(folder), &mut files)?;
    }
    files.sort();
    // FNV-1a: the same in every build, and nobody is to be kept from making two builds of one name.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for file in files {
        let name = file.to_string_lossy().into_owned().into_bytes();
        for byte in name.into_iter().chain(fs::read(&file)?) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    println!("cargo:rustc-env=APP_BUILD={hash:016x}");
    Ok(())
}

fn gather(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            gather(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
