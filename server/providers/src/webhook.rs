//! Webhooks: JSON posted to an address that somebody wrote, under the guard, signed.

use crate::guard::{Guard, Refused};
use async_trait::async_trait;
use domain::{
    research::PageFault,
    runs::{WebhookFault, WebhookSender},
};
use hmac::{Hmac, Mac};
use reqwest::{Client, Url, header::CONTENT_TYPE};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;
use std::{fmt::Write as _, time::Duration};

const AGENT: &str = concat!("DiscoveryEngine/", env!("CARGO_PKG_VERSION"), " (webhook)");
/// Names the signature of the body.
pub const SIGNATURE: &str = "X-Discovery-Signature";
const CONNECT: Duration = Duration::from_secs(5);
const WHOLE: Duration = Duration::from_secs(15);
/// How long a name is looked up when an address is written down; if that takes longer, it is looked at when something is sent.
const LOOK_UP: Duration = Duration::from_secs(1);

/// Sends webhooks. It follows no redirect and reads no answer but its status.
pub struct Webhooks {
    guard: Guard,
    http: Client,
}

impl Webhooks {
    /// # Errors
    /// When this machine's certificates cannot be read.
    pub fn new(guard: Guard) -> Result<Self, String> {
        let http = guard.client(AGENT, CONNECT, WHOLE)?;
        Ok(Self { guard, http })
    }

    fn address(&self, url: &str) -> Result<Url, WebhookFault> {
        let url = Url::parse(url.trim()).map_err(|fault| WebhookFault::Address(fault.to_string()))?;
        self.guard.permits(&url).map_err(from_guard)?;
        Ok(url)
    }
}

#[async_trait]
impl WebhookSender for Webhooks {
    async fn permits(&self, url: &str) -> Result<(), WebhookFault> {
        let url = self.address(url)?;
        let (Some(host), Some(port)) = (url.host_str(), url.port_or_known_default()) else { return Ok(()) };
        match tokio::time::timeout(LOOK_UP, self.guard.addresses(host, port)).await {
            Ok(Err(PageFault::Forbidden(why))) => Err(WebhookFault::Forbidden(why)),
            // A machine that is away now may be there when something is sent.
            _ => Ok(()),
        }
    }

    async fn send(&self, url: &str, body: &str, secret: Option<&SecretString>) -> Result<(), WebhookFault> {
        let url = self.address(url)?;
        let mut request = self.http.post(url).header(CONTENT_TYPE, "application/json");
        if let Some(secret) = secret {
            request = request.header(SIGNATURE, sign(secret, body.as_bytes()));
        }
        let response = request.body(body.to_owned()).send().await.map_err(lost)?;
        // The resolver saw to it already; this looks at what became of it.
        if let Some(peer) = response.remote_addr() {
            self.guard.permits_peer(peer).map_err(from_guard)?;
        }
        let status = response.status();
        if status.is_success() { Ok(()) } else { Err(WebhookFault::Status(status.as_u16())) }
    }
}

/// `sha256=` and the HMAC-SHA256 of these bytes in hex.
#[must_use]
pub fn sign(secret: &SecretString, bytes: &[u8]) -> String {
    let Ok(mut mac) = <Hmac<Sha256> as Mac>::new_from_slice(secret.expose_secret().as_bytes()) else {
        unreachable!("HMAC takes keys of every length")
    };
    mac.update(bytes);
    mac.finalize().into_bytes().iter().fold("sha256=".to_owned(), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn from_guard(fault: PageFault) -> WebhookFault {
    match fault {
        PageFault::Forbidden(why) => WebhookFault::Forbidden(why),
        PageFault::BadAddress(why) => WebhookFault::Address(why),
        PageFault::TimedOut => WebhookFault::TimedOut,
        PageFault::Unreachable(why) => WebhookFault::Unreachable(why),
        other => WebhookFault::Unreachable(other.to_string()),
    }
}

fn lost(fault: reqwest::Error) -> WebhookFault {
    let mut reason: &dyn std::error::Error = &fault;
    loop {
        if let Some(Refused(fault)) = reason.downcast_ref() {
            return from_guard(fault.clone());
        }
        let Some(deeper) = reason.source() else { break };
        reason = deeper;
    }
    if fault.is_timeout() { WebhookFault::TimedOut } else { WebhookFault::Unreachable(reason.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guard::Private;

    /// The second example of RFC 4231.
    #[test]
    fn the_signature_is_the_usual_one() {
        assert_eq!(
            sign(&SecretString::from("Jefe"), b"what do ya want for nothing?"),
            "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        );
    }

    #[tokio::test]
    async fn addresses_at_home_are_refused_before_anything_is_sent() {
        let webhooks = Webhooks::new(Guard::new(Private::Nothing)).expect("a client");
        for url in [
            "http://127.0.0.1/hook", "http://10.0.0.7/hook", "http://169.254.169.254/latest", "http://[::1]/hook",
            "http://localhost/hook",
        ] {
            assert!(matches!(webhooks.permits(url).await, Err(WebhookFault::Forbidden(_))), "{url}");
            let fault = webhooks.send(url, "{}", None).await.expect_err(url);
            assert!(matches!(fault, WebhookFault::Forbidden(_)) && !fault.is_retryable(), "{url}: {fault}");
        }
        for url in ["ftp://example.org/hook", "hook", "https://ann:secret@example.org/hook", ""] {
            let fault = webhooks.permits(url).await.expect_err(url);
            assert!(matches!(fault, WebhookFault::Address(_)) && !fault.is_retryable(), "{url}: {fault}");
        }
    }
}
