// The facts of a year in reais: examples that were worked out by hand, and for lives of any kind the books of both methods
// against a plain second writing and against the ledger's own holdings.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brasiliaDay, startOfDay } from '../../../worker/domain/brasilia.ts';
import { TRADED_METALS, type TradedMetal } from '../../../worker/domain/metals.ts';
import {
  afterReversal,
  type Reversed,
  type ReversalState,
  withDueBonusFreed,
} from '../../../worker/domain/reversals.ts';
import { bulletinsOf } from '../../../worker/domain/tax/ptax.ts';
import { centavosOf } from '../../../worker/domain/tax/replay.ts';
import {
  type CostFlow,
  TAX_METHODS,
  type TaxMethod,
  type TaxMovement,
  yearFacts,
  type YearFacts,
} from '../../../worker/domain/tax/workbook.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import type { LifeStep, Wait } from '../../fixtures/reversal-examples.ts';
import { CENTAVOS, OTHER_DAYS_E4, TAX_EXAMPLES, TAX_RATES } from '../../fixtures/tax-examples.ts';
import { seriesOf } from '../../support/bulletins.ts';
import { runs } from '../../support/deep.ts';
import { anyLife, EMPTY_LIFE, liveStep } from '../../support/lives.ts';

const RATES = new Map(TAX_RATES.map(([day, buyE4, sellE4]) => [day, { buyE4, sellE4 }]));
const SERIES = seriesOf('2025-12-20', '2027-01-10', (day) => RATES.get(day) ?? OTHER_DAYS_E4);
const bulletins = bulletinsOf(SERIES);
const LATER = startOfDay('2027-01-05');

const half = (exactly: string): number => {
  const [n = 0n, d = 1n] = exactly.split('/').map(BigInt);
  return Number((2n * n + d) / (2n * d));
};

describe('by example', () => {
  test.each(TAX_EXAMPLES)('$name', (example) => {
    const facts = yearFacts(example.movements, bulletins, example.year, example.now ?? LATER);
    for (const { id, rateDay, exactly, cost } of example.acquired ?? []) {
      const row = facts.acquisitions.find((one) => one.id === id);
      expect(row).toMatchObject({ cost });
      expect(row?.rate?.day ?? null).toBe(rateDay);
      expect(half(exactly)).toBe(cost);
    }
    expect(facts.disposals.map(({ id }) => id)).toEqual((example.disposed ?? []).map(({ id }) => id));
    for (const { id, rateDay, exactly, proceeds, cost, gain, stands } of example.disposed ?? []) {
      const row = facts.disposals.find((one) => one.id === id);
      expect(row).toMatchObject({
        proceeds,
        rate: { day: rateDay },
        average: { cost: cost.average, gain: gain.average },
        fifo: { cost: cost.fifo, gain: gain.fifo },
      });
      expect(half(exactly)).toBe(proceeds);
      expect(row?.undone === null).toBe(stands ?? true);
    }
    expect(facts.undoings).toMatchObject(example.undone ?? []);
    expect(facts.positions.closing).toEqual(example.closing);
    expect(facts.pending).toBe(0);
    checkFlows(facts);
  });

  test.each(CENTAVOS)('%i cents at %i are %s centavos', (cents, e4, exactly, centavos) => {
    expect(centavosOf(cents, { day: '2026-01-05', e4, publishedAt: 0 })).toBe(centavos);
    expect(half(exactly)).toBe(centavos);
  });

  test('months hold the sales that stand; what was undone later is beside them, in its own month', () => {
    const example = TAX_EXAMPLES.find(
      ({ undone, disposed }) => undone !== undefined && disposed?.[0]?.stands === false,
    );
    const { months } = yearFacts(example?.movements ?? [], bulletins, 2026, LATER);
    expect(months).toHaveLength(12);
    expect(months[3]).toMatchObject({
      month: '2026-04',
      metals: [
        {
          metal: 'gold',
          disposals: 0,
          proceeds: 0,
          gain: { average: 0, fifo: 0 },
          undone: { disposals: 1, proceeds: 1_014_880 },
        },
        { metal: 'silver', disposals: 0, undone: { disposals: 0, proceeds: 0 } },
      ],
    });
    expect(months[4]?.metals[0]).toMatchObject({ disposals: 0, proceeds: 0, undone: { disposals: 0 } });
  });

  test('the purchases behind a sale are named, with what is taken of each', () => {
    const { disposals } = yearFacts(TAX_EXAMPLES[0]?.movements ?? [], bulletins, 2026, LATER);
    expect(disposals[1]?.fifo.lots).toEqual([
      { id: 'p1', day: '2026-01-05', ouncesE4: 8_000, cost: 2_148_730 },
      { id: 'p2', day: '2026-03-09', ouncesE4: 2_000, cost: 552_845 },
    ]);
    expect(disposals[1]?.average).toMatchObject({ poolOuncesE4: 13_000, poolCost: 3_517_138 });
  });
});

