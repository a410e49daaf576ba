// A server of a script's own with empty data, and a browser to look at it with. `DISCOVERY_BIN` and `DISCOVERY_SITE_DIR` say what is
// served; the release build is taken where none is named.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from '@playwright/test';

const PASSWORD = 'correct horse battery staple';
const TOKEN = 'served';

export async function served(prefix) {
  const root = resolve(import.meta.dirname, '..');
  const data = mkdtempSync(join(tmpdir(), prefix));
  const port = await new Promise((done) => {
    const asked = createServer().listen(0, '127.0.0.1', () => {
      const { port } = asked.address();
      asked.close(() => done(port));
    });
  });
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(resolve(root, process.env.DISCOVERY_BIN ?? 'target/release/discovery'), [], {
    cwd: data,
    stdio: 'ignore',
    env: {
      ...process.env,
      DISCOVERY_ADDR: `127.0.0.1:${port}`,
      DISCOVERY_DATA_DIR: data,
      DISCOVERY_SITE_DIR: resolve(root, process.env.DISCOVERY_SITE_DIR ?? 'target/site'),
      DISCOVERY_BOOTSTRAP_TOKEN: TOKEN,
    },
  });
  const executablePath = [process.env.DISCOVERY_CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => path && existsSync(path));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
  for (let tries = 0; !(await fetch(`${url}/readyz`).catch(() => null))?.ok; tries += 1) {
    if (tries === 200 || server.exitCode !== null) throw new Error('the server is not ready');
    await new Promise((done) => setTimeout(done, 100));
  }

  /** A new person with everything an admin may do, and a page of theirs. */
  async function signedIn(name, options = {}) {
    const context = await browser.newContext({ baseURL: url, ...options });
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.test`;
    const made = await context.request.post('/api/v1/admin/users', {
      headers: { authorization: `Bearer ${TOKEN}` },
      data: { name, email, password: PASSWORD, role: 'admin' },
    });
    if (!made.ok()) throw new Error(await made.text());
    const page = await context.newPage();
    await page.goto('/login');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((at) => at.pathname === '/');
    return { context, page };
  }

  async function end() {
    await browser.close();
    server.kill('SIGTERM');
    await new Promise((done) => server.once('exit', done));
    rmSync(data, { recursive: true, force: true });
  }

  return { url, browser, signedIn, end };
}
