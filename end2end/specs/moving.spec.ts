import { test, expect, hydrated } from '../fixtures.ts';

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a slow network shows that the next page is on its way (motion: ${reducedMotion})`, async ({ signedIn: page }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/interviews');
    await hydrated(page);
    const moving = page.getByTestId('moving');
    await expect(moving).toBeHidden();
    // The code of the settings, or what they ask for, takes its time.
    await page.route(/\/pkg\/.*\.(more|wasm)|\/call\//, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1_500));
      await route.continue().catch(() => {});
    });
    await page.evaluate(() => {
      const bar = document.querySelector('[data-testid="moving"]')!;
      const seen = () => {
        const { visibility, opacity } = getComputedStyle(bar);
        return visibility === 'visible' && Number(opacity) > 0.5;
      };
      const look = (begun: number) => () => {
        if (seen()) (window as unknown as { shownAfter: number }).shownAfter = performance.now() - begun;
        else requestAnimationFrame(look(begun));
      };
      document.addEventListener('click', () => look(performance.now())(), { capture: true, once: true });
    });
    await page.locator('a[href="/settings"]').first().evaluate((link: HTMLElement) => link.click());
    await expect(moving).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Interviews' })).toBeVisible();
    const shown = await page.waitForFunction(() => (window as unknown as { shownAfter?: number }).shownAfter);
    const after = await shown.jsonValue();
    expect(after).toBeLessThan(300);
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await expect(moving).toBeHidden();
  });
}
