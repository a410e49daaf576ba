import { test, expect } from '../fixtures.ts';

test('the server says that it is alive and ready', async ({ request }) => {
  for (const path of ['/healthz', '/readyz']) {
    expect((await request.get(path)).status(), path).toBe(200);
  }
});
