// The texts of one section in the language of this build, with keys that the compiler knows.
// A section is a pair of files, locales/<locale>/<section>.json. `#messages/<section>.json` is the file of the language that is
// built (package.json, "imports"), so a page holds no text of the other language.

import rosetta from 'rosetta';
import { INTL_TAG, type Locale } from './locale.ts';

export type Messages = { readonly [key: string]: unknown };

/** Dotted paths to the texts of a section: `'hero.title'`. Lists and groups are read as data. */
export type MessageKey<T> = {
  [K in keyof T & string]: T[K] extends string
    ? K
    : T[K] extends readonly unknown[]
      ? never
      : `${K}.${MessageKey<T[K]>}`;
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

export type MessageParams = Readonly<Record<string, string | number>>;

export type Translate<T> = {
  (key: MessageKey<T>, params?: MessageParams): string;
  /** The plural form for `n`, which is available to the text as {{n}}. */
  readonly count: (key: PluralKey<T>, n: number, params?: MessageParams) => string;
};

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

/** `t('hero.title')` for one section, or for one group of a section. */
export function translator<T extends Messages>(messages: T, locale: Locale): Translate<T> {
  const texts = rosetta({ [locale]: messages });
  const text = (key: string, params: MessageParams = {}): string => {
    const found = texts.t(key, params, locale);
    // rosetta answers '' for a key it does not have; the specification wants the key and a warning.
    if (found !== '') return found;
    console.warn(`Missing message: ${key} (${locale})`);
    return key;
  };
  const count = (key: PluralKey<T>, n: number, params?: MessageParams) =>
    text(`${key}.${pluralForm(locale, n)}`, { n, ...params });
  return Object.assign((key: MessageKey<T>, params?: MessageParams) => text(key, params), { count });
}
