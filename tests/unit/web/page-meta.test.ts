// What each public page says about itself, as the build writes it: before the Worker inserts the origin.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../worker/domain/settings-rules.ts';
import { isEmail } from '../../../worker/domain/personal-details.ts';
import {
  isPublicPage,
  ORIGIN_SLOT,
  pageName,
  PRIVATE_PAGES,
  PUBLIC_PAGES,
  SHARE_PICTURE,
  sharePicturePath,
  UNLISTED_PAGES,
} from '../../../worker/domain/site-map.ts';
import { SITE_OWNER } from '../../../worker/domain/site-owner.ts';
import { localisedPath } from '../../../web/i18n/locale.ts';
import { hiddenPageMeta, pageMeta } from '../../../web/shell/page-meta.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
type Section = { readonly meta: { title: string; description: string; keywords: string } };
type Descriptor = Readonly<Record<string, unknown>>;

const dictionary = (language: Language, name: string): Section =>
  JSON.parse(readFileSync(join(ROOT, 'locales', language, `${name}.json`), 'utf8')) as Section;

function described(meta: ReturnType<typeof pageMeta>, pathname: string): Descriptor[] {
  return meta({ location: { pathname } } as Parameters<typeof meta>[0]) as Descriptor[];
}

const contentOf = (descriptors: Descriptor[], key: string) =>
  descriptors.find(({ name, property }) => name === key || property === key)?.['content'];

const CASES = PUBLIC_PAGES.flatMap((path) => LANGUAGES.map((language) => [path, language] as const));

describe.each(CASES)('%s in %s', (path, language) => {
  const found = described(pageMeta(dictionary(language, pageName(path))), localisedPath(language, path));
  const address = ORIGIN_SLOT + localisedPath(language, path);

  test('has a title and a description of a length that is shown whole', () => {
    const title = String(found.find((entry) => 'title' in entry)?.['title']);
    expect(title).toMatch(/^.+ · Onça$/u);
    expect(title.length).toBeLessThanOrEqual(65);
    const description = String(contentOf(found, 'description'));
    expect(description.length).toBeGreaterThanOrEqual(60);
    expect(description.length).toBeLessThanOrEqual(170);
    expect(description).not.toContain('{{');
    expect(String(contentOf(found, 'keywords')).split(', ').length).toBeGreaterThanOrEqual(3);
  });

  test('names its own address, its siblings and its picture', () => {
    expect(found).toContainEqual({ tagName: 'link', rel: 'canonical', href: address });
    const alternates = found.filter(({ rel }) => rel === 'alternate');
    expect(alternates.map(({ hrefLang, href }) => [hrefLang, href])).toEqual([
      ['pt-BR', ORIGIN_SLOT + localisedPath('pt-BR', path)],
      ['en', ORIGIN_SLOT + localisedPath('en', path)],
      ['x-default', ORIGIN_SLOT + localisedPath('pt-BR', path)],
    ]);
    expect(contentOf(found, 'og:url')).toBe(address);
    expect(contentOf(found, 'og:image')).toBe(`${ORIGIN_SLOT}/og/${pageName(path)}.${language}.png`);
    expect(contentOf(found, 'og:locale')).toBe(language === 'en' ? 'en_US' : 'pt_BR');
    expect(contentOf(found, 'twitter:card')).toBe('summary_large_image');
    for (const key of ['og:title', 'og:description', 'og:site_name', 'og:image:alt', 'twitter:image']) {
      expect([key, contentOf(found, key)]).toEqual([key, expect.stringMatching(/./u)]);
    }
    expect(contentOf(found, 'robots')).toBeUndefined();
  });
});

test('no two pages of a language share a title or a description', () => {
  for (const language of LANGUAGES) {
    const metas = PUBLIC_PAGES.map((path) => dictionary(language, pageName(path)).meta);
    expect(new Set(metas.map(({ title }) => title)).size).toBe(PUBLIC_PAGES.length);
    expect(new Set(metas.map(({ description }) => description)).size).toBe(PUBLIC_PAGES.length);
  }
});

test.each(['/nothing-here', '/en/nothing-here', '/dashboard', '/404/'])(
  '%s is not to be found',
  (address) => {
    for (const meta of [
      hiddenPageMeta(dictionary('pt-BR', 'not-found').meta),
      pageMeta(dictionary('pt-BR', 'home')),
    ]) {
      const found = described(meta, address);
      expect(contentOf(found, 'robots')).toBe('noindex');
      expect(found.filter(({ rel }) => rel === 'canonical' || rel === 'alternate')).toEqual([]);
    }
  },
);

test('a page is public or it is not, and its files have its name', () => {
  expect(PUBLIC_PAGES.filter(isPublicPage)).toEqual(PUBLIC_PAGES);
  expect([...PRIVATE_PAGES, '/404', '', '/GOLD'].filter(isPublicPage)).toEqual([]);
  expect([pageName('/'), pageName('/gold'), pageName('/legal/terms')]).toEqual([
    'home',
    'gold',
    'legal-terms',
  ]);
  expect(sharePicturePath('/legal/risk', 'en')).toBe('/og/legal-risk.en.png');
  expect(SHARE_PICTURE).toEqual({ width: 1200, height: 630 });
});

test('whoever runs the site is written to, and while the address is an example the content is one', () => {
  const { email, social, contentIsSample } = SITE_OWNER;
  expect(isEmail(email)).toBe(true);
  expect(contentIsSample).toBe(email.endsWith('.example'));
  for (const { name, url } of social) expect([name, url]).toEqual([name, expect.stringMatching(/^https:/u)]);
});

test('every prerendered address is either listed or the page of no address', () => {
  expect(UNLISTED_PAGES).toEqual(['/404']);
});

test('the frame of the browser is painted in the paper of each theme', () => {
  const tokens = readFileSync(join(ROOT, 'web/styles/tokens.css'), 'utf8');
  const script = readFileSync(join(ROOT, 'web/public/theme.js'), 'utf8');
  for (const platform of ['gold', 'crypto']) {
    const papers = ['light', 'dark'].map((mode) => {
      const block = tokens.split(`:root[data-platform='${platform}'][data-mode='${mode}']`)[1] ?? '';
      return /--paper: (#[0-9a-f]{6});/u.exec(block)?.[1];
    });
    expect(script).toContain(`${platform}: ['${papers.join("', '")}']`);
  }
});
