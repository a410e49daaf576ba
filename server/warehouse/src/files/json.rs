//! JSON as one object on each line, however the file has it.

use super::{
    csv::unreadable,
    records::{self, too_long},
    text::Utf8,
};
use arrow::{
    datatypes::{DataType, Field, Schema},
    json::{ReaderBuilder, reader::infer_json_schema},
    record_batch::RecordBatchReader,
};
use domain::tools::warehouse::WarehouseFault;
use memchr::{memchr_iter, memchr2};
use std::{
    io::{self, BufReader, Read},
    sync::Arc,
};

/// Objects and arrays inside each other.
const DEEPEST: usize = 64;

/// The columns, and how many rows are held at once.
pub(super) fn schema(bytes: impl Read, most_rows: usize) -> Result<(Schema, usize), WarehouseFault> {
    let mut lines = BufReader::new(Lines::new(Utf8::new(bytes)));
    let (schema, rows) = infer_json_schema(&mut lines, Some(most_rows)).map_err(|error| unreadable(&error))?;
    if rows == 0 {
        return Err(WarehouseFault::Unusable("the file is empty".to_owned()));
    }
    let fields: Vec<Field> = schema.fields().iter().filter_map(|field| storable(field)).collect();
    if fields.is_empty() {
        return Err(WarehouseFault::Unusable("the objects in the file have no fields".to_owned()));
    }
    Ok((Schema::new(fields), records::at_once(lines.get_ref().given, rows)))
}

pub(super) fn batches(
    bytes: impl Read + Send + 'static,
    schema: &Arc<Schema>,
    at_once: usize,
) -> Result<Box<dyn RecordBatchReader + Send>, WarehouseFault> {
    let builder = ReaderBuilder::new(Arc::clone(schema)).with_coerce_primitive(true).with_batch_size(at_once);
    let reader =
        builder.build(BufReader::with_capacity(1 << 16, Lines::new(Utf8::new(bytes)))).map_err(|error| unreadable(&error))?;
    Ok(Box::new(reader))
}

/// A field that a table can hold: nothing but nulls is a text, an object without fields is left out.
fn storable(field: &Field) -> Option<Field> {
    Some(Field::new(field.name(), storable_type(field.data_type())?, true))
}

fn storable_type(data_type: &DataType) -> Option<DataType> {
    match data_type {
        DataType::Null => Some(DataType::Utf8),
        DataType::Struct(fields) => {
            let fields: Vec<Field> = fields.iter().filter_map(|field| storable(field)).collect();
            (!fields.is_empty()).then(|| DataType::Struct(fields.into()))
        }
        DataType::List(item) => Some(DataType::List(Arc::new(Field::new(item.name(), storable_type(item.data_type())?, true)))),
        other => Some(other.clone()),
    }
}

/// Takes apart an array of objects, or objects one after the other, into lines. Whether they are sound JSON is found by who reads the
/// lines.
struct Lines<R> {
    inner: R,
    block: Vec<u8>,
    ready: Vec<u8>,
    place: usize,
    state: State,
    /// Bytes of all lines so far.
    given: u64,
}

struct State {
    /// The file is one array, whose brackets and commas go.
    in_array: bool,
    begun: bool,
    depth: usize,
    in_text: bool,
    escaped: bool,
    /// Of the object at hand, and the line of the file that it began in; the line at hand.
    length: usize,
    began: u64,
    line: u64,
}

impl<R: Read> Lines<R> {
    fn new(inner: R) -> Self {
        let state =
            State { in_array: false, begun: false, depth: 0, in_text: false, escaped: false, length: 0, began: 1, line: 1 };
        Self { inner, block: vec![0; 64 * 1024], ready: Vec::new(), place: 0, state, given: 0 }
    }
}

impl State {
    fn take(&mut self, block: &[u8], lines: &mut Vec<u8>) -> io::Result<()> {
        let mut rest = block;
        while let [byte, after @ ..] = rest {
            let span = if self.in_text && !self.escaped { memchr2(b'"', b'\\', rest).unwrap_or(rest.len()) } else { 0 };
            if span == 0 {
                self.length += 1;
                self.line += u64::from(*byte == b'\n');
                self.byte(*byte, lines)?;
                rest = after;
            } else {
                self.length += span;
                self.line += memchr_iter(b'\n', &rest[..span]).count() as u64;
                lines.extend_from_slice(&rest[..span]);
                rest = &rest[span..];
            }
            if self.length > records::LONGEST {
                return Err(too_long("the object", self.began));
            }
        }
        Ok(())
    }

