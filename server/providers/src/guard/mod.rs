//! Keeps addresses that somebody else wrote (a user, a search result, a redirect) out of private networks.
//!
//! Two gates: [`Guard::permits`] looks at the address before each request, a number in place of a name included; as the client's
//! resolver, the guard then answers names only with addresses that it has checked, and the connection goes to one of these. A name
//! that changes its address in between gains nothing.

use domain::{address::not_public, research::PageFault};
use reqwest::{
    Client, Url,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect::Policy,
};
use std::{
    fmt,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    str::FromStr,
    sync::Arc,
    time::Duration,
};

/// Which private addresses may be fetched all the same (`DISCOVERY_ALLOW_PRIVATE_URLS`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Private {
    /// None, and only the ports of the guard.
    #[default]
    Nothing,
    /// `true`: all of them, on any port.
    Everything,
    /// `10.1.2.3, 127.0.0.1:8080`: these; without a port on the guard's ports, with a port on that one only and by number only.
    These(Vec<(IpAddr, Option<u16>)>),
}

impl FromStr for Private {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.trim().to_ascii_lowercase().as_str() {
            "" | "false" | "0" => return Ok(Self::Nothing),
            "true" | "1" => return Ok(Self::Everything),
            _ => {}
        }
        let one = |part: &str| -> Option<(IpAddr, Option<u16>)> {
            let part = part.trim();
            part.parse::<IpAddr>()
                .map(|ip| (ip, None))
                .or_else(|_| part.parse::<SocketAddr>().map(|at| (at.ip(), Some(at.port()))))
                .ok()
        };
        let these: Option<Vec<_>> = text.split(',').map(one).collect();
        these
            .map(Self::These)
            .ok_or_else(|| format!("{text} is neither true nor false nor a list of addresses like 10.0.0.7:8080"))
    }
}

/// Asks which addresses a name has.
pub trait Names: Send + Sync {
    fn addresses(&self, name: &str) -> Pin<Box<dyn Future<Output = std::io::Result<Vec<IpAddr>>> + Send>>;
}

/// The resolver of this machine.
pub struct SystemNames;

impl Names for SystemNames {
    fn addresses(&self, name: &str) -> Pin<Box<dyn Future<Output = std::io::Result<Vec<IpAddr>>> + Send>> {
        let name = name.to_owned();
        Box::pin(async move { Ok(tokio::net::lookup_host((name, 0)).await?.map(|at| at.ip()).collect()) })
    }
}

/// Says which addresses may be fetched. Clones share what they know.
#[derive(Clone)]
pub struct Guard {
    private: Arc<Private>,
    /// None for any.
    ports: Option<Arc<[u16]>>,
    names: Arc<dyn Names>,
}

/// A name that leads nowhere or where nobody may go; told through the client's own error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused(pub(crate) PageFault);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Refused {}

impl Guard {
    #[must_use]
    pub fn new(private: Private) -> Self {
        Self { private: Arc::new(private), ports: Some(Arc::new([80, 443])), names: Arc::new(SystemNames) }
    }

    #[must_use]
    pub fn with_ports(self, ports: &[u16]) -> Self {
        Self { ports: Some(ports.into()), ..self }
    }

    /// For services, which listen wherever they like.
    #[must_use]
    pub fn with_any_port(self) -> Self {
        Self { ports: None, ..self }
    }

    #[must_use]
    pub fn with_names(self, names: Arc<dyn Names>) -> Self {
        Self { names, ..self }
    }

    /// A client whose names this guard looks up. It follows no redirect: each next address is looked at first.
    ///
    /// # Errors
    /// The machine has no certificates to believe.
    pub(crate) fn client(&self, agent: &str, connect: Duration, whole: Duration) -> Result<Client, String> {
        crate::tls::ready();
        Client::builder()
            .user_agent(agent)
            .redirect(Policy::none())
            .referer(false)
            // A proxy would look names up itself, past the guard.
            .no_proxy()
            .dns_resolver(Arc::new(self.clone()))
            .connect_timeout(connect)
            .timeout(whole)
            .pool_idle_timeout(Duration::from_secs(10))
            .build()
            .map_err(|fault| format!("the HTTP client cannot be made: {fault}"))
    }

