// The treasury's page: where the money is, whom it belongs to, what is open in reais, and what comes and goes next. Every figure is a
// sum of the books, and the page says that they add up.

import type { MoneyFlow, TreasuryReport } from '../../contract/operators/treasury.ts';
import { type Arrival, readTreasury } from '../../db/operators/treasury.ts';
import { EXCHANGE_POSITION_MAX_CENTS } from '../../domain/operator-alerts.ts';
import { type Asset, ASSETS } from '../../domain/operations.ts';
import { iso } from '../../domain/time.ts';
import { arrivalDayOf, worthCents } from '../../domain/treasury.ts';
import { HOUSE } from '../../ledger/statements.ts';
import type { MoneyDeps } from '../price-source.ts';
import { houseAccountOf } from './ledger.ts';
import { logLine } from '../../telemetry/log.ts';

export async function treasuryReport(deps: Pick<MoneyDeps, 'db' | 'now' | 'hub'>): Promise<TreasuryReport> {
  const [{ house, cash, customers, arrivals, payouts }, rate] = await Promise.all([
    readTreasury(deps.db),
    knownRate(deps),
  ]);
  const houseHas = (account: string, asset: Asset) =>
    house.find((sum) => sum.account === account && sum.asset === asset)?.amount ?? 0;
  const position = { usdCents: houseHas(HOUSE.fx, 'usd'), brlCents: houseHas(HOUSE.fx, 'brl') };
  return {
    asOf: iso(deps.now()),
    cash: [...cash],
    house: house.map(({ account: id, asset, amount }) => {
      const account = houseAccountOf(id);
      if (account === undefined) throw new Error(`no word for the account ${id}`);
      return { account, asset, amount };
    }),
    customers: [...customers],
    payoutsCents: houseHas(HOUSE.payouts, 'usd'),
    differences: (Object.keys(ASSETS) as Asset[]).map((asset) => ({
      asset,
      amount: [...house, ...customers]
        .filter((sum) => sum.asset === asset)
        .reduce((sum, { amount }) => sum + amount, 0),
    })),
    exchange: {
      ...position,
      rate,
      worthCents: rate === null ? null : worthCents(position, rate.usdBrlE4),
      maxCents: EXCHANGE_POSITION_MAX_CENTS,
    },
    arrivals: flowsOf(arrivals),
    payouts: payouts.toSorted(byDay),
  };
}

/** As the hub knows it now; a hub that does not answer makes the worth unknown. */
export async function knownRate({
  hub,
}: Pick<MoneyDeps, 'hub'>): Promise<TreasuryReport['exchange']['rate']> {
  try {
    const { fx } = await hub.snapshot();
    return fx === null ? null : { usdBrlE4: fx.usdBrlE4, at: fx.asOf };
  } catch (error) {
    logLine('error', 'no-price-snapshot', { error: String(error) });
    return null;
  }
}

function flowsOf(arrivals: readonly Arrival[]): MoneyFlow[] {
  const flows = new Map<string, MoneyFlow>();
  for (const { method, createdAt, cents } of arrivals) {
    const day = arrivalDayOf(method, createdAt);
    const { count, cents: sum } = flows.get(`${day} ${method}`) ?? { count: 0, cents: 0 };
    flows.set(`${day} ${method}`, { day, method, count: count + 1, cents: sum + cents });
  }
  return [...flows.values()].toSorted(byDay);
}

const byDay = (a: MoneyFlow, b: MoneyFlow): number =>
  `${a.day} ${a.method}` < `${b.day} ${b.method}` ? -1 : 1;
