// The matching of the bank's movements with ours: everything is in one place, whatever the order of either list.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../../worker/domain/brasilia.ts';
import {
  MATCH_DAYS,
  type OurMovement,
  reconcile,
  type Reconciled,
  type TheirMovement,
} from '../../../worker/domain/reconciliation.ts';
import { runs } from '../../support/deep.ts';

const FIRST = '2026-11-02';
const their = (over: Partial<TheirMovement>): TheirMovement => ({
  key: 't',
  day: FIRST,
  cents: 10_000,
  paymentIds: [],
  ...over,
});
const our = (over: Partial<OurMovement>): OurMovement => ({
  operationId: 'o',
  day: FIRST,
  cents: 10_000,
  names: [],
  ...over,
});

const keys = (result: Reconciled<TheirMovement, OurMovement>) => ({
  matched: result.matched.map(
    ({ their: { key }, our: { operationId }, how }) => `${key}=${operationId} ${how}`,
  ),
  differing: result.differing.map((pair) => `${pair.their.key}=${pair.our.operationId}`),
  theirs: result.theirsAlone.map(({ key }) => key),
  ours: result.oursAlone.map(({ operationId }) => operationId),
});
const NOTHING = { matched: [], differing: [], theirs: [], ours: [] };

describe('a line is one of ours', () => {
  test('by the name of its payment, however far the days are apart and however it is spelled', () => {
    const found = reconcile(
      [their({ day: addDays(FIRST, 40), paymentIds: ['E2E-ABC'] })],
      [our({ operationId: 'other' }), our({ names: ['nobody', 'e2e-abc'] })],
    );
    expect(keys(found)).toEqual({ ...NOTHING, matched: ['t=o reference'], ours: ['other'] });
  });

  test('by its name with another amount: that differs', () => {
    const found = reconcile([their({ cents: 9_999, paymentIds: ['n'] })], [our({ names: ['n'] })]);
    expect(keys(found)).toEqual({ ...NOTHING, differing: ['t=o'] });
  });

  test('paid twice, once: the second line is theirs alone', () => {
    const twice = [their({ key: 'b', paymentIds: ['n'] }), their({ key: 'a', paymentIds: ['n'] })];
    expect(keys(reconcile(twice, [our({ names: ['n'] })]))).toEqual({
      ...NOTHING,
      matched: ['a=o reference'],
      theirs: ['b'],
    });
  });

  test('where two have its name, by the amount too', () => {
    const found = reconcile(
      [their({ key: 'in', paymentIds: ['n'] }), their({ key: 'back', cents: -10_000, paymentIds: ['n'] })],
      [
        our({ operationId: 'reversal', cents: -10_000, names: ['n'] }),
        our({ operationId: 'deposit', names: ['n'] }),
      ],
    );
    expect(keys(found).matched.toSorted()).toEqual(['back=reversal reference', 'in=deposit reference']);
  });

  test.each([
    [0, true],
    [MATCH_DAYS, true],
    [-MATCH_DAYS, true],
    [MATCH_DAYS + 1, false],
    [-MATCH_DAYS - 1, false],
  ])('without a name by its amount, %i days apart: %s', (apart, isOurs) => {
    const found = keys(reconcile([their({ day: addDays(FIRST, apart) })], [our({})]));
    expect(found.matched).toEqual(isOurs ? ['t=o amount-and-day'] : []);
    expect(found.theirs).toEqual(isOurs ? [] : ['t']);
  });

  test('never by another amount or the other direction', () => {
    const found = reconcile([their({ cents: 10_001 }), their({ key: 'out', cents: -10_000 })], [our({})]);
    expect(found.matched).toEqual([]);
  });

  test('by its name in capitals, as banks write it', () => {
    const found = reconcile([their({ paymentIds: ['GRÜSSE-1'] })], [our({ names: ['grüße-1'] })]);
    expect(keys(found).matched).toEqual(['t=o reference']);
  });

  test('by its name, of several lines the nearest in days', () => {
    const line = (key: string, apart: number, id = 'n') =>
      their({ key, day: addDays(FIRST, apart), paymentIds: [id] });
    const lines = [line('a', 5), line('ab', 30, 'unknown'), line('b', -9), line('c', 1)];
    expect(keys(reconcile(lines, [our({ names: ['n'] })]))).toEqual({
      ...NOTHING,
      matched: ['c=o reference'],
      theirs: ['a', 'ab', 'b'],
    });
  });

  test('by its name, of several the nearest in days, and what is left is in order', () => {
    const ours = [
      our({ operationId: '1', day: addDays(FIRST, 9), names: ['n'] }),
      our({ operationId: '2', day: addDays(FIRST, -8), names: ['n'] }),
      our({ operationId: '3', day: addDays(FIRST, 20) }),
    ];
    const alone = ['c', 'a', 'b'].map((key) => their({ key, cents: 1 }));
    expect(keys(reconcile([...alone, their({ paymentIds: ['n'] })], ours.toReversed()))).toEqual({
      matched: ['t=2 reference'],
      differing: [],
      theirs: ['a', 'b', 'c'],
      ours: ['1', '3'],
    });
  });

  test('in the order of the lines, and of ours where a line names several', () => {
    const lines = [their({ key: 'b', paymentIds: ['x', 'y'] }), their({ key: 'a', paymentIds: ['z'] })];
    const [first, second] = [
      our({ operationId: '1', names: ['y'] }),
      our({ operationId: '2', names: ['z', 'x'] }),
    ];
    expect(keys(reconcile(lines, [second, first])).matched).toEqual(['a=2 reference', 'b=1 reference']);
    for (const paymentIds of [
      ['x', 'y'],
      ['y', 'x'],
    ])
      expect(keys(reconcile([their({ paymentIds })], [second, first])).matched).toEqual(['t=1 reference']);
  });

  test('by the nearest day where several fit', () => {
    const lines = [
      their({ key: 'far', day: addDays(FIRST, 2) }),
      their({ key: 'near', day: addDays(FIRST, 1) }),
    ];
    expect(keys(reconcile(lines, [our({})]))).toMatchObject({
      matched: ['near=o amount-and-day'],
      theirs: ['far'],
    });
  });
});