    /// Looks at an address before it is asked for: scheme, port, and the host where it is a number.
    ///
    /// # Errors
    /// [`PageFault::Forbidden`] with the reason.
    pub fn permits(&self, url: &Url) -> Result<(), PageFault> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(PageFault::BadAddress(format!("only http and https are fetched, not {}", url.scheme())));
        }
        let host = url.host_str().filter(|host| !host.is_empty());
        let host = host.ok_or_else(|| PageFault::BadAddress("it names no host".into()))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(PageFault::BadAddress("it holds a name or password".into()));
        }
        let port = url.port_or_known_default().unwrap_or(0);
        match host.trim_matches(['[', ']']).parse::<IpAddr>() {
            Ok(ip) => self.permits_ip(ip, port),
            Err(_) => self.permits_port(port),
        }
    }

    /// Looks at where a connection went.
    pub(crate) fn permits_peer(&self, peer: SocketAddr) -> Result<(), PageFault> {
        self.permits_ip(peer.ip(), peer.port())
    }

    fn permits_ip(&self, ip: IpAddr, port: u16) -> Result<(), PageFault> {
        if let Private::These(these) = &*self.private {
            if these.contains(&(ip, Some(port))) {
                return Ok(());
            }
            if these.contains(&(ip, None)) {
                return self.permits_port(port);
            }
        }
        self.permits_port(port)?;
        match not_public(ip) {
            Some(why) if *self.private != Private::Everything => Err(PageFault::Forbidden(format!("{ip} is {why}"))),
            _ => Ok(()),
        }
    }

    fn permits_port(&self, port: u16) -> Result<(), PageFault> {
        if self.ports.as_ref().is_none_or(|ports| ports.contains(&port)) || *self.private == Private::Everything {
            return Ok(());
        }
        Err(PageFault::Forbidden(format!("port {port} is not one of a web site")))
    }

    /// Where a machine is that is about to be connected to by other means than this guard's own client: all its addresses.
    ///
    /// # Errors
    /// [`PageFault::Forbidden`] with the reason, or there is no such machine.
    pub async fn addresses(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, PageFault> {
        let host = host.trim_matches(['[', ']']);
        if let Ok(ip) = host.parse::<IpAddr>() {
            return self.permits_ip(ip, port).map(|()| vec![SocketAddr::new(ip, port)]);
        }
        self.permits_port(port)?;
        let found = self.clone().resolved(host.to_owned()).await.map_err(|Refused(fault)| fault)?;
        Ok(found.into_iter().map(|at| SocketAddr::new(at.ip(), port)).collect())
    }

    /// The addresses of a name, if every one of them may be fetched.
    async fn resolved(self, name: String) -> Result<Vec<SocketAddr>, Refused> {
        let found = self.names.addresses(&name).await;
        let found = found.map_err(|fault| Refused(PageFault::Unreachable(format!("{name} has no address: {fault}"))))?;
        if found.is_empty() {
            return Err(Refused(PageFault::Unreachable(format!("{name} has no address"))));
        }
        let refused = |ip: &IpAddr| match &*self.private {
            Private::Everything => None,
            // A resolver is not told the port: what holds for one port only holds for numbers only.
            Private::These(these) if these.contains(&(*ip, None)) => None,
            _ => not_public(*ip),
        };
        // One private address among public ones is an attempt, not an accident.
        match found.iter().find_map(refused) {
            Some(why) => Err(Refused(PageFault::Forbidden(format!("{name} leads to {why}")))),
            None => Ok(found.into_iter().map(|ip| SocketAddr::new(ip, 0)).collect()),
        }
    }
}

impl Resolve for Guard {
    fn resolve(&self, name: Name) -> Resolving {
        let (guard, name) = (self.clone(), name.as_str().to_owned());
        Box::pin(async move {
            match guard.resolved(name).await {
                Ok(addresses) => Ok(Box::new(addresses.into_iter()) as Addrs),
                Err(refused) => Err(refused.into()),
            }
        })
    }
}

#[cfg(test)]
mod tests;
