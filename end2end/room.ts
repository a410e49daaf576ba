// The page of one interview, by what a person sees and does there.
import { expect, type Locator, type Page } from '@playwright/test';

export class Room {
  readonly composer: Locator;
  readonly answers: Locator;
  readonly said: Locator;
  readonly unsent: Locator;
  readonly asked: Locator;
  readonly negotiation: Locator;
  readonly banner: Locator;

  private constructor(
    readonly page: Page,
    readonly id: string,
  ) {
    this.composer = page.getByTestId('composer').getByRole('textbox');
    this.answers = page.getByTestId('message-agent');
    this.said = page.getByTestId('message-user');
    this.unsent = page.getByTestId('message-unsent');
    this.asked = page.locator('[data-testid^="widget-"]');
    this.negotiation = page.getByTestId('negotiation-card');
    this.banner = page.getByTestId('banner');
  }

  static async enter(page: Page, id: string): Promise<Room> {
    await page.goto(`/interviews/${id}`);
    return Room.at(page);
  }

  /** The interview that the page shows already. */
  static async at(page: Page): Promise<Room> {
    await page.waitForURL(/\/interviews\/[\w-]+$/);
    const room = new Room(page, page.url().split('/').pop() ?? '');
    await hydrated(page);
    await expect(room.composer).toBeVisible();
    return room;
  }

  /** Writes and sends, and waits until the message and the reply to it stand in the conversation. */
  async say(text: string): Promise<void> {
    await this.replied(async () => {
      await this.composer.fill(text);
      await this.composer.press('Enter');
    });
    await expect(this.said.last()).toContainText(text);
  }

  /** Does something that the interviewer answers, and waits for the answer. */
  async replied(act: () => Promise<void>): Promise<void> {
    const before = await this.answers.count();
    await act();
    await expect(this.answers).toHaveCount(before + 1);
    await expect(this.unsent).toHaveCount(0);
  }

  /** The key of what is asked now. */
  async askedKey(): Promise<string> {
    await expect(this.asked).toBeVisible();
    return (await this.asked.getAttribute('data-key')) ?? '';
  }

  /** The row of one obligation in the panel. */
  known(key: string): Locator {
    return this.page.getByTestId(`obligation-${key}`);
  }

  value(key: string): Locator {
    return this.known(key).locator('.value');
  }

  async expectKnown(key: string, value: string | RegExp): Promise<void> {
    await expect(this.known(key)).toHaveAttribute('data-status', 'satisfied');
    await expect(this.value(key)).toHaveText(value);
  }

  async expectStatus(key: string, status: string): Promise<void> {
    await expect(this.known(key)).toHaveAttribute('data-status', status);
  }

  /** Opens what can be done about one obligation and does it: `defer`, `skip`, `reopen`, `undo` or `edit`. */
  async act(key: string, act: string): Promise<void> {
    const button = this.page.getByTestId(`${act}-${key}`);
    if (!(await button.isVisible())) await this.page.getByTestId(`change-${key}`).click();
    await button.click();
  }

  phase(): Locator {
    return this.page.getByTestId('phase');
  }
}

/** Resolves when WebAssembly has taken over the page: before that, clicks only reach what works without it. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.hydrated === 'true');
}
