//! One binary of integration tests: a module per capability, over real HTTP and sockets, and `house` for the workspace itself.

mod accounts;
mod chat;
mod errors;
mod ground;
mod house;
mod objectives;
mod sessions;
