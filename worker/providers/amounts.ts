// Vendors' figures as integers. A JSON number is taken by its shortest decimal text, which is what the vendor
// wrote, so that no multiplication of floats can move a cent.

import * as v from 'valibot';
import { METAL_CODES, METALS, type Metal } from '../domain/metals.ts';
import { scaledDecimal } from '../domain/price-rules.ts';

function scaled(decimals: number) {
  return v.pipe(
    v.union([v.string(), v.pipe(v.number(), v.finite())]),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const value = scaledDecimal(String(dataset.value), decimals);
      if (value !== null) return value;
      addIssue({ message: 'not a plain decimal' });
      return NEVER;
    }),
  );
}

/** A price in US dollars, to cents. Signs and exponents do not parse. */
export const centsOf = scaled(2);
/** An exchange rate, to ten-thousandths. */
export const e4Of = scaled(4);

/** An ISO time with a zone, to epoch ms. */
export const isoTimeMs = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/u),
  v.transform((text) => Date.parse(text)),
  v.number(),
  v.safeInteger(),
);

export const METAL_SYMBOLS: readonly { readonly metal: Metal; readonly symbol: string }[] = METALS.map(
  (metal) => ({
    metal,
    symbol: METAL_CODES[metal],
  }),
);

/** A base address without a trailing slash, so that paths can simply follow. */
export function baseOf(url: string): string {
  return url.replace(/\/+$/u, '');
}
