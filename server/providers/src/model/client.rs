//! The two HTTP clients: one for addresses of the operator, one for addresses that somebody else gave.

use super::target::Target;
use domain::{address::is_public, models::ModelFault};
use reqwest::{
    Url,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect::Policy,
};
use std::{net::IpAddr, sync::Arc, time::Duration};

/// How long a connection may take to stand.
const CONNECT: Duration = Duration::from_secs(10);

pub(super) struct Clients {
    open: genai::Client,
    guarded: genai::Client,
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
        Ok(Self {
            open: over(base())?,
            // A proxy would resolve names itself, past the guard.
            guarded: over(base().no_proxy().dns_resolver(Arc::new(PublicNames)))?,
            allow_private,
        })
    }

    pub(super) fn of(&self, target: &Target) -> Result<&genai::Client, ModelFault> {
        if target.trusted || self.allow_private {
            return Ok(&self.open);
        }
        let url: Url = target.base_url.parse().map_err(|fault| ModelFault::Unreachable(format!("the address: {fault}")))?;
        let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
        if host.parse::<IpAddr>().is_ok_and(|ip| !is_public(ip)) {
            return Err(ModelFault::Unreachable(INSIDE.into()));
        }
        Ok(&self.guarded)
    }
}

const INSIDE: &str = "the address lies inside the server's own network, which needs DISCOVERY_ALLOW_PRIVATE_URLS=true";

/// Answers a name only where all its addresses are public, so that what was checked is what is connected to.
struct PublicNames;

impl Resolve for PublicNames {
    fn resolve(&self, name: Name) -> Resolving {
        let name = name.as_str().to_owned();
        Box::pin(async move {
            let found: Vec<_> = tokio::net::lookup_host((name, 0)).await?.collect();
            if found.iter().any(|address| !is_public(address.ip())) {
                return Err(INSIDE.into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}
