// Bars: the fine weight, what a Good Delivery bar is, names as they are stored, and lists of bars. The CHECKs of the database and
// the rule of the code say the same of every bar.

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BARS_PER_FILE, barsFromCsv } from '../../../worker/commands/bars-csv.ts';
import { holdingsOf, sampleBars } from '../../../worker/commands/seed-stock.ts';
import { crowd } from '../../../worker/commands/seed-people.ts';
import {
  barKey,
  brokenBarRule,
  fineE3Of,
  fineE4Of,
  readRefiner,
  readSerial,
} from '../../../worker/domain/bars.ts';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';
import { currentDatabase } from '../../support/migrations.ts';

const migrated = currentDatabase();
migrated.exec('PRAGMA foreign_keys = OFF');

const GOLD = { metal: 'gold', grossE3: 401_125, assayE1: 9_958 } as const;
const SILVER = { metal: 'silver', grossE3: 1_000_000, assayE1: 9_990 } as const;

test.each([
  [401_125, 9_958, 399_440],
  [400_000, 9_950, 398_000],
  [430_025, 9_999, 429_982],
  // Halves up: 0.5 and just below.
  [350_000, 9_999, 349_965],
  [1_000, 9_995, 1_000],
  [1_000, 9_994, 999],
  [750_000, 9_990, 749_250],
])('%d gross at %d is %d fine', (gross, assay, fine) => {
  expect(fineE3Of(gross, assay)).toBe(fine);
  expect(fineE4Of(fine)).toBe(fine * 10);
});

test.each([
  [GOLD, null],
  [SILVER, null],
  [{ ...GOLD, assayE1: 9_949 }, 'assay'],
  [{ ...GOLD, assayE1: 10_000 }, 'assay'],
  [{ ...SILVER, assayE1: 9_989 }, 'assay'],
  [{ ...GOLD, grossE3: 401_120 }, 'step'],
  [{ ...SILVER, grossE3: 1_000_050 }, 'step'],
  // Of gold the fine weight is bounded, of silver the gross one.
  [{ ...GOLD, grossE3: 350_000, assayE1: 9_999 }, 'weight'],
  [{ ...GOLD, grossE3: 350_050, assayE1: 9_999 }, null],
  [{ ...GOLD, grossE3: 432_000, assayE1: 9_950 }, null],
  [{ ...GOLD, grossE3: 432_200, assayE1: 9_950 }, 'weight'],
  [{ ...SILVER, grossE3: 750_000 }, null],
  [{ ...SILVER, grossE3: 749_900 }, 'weight'],
  [{ ...SILVER, grossE3: 1_100_000 }, null],
  [{ ...SILVER, grossE3: 1_100_100 }, 'weight'],
  [{ ...GOLD, grossE3: 0 }, 'weight'],
] as const)('%o breaks %s', (bar, rule) => {
  expect(brokenBarRule(bar)).toBe(rule);
});

test('the database takes a bar if the code does, and no other fine weight of it', () => {
  const insert = migrated.prepare(
    `INSERT INTO bars (id, metal, refiner, serial, gross_e3, assay_e1, fine_e3, sample, in_operation)
     VALUES (?, ?, 'Refiner', ?, ?, ?, ?, 0, ?)`,
  );
  let number = 0;
  /** Null: it was taken; otherwise the rule that refused it. */
  const refusal = (metal: string, grossE3: number, assayE1: number, fineE3: number): string | null => {
    number += 1;
    try {
      insert.run(`bar ${number}`, metal, `S${number}`, grossE3, assayE1, fineE3, `in ${number}`);
      return null;
    } catch (error) {
      return String(error);
    }
  };
  const bar = fc.record({
    metal: fc.constantFrom(...TRADED_METALS),
    // Mostly near a bound, on a step and off it.
    grossE3: fc.oneof(
      fc.integer({ min: 349_000, max: 352_000 }),
      fc.integer({ min: 429_000, max: 433_000 }),
      fc.integer({ min: 29_960, max: 30_040 }).map((n) => n * 25),
      fc.integer({ min: 10_990, max: 11_010 }).map((n) => n * 100),
      fc.integer({ min: 0, max: 2_000_000 }),
    ),
    assayE1: fc.oneof(fc.integer({ min: 9_940, max: 10_001 }), fc.integer({ min: 0, max: 20_000 })),
  });
  fc.assert(
    fc.property(bar, fc.integer({ min: -2, max: 2 }), ({ metal, grossE3, assayE1 }, off) => {
      const isGood = brokenBarRule({ metal, grossE3, assayE1 }) === null;
      const refused = refusal(metal, grossE3, assayE1, fineE3Of(grossE3, assayE1) + off);
      expect(refused === null).toBe(isGood && off === 0);
      expect(refused ?? 'a_good_delivery_bar').toMatch(/a_good_delivery_bar|fine_is_gross_times_assay/u);
    }),
    { numRuns: 500 },
  );
});

