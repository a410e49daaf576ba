//! Takes out what a page that is hydrated at once never runs. Every erased view of Leptos carries a second way of hydrating it, for
//! pages that wait for parts of themselves, and every erased attribute one for templates; the compiler cannot see that nobody asks
//! for them, and they are a tenth of the module. Calls of the page could send streams, whose sources the browser may ask.

use crate::binary::{CODE, CUSTOM, IMPORT, Section, number, sections, text, write_number};
use anyhow::{Context, Result, ensure};
use std::{collections::HashMap, ops::Range};

const UNREACHABLE: u8 = 0x00;
const END: u8 = 0x0b;

/// Empties the functions that are never run, and forgets what they refer to, so that cutting leaves out what only they needed.
/// The module has to be linked with `--emit-relocs`, and names its functions.
pub(crate) fn never_run(module: Vec<u8>) -> Result<Vec<u8>> {
    let (module, count) = emptied(module, is_never_run).context("the compiled module is not understood")?;
    ensure!(
        count > 0,
        "nothing that is never run was found: Leptos or the compiler names it otherwise now (prune.rs, is_never_run)"
    );
    Ok(module)
}

/// Returns the module and how many of its functions were emptied.
fn emptied(mut module: Vec<u8>, is_dead: impl Fn(&str) -> bool) -> Option<(Vec<u8>, usize)> {
    let sections = sections(&module)?;
    let of = |id, name: &[u8]| sections.iter().find(|section| section.id == id && section.name == name);
    let (Some(code), Some(names)) = (of(CODE, b""), of(CUSTOM, b"name")) else { return Some((module, 0)) };
    let names = function_names(&module, names)?;
    let imported = of(IMPORT, b"").map_or(Some(0), |section| imported_functions(&module, section))?;

    let mut dead = Vec::new();
    let mut at = code.content.start;
    for index in 0..number(&module, &mut at)? {
        let length = number(&module, &mut at)?;
        let body = at..at + length;
        at = body.end;
        if names.get(&(imported + index)).is_some_and(|name| is_dead(name)) {
            dead.push(body);
        }
    }
    for body in &dead {
        let bytes = module.get_mut(body.clone())?;
        bytes.fill(UNREACHABLE); // the first of them says that there are no local variables
        *bytes.last_mut()? = END;
    }
    if let Some(relocations) = of(CUSTOM, b"reloc.CODE") {
        let kept = without(&module, relocations, code.content.start, &dead)?;
        module.splice(relocations.whole.clone(), kept);
    }
    Some((module, dead.len()))
}

/// The section of relocations without those that lie in one of the `bodies`, which are in the order of the module.
fn without(module: &[u8], section: &Section, base: usize, bodies: &[Range<usize>]) -> Option<Vec<u8>> {
    let mut at = section.content.start;
    let target = number(module, &mut at)?;
    let (mut count, mut kept) = (0, Vec::new());
    for _ in 0..number(module, &mut at)? {
        let begin = at;
        let kind = *module.get(at)?;
        at += 1;
        let place = base + number(module, &mut at)?;
        number(module, &mut at)?; // what it refers to
        // Places in memory, in functions and in sections carry an offset, which is signed, but as long as an unsigned one.
        if matches!(kind, 3..=5 | 8 | 9 | 11 | 14..=17 | 21..=23 | 25) {
            while *module.get(at)? & 0x80 != 0 {
                at += 1;
            }
            at += 1;
        }
        let next = bodies.partition_point(|body| body.end <= place);
        if !bodies.get(next).is_some_and(|body| body.contains(&place)) {
            count += 1;
            kept.extend_from_slice(module.get(begin..at)?);
        }
    }
    let mut content = Vec::new();
    write_number(section.name.len(), &mut content);
    content.extend_from_slice(&section.name);
    write_number(target, &mut content);
    write_number(count, &mut content);
    content.append(&mut kept);
    let mut whole = vec![CUSTOM];
    write_number(content.len(), &mut whole);
    whole.append(&mut content);
    Some(whole)
}

fn function_names(module: &[u8], section: &Section) -> Option<HashMap<usize, String>> {
    const FUNCTIONS: u8 = 1;
    let mut names = HashMap::new();
    let mut at = section.content.start;
    while at < section.content.end {
        let kind = *module.get(at)?;
        at += 1;
        let end = number(module, &mut at)? + at;
        if kind == FUNCTIONS {
            for _ in 0..number(module, &mut at)? {
                let index = number(module, &mut at)?;
                names.insert(index, String::from_utf8_lossy(text(module, &mut at)?).into_owned());
            }
        }
        at = end;
    }
    Some(names)
}

fn imported_functions(module: &[u8], section: &Section) -> Option<usize> {
    let mut at = section.content.start;
    let mut functions = 0;
    for _ in 0..number(module, &mut at)? {
        text(module, &mut at)?;
        text(module, &mut at)?;
        let kind = *module.get(at)?;
        at += 1;
        let limits = |at: &mut usize| {
            let bounded = number(module, at)? & 1 == 1;
            number(module, at)?;
            if bounded { number(module, at) } else { Some(0) }
        };
        match kind {
            0 => {
                functions += 1;
                number(module, &mut at)?;
            }
            1 => {
                at += 1;
                limits(&mut at)?;
            }
            2 => {
                limits(&mut at)?;
            }
            3 => at += 2,
            _ => {
                at += 1;
                number(module, &mut at)?;
            }
        }
    }
    Some(functions)
}