const day = fc.integer({ min: 0, max: 9 }).map((n) => addDays(FIRST, n));
const cents = fc.constantFrom(100, 200, -100);
const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 2 });
const theirs = fc.uniqueArray(
  fc.record({ key: fc.integer({ min: 0, max: 99 }).map(String), day, cents, paymentIds: names }),
  { selector: ({ key }) => key, maxLength: 25 },
);
const ours = fc.uniqueArray(
  fc.record({ operationId: fc.integer({ min: 0, max: 99 }).map(String), day, cents, names }),
  { selector: ({ operationId }) => operationId, maxLength: 25 },
);

test('each of theirs and each of ours is in one place, and what matched agrees', () => {
  fc.assert(
    fc.property(theirs, ours, (bank, books) => {
      const { matched, differing, theirsAlone, oursAlone } = reconcile(bank, books);
      const pairs = [...matched, ...differing];
      expect(
        [...pairs.map((pair) => pair.their.key), ...theirsAlone.map(({ key }) => key)].toSorted(),
      ).toEqual(bank.map(({ key }) => key).toSorted());
      expect(
        [
          ...pairs.map((pair) => pair.our.operationId),
          ...oursAlone.map(({ operationId }) => operationId),
        ].toSorted(),
      ).toEqual(books.map(({ operationId }) => operationId).toSorted());
      expect(matched.every((pair) => pair.their.cents === pair.our.cents)).toBe(true);
      expect(differing.every((pair) => pair.their.cents !== pair.our.cents)).toBe(true);
      // Nothing is left on both sides that could still be one.
      const stillEqual = theirsAlone.filter((one) =>
        oursAlone.some(
          (other) =>
            one.cents === other.cents &&
            Math.abs(Date.parse(one.day) - Date.parse(other.day)) <= MATCH_DAYS * 86_400_000,
        ),
      );
      expect(stillEqual).toEqual([]);
    }),
    { numRuns: runs(300) },
  );
});

test('the order of the lists changes nothing', () => {
  fc.assert(
    fc.property(theirs, ours, fc.infiniteStream(fc.nat()), (bank, books, random) => {
      const shuffled = <X>(list: readonly X[]): X[] => {
        const ranks = new Map(list.map((one) => [one, random.next().value as number]));
        return list.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
      };
      expect(reconcile(shuffled(bank), shuffled(books))).toEqual(reconcile(bank, books));
    }),
    { numRuns: runs(300) },
  );
});

test('as many as a file may have, all of one amount, take no time that grows with their square', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => String(n).padStart(4, '0'));
  const result = reconcile(
    many.map((key) => their({ key })),
    many.map((operationId) => our({ operationId })),
  );
  expect(result.matched).toHaveLength(5_000);
});
