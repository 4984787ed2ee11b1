// The first page of an operator's day: what cannot wait, and everything that does, with its age and who has it.

import type { Today } from '../../contract/operators/today.ts';
import { openAlerts } from '../../db/operators/alerts.ts';
import { readWaiting, type WaitingRow } from '../../db/operators/today.ts';
import { alertKindsFor } from '../../domain/operator-alerts.ts';
import { may, type OperatorFacts } from '../../domain/operator-roles.ts';
import { iso } from '../../domain/time.ts';
import { TODAY, TODAY_KINDS } from '../../domain/today.ts';
import type { Deps } from '../deps.ts';
import { viewAlert } from './alerts.ts';

export async function todayFor(
  { db, now: clock }: Pick<Deps, 'db' | 'now'>,
  operator: OperatorFacts & { readonly userId: string },
): Promise<Today> {
  const now = clock();
  const kinds = TODAY_KINDS.filter((kind) => may(operator, TODAY[kind].may));
  const [alerts, rows] = await Promise.all([
    openAlerts(db, alertKindsFor(operator)),
    readWaiting(db, kinds, now),
  ]);
  return {
    asOf: iso(now),
    alerts: alerts.map((alert) => viewAlert(alert, operator.userId)),
    waiting: rows.flatMap((row, index) => {
      const kind = kinds[index];
      if (kind === undefined) return [];
      const { count, oldestAt } = row;
      return [
        {
          kind,
          count,
          oldestAt: oldestAt === null ? null : iso(oldestAt),
          owners: ownersOf(row),
          page: TODAY[kind].page,
        },
      ];
    }),
  };
}

function ownersOf({ owners, unowned }: WaitingRow): Today['waiting'][number]['owners'] {
  if (owners === undefined) return null;
  const emails = (JSON.parse(owners) as (string | null)[]).filter((email) => email !== null);
  return { emails: emails.toSorted(), nobody: unowned ?? 0 };
}
