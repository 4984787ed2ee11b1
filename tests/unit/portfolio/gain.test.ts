// One answer to "what have I gained": the metric card, the sentence of the chart and the ledger, over lives of any kind.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { revalue } from '../../../web/features/trading/revalue.ts';
import { type ValueSeries, valueSeries, valueSummary } from '../../../web/features/trading/value-series.ts';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';
import { percentOf } from '../../../worker/domain/money.ts';
import { valueCents } from '../../../worker/domain/ounces.ts';
import {
  knownPrice,
  type Position,
  type PositionChange,
  replayHistory,
} from '../../../worker/domain/portfolio-history.ts';
import { gainSummary, type Marks, valuePortfolio } from '../../../worker/domain/portfolio.ts';
import {
  afterReversal,
  type Reversed,
  reversalMoves,
  type ReversalState,
} from '../../../worker/domain/reversals.ts';
import { DAY_MS, HOUR_MS, iso } from '../../../worker/domain/time.ts';
import { freeOuncesE4 } from '../../../worker/domain/trades.ts';
import { runs } from '../../support/deep.ts';
import { anyLife, EMPTY_LIFE, liveStep } from '../../support/lives.ts';
import type { LifeStep, Wait } from '../../fixtures/reversal-examples.ts';

const START = Date.UTC(2026, 10, 2);
const DEPOSIT = 5_000_000;

/** What an operation posted to the customer's account. */
type Posted = {
  readonly of: Reversed['type'];
  readonly undoes: boolean;
  readonly usd: number;
  readonly gold: number;
  readonly silver: number;
};

function posted(of: Reversed, undoes: boolean): Posted {
  const { cashCents, ouncesE4 } = reversalMoves(of);
  const sign = undoes ? 1 : -1;
  const moved = (metal: 'gold' | 'silver') => (of.metal === metal ? sign * ouncesE4 : 0);
  return { of: of.type, undoes, usd: sign * cashCents, gold: moved('gold'), silver: moved('silver') };
}

