// Wherever Tab leads, the focus is seen: it is marked in both appearances, and nothing that stays in place lies over it. And Tab
// leads everywhere: nothing keeps the focus, and nothing that takes it is passed over.
import type { Page } from '@playwright/test';
import { test, expect, hydrated } from '../fixtures.ts';
import { openStill, watchShift } from '../shift.ts';
import { filled, shop } from '../shop.ts';

// Many stops on many pages.
test.describe.configure({ mode: 'parallel', timeout: 300_000 });

const MOST = 150;
const AT_ONCE = 15;
const SIZES = [{ width: 1280, height: 800 }, { width: 320, height: 640 }];

/** Presses Tab from the beginning of the page to its end and tells every stop that is not seen or not left, and how many there were. */
async function walk(page: Page): Promise<{ stops: number; faults: string[] }> {
  await page.evaluate(() => {
    // The walk begins where the page does.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    scrollTo({ top: 0, behavior: 'instant' });
    Object.assign(window, { walked: [], pressed: 0, alike: new Set(), seen: [] });
  });
  // Every stop is looked at as the key is let go, so that the next press need not wait for an answer from here.
  await page.evaluate(`window.look = ${look}; onkeyup = () => window.seen.push(window.look())`);
  const keyboard = await page.context().newCDPSession(page);
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const faults: string[] = [];
  // A list that other tests have filled is walked far enough.
  for (let stops = 0; stops < MOST; stops += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => ['rawKeyDown', 'keyUp'] as const).flat().map((type) => keyboard.send('Input.dispatchKeyEvent', { type, ...tab })));
    const seen = await page.evaluate(() => (window as unknown as { seen: (string | null)[] }).seen.splice(0));
    expect(seen.length, 'every press was seen').toBe(AT_ONCE);
    for (const [at, fault] of seen.entries()) {
      if (fault === null) return { stops: stops + at, faults: [...faults, ...(await page.evaluate(passedOver, false))] };
      if (!fault) continue;
      faults.push(fault);
      if (fault.startsWith('the focus')) return { stops: stops + at, faults };
    }
  }
  return { stops: MOST, faults: [...faults, ...(await page.evaluate(passedOver, true))] };
}

/** Runs in the page: what the keyboard could not reach, though it takes the focus. */
function passedOver(cut: boolean): string[] {
  const { walked } = window as unknown as Walked;
  const groups = new Set(walked.map((one) => (one instanceof HTMLInputElement && one.type === 'radio' ? one.name : '')));
  const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]')];
  // Where the walk was cut, what lies behind its last stop was not to be reached.
  const last = walked.at(-1);
  const behind = (one: Element) => !!last && !!(last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  return all
    .filter((one) => !cut || !behind(one))
    .filter((one) => one.tabIndex >= 0 && !one.matches(':disabled') && !one.closest('[inert]') && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => !walked.includes(one) && !(one instanceof HTMLInputElement && one.type === 'radio' && groups.has(one.name)))
    .map((one) => `${one.tagName.toLowerCase()} “${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)}” is passed over`);
}

type Walked = { walked: Element[]; pressed: number; alike: Set<string> };

