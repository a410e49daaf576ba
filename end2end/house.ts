// A server of a test's own, on whose pages an administrator is at work: what is active holds for a whole tenant.
import type { Page } from '@playwright/test';
import { test as base, OwnServer } from './fixtures.ts';

export type House = { page: Page; url: string; call: (path: string, data?: unknown, method?: string) => Promise<any> };

export const test = base.extend<{ house: House }>({
  house: async ({ page, playwright }, use) => {
    const server = new OwnServer('admin-token');
    await server.start();
    await page.setExtraHTTPHeaders({ authorization: 'Bearer admin-token' });
    const api = await playwright.request.newContext({ extraHTTPHeaders: { authorization: 'Bearer admin-token' } });
    const call = async (path: string, data?: unknown, method = 'POST') => {
      const answer = await api.fetch(`${server.url}${path}`, { method, data: method === 'GET' ? undefined : (data ?? {}) });
      return answer.status() === 204 ? null : answer.json();
    };
    await use({ page, url: server.url, call });
    await api.dispose();
    // What a page still asks for after a pause finds nobody once the server is gone.
    await page.goto('about:blank');
    await server.remove();
  },
});
