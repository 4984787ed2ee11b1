import type { OperatorList, OperatorSummary } from '../../contract/operators/operators.ts';
import { listOperators, type OperatorRow } from '../../db/operators/operators.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';

/** Everybody who runs the product. */
export async function operatorList({ db }: Pick<Deps, 'db'>, callerId: string): Promise<OperatorList> {
  const rows = await listOperators(db);
  return { operators: rows.map((row) => summaryOf(row, callerId)) };
}

function summaryOf(row: OperatorRow, callerId: string): OperatorSummary {
  const { userId, email, fullName, status, tier } = row;
  return {
    id: userId,
    email,
    fullName,
    status,
    tier,
    roles: [...row.roles],
    secondFactors: { app: row.hasApp, passkeys: row.passkeys },
    since: iso(row.since),
    lastActiveAt: iso(row.lastActiveAt),
    isSelf: userId === callerId,
  };
}
