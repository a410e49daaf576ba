//! Reading pages of the web: fetched with limits and under the guard, robots.txt honoured, the main text taken. No script runs, no
//! cookie is kept.

mod charset;
mod extract;
mod fetch;
mod files;
mod html;
mod robots;

pub(crate) use charset::decoded;
pub use extract::sha256;
pub use fetch::Reply;
pub use files::{File, Files};

use crate::guard::Guard;
use async_trait::async_trait;
use domain::research::{Page, PageFault, PageReader};
use fetch::Fetcher;
use reqwest::Url;
use std::time::Duration;

/// How much of a page is read, and how long.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For robots.txt, all redirects and the page together.
    pub whole: Duration,
    /// For the connection alone.
    pub connect: Duration,
    /// Of the page, after decompression.
    pub bytes: usize,
    /// For taking the main text; a page that takes longer is read as plain text.
    pub extract: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            whole: Duration::from_secs(20),
            connect: Duration::from_secs(5),
            bytes: 5 * 1024 * 1024,
            extract: Duration::from_secs(6),
        }
    }
}

/// Reads pages.
pub struct Pages {
    fetcher: Fetcher,
    limits: Limits,
}

impl Pages {
    /// # Errors
    /// When this machine's certificates cannot be read.
    pub fn new(guard: Guard, limits: Limits) -> Result<Self, String> {
        Ok(Self { fetcher: Fetcher::new(guard, limits)?, limits })
    }
}

#[async_trait]
impl PageReader for Pages {
    async fn read(&self, url: &str) -> Result<Page, PageFault> {
        let mut url = Url::parse(url.trim()).map_err(|fault| PageFault::BadAddress(fault.to_string()))?;
        url.set_fragment(None);
        let got = tokio::time::timeout(self.limits.whole, self.fetcher.page(url)).await.unwrap_or(Err(PageFault::TimedOut))?;
        extract::page(got, self.limits.extract).await
    }
}

#[cfg(test)]
mod tests;