    fn byte(&mut self, byte: u8, lines: &mut Vec<u8>) -> io::Result<()> {
        if self.in_text {
            lines.push(byte);
            self.in_text = self.escaped || byte != b'"';
            self.escaped = !self.escaped && byte == b'\\';
            return Ok(());
        }
        if self.depth == 0 {
            (self.length, self.began) = (1, self.line);
            match byte {
                b'[' if !self.begun => {
                    (self.begun, self.in_array) = (true, true);
                    return Ok(());
                }
                b',' | b']' if self.in_array => return Ok(()),
                b'{' => {}
                _ if byte.is_ascii_whitespace() => return Ok(()),
                _ => return Err(io::Error::other("it holds other things than objects; a table is made of objects")),
            }
        }
        self.begun = true;
        match byte {
            b'"' => self.in_text = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => self.depth -= 1,
            _ => {}
        }
        if self.depth > DEEPEST {
            return Err(io::Error::other(format!("its objects are nested deeper than {DEEPEST}")));
        }
        lines.push(if matches!(byte, b'\n' | b'\r') { b' ' } else { byte });
        if self.depth == 0 {
            lines.push(b'\n');
        }
        Ok(())
    }
}

impl<R: Read> Read for Lines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.place == self.ready.len() {
            let read = self.inner.read(&mut self.block)?;
            if read == 0 {
                return if self.state.depth == 0 { Ok(0) } else { Err(io::Error::other("it ends in the middle of an object")) };
            }
            self.ready.clear();
            self.place = 0;
            self.state.take(&self.block[..read], &mut self.ready)?;
            self.given += self.ready.len() as u64;
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

    fn lines(text: &str) -> Result<String, String> {
        let mut lines = String::new();
        Lines::new(text.as_bytes()).read_to_string(&mut lines).map(|_| lines).map_err(|error| error.to_string())
    }

    #[test]
    fn every_way_of_writing_objects_becomes_lines() {
        let expected = "{\"a\": 1}\n{\"a\": [2, {\"b\": \"x\\\"},{\"}]}\n";
        for text in [
            "[{\"a\": 1}, {\"a\": [2, {\"b\": \"x\\\"},{\"}]}]",
            "{\"a\": 1}\n{\"a\": [2, {\"b\": \"x\\\"},{\"}]}\n",
            "{\"a\": 1}{\"a\": [2, {\"b\": \"x\\\"},{\"}]}",
        ] {
            assert_eq!(lines(text).as_deref(), Ok(expected));
        }
        assert_eq!(lines("[\n {\n\"a\":\n1}\n]").as_deref(), Ok("{ \"a\": 1}\n"));
        assert_eq!(lines("").as_deref(), Ok(""));
        assert_eq!(lines("{\"a\": \"\\\\\"}{\"a\": \"\\\"}\"}").as_deref(), Ok("{\"a\": \"\\\\\"}\n{\"a\": \"\\\"}\"}\n"));
        for broken in ["[1, 2]", "\"x\"", "{\"a\": 1", &"[".repeat(3), &format!("[{{\"a\": {}", "[".repeat(100))] {
            assert!(lines(broken).is_err(), "{broken}");
        }
    }

    #[test]
    fn an_object_without_end_is_refused() {
        let long = "x".repeat(records::LONGEST);
        for (text, line) in [
            (format!("[{{\"a\": \"{long}"), 1),
            (format!("{{\"a\": 1}}\n{{\"a\": \"{long}\"}}\n"), 2),
            (format!("[{{\"a\": 1}},\n\n{{\"a\": [{}", "1,\n".repeat(records::LONGEST / 2)), 3),
            (format!("{{\"a\": \"{}", "\\n".repeat(records::LONGEST)), 1),
        ] {
            let told = lines(&text).expect_err("a refusal");
            assert_eq!(told, format!("the object that begins in line {line} is longer than 1 MB"));
        }
        let half = "x".repeat(records::LONGEST / 2);
        assert!(lines(&format!("{{\"a\": \"{half}\"}}\n").repeat(5)).is_ok());
    }
}
