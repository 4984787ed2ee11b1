// The price book at its edges: what confirms nothing, what is no news, and what changes nothing.

import { expect, test } from 'vitest';
import {
  bookFor,
  isSound,
  isUnsettled,
  isWord,
  newBook,
  notePoll,
  review,
  silenceOf,
  takeIn,
} from '../../../durable-objects/price-book.ts';
import { SERIES, type Observation } from '../../../worker/domain/price-rules.ts';
import { anObservation, NOW } from './observations.ts';
import { metals, NOTHING, SECOND, TERMS, told } from './told.ts';

test('another jump, and one of two minutes ago, confirm nothing', () => {
  const jump = (mid: number, seconds: number) => ({ mid, at: NOW + seconds * SECOND });
  const other = { source: 'swissquote' };
  const away = told([{}, jump(500_000, 10), { ...other, ...jump(600_000, 11) }]);
  expect(away.verdicts).toEqual(['accepted', 'unconfirmed-jump', 'unconfirmed-jump']);
  const late = told([{}, jump(500_000, 10), { ...other, ...jump(500_000, 131) }]);
  expect(late.verdicts).toEqual(['accepted', 'unconfirmed-jump', 'unconfirmed-jump']);
});

test('a source that never spoke misses nothing, has no say, and fails no more than twice', () => {
  const { book } = told([{}]);
  expect(notePoll(book, metals('swissquote'), NOTHING)).toBe(book);
  const gold = book.series.gold ?? { latest: {}, missed: {} };
  expect(silenceOf(gold, 'swissquote', TERMS, NOW)).toBe('stale');
  expect(silenceOf(gold, 'gold-api', TERMS, NOW)).toBeNull();
  const twice = notePoll(notePoll(book, metals('gold-api'), NOTHING), metals('gold-api'), NOTHING);
  expect(notePoll(twice, metals('gold-api'), NOTHING)).toBe(twice);
});

test('three jumps to three prices confirm none of them', () => {
  const jump = (mid: number, seconds: number) => ({ mid, at: NOW + seconds * SECOND });
  const { verdicts } = told([{}, jump(500_000, 200), jump(600_000, 230), jump(600_000, 261)]);
  expect(verdicts.slice(1)).toEqual(['unconfirmed-jump', 'unconfirmed-jump', 'unconfirmed-jump']);
});

test('an answer that is repeated is one, and of a source that is doubted the last twenty are kept', () => {
  const jump = (seconds: number, stamp = seconds) => ({
    mid: 500_000,
    at: NOW + seconds * SECOND,
    sourceAt: NOW + stamp * SECOND,
  });
  const { verdicts } = told([{}, jump(200), jump(230, 200), jump(261)]);
  expect(verdicts.slice(1)).toEqual(['unconfirmed-jump', 'unconfirmed-jump', 'unconfirmed-jump']);
  const many = Array.from({ length: 22 }, (_, index) => jump(index + 1));
  const { book } = told([{}, { source: 'swissquote' }, ...many]);
  const kept = book.series.gold?.suspects['gold-api'] ?? [];
  expect([kept.length, kept[0]?.sourceAt]).toEqual([20, NOW + 3 * SECOND]);
});

test('a price is as old as its newest word, and of two rates of one moment the later word counts', () => {
  const two = told([{ sourceAt: NOW - 9 * SECOND }, { source: 'swissquote', sourceAt: NOW - 4 * SECOND }]);
  expect(two.gold?.asOf).toBe(NOW - 4 * SECOND);
  const rate = { series: 'usd-brl', kind: 'spot' } as const;
  const { book } = told([
    { ...rate, mid: 53_400 },
    { ...rate, source: 'awesomeapi', mid: 53_500 },
  ]);
  expect(book.series['usd-brl']?.price?.mid).toBe(53_500);
});

test('a book of other sources is not gone on with', () => {
  const { book } = told([{}]);
  expect(bookFor(TERMS, book).series).toBe(book.series);
  expect(bookFor({ ...TERMS, key: 'others' }, book).series).toEqual({});
  expect(bookFor(TERMS, null)).toEqual(newBook(TERMS, null));
  expect(newBook(TERMS, null)).not.toHaveProperty('incident');
});

test('the same word is no other book; any other value of the same moment is another word', () => {
  const { book } = told([{ bid: 438_850, ask: 438_950 }]);
  const again = (over: Partial<Observation>) =>
    takeIn(book, anObservation({ bid: 438_850, ask: 438_950, ...over }), NOW);
  expect(again({}).book).toBe(book);
  for (const over of [{ mid: 438_901 }, { bid: 438_851 }, { ask: 438_951 }])
    expect(again(over).verdict).toBe('accepted');
});

test('what is sound and what is a word', () => {
  const verdicts = [
    'accepted',
    'unchanged',
    'unconfirmed-jump',
    'out-of-order',
    'implausible',
    'wrong-kind',
  ] as const;
  expect(verdicts.filter(isSound)).toEqual(['accepted', 'unchanged']);
  expect(verdicts.filter(isWord)).toEqual(['accepted', 'unchanged', 'unconfirmed-jump', 'out-of-order']);
});

test('what nobody spoke of is not unsettled', () => {
  expect(SERIES.filter((series) => isUnsettled(newBook(TERMS, null), series, NOW))).toEqual([]);
});

test('one source that left for another that came back is another price', () => {
  const said = ['gold-api', 'swissquote', 'metals-dev'].map((source, at) => ({
    source,
    mid: 438_000 + at * 100,
  }));
  let { book } = told(said);
  const fails = (name: string) => {
    for (const _ of [1, 2]) book = notePoll(book, { name, subject: 'metals' }, new Set());
  };
  fails('metals-dev');
  book = review(book, NOW);
  expect(book.series.gold?.price?.mid).toBe(438_050);
  fails('gold-api');
  book = takeIn(book, anObservation(said[2]), NOW).book;
  expect(review(book, NOW).series.gold?.price?.mid).toBe(438_150);
});

test('of two sources that say the same to the millisecond the price names the one that has a say', () => {
  const said = ['gold-api', 'swissquote', 'metals-dev'].map((source) => ({ source, mid: 438_000 }));
  let { book } = told(said);
  const fails = (name: string) => {
    for (const _ of [1, 2]) book = notePoll(book, metals(name), NOTHING);
  };
  fails('metals-dev');
  book = review(book, NOW);
  fails('gold-api');
  book = review(takeIn(book, anObservation(said[2]), NOW).book, NOW);
  expect(book.series.gold?.price?.basis.map(({ source }) => source)).toEqual(['swissquote', 'metals-dev']);
});
