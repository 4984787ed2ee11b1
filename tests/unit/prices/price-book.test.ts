import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bookFor,
  isUnsettled,
  newBook,
  notePoll,
  review,
  takeIn,
  type Book,
  type BookTerms,
} from '../../../durable-objects/price-book.ts';
import { quoteBasisOf, snapshotOf, feedStatusOf } from '../../../durable-objects/price-view.ts';
import { METALS } from '../../../worker/domain/metals.ts';
import {
  areApart,
  isFresh,
  SERIES,
  type Observation,
  type Series,
} from '../../../worker/domain/price-rules.ts';
import { anObservation, NOW } from './observations.ts';
import { metals, NOTHING, SECOND, TERMS, told } from './told.ts';
import { runs } from '../../support/deep.ts';

const A_PAUSE = {
  id: 'pause-1',
  reason: { 'pt-BR': 'manutenção', en: 'maintenance' },
  since: NOW,
  by: 'op@onca.example',
};

test('the first sound observation is the price, with its own time', () => {
  const { gold, verdicts } = told([{ mid: 438_900, sourceAt: NOW - 5 * SECOND }]);
  expect(verdicts).toEqual(['accepted']);
  expect(gold).toMatchObject({ mid: 438_900, asOf: NOW - 5 * SECOND });
});

test('two fresh sources are priced at their middle, three at the one in between', () => {
  const two = told([{ mid: 438_900 }, { source: 'swissquote', mid: 439_001 }]);
  expect(two.gold?.mid).toBe(438_951);
  const three = told([
    { mid: 438_900 },
    { source: 'swissquote', mid: 439_000 },
    { source: 'metals-dev', mid: 440_000 },
  ]);
  expect(three.gold?.mid).toBe(439_000);
  expect(three.gold?.basis.map((o) => o.source)).toEqual(['gold-api', 'swissquote', 'metals-dev']);
});

test('a source that fell silent two minutes ago no longer counts', () => {
  const { gold } = told([{ mid: 430_000 }, { source: 'swissquote', mid: 440_000, at: NOW + 121 * SECOND }]);
  expect(gold).toMatchObject({ mid: 440_000, basis: [{ source: 'swissquote' }] });
});

test('a fix or a future never enters a spot book, nor does a simulated price', () => {
  for (const kind of ['fix', 'future', 'simulated'] as const) {
    const { gold, verdicts } = told([{ kind }]);
    expect(verdicts).toEqual(['wrong-kind']);
    expect(gold).toBeNull();
  }
});

test('an older word of the same source changes nothing, the same word again is not news', () => {
  const { verdicts, gold } = told([
    { mid: 438_900 },
    { mid: 430_000, sourceAt: NOW - SECOND },
    { mid: 438_900 },
  ]);
  expect(verdicts).toEqual(['accepted', 'out-of-order', 'unchanged']);
  expect(gold?.mid).toBe(438_900);
});

test('while a jump is unresolved its metal is not quoted on, and another metal is', () => {
  const silver = { series: 'silver', source: 'swissquote', mid: 5_800, at: NOW + 10 * SECOND } as const;
  const { book, gold } = told([
    { mid: 438_900 },
    { source: 'swissquote', mid: 438_950 },
    silver,
    { mid: 500_000, at: NOW + 10 * SECOND },
  ]);
  const now = NOW + 11 * SECOND;
  expect(gold?.mid).toBe(438_925);
  expect(quoteBasisOf(book, 'gold', now)).toMatchObject({ ok: false, reason: 'unsettled' });
  expect(quoteBasisOf(book, 'silver', now)).toMatchObject({ ok: true, priceCents: 5_800 });
  const { prices, source } = snapshotOf(book, now);
  expect(source).toMatchObject({ quotable: true, reason: null });
  expect(prices.map((price) => [price.metal, price.unsettled])).toEqual([
    ['gold', true],
    ['silver', undefined],
  ]);

  const settle = (over: Partial<Observation>) =>
    takeIn(book, anObservation({ receivedAt: now, sourceAt: now, ...over }), now).book;
  // The source takes it back, or the other confirms it.
  expect(quoteBasisOf(settle({ mid: 438_960 }), 'gold', now)).toMatchObject({ ok: true });
  expect(quoteBasisOf(settle({ source: 'swissquote', mid: 500_100 }), 'gold', now)).toMatchObject({
    ok: true,
    priceCents: 500_050,
  });
  // A word of two minutes ago is no doubt.
  const later = NOW + 131 * SECOND;
  const repeated = takeIn(
    book,
    anObservation({ source: 'swissquote', mid: 438_950, receivedAt: later, sourceAt: later }),
    later,
  );
  expect(quoteBasisOf(repeated.book, 'gold', later)).toMatchObject({ ok: true });
});

