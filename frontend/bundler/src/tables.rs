//! Keeps exported tables where they were. Binaryen before 110, which is what Debian 12 has, writes every exported table as the
//! first one; the glue would then put JavaScript values into the table of functions and stop at start.

use crate::binary::{EXPORT, number, sections, text};

const TABLE: u8 = 1;

/// An exported table: its name, its index, and where in the module that index is written.
#[derive(Debug, PartialEq, Eq)]
struct Exported<'a> {
    name: &'a [u8],
    index: u8,
    place: usize,
}

/// Gives each exported table of `shrunk` the index that it has in `original`. `None` when the two do not correspond.
pub(crate) fn restored(original: &[u8], mut shrunk: Vec<u8>) -> Option<Vec<u8>> {
    let before = exported(original)?;
    let places: Vec<_> = exported(&shrunk)?.into_iter().map(|table| (table.name.to_vec(), table.place)).collect();
    for (name, place) in places {
        *shrunk.get_mut(place)? = before.iter().find(|table| table.name == name)?.index;
    }
    Some(shrunk)
}

fn exported(module: &[u8]) -> Option<Vec<Exported<'_>>> {
    let mut tables = Vec::new();
    let Some(section) = sections(module)?.into_iter().find(|section| section.id == EXPORT) else { return Some(tables) };
    let mut at = section.content.start;
    for _ in 0..number(module, &mut at)? {
        let name = text(module, &mut at)?;
        let kind = *module.get(at)?;
        at += 1;
        let place = at;
        let index = number(module, &mut at)?;
        if kind == TABLE {
            // An index of more than one byte could not be exchanged in place; modules have two or three tables.
            tables.push(Exported { name, index: u8::try_from(index).ok().filter(|index| *index < 128)?, place });
        }
    }
    Some(tables)
}

#[cfg(test)]
mod tests {
    use super::{exported, restored};

    /// A module with an empty custom section, then exports: function `f` and table `t` at the given index.
    fn module(index: u8) -> Vec<u8> {
        let exports = [2, 1, b'f', 0, 5, 1, b't', 1, index];
        [b"\0asm\x01\0\0\0\0\x01\0\x07\x09".as_slice(), &exports].concat()
    }

    #[test]
    fn an_exported_table_gets_its_index_back() {
        assert_eq!(restored(&module(1), module(0)), Some(module(1)));
        assert_eq!(exported(&module(1)).map(|tables| tables.len()), Some(1));
    }

    #[test]
    fn modules_that_do_not_correspond_are_refused() {
        let mut other = module(0);
        let name = other.iter().rposition(|byte| *byte == b't').expect("the table's name");
        other[name] = b'u';
        assert_eq!(restored(&module(1), other), None);
        assert_eq!(restored(&module(1), module(0)[..20].to_vec()), None);
    }
}
