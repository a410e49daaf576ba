//! How long one record of a text may be: whoever reads it holds it in memory as a whole.

use memchr::{memchr, memchr_iter, memchr3};
use std::io::{self, Read};

/// In bytes.
pub(super) const LONGEST: usize = if cfg!(test) { 1 << 20 } else { 32 << 20 };
/// Rows that are held at once, and about how many bytes of them.
const MOST_ROWS: usize = 8_192;
const AT_ONCE: u64 = 32 << 20;

/// How many rows of a file are held at once, by those that were looked at.
pub(super) fn at_once(bytes: u64, rows: usize) -> usize {
    let rows = rows.max(1) as u64;
    usize::try_from(AT_ONCE.saturating_mul(rows) / bytes.max(1)).unwrap_or(MOST_ROWS).clamp(16, MOST_ROWS)
}

pub(super) fn too_long(what: &str, line: u64) -> io::Error {
    io::Error::other(format!("{what} that begins in line {line} is longer than {} MB", LONGEST >> 20))
}

/// Values between separators, which fail where a row goes on without end: also one in whose quotation marks lines end.
pub(super) struct Rows<R> {
    inner: R,
    separator: u8,
    quoted: bool,
    /// The byte before: it says whether a quotation mark opens a value. One itself only where it closed a value.
    before: u8,
    /// Bytes since the row began, and the line it began in; the line at hand, and where the open quotation mark is.
    length: usize,
    began: u64,
    line: u64,
    opened: u64,
}

impl<R: Read> Rows<R> {
    pub(super) const fn new(inner: R, separator: u8) -> Self {
        Self { inner, separator, quoted: false, before: b'\n', length: 0, began: 1, line: 1, opened: 1 }
    }

    fn pass(&mut self, given: &[u8]) -> io::Result<()> {
        let mut rest = given;
        while !rest.is_empty() {
            let found = if self.quoted { memchr(b'"', rest) } else { memchr3(b'"', b'\n', b'\r', rest) };
            let span = found.unwrap_or(rest.len());
            if self.quoted {
                self.line += memchr_iter(b'\n', &rest[..span]).count() as u64;
            }
            if let Some(last) = rest[..span].last() {
                self.before = *last;
            }
            self.length += span;
            if self.length > LONGEST {
                let unclosed = if self.quoted { "; a quotation mark may be missing" } else { "" };
                return Err(io::Error::other(format!("{}{unclosed}", too_long("the row", self.began))));
            }
            let Some(sign) = rest.get(span) else { break };
            rest = &rest[span + 1..];
            self.length += 1;
            self.sign(*sign);
        }
        Ok(())
    }

    fn sign(&mut self, sign: u8) {
        match sign {
            b'"' if self.quoted => self.quoted = false,
            // Two of them stand for one in the value, which goes on.
            b'"' if self.before == b'"' => self.quoted = true,
            b'"' if self.before == self.separator || matches!(self.before, b'\n' | b'\r') => {
                (self.quoted, self.opened) = (true, self.line);
            }
            // Within a value that is not quoted it is a sign like others.
            b'"' => {
                self.before = b' ';
                return;
            }
            b'\n' | b'\r' => {
                self.line += u64::from(sign == b'\n');
                (self.length, self.began) = (0, self.line);
            }
            _ => {}
        }
        self.before = sign;
    }
}

impl<R: Read> Read for Rows<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        if read == 0 && !buffer.is_empty() && self.quoted {
            let detail = format!("the quotation mark that opens a value in line {} is never closed", self.opened);
            return Err(io::Error::other(detail));
        }
        self.pass(&buffer[..read])?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Read in small pieces, so that every state is left and entered.
    fn read(text: &str, piece: usize) -> Result<usize, String> {
        let mut rows = Rows::new(text.as_bytes(), b',');
        let (mut buffer, mut whole) = (vec![0; piece], 0);
        loop {
            match rows.read(&mut buffer) {
                Ok(0) => return Ok(whole),
                Ok(read) => whole += read,
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    #[test]
    fn rows_end_where_the_reader_of_values_ends_them() {
        let long = "x".repeat(LONGEST / 2);
        for (text, told) in [
            (format!("a,b\n{long}\n{long}\n{long}\n"), None),
            (format!("a,b\r\n\"{long}\n\",\"{long}\"\"\"\n"), Some("the row that begins in line 2 is longer than 1 MB")),
            (format!("a,b\n1,2\n1,\"{long}\n{long}"), Some("line 3 is longer than 1 MB; a quotation mark may be missing")),
            (format!("a,b\n1,2\n{long}{long},3"), Some("line 3 is longer than 1 MB")),
            (format!("a,b\n1,say \"{long}\n2,{long}\"\n3,{long}\n"), None),
            (format!("a,b\n1,\"say \"\"{long}\"\"\"\n2,{long}\n3,{long}\n"), None),
            ("a,b\n1,\"x\n2,y\n".to_owned(), Some("the quotation mark that opens a value in line 2 is never closed")),
            ("a,b\n1,\"x\"\"\n2,y\n".to_owned(), Some("the quotation mark that opens a value in line 2 is never closed")),
            ("a,b\n\"\",\"x\"\n1,\"\"\"\"\n".to_owned(), None),
        ] {
            for piece in [7, 64 * 1024] {
                let read = read(&text, piece);
                match (&read, told) {
                    (Ok(whole), None) => assert_eq!(*whole, text.len()),
                    (Err(why), Some(told)) => assert!(why.contains(told), "{why}: {told}"),
                    _ => panic!("{read:?} {told:?}"),
                }
            }
        }
    }

    #[test]
    fn long_rows_are_held_by_the_few() {
        assert_eq!((at_once(100_000, 1_000), at_once(0, 0)), (MOST_ROWS, MOST_ROWS));
        assert_eq!((at_once(1_000_000_000, 1_000), at_once(u64::MAX / (64 << 20), 1)), (33, 16));
    }
}
