//! How a time, a confidence, a word, a text and a document stand in a column of either database.

use domain::StoreFault;
use protocol::{Confidence, Timestamp, live::Kind};
use serde::de::{
    DeserializeOwned, IntoDeserializer,
    value::{Error as WordError, StrDeserializer},
};
use serde_json::Value;
use sqlx::{
    Database, Decode, Encode, Postgres, Sqlite, Type,
    encode::IsNull,
    error::BoxDynError,
    postgres::{PgTypeInfo, PgValueFormat, PgValueRef, types::Oid},
    sqlite::{SqliteTypeInfo, SqliteValueRef},
    types::Json,
};
use std::borrow::Cow;

/// A time: microseconds since 1970 in SQLite, `TIMESTAMPTZ` in Postgres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct At(pub(crate) Timestamp);

/// A confidence or score: `REAL` in SQLite, `NUMERIC(3,2)` in Postgres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Score(pub(crate) Confidence);

/// A text as both databases can hold it: Postgres refuses NUL, and a row is not worth refusing a turn for.
pub(crate) fn text(of: &str) -> Cow<'_, str> {
    if of.contains('\0') { Cow::Owned(of.replace('\0', "\u{fffd}")) } else { Cow::Borrowed(of) }
}

/// A document as both databases can hold it.
pub(crate) fn document(of: &Value) -> Json<Cow<'_, Value>> {
    Json(if has_nul(of) { Cow::Owned(without_nul(of)) } else { Cow::Borrowed(of) })
}

/// Reads a word back into the enum it came from.
pub(crate) fn word<T: DeserializeOwned>(of: &str) -> Result<T, StoreFault> {
    let word: StrDeserializer<'_, WordError> = of.into_deserializer();
    T::deserialize(word).map_err(|error| StoreFault::Corrupt(error.to_string()))
}

/// The kind of a stream.
pub(crate) fn word_of_kind(of: &str) -> Result<Kind, StoreFault> {
    of.parse().map_err(|fault| StoreFault::Corrupt(format!("{fault}: {of}")))
}

/// A number that cannot be negative.
pub(crate) fn count<N: TryInto<M> + Copy + std::fmt::Display, M>(of: N) -> Result<M, StoreFault> {
    of.try_into().map_err(|_| StoreFault::Corrupt(format!("{of} is out of range")))
}

/// US dollars as a whole number of millionths.
#[expect(clippy::cast_possible_truncation, reason = "what anything here costs is far below the limit")]
pub(crate) fn micros(usd: f64) -> i64 {
    (usd * 1_000_000.0).round() as i64
}

/// Millionths of a US dollar as dollars.
#[expect(clippy::cast_precision_loss, reason = "what anything here costs is far below the limit")]
pub(crate) fn dollars(micros: i64) -> f64 {
    micros as f64 / 1_000_000.0
}

fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(items) => items.iter().any(has_nul),
        Value::Object(fields) => fields.iter().any(|(key, value)| key.contains('\0') || has_nul(value)),
        _ => false,
    }
}

fn without_nul(value: &Value) -> Value {
    match value {
        Value::String(of) => Value::String(text(of).into_owned()),
        Value::Array(items) => items.iter().map(without_nul).collect(),
        Value::Object(fields) => fields.iter().map(|(key, value)| (text(key).into_owned(), without_nul(value))).collect(),
        plain => plain.clone(),
    }
}

type Buffer<DB> = <DB as Database>::ArgumentBuffer;

impl Type<Sqlite> for At {
    fn type_info() -> SqliteTypeInfo {
        <i64 as Type<Sqlite>>::type_info()
    }
    fn compatible(of: &SqliteTypeInfo) -> bool {
        <i64 as Type<Sqlite>>::compatible(of)
    }
}

impl Encode<'_, Sqlite> for At {
    fn encode_by_ref(&self, out: &mut Buffer<Sqlite>) -> Result<IsNull, BoxDynError> {
        <i64 as Encode<'_, Sqlite>>::encode_by_ref(&self.0.0, out)
    }
}

impl<'r> Decode<'r, Sqlite> for At {
    fn decode(value: SqliteValueRef<'r>) -> Result<Self, BoxDynError> {
        <i64 as Decode<'r, Sqlite>>::decode(value).map(|micros| Self(Timestamp(micros)))
    }
}

/// Postgres counts microseconds from 2000.
const EPOCH_2000: i64 = 946_684_800_000_000;
const TIMESTAMPTZ: Oid = Oid(1184);
const NUMERIC: Oid = Oid(1700);

