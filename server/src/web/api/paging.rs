//! Lists by cursor: `?limit=&cursor=` → `{items, next_cursor}`.

use crate::web::problem::Problem;
use axum::Json;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{Failure, account::PageQuery};
use protocol::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

const DEFAULT: u32 = 50;
const MOST: u32 = 200;
/// Lists that are never longer than their interview come whole unless asked otherwise.
const WHOLE: u32 = 1_000;

/// A page of a list that is kept in the database.
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
        bounded(self.limit.unwrap_or(DEFAULT), MOST)
    }

    pub(super) fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }

    /// What to ask the database for: one row too many shows that there is more.
    pub(super) fn query(&self) -> Result<PageQuery, Problem> {
        let after = after(self.cursor.as_deref())?;
        Ok(PageQuery { limit: self.limit()? + 1, after })
    }

    /// The page made of those rows.
    pub(super) fn page<T>(
        &self,
        rows: Vec<T>,
        place: impl Fn(&T) -> (Timestamp, Uuid),
        write: impl Fn(T) -> Value,
    ) -> Result<Json<Value>, Problem> {
        let (rows, next) = cut(rows, self.limit()?, place);
        Ok(Json(json!({"items": rows.into_iter().map(write).collect::<Vec<_>>(), "next_cursor": next})))
    }
}

/// Where the page before ended, as its cursor says.
pub(crate) fn after(cursor: Option<&str>) -> Result<Option<(Timestamp, Uuid)>, Failure> {
    let Some(cursor) = cursor else { return Ok(None) };
    let read = || {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        let (at, id) = text.split_once(':')?;
        Some((Timestamp(at.parse().ok()?), Uuid::parse_str(id).ok()?))
    };
    read().map(Some).ok_or_else(foreign)
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

/// A part of a list that one interview holds.
#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Part {
    /// 1 to 1000, 1000 when not given.
    limit: Option<u32>,
    /// The `next_cursor` of the part before.
    cursor: Option<String>,
}

impl Part {
    pub(super) fn page(&self, items: Vec<Value>) -> Result<Json<Value>, Problem> {
        let limit = bounded(self.limit.unwrap_or(WHOLE), WHOLE)? as usize;
        let begin: usize = self.cursor.as_deref().map_or(Some(0), |cursor| cursor.parse().ok()).ok_or_else(foreign)?;
        let end = items.len().min(begin.saturating_add(limit));
        let next = (end < items.len()).then(|| end.to_string());
        let items: Vec<Value> = items.into_iter().skip(begin).take(limit).collect();
        Ok(Json(json!({"items": items, "next_cursor": next})))
    }
}

fn bounded(limit: u32, most: u32) -> Result<u32, Problem> {
    if (1..=most).contains(&limit) {
        Ok(limit)
    } else {
        Err(Problem::invalid("limit", format!("limit lies between 1 and {most}")))
    }
}

pub(super) fn foreign() -> Failure {
    Failure::malformed("this cursor was not given by this list")
}
