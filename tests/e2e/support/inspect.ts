// One screen held against the bars of accessibility: axe in several themes (D63) and on a phone, and no sideways scroll.

import { expect, type Page } from 'playwright/test';
import { CONTRAST, violationsIn } from './axe.ts';
import { DEEP } from './tier.ts';

export const THEMES = [
  ['gold', 'light'],
  ['gold', 'dark'],
  ['crypto', 'light'],
  ['crypto', 'dark'],
] as const;
/** What is wrong with one screen does not hide the next. */
const softly = expect.configure({ soft: true });
type Theme = (typeof THEMES)[number];
const [FIRST] = THEMES;
const LAST: Theme = THEMES[THEMES.length - 1] ?? FIRST;
const HEIGHT = 900;
const DESKTOP = 1280;
const PHONE = 320;
const WIDTHS = [768, PHONE] as const;
/** While one is open, assistive technology does not see the page: the page is inspected without it. */
const MODAL = ':is([role="dialog"], [role="alertdialog"])';

type Extent = {
  /** `false` for a popup of a button that phones do not have. */
  readonly resize?: boolean;
  /** `false` for a screen whose other language is inspected in every theme: the deep tier alone repeats it. */
  readonly themes?: boolean;
  /** `true` for a whole page, whose layout a phone changes most. */
  readonly phone?: boolean;
};

/**
 * A screen is held against axe's rules in one theme: a whole page on a phone, a state of a page on a desk, and of a page behind a
 * dialog the dialog alone. Contrast, which takes more than all other rules, is measured on whole pages; unit/styles holds each
 * colour against each ground in every theme. The screen's name picks the theme, so that each is worn by its share of the
 * screens. The deep tier holds every screen against all rules in all four themes on a desk, and in the last one on a phone. Ends
 * at the width it began with.
 */
export async function inspect(
  page: Page,
  what: string,
  { resize = true, themes = true, phone = false }: Extent = {},
): Promise<void> {
  const worn = themes ? pickedFrom(THEMES, what) : FIRST;
  const onDesk = DEEP ? THEMES : phone ? [] : [worn];
  for (const theme of onDesk) await expectAccessible(page, what, theme, DEEP ? {} : { but: CONTRAST });
  await expectNoSidewaysScroll(page, what);
  if (!resize) return;
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    // A bar that stays in place hides part of what has been scrolled to, always the same from the top.
    await page.evaluate(() => scrollTo(0, 0));
    await expectNoSidewaysScroll(page, `${what} at ${width} px`);
  }
  if (phone || DEEP) {
    await expectAccessible(page, `${what} at ${PHONE} px`, DEEP ? LAST : worn, {});
  }
  await page.setViewportSize({ width: DESKTOP, height: HEIGHT });
}

/** A page whose heading is there, on a phone and on a desk, in the theme that it wears: ends on the desk. */
export async function inspectAsWorn(page: Page, what: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const width of [PHONE, DESKTOP]) {
    await page.setViewportSize({ width, height: HEIGHT });
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(wider, `${what}, ${width} px`).toBeLessThanOrEqual(0);
    if (width === PHONE) expect.soft(await violationsIn(page), what).toEqual([]);
  }
}

function pickedFrom(themes: readonly Theme[], what: string): Theme {
  const letters = [...what].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return themes[letters % themes.length] ?? FIRST;
}

/**
 * What public/theme.js makes of the two stored keys before the first paint (keyboard.test.ts sees it do so), without
 * losing the state of the page to a reload.
 */
async function wear(page: Page, platform: 'gold' | 'crypto', mode: 'light' | 'dark'): Promise<void> {
  await page.evaluate(
    (theme) => {
      localStorage.setItem('platform', theme.platform);
      localStorage.setItem('colorMode', theme.mode);
      Object.assign(document.documentElement.dataset, theme);
      // A button's colours turn into those of the new theme: axe reads the colours at their end. The call starts them.
      for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
    },
    { platform, mode },
  );
}

async function expectAccessible(
  page: Page,
  what: string,
  theme: Theme,
  rules: { readonly but?: string },
): Promise<void> {
  const [platform, mode] = theme;
  const isBehind =
    !DEEP && (await page.locator('main:is([aria-hidden="true"], [aria-hidden="true"] *)').count()) > 0;
  const scope = { ...rules, ...(isBehind && { include: MODAL }) };
  let found: string[] = [];
  let isWorn = false;
  // The account's own theme may come from the server meanwhile and take the place of this one, once.
  for (let tries = 0; tries < 2 && !isWorn; tries += 1) {
    await wear(page, platform, mode);
    found = await violationsIn(page, scope);
    isWorn = await page.evaluate((asked) => document.documentElement.dataset['mode'] === asked, mode);
  }
  expect.soft(isWorn, `${what} wears ${theme.join(' ')}`).toBe(true);
  expect.soft(found, `${what}, ${theme.join(' ')}`).toEqual([]);
}

/** At the present width. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const overflowing = () =>
    page.evaluate(() =>
      [document.documentElement, document.body, ...document.querySelectorAll('[role="dialog"]')]
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map((box) => `${box.tagName} ${box.scrollWidth} > ${box.clientWidth}`),
    );
  await softly.poll(overflowing, `sideways scroll of ${what}`).toEqual([]);
}
