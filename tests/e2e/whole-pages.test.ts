// Pages are whole: a full-page capture taken right after load shows every section, with scripts, without them and on
// paper. Nothing waits for scrolling to be drawn.

import type { Browser, Page } from 'playwright/test';
import { PUBLIC_PAGES, UNLISTED_PAGES } from '../../worker/domain/site-map.ts';
import { LANGUAGES } from './support/language.ts';
import { expect, test } from './support/test.ts';
import { inTier } from './support/tier.ts';

/** Between two sections there are up to 310 px, and the shortest section has 200: one that is not drawn leaves more. */
const LONGEST_BLANK_PX = 400;
const WIDTH = 1280;
/** A4 less the browser's margins, at 96 dpi. */
const PAPER_WIDTH = 718;

type Look = { readonly name: string; readonly scripts: boolean; readonly media: 'screen' | 'print' };
const WITH_SCRIPTS: Look = { name: 'with scripts', scripts: true, media: 'screen' };
const WITHOUT: Look = { name: 'without scripts', scripts: false, media: 'screen' };
const ON_PAPER: Look = { name: 'on paper', scripts: true, media: 'print' };

/** The longest page, with charts and pictures, and a text that people print. */
const REPRESENTATIVE: Readonly<Record<string, readonly Look[]>> = {
  '/': [WITH_SCRIPTS, WITHOUT],
  '/legal/terms': [ON_PAPER],
};

for (const { locale, path } of inTier(LANGUAGES, LANGUAGES.slice(0, 1))) {
  for (const address of inTier([...PUBLIC_PAGES, ...UNLISTED_PAGES], Object.keys(REPRESENTATIVE))) {
    test(`${path(address)} is drawn whole right after load, in ${locale}`, async ({ browser, baseURL }) => {
      for (const look of inTier([WITH_SCRIPTS, WITHOUT, ON_PAPER], REPRESENTATIVE[address] ?? [])) {
        const { blank, undrawn } = await capture(browser, `${baseURL}${path(address)}`, look);
        expect.soft(undrawn, `headings not drawn ${look.name}`).toEqual([]);
        expect.soft(blank, `the longest blank band ${look.name}`).toBeLessThan(LONGEST_BLANK_PX);
      }
    });
  }
}

test('no page has a link without an address or a label that is hidden from assistive technology', async ({
  request,
}) => {
  // What the Nu checker once found; worker/commands/check-html.ts holds every page to all of its rules.
  for (const { path } of LANGUAGES) {
    for (const address of [...PUBLIC_PAGES, ...UNLISTED_PAGES]) {
      const html = await (await request.get(path(address))).text();
      expect.soft(html, path(address)).not.toMatch(/<link(?![^>]*\shref=)[^>]*>/u);
      expect.soft(html, path(address)).not.toMatch(/<label[^>]*\saria-hidden/u);
    }
  }
});

test('the measure sees a section that is not drawn', async ({ page }) => {
  await page.setContent(
    '<h2>Drawn</h2><div style="height: 400px"></div><h2 style="visibility: hidden">Not</h2>',
  );
  const { blank, undrawn } = await judge(page, page);
  expect(undrawn).toEqual(['Not']);
  expect(blank).toBeGreaterThan(LONGEST_BLANK_PX);
});

async function capture(browser: Browser, url: string, { scripts, media }: Look): Promise<Judgement> {
  const context = await browser.newContext({
    viewport: { width: media === 'print' ? PAPER_WIDTH : WIDTH, height: 900 },
    javaScriptEnabled: scripts,
    reducedMotion: 'reduce',
  });
  const painter = await browser.newPage();
  try {
    const page = await context.newPage();
    await page.emulateMedia({ media });
    await page.goto(url, { waitUntil: 'load' });
    // A part of the styles for paper comes once the page is idle.
    if (media === 'print')
      await expect.poll(() => page.evaluate(lostOnPaper), 'what paper loses').toEqual([]);
    // The capture waits for the fonts, which move what is below: so does the measure.
    await page.evaluate(() => document.fonts.ready);
    return await judge(page, painter);
  } finally {
    await painter.close();
    await context.close();
  }
}

