//! One value of a row to insert, whichever database it goes to.

use crate::columns::{At, Score, document, text};
use protocol::{Confidence, Timestamp};
use serde_json::Value;
use sqlx::{Database, Encode, Postgres, Sqlite, Type, encode::IsNull, error::BoxDynError, types::Json};
use std::borrow::Cow;
use uuid::Uuid;

#[derive(Debug)]
pub(crate) enum Datum<'a> {
    Id(Option<Uuid>),
    Number(Option<i64>),
    Flag(Option<bool>),
    Score(Option<Score>),
    At(Option<At>),
    Text(Option<Cow<'a, str>>),
    Json(Option<Json<Cow<'a, Value>>>),
    Bytes(Option<&'a [u8]>),
}

impl<'a> Datum<'a> {
    pub(crate) fn id(of: impl Into<Option<Uuid>>) -> Self {
        Self::Id(of.into())
    }

    pub(crate) fn number(of: impl Into<i64>) -> Self {
        Self::Number(Some(of.into()))
    }

    pub(crate) fn flag(of: bool) -> Self {
        Self::Flag(Some(of))
    }

    pub(crate) fn maybe_flag(of: Option<bool>) -> Self {
        Self::Flag(of)
    }

    pub(crate) fn maybe_number(of: Option<u32>) -> Self {
        Self::Number(of.map(i64::from))
    }

    /// A number of tokens or milliseconds; beyond `i64` there is none.
    pub(crate) fn amount(of: u64) -> Self {
        Self::seq(of)
    }

    /// A sequence number; beyond `i64` there is none.
    pub(crate) fn seq(of: u64) -> Self {
        Self::Number(Some(i64::try_from(of).unwrap_or(i64::MAX)))
    }

    pub(crate) fn score(of: impl Into<Option<Confidence>>) -> Self {
        Self::Score(of.into().map(Score))
    }

    pub(crate) fn at(of: Timestamp) -> Self {
        Self::At(Some(At(of)))
    }

    pub(crate) fn maybe_at(of: Option<Timestamp>) -> Self {
        Self::At(of.map(At))
    }

    pub(crate) fn text(of: &'a str) -> Self {
        Self::Text(Some(text(of)))
    }

    pub(crate) fn maybe_text(of: Option<&'a str>) -> Self {
        Self::Text(of.map(text))
    }

    pub(crate) fn json(of: &'a Value) -> Self {
        Self::Json(Some(document(of)))
    }

    pub(crate) fn maybe_json(of: Option<&'a Value>) -> Self {
        Self::Json(of.map(document))
    }
}

/// Hands each kind to the type that knows how to write it.
macro_rules! encodes {
    ($database:ty) => {
        impl Type<$database> for Datum<'_> {
            fn type_info() -> <$database as Database>::TypeInfo {
                <str as Type<$database>>::type_info()
            }
        }

        impl<'q> Encode<'q, $database> for Datum<'_> {
            fn encode_by_ref(&self, out: &mut <$database as Database>::ArgumentBuffer) -> Result<IsNull, BoxDynError> {
                match self {
                    Self::Id(of) => Encode::<$database>::encode_by_ref(of, out),
                    Self::Number(of) => Encode::<$database>::encode_by_ref(of, out),
                    Self::Flag(of) => Encode::<$database>::encode_by_ref(of, out),
                    Self::Score(of) => Encode::<$database>::encode_by_ref(of, out),
                    Self::At(of) => Encode::<$database>::encode_by_ref(of, out),
                    Self::Text(of) => Encode::<$database>::encode_by_ref(of, out),
                    Self::Json(of) => Encode::<$database>::encode_by_ref(of, out),
                    Self::Bytes(of) => Encode::<$database>::encode_by_ref(of, out),
                }
            }

            fn produces(&self) -> Option<<$database as Database>::TypeInfo> {
                Some(match self {
                    Self::Id(_) => <Uuid as Type<$database>>::type_info(),
                    Self::Number(_) => <i64 as Type<$database>>::type_info(),
                    Self::Flag(_) => <bool as Type<$database>>::type_info(),
                    Self::Score(_) => <Score as Type<$database>>::type_info(),
                    Self::At(_) => <At as Type<$database>>::type_info(),
                    Self::Text(_) => <str as Type<$database>>::type_info(),
                    Self::Json(_) => <Json<Value> as Type<$database>>::type_info(),
                    Self::Bytes(_) => <[u8] as Type<$database>>::type_info(),
                })
            }
        }
    };
}

encodes!(Sqlite);
encodes!(Postgres);
