import fc from 'fast-check';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { termsOf } from '../../../durable-objects/feeds.ts';
import type { SourceHealth } from '../../../durable-objects/feed-journal.ts';
import { feedReport } from '../../../durable-objects/feed-view.ts';
import {
  type Book,
  newBook,
  notePoll,
  review,
  takeIn,
  type Verdict,
} from '../../../durable-objects/price-book.ts';
import { FeedReport, PauseRequest } from '../../../worker/contract/operators/price-feed.ts';
import { normaliseReason, reasonProblem } from '../../../worker/domain/feed-report.ts';
import {
  differenceBp,
  type Observation,
  OBSERVATION_MAX_AGE_MS,
} from '../../../worker/domain/price-rules.ts';
import { priceFeeds, type PriceVars } from '../../../worker/providers/registry.ts';
import { anObservation, NOW } from './observations.ts';

const VARS: PriceVars = {
  ENVIRONMENT: 'local',
  PRICE_PROVIDERS: 'gold-api,swissquote',
  FX_PROVIDERS: 'awesomeapi,bcb-ptax',
};
const QUIET: SourceHealth = { answeredAt: null, fault: null, since: null, times: 0 };
const MINUTE = 60_000;

/** What operators see after these were said, one after the other. */
function reportAfter(
  said: readonly Partial<Observation>[],
  { vars = VARS, now = NOW, missed = [] as readonly string[] } = {},
) {
  const feeds = priceFeeds(vars);
  let book: Book = newBook(termsOf(feeds), null);
  const last = new Map<string, { o: Observation; verdict: Verdict }>();
  for (const over of said) {
    const o = anObservation(over);
    const taken = takeIn(book, o, o.receivedAt);
    book = taken.book;
    last.set(`${o.series} ${o.source}`, { o, verdict: taken.verdict });
  }
  for (const source of missed) book = notePoll(book, { name: source, subject: 'metals' }, new Set());
  book = review(book, now);
  const words = [...last.values()].map(({ o: { source, series, bid, ask, mid, ...o }, verdict }) => {
    return { source, series, bid, ask, mid, verdict, source_at: o.sourceAt, received_at: o.receivedAt };
  });
  const quiet = { refused: [], troubles: [], healthOf: () => QUIET, lastPollAt: () => null };
  const report = feedReport({ book, feeds, lastObservations: words, ...quiet }, now);
  expect(v.parse(FeedReport, JSON.parse(JSON.stringify(report)))).toEqual(report);
  const of = (series: string) => report.series.find((one) => one.series === series);
  const word = (source: string, series = 'gold') => of(series)?.words.find((one) => one.source === source);
  return { report, of, word };
}

test('two sources that agree are both in the price; each says how far it is from it', () => {
  const { of, word } = reportAfter([{ mid: 438_900 }, { source: 'swissquote', mid: 439_101 }]);
  expect(of('gold')?.accepted).toMatchObject({
    value: 439_001,
    fresh: true,
    mayQuote: true,
    settled: true,
    sources: ['gold-api', 'swissquote'],
  });
  expect(word('gold-api')).toMatchObject({ inPrice: true, leftOut: null, differenceBp: -2.3 });
  expect(word('swissquote')).toMatchObject({ inPrice: true, leftOut: null, differenceBp: 2.3 });
});

test('a source whose polls failed, or that fell silent beside another, says so; a jump unsettles its price alone', () => {
  const two = [{ mid: 438_900 }, { source: 'swissquote', mid: 439_101 }];
  const failed = reportAfter(two, { missed: ['gold-api', 'gold-api'] });
  expect(failed.word('gold-api')).toMatchObject({ inPrice: false, leftOut: 'failing' });
  expect(failed.of('gold')?.accepted).toMatchObject({ value: 439_101, sources: ['swissquote'] });

  const later = { source: 'swissquote', mid: 439_101, receivedAt: NOW + MINUTE };
  const silent = reportAfter([{ mid: 438_900 }, later], { now: NOW + 91_000 });
  expect(silent.word('gold-api')).toMatchObject({ inPrice: false, leftOut: 'silent' });

  const jumped = reportAfter([...two, { series: 'silver', mid: 5_800 }, { mid: 538_900, sourceAt: NOW + 1 }]);
  expect(jumped.of('gold')?.accepted?.settled).toBe(false);
  expect(jumped.of('silver')?.accepted?.settled).toBe(true);
});

test('a refused word says why, while the price stands on the one before it', () => {
  const { of, word } = reportAfter([
    { mid: 438_900 },
    { mid: 538_900, sourceAt: NOW + 1, receivedAt: NOW + 1 },
    { source: 'swissquote', mid: 438_900, bid: 439_000, ask: 438_800 },
  ]);
  expect(of('gold')?.accepted?.value).toBe(438_900);
  expect(word('gold-api')).toMatchObject({
    value: 538_900,
    verdict: 'unconfirmed-jump',
    inPrice: true,
    leftOut: null,
  });
  expect(word('gold-api')?.differenceBp).toBe(2_278.4);
  expect(word('swissquote')).toMatchObject({ verdict: 'inverted', inPrice: false, leftOut: null });
});

