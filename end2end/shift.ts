// How far what already stands on a page is moved by what comes later.
import { expect, type Page } from '@playwright/test';
import { hydrated } from './room.ts';

type Moved = { value: number; what: string }[];

/** Watches from the next load on. */
export async function watchShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: Moved = [];
    Object.assign(window, { moved });
    const name = (one: Node | null) => (one instanceof Element ? `${one.tagName.toLowerCase()}.${one.className}` : String(one?.nodeName));
    new PerformanceObserver((list) => {
      for (const one of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] })[]) {
        if (!one.hadRecentInput) moved.push({ value: one.value, what: one.sources.map(({ node }) => name(node)).join(', ') });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Opens a page, and nothing on it moves while it comes to life. */
export async function openStill(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
  await expectStill(page, path);
}

export async function expectStill(page: Page, what: string): Promise<void> {
  const moved = await page.evaluate(async () => {
    await document.fonts.ready;
    // What is drawn is told in the frame after it.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resume) => requestAnimationFrame(resume));
    return (window as unknown as { moved: Moved }).moved;
  });
  const sum = moved.reduce((sum, { value }) => sum + value, 0);
  expect(sum, `${what} moves: ${moved.map(({ what }) => what).join('; ')}`).toBeLessThanOrEqual(0.02);
}