describe('what is not known', () => {
  const [, b, sale] = TAX_EXAMPLES[4]?.movements ?? [];
  const a = TAX_EXAMPLES[4]?.movements[0];
  if (a === undefined || b === undefined || sale === undefined) throw new Error('the example has changed');
  const without = (day: string) => bulletinsOf(SERIES.filter((one) => one.day !== day));

  test('a missing bulletin makes its row pending and every sum that it is in, and no row is zero', () => {
    const facts = yearFacts([a, b, sale], without('2026-03-09'), 2026, LATER);
    expect(facts.acquisitions.map(({ cost }) => cost)).toEqual([537_183, null]);
    expect(facts.disposals[0]).toMatchObject({
      proceeds: 1_014_880,
      average: { cost: null, gain: null },
      // First in, first out: the sale took the purchase whose bulletin is there.
      fifo: { cost: 537_183, gain: 477_697 },
    });
    expect(facts.months[3]?.metals[0]).toMatchObject({
      proceeds: 1_014_880,
      gain: { average: null, fifo: 477_697 },
    });
    expect(facts.positions.closing[0]?.cost).toEqual({ average: null, fifo: null });
    expect(facts.pending).toBe(2);
    checkFlows(facts);
  });

  test('a sale whose bulletin is missing has its cost and no proceeds', () => {
    const facts = yearFacts([a, b, sale], without('2026-04-01'), 2026, LATER);
    expect(facts.disposals[0]).toMatchObject({
      rate: null,
      proceeds: null,
      average: { cost: 786_237, gain: null },
    });
    expect(facts.months[3]?.metals[0]?.proceeds).toBeNull();
    expect(facts.pending).toBe(1);
  });

  test('what is gone is no longer unknown: after the last ounce the books begin anew', () => {
    const all = { ...sale, ouncesE4: 20_000, totalCents: 398_000 };
    const again = { ...a, id: 'again', at: Date.parse('2026-05-04T13:00:00Z') };
    const facts = yearFacts([a, b, all, again], without('2026-03-09'), 2026, LATER);
    const cost = centavosOf(100_500, { day: '2026-05-04', e4: 49_882, publishedAt: 0 });
    expect(facts.positions.closing[0]).toMatchObject({
      ouncesE4: 10_000,
      cost: { average: cost, fifo: cost },
    });
  });
});

describe('the order of commits', () => {
  test('a later movement has no earlier day, whatever its clock says', () => {
    const [buy] = TAX_EXAMPLES[2]?.movements ?? [];
    if (buy === undefined) throw new Error('the example has changed');
    const first = { ...buy, id: 'first', at: startOfDay('2027-01-01') };
    const second = { ...buy, id: 'second', type: 'sell' as const, at: startOfDay('2027-01-01') - 1 };
    expect(yearFacts([first, second], bulletins, 2026, LATER)).toMatchObject({
      acquisitions: [],
      disposals: [],
    });
    expect(yearFacts([first, second], bulletins, 2027, LATER).disposals).toMatchObject([
      { id: 'second', day: '2027-01-01' },
    ]);
  });

  test('a bonus that an earlier rule had freed is sold as what it was: metal at no cost', () => {
    const bonus = TAX_EXAMPLES[7]?.movements[1];
    if (bonus === undefined) throw new Error('the example has changed');
    const sale: TaxMovement = { ...bonus, id: 's', type: 'sell', at: bonus.at + DAY_MS, totalCents: 12_000 };
    const { disposals } = yearFacts([bonus, sale], bulletins, 2026, LATER);
    expect(disposals[0]).toMatchObject({ average: { cost: 0 }, fifo: { cost: 0 } });
  });

  test('deliveries and gifts take their cost along and are no sales; fees of storage are beside them', () => {
    const [a] = TAX_EXAMPLES[4]?.movements ?? [];
    if (a === undefined) throw new Error('the example has changed');
    const at = (day: string) => startOfDay(day) + 1;
    const delivery: TaxMovement = {
      ...a,
      id: 'd',
      type: 'delivery',
      ouncesE4: 4_000,
      totalCents: 0,
      at: at('2026-03-06'),
    };
    const gift: TaxMovement = {
      ...delivery,
      id: 'x',
      type: 'gift-sent',
      ouncesE4: 1_000,
      at: at('2026-03-09'),
    };
    const fee: TaxMovement = {
      ...delivery,
      id: 'f',
      type: 'storage-fee',
      metal: null,
      ouncesE4: null,
      totalCents: 1_643,
      at: at('2026-04-01'),
    };
    const facts = yearFacts([a, delivery, gift, fee], bulletins, 2026, LATER);
    expect(facts.disposals).toEqual([]);
    expect(facts.apart.map(({ id, type, cost }) => [id, type, cost.average, cost.fifo])).toEqual([
      ['d', 'delivery', 214_873, 214_873],
      ['x', 'gift-sent', 53_718, 53_718],
    ]);
    // 16.43 dollars at 5.1005.
    expect(facts.storageFees).toMatchObject([{ id: 'f', usdCents: 1_643, centavos: 8_380 }]);
    expect(facts.pending).toBe(0);
    checkFlows(facts);
  });
});

