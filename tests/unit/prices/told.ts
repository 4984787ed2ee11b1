// A book that was told some observations, one after the other.

import { type BookTerms, newBook, takeIn } from '../../../durable-objects/price-book.ts';
import type { Observation, Series } from '../../../worker/domain/price-rules.ts';
import { anObservation, NOW } from './observations.ts';

export const TERMS: BookTerms = {
  key: 'gold-api+swissquote/awesomeapi',
  kind: 'spot',
  calendar: 'spot',
  quotableLicences: ['commercial', 'reference'],
  intervals: { 'gold-api': 30_000, swissquote: 30_000, 'metals-dev': 60_000 },
};
export const SECOND = 1_000;
export const metals = (name: string) => ({ name, subject: 'metals' }) as const;
export const NOTHING: ReadonlySet<Series> = new Set();

export function told(said: readonly (Partial<Observation> & { at?: number })[], terms: BookTerms = TERMS) {
  let book = newBook(terms, null);
  const verdicts = said.map(({ at = NOW, ...over }) => {
    const taken = takeIn(book, anObservation({ receivedAt: at, sourceAt: at, ...over }), at);
    book = taken.book;
    return taken.verdict;
  });
  return { book, verdicts, gold: book.series.gold?.price ?? null };
}
