// Numbers, money, weights and times in the notation of each locale. Amounts are the API's integers: US cents,
// ten-thousandths of a troy ounce, exchange rates in ten-thousandths. Intl gets decimal text, not floats, so no amount
// is rounded.

import { fixedFigure, numberFormat } from '../../worker/domain/number-format.ts';
import { INTL_TAG, type Locale } from './locale.ts';

export type Currency = 'USD' | 'BRL';

export const CURRENCY_SIGN: Readonly<Record<Currency, string>> = { USD: 'US$', BRL: 'R$' };

/** U+2212, as wide as a plus, unlike the hyphen that Intl writes. */
export const TRUE_MINUS = '−';
/** Shown for an unknown number: never zero (P22). */
export const UNKNOWN = '–';

export type Sign = 'none' | 'always';

const dateFormats = new Map<string, Intl.DateTimeFormat>();

export function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}/${JSON.stringify(options)}`;
  let format = dateFormats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(INTL_TAG[locale], options);
    dateFormats.set(key, format);
  }
  return format;
}

function signed(text: string, value: number, sign: Sign): string {
  const bare = text.replace(/^\D/, '');
  if (value < 0) return TRUE_MINUS + bare;
  return sign === 'always' && value > 0 ? `+${bare}` : bare;
}

export function fixed(locale: Locale, units: number, scale: number, sign: Sign): string {
  return signed(fixedFigure(INTL_TAG[locale], units, scale), units, sign);
}

/** The figure of an amount in cents, without its currency: `4.389,38`. */
export function amount(locale: Locale, cents: number, sign: Sign = 'none'): string {
  return fixed(locale, cents, 2, sign);
}

/** `US$ 4.389,38` with a no-break space in Portuguese, `US$4,389.38` in English; the sign comes first. */
export function money(
  locale: Locale,
  cents: number,
  currency: Currency = 'USD',
  sign: Sign = 'none',
): string {
  return withCurrency(locale, currency, amount(locale, cents, sign));
}

/** Whole units where the amount has no cents, for limits and round figures in sentences: `US$ 100`. */
export function moneyRound(locale: Locale, cents: number, currency: Currency = 'USD'): string {
  if (cents % 100 !== 0) return money(locale, cents, currency);
  return withCurrency(
    locale,
    currency,
    signed(numberFormat(INTL_TAG[locale], 0, 0).format(cents / 100), cents, 'none'),
  );
}

function withCurrency(locale: Locale, currency: Currency, figure: string): string {
  const gap = locale === 'pt-BR' ? '\u00a0' : '';
  return figure.replace(/^\D?/, (sign) => sign + CURRENCY_SIGN[currency] + gap);
}

export { brlCents } from '../../worker/domain/exchange.ts';

/** An exchange rate in ten-thousandths with all the digits that a conversion uses: `5,3412`. */
export function rate(locale: Locale, rateE4: number): string {
  return fixed(locale, rateE4, 4, 'none');
}

/** Troy ounces to four decimals, without the unit: `0,5000`. */
export function ounces(locale: Locale, ouncesE4: number, sign: Sign = 'none'): string {
  return fixed(locale, ouncesE4, 4, sign);
}

/** `0,5000 oz` with a no-break space. */
export function weight(locale: Locale, ouncesE4: number, sign: Sign = 'none'): string {
  return `${ounces(locale, ouncesE4, sign)}\u00a0oz`;
}

/** A percentage as the API sends it (`0.8` is 0.8 %): `+0,82%`. Null is a dash (P21). */
export function percent(locale: Locale, value: number | null, sign: Sign = 'always', digits = 2): string {
  if (value === null) return UNKNOWN;
  const scale = 10 ** digits;
  const rounded = Math.round(Math.abs(value) * scale) / scale;
  const shown = value < 0 ? -rounded : rounded;
  return `${signed(numberFormat(INTL_TAG[locale], digits, digits).format(shown), shown, sign)}%`;
}

/** A percentage in a sentence, with as few decimals as it needs: `0,5%`. */
export function percentRound(locale: Locale, value: number): string {
  return `${numberFormat(INTL_TAG[locale], 0, 3).format(value)}%`;
}

export function integer(locale: Locale, value: number): string {
  return numberFormat(INTL_TAG[locale], 0, 0).format(value);
}

/** A plain number with so many decimals: `79,12`. */
export function decimal(locale: Locale, value: number, digits: number): string {
  return numberFormat(INTL_TAG[locale], digits, digits).format(value).replace('-', TRUE_MINUS);
}

export type Instant = string | number | Date;

/** Hours as Portuguese writes them, with two digits; see `dateTime` for English. */
export const DATE_STYLES = {
  /** 21/11/2026 */
  date: { day: '2-digit', month: '2-digit', year: 'numeric' },
  /** 21 de nov. */
  dayMonth: { day: 'numeric', month: 'short' },
  /** 21 de nov., 14:32 */
  dayMonthTime: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  /** nov. de 2026 */
  monthYear: { month: 'short', year: 'numeric' },
  /** 2026 */
  year: { year: 'numeric' },
  /** 21 de nov. de 2026 */
  dayMonthYear: { day: 'numeric', month: 'short', year: 'numeric' },
  /** 21 de novembro de 2026 */
  long: { day: 'numeric', month: 'long', year: 'numeric' },
  /** sábado, 21 de novembro de 2026 */
  full: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  /** 14:32 */
  time: { hour: '2-digit', minute: '2-digit' },
  /** 14:32:08 */
  clock: { hour: '2-digit', minute: '2-digit', second: '2-digit' },
  /** sábado, 20:00 (horário de Brasília) */
  opening: { weekday: 'long', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  /** 21 de novembro de 2026 às 14:32 */
  minute: { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  /** 21 de novembro de 2026 às 14:32:08 (horário de Brasília) */
  stamp: {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'short',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof DATE_STYLES;

/** `timeZone` is for tests and for texts about another time zone; otherwise the user's own. */
export function dateTime(locale: Locale, at: Instant, style: DateStyle, timeZone?: string): string {
  if (timeZone === undefined && (style === 'clock' || style === 'time')) {
    return ownClock(locale, new Date(at), style);
  }
  const options: Intl.DateTimeFormatOptions = { ...DATE_STYLES[style], timeZone };
  // English writes 5:46 AM.
  if (locale === 'en' && options.hour) options.hour = 'numeric';
  const text = dateFormat(locale, options).format(new Date(at));
  // The zone's name as in the e-mails; Intl has letters that few know.
  return text.replace(/ BRT$/u, ' (horário de Brasília)');
}

/**
 * The time in the user's time zone, without Intl: every page shows one, and loading Intl's date tables blocks a phone
 * for a tenth of a second. A test compares it with Intl's output.
 */
function ownClock(locale: Locale, at: Date, style: 'clock' | 'time'): string {
  if (Number.isNaN(at.getTime())) throw new RangeError('Invalid time value');
  const english = locale === 'en';
  const hours = english ? at.getHours() % 12 || 12 : at.getHours();
  const parts = [hours, at.getMinutes(), ...(style === 'clock' ? [at.getSeconds()] : [])];
  const time = parts.map((part, i) => String(part).padStart(english && i === 0 ? 1 : 2, '0')).join(':');
  return english ? `${time}\u00a0${at.getHours() < 12 ? 'AM' : 'PM'}` : time;
}
