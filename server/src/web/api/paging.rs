//! Lists by cursor: `?limit=&cursor=` → `{items, next_cursor}`.

use crate::web::problem::Problem;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use protocol::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

const DEFAULT: u32 = 50;
const MOST: u32 = 200;

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Paging {
    /// 1 to 200, 50 when not given.
    limit: Option<u32>,
    /// The `next_cursor` of the page before.
    cursor: Option<String>,
}

impl Paging {
    pub(super) fn limit(&self) -> Result<u32, Problem> {
        match self.limit {
            None => Ok(DEFAULT),
            Some(limit) if (1..=MOST).contains(&limit) => Ok(limit),
            Some(_) => Err(Problem::invalid("limit", format!("limit lies between 1 and {MOST}"))),
        }
    }

    /// Where the page before ended.
    pub(super) fn after(&self) -> Result<Option<(Timestamp, Uuid)>, Problem> {
        after(self.cursor.as_deref())
    }
}

/// Where the page before ended, as its cursor says.
pub(crate) fn after(cursor: Option<&str>) -> Result<Option<(Timestamp, Uuid)>, Problem> {
    let Some(cursor) = cursor else { return Ok(None) };
    let read = || {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        let (at, id) = text.split_once(':')?;
        Some((Timestamp(at.parse().ok()?), Uuid::parse_str(id).ok()?))
    };
    read().map(Some).ok_or_else(|| Problem::malformed("this cursor was not given by this list"))
}

/// The first `limit` of the rows, and the cursor of the next page when there are more.
pub(crate) fn cut<T>(mut rows: Vec<T>, limit: u32, place: impl Fn(&T) -> (Timestamp, Uuid)) -> (Vec<T>, Option<String>) {
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next = rows.last().filter(|_| more).map(|last| {
        let (at, id) = place(last);
        URL_SAFE_NO_PAD.encode(format!("{}:{id}", at.0))
    });
    (rows, next)
}

/// A page made of `limit + 1` rows asked for; the one too many shows that there is more.
pub(super) fn page<T>(rows: Vec<T>, limit: u32, place: impl Fn(&T) -> (Timestamp, Uuid), write: impl Fn(T) -> Value) -> Value {
    let (rows, next) = cut(rows, limit, place);
    json!({"items": rows.into_iter().map(write).collect::<Vec<_>>(), "next_cursor": next})
}
