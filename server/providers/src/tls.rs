//! One TLS for every connection that leaves the machine.

/// Makes ring the process's provider of cryptography, as the database connections use it. Call it before building a client.
pub fn ready() {
    // A second call finds the first one's provider in place: that is what it is for.
    drop(rustls::crypto::ring::default_provider().install_default());
}
