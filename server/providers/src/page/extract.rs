//! From the bytes of a page to its main text, beside the asynchronous work and never for longer than is worth it.

use super::{
    charset::decoded,
    fetch::{Got, Kind},
    html::{Survey, article, better, canonical, cut, survey, tidy},
};
use domain::research::{Page, PageFault};
use reqwest::Url;
use sha2::{Digest, Sha256};
use std::{
    sync::{Arc, LazyLock},
    time::Duration,
};
use tokio::{sync::Semaphore, task::spawn_blocking, time::timeout};

/// Pages that are taken apart at the same time; one that takes for ever keeps its place.
static PLACES: LazyLock<Arc<Semaphore>> = LazyLock::new(|| Arc::new(Semaphore::new(4)));

pub(super) async fn page(got: Got, patience: Duration) -> Result<Page, PageFault> {
    let place = || async { timeout(patience, PLACES.clone().acquire_owned()).await.ok()?.ok() };
    let first = place().await.ok_or(PageFault::TimedOut)?;
    let read = spawn_blocking(move || {
        let _place = first;
        Read::parse(got)
    });
    let Read { url, mut survey, html } = read.await.map_err(|_| PageFault::Unsupported("its text cannot be read".into()))?;
    if let (Some(html), true) = (html, survey.tame)
        && let Some(second) = place().await
    {
        // If it takes too long, or panics, the plain text does.
        let taken = spawn_blocking(move || {
            let _place = second;
            article(&html)
        });
        let article = timeout(patience, taken).await.ok().and_then(Result::ok).flatten();
        survey.text = better(article, survey.text);
    }
    finished(&url, survey)
}

struct Read {
    url: Url,
    survey: Survey,
    /// None for what is no HTML.
    html: Option<String>,
}

impl Read {
    fn parse(got: Got) -> Self {
        let text = decoded(&got.bytes, got.charset.as_deref());
        let html = match got.kind {
            Kind::Html => true,
            Kind::Plain | Kind::Markdown => false,
            Kind::Unsaid => text.trim_start().starts_with('<'),
        };
        if html {
            return Self { url: got.url, survey: survey(&text), html: Some(text) };
        }
        let title = plain_title(&text, &got.url);
        let survey = Survey { title, text: tidy(&text), published_at: None, canonical: None, tame: true };
        Self { url: got.url, survey, html: None }
    }
}

fn finished(url: &Url, survey: Survey) -> Result<Page, PageFault> {
    let (text, cut) = cut(survey.text);
    // A text with such signs was never one.
    let broken = text.chars().filter(|sign| *sign == char::REPLACEMENT_CHARACTER).count();
    if broken * 10 > text.chars().count() {
        return Err(PageFault::Unsupported("it is not a text".into()));
    }
    if text.is_empty() {
        return Err(PageFault::Empty);
    }
    let title = if survey.title.is_empty() { url.host_str().unwrap_or_default().to_owned() } else { survey.title };
    Ok(Page {
        url: url.to_string(),
        canonical_url: canonical(survey.canonical.as_deref(), url),
        title,
        sha256: sha256(&text),
        text,
        published_at: survey.published_at,
        cut,
    })
}

/// SHA-256 of a text, in hexadecimal.
#[must_use]
pub fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The first line of a text if it reads like a title, else the last part of the address.
fn plain_title(text: &str, url: &Url) -> String {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default().trim_start_matches('#').trim();
    if (1..=120).contains(&line.chars().count()) {
        return line.to_owned();
    }
    url.path_segments().and_then(|mut parts| parts.next_back()).unwrap_or_default().to_owned()
}