describe('names', () => {
  test.each([
    ['  Metalor   Technologies SA ', 'Metalor Technologies SA'],
    ["Sample Refinery No. 1 (Zürich) & Co's", "Sample Refinery No. 1 (Zürich) & Co's"],
    ['Umicore\u0000', null],
    ['Um\u202Eicore', null],
    ['<b>Refiner</b>', null],
    ['=HYPERLINK("x")', null],
    ['x', null],
    ['xy', 'xy'],
    ['1st Refinery', '1st Refinery'],
    ['-Refinery', null],
    ['', null],
    ['a'.repeat(80), 'a'.repeat(80)],
    ['a'.repeat(81), null],
  ])('refiner %j is %j', (text, stored) => {
    expect(readRefiner(text)).toBe(stored);
  });

  test.each([
    [' ab-12/3 4. ', 'AB-12/3 4.'],
    ['１２３', null],
    ['12\u200B3', null],
    ['-12', null],
    ['', null],
    ['1'.repeat(40), '1'.repeat(40)],
    ['1'.repeat(41), null],
  ])('serial %j is %j', (text, stored) => {
    expect(readSerial(text)).toBe(stored);
  });

  test('two spellings of a refiner are one bar', () => {
    const bar = { metal: 'gold', refiner: 'Metalor', serial: 'A1' } as const;
    expect(barKey(bar)).toBe(barKey({ ...bar, refiner: 'METALOR' }));
    expect(barKey({ metal: 'gold', refiner: 'Metalor', serial: 'A-1' })).toBe('gold/metalor/A-1');
  });
});

describe('a list of bars', () => {
  const HEAD = 'metal,refiner,serial,gross,assay,fine';

  test('is read by its columns, in any order, with or without the fine weight', () => {
    const text = `\uFEFFserial,metal,assay,gross,refiner,fine,vault\nab1,Gold,995.8,401.125,"Metalor, SA",399.440,x\nS 2,silver,999.0,1000.1,Umicore,,x\n`;
    expect(barsFromCsv(text)).toEqual({
      ok: true,
      value: [
        { metal: 'gold', refiner: 'Metalor, SA', serial: 'AB1', grossE3: 401_125, assayE1: 9_958 },
        { metal: 'silver', refiner: 'Umicore', serial: 'S 2', grossE3: 1_000_100, assayE1: 9_990 },
      ],
    });
  });

  test.each([
    ['metal,refiner,serial,gross', 'there is no column "assay"'],
    [HEAD, 'the file has no rows'],
    [`${HEAD}\nplatinum,Metalor,A1,401.125,995.8,`, 'the metal is gold or silver'],
    [`${HEAD}\ngold,M,A1,401.125,995.8,`, 'the refiner has 2 to 80 letters and digits'],
    [`${HEAD}\ngold,Metalor,,401.125,995.8,`, 'the serial number has letters and digits, 40 at most'],
    [
      `${HEAD}\ngold,Metalor,A1,"401,125",995.8,`,
      'the gross weight is a plain decimal with three decimals at most',
    ],
    [
      `${HEAD}\ngold,Metalor,A1,401.1254,995.8,`,
      'the gross weight is a plain decimal with three decimals at most',
    ],
    [
      `${HEAD}\ngold,Metalor,A1,-401.125,995.8,`,
      'the gross weight is a plain decimal with three decimals at most',
    ],
    [
      `${HEAD}\ngold,Metalor,A1,4e2,995.8,`,
      'the gross weight is a plain decimal with three decimals at most',
    ],
    [`${HEAD}\ngold,Metalor,A1,401.125,995.85,`, 'the assay is a plain decimal with one decimal at most'],
    [`${HEAD}\ngold,Metalor,A1,401.125,1000,`, 'gold is 995.0 to 999.9 fine, silver 999.0 to 999.9'],
    [
      `${HEAD}\ngold,Metalor,A1,401.125,995.8,399.441`,
      'the fine weight is not gross times assay, to 0.001 ounces',
    ],
    [
      `${HEAD}\ngold,Metalor,A1,401.125,995.8,401.125`,
      'the fine weight is not gross times assay, to 0.001 ounces',
    ],
  ])('%j is refused: %s', (text, problem) => {
    expect(barsFromCsv(text)).toMatchObject({ ok: false, error: [{ problem }] });
  });

  test('one bad line refuses the file, and says which; a bar twice is one', () => {
    const good = 'gold,Metalor,A1,401.125,995.8,399.440';
    expect(barsFromCsv(`${HEAD}\n${good}\n${good.replace('Metalor', 'METALOR')}\n`)).toEqual({
      ok: false,
      error: [{ line: 3, problem: 'the bar occurs twice' }],
    });
    expect(barsFromCsv(`${HEAD}\n${good},"\n`)).toMatchObject({ ok: false });
    const many = Array.from({ length: BARS_PER_FILE + 1 }, (_, n) => good.replace('A1', `A${n}`)).join('\n');
    expect(barsFromCsv(`${HEAD}\n${many}`)).toMatchObject({
      ok: false,
      error: [{ problem: `more than ${BARS_PER_FILE} bars` }],
    });
  });
});

test('the sample bars are good ones, and as heavy as asked with the last bar alone too many', () => {
  const people = crowd(Date.UTC(2026, 10, 22)).slice(0, 120);
  const held = holdingsOf(people, Date.UTC(2026, 10, 22));
  for (const metal of TRADED_METALS) {
    expect(held[metal]).toBeGreaterThan(0);
    const wanted = held[metal] * 20;
    const bars = sampleBars(metal, wanted);
    expect(bars.map((bar) => brokenBarRule(bar))).toEqual(bars.map(() => null));
    expect(new Set(bars.map(barKey)).size).toBe(bars.length);
    const weights = bars.map(({ grossE3, assayE1 }) => fineE4Of(fineE3Of(grossE3, assayE1)));
    const sum = weights.reduce((total, weight) => total + weight, 0);
    expect(sum).toBeGreaterThanOrEqual(wanted);
    expect(bars.length > 2 ? sum - (weights.at(-1) ?? 0) : 0).toBeLessThan(wanted);
    expect(sampleBars(metal, 0)).toHaveLength(2);
  }
});
