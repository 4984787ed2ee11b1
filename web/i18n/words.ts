// The words of one section of the site, in every locale, with keys the compiler knows.
// A section is a pair of files, locales/<locale>/<section>.json, joined in web/i18n/words/<section>.ts; a page
// imports only its own sections, so its bundle holds no other page's words. (One file per locale cannot do
// that: a JSON module is one module, and the bundler keeps the union of all keys for everybody.)

import rosetta from 'rosetta';
import { INTL_TAG, type Locale } from './locale.ts';

type Tree = { readonly [key: string]: unknown };

/** Dotted paths to the texts of a section: `'hero.title'`. Lists are read through `useDictionary`. */
export type WordKey<T> = {
  [K in keyof T & string]: T[K] extends string
    ? K
    : T[K] extends readonly unknown[]
      ? never
      : `${K}.${WordKey<T[K]>}`;
}[keyof T & string];

/** Keys whose value is a set of plural forms: `{ "one": ..., "other": ... }`. */
export type PluralKey<T> = {
  [K in keyof T & string]: T[K] extends string
    ? never
    : T[K] extends { other: string }
      ? K
      : T[K] extends readonly unknown[]
        ? never
        : `${K}.${PluralKey<T[K]>}`;
}[keyof T & string];

export type WordParams = Readonly<Record<string, string | number>>;

export type Words<T extends Tree> = {
  readonly section: string;
  readonly dictionaries: Readonly<Record<Locale, T>>;
  readonly say: (locale: Locale, key: string, params?: WordParams) => string;
};

export type Translate<T> = {
  (key: WordKey<T>, params?: WordParams): string;
  /** The plural form for `n`, which is available to the text as {{n}}. */
  readonly count: (key: PluralKey<T>, n: number, params?: WordParams) => string;
};

export function defineWords<T extends Tree>(
  section: string,
  dictionaries: Readonly<Record<Locale, T>>,
): Words<T> {
  const texts = rosetta(dictionaries as Record<string, Tree>);
  return {
    section,
    dictionaries,
    say(locale, key, params) {
      const text = texts.t(key, params ?? {}, locale);
      // rosetta answers '' for a key it does not have; the specification wants the key and a warning.
      if (text !== '') return text;
      console.warn(`Missing words: ${section}.${key} (${locale})`);
      return `${section}.${key}`;
    },
  };
}

const pluralRules = new Map<Locale, Intl.PluralRules>();

function pluralForm(locale: Locale, n: number): Intl.LDMLPluralRule {
  let rules = pluralRules.get(locale);
  if (!rules) {
    rules = new Intl.PluralRules(INTL_TAG[locale]);
    pluralRules.set(locale, rules);
  }
  const form = rules.select(n);
  // Portuguese has a "many" form for round millions ("1 milhão de ..."), which no text here needs.
  return form === 'many' ? 'other' : form;
}

export function translator<T extends Tree>(words: Words<T>, locale: Locale): Translate<T> {
  const say = (key: WordKey<T>, params?: WordParams) => words.say(locale, key, params);
  const count = (key: PluralKey<T>, n: number, params?: WordParams) =>
    words.say(locale, `${key}.${pluralForm(locale, n)}`, { n, ...params });
  return Object.assign(say, { count });
}
