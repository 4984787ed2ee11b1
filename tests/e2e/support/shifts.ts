// How much of a page moved while it loaded.

import type { Page } from 'playwright/test';

type Shift = PerformanceEntry & {
  readonly value: number;
  readonly sources: readonly { readonly node: Node | null }[];
};

/** From the next navigation on; `moved` says what, the sum first. */
export async function watchShifts(page: Page): Promise<{ moved: () => Promise<[number, string]> }> {
  await page.addInitScript(() => {
    const shifts: [number, string][] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        const where = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML : ''));
        shifts.push([entry.value, where.map((html) => html.slice(0, 120)).join(' | ')]);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return {
    async moved() {
      const shifts = await page.evaluate(
        () => (window as unknown as { shifts: readonly [number, string][] }).shifts,
      );
      const sum = shifts.reduce((total, [value]) => total + value, 0);
      return [sum, shifts.map(([value, where]) => `${value} ${where}`).join('\n')];
    },
  };
}
