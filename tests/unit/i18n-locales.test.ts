import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { LOCALES } from '../../web/i18n/locale.ts';

const folder = resolve(import.meta.dirname, '../../locales');

function sections(locale: string): string[] {
  return readdirSync(join(folder, locale)).toSorted();
}

/** Every text of a section as `key -> text`, lists included. */
function texts(locale: string, section: string): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (value: unknown, path: string) => {
    if (typeof value === 'string') found.set(path, value);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) walk(inner, path === '' ? key : `${path}.${key}`);
    } else throw new TypeError(`${locale}/${section} ${path}: only texts, lists and groups`);
  };
  walk(JSON.parse(readFileSync(join(folder, locale, section), 'utf8')), '');
  return found;
}

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map((match) => match[1]).toSorted();

const read = (locale: string, section: string) =>
  JSON.parse(readFileSync(join(folder, locale, `${section}.json`), 'utf8'));

test.each(LOCALES)('%s names looks and themes with the same words in menus and in settings', (locale) => {
  const { look } = read(locale, 'profile').settings;
  const { platform, mode } = read(locale, 'shell-late').menus;
  expect(platform).toEqual({ label: look.platform, gold: look.gold, crypto: look.crypto });
  expect(mode).toEqual({ label: look.theme, light: look.light, dark: look.dark, auto: look.auto });
});

/**
 * A second word for a thing that has one: the locked price of a quote, the order form, the bonus, the app, a deposit.
 * English is American, as its dates and figures are; its apostrophes are typographic.
 */
const SECOND_WORDS = {
  'pt-BR':
    /(?:preço|cotação)[^.]{0,40} (?:parad|garantid)|honrad|boleta|tela de ordem|retid[ao]|aplicativo de códigos|início do meio|adicion(?:ar|e) saldo/iu,
  en: /\be-mails?\b|\badd(?:ing)? funds\b|\bopen account\b|^get started$|order (?:screen|sheet)|held (?:back|bonus)|price (?:of now|now)|honour|jewell|recognis|realis|authoris|metres|cancelled|colour|licence|alternative text|could not|\w'\w/iu,
} as const;

test.each(LOCALES)('%s has one word for one thing', (locale) => {
  for (const section of sections(locale)) {
    for (const [key, text] of texts(locale, section))
      expect.soft(text, `${section} ${key}`).not.toMatch(SECOND_WORDS[locale]);
  }
});

test.each(LOCALES)('%s says a distance from a high or a low as a whole sentence', (locale) => {
  const { edge } = read(locale, 'dashboard').insight;
  const sentence =
    locale === 'en'
      ? /^\{\{metal\}\} is .+\.$/u
      : /^\{\{metal\}\} está (?:\{\{distance\}\} (?:abaixo|acima) d|n)[ao]/u;
  for (const { near, at } of Object.values<{ near: object; at: object }>(edge)) {
    for (const text of [...Object.values(near), ...Object.values(at)]) expect.soft(text).toMatch(sentence);
    for (const text of Object.values(near)) expect.soft(text).toContain('{{distance}}');
  }
});

test.each(LOCALES)('%s shows each invented person, and each place, once', (locale) => {
  const names = [...read(locale, 'about').team.members, ...read(locale, 'home-below').voices.items].map(
    ({ name }: { name: string }) => name,
  );
  expect(names.length).toBeGreaterThan(6);
  expect(names).toEqual([...new Set(names)]);
  for (const { city, country } of read(locale, 'security').vaults.items) expect(city).not.toBe(country);
});

test('every locale has the same sections', () => {
  for (const locale of LOCALES) expect(sections(locale)).toEqual(sections('pt-BR'));
});

describe.each(sections('pt-BR'))('%s', (section) => {
  const portuguese = texts('pt-BR', section);

  test.each(LOCALES)('%s has the same keys', (locale) => {
    expect([...texts(locale, section).keys()].toSorted()).toEqual([...portuguese.keys()].toSorted());
  });

  test.each(LOCALES)('%s has the same placeholders in each text', (locale) => {
    for (const [key, text] of texts(locale, section)) {
      expect([key, ...placeholders(text)]).toEqual([key, ...placeholders(portuguese.get(key) ?? '')]);
    }
  });

  test.each(LOCALES)('%s has no empty text and no exclamation mark', (locale) => {
    for (const [key, text] of texts(locale, section)) {
      expect.soft(text.trim(), key).not.toBe('');
      expect.soft(text, key).not.toContain('!');
    }
  });
});
