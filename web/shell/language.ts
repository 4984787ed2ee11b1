import type { Locale } from '../i18n/locale.ts';

const YEAR_S = 365 * 24 * 60 * 60;

/** Remembers a language that was chosen, for the next visit (Account spec, section 9). The address decides this one. */
export function rememberLanguage(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing in browsers we serve
  document.cookie = `locale=${locale}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
}
