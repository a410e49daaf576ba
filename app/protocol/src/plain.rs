//! Reading what was JSON from plain values.
//!
//! `serde_json` reads its values too, but for every type anew with all that any type could be, and with faults that print numbers:
//! that was a tenth of what the browser had to load. Here a record is an object, never a list, and faults name what was expected.

use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde_json::{Map, Value, map, value::Number};
use std::{fmt, vec};

/// Reads JSON.
///
/// # Errors
/// The text is no JSON, or not of that type.
pub fn read_json<Content: DeserializeOwned>(text: &str) -> Result<Content, Fault> {
    fn values(text: &str) -> Result<Value, Fault> {
        serde_json::from_str(text).map_err(|fault| Fault(fault.to_string()))
    }
    read(values(text)?)
}

/// Reads a value.
pub(crate) fn read<Content: DeserializeOwned>(value: Value) -> Result<Content, Fault> {
    Content::deserialize(Plain(value))
}

/// Why a value is not of the type it should be.
#[derive(Debug, PartialEq, Eq)]
pub struct Fault(String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

impl Error for Fault {
    fn custom<T: fmt::Display>(fault: T) -> Self {
        Self(fault.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::unlike(expected)
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::unlike(expected)
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Self::unlike(expected)
    }

    fn unknown_variant(variant: &str, _: &'static [&'static str]) -> Self {
        Self::about("unknown variant", variant)
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        Self::about("unknown field", field)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::about("missing field", field)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::about("duplicate field", field)
    }
}

impl Fault {
    #[cold]
    fn unlike(expected: &dyn Expected) -> Self {
        Self(format!("expected {expected}"))
    }

    #[cold]
    pub(crate) fn about(what: &str, name: &str) -> Self {
        Self([what, " `", name, "`"].concat())
    }
}

struct Plain(Value);

/// What a method does where the value is of another kind.
macro_rules! or_fault {
    ($visitor:ident, $value:expr, $kind:pat => $visit:expr) => {
        match $value {
            $kind => $visit,
            _ => Err(Fault::unlike(&$visitor)),
        }
    };
}

/// Methods that read alike.
macro_rules! alike {
    ($($method:ident)+; |$own:ident, $visitor:ident| $body:expr) => {
        $(
            fn $method<V: Visitor<'de>>(self, $visitor: V) -> Result<V::Value, Fault> {
                let $own = self.0;
                $body
            }
        )+
    };
}

fn number<'de, V: Visitor<'de>>(number: &Number, visitor: V) -> Result<V::Value, Fault> {
    if let Some(number) = number.as_u64() {
        visitor.visit_u64(number)
    } else if let Some(number) = number.as_i64() {
        visitor.visit_i64(number)
    } else {
        visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN))
    }
}

impl<'de> Deserializer<'de> for Plain {
    type Error = Fault;

    alike! { deserialize_any; |value, visitor| match value {
        Value::Null => visitor.visit_unit(),
        Value::Bool(is) => visitor.visit_bool(is),
        Value::Number(one) => number(&one, visitor),
        Value::String(text) => visitor.visit_string(text),
        Value::Array(items) => visitor.visit_seq(Items(items.into_iter())),
        Value::Object(entries) => visitor.visit_map(Entries::new(entries)),
    } }

    alike! { deserialize_bool; |value, visitor| or_fault!(visitor, value, Value::Bool(is) => visitor.visit_bool(is)) }

    alike! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16 deserialize_u32
        deserialize_u64 deserialize_f32 deserialize_f64;
        |value, visitor| or_fault!(visitor, value, Value::Number(one) => number(&one, visitor))
    }

    alike! {
        deserialize_char deserialize_str deserialize_string deserialize_bytes deserialize_byte_buf deserialize_identifier;
        |value, visitor| or_fault!(visitor, value, Value::String(text) => visitor.visit_string(text))
    }

    alike! { deserialize_option; |value, visitor| match value {
        Value::Null => visitor.visit_none(),
        value => visitor.visit_some(Plain(value)),
    } }

    alike! { deserialize_unit; |value, visitor| or_fault!(visitor, value, Value::Null => visitor.visit_unit()) }

    alike! { deserialize_seq; |value, visitor|
        or_fault!(visitor, value, Value::Array(items) => visitor.visit_seq(Items(items.into_iter())))
    }

    alike! { deserialize_map; |value, visitor|
        or_fault!(visitor, value, Value::Object(entries) => visitor.visit_map(Entries::new(entries)))
    }

    alike! { deserialize_ignored_any; |_value, visitor| visitor.visit_unit() }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match variant(self.0) {
            Some(variant) => visitor.visit_enum(variant),
            None => Err(Fault::unlike(&visitor)),
        }
    }
}

