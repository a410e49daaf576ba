// What specs about voice start from: a browser with a microphone that somebody speaks into, and a server that a speech service
// hears and speaks for.
import type { LaunchOptions, Page } from '@playwright/test';
import config from './playwright.config.ts';
import { test as base, expect, OwnServer, Room, begin, listen, register, signIn } from './fixtures.ts';
import { SpeechService } from './speech.ts';

type Talking = {
  speech: SpeechService;
  /** Whether the service speaks too; else the browser does. */
  voice: boolean;
  /** Whether the server has the service; else the browser is on its own. */
  ears: boolean;
  /** Runs in the page before everything else. */
  init: string;
  /** An interview with the voice controls open. */
  speaking: Room;
};

export const test = base.extend<Talking>({
  ears: [true, { option: true }],
  voice: [true, { option: true }],
  init: ['', { option: true }],
  speech: async ({}, use) => {
    const speech = await new SpeechService().start();
    await use(speech);
    await speech.stop();
  },
  speaking: async ({ speech, ears, voice, init, browser, complaints }, use) => {
    const more = { ...(ears && { STT_BASE_URL: speech.url }), ...(ears && voice && { TTS_BASE_URL: speech.url }) };
    const server = await new OwnServer(undefined, more).start();
    const context = await browser.newContext({ baseURL: server.url, permissions: ['microphone'] });
    if (init) await context.addInitScript(init);
    const page = await context.newPage();
    listen(page, complaints);
    await signIn(page, await register(server.url, { email: 'vo@example.test', name: 'Vo' }));
    const room = await Room.enter(page, await begin(page));
    await expect(room.answers).toHaveCount(1);
    await page.getByTestId('voice').click();
    await use(room);
    await context.close();
    await server.remove();
  },
});

/** A browser whose microphone plays a file over and over. */
export function hearing(file: string): LaunchOptions {
  const launch = config.use?.launchOptions ?? {};
  const args = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', '--autoplay-policy=no-user-gesture-required'];
  return { ...launch, args: [...(launch.args ?? []), ...args, `--use-file-for-fake-audio-capture=${file}`] };
}

export const controls = (page: Page) => page.getByTestId('voice-controls');
export const caption = (page: Page) => page.getByTestId('voice-caption');

export async function inState(page: Page, state: string): Promise<void> {
  await expect(controls(page)).toHaveAttribute('data-state', state);
}
