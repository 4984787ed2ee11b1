// Numbers in the format of each locale, exact, from integers. The page and the Worker, which writes the first price into
// it, share this code: both texts are identical. Intl.NumberFormat is not used, because loading its data was a tenth of
// all script time on a phone before the page is idle. A property test compares every number with the text of Intl.

export type LanguageTag = 'pt-BR' | 'en-US';

const SEPARATORS = {
  'pt-BR': { group: '.', decimal: ',' },
  'en-US': { group: ',', decimal: '.' },
} as const satisfies Record<LanguageTag, unknown>;

export type NumberFormat = {
  /** A number, or decimal text where a float is not exact. Rounds half away from zero; never returns `-0`. */
  readonly format: (value: number | `${number}`) => string;
};

/** A number format with between `minimum` and `maximum` decimals, for finite numbers. */
export function numberFormat(tag: LanguageTag, minimum: number, maximum: number): NumberFormat {
  return { format: (value) => written(tag, plainText(value), minimum, maximum) };
}

/** `438938` at scale 2 is `4.389,38` in Portuguese and `4,389.38` in English. Any safe integer. */
export function fixedFigure(tag: LanguageTag, units: number, scale: number): string {
  return written(tag, decimalText(units, scale), scale, scale);
}

function written(tag: LanguageTag, text: string, minimum: number, maximum: number): string {
  const negative = text.startsWith('-');
  const [whole = '', decimals = ''] = text.slice(negative ? 1 : 0).split('.');
  const kept = BigInt(whole + decimals.slice(0, maximum).padEnd(maximum, '0'));
  const rounded = kept + (decimals.charAt(maximum) >= '5' ? 1n : 0n);
  const digits = String(rounded).padStart(maximum + 1, '0');
  const cut = digits.length - maximum;
  const { group, decimal } = SEPARATORS[tag];
  const front = digits.slice(0, cut).replace(/\B(?=(?:\d{3})+$)/gu, group);
  const back = digits.slice(cut, cut + minimum) + digits.slice(cut + minimum).replace(/0+$/u, '');
  return `${negative && rounded !== 0n ? '-' : ''}${front}${back === '' ? '' : decimal + back}`;
}

/** A number's shortest decimal text without an exponent. */
function plainText(value: number | `${number}`): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const number = Number(value);
  return Math.abs(number) < 1 ? number.toFixed(20) : String(BigInt(number));
}

/** An integer of `10^-places` units as plain decimal text, exactly: `decimalText(12500, 4)` is '1.2500'. */
export function decimalText(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  const cut = digits.length - places;
  return `${value < 0 ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`;
}
