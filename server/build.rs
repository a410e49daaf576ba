//! Packs the addresses that the loader puts right at the start: written out one by one they make a debug binary 30 MB larger.

use std::{env, process::Command};

/// The first GNU C library whose loader reads packed ones.
const SINCE: (u32, u32) = (2, 36);

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let is_gnu = env::var("CARGO_CFG_TARGET_OS").is_ok_and(|os| os == "linux")
        && env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|env| env == "gnu");
    let is_here = env::var("HOST").ok() == env::var("TARGET").ok();
    if is_gnu && is_here && library().is_some_and(|version| version >= SINCE) {
        println!("cargo:rustc-link-arg=-Wl,-z,pack-relative-relocs");
    }
}

/// The version of the C library of this machine: `glibc 2.36`.
fn library() -> Option<(u32, u32)> {
    let answer = Command::new("getconf").arg("GNU_LIBC_VERSION").output().ok()?;
    let answer = String::from_utf8(answer.stdout).ok()?;
    let (major, minor) = answer.trim().rsplit(' ').next()?.split_once('.')?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
