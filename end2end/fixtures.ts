// What every spec starts from: `import { test, expect } from '../fixtures.ts'`.
import { test as base, expect, request, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test';
import { faults, type Rules } from './axe.ts';
import { cafe } from './cafe.ts';
import { hydrated, Room } from './room.ts';
import { OwnServer, TOKEN } from './server.ts';
import { everyWay } from './ways.ts';

export { expect, hydrated, OwnServer, Room, TOKEN };

export type Person = { email: string; name: string; password: string };

type PerTest = {
  /** Calls of the HTTP API as the automation's admin. */
  api: APIRequestContext;
  /** A page on which this worker's own admin is signed in. */
  signedIn: Page;
  /** One more page in the same browser: another tab of the person of `signedIn`. */
  tab: () => Promise<Page>;
  /** A page of somebody who signs in here and has no interviews. */
  newcomer: Page;
  /** An interview about the café that nobody has answered yet, open in `signedIn`. */
  room: Room;
  /** The same, begun elsewhere: only its id. */
  begin: () => Promise<string>;
  /** A server of the test's own with empty data and no token, as on a fresh machine; started by the test. */
  fresh: OwnServer;
  /** Fails when the page, as it stands now, breaks a WCAG 2.2 A or AA rule that can be checked by a program. */
  accessible: (page: Page, rules?: Rules) => Promise<void>;
  /** The same in both appearances, wide and narrow, and nothing runs over the side or is too small to hit. */
  everyWay: (page: Page, what?: string) => Promise<void>;
  /** Everything the browser complained about in any of the pages above; a test that ends with complaints fails. */
  complaints: string[];
  /** What the browser itself says when a test cuts the line on purpose. Nothing unless a spec sets it. */
  tolerated: RegExp | null;
};

type PerWorker = {
  /** Made once per worker over the API; signs in through the page. Every test may rely on it: the shared server is not fresh. */
  person: Person;
  /** The cookies and storage of that person. */
  state: Awaited<ReturnType<BrowserContext['storageState']>>;
  /** The id of the objective of `cafe.ts`, which is also the active one for ideas. */
  objective: string;
};

export const test = base.extend<PerTest, PerWorker>({
  person: [
    async ({}, use, worker) => {
      const baseURL = String(worker.project.use.baseURL);
      await use(await register(baseURL, { email: `person${worker.workerIndex}@example.test`, name: `Person ${worker.workerIndex}` }));
    },
    { scope: 'worker', auto: true },
  ],

  objective: [
    async ({}, use, worker) => {
      const api = await caller(String(worker.project.use.baseURL));
      const made = await api.post('/api/v1/objectives', { data: cafe });
      expect(made.ok(), `POST /api/v1/objectives: ${made.status()} ${await made.text()}`).toBe(true);
      const { id } = await made.json();
      expect((await api.post(`/api/v1/objectives/${id}/activate`)).ok()).toBe(true);
      await use(id);
      await api.dispose();
    },
    { scope: 'worker', auto: true },
  ],

  state: [
    async ({ browser, person }, use, worker) => {
      const context = await browser.newContext({ baseURL: String(worker.project.use.baseURL) });
      await enter(context.request, person);
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

  tolerated: [null, { option: true }],

  complaints: [
    async ({ tolerated }, use) => {
      const complaints: string[] = [];
      await use(complaints);
      const told = complaints.filter((line) => !tolerated?.test(line));
      expect(told, 'the browser complained').toEqual([]);
    },
    { auto: true },
  ],

  page: async ({ page, complaints }, use) => {
    listen(page, complaints);
    await use(page);
  },

  signedIn: async ({ browser, state, baseURL, complaints }, use) => {
    const context = await browser.newContext({ baseURL, storageState: state });
    context.on('page', (page) => listen(page, complaints));
    await use(await context.newPage());
    await context.close();
  },

  tab: async ({ signedIn }, use) => {
    await use(() => signedIn.context().newPage());
  },

  newcomer: async ({ browser, baseURL, complaints }, use, test) => {
    const context = await browser.newContext({ baseURL });
    context.on('page', (page) => listen(page, complaints));
    const page = await context.newPage();
    const person = await register(String(baseURL), { email: `newcomer-${test.testId}-${test.repeatEachIndex}@example.test`, name: 'Nora Newcomer' });
    await enter(context.request, person);
    await page.goto('/');
    await use(page);
    await context.close();
  },

  begin: async ({ signedIn, objective }, use) => {
    await use(() => begin(signedIn, objective));
  },

  room: async ({ signedIn, begin }, use) => {
    await use(await Room.enter(signedIn, await begin()));
  },

  fresh: async ({}, use) => {
    const server = new OwnServer(null);
    await use(server);
    await server.remove();
  },

  accessible: async ({}, use) => {
    await use(async (page, rules) => {
      const told = await faults(page, rules);
      expect(told, told.join('\n')).toEqual([]);
    });
  },

  everyWay: async ({ accessible }, use) => {
    await use((page, what = new URL(page.url()).pathname) => everyWay(page, accessible, what));
  },
});

/** Makes an account with everything an admin may do. */
export async function register(baseURL: string, who: { email: string; name: string }): Promise<Person> {
  const api = await caller(baseURL);
  const person = { ...who, password: 'correct horse battery staple' };
  const made = await api.post('/api/v1/admin/users', { data: { ...person, role: 'admin' } });
  expect(made.ok(), `POST /api/v1/admin/users: ${made.status()} ${await made.text()}`).toBe(true);
  await api.dispose();
  return person;
}

/** Opens an interview in the name of whoever is signed in on `page`. Without an objective it is the active one for ideas. */
export async function begin(page: Page, objective?: string): Promise<string> {
  const made = await page.request.post('/api/v1/sessions', { data: { context_type: 'idea_discovery', objective_id: objective } });
  expect(made.ok(), `POST /api/v1/sessions: ${made.status()} ${await made.text()}`).toBe(true);
  return (await made.json()).id;
}

/** The sign-in page as a person uses it. */
export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(/e-?mail/i).fill(person.email);
  await page.getByLabel(/password/i).fill(person.password);
  await page.getByRole('button', { name: /sign in/i }).click();
  await expect(page).not.toHaveURL(/\/login/);
}

/** The form of that page, sent without loading it. */
async function enter(request: APIRequestContext, { email, password }: Person): Promise<void> {
  const entered = await request.post('/login', { form: { email, password, next: '/' }, maxRedirects: 0 });
  expect(entered.headers().location, `POST /login: ${entered.status()}`).toBe('/');
}

/** The HTTP API as the automation's admin. */
export function caller(baseURL: string): Promise<APIRequestContext> {
  return request.newContext({ baseURL, extraHTTPHeaders: { Authorization: `Bearer ${TOKEN}` } });
}

/** Everything that a page writes into the console as a warning or an error, and every error that nobody caught. */
export function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (line) => {
    if (line.type() === 'error' || line.type() === 'warning') complaints.push(`${line.type()}: ${line.text()}`);
  });
}