test.each([
  [
    'stale',
    [{ source: 'swissquote', receivedAt: NOW - 5 * MINUTE }, { mid: 438_900 }],
    'swissquote',
    'gold',
    {},
  ],
  [
    'licence',
    [{ mid: 438_800 }, { source: 'metals-dev', licence: 'commercial', mid: 438_900 }],
    'gold-api',
    'gold',
    { ENVIRONMENT: 'production', PRICE_PROVIDERS: 'gold-api,metals-dev', METALS_DEV_KEY: 'k' },
  ],
  [
    'not-newest',
    [
      { source: 'bcb-ptax', series: 'usd-brl', mid: 53_400, receivedAt: NOW - MINUTE },
      { source: 'awesomeapi', series: 'usd-brl', mid: 53_500 },
    ],
    'bcb-ptax',
    'usd-brl',
    {},
  ],
  [
    'superseded',
    [
      { source: 'metals-dev', mid: 438_000, receivedAt: NOW - 10 * MINUTE },
      { mid: 538_900, receivedAt: NOW - 1 },
      { source: 'swissquote', mid: 538_800 },
    ],
    'metals-dev',
    'gold',
    { PRICE_PROVIDERS: 'gold-api,swissquote,metals-dev', METALS_DEV_KEY: 'k' },
  ],
] as const)(
  'a believed word that is not in the price says why: %s',
  (because, said, source, series, vars) => {
    const { word } = reportAfter(said as readonly Partial<Observation>[], { vars: { ...VARS, ...vars } });
    expect(word(source, series)).toMatchObject({ inPrice: false, leftOut: because });
  },
);

test('sources that are not listened to are named with the reason, and their old words are not shown', () => {
  const { report, word } = reportAfter([{ source: 'metals-dev', mid: 438_900 }], {
    vars: { ...VARS, PRICE_PROVIDERS: 'gold-api,metals-dev,made-up' },
  });
  expect(report.notUsed).toEqual([
    { name: 'metals-dev', reason: 'key-missing' },
    { name: 'made-up', reason: 'unknown' },
  ]);
  expect(word('metals-dev')).toBeUndefined();
});

test("a vendor's nonsense never breaks the report", () => {
  const value = fc.oneof(
    fc.integer(),
    fc.double(),
    fc.constantFrom(Number.POSITIVE_INFINITY, Number.MAX_VALUE),
  );
  fc.assert(
    fc.property(
      value,
      value,
      fc.integer({ min: -OBSERVATION_MAX_AGE_MS, max: 8.64e15 - NOW }),
      (mid, bid, shift) => {
        const { of } = reportAfter([
          { mid: 438_900 },
          { source: 'swissquote', mid, bid, sourceAt: NOW + shift },
        ]);
        expect(of('gold')?.words).toHaveLength(2);
      },
    ),
  );
});

test.each([
  [100, 100, 0],
  [101, 100, 100],
  [99, 100, -100],
  [439_101, 439_001, 2.3],
  [200, 100, 10_000],
])('%i from %i is %s basis points', (value, from, bp) => {
  expect(differenceBp(value, from)).toBe(bp);
});

test.each([
  ['  Manutenção   do feed. ', 'Manutenção do feed', null],
  ['linha\num', 'linha um', null],
  ['v. 2 das 12.30 às 13 h .', 'v. 2 das 12.30 às 13 h', null],
  ['ab', 'ab', 'short'],
  ['abc.', 'abc', null],
  [' . ', '', 'short'],
  ['x'.repeat(200), 'x'.repeat(200), null],
  ['x'.repeat(201), 'x'.repeat(201), 'long'],
  ['turned \u202Earound', 'turned \u202Earound', 'characters'],
  ['null \u0000 byte', 'null \u0000 byte', 'characters'],
  ['<b>bold</b> & "quoted"', '<b>bold</b> & "quoted"', null],
] as const)('the reason %j', (text, normal, problem) => {
  expect(normaliseReason(text)).toBe(normal);
  expect(reasonProblem(text)).toBe(problem);
});

test('a reason is asked for in every language', () => {
  const ok = (reason: unknown) => v.safeParse(PauseRequest, { reason }).success;
  expect(ok({ 'pt-BR': 'manutenção', en: 'maintenance' })).toBe(true);
  const refused = [
    undefined,
    'maintenance',
    {},
    { en: 'maintenance' },
    { 'pt-BR': 'manutenção' },
    { 'pt-BR': '', en: 'x'.repeat(201) },
    { 'pt-BR': 'manutenção', en: ['maintenance'] },
  ];
  expect(refused.filter((reason) => ok(reason))).toEqual([]);
});
