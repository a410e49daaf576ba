//! Whether a host may be reached at all.

use domain::{address::not_public, tools::warehouse::WarehouseFault};
use std::time::Duration;

const RESOLVING: Duration = Duration::from_secs(5);

/// Where only the public internet is allowed, no address of a host may be another one.
pub(crate) async fn allowed(host: &str, port: u16, public_only: bool) -> Result<(), WarehouseFault> {
    if !public_only {
        return Ok(());
    }
    let found = tokio::time::timeout(RESOLVING, tokio::net::lookup_host((host, port))).await;
    let found = found.map_err(|_| WarehouseFault::Unreachable(format!("the name {host} is not resolved in time")))?;
    let found = found.map_err(|error| WarehouseFault::Unreachable(format!("there is no host {host}: {error}")))?;
    for address in found {
        if let Some(what) = not_public(address.ip()) {
            return Err(WarehouseFault::Unusable(format!("{host} is {what}, which this server does not connect to")));
        }
    }
    Ok(())
}