test('M2: silver jumps from 57 to 64 dollars at its one source, and is never quoted at 57 again', () => {
  const silver = (mid: number, seconds: number) => {
    const at = NOW + seconds * SECOND;
    return anObservation({ series: 'silver', licence: 'commercial', mid, receivedAt: at, sourceAt: at });
  };
  let book = takeIn(newBook(TERMS, null), silver(5_700, 0), NOW).book;
  expect(quoteBasisOf(book, 'silver', NOW)).toMatchObject({ ok: true, priceCents: 5_700 });
  const quoted: (number | string)[] = [];
  for (let seconds = 30; seconds <= 150; seconds += 30) {
    book = takeIn(book, silver(6_400, seconds), NOW + seconds * SECOND).book;
    for (const after of [0, 29]) {
      const basis = quoteBasisOf(book, 'silver', NOW + (seconds + after) * SECOND);
      quoted.push(basis.ok ? basis.priceCents : basis.reason);
    }
  }
  expect(new Set(quoted)).toEqual(new Set(['unsettled', 6_400]));
});

test('with every traded metal in doubt the feed is unsettled, after paused, closed and stale', () => {
  const { book } = told([{ mid: 438_900 }, { mid: 500_000, at: NOW + SECOND }]);
  const saturday = Date.parse('2026-11-21T14:00:00Z');
  const reason = (of: Book, now: number) => snapshotOf(of, now).source.reason;
  expect(reason(book, NOW + SECOND)).toBe('unsettled');
  expect(reason(book, NOW + 121 * SECOND)).toBe('stale');
  expect(reason(book, saturday)).toBe('closed');
  expect(reason({ ...book, paused: A_PAUSE }, NOW + SECOND)).toBe('paused');
  const settled = told([{ mid: 438_900, at: NOW + SECOND }]).book;
  expect(feedStatusOf(book, NOW + SECOND)).not.toBe(feedStatusOf(settled, NOW + SECOND));
});

test.each([
  [438_900, 443_289, true],
  [438_900, 443_290, false],
  [443_290, 438_900, false],
])('sources at %i and %i: quotable %s', (one, other, quotable) => {
  const { book } = told([{ mid: one }, { source: 'swissquote', mid: other }]);
  expect(quoteBasisOf(book, 'gold', NOW)).toMatchObject(
    quotable ? { ok: true } : { ok: false, reason: 'unsettled' },
  );
});

test('a live and a daily rate of the dollar may differ', () => {
  const rate = { series: 'usd-brl', kind: 'spot' } as const;
  const { book } = told([
    { ...rate, source: 'awesomeapi', mid: 53_400 },
    { ...rate, source: 'bcb-ptax', mid: 55_900 },
  ]);
  expect(isUnsettled(book, 'usd-brl', NOW)).toBe(false);
});

test('a source whose last two polls failed leaves the price at once, and is back with its next word', () => {
  const { book } = told([{ mid: 416_125 }, { source: 'swissquote', mid: 416_541 }]);
  const mid = (of: Book) => review(of, NOW).series.gold?.price?.mid;
  const once = notePoll(book, metals('gold-api'), NOTHING);
  expect(mid(once)).toBe(416_333);
  const twice = notePoll(once, metals('gold-api'), NOTHING);
  expect(mid(twice)).toBe(416_541);
  expect(quoteBasisOf(review(twice, NOW), 'gold', NOW)).toMatchObject({
    observations: [{ source: 'swissquote', midCents: 416_541 }],
  });
  // A poll in between that brings the same word again is none that failed.
  const heard = takeIn(twice, anObservation({ mid: 416_125 }), NOW);
  expect(heard.verdict).toBe('unchanged');
  expect(mid(heard.book)).toBe(416_333);
  expect(mid(notePoll(heard.book, metals('gold-api'), NOTHING))).toBe(416_333);
  expect(notePoll(once, metals('gold-api'), new Set<Series>(['gold']))).toBe(once);
  expect(notePoll(once, { name: 'gold-api', subject: 'rate' }, NOTHING)).toBe(once);
});

