// How the site is found and shared: the metadata of each public page, in both languages, as sent.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { fixedFigure } from '../../worker/domain/number-format.ts';
import { LANGUAGES, type Language } from '../../worker/domain/settings-rules.ts';
import { pageName, PUBLIC_PAGES, SHARE_PICTURE, sharePicturePath } from '../../worker/domain/site-map.ts';
import { untilWatching } from './support/clock.ts';
import { PUBLIC_FOLDER, SHARE_RECORD, sharePictures } from './support/share-picture.ts';
import { Source } from './support/source.ts';

const LARGEST_PICTURE = 60_000;
/** Pages whose visible questions are in the structured data as well. */
const WITH_QUESTIONS: ReadonlySet<string> = new Set(['/', '/learn', '/security']);

const addressOf = (language: Language, path: string) =>
  language === 'pt-BR' ? path : path === '/' ? '/en' : `/en${path}`;

for (const path of PUBLIC_PAGES) {
  for (const language of LANGUAGES) {
    const address = addressOf(language, path);

    test(`${address} says what it is, where it is and what it shows`, async ({ request, baseURL }) => {
      const site = baseURL ?? '';
      const reply = await request.get(address, { maxRedirects: 0 });
      expect(reply.status()).toBe(200);
      const page = new Source(await reply.text());
      const own = site + address;

      expect(page.tags('html')[0]).toMatchObject({ lang: language });
      expect(page.title).toMatch(/^.{3,} · Onça$/u);
      for (const key of ['description', 'keywords', 'og:title', 'og:description', 'twitter:title']) {
        expect(page.meta(key), key).toEqual([expect.stringMatching(/\S{2}/u)]);
      }
      expect(page.links('canonical').map(({ href }) => href)).toEqual([own]);
      expect(page.links('alternate').map(({ hreflang, href }) => [hreflang, href])).toEqual([
        ['pt-BR', site + path],
        ['en', site + addressOf('en', path)],
        ['x-default', site + path],
      ]);
      expect(page.meta('og:url')).toEqual([own]);
      expect(page.meta('og:type')).toEqual(['website']);
      expect(page.meta('og:site_name')).toEqual(['Onça']);
      expect(page.meta('og:locale')).toEqual([language === 'en' ? 'en_US' : 'pt_BR']);
      expect(page.meta('og:locale:alternate')).toEqual([language === 'en' ? 'pt_BR' : 'en_US']);
      expect(page.meta('twitter:card')).toEqual(['summary_large_image']);
      expect(page.meta('robots')).toEqual([]);
      expect(reply.headers()['x-robots-tag']).toBeUndefined();
      expect(page.html, 'the slot of the origin is filled').not.toContain('onca.invalid');

      const gold = page.prices.find(({ metal }) => metal === 'gold')?.priceCents ?? 0;
      expect(gold).toBeGreaterThan(0);
      // In Portuguese the price is sent in reais, at the rate that is sent beside it.
      const [tag, cents, slot] =
        language === 'en'
          ? (['en-US', gold, 'gold'] as const)
          : (['pt-BR', Math.round((gold * page.usdBrlE4) / 10_000), 'gold-BRL'] as const);
      const figure = fixedFigure(tag, cents, 2);
      expect(page.html).toContain(`data-boot-price="${slot}"`);
      expect(page.words).toContain(figure);
      expect(page.tags('h1')).toHaveLength(1);
    });

    test(`${address} has a share picture`, async ({ request, baseURL }) => {
      const site = baseURL ?? '';
      const page = new Source(await (await request.get(address)).text());
      const picture = site + sharePicturePath(path, language);
      expect(page.meta('og:image')).toEqual([picture]);
      expect(page.meta('twitter:image')).toEqual([picture]);
      expect(page.meta('og:image:width')).toEqual([String(SHARE_PICTURE.width)]);
      expect(page.meta('og:image:height')).toEqual([String(SHARE_PICTURE.height)]);
      expect(page.meta('og:image:alt')[0]).toContain(page.title.replace(' · Onça', ''));
      const reply = await request.get(picture);
      expect(reply.status()).toBe(200);
      expect(reply.headers()['content-type']).toBe('image/png');
      expect(sizeOf(await reply.body())).toEqual(SHARE_PICTURE);
    });

    test(`${address} has only what it shows in its structured data`, async ({ request, baseURL }) => {
      const site = baseURL ?? '';
      const page = new Source(await (await request.get(address)).text());
      const home = site + addressOf(language, '/');
      const [organization] = page.structuredAs('Organization');
      expect(organization).toMatchObject({
        name: 'Onça',
        url: `${site}/`,
        logo: { url: `${site}/icon-512.png` },
      });
      expect(page.structuredAs('WebSite')).toMatchObject([
        { url: home, inLanguage: language, publisher: { '@id': organization?.['@id'] } },
      ]);
      const trail = page.structuredAs('BreadcrumbList');
      if (path === '/') expect(trail).toEqual([]);
      else {
        expect(trail).toMatchObject([
          {
            itemListElement: [
              { position: 1, item: home },
              { position: 2, name: page.title.replace(' · Onça', ''), item: site + address },
            ],
          },
        ]);
      }
      const questions = page
        .structuredAs('FAQPage')
        .flatMap((faq) => faq['mainEntity'] as { name: string; acceptedAnswer: { text: string } }[]);
      expect(questions.length > 0, 'questions').toBe(WITH_QUESTIONS.has(path));
      const shown = page.words.replaceAll(/\s/gu, '');
      for (const { name, acceptedAnswer } of questions) {
        expect(shown).toContain(name.replaceAll(/\s/gu, ''));
        expect(shown).toContain(acceptedAnswer.text.replaceAll(/\s/gu, ''));
        expect(acceptedAnswer.text).not.toContain('{{');
      }
      for (const thing of page.structured) {
        expect(JSON.stringify(thing)).not.toMatch(/aggregateRating|reviewCount|foundingDate/u);
      }
    });
  }
}

