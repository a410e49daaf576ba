//! Which machines may be connected to, and that a connection goes to what was looked at.
//!
//! A name is resolved once. What was found is checked and connected to, so that a name that changes its address in between gains
//! nothing; the name itself stays what certificates are held against.

use async_trait::async_trait;
use domain::{address::not_public, tools::warehouse::WarehouseFault};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::{io, net::SocketAddr, path::Path, sync::Arc, time::Duration};
use tempfile::TempDir;
use tokio::{
    io::copy_bidirectional,
    net::{TcpStream, UnixListener, lookup_host},
    time::timeout,
};

const RESOLVING: Duration = Duration::from_secs(5);
const CONNECTING: Duration = Duration::from_secs(10);

/// Says where a host is, if one may go there.
#[async_trait]
pub trait Reach: Send + Sync {
    /// All addresses of a host, which may be a number.
    ///
    /// # Errors
    /// There is no such host, or one of its addresses is forbidden.
    async fn addresses(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, WarehouseFault>;
}

/// The public internet, never private networks or this machine.
pub struct PublicOnly;

#[async_trait]
impl Reach for PublicOnly {
    async fn addresses(&self, host: &str, port: u16) -> Result<Vec<SocketAddr>, WarehouseFault> {
        let found = timeout(RESOLVING, lookup_host((host.trim_matches(['[', ']']), port))).await;
        let found = found.map_err(|_| WarehouseFault::Unreachable(format!("the name {host} is not resolved in time")))?;
        let found = found.map_err(|error| WarehouseFault::Unreachable(format!("there is no host {host}: {error}")))?;
        let found: Vec<SocketAddr> = found.collect();
        match found.iter().find_map(|at| not_public(at.ip())) {
            Some(what) => Err(WarehouseFault::Unusable(format!("{host} is {what}, which this server does not connect to"))),
            None => Ok(found),
        }
    }
}

/// Where a driver finds the one connection that was made for it.
pub(crate) struct Tunnel {
    folder: TempDir,
    name: String,
}

impl Tunnel {
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn socket(&self) -> std::path::PathBuf {
        self.folder.path().join(&self.name)
    }
}

/// Connects to a host that may be reached. Nothing where every host may, or where a number says where it is: a driver connects to
/// that by itself.
pub(crate) async fn tunnel(reach: Option<&Arc<dyn Reach>>, host: &str, port: u16) -> Result<Option<Tunnel>, WarehouseFault> {
    let Some(reach) = reach else { return Ok(None) };
    let addresses = reach.addresses(host, port).await?;
    if host.trim_matches(['[', ']']).parse::<std::net::IpAddr>().is_ok() {
        return Ok(None);
    }
    let mut stream = connected(host, port, &addresses).await?;
    let broke = |error: io::Error| WarehouseFault::Unreachable(format!("{host} cannot be connected to: {error}"));
    let folder = folder().map_err(broke)?;
    // As Postgres names its sockets.
    let name = format!(".s.PGSQL.{port}");
    let listener = UnixListener::bind(folder.path().join(&name)).map_err(broke)?;
    tokio::spawn(async move {
        if let Ok(Ok((mut driver, _))) = timeout(CONNECTING, listener.accept()).await {
            drop(listener);
            // Either side may leave whenever it likes.
            copy_bidirectional(&mut driver, &mut stream).await.ok();
        }
    });
    Ok(Some(Tunnel { folder, name }))
}

/// The most bytes of the folder's folder: the address of a socket has 107 in all.
const LONGEST: usize = 70;

fn folder() -> io::Result<TempDir> {
    let usual = tempfile::env::temp_dir();
    let short = if usual.as_os_str().len() > LONGEST { std::env::temp_dir() } else { usual };
    tempfile::Builder::new().prefix("discovery-").tempdir_in(short)
}

async fn connected(host: &str, port: u16, addresses: &[SocketAddr]) -> Result<TcpStream, WarehouseFault> {
    let mut last = None;
    for address in addresses {
        match timeout(CONNECTING, TcpStream::connect(SocketAddr::new(address.ip(), port))).await {
            Ok(Ok(stream)) => {
                stream.set_nodelay(true).ok();
                return Ok(stream);
            }
            Ok(Err(error)) => last = Some(error),
            Err(_) => return Err(WarehouseFault::Unreachable(format!("{host} does not answer"))),
        }
    }
    let refused = last.as_ref().is_some_and(|error| error.kind() == io::ErrorKind::ConnectionRefused);
    Err(WarehouseFault::Unreachable(match last {
        _ if refused => format!("nothing listens on {host}:{port}; look at the port, and whether the server is up"),
        Some(error) => format!("{host} cannot be connected to: {error}"),
        None => format!("there is no host {host}"),
    }))
}

/// The same for a client of HTTP, which asks for names only.
pub(crate) struct Names(pub(crate) Arc<dyn Reach>);

impl Resolve for Names {
    fn resolve(&self, name: Name) -> Resolving {
        let (reach, name) = (self.0.clone(), name.as_str().to_owned());
        Box::pin(async move {
            let found = reach.addresses(&name, 0).await.map_err(|fault| io::Error::other(fault.to_string()))?;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::{TcpListener, UnixStream},
    };

    /// A name that leads elsewhere the second time.
    #[derive(Default)]
    struct Rebinding(AtomicUsize);

    #[async_trait]
    impl Reach for Rebinding {
        async fn addresses(&self, _: &str, port: u16) -> Result<Vec<SocketAddr>, WarehouseFault> {
            let ip = if self.0.fetch_add(1, Ordering::Relaxed) == 0 { [127, 0, 0, 1] } else { [127, 0, 0, 2] };
            Ok(vec![SocketAddr::from((ip, port))])
        }
    }

    #[tokio::test]
    async fn a_connection_goes_where_was_looked() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        tokio::spawn(async move {
            let (mut stream, peer) = listener.accept().await.expect("somebody");
            stream.write_all(peer.ip().to_string().as_bytes()).await.expect("it is told");
        });
        let rebinding = Arc::new(Rebinding::default());
        let reach: Arc<dyn Reach> = rebinding.clone();
        let tunnel = tunnel(Some(&reach), "rebinding.example", port).await.expect("it may").expect("a name");
        let mut driver = UnixStream::connect(tunnel.socket()).await.expect("it is there");
        let mut told = String::new();
        driver.read_to_string(&mut told).await.expect("it is told");
        assert_eq!((told.as_str(), rebinding.0.load(Ordering::Relaxed)), ("127.0.0.1", 1));
    }

    #[tokio::test]
    async fn what_lies_inside_is_not_connected_to() {
        let reach: Arc<dyn Reach> = Arc::new(PublicOnly);
        for host in ["localhost", "127.0.0.1", "10.1.2.3", "[::1]", "169.254.169.254"] {
            let fault = tunnel(Some(&reach), host, 5432).await.err();
            assert!(matches!(fault, Some(WarehouseFault::Unusable(_))), "{host}: {fault:?}");
        }
        assert!(tunnel(None, "localhost", 5432).await.is_ok_and(|tunnel| tunnel.is_none()));
    }
}