test('with every source failing the last price stays, and grows old', () => {
  let { book } = told([{ mid: 416_125 }, { source: 'swissquote', mid: 416_541 }]);
  for (const source of ['gold-api', 'gold-api', 'swissquote', 'swissquote'])
    book = review(notePoll(book, metals(source), NOTHING), NOW);
  expect(book.series.gold?.price).toMatchObject({ mid: 416_541, asOf: NOW });
  expect(quoteBasisOf(book, 'gold', NOW + 121 * SECOND)).toMatchObject({ reason: 'stale' });
  expect(review(book, NOW + 121 * SECOND)).toBe(book);
});

test('a source silent for three intervals leaves the price while another speaks, by time alone', () => {
  const { book } = told([{ mid: 416_125 }, { source: 'swissquote', mid: 416_541, at: NOW + 60 * SECOND }]);
  const mid = (seconds: number) => review(book, NOW + seconds * SECOND).series.gold?.price?.mid;
  expect([60, 90, 90.001].map(mid)).toEqual([416_333, 416_333, 416_541]);
  const alone = told([{ mid: 416_125 }]).book;
  expect(review(alone, NOW + 110 * SECOND)).toBe(alone);
});

test('a dead source contradicts no jump', () => {
  let { book } = told([{ mid: 438_900 }, { source: 'swissquote', mid: 438_950 }]);
  for (let i = 0; i < 2; i += 1) book = notePoll(book, metals('gold-api'), NOTHING);
  const verdicts = [10, 40, 70].map((seconds) => {
    const at = NOW + seconds * SECOND;
    const jump = anObservation({ source: 'swissquote', mid: 500_000, receivedAt: at, sourceAt: at });
    const taken = takeIn(book, jump, at);
    book = taken.book;
    return taken.verdict;
  });
  expect(verdicts).toEqual(['unconfirmed-jump', 'unconfirmed-jump', 'accepted']);
  expect(quoteBasisOf(book, 'gold', NOW + 70 * SECOND)).toMatchObject({ ok: true, priceCents: 500_000 });
});

test('a jump waits until a second source says the same', () => {
  const { verdicts, gold } = told([
    { mid: 438_900 },
    { source: 'swissquote', mid: 438_950 },
    { mid: 500_000, at: NOW + 10 * SECOND },
    { source: 'swissquote', mid: 438_960, at: NOW + 11 * SECOND },
    { mid: 500_100, at: NOW + 20 * SECOND },
    { source: 'swissquote', mid: 500_200, at: NOW + 21 * SECOND },
  ]);
  expect(verdicts).toEqual([
    'accepted',
    'accepted',
    'unconfirmed-jump',
    'accepted',
    'unconfirmed-jump',
    'accepted',
  ]);
  expect(gold).toMatchObject({ mid: 500_150 });
});

test('a lone source confirms a jump by three observations over a minute', () => {
  const jump = (seconds: number) => ({ mid: 500_000, at: NOW + seconds * SECOND });
  expect(told([{}, jump(200), jump(220), jump(240)]).verdicts.at(-1)).toBe('unconfirmed-jump');
  expect(told([{}, jump(200), jump(261)]).verdicts.at(-1)).toBe('unconfirmed-jump');
  const three = told([{}, jump(200), jump(230), jump(260)]);
  expect(three.verdicts.at(-1)).toBe('accepted');
  expect(three.gold?.mid).toBe(500_000);
});

test('a cached answer repeated is one observation, however often it is heard', () => {
  const cached = (seconds: number) => ({
    mid: 500_000,
    at: NOW + seconds * SECOND,
    sourceAt: NOW + 200 * SECOND,
  });
  expect(told([{}, cached(200), cached(230), cached(260), cached(290)]).verdicts.slice(1)).toEqual(
    Array.from({ length: 4 }, () => 'unconfirmed-jump'),
  );
});

