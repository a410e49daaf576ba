import { test, expect, hydrated } from '../fixtures.ts';

// What a browser without a cache loads of the interface at its first page, in kB as they come over the wire.
const PAGES = [
  { path: '/', most: 300 },
  { path: '/interviews', most: 300 },
  { path: '/settings', most: 300 },
  { path: '/projects', most: 330 },
  { path: '/interviews/:id', most: 450 },
];

for (const { path, most } of PAGES) {
  test(`the first page at ${path} comes as one file of less than ${most} kB`, async ({ browser, baseURL, state, begin }) => {
    const address = path.replace(':id', path.includes(':id') ? await begin() : '');
    const context = await browser.newContext({ baseURL, storageState: state });
    const page = await context.newPage();
    const modules: { name: string; size: Promise<number> }[] = [];
    page.on('requestfinished', (request) => {
      const name = new URL(request.url()).pathname.split('/').pop() ?? '';
      if (/\.(pack|more|wasm)$/.test(name)) modules.push({ name, size: request.sizes().then((sizes) => sizes.responseBodySize) });
    });
    await page.goto(address);
    await hydrated(page);
    expect(modules.map(({ name }) => name)).toEqual([expect.stringMatching(/\.pack$/)]);
    expect(await modules[0].size).toBeLessThan(most * 1000);
    await context.close();
  });
}