const costs = (flow: CostFlow): readonly (number | null)[] => Object.values(flow);

/** What was there and came is what went and stays, to the centavo, by either method. */
function checkFlows({ flows }: YearFacts): void {
  for (const flow of flows) {
    for (const method of TAX_METHODS) {
      const { opening, acquired, disposed, returned, undone, apart, closing } = flow[method];
      if (costs(flow[method]).includes(null)) continue;
      const left =
        Number(opening) +
        Number(acquired) +
        Number(returned) -
        Number(disposed) -
        Number(undone) -
        Number(apart);
      expect(left, `${flow.metal} by ${method}`).toBe(closing);
    }
  }
}

/** A life as movements, with the account that the ledger's own rules make of it. */
function lived(steps: readonly (LifeStep | Wait | number)[], start: number) {
  let now = start;
  let state: ReversalState = { ...EMPTY_LIFE, cashCents: 50_000_000 };
  const movements: TaxMovement[] = [];
  const open: { readonly movement: TaxMovement; readonly done: Reversed }[] = [];
  let hasClaimed = false;
  for (const one of steps) {
    now += typeof one !== 'number' && one.do === 'wait' ? one.days * DAY_MS : 60_000;
    if (typeof one === 'number') {
      const found = open[one % Math.max(1, open.length)];
      const after = found === undefined ? null : afterReversal(found.done, state, now);
      if (found === undefined || after?.ok !== true) continue;
      open.splice(open.indexOf(found), 1);
      state = after.value;
      movements.push({ ...found.movement, id: `u${movements.length}`, at: now, reverses: found.movement.id });
      continue;
    }
    if (one.do === 'wait' || one.do === 'deposit' || (one.do === 'bonus' && hasClaimed)) continue;
    const step = liveStep(state, one, now);
    if (step === null) continue;
    hasClaimed ||= one.do === 'bonus';
    ({ state } = step);
    const { type, metal, ouncesE4, totalCents } = step.done;
    if (type === 'deposit') continue;
    const movement = {
      id: `m${movements.length}`,
      at: now,
      type,
      reverses: null,
      metal,
      ouncesE4,
      totalCents,
    };
    movements.push(movement);
    open.push({ movement, done: step.done });
  }
  return { movements, now, state: withDueBonusFreed(state, now) };
}

/** Another rate on each day, from the day's own figures. */
const rateOn = (day: string) => {
  const n = Number(day.replaceAll('-', '')) % 9_973;
  return { buyE4: 45_000 + n, sellE4: 45_006 + n };
};
const LONG = bulletinsOf(seriesOf('2025-12-20', '2029-12-31', rateOn));
const START = Date.UTC(2026, 9, 2);

/** The plain second writing: one list of purchases, walked from its head; no bonus. Amounts as fractions of BigInt. */
function plainly(movements: readonly TaxMovement[], method: TaxMethod, metal: TradedMetal) {
  const nearest = (n: bigint, d: bigint) => (n + n + d) / (d + d);
  let rows: { id: string; oz: bigint; brl: bigint }[] = [];
  const took = new Map<string, { id: string; oz: bigint; brl: bigint }[]>();
  let removed = 0n;
  for (const one of movements.filter((movement) => movement.metal === metal)) {
    const oz = BigInt(one.ouncesE4 ?? 0);
    const rates = LONG(brasiliaDay(one.at));
    if (rates === null) throw new Error('the series has a hole');
    if (one.type === 'buy') {
      const brl = nearest(BigInt(one.totalCents) * BigInt(rates.sellE4), 10_000n);
      if (method === 'fifo' || rows.length === 0) rows.push({ id: one.id, oz, brl });
      else rows = rows.map((all) => ({ ...all, oz: all.oz + oz, brl: all.brl + brl }));
      continue;
    }
    const parts: { id: string; oz: bigint; brl: bigint }[] = [];
    let left = oz;
    while (left > 0n) {
      const [head, ...rest] = rows;
      if (head === undefined) throw new Error('nothing left');
      const part = head.oz <= left ? head : { id: head.id, oz: left, brl: nearest(head.brl * left, head.oz) };
      parts.push(part);
      left -= part.oz;
      const remains = { id: head.id, oz: head.oz - part.oz, brl: head.brl - part.brl };
      rows = remains.oz === 0n ? rest : [remains, ...rest];
    }
    took.set(one.id, parts);
    removed += parts.reduce((sum, { brl }) => sum + brl, 0n);
  }
  const sum = (key: 'oz' | 'brl') => Number(rows.reduce((total, row) => total + row[key], 0n));
  return { ouncesE4: sum('oz'), cost: sum('brl'), removed: Number(removed), took };
}