test('a source that keeps jumping is not believed while another, fresh, stays where it was', () => {
  const said = Array.from({ length: 12 }, (_, i) => [
    { mid: 500_000, at: NOW + (i + 1) * 10 * SECOND },
    { source: 'swissquote', mid: 438_900 + i, at: NOW + (i + 1) * 10 * SECOND + 1 },
  ]).flat();
  const { gold, verdicts } = told([{ mid: 438_900 }, { source: 'swissquote', mid: 438_900 }, ...said]);
  expect(gold?.mid).toBe(438_911);
  expect(verdicts.filter((v) => v === 'unconfirmed-jump')).toHaveLength(12);
});

test('one normal observation makes the suspicion start over', () => {
  const { verdicts } = told([
    {},
    { mid: 500_000, at: NOW + 200 * SECOND },
    { mid: 500_000, at: NOW + 230 * SECOND },
    { mid: 438_901, at: NOW + 240 * SECOND },
    { mid: 500_000, at: NOW + 261 * SECOND },
  ]);
  expect(verdicts.at(-1)).toBe('unconfirmed-jump');
});

test("the dollar in reais is the newest source's word, not a mixture of a live and a daily rate", () => {
  const rate = { series: 'usd-brl', kind: 'spot' } as const;
  const { book } = told([
    { ...rate, source: 'awesomeapi', mid: 53_400 },
    { ...rate, source: 'bcb-ptax', mid: 53_900, sourceAt: NOW - 3 * 60 * 60 * SECOND },
  ]);
  expect(book.series['usd-brl']?.price?.mid).toBe(53_400);
});

test('a quote is refused in this order: paused, closed, absent, stale', () => {
  const { book } = told([{ mid: 438_900 }]);
  const saturday = Date.parse('2026-11-21T14:00:00Z');
  expect(quoteBasisOf(book, 'gold', NOW)).toMatchObject({ ok: true, priceCents: 438_900 });
  expect(quoteBasisOf(book, 'silver', NOW)).toMatchObject({ ok: false, reason: 'absent' });
  expect(quoteBasisOf(book, 'gold', NOW + 120 * SECOND)).toMatchObject({ ok: true });
  expect(quoteBasisOf(book, 'gold', NOW + 121 * SECOND)).toMatchObject({ ok: false, reason: 'stale' });
  expect(quoteBasisOf(book, 'gold', saturday)).toEqual({
    ok: false,
    reason: 'closed',
    opensAt: '2026-11-22T23:00:00.000Z',
  });
  const paused = { ...book, paused: A_PAUSE };
  expect(quoteBasisOf(paused, 'gold', saturday)).toMatchObject({ ok: false, reason: 'paused' });
  // Customers read why; who did it is for operators.
  expect(snapshotOf(paused, NOW).source).toMatchObject({
    quotable: false,
    reason: 'paused',
    pausedReason: A_PAUSE.reason,
  });
  expect(JSON.stringify(snapshotOf(paused, NOW))).not.toContain(A_PAUSE.by);
  expect(snapshotOf(book, NOW).source).not.toHaveProperty('pausedReason');
});

test('production shows a reference price but does not quote on it; a commercial one decides the price', () => {
  const production: BookTerms = { ...TERMS, quotableLicences: ['commercial'] };
  const shown = told([{ mid: 438_900 }], production);
  expect(snapshotOf(shown.book, NOW).prices[0]?.priceCents).toBe(438_900);
  expect(snapshotOf(shown.book, NOW).source).toMatchObject({ quotable: false, reason: 'stale' });
  expect(quoteBasisOf(shown.book, 'gold', NOW)).toMatchObject({ ok: false, reason: 'absent' });
  const both = told(
    [{ mid: 438_900 }, { source: 'metals-dev', licence: 'commercial', mid: 439_500 }],
    production,
  );
  expect(quoteBasisOf(both.book, 'gold', NOW)).toMatchObject({ ok: true, priceCents: 439_500 });
});

test('a quote remembers the observations it was made from', () => {
  const { book } = told([{ mid: 438_900 }, { source: 'swissquote', mid: 439_000 }]);
  expect(quoteBasisOf(book, 'gold', NOW)).toMatchObject({
    observations: [
      { source: 'gold-api', midCents: 438_900, at: new Date(NOW).toISOString() },
      { source: 'swissquote', midCents: 439_000, at: new Date(NOW).toISOString() },
    ],
  });
});