test('every share picture is there, small, of the right size, and drawn from the current words', () => {
  const record = existsSync(SHARE_RECORD)
    ? (JSON.parse(readFileSync(SHARE_RECORD, 'utf8')) as Record<string, string>)
    : {};
  for (const { path, hash } of sharePictures()) {
    const file = join(PUBLIC_FOLDER, path);
    expect.soft(existsSync(file), path).toBe(true);
    expect.soft(sizeOf(readFileSync(file)), path).toEqual(SHARE_PICTURE);
    expect.soft(statSync(file).size, path).toBeLessThanOrEqual(LARGEST_PICTURE);
    expect.soft(record[path], `${path}: run node tests/e2e/site-pictures.ts`).toBe(hash);
  }
  expect(Object.keys(record)).toHaveLength(PUBLIC_PAGES.length * LANGUAGES.length);
});

test('icons and manifest are linked and are what they say', async ({ request }) => {
  for (const address of ['/', '/en/gold']) {
    const page = new Source(await (await request.get(address)).text());
    expect(page.links('icon').map(({ href }) => href)).toEqual(['/favicon.ico', '/favicon.svg']);
    expect(page.links('apple-touch-icon')).toHaveLength(1);
    expect(page.meta('theme-color')).toEqual(['#fbf8f1', '#12100c']);
    const [manifest] = page.links('manifest');
    expect(manifest?.['href']).toBe(address === '/' ? '/site.webmanifest' : '/en/site.webmanifest');
    const { icons } = (await (await request.get(manifest?.['href'] ?? '')).json()) as {
      icons: { src: string; sizes: string }[];
    };
    for (const { src, sizes } of icons) {
      const { width, height } = sizeOf(await (await request.get(src)).body());
      expect(`${width}x${height}`).toBe(sizes);
    }
  }
  expect(sizeOf(await (await request.get('/apple-touch-icon.png')).body())).toEqual({
    width: 180,
    height: 180,
  });
  const icon = await (await request.get('/favicon.ico')).body();
  expect([...icon.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0]);
});

