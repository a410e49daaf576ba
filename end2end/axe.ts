// What axe finds on a page. It is loaded once into each page and asked there: many times faster than its own package for Playwright,
// which loads it for every question and opens a further page for the answer.
import type Axe from 'axe-core';
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Everything of WCAG 2.2 A and AA that can be checked by a program, or of it what depends on colours. */
export type Rules = 'all' | 'colours';

const ASKED: Record<Rules, string[]> = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  colours: ['color-contrast', 'link-in-text-block'],
};

export async function faults(page: Page, rules: Rules = 'all'): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('a page within the page would go unseen');
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE);
  return page.evaluate(
    async ([type, values]) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const { violations } = await axe.run(document, { runOnly: { type, values }, resultTypes: ['violations'], preload: false });
      return violations.map((v) => `${v.id}: ${v.help}\n${v.nodes.map((n) => `  ${n.target.join(' ')}\n  ${n.failureSummary}`).join('\n')}`);
    },
    [rules === 'all' ? 'tag' : 'rule', ASKED[rules]] as const,
  );
}