test('without 24 hours of stored prices the change is unknown, never zero', () => {
  const { book } = told([{ mid: 440_000 }]);
  expect(snapshotOf(book, NOW).prices).toEqual([
    expect.objectContaining({
      change24hCents: null,
      change24hPercent: null,
      high24hCents: null,
      low24hCents: null,
    }),
  ]);
  const day = { gold: { since: 'close', reference: 400_000, high: 439_000, low: 399_000 } } as const;
  expect(snapshotOf({ ...book, day }, NOW).prices[0]).toMatchObject({
    since: 'close',
    change24hCents: 40_000,
    change24hPercent: 10,
    high24hCents: 440_000,
    low24hCents: 399_000,
  });
});

test('another set of sources starts a new book; seq and the pause go on', () => {
  const { book } = told([{ mid: 438_900 }]);
  const stored: Book = { ...book, seq: 41, paused: A_PAUSE };
  expect(bookFor(TERMS, stored)).toEqual(stored);
  expect(bookFor({ ...TERMS, key: 'simulated/simulated', kind: 'simulated' }, stored)).toMatchObject({
    seq: 41,
    paused: A_PAUSE,
    kind: 'simulated',
    series: {},
    day: {},
  });
});

test('a notice to visitors is in the snapshot from its start to its end, which time alone changes; a new book keeps it', () => {
  const { book } = told([{ mid: 438_900 }]);
  const text = { 'pt-BR': 'Depósitos atrasam hoje.', en: 'Deposits are late today.' };
  const incident = {
    id: 'notice',
    text,
    startsAt: NOW + 10 * SECOND,
    endsAt: NOW + 20 * SECOND,
    by: 'ana@onca.example',
  };
  const notified = { ...book, incident };
  const at = (seconds: number) => snapshotOf(notified, NOW + seconds * SECOND).incident ?? null;
  // The operator is not named to visitors.
  expect([at(0), at(10), at(19.9), at(20)]).toEqual([
    null,
    { id: 'notice', text },
    { id: 'notice', text },
    null,
  ]);
  const [before, during, after] = [0, 10, 20].map((s) => feedStatusOf(notified, NOW + s * SECOND));
  expect(during).not.toBe(before);
  expect(after).toBe(before);
  expect(bookFor({ ...TERMS, key: 'simulated/simulated' }, notified).incident).toEqual(incident);
});

test('time alone changes what stands: fresh, then stale, then closed', () => {
  const { book } = told([{ mid: 438_900 }]);
  const standings = [NOW, NOW + 60 * SECOND, NOW + 121 * SECOND, Date.parse('2026-11-21T14:00:00Z')].map(
    (at) => feedStatusOf(book, at),
  );
  expect(new Set(standings).size).toBe(3);
  expect(standings[0]).toBe(standings[1]);
});

const anyObservation = fc.record({
  source: fc.constantFrom('gold-api', 'swissquote', 'metals-dev'),
  series: fc.constantFrom(...SERIES),
  kind: fc.constantFrom('spot', 'spot', 'spot', 'fix', 'future', 'simulated'),
  licence: fc.constantFrom('commercial', 'reference'),
  bid: fc.oneof(fc.constant(null), fc.integer({ min: -5, max: 900_000 })),
  ask: fc.oneof(fc.constant(null), fc.integer({ min: -5, max: 900_000 })),
  mid: fc.oneof(
    fc.integer({ min: -10, max: 60_000_000 }),
    fc.integer({ min: 400_000, max: 480_000 }),
    fc.constantFrom(0, Number.NaN, Number.POSITIVE_INFINITY, 0.5),
  ),
  lag: fc.oneof(fc.integer({ min: -90_000, max: 200_000 }), fc.constantFrom(31_536_000_000, -31_536_000_000)),
  wait: fc.integer({ min: 0, max: 40_000 }),
});

