import { defineConfig } from '@playwright/test';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { binary, environment, freePort, temporaryFolder } from './server.ts';

// The workers read this file too: they inherit what the first process chose, and only that one cleans up.
if (!process.env.E2E_PORT) {
  const data = temporaryFolder();
  process.env.E2E_PORT = String(freePort());
  process.env.E2E_DATA = data;
  process.on('exit', () => rmSync(data, { recursive: true, force: true }));
}
const port = Number(process.env.E2E_PORT);
const results = join(import.meta.dirname, 'test-results');
mkdirSync(results, { recursive: true });

const chromium = [process.env.DISCOVERY_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);

export default defineConfig({
  testDir: 'specs',
  outputDir: join(results, 'artifacts'),
  forbidOnly: !!process.env.CI,
  fullyParallel: false,
  workers: Number(process.env.E2E_WORKERS ?? 2),
  retries: 0,
  // Looking at a page in every way takes a while on a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: process.env.CI ? [['line'], ['json', { outputFile: join(results, 'report.json') }]] : [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    actionTimeout: 30_000,
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-default-apps',
        '--disable-extensions',
        '--disable-dev-shm-usage',
      ],
    },
  },
  webServer: {
    command: `exec '${binary()}' > '${join(results, 'server.log')}' 2>&1`,
    cwd: process.env.E2E_DATA,
    env: environment(port, process.env.E2E_DATA ?? ''),
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 60_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
});
