//! Files that somebody named by their address, as they are: a document, the description of an API.

use super::{
    Limits,
    fetch::{Fetcher, Reply, Sent},
};
use crate::guard::Guard;
use domain::research::PageFault;
use reqwest::{Url, header::HeaderMap};
use std::time::Duration;

/// The largest file that is fetched.
const LARGEST: usize = 32 * 1024 * 1024;

/// Fetches files under the guard, with limits in time and size. Whoever names an address wants that file: robots.txt is for pages
/// that nobody named.
pub struct Files {
    fetcher: Fetcher,
    whole: Duration,
}

/// A file as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// After all redirects.
    pub url: String,
    /// The last part of its address.
    pub name: String,
    pub bytes: Vec<u8>,
}

impl Files {
    /// # Errors
    /// When this machine's certificates cannot be read.
    pub fn new(guard: Guard) -> Result<Self, String> {
        let whole = Duration::from_secs(60);
        let limits = Limits { whole, bytes: LARGEST, ..Limits::default() };
        Ok(Self { fetcher: Fetcher::new(guard, limits)?, whole })
    }

    /// # Errors
    /// The guard's no, or what became of the connection.
    pub async fn get(&self, url: &str) -> Result<File, PageFault> {
        self.get_with(url, &HeaderMap::new()).await
    }

    /// The same with headers that say who asks. Only the origin of the address gets them: a redirect elsewhere goes without.
    ///
    /// # Errors
    /// As [`Files::get`].
    pub async fn get_with(&self, url: &str, headers: &HeaderMap) -> Result<File, PageFault> {
        self.send(url, Sent::Nothing, headers).await
    }

    /// What its site says of it without sending it: an `ETag`, or when it was last changed. None where nothing is said, for
    /// whatever reason: then it has to be fetched.
    pub async fn version(&self, url: &str) -> Option<String> {
        let url = Url::parse(url.trim()).ok()?;
        let told = tokio::time::timeout(self.whole, self.fetcher.version(url)).await;
        told.ok()?.ok()?
    }

    /// Asks with a JSON body, as GraphQL is asked; headers as [`Files::get_with`].
    ///
    /// # Errors
    /// As [`Files::get`].
    pub async fn post_with(&self, url: &str, body: String, headers: &HeaderMap) -> Result<File, PageFault> {
        self.send(url, Sent::Json(body), headers).await
    }

    /// Calls an operation of a service: asked for, or posted where there is a body. At most so many bytes are read, in so much time, and
    /// from nowhere but the origin of its address.
    ///
    /// # Errors
    /// The guard's no, or what became of the call.
    pub async fn call(
        &self,
        url: &str,
        body: Option<String>,
        headers: &HeaderMap,
        (most, time): (usize, Duration),
    ) -> Result<Reply, PageFault> {
        let mut url = Url::parse(url.trim()).map_err(|fault| PageFault::BadAddress(fault.to_string()))?;
        url.set_fragment(None);
        let sent = body.map_or(Sent::Nothing, Sent::Json);
        let coming = self.fetcher.reply(url, sent, headers, most);
        tokio::time::timeout(time.min(self.whole), coming).await.unwrap_or(Err(PageFault::TimedOut))
    }

    async fn send(&self, url: &str, sent: Sent, headers: &HeaderMap) -> Result<File, PageFault> {
        let mut url = Url::parse(url.trim()).map_err(|fault| PageFault::BadAddress(fault.to_string()))?;
        url.set_fragment(None);
        let coming = self.fetcher.file(url, sent, headers);
        let (url, bytes) = tokio::time::timeout(self.whole, coming).await.unwrap_or(Err(PageFault::TimedOut))?;
        let name = url.path_segments().and_then(|mut parts| parts.next_back()).unwrap_or_default().to_owned();
        Ok(File { url: url.into(), name, bytes })
    }
}
