// What a statement says, from facts alone: sums, worth, months (D78).

import { expect, test } from 'vitest';
import {
  endOfMonth,
  feePaidCents,
  NOTHING,
  openMonth,
  periodsOf,
  statementNumber,
  statementOf,
} from '../../../worker/domain/statements.ts';
import { STATEMENT_FACTS } from '../../fixtures/statement-example.ts';

test('each movement leads from one balance to the next, and the last is the closing one', () => {
  const { movements, closing, feesCents, realisedGainCents } = statementOf(STATEMENT_FACTS);
  expect(
    movements.map(({ seq, after }) => [seq, after.cashCents, after.goldE4, after.goldBasisCents]),
  ).toEqual([
    [41, 150_000, 10_000, 400_000],
    [43, 39_701, 12_500, 510_299],
    [50, 150_000, 10_000, 400_000],
    [77, 259_698, 7_500, 300_000],
    [80, 259_698, 7_500, 300_000],
    [81, 156_510, 7_500, 300_000],
  ]);
  expect(movements.at(-1)?.after).toEqual({
    cashCents: closing.cashCents,
    goldE4: closing.goldE4,
    silverE4: closing.silverE4,
    goldBasisCents: closing.goldBasisCents,
    silverBasisCents: closing.silverBasisCents,
  });
  // The reversed purchase gives its fee back: the deposit's and the sale's stay.
  expect(feesCents).toBe(2_500 + 552);
  expect(movements.map((movement) => movement.realisedGainCents)).toEqual([null, null, 0, 9_698, null, null]);
  expect(realisedGainCents).toBe(9_698);
});

test('a movement that is missing, or one too many, makes no statement', () => {
  const { movements } = STATEMENT_FACTS;
  for (const [index] of movements.entries()) {
    const facts = { ...STATEMENT_FACTS, movements: movements.toSpliced(index, 1) };
    expect(() => statementOf(facts)).toThrow('does not add up');
  }
  const twice = { ...STATEMENT_FACTS, movements: [...movements, ...movements.slice(-1)] };
  expect(() => statementOf(twice)).toThrow('does not add up');
});

test('metal whose price is not known makes the worth unknown, and metal that is not there needs no price', () => {
  const { opening, closing } = statementOf(STATEMENT_FACTS);
  expect(opening).toMatchObject({ silver: null, silverE4: 0, valueCents: 50_000 + 438_938 });
  // 0.75 oz at 4,400.01 and 2 oz at 50.49, each rounded down.
  expect(closing.valueCents).toBe(156_510 + 330_000 + 10_098);
  const unknown = {
    ...STATEMENT_FACTS,
    closingClose: { ...STATEMENT_FACTS.openingClose, silverCents: null },
  };
  expect(statementOf(unknown as typeof STATEMENT_FACTS).closing.valueCents).toBeNull();
  expect(statementOf({ ...STATEMENT_FACTS, openingClose: null }).opening).toMatchObject({
    close: null,
    priceKind: null,
    valueCents: null,
  });
});

test('each end names its close, and a price only where its time is known', () => {
  const { opening, closing } = statementOf({
    ...STATEMENT_FACTS,
    openingClose: {
      day: '2026-09-30',
      hash: 'a'.repeat(64),
      priceKind: 'simulated',
      goldCents: 400_000,
      goldAt: Date.UTC(2026, 8, 30, 12),
      silverCents: 5_000,
      silverAt: null,
    },
  });
  expect(opening).toEqual({
    ...STATEMENT_FACTS.opening,
    close: { day: '2026-09-30', hash: 'a'.repeat(64) },
    priceKind: 'simulated',
    gold: { priceCents: 400_000, at: '2026-09-30T12:00:00.000Z' },
    silver: null,
    valueCents: 450_000,
  });
  expect(closing.close).toEqual({ day: '2026-10-31', hash: 'b'.repeat(64) });
  const { closingClose } = STATEMENT_FACTS;
  if (closingClose === null) throw new Error('the example has changed');
  const unknown = { ...STATEMENT_FACTS, closingClose: { ...closingClose, goldCents: null } };
  expect(statementOf(unknown).closing).toMatchObject({ gold: null, silver: { priceCents: 5_049 } });
});