/** Lives a life after a first deposit; what cannot be is left out. At its end `leaves` sells all that may be sold. */
function lifeOf(
  steps: readonly (LifeStep | Wait | number)[],
  leaves: boolean,
): { state: ReversalState; books: Posted[] } {
  let now = START;
  let state: ReversalState = { ...EMPTY_LIFE, cashCents: DEPOSIT };
  const books: Posted[] = [{ of: 'deposit', undoes: false, usd: DEPOSIT, gold: 0, silver: 0 }];
  const open: Reversed[] = [];
  for (const one of steps) {
    now += typeof one !== 'number' && one.do === 'wait' ? one.days * DAY_MS : 1;
    if (typeof one === 'number') {
      const [of] = open.splice(one % Math.max(1, open.length), 1);
      const after = of === undefined ? null : afterReversal(of, state, now);
      if (of === undefined || after?.ok !== true) continue;
      state = after.value;
      books.push(posted(of, true));
    } else {
      if (one.do === 'wait') continue;
      if (one.do === 'bonus' && books.some(({ of }) => of === 'bonus')) continue;
      const lived = liveStep(state, one, now);
      if (lived === null) continue;
      ({ state } = lived);
      open.push(lived.done);
      books.push(posted(lived.done, false));
    }
  }
  for (const metal of leaves ? TRADED_METALS : []) {
    const ouncesE4 = freeOuncesE4(state.holdings[metal]);
    const lived =
      ouncesE4 === 0 ? null : liveStep(state, { do: 'sell', metal, ouncesE4, priceCents: 10_000 }, now);
    if (lived === null) continue;
    ({ state } = lived);
    books.push(posted(lived.done, false));
  }
  return { state, books };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The gain by the books alone: what the metal that is not held would bring, and what trades moved in cash. */
function byTheBooks(books: readonly Posted[], heldE4: number, prices: Prices) {
  const ounces = { gold: sum(books.map(({ gold }) => gold)), silver: sum(books.map(({ silver }) => silver)) };
  const trades = books.filter(({ of }) => of === 'buy' || of === 'sell');
  const purchases = books.filter(({ of }) => of === 'buy');
  return {
    gainCents:
      valueCents(ounces.gold, prices.gold) +
      valueCents(ounces.silver - heldE4, prices.silver) +
      sum(trades.map(({ usd }) => usd)),
    paidCents: 0 - sum(purchases.map(({ usd }) => usd)),
  };
}

type Prices = { readonly gold: number; readonly silver: number };

/** The sentence of the chart over all time, at the end the live total as the card has it. */
function chartChange(
  books: readonly Posted[],
  prices: Prices,
  card: ReturnType<typeof revalue>,
  isFree: boolean,
): number {
  const changes = books.map(({ of, usd, gold, silver }, step): PositionChange => ({
    step,
    by: {
      cashCents: usd,
      paidInCents: of === 'deposit' ? usd : 0,
      ouncesE4: { gold, silver },
      bonusE4: of === 'bonus' ? silver : 0,
    },
  }));
  const times = [...books, null].map((_, hour) => START + hour * HOUR_MS);
  const nothing: Position = {
    cashCents: 0,
    paidInCents: 0,
    ouncesE4: { gold: 0, silver: 0 },
    bonusE4: 0,
  };
  const known = (cents: number) => [knownPrice(START, cents, 'hour')];
  const seen = { gold: known(prices.gold), silver: known(prices.silver) };
  const points = replayHistory(times, nothing, changes, seen, isFree ? (times.at(-1) ?? null) : null).map(
    (point) => Object.assign(point, { at: iso(point.at) }),
  );
  const now = {
    at: times.at(-1) ?? 0,
    valueCents: card.totals.valueCents ?? 0,
    heldCents: gainSummary(card).heldCents ?? 0,
    kind: 'simulated',
  } as const;
  const series: ValueSeries = valueSeries(
    { range: 'ALL', kind: 'simulated', resolution: 'hour', points },
    null,
    now,
  );
  if (series.status !== 'ready') throw new Error(series.lacks);
  return valueSummary(series)?.changeCents ?? Number.NaN;
}

const price = fc.integer({ min: 500, max: 500_000 });

test('whatever happened, card, chart and books give one gain, without the held bonus, over what was paid', () => {
  const seen = { held: 0, freed: 0, soldOut: 0, undone: 0 };
  fc.assert(
    fc.property(anyLife, fc.boolean(), fc.record({ gold: price, silver: price }), (steps, leaves, prices) => {
      const { state, books } = lifeOf(steps, leaves);
      const marks: Marks = {
        asOf: null,
        gold: { priceCents: prices.gold, change24hPercent: null },
        silver: { priceCents: prices.silver, change24hPercent: null },
      };
      const facts = {
        cashCents: state.cashCents,
        pendingCashCents: 0,
        bonusClaimed: state.bonusStands,
        holdings: TRADED_METALS.map((metal) => Object.assign({ metal }, state.holdings[metal])),
      };
      const card = revalue(valuePortfolio(facts, marks), undefined);
      const gain = gainSummary(card);
      const { heldOuncesE4 } = state.holdings.silver;
      const truth = byTheBooks(books, heldOuncesE4, prices);

      expect(gain.totalCents).toBe(truth.gainCents);
      expect((gain.openCents ?? 0) + gain.realisedCents).toBe(gain.totalCents);
      expect(gain.paidCents).toBe(truth.paidCents);
      expect(gain.percent).toBe(percentOf(truth.gainCents, truth.paidCents));
      expect(chartChange(books, prices, card, heldOuncesE4 === 0)).toBe(truth.gainCents);
      // Cash, what can be sold and the held bonus are the whole of it.
      const deposited = sum(books.filter(({ of }) => of === 'deposit').map(({ usd }) => usd));
      expect(card.totals.valueCents).toBe(deposited + truth.gainCents + (gain.heldCents ?? 0));

      seen.held += heldOuncesE4 > 0 ? 1 : 0;
      seen.freed += state.bonusStands && heldOuncesE4 === 0 ? 1 : 0;
      seen.soldOut += card.holdings.length === 0 && gain.totalCents !== 0 ? 1 : 0;
      seen.undone += books.some(({ undoes }) => undoes) ? 1 : 0;
    }),
    { numRuns: runs(500), seed: 20_261_123 },
  );
  expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
});