describe('for every life', () => {
  test('ounces and what is held are the ledger’s, and no cost is lost or made, in any of its years', () => {
    let undone = 0;
    let held = 0;
    fc.assert(
      fc.property(anyLife, (steps) => {
        const { movements, now, state } = lived(steps, START);
        const last = Number(brasiliaDay(now).slice(0, 4));
        let before: YearFacts | null = null;
        for (let year = 2026; year <= last; year += 1) {
          const facts = yearFacts(movements, LONG, year, now);
          checkFlows(facts);
          expect(facts.positions.opening).toEqual(
            (before ?? facts).positions[before === null ? 'opening' : 'closing'],
          );
          undone += facts.undoings.length;
          before = facts;
        }
        for (const [index, metal] of TRADED_METALS.entries()) {
          const { ouncesE4, heldOuncesE4 } = state.holdings[metal];
          const position = before?.positions.closing[index];
          expect(position).toMatchObject({ ouncesE4: ouncesE4 - heldOuncesE4, heldE4: heldOuncesE4 });
          expect(ouncesE4 > 0 || (position?.cost.average === 0 && position.cost.fifo === 0)).toBe(true);
          held += heldOuncesE4;
        }
      }),
      { numRuns: runs(300), seed: 20_261_124 },
    );
    expect(undone).toBeGreaterThan(100);
    expect(held).toBeGreaterThan(0);
  });

  test('costs are those of a plain second writing, sale by sale', () => {
    let sales = 0;
    fc.assert(
      fc.property(anyLife, (steps) => {
        const trades = steps.filter((one) => typeof one !== 'number' && one.do !== 'bonus');
        const { movements, now } = lived(trades, START);
        const years = Array.from({ length: Number(brasiliaDay(now).slice(0, 4)) - 2025 }, (_, index) =>
          yearFacts(movements, LONG, 2026 + index, now),
        );
        for (const [index, metal] of TRADED_METALS.entries()) {
          for (const method of TAX_METHODS) {
            const plain = plainly(movements, method, metal);
            const disposals = years.flatMap((one) => one.disposals).filter((one) => one.metal === metal);
            const closing = years.at(-1)?.positions.closing[index];
            expect(closing).toMatchObject({ ouncesE4: plain.ouncesE4 });
            expect(closing?.cost[method]).toBe(plain.cost);
            expect(disposals.reduce((sum, one) => sum + (one[method].cost ?? Number.NaN), 0)).toBe(
              plain.removed,
            );
            for (const { id, fifo } of method === 'fifo' ? disposals : []) {
              const parts = (plain.took.get(id) ?? []).map((part) => [
                part.id,
                Number(part.oz),
                Number(part.brl),
              ]);
              expect(fifo.lots.map((lot) => [lot.id, lot.ouncesE4, lot.cost])).toEqual(parts);
            }
            sales += disposals.length;
          }
        }
      }),
      { numRuns: runs(300), seed: 20_261_125 },
    );
    expect(sales).toBeGreaterThan(500);
  });

  test('a later year changes nothing of an earlier one but which of its sales stand', () => {
    fc.assert(
      fc.property(anyLife, (steps) => {
        const { movements, now } = lived(steps, START);
        const end = startOfDay('2027-01-01');
        const known = movements.filter(({ at }) => at < end);
        const then = yearFacts(known, LONG, 2026, Math.min(now, end - 1));
        const since = yearFacts(movements, LONG, 2026, now);
        const costsOf = ({ disposals }: YearFacts) => disposals.map((row) => ({ ...row, undone: null }));
        expect(costsOf(since)).toEqual(costsOf(then));
        expect(since.positions.opening).toEqual(then.positions.opening);
      }),
      { numRuns: runs(100), seed: 20_261_126 },
    );
  });
});
