//! A wire to Postgres that can be cut.

use std::sync::Arc;
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    sync::watch,
};

/// Forwards connections to the server while it is whole.
pub(crate) struct Wire {
    whole: Arc<watch::Sender<bool>>,
    pub(crate) port: u16,
}

impl Wire {
    pub(crate) async fn to(server: String) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let whole = Arc::new(watch::Sender::new(true));
        let state = whole.clone();
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(forward(near, server.clone(), state.subscribe()));
            }
        });
        Self { whole, port }
    }

    /// Breaks every connection and lets no new one through.
    pub(crate) fn cut(&self) {
        self.whole.send_replace(false);
    }

    pub(crate) fn mend(&self) {
        self.whole.send_replace(true);
    }
}

async fn forward(mut near: TcpStream, server: String, mut whole: watch::Receiver<bool>) {
    if !*whole.borrow() {
        return;
    }
    let Ok(mut far) = TcpStream::connect(server).await else { return };
    tokio::select! {
        _ = copy_bidirectional(&mut near, &mut far) => {}
        _ = whole.wait_for(|whole| !whole) => {}
    }
}
