// The line above the page from the announcement of a tariff until its first day (P88): on every private page of customers and on the
// prices, where the pages themselves do not say it. It is written into the document, so that it is there at the first paint.

import en from '../../locales/en/tariff-notice.json' with { type: 'json' };
import pt from '../../locales/pt-BR/tariff-notice.json' with { type: 'json' };
import type { Tariff } from '../contract/storage.ts';
import { isAdminPage } from '../domain/admin-path.ts';
import { startOfDay } from '../domain/days.ts';
import { STORAGE_ABOVE_CENTS, STORAGE_FEE_BASIS_POINTS } from '../domain/limits.ts';
import { fixedFigure, numberFormat } from '../domain/number-format.ts';
import type { Language } from '../domain/settings-rules.ts';
import { localisedPath } from './page-address.ts';
import { isPrivatePage } from './private-titles.ts';

const WORDS = { 'pt-BR': pt, en } as const;
const TAG = { 'pt-BR': 'pt-BR', en: 'en-US' } as const;

export type TariffNotice = { readonly text: string; readonly link: string; readonly href: string };

/** Where it stands while there is something to announce. */
export function hasTariffNotice(path: string): boolean {
  return path === '/pricing' || (isPrivatePage(path) && !isAdminPage(path));
}

export function tariffNotice(locale: Language, tariff: Tariff | null, now: number): TariffNotice | null {
  if (tariff === null || startOfDay(tariff.fromDay) <= now) return null;
  const tag = TAG[locale];
  const options = { dateStyle: 'long', timeZone: 'UTC' } as const;
  const day = new Intl.DateTimeFormat(tag, options).format(startOfDay(tariff.fromDay));
  const dollars = fixedFigure(tag, STORAGE_ABOVE_CENTS / 100, 0);
  const bound = locale === 'en' ? `US$${dollars}` : `US$\u00a0${dollars}`;
  const rate = `${numberFormat(tag, 0, 2).format(STORAGE_FEE_BASIS_POINTS / 100)}%`;
  const say = WORDS[locale].storage;
  return {
    text: say.text.replace('{{day}}', day).replace('{{rate}}', rate).replace('{{bound}}', bound),
    link: say.link,
    href: localisedPath(locale, '/pricing#storage'),
  };
}
