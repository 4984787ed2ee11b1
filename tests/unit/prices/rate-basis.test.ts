// The rate at which reais are exchanged.

import { expect, test } from 'vitest';
import { type BookTerms, newBook, takeIn } from '../../../durable-objects/price-book.ts';
import { rateBasisOf } from '../../../durable-objects/price-view.ts';
import type { Observation } from '../../../worker/domain/price-rules.ts';
import { anObservation, NOW } from './observations.ts';

const TERMS: BookTerms = {
  key: 'gold-api/awesomeapi',
  kind: 'spot',
  calendar: 'spot',
  quotableLicences: ['commercial', 'reference'],
  intervals: { awesomeapi: 60_000 },
};
const SECOND = 1_000;
const A_PAUSE = {
  id: 'pause-1',
  reason: { 'pt-BR': 'manutenção', en: 'maintenance' },
  since: NOW,
  by: 'op@onca.example',
};

function told(said: readonly (Partial<Observation> & { at?: number })[]) {
  let book = newBook(TERMS, null);
  for (const { at = NOW, ...over } of said) {
    book = takeIn(book, anObservation({ receivedAt: at, sourceAt: at, ...over }), at).book;
  }
  return { book };
}

test('reais are exchanged at a rate that is as fresh as a quote, undoubted, not paused, and of a licence for it', () => {
  const rate = { series: 'usd-brl', kind: 'spot', source: 'awesomeapi' } as const;
  const { book } = told([{ ...rate, mid: 53_400 }]);
  const known = { rateE4: 53_400, asOf: new Date(NOW).toISOString(), source: 'awesomeapi' };
  expect(rateBasisOf(book, NOW + 120 * SECOND)).toEqual(known);
  expect(rateBasisOf(book, NOW + 120 * SECOND + 1)).toBeNull();
  // The market of metals need not be open.
  const saturday = Date.parse('2026-11-21T14:00:00Z');
  expect(rateBasisOf(told([{ ...rate, mid: 53_400, at: saturday }]).book, saturday)).toMatchObject({
    rateE4: 53_400,
  });
  expect(rateBasisOf({ ...book, paused: A_PAUSE }, NOW)).toBeNull();
  const doubted = told([
    { ...rate, mid: 53_400 },
    { ...rate, mid: 65_000, at: NOW + SECOND },
  ]).book;
  expect(rateBasisOf(doubted, NOW + SECOND)).toBeNull();
  expect(rateBasisOf(newBook(TERMS, null), NOW)).toBeNull();
  const unlicensed = newBook({ ...TERMS, quotableLicences: ['commercial'] }, null);
  expect(rateBasisOf(takeIn(unlicensed, anObservation({ ...rate, mid: 53_400 }), NOW).book, NOW)).toBeNull();
});
