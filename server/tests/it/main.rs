//! One binary of integration tests: a module per capability, over real HTTP and sockets, and `house` for the workspace itself.

mod accounts;
mod admin;
mod chat;
mod command_line;
mod documents;
mod errors;
mod events;
mod exports;
mod faults;
mod ground;
mod headers;
mod hostile;
mod house;
mod idempotency;
mod limits;
mod meaning;
mod negotiations;
mod objectives;
mod obligations;
mod openapi;
mod pages;
mod sessions;
mod settings;
mod socket;
mod tenancy;
mod transcript;