test.each([
  ['a purchase', { type: 'buy', totalCents: 5_000, basisRemovedCents: null }, null, 5_000],
  ['a sale', { type: 'sell', totalCents: 5_000, basisRemovedCents: 4_000 }, 1_000, -4_000],
  ['a delivery', { type: 'delivery', totalCents: 0, basisRemovedCents: 4_000 }, null, -4_000],
  [
    'a purchase that is undone',
    { type: 'reversal', reversedType: 'buy', totalCents: 5_000, basisRemovedCents: 4_900 },
    100,
    -4_900,
  ],
  [
    'a sale that is undone',
    { type: 'reversal', reversedType: 'sell', totalCents: 5_000, basisRemovedCents: -4_000 },
    -1_000,
    4_000,
  ],
  [
    'a deposit that is undone',
    { type: 'reversal', reversedType: 'deposit', totalCents: 5_000, basisRemovedCents: null },
    null,
    0,
  ],
  [
    'a bonus that is undone',
    { type: 'reversal', reversedType: 'bonus', totalCents: 0, basisRemovedCents: 300 },
    -300,
    -300,
  ],
] as const)('%s: what it realises and does to what the silver cost', (_what, movement, realised, basis) => {
  const opening = { ...NOTHING, silverBasisCents: 10_000 };
  const after = { ...opening, silverBasisCents: 10_000 + basis };
  const [deposit] = STATEMENT_FACTS.movements;
  if (deposit === undefined) throw new Error('the example has changed');
  const facts = {
    ...STATEMENT_FACTS,
    opening,
    closing: after,
    movements: [{ ...deposit, cashCents: 0, feeCents: 0, metal: 'silver' as const, ...movement }],
  };
  const statement = statementOf(facts);
  expect(statement.movements).toMatchObject([{ realisedGainCents: realised, after }]);
  expect(statement.realisedGainCents).toBe(realised ?? 0);
});

test.each([
  ['deposit', null, 2_500, 2_500],
  ['reversal', 'buy', 549, -549],
  ['reversal', 'bonus', 0, 0],
  ['withdrawal', null, 2_500, 0],
  ['withdrawal-return', null, 2_500, 0],
] as const)('of a %s (%s) with a fee of %i cents %i are paid', (type, reversedType, feeCents, paid) => {
  expect(feePaidCents({ type, reversedType, feeCents })).toBe(paid);
});

test('a statement is named by its month and the beginning of its hash', () => {
  expect(statementNumber('2026-10', '3f2a9c01'.repeat(8))).toBe('ONCA-2026-10-3f2a9c01');
});

test('a preview names no close, and takes the last known prices', () => {
  const { closing } = statementOf(STATEMENT_FACTS, { isPreview: true });
  expect(closing).toMatchObject({ close: null, priceKind: 'spot', gold: { priceCents: 440_001 } });
});

test('a month ends with the first moment of the next one', () => {
  expect(['2026-10', '2026-12', '2028-02'].map(endOfMonth)).toEqual([
    Date.UTC(2026, 10, 1),
    Date.UTC(2027, 0, 1),
    Date.UTC(2028, 2, 1),
  ]);
});

const closeOf = (day: string, seqTo: number) => ({
  day,
  seqTo,
  hash: 'a'.repeat(64),
  priceKind: 'spot' as const,
  goldCents: null,
  goldAt: null,
  silverCents: null,
  silverAt: null,
});
const CLOSES = [closeOf('2026-08-31', 10), closeOf('2026-09-30', 10), closeOf('2026-10-31', 25)];

test('an account has the closed months since it was opened, the first from the very beginning', () => {
  const spans = (openedAt: number) =>
    periodsOf(CLOSES, openedAt).map(({ month, seqFrom, closingClose }) => [
      month,
      seqFrom,
      closingClose.seqTo,
    ]);
  expect(spans(Date.UTC(2026, 8, 1))).toEqual([
    ['2026-09', 0, 10],
    ['2026-10', 10, 25],
  ]);
  expect(spans(Date.UTC(2026, 8, 1) - 1)).toHaveLength(3);
  expect(spans(Date.UTC(2026, 10, 1))).toEqual([]);
});

test('of each month but the first it is known which close it began with', () => {
  expect(periodsOf(CLOSES, Date.UTC(2026, 8, 1)).map(({ openingClose }) => openingClose?.day)).toEqual([
    undefined,
    '2026-09-30',
  ]);
});

test('the month under way is the one after the last closed month, or the account’s first', () => {
  expect(openMonth(CLOSES, Date.UTC(2026, 0, 1))).toBe('2026-11');
  expect(openMonth(CLOSES, Date.UTC(2026, 9, 5))).toBe('2026-11');
  expect(openMonth(CLOSES, Date.UTC(2026, 11, 24))).toBe('2026-12');
  expect(openMonth([], Date.UTC(2026, 4, 5))).toBe('2026-05');
});
