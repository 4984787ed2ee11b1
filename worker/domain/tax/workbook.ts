// The facts of a year for a Brazilian tax return, in reais: what came, what was sold, what it had cost and what is left. A pure
// function of the customer's movements and of the stored bulletins; it computes no tax. What lacks its bulletin is pending: its reais
// are null, and so is every sum that it is a part of.

import { brasiliaDay, type Day, startOfDay } from '../brasilia.ts';
import { TRADED_METALS, type TradedMetal } from '../metals.ts';
import type {
  CostFlow,
  Disposal,
  Facts,
  MetalPosition,
  Month,
  TaxMethod,
  TaxMovement,
  YearFacts,
} from './facts.ts';
import { type Cost, sumOf } from './pools.ts';
import type { Bulletins } from './ptax.ts';
import { Replay } from './replay.ts';

export * from './facts.ts';

/** The facts of `year` as they stand at `now`. `movements` in the order of their commits. */
export function yearFacts(
  movements: readonly TaxMovement[],
  bulletins: Bulletins,
  year: number,
  now: number,
): YearFacts {
  const from = `${year}-01-01`;
  const to = `${year + 1}-01-01`;
  const replay = new Replay(movements, bulletins);
  replay.upTo(from, startOfDay(from));
  const opening = replay.positions();
  replay.upTo(to, Math.min(startOfDay(to), now));
  const closing = replay.positions();
  const within = <T extends { readonly day: Day }>(rows: readonly T[]) =>
    rows.filter(({ day }) => day >= from);
  const { facts } = replay;
  const ofYear = {
    acquisitions: within(facts.acquisitions),
    disposals: within(facts.disposals),
    undoings: within(facts.undoings),
    apart: within(facts.apart),
    storageFees: within(facts.storageFees),
  };
  const lastMonth = Number(brasiliaDay(now).slice(0, 4)) === year ? Number(brasiliaDay(now).slice(5, 7)) : 12;
  return {
    ...ofYear,
    months: monthsOf(ofYear.disposals, year, lastMonth),
    positions: { opening, closing },
    flows: TRADED_METALS.map((metal) => ({
      metal,
      average: flowOf('average', metal, ofYear, opening, closing),
      fifo: flowOf('fifo', metal, ofYear, opening, closing),
    })),
    pending: pendingOf(ofYear),
  };
}

function monthsOf(disposals: readonly Disposal[], year: number, lastMonth: number): Month[] {
  return Array.from({ length: lastMonth }, (_, index) => {
    const month = `${year}-${String(index + 1).padStart(2, '0')}`;
    const ofMonth = disposals.filter(({ day }) => day.startsWith(month));
    return {
      month,
      metals: TRADED_METALS.map((metal) => {
        const all = ofMonth.filter((one) => one.metal === metal);
        const standing = all.filter(({ undone }) => undone === null);
        const undone = all.filter((one) => one.undone !== null);
        return {
          metal,
          disposals: standing.length,
          ouncesE4: standing.reduce((sum, { ouncesE4 }) => sum + ouncesE4, 0),
          proceeds: sumOf(standing.map(({ proceeds }) => proceeds)),
          gain: {
            average: sumOf(standing.map(({ average }) => average.gain)),
            fifo: sumOf(standing.map(({ fifo }) => fifo.gain)),
          },
          undone: {
            disposals: undone.length,
            proceeds: sumOf(undone.map(({ proceeds }) => proceeds)),
          },
        };
      }),
    };
  });
}

function flowOf(
  method: TaxMethod,
  metal: TradedMetal,
  facts: Facts,
  opening: readonly MetalPosition[],
  closing: readonly MetalPosition[],
): CostFlow {
  const of = <T extends { readonly metal: TradedMetal }>(rows: readonly T[], cost: (row: T) => Cost): Cost =>
    sumOf(rows.filter((row) => row.metal === metal).map(cost));
  const ofSales = facts.undoings.filter(({ type }) => type === 'sell');
  const ofPurchases = facts.undoings.filter(({ type }) => type !== 'sell');
  const costIn = (positions: readonly MetalPosition[]) => of(positions, (row) => row.cost[method]);
  return balanced({
    opening: costIn(opening),
    acquired: of(facts.acquisitions, (row) => row.cost),
    disposed: of(facts.disposals, (row) => row[method].cost),
    returned: of(ofSales, (row) => row.cost[method]),
    undone: of(ofPurchases, (row) => row.cost[method]),
    apart: of(facts.apart, (row) => row.cost[method]),
    closing: costIn(closing),
  });
}

/** Both ends are what the books say and the rest is added up from the rows: where they differ, no figure of the year is shown. */
function balanced(flow: CostFlow): CostFlow {
  const { opening, acquired, disposed, returned, undone, apart, closing } = flow;
  const came = sumOf([opening, acquired, returned]);
  const went = sumOf([disposed, undone, apart, closing]);
  if (came !== null && went !== null && came !== went) throw new Error('the costs of a year do not add up');
  return flow;
}

function pendingOf({ acquisitions, disposals, storageFees }: Facts): number {
  return (
    acquisitions.filter(({ cost }) => cost === null).length +
    disposals.filter((row) => row.proceeds === null || row.average.cost === null || row.fifo.cost === null)
      .length +
    storageFees.filter(({ centavos }) => centavos === null).length
  );
}
