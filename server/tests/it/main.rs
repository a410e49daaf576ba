//! One binary of integration tests: a module per capability, over real HTTP and sockets, and `house` for the workspace itself.

mod house;
