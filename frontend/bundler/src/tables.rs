//! Keeps exported tables where they were. Binaryen before 110, which is what Debian 12 has, writes every exported table as the
//! first one; the glue would then put JavaScript values into the table of functions and stop at start.

const EXPORT_SECTION: u8 = 7;
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
    let mut at = 8; // the magic number and the version
    while at < module.len() {
        let id = module[at];
        at += 1;
        let size = number(module, &mut at)?;
        if id != EXPORT_SECTION {
            at += size;
            continue;
        }
        let mut tables = Vec::new();
        for _ in 0..number(module, &mut at)? {
            let length = number(module, &mut at)?;
            let name = module.get(at..at + length)?;
            at += length;
            let kind = *module.get(at)?;
            at += 1;
            let place = at;
            let index = number(module, &mut at)?;
            if kind == TABLE {
                // An index of more than one byte could not be exchanged in place; modules have two or three tables.
                tables.push(Exported { name, index: u8::try_from(index).ok().filter(|index| *index < 128)?, place });
            }
        }
        return Some(tables);
    }
    Some(Vec::new())
}

/// An unsigned LEB128 number; moves `at` behind it.
fn number(module: &[u8], at: &mut usize) -> Option<usize> {
    let mut value = 0;
    for shift in (0..35).step_by(7) {
        let byte = *module.get(*at)?;
        *at += 1;
        value |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
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
