// How much of a page moved while it loaded.

import type { Page } from 'playwright/test';

type Shift = PerformanceEntry & {
  readonly value: number;
  readonly sources: readonly {
    readonly node: Node | null;
    readonly previousRect: DOMRectReadOnly;
    readonly currentRect: DOMRectReadOnly;
  }[];
};

/** From the next navigation on; `moved` says what moved inside of `within`, the sum first. */
export async function watchShifts(
  page: Page,
  within = ':root',
): Promise<{ moved: () => Promise<[number, string]> }> {
  await page.addInitScript((scope) => {
    const shifts: [number, string][] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        const moved = entry.sources.map(({ node }) => (node instanceof Element ? node : null));
        if (moved.every((node) => node !== null && node.closest(scope) === null)) continue;
        const box = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round);
        const where = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${box(previousRect)} to ${box(currentRect)} ${node instanceof Element ? node.outerHTML.slice(0, 120) : ''}`,
        );
        shifts.push([entry.value, where.join(' | ')]);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  }, within);
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
