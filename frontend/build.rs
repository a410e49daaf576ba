//! The bundler cuts the module into parts, and must know for that where each address in it comes from.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg-cdylib=--emit-relocs");
}