/** What stays folded, is cut off at the edge, lies over the text of every sheet, needs a screen or is not printed. */
function lostOnPaper(): string[] {
  const shown = [...document.querySelectorAll('body *')].filter((place) => place.checkVisibility());
  const name = (place: Element) => place.outerHTML.slice(0, 100);
  const floats = shown.filter((place) => /fixed|sticky/u.test(getComputedStyle(place).position));
  const cut = shown.filter(
    (place) => place.matches('table, p, li, h2, h3') && place.getBoundingClientRect().right > innerWidth + 1,
  );
  const folded = [...document.querySelectorAll('details > :not(summary)')].filter(
    (place) => !place.checkVisibility(),
  );
  // Backgrounds are left out.
  const unprinted = shown.filter(
    (place) => place.matches('.wordmark') && getComputedStyle(place).printColorAdjust !== 'exact',
  );
  const useless = shown.filter((place) => place.matches('main .button, footer nav'));
  return [
    ...unprinted.map((place) => `is not printed: ${name(place)}`),
    ...useless.map((place) => `is of no use on paper: ${name(place)}`),
    ...floats.map((place) => `stays in its place: ${name(place)}`),
    ...cut.map((place) => `is cut off: ${name(place)}`),
    ...folded.map((place) => `is folded: ${name(place)}`),
  ];
}

type Judgement = {
  /** The height of the longest stretch whose rows have one colour each. */
  readonly blank: number;
  /** The headings on whose place the capture shows nothing. */
  readonly undrawn: readonly string[];
};

/** In one step: between two, the app may replace the elements. */
function headingsOf(page: Page) {
  return page.evaluate(() =>
    [...document.querySelectorAll('main :is(h1, h2), body > h2')]
      // Of a list that this width or paper does without.
      .filter((heading) => heading.checkVisibility() && heading.closest('.visually-hidden') === null)
      .map((heading) => {
        const { top, height } = heading.getBoundingClientRect();
        return { text: heading.textContent?.trim() ?? '', top: top + scrollY, height };
      }),
  );
}

/** Reads the capture's pixels in `painter`, a page whose content policy allows it. */
async function judge(page: Page, painter: Page): Promise<Judgement> {
  const before = await headingsOf(page);
  const shot = (await page.screenshot({ fullPage: true, scale: 'css' })).toString('base64');
  // Chromium draws the capture in a window as high as the page, where code is some pixels lower: either place will do.
  const after = await headingsOf(page);
  return painter.evaluate(
    async ({ png, places }) => {
      const bytes = Uint8Array.from(atob(png), (letter) => letter.codePointAt(0) ?? 0);
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const drawn = new Uint8Array(image.height);
      const BAND = 1_000;
      for (let y = 0; y < image.height; y += BAND) {
        const height = Math.min(BAND, image.height - y);
        const canvas = new OffscreenCanvas(image.width, height);
        const ink = canvas.getContext('2d');
        ink?.drawImage(image, 0, -y);
        const pixels = new Uint32Array(
          ink?.getImageData(0, 0, image.width, height).data.buffer ?? new ArrayBuffer(),
        );
        for (let row = 0; row < height; row += 1) {
          const start = row * image.width;
          const line = pixels.subarray(start, start + image.width);
          drawn[y + row] = line.some((pixel) => pixel !== line[0]) ? 1 : 0;
        }
      }
      let blank = 0;
      let run = 0;
      for (const row of drawn) {
        run = row === 1 ? 0 : run + 1;
        blank = Math.max(blank, run);
      }
      type Place = (typeof places)[number][number];
      const isDrawn = ({ top, height }: Place) =>
        drawn.subarray(Math.floor(top), Math.ceil(top + height)).includes(1);
      const undrawn = places
        .filter((ofText) => !ofText.some(isDrawn))
        .map(([{ text } = { text: '' }]) => text);
      return { blank, undrawn };
    },
    {
      png: shot,
      places: before.map((place) => [place].concat(after.filter(({ text }) => text === place.text))),
    },
  );
}
