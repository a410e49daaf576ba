//! What goes wrong outside: killed processes, two nodes, a database that is gone, a full disk, a server that is told to end.

mod drained;
mod full;
mod gone;
mod killed;
mod nodes;
#[path = "../../../store/tests/conformance/proxy.rs"]
mod proxy;
