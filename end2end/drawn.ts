// How text is drawn, as far as its contrast depends on it: what is drawn alike has the same contrast, and is measured once.
import type Axe from 'axe-core';

export type Drawn = { begin: (enough: readonly string[]) => void; measured: () => string[] };

/** Runs in the page once axe is there: axe then measures the contrast of what is drawn as nothing before that had enough of it. */
export function measureAnew(): void {
  type Helper = { data: (found: { contrastRatio?: number } | null) => void };
  type Check = { evaluate: (this: Helper, node: Element, ...more: unknown[]) => boolean | undefined };
  const { axe } = window as unknown as { axe: typeof Axe & { _audit: { checks: Record<string, Check> } } };
  const check = axe._audit.checks['color-contrast'];
  if (!check) throw new Error('axe has no check of contrast');
  const { evaluate } = check;
  let known = new Set<string>();
  let fresh = new Set<string>();
  let grounds = new Map<Element, string | null>();

  /** What lies behind the text of an element; null where its place in the document does not say. */
  const ground = (one: Element): string | null => {
    const before = grounds.get(one);
    if (before !== undefined) return before;
    const behind = one.parentElement ? ground(one.parentElement) : '';
    const { backgroundColor, backgroundImage, opacity, mixBlendMode, filter, backdropFilter, position } = getComputedStyle(one);
    const opaque = backgroundColor.startsWith('rgb(');
    const effects = [opacity === '1' ? 'none' : opacity, backgroundImage, mixBlendMode, filter, backdropFilter].filter((one) => !/^(none|normal)$/.test(one));
    let here = behind;
    // What is taken out of the flow may lie over anything, unless it has a colour of its own.
    if (!opaque && /absolute|fixed|sticky/.test(position)) here = null;
    else if (opaque && effects.length === 0) here = `${(behind ?? '').replace(/rgba?\([^)]*\);/g, '')}${backgroundColor};`;
    else if (behind !== null && (effects.length > 0 || backgroundColor !== 'rgba(0, 0, 0, 0)')) here = `${behind}${backgroundColor};${effects};`;
    grounds.set(one, here);
    return here;
  };

  check.evaluate = function (node, ...more) {
    const behind = ground(node);
    const { color, fontSize, fontWeight, textShadow, webkitTextStrokeWidth } = getComputedStyle(node);
    const way = [behind, color, fontSize, fontWeight, textShadow, webkitTextStrokeWidth].join('|');
    if (behind !== null && (known.has(way) || fresh.has(way))) return true;
    // It also passes what it cannot measure.
    let measured = false;
    const { data } = this;
    this.data = (found) => {
      measured = !!found?.contrastRatio;
      data(found);
    };
    const passes = evaluate.call(this, node, ...more);
    if (passes && measured && behind !== null) fresh.add(way);
    return passes;
  };

  const drawn: Drawn = {
    begin: (enough) => {
      known = new Set(enough);
      fresh = new Set();
      grounds = new Map();
    },
    measured: () => [...fresh],
  };
  Object.assign(window, { drawn });
}
