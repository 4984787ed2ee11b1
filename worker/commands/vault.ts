// What `npm run bars` does, apart from where the database is: lists the vault, receives the bars of a file, releases one. Bars and
// their line of the audit log are one batch.

import { type AuditActor, commitAudited } from '../db/audit-log.ts';
import { findBarInVault, isBarInVaultError, sumBars } from '../db/bars.ts';
import { readD1Error } from '../db/d1-errors.ts';
import { failedGuard } from '../db/guards.ts';
import { countOwners } from '../db/operators/operators.ts';
import { readStock } from '../db/stock.ts';
import { type BarFacts, barKey, fineE4Of } from '../domain/bars.ts';
import { decimalText } from '../domain/number-format.ts';
import { receiveBar, releaseBar } from '../ledger/bars.ts';
import { done, type Outcome, OWNERS_THAT_DECIDE, refused } from './operators.ts';

export type BarsRequest = {
  /** Although two owners could decide it on the site. */
  readonly withoutApproval: boolean;
  readonly note: string | null;
};

/** In one batch, with one line of the audit log, which holds 4,000 characters. */
const BARS_AT_ONCE = 20;

/** Safe to repeat: a bar that is in the vault stays, and is not received again. */
export async function receive(
  db: D1Database,
  by: AuditActor,
  bars: readonly BarFacts[],
  request: BarsRequest,
  now: number,
): Promise<Outcome> {
  const owners = await countOwners(db);
  if (owners >= OWNERS_THAT_DECIDE && !request.withoutApproval) return twoDecide(owners);
  const there: BarFacts[] = [];
  const missing: BarFacts[] = [];
  for (const bar of bars) ((await findBarInVault(db, bar)) === null ? missing : there).push(bar);
  for (let start = 0; start < missing.length; start += BARS_AT_ONCE) {
    try {
      await receiveSome(db, by, missing.slice(start, start + BARS_AT_ONCE), { ...request, owners }, now);
    } catch (error) {
      if (!isBarInVaultError(error)) throw error;
      return refused(`Somebody else received one of them meanwhile. Bars received: ${start}. Run it again.`);
    }
  }
  return done(
    `Bars received: ${missing.length}.`,
    ...(there.length === 0 ? [] : [`In the vault already: ${there.length}.`]),
    ...(await stockLines(db)),
  );
}

async function receiveSome(
  db: D1Database,
  by: AuditActor,
  bars: readonly BarFacts[],
  { owners, note }: BarsRequest & { readonly owners: number },
  now: number,
): Promise<void> {
  const [first] = bars;
  const line = crypto.randomUUID();
  await commitAudited(
    db,
    {
      id: line,
      at: now,
      by,
      action: 'bar.received',
      ...(bars.length === 1 && first !== undefined
        ? { subject: { kind: 'bar', id: barKey(first) } as const }
        : {}),
      after: { bars: bars.map(barKey), ...alone(owners) },
      note,
    },
    bars.flatMap((bar) =>
      receiveBar(
        db,
        { barId: crypto.randomUUID(), operationId: crypto.randomUUID(), decision: line, now },
        { ...bar, sample: false },
      ),
    ),
  );
}

export async function release(
  db: D1Database,
  by: AuditActor,
  named: Pick<BarFacts, 'metal' | 'refiner' | 'serial'>,
  { withoutApproval, note }: BarsRequest,
  now: number,
): Promise<Outcome> {
  const owners = await countOwners(db);
  if (owners >= OWNERS_THAT_DECIDE && !withoutApproval) return twoDecide(owners);
  const bar = await findBarInVault(db, named);
  if (bar === null) return refused('There is no such bar in the vault. Nothing was changed.');
  const line = crypto.randomUUID();
  try {
    await commitAudited(
      db,
      {
        id: line,
        at: now,
        by,
        action: 'bar.released',
        subject: { kind: 'bar', id: barKey(bar) },
        after: { bars: [barKey(bar)], ...alone(owners) },
        note,
      },
      releaseBar(db, { barId: bar.id, operationId: crypto.randomUUID(), decision: line, now }, bar),
    );
  } catch (error) {
    const failure = readD1Error(error);
    if (failure.kind === 'check' && failure.constraint === 'stock_covers_what_is_sold') {
      return refused('Customers hold what this bar covers. Receive another one first. Nothing was changed.');
    }
    if (failedGuard(error)) return refused('The bar has left meanwhile. Nothing was changed.');
    throw error;
  }
  return done(`${bar.refiner} ${bar.serial} has left the vault.`, ...(await stockLines(db)));
}

export async function list(db: D1Database): Promise<Outcome> {
  return done(...(await stockLines(db)));
}

/** For the line of what two operators could have decided. */
const alone = (owners: number) => (owners >= OWNERS_THAT_DECIDE ? { withoutApproval: true } : {});

const twoDecide = (owners: number): Outcome =>
  refused(
    `There are ${owners} owners: propose it at /admin/bars, and another operator approves. Nothing was changed.\n` +
      'Add --without-approval where that is not possible; the audit log says so.',
  );

async function stockLines(db: D1Database): Promise<string[]> {
  const sums = await sumBars(db);
  return (await readStock(db)).map(({ metal, freeE4, uncoveredE4 }) => {
    const { bars = 0, samples = 0, fineE3 = 0 } = sums.find((sum) => sum.metal === metal) ?? {};
    return [
      `${metal}: ${bars} bars${samples === 0 ? '' : ` (${samples} of them samples)`}`,
      `${decimalText(fineE4Of(fineE3), 4)} oz fine`,
      `${decimalText(freeE4, 4)} oz free to sell`,
      ...(freeE4 === 0 ? ['NOTHING IS SOLD'] : []),
      ...(uncoveredE4 === 0 ? [] : [`CUSTOMERS HOLD ${decimalText(uncoveredE4, 4)} OZ MORE THAN THE BARS`]),
    ].join(' · ');
  });
}
