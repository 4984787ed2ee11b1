// axe in a page, once per page instead of once per run: it is 650 kB, and handing over every rule that passed costs
// more than checking it. Measured on the landing page: 0.4 s a run, 2.5 s with @axe-core/playwright.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright/test';

const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose verdict depends on a theme: themes are colours and nothing else. */
export const CONTRAST = 'color-contrast';
export const COLOUR_RULES = [CONTRAST, 'link-in-text-block'] as const;

type Scope = {
  /** Selectors; the whole document without them. */
  readonly include?: string;
  readonly exclude?: string;
  /** All of axe's own choice, and the size of targets, without it. */
  readonly rules?: readonly string[];
  /** Of those, this one not. */
  readonly but?: string;
};

/** What axe finds, a line per element. */
export async function violationsIn(
  page: Page,
  { include, exclude, rules, but }: Scope = {},
): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(SOURCE);
  const context = {
    ...(include === undefined ? {} : { include: [[include]] }),
    ...(exclude === undefined ? {} : { exclude: [[exclude]] }),
  };
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(rules === undefined
      ? {
          rules: {
            'target-size': { enabled: true },
            ...(but !== undefined && { [but]: { enabled: false } }),
          },
        }
      : { runOnly: { type: 'rule', values: [...rules] } }),
  };
  const { violations } = await page.evaluate(
    async ([within, how]) => {
      const { axe } = window as unknown as { axe: { run: (...args: unknown[]) => Promise<AxeResults> } };
      const { violations: found } = await axe.run(Object.keys(within).length === 0 ? document : within, how);
      return { violations: found };
    },
    [context, options] as const,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, html, failureSummary = '' }) =>
        `${id} (${help}): ${target.join(' ')} ${failureSummary} ${html}`,
    ),
  );
}
