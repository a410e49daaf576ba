// What every spec starts from: `import { test, expect } from '../fixtures.ts'`.
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, request, type APIRequestContext, type Browser, type Page } from '@playwright/test';
import { OwnServer, TOKEN } from './server.ts';

export { expect, OwnServer, TOKEN };

export type Person = { email: string; name: string; password: string };

type PerTest = {
  /** Calls of the HTTP API as the automation's admin. */
  api: APIRequestContext;
  /** A page on which this worker's own admin is signed in. */
  signedIn: Page;
  /** A server of the test's own with empty data and no token, as on a fresh machine; started by the test. */
  fresh: OwnServer;
  /** Fails when the page, as it stands now, breaks a WCAG 2.2 A or AA rule that can be checked by a program. */
  accessible: (page: Page) => Promise<void>;
  /** Everything the browser complained about in `page` or `signedIn`; a test that ends with complaints fails. */
  complaints: string[];
};

type PerWorker = {
  /** Made once per worker over the API; signs in through the page. */
  person: Person;
  /** The cookies and storage of that person. */
  state: Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;
};

export const test = base.extend<PerTest, PerWorker>({
  person: [
    async ({}, use, worker) => {
      const api = await caller(String(worker.project.use.baseURL));
      const person = { email: `person${worker.workerIndex}@example.test`, name: `Person ${worker.workerIndex}`, password: 'correct horse battery staple' };
      const made = await api.post('/api/v1/admin/users', { data: { ...person, role: 'admin' } });
      expect(made.ok(), `POST /api/v1/admin/users: ${made.status()} ${await made.text()}`).toBe(true);
      await use(person);
      await api.dispose();
    },
    { scope: 'worker' },
  ],

  state: [
    async ({ browser, person }, use, worker) => {
      const context = await browser.newContext({ baseURL: String(worker.project.use.baseURL) });
      await signIn(await context.newPage(), person);
      await use(await context.storageState());
      await context.close();
    },
    { scope: 'worker' },
  ],

  api: async ({ baseURL }, use) => {
    const api = await caller(String(baseURL));
    await use(api);
    await api.dispose();
  },

  complaints: [
    async ({}, use) => {
      const complaints: string[] = [];
      await use(complaints);
      expect(complaints, 'the browser complained').toEqual([]);
    },
    { auto: true },
  ],

  page: async ({ page, complaints }, use) => {
    listen(page, complaints);
    await use(page);
  },

  signedIn: async ({ browser, state, baseURL, complaints }, use) => {
    const context = await browser.newContext({ baseURL, storageState: state, viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    listen(page, complaints);
    await use(page);
    await context.close();
  },

  fresh: async ({}, use) => {
    const server = new OwnServer(null);
    await use(server);
    await server.remove();
  },

  accessible: async ({}, use) => {
    await use(async (page) => {
      const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
      const told = found.violations.map((v) => `${v.id}: ${v.help}\n${v.nodes.map((n) => `  ${n.target.join(' ')}\n  ${n.failureSummary}`).join('\n')}`);
      expect(told, told.join('\n')).toEqual([]);
    });
  },
});

/** The sign-in page as a person uses it. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(/e-?mail/i).fill(person.email);
  await page.getByLabel(/password/i).fill(person.password);
  await page.getByRole('button', { name: /sign in/i }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** Resolves when WebAssembly has taken over the page: before that, clicks only reach what works without it. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true');
}

function caller(baseURL: string): Promise<APIRequestContext> {
  return request.newContext({ baseURL, extraHTTPHeaders: { Authorization: `Bearer ${TOKEN}` } });
}

function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') complaints.push(`${line.type()}: ${line.text()}`);
  });
}
