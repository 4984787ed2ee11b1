// The value of a portfolio over time: the moments of a chart, and one pass that must equal a naive replay.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  knownPrice,
  type KnownPrice,
  partsOf,
  PORTFOLIO_HISTORY_MAX_POINTS,
  type Position,
  positionBefore,
  type PositionChange,
  replayHistory,
  timeGrid,
} from '../../../worker/domain/portfolio-history.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';

const NOW = Date.UTC(2026, 10, 21, 14, 37, 12, 345);

describe('the moments of a chart', () => {
  test.each([
    ['a minute', 60_000, 'hour', 1],
    ['a week', 7 * DAY_MS, 'hour', 1],
    ['a month', 30 * DAY_MS, 'hour', 2],
    ['three months', 90 * DAY_MS, 'day', 1],
    ['a year', 365 * DAY_MS, 'day', 1],
    ['two years', 730 * DAY_MS, 'day', 2],
    ['four years', 1_461 * DAY_MS, 'day', 4],
    ['seven years', 2_557 * DAY_MS, 'week', 1],
    ['twelve years', 4_383 * DAY_MS, 'week', 2],
    ['thirty years', 10_957 * DAY_MS, 'week', 8],
    ['as long as hours fit', 397 * HOUR_MS, 'hour', 1],
    ['a moment longer', 397 * HOUR_MS + 1, 'hour', 2],
  ] as const)('%s is drawn from bars of the right length', (_, span, resolution, bars) => {
    const grid = timeGrid(NOW - span, NOW);
    expect(grid.resolution).toBe(resolution);
    expect(grid.stepMs).toBe(bars * { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS }[resolution]);
    expect(grid.times.length).toBeLessThanOrEqual(PORTFOLIO_HISTORY_MAX_POINTS);
  });

  test('a span of nothing has one moment', () => {
    expect(timeGrid(NOW, NOW).times).toEqual([NOW]);
  });

  test('are full hours, or the last moments of days', () => {
    const midnight = Date.UTC(2026, 10, 1);
    expect(timeGrid(midnight, midnight + 2 * HOUR_MS)).toEqual({
      resolution: 'hour',
      stepMs: HOUR_MS,
      roundFrom: midnight + HOUR_MS,
      times: [midnight, midnight + HOUR_MS, midnight + 2 * HOUR_MS],
    });
    const days = timeGrid(midnight - 1, midnight - 1 + 60 * DAY_MS);
    expect([days.roundFrom, days.times.length]).toEqual([midnight - 1 + DAY_MS, 61]);
    expect(timeGrid(midnight, midnight + 60 * DAY_MS).roundFrom).toBe(midnight - 1 + DAY_MS);
  });

  test('are no more than sixty years', () => {
    expect(() => timeGrid(NOW - 61 * 366 * DAY_MS, NOW)).toThrow(RangeError);
  });

  test('they rise from the first to the last, round in between, and never exceed the most there may be', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 * 366 * DAY_MS }), (span) => {
        const { times, stepMs, roundFrom } = timeGrid(NOW - span, NOW);
        expect(times[0]).toBe(NOW - span);
        expect(times.at(-1)).toBe(NOW);
        expect(times.length).toBeLessThanOrEqual(PORTFOLIO_HISTORY_MAX_POINTS);
        expect(times.every((at, i) => i === 0 || at > (times[i - 1] ?? at))).toBe(true);
        expect(times.slice(1, -1).every((at) => (at - roundFrom) % stepMs === 0)).toBe(true);
      }),
    );
  });
});

