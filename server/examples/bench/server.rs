//! The server under measurement: the release binary in a folder of its own.

use super::client::{Client, TOKEN};
use anyhow::{Context, Result};
use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

pub(crate) struct Server {
    pub addr: String,
    binary: PathBuf,
    child: Child,
    folder: PathBuf,
}

impl Server {
    pub(crate) async fn start(settings: &[(&str, &str)]) -> Result<Self> {
        let binary = match std::env::var_os("DISCOVERY_BIN") {
            Some(binary) => PathBuf::from(binary),
            None => std::env::current_exe()?
                .parent()
                .and_then(|folder| folder.parent())
                .context("no target folder")?
                .join("discovery"),
        };
        let addr = TcpListener::bind("127.0.0.1:0")?.local_addr()?.to_string();
        let folder = std::env::temp_dir().join(format!(
            "discovery-bench-{}-{}",
            std::process::id(),
            addr.rsplit(':').next().unwrap_or_default()
        ));
        let child = spawn(&binary, &addr, &folder, settings)?;
        let server = Self { addr, binary, child, folder };
        server.wait().await?;
        Ok(server)
    }

    /// Killed like a machine that loses its power, and started again over the same data; how long it was until it was ready.
    pub(crate) async fn restart(&mut self, settings: &[(&str, &str)]) -> Result<Duration> {
        self.child.kill()?;
        self.child.wait()?;
        let began = Instant::now();
        self.child = spawn(&self.binary, &self.addr, &self.folder, settings)?;
        self.wait().await?;
        Ok(began.elapsed())
    }

    async fn wait(&self) -> Result<()> {
        for _ in 0..1_000 {
            if let Ok(mut client) = Client::connect(&self.addr).await
                && client.call("GET", "/readyz", "").await.is_ok()
            {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        anyhow::bail!("the server was not ready in ten seconds")
    }

    /// What a command of the command line prints over the same data.
    pub(crate) fn run(&self, arguments: &[&str], settings: &[(&str, &str)]) -> Result<String> {
        let mut command = Command::new(&self.binary);
        command.args(arguments).env("DISCOVERY_DATA_DIR", &self.folder).env("DISCOVERY_LOG", "error");
        let output = command.envs(settings.iter().copied()).output()?;
        let printed = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
        anyhow::ensure!(output.status.success(), "{arguments:?}: {}", printed(&output.stderr));
        Ok(printed(&output.stdout))
    }

    /// Resident memory in kB.
    pub(crate) fn memory(&self) -> Result<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).context("no VmRSS")?;
        line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).context("no number")
    }

    /// The same together with the processes that it started.
    pub(crate) fn memory_of_all(&self) -> Result<u64> {
        let mut sum = self.memory()?;
        for entry in fs::read_dir("/proc")?.flatten() {
            let Ok(status) = fs::read_to_string(entry.path().join("status")) else { continue };
            let field = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
            if field("PPid:").and_then(|parent| parent.parse::<u32>().ok()) == Some(self.child.id()) {
                let resident = field("VmRSS:").and_then(|text| text.split_whitespace().next()?.parse::<u64>().ok());
                sum += resident.unwrap_or_default();
            }
        }
        Ok(sum)
    }

    /// Bytes of the files in its data folder.
    pub(crate) fn stored(&self) -> Result<u64> {
        let sizes = fs::read_dir(&self.folder)?.map(|entry| Ok(entry?.metadata()?.len()));
        sizes.sum()
    }

    /// Processor time spent, in seconds.
    pub(crate) fn busy(&self) -> Result<f64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let fields: Vec<&str> = stat.rsplit_once(')').context("no stat")?.1.split_whitespace().collect();
        let ticks = |index: usize| fields.get(index).and_then(|number| number.parse::<f64>().ok()).unwrap_or(0.0);
        Ok((ticks(11) + ticks(12)) / 100.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Err(fault) = self.child.kill().and_then(|()| self.child.wait()) {
            eprintln!("the server did not end: {fault}");
        }
        if let Err(fault) = fs::remove_dir_all(&self.folder) {
            eprintln!("{} is left: {fault}", self.folder.display());
        }
    }
}

fn spawn(binary: &Path, addr: &str, folder: &Path, settings: &[(&str, &str)]) -> Result<Child> {
    Command::new(binary)
        .env("DISCOVERY_ADDR", addr)
        .env("DISCOVERY_DATA_DIR", folder)
        .env("DISCOVERY_BOOTSTRAP_TOKEN", TOKEN)
        .env("DISCOVERY_LOG", "error")
        .envs(settings.iter().copied())
        .stdout(Stdio::null())
        .spawn()
        .with_context(|| format!("{} does not start: run `make build` first", binary.display()))
}