/** Runs in the page: what is wrong with the focus, nothing, or null where the focus has left the page or is where it was before. */
function look(): string | null {
  const at = document.activeElement as HTMLElement | null;
  const walk = window as unknown as Walked;
  const { walked } = walk;
  if (!at || at === document.body) return null;
  const name = `${at.tagName.toLowerCase()}${at.id && `#${at.id}`} “${(at.getAttribute('aria-label') ?? at.textContent ?? '').trim().slice(0, 40)}”`;
  // A date takes the focus for each of its parts: a day, a month, a year and the calendar.
  walk.pressed = at === walked.at(-1) ? walk.pressed + 1 : 1;
  if (walk.pressed > 5) return `the focus does not leave ${name}`;
  if (walk.pressed > 1) return '';
  // After its end a page begins anew; whatever leads back to anything else than its beginning goes in a circle.
  if (walked.includes(at)) return at === walked[0] ? null : `the focus comes back to ${name}`;
  walked.push(at);

  // A region that takes the focus to be scrolled may be larger than the window, and a link may be broken over lines.
  const label = at.closest('label');
  // What is drawn by its label is seen where the label is.
  const drawn = at.offsetWidth > 12 && getComputedStyle(at).opacity !== '0';
  const shown = drawn ? at : (label ?? at);
  const box = shown.getClientRects()[0] ?? shown.getBoundingClientRect();
  const part = { left: Math.max(box.left, 0), top: Math.max(box.top, 0), right: Math.min(box.right, innerWidth), bottom: Math.min(box.bottom, innerHeight) };
  const cut = Math.max(box.height - (part.bottom - part.top), box.width - (part.right - part.left));
  if (part.right <= part.left || part.bottom <= part.top) return `${name} is not in the window`;
  if (cut > 1 && box.height < innerHeight / 3) return `${name} is cut by ${Math.round(cut)} px at the window's edge`;
  for (const [right, down] of [[0.5, 0.5], [0.1, 0.15], [0.9, 0.15], [0.1, 0.85], [0.9, 0.85]] as const) {
    const over = document.elementFromPoint(part.left + right * (part.right - part.left), part.top + down * (part.bottom - part.top));
    if (over && !at.contains(over) && !over.contains(at) && !label?.contains(over)) {
      return `${name} is covered by ${over.tagName.toLowerCase()}.${over.className}`;
    }
  }

  // A field may carry the mark on the frame around it, and a card's link on what covers the card. What is the same without the
  // focus is no mark.
  const around = [at, ...(function* () { for (let one = at.parentElement, up = 0; one && up < 4; one = one.parentElement, up += 1) yield one; })()];
  // What is drawn by the same rules as one before is marked as that one is.
  const rules = around.map((one) => `${one.tagName}.${one.className}${['type', 'aria-current', 'aria-pressed', 'aria-expanded', 'data-testid'].map((name) => one.getAttribute(name))}`).join(' < ');
  if (walk.alike.has(rules)) return '';
  walk.alike.add(rules);
  const marks = (one: Element) =>
    [undefined, '::after'].map((part) => {
      const { content, outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(one, part);
      if (part && content === 'none') return '';
      return `${outlineStyle === 'none' || parseFloat(outlineWidth) < 1.5 ? '' : outlineColor}${boxShadow === 'none' ? '' : boxShadow}`;
    });
  const root = document.documentElement;
  const before = root.dataset.theme;
  const faults = ['light', 'dark'].filter((theme) => {
    root.dataset.theme = theme;
    const focused = around.map(marks);
    at.blur();
    const plain = around.map(marks);
    at.focus({ preventScroll: true });
    return focused.flat().every((mark, index) => mark === plain.flat()[index] || !mark);
  });
  if (before) root.dataset.theme = before;
  else delete root.dataset.theme;
  return faults.length > 0 ? `${name} is not marked in ${faults.join(' and ')}` : '';
}

async function everyStop(page: Page, what: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const size of SIZES) {
    await test.step(`${what}, ${size.width} px`, async () => {
      await page.setViewportSize(size);
      const { stops, faults } = await walk(page);
      expect(faults, `${what}, ${size.width} px`).toEqual([]);
      expect(stops, 'the walk went on').toBeGreaterThan(2);
    });
  }
}

