import { test, expect, hydrated } from '../fixtures.ts';

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a slow network shows that the next page is on its way (motion: ${reducedMotion})`, async ({ signedIn: page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/interviews');
    await hydrated(page);
    const moving = page.getByTestId('moving');
    await expect(moving).toBeHidden();
    // The code of the settings, or what they ask for, comes once it is let go.
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(/\/pkg\/.*\.(more|wasm)|\/call\//, async (route) => {
      await held;
      await route.continue().catch(() => {});
    });
    await page.locator('a[href="/settings"]').first().evaluate((link: HTMLElement) => link.click());
    await expect(moving).toBeVisible();
    // How late it appears is its own time: a busy machine draws late.
    const ends = await moving.evaluate((bar) => bar.getAnimations().map((one) => Number(one.effect?.getComputedTiming().endTime)));
    if (reducedMotion === 'no-preference') expect(ends).not.toEqual([]);
    expect(Math.max(0, ...ends)).toBeLessThan(300);
    await expect.poll(() => moving.evaluate((bar) => Number(getComputedStyle(bar).opacity))).toBeGreaterThan(0.5);
    await expect(page.getByRole('heading', { level: 1, name: 'Interviews' })).toBeVisible();
    letGo();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(moving).toBeHidden();
  });
}
