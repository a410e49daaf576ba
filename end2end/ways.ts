// Every page has to be right in both appearances, wide and narrow.
import { test, expect, type Page } from '@playwright/test';
import type { Rules } from './axe.ts';

// Wide, everything is in sight; narrow shows what the layout hides and moves. Of one size the other appearance has other colours,
// and is the same page else: it is looked at where it ends.
const WAYS = [
  { colorScheme: 'light', width: 1280, height: 800, rules: 'all', end: false },
  { colorScheme: 'dark', width: 1920, height: 1000, rules: 'colours', end: true },
  { colorScheme: 'dark', width: 320, height: 640, rules: 'all', end: false },
  { colorScheme: 'light', width: 320, height: 640, rules: 'colours', end: true },
] as const;

/** The page as it stands now: in both appearances, wide and narrow, at its beginning and its end; nothing runs over the side, nothing
 * is too small to hit. */
export async function everyWay(page: Page, accessible: (page: Page, rules?: Rules) => Promise<void>, what: string): Promise<void> {
  for (const { colorScheme, rules, end, ...size } of WAYS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.evaluate((end) => scrollTo({ top: end ? document.documentElement.scrollHeight : 0, behavior: 'instant' }), end);
    await test.step(`${what}, ${colorScheme}, ${size.width} px`, async () => {
      await accessible(page, rules);
      expect(await tooSmall(page), 'targets below 24 px').toEqual([]);
      expect(await over(page), 'it scrolls sideways').toBeLessThanOrEqual(0);
    });
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  // In between, the layout is neither.
  await page.setViewportSize({ width: 768, height: 800 });
  expect(await over(page), `${what} scrolls sideways at 768 px`).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** By how many pixels the page is wider than the window. */
export function over(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** What can be clicked and is smaller than 24 by 24 pixels. Links within a sentence may be, and so may what carries a larger label. */
async function tooSmall(page: Page): Promise<string[]> {
  return page.locator('a, button, summary, input, select, textarea').evaluateAll((elements) =>
    elements.flatMap((element) => {
      const target = element.closest('label') ?? element;
      const { width, height } = target.getBoundingClientRect();
      const hidden = !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || width === 0 || element.closest('[inert]');
      const style = getComputedStyle(element);
      const inText = element.tagName === 'A' && style.display === 'inline';
      const skip = element.matches('.skip, input[type=hidden]');
      if (hidden || inText || skip || (width >= 24 && height >= 24)) return [];
      return [`${element.tagName.toLowerCase()}.${element.className} “${element.textContent?.trim().slice(0, 30)}” ${width} × ${height}`];
    }),
  );
}
