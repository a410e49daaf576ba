//! Records that are read field by field. What serde derives for reading a struct holds every field until the last one is there,
//! which is three times as much code, and the browser has to load it; what it derives for writing is as small as can be.

/// Declares such a record. Of serde's attributes a field takes `#[serde(default)]` and
/// `#[serde(default, skip_serializing_if = "…")]`.
macro_rules! record {
    (
        $(#[$about:meta])*
        $vis:vis struct $name:ident {
            $(
                $(#[doc = $of_field:literal])*
                $(#[serde($default:ident $(, skip_serializing_if = $skip:literal)?)])?
                $of:vis $field:ident: $type:ty
            ),+ $(,)?
        }
    ) => {
        $(#[$about])*
        #[derive(serde::Serialize)]
        $vis struct $name {
            $( $(#[doc = $of_field])* $(#[serde($default $(, skip_serializing_if = $skip)?)])? $of $field: $type ),+
        }

        impl $name {
            fn of_fields(mut fields: $crate::tagged::Fields) -> Result<Self, $crate::plain::Fault> {
                Ok(Self { $( $field: $crate::tagged::tagged!(@take fields, $field $(, $default)?) ),+ })
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                Self::of_fields(serde::Deserialize::deserialize(from)?).map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use record;

#[cfg(test)]
mod tests {
    use crate::read_json;

    super::record! {
        /// What a test needs.
        #[derive(Clone, Debug, PartialEq)]
        struct Entry {
            name: String,
            /// Came later.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            pages: Vec<u8>,
            after: Option<Box<Entry>>,
        }
    }

    #[test]
    fn what_is_written_is_read_and_faults_are_named() {
        let last = Entry { name: "b".into(), pages: vec![1], after: None };
        let first = Entry { name: "a".into(), pages: Vec::new(), after: Some(Box::new(last)) };
        let text = serde_json::to_string(&first).expect("plain data");
        assert_eq!(text, r#"{"name":"a","after":{"name":"b","pages":[1],"after":null}}"#);
        assert_eq!(read_json::<Entry>(&text).as_ref(), Ok(&first));
        assert_eq!(serde_json::from_str::<Entry>(&text).expect("what was written"), first);
        let fault = |text| read_json::<Entry>(text).err().map(|fault| fault.to_string()).unwrap_or_default();
        assert_eq!(fault("{}"), "missing field `name`");
        assert_eq!(fault(r#"{"name":"a","pages":"many"}"#), "expected a sequence");
        assert_eq!(fault(r#"{"name":"a","after":{"pages":[]}}"#), "missing field `name`");
    }
}