/// Asynchronous hydration: what begins it for an erased view, and the future that a `hydrate_async` answers. Not what is nested in
/// that: the compiler makes it one with functions of the same instructions that are needed. And what feeds streams of the browser,
/// which no call of the page sends.
fn is_never_run(name: &str) -> bool {
    if name.starts_with("intounderlying") {
        return true;
    }
    let name = rustc_demangle::demangle(name).to_string();
    if name.contains("drop_in_place") {
        return false;
    }
    let is_hash = |rest: &str| {
        rest.is_empty()
            || rest.strip_prefix("::h").is_some_and(|hash| hash.chars().all(|c| c.is_ascii_hexdigit() || "[]".contains(c)))
    };
    let begins = ["into_any::hydrate_async", "into_any_attr::hydrate_from_template"];
    if begins.iter().any(|begin| name.split_once(begin).is_some_and(|(_, rest)| is_hash(rest))) {
        return true;
    }
    let Some((_, closure)) = name.split_once("hydrate_async::{") else { return false };
    is_hash(closure.trim_start_matches(|c| c != '}').trim_start_matches('}'))
}

#[cfg(test)]
mod tests {
    use super::{emptied, is_never_run};
    use crate::binary::{number, sections, write_number};

    #[test]
    fn only_what_is_never_run_is_taken_out() {
        assert!(is_never_run("<T as tachys::view::any_view::IntoAny>::into_any::hydrate_async::{{closure}}::h05af"));
        assert!(is_never_run(
            "<tachys::html::element::HtmlElement<_, _, _> as tachys::view::RenderHtml>::hydrate_async::{closure#0}"
        ));
        assert!(is_never_run("_ZN4View13hydrate_async28_$u7b$$u7b$closure$u7d$$u7d$17h0123456789abcdefE"));
        assert!(is_never_run("<T as tachys::view::any_view::IntoAny>::into_any::hydrate_async::h05af"));
        assert!(is_never_run("<T as IntoAnyAttribute>::into_any_attr::hydrate_from_template::h05af"));
        assert!(is_never_run("intounderlyingsource_pull_58a9338f50bce61c"));
        assert!(!is_never_run("__wbg_intounderlyingsource_free"));
        assert!(!is_never_run("<F as tachys::view::RenderHtml>::hydrate_async::{{closure}}::{{closure}}::h05af"));
        assert!(!is_never_run("<F as tachys::view::RenderHtml>::hydrate_async::{{closure}}::inner_1::h05af"));
        assert!(!is_never_run("core::ptr::drop_in_place<app::View::hydrate_async::{{closure}}>::h05af"));
        assert!(!is_never_run("<T as tachys::view::RenderHtml>::hydrate::h05af"));
    }

    #[test]
    fn a_module_in_which_nothing_is_found_ends_the_build() {
        let code = section(10, "", &[1, 2, 0, 0x0b]);
        let module = |name: u8| {
            let names = section(0, "name", &[1, 4, 1, 0, 1, name]);
            [b"\0asm\x01\0\0\0".to_vec(), code.clone(), names].concat()
        };
        assert!(super::never_run(module(b'f')).is_err());
    }

    /// A section of the given id, or a custom one of the given name.
    fn section(id: u8, name: &str, content: &[u8]) -> Vec<u8> {
        let mut whole = if id == 0 { [&[name.len() as u8], name.as_bytes()].concat() } else { Vec::new() };
        whole.extend(content);
        let mut section = vec![id];
        write_number(whole.len(), &mut section);
        [section, whole].concat()
    }

    #[test]
    fn a_dead_function_refers_to_nothing_and_stays_in_its_place() {
        // An imported function, then two that call it, each with a relocation of its own kind.
        let module = [
            b"\0asm\x01\0\0\0".to_vec(),
            section(2, "", &[1, 1, b'm', 1, b'f', 0, 0]),
            section(10, "", &[2, 4, 0, 0x10, 0, 0x0b, 5, 0, 0x10, 0, 0x01, 0x0b]),
            section(0, "name", &[1, 13, 3, 0, 1, b'f', 1, 1, b'a', 2, 3, b'b', b'a', b'd']),
            section(0, "reloc.CODE", &[1, 3, 0, 4, 0, 3, 9, 0, 0x80, 0x01, 0, 9, 0]),
        ]
        .concat();
        let (emptied, count) = emptied(module.clone(), |name| name == "bad").expect("a module");
        assert_eq!(count, 1);
        let code = |module: &[u8]| module[sections(module).expect("a module")[1].content.clone()].to_vec();
        assert_eq!(code(&emptied)[..6], code(&module)[..6]);
        assert_eq!(code(&emptied)[6..], [5, 0, 0, 0, 0, 0x0b]);
        let relocations = &sections(&emptied).expect("a module")[3];
        assert_eq!(relocations.name, b"reloc.CODE");
        assert_eq!(emptied[relocations.content.clone()], [1, 1, 0, 4, 0]);
        assert_eq!(relocations.whole.end, emptied.len());
    }

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for value in [0, 127, 128, 300, 1 << 20] {
            let mut bytes = Vec::new();
            write_number(value, &mut bytes);
            assert_eq!(number(&bytes, &mut 0), Some(value));
        }
    }
}