describe('what is read for a chart', () => {
  const DAY = Date.UTC(2026, 10, 1);
  const LAST = DAY + DAY_MS - 1;
  const MOST = Number.MAX_SAFE_INTEGER;
  const none = { after: 0, upTo: 0 };
  const at = (hours: number) => DAY + hours * HOUR_MS;
  const parts = (resolution: 'hour' | 'day' | 'week', from: number) =>
    partsOf({ resolution, stepMs: 0, roundFrom: 0, times: [from, from + 1] });

  test.each([
    [at(10.5), at(11)],
    [at(10), at(10)],
  ])('of hours single movements until the first is full', (from, upTo) => {
    expect(parts('hour', from)).toEqual({
      movements: [{ after: from - 1, upTo }, none],
      hours: { after: upTo, upTo: MOST },
      days: none,
    });
  });

  test.each([
    ['day', at(10.5), at(11), at(23)],
    ['week', at(10), at(10), at(23)],
    ['day', at(23.5), LAST, LAST],
    ['day', at(22.5), at(23), at(23)],
  ] as const)(
    'of a %s single movements of its first hour and of its last',
    (resolution, from, upTo, after) => {
      expect(parts(resolution, from)).toEqual({
        movements: [
          { after: from - 1, upTo },
          { after, upTo: LAST },
        ],
        hours: { after: upTo, upTo: at(23) },
        days: { after: LAST, upTo: MOST },
      });
    },
  );

  test('a price is known from its time on until five days after its candle', () => {
    expect(knownPrice(DAY, 5, 'hour')).toEqual({ at: DAY, priceCents: 5, until: DAY + 5 * DAY_MS + HOUR_MS });
  });
});

describe('the replay', () => {
  const nothing: Position = {
    cashCents: 0,
    paidInCents: 0,
    ouncesE4: { gold: 0, silver: 0 },
    bonusE4: 0,
  };
  const from = NOW - 2 * DAY_MS;
  const price = (at: number, cents: number) => knownPrice(at, cents, 'hour');

  test('a deposit, a purchase and a rising price, in cents', () => {
    const changes: PositionChange[] = [
      { step: 0, by: { ...nothing, cashCents: 100_000, paidInCents: 100_000 } },
      {
        step: 1,
        by: { ...nothing, cashCents: -60_300, ouncesE4: { gold: 1_500, silver: 0 } },
      },
      { step: 3, by: { ...nothing, cashCents: 5_000, paidInCents: 5_000 } },
    ];
    const times = [from, from + HOUR_MS, from + 2 * HOUR_MS, from + 3 * HOUR_MS];
    const gold = [price(from, 400_000), price(from + 2 * HOUR_MS, 410_007)];
    expect(replayHistory(times, nothing, changes, { gold, silver: [] }, null)).toEqual([
      { at: times[0], valueCents: 100_000, cashCents: 100_000, paidInCents: 0, heldCents: 0 },
      { at: times[1], valueCents: 99_700, cashCents: 39_700, paidInCents: 0, heldCents: 0 },
      // 0.15 oz at 4,100.07 are 615.0105: rounded down, as a sale would.
      { at: times[2], valueCents: 101_201, cashCents: 39_700, paidInCents: 0, heldCents: 0 },
      { at: times[3], valueCents: 106_201, cashCents: 44_700, paidInCents: 5_000, heldCents: 0 },
    ]);
  });

  test('without a price, or with one too old, the value is unknown; without metal it is the cash', () => {
    const held: Position = { ...nothing, cashCents: 700, ouncesE4: { gold: 10_000, silver: 0 } };
    const later = from + 5 * DAY_MS;
    const times = [from, from + HOUR_MS, later, later + 2 * HOUR_MS];
    const sold = { step: 3, by: { ...nothing, cashCents: 300, ouncesE4: { gold: -10_000, silver: 0 } } };
    const gold = [price(from + HOUR_MS, 500)];
    const values = replayHistory(times, held, [sold], { gold, silver: [] }, null).map(
      (point) => point.valueCents,
    );
    // Five days after the end of its hour a price has become history.
    expect(values).toEqual([null, 1_200, 1_200, 1_000]);
    const tooLate = [from, from + 6 * DAY_MS + 2 * HOUR_MS];
    expect(
      replayHistory(tooLate, held, [], { gold: [price(from, 500)], silver: [] }, null).map(
        ({ valueCents }) => valueCents,
      ),
    ).toEqual([1_200, null]);
  });

  test('the bonus is held until it is free, to the millisecond, and its worth is said beside the value', () => {
    const by = (change: Partial<Position>) => ({ ...nothing, ...change });
    const changes: PositionChange[] = [
      { step: 0, by: by({ cashCents: 200_000, paidInCents: 200_000 }) },
      { step: 1, by: by({ bonusE4: 20_000, ouncesE4: { gold: 0, silver: 20_000 } }) },
      { step: 2, by: by({ cashCents: -100_000, ouncesE4: { gold: 0, silver: 180_001 } }) },
    ];
    const times = [0, 1, 2, 3].map((hour) => from + hour * HOUR_MS);
    const held = (silver: KnownPrice[], freedAt: number | null) =>
      replayHistory(times, nothing, changes, { gold: [], silver }, freedAt).map(({ heldCents }) => heldCents);
    expect(held([price(from, 5_001)], null)).toEqual([0, 10_002, 10_002, 10_002]);
    expect(held([price(from, 5_001)], from + 3 * HOUR_MS)).toEqual([0, 10_002, 10_002, 0]);
    expect(held([price(from, 5_001)], from + 3 * HOUR_MS + 1)).toEqual([0, 10_002, 10_002, 10_002]);
    expect(held([], from + 3 * HOUR_MS)).toEqual([0, null, null, 0]);
  });

  const position = fc.record({
    cashCents: fc.nat(1_000_000),
    paidInCents: fc.nat(1_000_000),
    ouncesE4: fc.record({ gold: fc.nat(1_000_000), silver: fc.nat(1_000_000) }),
    bonusE4: fc.nat(20_000),
  });
  const prices = fc
    .array(
      fc.record({ at: fc.nat(100), priceCents: fc.integer({ min: 1, max: 900_000 }), keeps: fc.nat(30) }),
    )
    .map((all): KnownPrice[] =>
      all
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, priceCents, keeps }) => ({ at, priceCents, until: at + keeps })),
    );

  test('equals a naive replay of every movement and every price', () => {
    fc.assert(
      fc.property(
        position,
        fc.array(fc.record({ step: fc.nat(9), by: position }), { maxLength: 20 }),
        fc.record({ gold: prices, silver: prices }),
        fc.uniqueArray(fc.nat(120), { minLength: 10, maxLength: 10 }),
        fc.option(fc.nat(120)),
        (opening, unordered, known, moments, freedAt) => {
          const times = moments.toSorted((a, b) => a - b);
          const changes = unordered.toSorted((a, b) => a.step - b.step);
          const naive = times.map((at, step) => naivePoint(at, step, { opening, changes, known, freedAt }));
          const paidFirst = naive[0]?.paidInCents ?? 0;
          expect(replayHistory(times, opening, changes, known, freedAt)).toEqual(
            naive.map((point) => Object.assign(point, { paidInCents: point.paidInCents - paidFirst })),
          );
          const last = changes.reduce((sum, { by }) => plus(sum, by), opening);
          expect(positionBefore(last, changes)).toEqual(opening);
        },
      ),
    );
  });
});

