import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { spoken } from '../speech.ts';
import { caption, controls, hearing, inState, test } from '../talking.ts';

type Recogniser = { running: boolean; words: (text: string, certainty: number | null) => void; breaks: (error: string) => void };
declare global {
  interface Window {
    recogniser: Recogniser | null;
    begun: number;
    aloud: string[];
    interrupted: number;
    lasting: number;
  }
}

// The browser's own recognition and voice, played by these: the same methods, events and order as in the specification, but what is
// heard comes from the test, and how long a sentence lasts too.
function browser(): void {
  class Recognition extends EventTarget {
    lang = '';
    continuous = false;
    interimResults = false;
    onresult: ((event: Event) => void) | null = null;
    onerror: ((event: Event) => void) | null = null;
    onend: ((event: Event) => void) | null = null;
    running = false;
    private results: object[] = [];

    start(): void {
      if (this.running) throw new DOMException('recognition has already started.', 'InvalidStateError');
      [this.running, this.results] = [true, []];
      window.recogniser = this;
      window.begun += 1;
    }

    stop(): void {
      if (this.running) setTimeout(() => this.over(), 20);
    }

    abort(): void {
      if (this.running) setTimeout(() => this.breaks('aborted'), 0);
    }

    breaks(error: string): void {
      this.onerror?.(Object.assign(new Event('error'), { error, message: '' }));
      this.over();
    }

    /** Words so far, or for good where it is told how certain they are. */
    words(text: string, certainty: number | null): void {
      const alternative = { transcript: text, confidence: certainty ?? 0 };
      const result = { 0: alternative, length: 1, isFinal: certainty !== null, item: () => alternative };
      const last = this.results.at(-1) as { isFinal: boolean } | undefined;
      if (last && !last.isFinal) this.results.pop();
      this.results.push(result);
      const results = Object.assign([...this.results], { item: (at: number) => this.results[at] });
      this.onresult?.(Object.assign(new Event('result'), { resultIndex: this.results.length - 1, results }));
    }

    private over(): void {
      if (!this.running) return;
      this.running = false;
      if (window.recogniser === this) window.recogniser = null;
      this.onend?.(new Event('end'));
    }
  }

  let now: { utterance: SpeechSynthesisUtterance; late: number } | null = null;
  const synthesis = {
    speak(utterance: SpeechSynthesisUtterance): void {
      window.aloud.push(utterance.text);
      utterance.dispatchEvent(new Event('start'));
      const late = window.setTimeout(() => {
        now = null;
        utterance.dispatchEvent(new Event('end'));
      }, window.lasting);
      now = { utterance, late };
    },
    cancel(): void {
      if (!now) return;
      window.interrupted += 1;
      const { utterance, late } = now;
      now = null;
      clearTimeout(late);
      setTimeout(() => utterance.dispatchEvent(Object.assign(new Event('error'), { error: 'interrupted' })), 0);
    },
    getVoices: () => [],
  };
  Object.assign(window, { recogniser: null, begun: 0, aloud: [], interrupted: 0, lasting: 50 });
  for (const name of ['SpeechRecognition', 'webkitSpeechRecognition']) Object.defineProperty(window, name, { value: Recognition });
  Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
}

test.use({ ears: false, init: `(${browser})()`, launchOptions: hearing(spoken('Wait a moment, I meant something else', 1, 2)) });

const says = (page: Page, text: string, certainty: number | null) =>
  page.evaluate(([text, certainty]) => window.recogniser?.words(text as string, certainty as number | null), [text, certainty] as const);
const listens = (page: Page) => expect.poll(() => page.evaluate(() => window.recogniser?.running ?? false)).toBe(true);

test('the browser writes down and reads aloud, and the page says where the sound goes', async ({ speaking: room }) => {
  const { page } = room;
  await expect(page.getByTestId('voice-where')).toContainText('may send the sound to the company that makes it');
  await expect(page.getByTestId('voice-where')).toContainText('replies are spoken by your browser');
  await page.getByTestId('voice-talk').hover();
  await page.mouse.down();
  await listens(page);
  await says(page, 'A reading', null);
  await expect(caption(page)).toHaveText('A reading');
  await says(page, 'A reading café', 0.91);
  await says(page, ' with second-hand books', 0.42);
  await page.mouse.up();
  await expect(room.said).toHaveText([/A reading café with second-hand books/]);
  await expect(room.said.first()).toContainText('spoken');
  await expect(room.answers).toHaveCount(2);
  await expect.poll(() => page.evaluate(() => window.aloud.length)).toBeGreaterThan(0);
  expect(await room.answers.last().textContent()).toContain(await page.evaluate(() => window.aloud[0]));
  await inState(page, 'idle');
});

test('what the recognition refuses is said, and Escape discards', async ({ speaking: room }) => {
  const { page } = room;
  for (const [error, told] of [['no-speech', 'No words were heard'], ['not-allowed', 'was not allowed'], ['network', 'was not reached'], ['audio-capture', 'no microphone']] as const) {
    await page.getByTestId('voice-talk').focus();
    await page.keyboard.down('v');
    await listens(page);
    await page.evaluate((error) => window.recogniser?.breaks(error), error);
    await expect(caption(page)).toContainText(told);
    await inState(page, 'error');
    await page.keyboard.up('v');
  }
  await page.keyboard.down('v');
  await listens(page);
  await says(page, 'never mind', 0.9);
  await page.keyboard.press('Escape');
  await page.keyboard.up('v');
  await inState(page, 'idle');
  await expect(room.said).toHaveCount(0);
});

test('without hands the browser recognises sentence after sentence, and not its own replies', async ({ speaking: room }) => {
  const { page } = room;
  await page.evaluate(() => (window.lasting = 60_000));
  await page.getByTestId('voice-free').click();
  await listens(page);
  await expect(page.getByTestId('voice-where')).toContainText('the microphone stays open, and all that it hears goes that way');
  await says(page, 'A reading café', null);
  await expect(controls(page)).toHaveAttribute('data-hearing', 'true');
  await says(page, 'A reading café with second-hand books', 0.9);
  await expect(room.said).toHaveCount(1);
  await expect.poll(() => page.evaluate(() => window.aloud.length)).toBe(1);
  expect(await page.evaluate(() => window.begun), 'it does not hear the reply').toBe(1);
  // Somebody speaks into the microphone: the reply ends and recognition begins again.
  await expect.poll(() => page.evaluate(() => window.interrupted)).toBe(1);
  await listens(page);
  expect(await page.evaluate(() => window.begun)).toBe(2);
  await page.evaluate(() => (window.lasting = 10));
  await says(page, 'Students and retired people', 0.8);
  await expect(room.said).toHaveCount(2);
  // A browser ends it now and then by itself.
  await inState(page, 'listening');
  await listens(page);
  const begun = await page.evaluate(() => window.begun);
  await page.evaluate(() => window.recogniser?.breaks('no-speech'));
  await expect.poll(() => page.evaluate(() => window.begun)).toBeGreaterThan(begun);
  await page.getByTestId('voice-free').click();
  await inState(page, 'idle');
  await expect.poll(() => page.evaluate(() => window.recogniser)).toBeNull();
});