test('the sitemap lists exactly the pages that name themselves so', async ({ request, baseURL }) => {
  const site = baseURL ?? '';
  const text = await (await request.get('/sitemap.xml')).text();
  const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/gu)].map(([, address]) => address);
  expect(listed).toEqual(
    PUBLIC_PAGES.flatMap((path) => LANGUAGES.map((language) => site + addressOf(language, path))),
  );
  expect(PUBLIC_PAGES.map(pageName)).toContain('home');
});

test('what is not for search engines says so', async ({ request }) => {
  for (const [address, status] of [
    ['/nothing-here', 404],
    ['/en/nothing-here', 404],
    ['/404', 404],
    ['/__spa-fallback', 404],
    ['/es/gold', 404],
    ['/gold%2f', 404],
    ['/%67old', 404],
    ['/dashboard', 200],
    ['/en/dashboard', 200],
  ] as const) {
    const reply = await request.get(address, { maxRedirects: 0 });
    expect([address, reply.status()]).toEqual([address, status]);
    expect(reply.headers()['x-robots-tag']).toBe('noindex');
    const page = new Source(await reply.text());
    expect(page.links('canonical')).toEqual([]);
    expect(page.links('alternate')).toEqual([]);
  }
});

test('moving on without a new document keeps addresses and share tags right, once each', async ({
  page,
  baseURL,
}) => {
  const site = baseURL ?? '';
  const said = () =>
    page.evaluate(() => {
      const all = (selector: string, attribute: string) =>
        [...document.querySelectorAll(selector)].map((element) => element.getAttribute(attribute));
      return {
        canonical: all('link[rel="canonical"]', 'href'),
        alternates: all('link[rel="alternate"]', 'href'),
        url: all('meta[property="og:url"]', 'content'),
        picture: all('meta[property="og:image"]', 'content'),
        robots: all('meta[name="robots"]', 'content'),
        description: all('meta[name="description"]', 'content').length,
        trails: [...document.querySelectorAll('head script[type="application/ld+json"]')].map((block) =>
          (block.textContent ?? '').includes('BreadcrumbList'),
        ),
      };
    });
  const expected = (address: string, path: string, picture: string) => ({
    canonical: [site + address],
    alternates: [site + path, `${site}/en${path === '/' ? '' : path}`, site + path],
    url: [site + address],
    picture: [`${site}/og/${picture}.png`],
    robots: [],
    description: 1,
    trails: [path !== '/'],
  });
  await page.goto('/');
  await untilWatching(page);
  expect(await said()).toEqual(expected('/', '/', 'home.pt-BR'));
  // It is there as long as this document is.
  await page.evaluate(() => document.documentElement.setAttribute('data-first', ''));
  await page.getByRole('banner').getByRole('link', { name: 'Contato' }).click();
  await page.waitForURL('**/contact');
  await expect.poll(said).toEqual(expected('/contact', '/contact', 'contact.pt-BR'));
  await expect(page.locator('[data-first]')).toBeAttached();
  await page.locator('footer a[hreflang="en"]').click();
  await page.waitForURL('**/en/contact');
  await expect.poll(said).toEqual(expected('/en/contact', '/contact', 'contact.en'));
  // The language switch loaded a document: this step back loads one again, the next one does not.
  await page.goBack();
  await expect(async () =>
    expect(await said()).toEqual(expected('/contact', '/contact', 'contact.pt-BR')),
  ).toPass();
  await untilWatching(page);
  await page.goBack();
  await expect.poll(said).toEqual(expected('/', '/', 'home.pt-BR'));
});

test('the frame of the browser has the colour of the paper, whatever the theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/legal/terms');
  const frame = () =>
    page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content);
  expect(await frame()).toBe('#fbf8f1');
  await untilWatching(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(frame).toBe('#12100c');
  await page.evaluate(() => localStorage.setItem('platform', 'crypto'));
  await page.reload();
  expect(await frame()).toBe('#0a0e15');
});

/** Width and height from a PNG's first chunk. */
function sizeOf(png: Buffer): { width: number; height: number } {
  expect(png.subarray(1, 4).toString('ascii')).toBe('PNG');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
