import * as v from 'valibot';
import { PriceSnapshot } from '../../worker/contract/prices.ts';

/** The specification's limit on a request (second document, section 9). */
const ANSWER_WITHIN_MS = 10_000;

/** Not cut off when a component goes: the next one on the page wants the same prices. */
export async function fetchPrices(): Promise<PriceSnapshot> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  const response = await fetch('/api/prices', { signal, headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`GET /api/prices answered ${response.status}`);
  return v.parse(PriceSnapshot, await response.json());
}
