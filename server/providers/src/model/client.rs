//! The two HTTP clients: one for addresses of the operator, one for addresses that somebody else gave.

use super::target::Target;
use crate::guard::{Guard, Private};
use domain::models::ModelFault;
use reqwest::{Url, redirect::Policy};
use std::{sync::Arc, time::Duration};

/// How long a connection may take.
const CONNECT: Duration = Duration::from_secs(10);

pub(super) struct Clients {
    open: genai::Client,
    guarded: genai::Client,
    guard: Guard,
    allow_private: bool,
}

impl Clients {
    pub(super) fn new(allow_private: bool) -> Result<Self, String> {
        crate::tls::ready();
        // A redirect would take the key along to wherever it points.
        let base = || reqwest::Client::builder().redirect(Policy::none()).connect_timeout(CONNECT).tcp_nodelay(true);
        let over = |http: reqwest::ClientBuilder| {
            let http = http.build().map_err(|fault| format!("no HTTP client: {fault}"))?;
            genai::Client::builder().with_reqwest(http).build().map_err(|fault| format!("no model client: {fault}"))
        };
        let guard = Guard::new(Private::Nothing).with_any_port();
        Ok(Self {
            open: over(base())?,
            // A proxy would resolve names itself, past the guard.
            guarded: over(base().no_proxy().dns_resolver(Arc::new(guard.clone())))?,
            guard,
            allow_private,
        })
    }

    pub(super) fn select(&self, target: &Target) -> Result<&genai::Client, ModelFault> {
        if target.trusted || self.allow_private {
            return Ok(&self.open);
        }
        let url: Url = target.base_url.parse().map_err(|fault| ModelFault::Unreachable(format!("the address: {fault}")))?;
        match self.guard.permits(&url) {
            Ok(()) => Ok(&self.guarded),
            Err(fault) => Err(ModelFault::Unreachable(format!("{fault}: {INSIDE}"))),
        }
    }
}

const INSIDE: &str = "addresses inside the server's own network need DISCOVERY_ALLOW_PRIVATE_URLS=true";
