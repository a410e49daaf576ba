//! Enums whose JSON names the variant beside its fields: `{"type": "asked", "key": …}`.
//!
//! The form is serde's `tag = "type"`. Serde's own reader of it is made anew for every variant and for whatever it reads from,
//! which was a tenth of what the browser had to load; here every variant is read from one kind of value.

use crate::plain::{Fault, read};
use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::{Map, Value};

/// The fields of one variant.
pub(crate) struct Fields(Map<String, Value>);

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Map::deserialize(from).map(Self)
    }
}

impl Fields {
    /// The name of the variant.
    pub(crate) fn tag(&mut self) -> Result<String, Fault> {
        self.take("type")
    }

    /// A field. One that is missing is read as `null`, so an optional one is none.
    pub(crate) fn take<T: DeserializeOwned>(&mut self, name: &'static str) -> Result<T, Fault> {
        match self.0.remove(name) {
            Some(value) => read(value),
            None => read(Value::Null).map_err(|_| Fault::about("missing field", name)),
        }
    }

    /// A field that events stored before it existed do not have.
    pub(crate) fn take_or_default<T: DeserializeOwned + Default>(&mut self, name: &'static str) -> Result<T, Fault> {
        self.0.remove(name).map_or_else(|| Ok(T::default()), read)
    }

    pub(crate) fn unknown(tag: &str) -> Fault {
        Fault::about("unknown type", tag)
    }
}

/// Declares such an enum: after each variant stands its name in JSON. Of serde's attributes a field takes
/// `#[serde(default)]` and `#[serde(default, skip_serializing_if = "…")]`.
macro_rules! tagged {
    (
        $(#[$about:meta])*
        $vis:vis enum $name:ident {
            $(
                $(#[$of_variant:meta])*
                $variant:ident = $tag:literal $({
                    $(
                        $(#[doc = $of_field:literal])*
                        $(#[serde($default:ident $(, skip_serializing_if = $skip:literal)?)])?
                        $field:ident: $type:ty
                    ),+ $(,)?
                })?
            ),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize)]
        #[serde(tag = "type")]
        $vis enum $name {
            $(
                $(#[$of_variant])*
                #[serde(rename = $tag)]
                $variant $({
                    $( $(#[doc = $of_field])* $(#[serde($default $(, skip_serializing_if = $skip)?)])? $field: $type ),+
                })?
            ),+
        }

        impl $name {
            fn read(mut fields: $crate::tagged::Fields) -> Result<Self, $crate::plain::Fault> {
                match fields.tag()?.as_str() {
                    $(
                        $tag => Ok(Self::$variant $({
                            $( $field: $crate::tagged::tagged!(@take fields, $field $(, $default)?) ),+
                        })?),
                    )+
                    other => Err($crate::tagged::Fields::unknown(other)),
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                Self::read(serde::Deserialize::deserialize(from)?).map_err(serde::de::Error::custom)
            }
        }
    };
    (@take $fields:ident, $field:ident) => { $fields.take(stringify!($field))? };
    (@take $fields:ident, $field:ident, default) => { $fields.take_or_default(stringify!($field))? };
}
pub(crate) use tagged;

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    super::tagged! {
        /// What a test needs.
        enum Shape {
            Point = "point",
            Line = "line_between" {
                from: i64,
                #[serde(default, skip_serializing_if = "Option::is_none")]
                to: Option<f64>,
                /// Came later.
                #[serde(default)]
                dashes: Vec<u8>,
            },
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for (shape, json) in [
            (Shape::Point, json!({"type": "point"})),
            (
                Shape::Line { from: i64::MAX, to: Some(0.1), dashes: vec![2] },
                json!({"type": "line_between", "from": i64::MAX, "to": 0.1, "dashes": [2]}),
            ),
            (Shape::Line { from: 1, to: None, dashes: Vec::new() }, json!({"type": "line_between", "from": 1, "dashes": []})),
        ] {
            assert_eq!(to_value(&shape).expect("plain data"), json);
            assert_eq!(from_value::<Shape>(json).expect("what was written"), shape);
        }
    }

    #[test]
    fn what_was_written_before_a_field_existed_is_read() {
        let read = serde_json::from_str::<Shape>(r#"{"new": [1], "to": null, "from": 2, "type": "line_between"}"#);
        assert_eq!(read.expect("all that is needed"), Shape::Line { from: 2, to: None, dashes: Vec::new() });
    }

    #[test]
    fn faults_are_named() {
        for (json, fault) in [
            (json!({"from": 1}), "missing field `type`"),
            (json!({"type": "line_between"}), "missing field `from`"),
            (json!({"type": "blob"}), "unknown type `blob`"),
            (json!("point"), "invalid type: string \"point\", expected a map"),
        ] {
            assert_eq!(from_value::<Shape>(json).expect_err("a fault").to_string(), fault);
        }
    }
}
