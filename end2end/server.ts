// Starts the built server itself (never a watcher that could outlive the run) on a port and a data folder of its own.
import { spawn, execFileSync, type ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const TOKEN = 'e2e-token';

const root = resolve(import.meta.dirname, '..');

/** `DISCOVERY_BIN` names the binary; without it the debug build is taken, then the release build. */
export function binary(): string {
  const named = process.env.DISCOVERY_BIN;
  const found = (named ? [resolve(root, named)] : ['debug', 'release'].map((p) => join(root, 'target', p, 'discovery'))).find(existsSync);
  if (!found) throw new Error(`no server binary at ${named ?? 'target/{debug,release}/discovery'}: build it with make build`);
  return found;
}

export function environment(port: number, data: string, token: string | null = TOKEN): Record<string, string> {
  return {
    DISCOVERY_ADDR: `127.0.0.1:${port}`,
    DISCOVERY_DATA_DIR: data,
    DISCOVERY_SITE_DIR: process.env.DISCOVERY_SITE_DIR ?? join(root, 'target', 'site'),
    ...(token === null ? {} : { DISCOVERY_BOOTSTRAP_TOKEN: token }),
  };
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'discovery-e2e-'));
}

/** A port that nobody listens on now. Synchronous, because Playwright's configuration is read by several processes. */
export function freePort(): number {
  const ask = `const s = require('node:net').createServer().listen(0, '127.0.0.1', () => { process.stdout.write(String(s.address().port)); s.close() })`;
  return Number(execFileSync(process.execPath, ['-e', ask], { encoding: 'utf8' }));
}

/** A server that a spec may stop, kill and start again on the same data, apart from the one that all specs share. */
export class OwnServer {
  readonly port = freePort();
  readonly url = `http://127.0.0.1:${this.port}`;
  readonly data = temporaryFolder();
  private child: ChildProcess | null = null;
  private log = '';

  /** `token: null` starts without any way in, as on a fresh machine; the one-time code is then in `output()`. */
  constructor(
    private readonly token: string | null = TOKEN,
    private readonly more: Record<string, string> = {},
  ) {}

  async start(): Promise<this> {
    const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('DISCOVERY_')));
    const env = { ...inherited, ...environment(this.port, this.data, this.token), ...this.more };
    const child = spawn(binary(), [], { env, cwd: this.data, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    const kept = createWriteStream(join(this.data, 'server.log'), { flags: 'a' });
    for (const pipe of [child.stdout, child.stderr]) {
      pipe.on('data', (text) => ((this.log += text), kept.write(text)));
    }
    for (let waited = 0; waited < 60_000; waited += 100) {
      if (child.exitCode !== null) throw new Error(`the server ended at start:\n${this.log}`);
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      if (answer?.ok) return this;
      await new Promise((resume) => setTimeout(resume, 100));
    }
    throw new Error(`the server was not ready after 60 s:\n${this.log}`);
  }

  /** Everything the server has printed since the first start. */
  output(): string {
    return this.log;
  }

  /** `SIGTERM` lets it finish its work, `SIGKILL` does not. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resume) => child.once('exit', resume));
    child.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.data, { recursive: true, force: true });
  }
}
