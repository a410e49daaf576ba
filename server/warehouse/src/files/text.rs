//! Text of any usual encoding as UTF-8.

use std::io::{self, Read};

/// Takes a byte order mark away, and reads UTF-16 and Windows-1252 as well: the second where bytes are no UTF-8.
pub(super) struct Utf8<R> {
    inner: R,
    encoding: Encoding,
    /// Converted and not yet handed out.
    ready: Vec<u8>,
    place: usize,
    /// Bytes of a character that is not complete yet.
    rest: Vec<u8>,
    ended: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Unknown,
    Utf8,
    Utf16 { little: bool },
}

impl<R: Read> Utf8<R> {
    pub(super) const fn new(inner: R) -> Self {
        Self { inner, encoding: Encoding::Unknown, ready: Vec::new(), place: 0, rest: Vec::new(), ended: false }
    }

    fn more(&mut self) -> io::Result<()> {
        let mut block = vec![0; 64 * 1024];
        let mut filled = 0;
        // The first block must hold the mark at the beginning.
        while filled < 4 && !self.ended {
            let read = self.inner.read(&mut block[filled..])?;
            self.ended = read == 0;
            filled += read;
        }
        let mut bytes = std::mem::take(&mut self.rest);
        bytes.extend_from_slice(&block[..filled]);
        if self.encoding == Encoding::Unknown {
            let (encoding, mark) = match bytes.as_slice() {
                [0xEF, 0xBB, 0xBF, ..] => (Encoding::Utf8, 3),
                [0xFF, 0xFE, ..] => (Encoding::Utf16 { little: true }, 2),
                [0xFE, 0xFF, ..] => (Encoding::Utf16 { little: false }, 2),
                _ => (Encoding::Utf8, 0),
            };
            self.encoding = encoding;
            bytes.drain(..mark);
        }
        self.place = 0;
        (self.ready, self.rest) = match self.encoding {
            Encoding::Utf16 { little } => utf16(&bytes, little, self.ended),
            _ => utf8(bytes, self.ended),
        };
        Ok(())
    }
}

fn utf8(bytes: Vec<u8>, ended: bool) -> (Vec<u8>, Vec<u8>) {
    let Err(fault) = std::str::from_utf8(&bytes) else { return (bytes, Vec::new()) };
    if fault.error_len().is_none() && !ended {
        let (whole, rest) = bytes.split_at(fault.valid_up_to());
        return (whole.to_vec(), rest.to_vec());
    }
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8);
    let mut left = bytes.as_slice();
    loop {
        match std::str::from_utf8(left) {
            Ok(valid) => {
                text.push_str(valid);
                return (text.into_bytes(), Vec::new());
            }
            Err(fault) => {
                let (valid, rest) = left.split_at(fault.valid_up_to());
                text.push_str(&String::from_utf8_lossy(valid));
                if fault.error_len().is_none() && !ended {
                    return (text.into_bytes(), rest.to_vec());
                }
                let Some((strange, after)) = rest.split_first() else { return (text.into_bytes(), Vec::new()) };
                text.push(windows_1252(*strange));
                left = after;
            }
        }
    }
}

fn windows_1252(byte: u8) -> char {
    const FROM_80: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’', '“',
        '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => FROM_80[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn utf16(bytes: &[u8], little: bool, ended: bool) -> (Vec<u8>, Vec<u8>) {
    let unit = |pair: &[u8]| if little { u16::from_le_bytes([pair[0], pair[1]]) } else { u16::from_be_bytes([pair[0], pair[1]]) };
    let mut units: Vec<u16> = bytes.chunks_exact(2).map(unit).collect();
    let mut kept = bytes.len() % 2;
    if !ended && units.last().is_some_and(|last| (0xD800..0xDC00).contains(last)) {
        units.pop();
        kept += 2;
    }
    (String::from_utf16_lossy(&units).into_bytes(), bytes[bytes.len() - kept..].to_vec())
}

impl<R: Read> Read for Utf8<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.place == self.ready.len() {
            if self.ended && self.rest.is_empty() {
                return Ok(0);
            }
            self.more()?;
        }
        let count = buffer.len().min(self.ready.len() - self.place);
        buffer[..count].copy_from_slice(&self.ready[self.place..self.place + count]);
        self.place += count;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out one byte at a time, so that characters are always cut.
    struct Drip<'a>(std::slice::Iter<'a, u8>);

    impl Read for Drip<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            Ok(self.0.next().map_or(0, |byte| {
                buffer[0] = *byte;
                1
            }))
        }
    }

    fn read(bytes: &[u8]) -> String {
        let mut whole = String::new();
        Utf8::new(bytes).read_to_string(&mut whole).unwrap();
        let mut dripped = String::new();
        Utf8::new(Drip(bytes.iter())).read_to_string(&mut dripped).unwrap();
        assert_eq!(whole, dripped);
        whole
    }

    #[test]
    fn every_usual_encoding_is_read() {
        assert_eq!(read("größe,売上\n".as_bytes()), "größe,売上\n");
        assert_eq!(read(b"\xef\xbb\xbfname\n"), "name\n");
        assert_eq!(read(b"gr\xf6\xdfe \x80\n"), "größe €\n");
        let wide = |little: bool| {
            let mark = [0xFEFF_u16].into_iter().chain("a,ß,😀\n".encode_utf16());
            mark.flat_map(|unit| if little { unit.to_le_bytes() } else { unit.to_be_bytes() }).collect::<Vec<u8>>()
        };
        assert_eq!((read(&wide(true)).as_str(), read(&wide(false)).as_str()), ("a,ß,😀\n", "a,ß,😀\n"));
        assert_eq!(read(b""), "");
        assert_eq!(read(b"ab\xe2\x82"), "abâ‚");
    }
}
