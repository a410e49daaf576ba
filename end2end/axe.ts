// What axe finds on a page. It is loaded once into each page and asked there: many times faster than its own package for Playwright,
// which loads it for every question and opens a further page for the answer.
import type Axe from 'axe-core';
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { measureAnew, type Drawn } from './drawn.ts';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Everything of WCAG 2.2 A and AA that can be checked by a program, or of it what depends on colours and on where a page is scrolled to. */
export type Rules = 'all' | 'colours';

const ASKED: Record<Rules, string[]> = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  colours: ['color-contrast', 'link-in-text-block', 'target-size'],
};

// How text was drawn where this worker found its contrast to be enough: contrast is most of what axe needs its time for, and most text
// of a page is drawn as other text was before.
const enough = new Set<string>();

export async function faults(page: Page, rules: Rules = 'all'): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('a page within the page would go unseen');
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(SOURCE);
    await page.evaluate(measureAnew);
  }
  const { found, measured } = await page.evaluate(
    async ([type, values, enough]) => {
      const { axe, drawn } = window as unknown as { axe: typeof Axe; drawn: Drawn };
      drawn.begin(enough);
      const { violations } = await axe.run(document, { runOnly: { type, values }, resultTypes: ['violations'], preload: false, elementRef: true });
      // What is scrolled half below what stays in place, or close to it, is scrolled away from it.
      const stays = () => [...document.querySelectorAll('body *')].filter((one) => /fixed|sticky/.test(getComputedStyle(one).position));
      const below = (one: Element) => {
        const { top, bottom } = one.getBoundingClientRect();
        return stays().map((bar) => [bar, bar.getBoundingClientRect()] as const).some(([bar, box]) => !bar.contains(one) && top < box.bottom + 24 && bottom > box.top - 24);
      };
      const scrolled = ({ id, nodes, ...more }: Axe.Result) => ({ ...more, id, nodes: id === 'target-size' && scrollY > 0 ? nodes.filter((n) => n.element && !below(n.element)) : nodes });
      const found = violations.map(scrolled).filter((v) => v.nodes.length > 0).map((v) => `${v.id}: ${v.help}\n${v.nodes.map((n) => `  ${n.target.join(' ')}\n  ${n.failureSummary}`).join('\n')}`);
      return { found, measured: drawn.measured() };
    },
    [rules === 'all' ? 'tag' : 'rule', ASKED[rules], [...enough]] as const,
  );
  for (const one of measured) enough.add(one);
  return found;
}