impl Type<Postgres> for At {
    fn type_info() -> PgTypeInfo {
        PgTypeInfo::with_oid(TIMESTAMPTZ)
    }
    fn compatible(of: &PgTypeInfo) -> bool {
        of.oid() == Some(TIMESTAMPTZ)
    }
}

impl Encode<'_, Postgres> for At {
    fn encode_by_ref(&self, out: &mut Buffer<Postgres>) -> Result<IsNull, BoxDynError> {
        <i64 as Encode<'_, Postgres>>::encode_by_ref(&self.0.0.saturating_sub(EPOCH_2000), out)
    }
}

impl<'r> Decode<'r, Postgres> for At {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        binary(&value)?;
        <i64 as Decode<'r, Postgres>>::decode(value).map(|micros| Self(Timestamp(micros.saturating_add(EPOCH_2000))))
    }
}

impl Type<Sqlite> for Score {
    fn type_info() -> SqliteTypeInfo {
        <f64 as Type<Sqlite>>::type_info()
    }
    fn compatible(of: &SqliteTypeInfo) -> bool {
        <f64 as Type<Sqlite>>::compatible(of)
    }
}

impl Encode<'_, Sqlite> for Score {
    fn encode_by_ref(&self, out: &mut Buffer<Sqlite>) -> Result<IsNull, BoxDynError> {
        <f64 as Encode<'_, Sqlite>>::encode_by_ref(&self.0.get(), out)
    }
}

impl<'r> Decode<'r, Sqlite> for Score {
    fn decode(value: SqliteValueRef<'r>) -> Result<Self, BoxDynError> {
        <f64 as Decode<'r, Sqlite>>::decode(value).map(|number| Self(Confidence::new(number)))
    }
}

impl Type<Postgres> for Score {
    fn type_info() -> PgTypeInfo {
        PgTypeInfo::with_oid(NUMERIC)
    }
    fn compatible(of: &PgTypeInfo) -> bool {
        of.oid() == Some(NUMERIC)
    }
}

/// `NUMERIC` on the wire: how many digits of base 10,000, the power of the first, the sign, the decimals shown, the digits.
impl Encode<'_, Postgres> for Score {
    fn encode_by_ref(&self, out: &mut Buffer<Postgres>) -> Result<IsNull, BoxDynError> {
        let hundredths = i16::from(self.0.in_hundredths());
        let (digits, weight, digit) = match hundredths {
            0 => (0, 0, None),
            100 => (1, 0, Some(1)),
            part => (1, -1, Some(part * 100)),
        };
        for field in [digits, weight, 0, 2].into_iter().chain(digit) {
            out.extend_from_slice(&i16::to_be_bytes(field));
        }
        Ok(IsNull::No)
    }
}

impl<'r> Decode<'r, Postgres> for Score {
    fn decode(value: PgValueRef<'r>) -> Result<Self, BoxDynError> {
        binary(&value)?;
        let fields: Vec<i16> = value.as_bytes()?.chunks_exact(2).map(|pair| i16::from_be_bytes([pair[0], pair[1]])).collect();
        let hundredths = match fields[..] {
            [0, ..] => 0,
            [1, 0, 0, _, whole] => whole.saturating_mul(100),
            [1, -1, 0, _, part] => part / 100,
            _ => return Err("not a number from 0.00 to 1.00".into()),
        };
        Ok(Self(Confidence::hundredths(u8::try_from(hundredths)?)))
    }
}

/// Postgres answers in text only to queries without parameters, and there are none here that read these types.
fn binary(value: &PgValueRef<'_>) -> Result<(), BoxDynError> {
    match value.format() {
        PgValueFormat::Binary => Ok(()),
        PgValueFormat::Text => Err("expected a value in binary form".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::interview::{Phase, Status};
    use serde_json::json;

    #[test]
    fn words_come_back_and_unknown_ones_do_not() {
        for status in Status::ALL {
            assert_eq!(word::<Status>(status.name()).expect("a status"), status);
        }
        assert!(matches!(word::<Phase>("elsewhere"), Err(StoreFault::Corrupt(_))));
    }

    #[test]
    fn nul_is_replaced_wherever_it_stands() {
        let strange = json!({"a\0": ["b\0", {"c": "\0"}], "d": 1});
        let Json(kept) = document(&strange);
        assert_eq!(*kept, json!({"a\u{fffd}": ["b\u{fffd}", {"c": "\u{fffd}"}], "d": 1}));
        let plain = json!({"a": ["b"]});
        assert!(matches!(document(&plain), Json(Cow::Borrowed(_))));
        assert!(matches!(text("plain"), Cow::Borrowed(_)));
    }
}
