//! The program itself, as a process.

use std::{
    fs::File,
    io::{BufRead, BufReader, Write as _},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc,
    time::{Duration, Instant},
};

/// The bootstrap token of every server here.
pub(crate) const ADMIN: &str = "admin-of-the-tests-0123456789";

/// The one authority that servers here believe. Nobody here has a certificate of it; to read the system's hundreds for each client costs
/// every start a good part of its time.
const CERTIFICATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/ground/certificate.pem");

#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) database_url: String,
    pub(crate) data: PathBuf,
    pub(crate) bootstrap: bool,
    pub(crate) more: Vec<(&'static str, String)>,
}

impl Settings {
    pub(crate) fn new(database: &super::Database) -> Self {
        Self { database_url: database.url.clone(), data: database.folder().to_owned(), bootstrap: true, more: Vec::new() }
    }

    /// With one more variable in the environment.
    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.more.push((name, value.to_owned()));
        self
    }

    fn command(&self, program: &mut Command) {
        program
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .env("DISCOVERY_ADDR", "127.0.0.1:0")
            .env("DISCOVERY_DATA_DIR", &self.data)
            .env("DATABASE_URL", &self.database_url)
            .env("DISCOVERY_SITE_DIR", site(&self.data))
            .env("SSL_CERT_FILE", CERTIFICATE)
            .current_dir(&self.data)
            .stdout(Stdio::piped());
        program.envs(self.more.iter().map(|(name, value)| (name, value)));
        if self.bootstrap {
            program.env("DISCOVERY_BOOTSTRAP_TOKEN", ADMIN);
        }
    }

    fn log(&self) -> Stdio {
        File::options().create(true).append(true).open(self.data.join("log")).expect("a log file").into()
    }

    /// Runs one command of the command line to its end.
    pub(crate) fn run(&self, arguments: &[&str]) -> std::process::Output {
        let mut program = Command::new(env!("CARGO_BIN_EXE_discovery"));
        self.command(&mut program);
        program.args(arguments).stderr(Stdio::piped()).stdin(Stdio::null()).output().expect("it runs")
    }

    /// Runs one command to its end, with these lines as its input.
    pub(crate) fn run_with(&self, arguments: &[&str], input: &str) -> std::process::Output {
        let mut program = Command::new(env!("CARGO_BIN_EXE_discovery"));
        self.command(&mut program);
        let mut child = program.args(arguments).stderr(Stdio::piped()).stdin(Stdio::piped()).spawn().expect("it runs");
        child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
        child.wait_with_output().expect("it ends")
    }

    /// Begins one command and does not wait for it; its lines go to the log.
    pub(crate) fn spawn(&self, arguments: &[&str]) -> std::process::Child {
        let mut program = Command::new(env!("CARGO_BIN_EXE_discovery"));
        self.command(&mut program);
        program.args(arguments).stdout(Stdio::null()).stderr(self.log()).stdin(Stdio::null()).spawn().expect("it runs")
    }
}

/// A program of `server/examples`, which is built with the tests.
pub(crate) fn example(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_BIN_EXE_discovery")).with_file_name("examples").join(name);
    assert!(path.exists(), "{} is not built: cargo test builds it with all targets", path.display());
    path
}

/// A page that was built, as small as it can be: pages name its files.
fn site(data: &Path) -> PathBuf {
    let site = data.join("site");
    std::fs::create_dir_all(site.join("pkg")).expect("a folder");
    std::fs::write(
        site.join("manifest.json"),
        r#"{"start":"pkg/start.1.js","js":"pkg/d.1.js","wasm":"pkg/d.1.wasm","css":"pkg/main.1.css",
            "parts":{"start":"pkg/start.1.pack","room":"pkg/room.1.pack"}}"#,
    )
    .expect("a file");
    std::fs::write(site.join("pkg/main.1.css"), "body{}\n").expect("a file");
    std::fs::write(site.join("robots.txt"), "User-agent: *\n").expect("a file");
    site
}