type Story = {
  readonly opening: Position;
  readonly changes: readonly PositionChange[];
  readonly freedAt: number | null;
  readonly known: { readonly gold: readonly KnownPrice[]; readonly silver: readonly KnownPrice[] };
};

function plus(a: Position, b: Position): Position {
  return {
    cashCents: a.cashCents + b.cashCents,
    paidInCents: a.paidInCents + b.paidInCents,
    ouncesE4: {
      gold: a.ouncesE4.gold + b.ouncesE4.gold,
      silver: a.ouncesE4.silver + b.ouncesE4.silver,
    },
    bonusE4: a.bonusE4 + b.bonusE4,
  };
}

function naivePoint(at: number, step: number, { opening, changes, known, freedAt }: Story) {
  const here = changes
    .filter((change) => change.step <= step)
    .reduce((sum, { by }) => plus(sum, by), opening);
  const worth = (metal: 'gold' | 'silver', ounces = here.ouncesE4[metal]): bigint | null => {
    if (ounces === 0) return 0n;
    const last = known[metal].findLast((price) => price.at <= at);
    if (last === undefined || last.until < at) return null;
    return (BigInt(ounces) * BigInt(last.priceCents)) / 10_000n;
  };
  const [gold, silver] = [worth('gold'), worth('silver')];
  const value = gold === null || silver === null ? null : here.cashCents + Number(gold) + Number(silver);
  const heldE4 = freedAt !== null && at >= freedAt ? 0 : Math.min(here.bonusE4, here.ouncesE4.silver);
  const rest = worth('silver', here.ouncesE4.silver - heldE4);
  const held = heldE4 === 0 ? 0 : silver === null ? null : Number(silver - (rest ?? 0n));
  return {
    at,
    valueCents: value,
    cashCents: here.cashCents,
    paidInCents: here.paidInCents,
    heldCents: held,
  };
}