struct Items(vec::IntoIter<Value>);

impl<'de> SeqAccess<'de> for Items {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        self.0.next().map(|value| seed.deserialize(Plain(value))).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

struct Entries {
    rest: map::IntoIter,
    value: Value,
}

impl Entries {
    fn new(entries: Map<String, Value>) -> Self {
        Self { rest: entries.into_iter(), value: Value::Null }
    }

    fn next(&mut self) -> Option<Plain> {
        let (key, value) = self.rest.next()?;
        self.value = value;
        Some(Plain(Value::String(key)))
    }
}

impl<'de> MapAccess<'de> for Entries {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        self.next().map(|key| seed.deserialize(key)).transpose()
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Fault> {
        seed.deserialize(Plain(self.value.take()))
    }
}

struct Variant {
    name: String,
    content: Option<Value>,
}

/// A variant is its name alone, or an object with its name and its content.
fn variant(value: Value) -> Option<Variant> {
    match value {
        Value::String(name) => Some(Variant { name, content: None }),
        Value::Object(entries) if entries.len() == 1 => {
            entries.into_iter().next().map(|(name, content)| Variant { name, content: Some(content) })
        }
        _ => None,
    }
}

impl<'de> EnumAccess<'de> for Variant {
    type Error = Fault;
    type Variant = Content;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Content), Fault> {
        Ok((seed.deserialize(Plain(Value::String(self.name)))?, Content(self.content)))
    }
}

struct Content(Option<Value>);

impl Content {
    fn plain(self) -> Plain {
        Plain(self.0.unwrap_or(Value::Null))
    }
}

impl<'de> VariantAccess<'de> for Content {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match self.0 {
            None | Some(Value::Null) => Ok(()),
            Some(_) => Err(Fault("expected a variant without content".into())),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        seed.deserialize(self.plain())
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.plain().deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Fault> {
        self.plain().deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests {
    use super::read_json;
    use serde::{Deserialize, Serialize};
    use serde_json::Value;
    use std::collections::BTreeMap;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Id(u64);

    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Shape {
        Point,
        Circle(u8),
        Line { from: i64, to: i64 },
        Pair(i8, i8),
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct All {
        id: Id,
        shapes: Vec<Shape>,
        ratio: f64,
        whole: f64,
        named: BTreeMap<String, Option<bool>>,
        pair: (String, ()),
        any: Value,
        #[serde(default)]
        later: u32,
    }

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let all = All {
            id: Id(u64::MAX),
            shapes: vec![Shape::Point, Shape::Circle(3), Shape::Line { from: i64::MIN, to: -1 }, Shape::Pair(1, 2)],
            ratio: 0.1 + 0.2,
            whole: 3.0,
            named: [("a".into(), Some(true)), ("b".into(), None)].into(),
            pair: ("\u{1F600}".into(), ()),
            any: serde_json::json!({"x": [1, -2, 0.5, "y", null, {"z": false}]}),
            later: 0,
        };
        let text = serde_json::to_string(&all).expect("plain data");
        assert_eq!(read_json::<All>(&text).as_ref(), Ok(&all));
        let older = text.replace(",\"later\":0", ",\"unknown\":[{}]");
        assert_eq!(read_json::<All>(&older), Ok(all));
    }

    #[test]
    fn faults_are_named() {
        fn fault<Content: serde::de::DeserializeOwned>(text: &str) -> String {
            read_json::<Content>(text).err().map(|fault| fault.to_string()).unwrap_or_default()
        }
        assert_eq!(fault::<Id>("\"1\""), "expected u64");
        assert_eq!(fault::<u8>("300"), "expected u8");
        assert_eq!(fault::<Shape>("\"blob\""), "unknown variant `blob`");
        assert_eq!(fault::<Shape>("{\"line\":{\"from\":1}}"), "missing field `to`");
        assert_eq!(fault::<Shape>("{\"point\":1}"), "expected a variant without content");
        assert_eq!(fault::<Shape>("{\"line\":{\"from\":1},\"circle\":1}"), "expected enum Shape");
        assert_eq!(fault::<Vec<Shape>>("{}"), "expected a sequence");
        assert_eq!(fault::<All>("[]"), "expected struct All");
        assert!(fault::<Shape>("{").starts_with("EOF while parsing"));
    }
}