/// Of a process that has not ended: whose it is.
pub(crate) fn parent(pid: u32) -> Option<String> {
    let about = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // Behind the name, which may hold anything: the state and the parent.
    let mut fields = about.rsplit_once(')')?.1.split_whitespace();
    let (state, parent) = (fields.next()?, fields.next()?);
    (state != "Z").then(|| parent.to_owned())
}

pub(crate) struct Server {
    process: Child,
    pub(crate) base: String,
    /// What it printed until it was ready.
    pub(crate) greeting: Vec<String>,
    log: PathBuf,
}

impl Server {
    pub(crate) fn start(settings: &Settings) -> Self {
        Self::start_as(Path::new(env!("CARGO_BIN_EXE_discovery")), settings)
    }

    /// A build that somebody made of it.
    pub(crate) fn start_as(program: &Path, settings: &Settings) -> Self {
        let mut program = Command::new(program);
        settings.command(&mut program);
        Self::spawn(program.stdin(Stdio::null()), settings)
    }

    /// One that ends with this process, however this process ends: the shell waits for the end of its input.
    pub(crate) fn start_for_all(settings: &Settings) -> Self {
        let mut program = Command::new("sh");
        settings.command(&mut program);
        let script = "\"$0\" </dev/null & server=$!; read -r _; kill -9 $server";
        program.args(["-c", script, env!("CARGO_BIN_EXE_discovery")]).stdin(Stdio::piped());
        Self::spawn(&mut program, settings)
    }

    fn spawn(program: &mut Command, settings: &Settings) -> Self {
        let mut process = program.stderr(settings.log()).spawn().expect("the server starts");
        let output = BufReader::new(process.stdout.take().expect("its output"));
        let (said, heard) = mpsc::channel();
        std::thread::spawn(move || output.lines().map_while(Result::ok).for_each(|line| drop(said.send(line))));
        let mut server = Self { process, base: String::new(), greeting: Vec::new(), log: settings.data.join("log") };
        loop {
            let Ok(line) = heard.recv_timeout(Duration::from_secs(60)) else {
                panic!("the server did not come up:\n{}", server.log());
            };
            if let Some(base) = line.strip_prefix("Discovery Engine on ") {
                server.base = base.to_owned();
            }
            let last = line.starts_with("No language model") || line.starts_with("Language model:");
            server.greeting.push(line);
            if last {
                return server;
            }
        }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }

    pub(crate) fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// The most memory it ever had, in megabytes.
    pub(crate) fn peak_memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid())).expect("it runs");
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its peak");
        line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") / 1024
    }

    /// How many processes it has started with this argument that have not ended.
    pub(crate) fn helpers(&self, argument: &str) -> usize {
        self.helper_ids(argument).len()
    }

    /// Which ones.
    pub(crate) fn helper_ids(&self, argument: &str) -> Vec<u32> {
        let own = self.pid().to_string();
        let of_it = |pid: &u32| {
            let command = std::fs::read(format!("/proc/{pid}/cmdline")).ok()?;
            Some(parent(*pid)? == own && command.split(|byte| *byte == 0).nth(1)? == argument.as_bytes())
        };
        let all = std::fs::read_dir("/proc").expect("processes");
        let all = all.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        all.filter(|pid| of_it(pid) == Some(true)).collect()
    }

    /// `kill -9`: nothing is finished, nothing is said.
    pub(crate) fn kill(mut self) {
        self.process.kill().expect("it is killed");
        self.process.wait().expect("it ends");
    }

    /// SIGTERM.
    pub(crate) fn ask_to_stop(&self) {
        self.signal("-TERM");
    }

    /// Freezes it. Its connections stay open.
    pub(crate) fn freeze(&self) {
        self.signal("-STOP");
    }

    pub(crate) fn thaw(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let told = Command::new("kill").args([signal, &self.pid().to_string()]).status().expect("kill runs");
        assert!(told.success());
    }

    pub(crate) async fn ended(&mut self) -> ExitStatus {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.process.try_wait().expect("it can be waited for") {
                return status;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "the server does not end:\n{}", self.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("--- the server's log\n{}", self.log());
        }
        // It may have ended already.
        drop(self.process.kill());
        drop(self.process.wait());
    }
}