test('what keeps the focus, and what never gets it, is noticed', async ({ page }) => {
  const walked = async (body: string, script = '') => {
    await page.setContent(`<style>body > * { display: block; block-size: 2rem } :focus { outline: 3px solid }</style><a href="#a">a</a>${body}<a href="#z">z</a>`);
    await page.evaluate(script);
    return (await walk(page)).faults;
  };
  const date = '<input type="date"><input type="radio" name="r" aria-label="r"><input type="radio" name="r" aria-label="s">';
  const editor = '<textarea id="editor"></textarea>';
  const on = (keys: string) => `document.getElementById('editor').addEventListener('keydown', (event) => { ${keys} })`;
  expect(await walked(date + editor)).toEqual([]);
  expect(await walked(editor, on('event.preventDefault()'))).toEqual(['the focus does not leave textarea#editor “”']);
  const circle = `<button>b</button><button onkeydown="event.preventDefault(); this.previousSibling.focus()">c</button>`;
  expect(await walked(circle)).toEqual(['the focus comes back to button “b”']);
  expect(await walked(editor, on(`event.preventDefault(); document.querySelector('a').focus()`))).toEqual(['a “z” is passed over']);
});

/** What other tests make meanwhile would move what is walked. */
async function still(page: Page): Promise<void> {
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (!String(message).includes('","type":"changed"')) socket.send(message);
    });
  });
}

test('signing in and the first start', async ({ page, fresh }) => {
  await page.goto('/login');
  await hydrated(page);
  await everyStop(page, 'sign in');
  await fresh.start();
  await page.goto(fresh.url);
  await hydrated(page);
  await everyStop(page, 'first start');
});

test('the start page, interviews and an interview', async ({ room, newcomer }) => {
  await still(newcomer);
  await watchShift(newcomer);
  await openStill(newcomer, '/');
  await everyStop(newcomer, 'an empty start page');
  const { page } = room;
  for (const text of ['A quiet reading café', 'We serve coffee and cake at the counter', 'We serve at the table']) await room.say(text);
  await expect(room.negotiation).toBeVisible();
  await everyStop(page, 'an interview');
  await still(page);
  await watchShift(page);
  await openStill(page, `/interviews/${room.id}`);
  for (const path of ['/', '/interviews', `/interviews/${room.id}/research`, `/interviews/${room.id}/questions`, '/settings', '/settings/tokens']) {
    await openStill(page, path);
    await everyStop(page, path);
  }
});

test('projects', async ({ signedIn: page }) => {
  const project = await filled(page);
  const source = `/projects/${project}/sources/${await shop(page, project)}`;
  const parts = ['', '/sources', '/search?q=orders', '/query?sql=SELECT%20*%20FROM%20orders', '/tools?tool=search_tables', '/runs', '/connect', '/settings'].map((part) => `/projects/${project}${part}`);
  await still(page);
  await watchShift(page);
  for (const path of ['/projects', ...parts, source, `${source}/tables/orders`]) {
    await openStill(page, path);
    // The editor takes the place of the field.
    if (path.includes('/query')) await expect(page.getByTestId('sql-editor')).toBeVisible();
    await everyStop(page, path);
  }
});

test('administration', async ({ room, objective }) => {
  const { page } = room;
  await room.say('A quiet reading café');
  await watchShift(page);
  await openStill(page, '/admin');
  // Whoever goes through the tabs finds them where they were.
  const tabs = page.getByRole('navigation', { name: 'Administration' }).getByRole('link');
  const places = () => tabs.evaluateAll((links) => links.map((link) => [link.textContent, ...Object.values(link.getBoundingClientRect().toJSON())].join(' ')));
  const before = await places();
  expect(before.length).toBeGreaterThan(5);
  for (let at = 0; at < before.length; at += 1) {
    await tabs.nth(at).click();
    await expect(tabs.nth(at)).toHaveAttribute('aria-current', 'page');
    expect(await places(), `the tabs move at ${await tabs.nth(at).textContent()}`).toEqual(before);
  }
  const paths = ['', '/people', '/tokens', '/models', '/usage', '/prices', '/runs', '/objectives', `/objectives/${objective}`, '/pools', '/places', '/review', '/feedback', '/audit', `/interviews/${room.id}`];
  for (const path of paths) {
    await openStill(page, `/admin${path}`);
    await everyStop(page, `/admin${path}`);
  }
});