test('whatever the sources say, a price was observed, is whole and positive, and stays unless it was accepted', () => {
  fc.assert(
    fc.property(fc.array(anyObservation, { maxLength: 60 }), (said) => {
      let book = newBook(TERMS, null);
      let now = NOW;
      const heard = new Map<string, number[]>();
      for (const { lag, wait, ...rest } of said) {
        now += wait;
        const observation: Observation = { ...rest, sourceAt: now - lag, receivedAt: now };
        const before = book;
        const { book: after, verdict } = takeIn(book, observation, now);
        heard.set(observation.series, [...(heard.get(observation.series) ?? []), observation.mid]);
        book = after;
        const price = after.series[observation.series]?.price ?? null;
        const previous = before.series[observation.series]?.price ?? null;
        expect(verdict === 'accepted' || price === previous).toBe(true);
        if (price === null) continue;
        expect(Number.isSafeInteger(price.mid) && price.mid > 0).toBe(true);
        expect(price.asOf).toBeLessThanOrEqual(now);
        const mids = price.basis.map((o) => o.mid);
        expect(mids.every((mid) => heard.get(observation.series)?.includes(mid))).toBe(true);
        expect(price.mid).toBeGreaterThanOrEqual(Math.min(...mids));
        expect(price.mid).toBeLessThanOrEqual(Math.max(...mids));
        expect(price.basis.every((o) => o.kind === 'spot')).toBe(true);
      }
      for (const metal of METALS) {
        const quote = quoteBasisOf(book, metal, now);
        const price = book.series[metal]?.price ?? null;
        const sound =
          price !== null && isFresh(price.asOf, now) && quote.ok && quote.priceCents === price.mid;
        expect(!quote.ok || sound).toBe(true);
      }
    }),
    { numRuns: runs(300) },
  );
});

const anEvent = fc.record({
  source: fc.constantFrom('gold-api', 'swissquote', 'metals-dev'),
  /** What the poll brought: a price, or null where it failed. */
  mid: fc.oneof(
    fc.constant(null),
    fc.integer({ min: 435_000, max: 441_000 }),
    fc.integer({ min: 380_000, max: 500_000 }),
  ),
  lag: fc.integer({ min: 0, max: 130_000 }),
  wait: fc.integer({ min: 0, max: 60_000 }),
});

test('whatever fails, a quote is made of living sources that agree, and of no price that somebody contradicts', () => {
  fc.assert(
    fc.property(fc.array(anEvent, { maxLength: 40 }), (events) => {
      let book = newBook(TERMS, null);
      let now = NOW;
      const failed = new Map<string, number>();
      for (const { source, mid, lag, wait } of events) {
        now += wait;
        if (mid === null) book = notePoll(book, metals(source), NOTHING);
        else
          book = takeIn(book, anObservation({ source, mid, sourceAt: now - lag, receivedAt: now }), now).book;
        failed.set(source, mid === null ? (failed.get(source) ?? 0) + 1 : 0);
        book = review(book, now);
        expect(review(book, now)).toBe(book);

        const quote = quoteBasisOf(book, 'gold', now);
        const one = book.series.gold;
        const made = quote.ok ? quote.observations : [];
        const isDead = (named: string) => (failed.get(named) ?? 0) >= 2;
        const living = Object.values(one?.latest ?? {}).filter(
          (o) => isFresh(o.sourceAt, now) && !isDead(o.source),
        );
        const newest = Math.max(...living.map((o) => o.sourceAt));
        // While any source lives, no dead one has a say, nor one silent for three intervals beside a newer word.
        const wrong = made.filter(({ source: named, at }) => {
          const said = Date.parse(at);
          const isSilent = now - said > 3 * (TERMS.intervals[named] ?? 0) && said < newest;
          return living.length > 0 && (isDead(named) || isSilent);
        });
        expect(wrong).toEqual([]);
        expect(living.length > 0 && areApart(made.map((o) => o.midCents))).toBe(false);
        const suspects = Object.values(one?.suspects ?? {}).flatMap((said) => said.slice(-1));
        expect(quote.ok && suspects.some((o) => isFresh(o.sourceAt, now))).toBe(false);
      }
    }),
    {
      numRuns: runs(300),
      // A suspect whose source fails before and after it is believed.
      examples: [
        [
          [
            { source: 'gold-api', mid: 435_000, lag: 0, wait: 0 },
            { source: 'metals-dev', mid: 380_000, lag: 0, wait: 0 },
            { source: 'metals-dev', mid: null, lag: 0, wait: 0 },
            { source: 'gold-api', mid: 380_000, lag: 0, wait: 0 },
            { source: 'metals-dev', mid: null, lag: 0, wait: 0 },
          ],
        ],
      ],
    },
  );
});
