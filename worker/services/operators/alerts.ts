// Who looks into an alert: whoever may takes it, from nobody or from another, and gives it back. It says so and nothing else: the alert
// stays until its rule finds it no more. The change and its line of the log are one batch.

import type { AlertChange, OperatorAlert } from '../../contract/operators/today.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { findOpenAlert, ownAlertStatement, type OwnedAlertRow } from '../../db/operators/alerts.ts';
import { OPERATOR_ALERTS, runbookOf } from '../../domain/operator-alerts.ts';
import { may } from '../../domain/operator-roles.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import type { Actor } from './proposals.ts';

export function viewAlert(row: OwnedAlertRow, callerId: string): OperatorAlert {
  const { id, kind, subject, figure, beganAt, ownerId, ownerEmail, takenAt } = row;
  return {
    id,
    kind,
    subject,
    figure,
    beganAt: iso(beganAt),
    page: OPERATOR_ALERTS[kind].page,
    runbook: runbookOf(kind),
    owner:
      ownerId === null || takenAt === null
        ? null
        : { id: ownerId, email: ownerEmail ?? '', since: iso(takenAt), isCaller: ownerId === callerId },
  };
}

export async function changeAlert(
  deps: Pick<Deps, 'db' | 'now' | 'newId'>,
  by: Actor,
  { id, ...asked }: AlertChange & { readonly id: string },
): Promise<Result<OperatorAlert, Refusal<'NotFound' | 'AlertChanged'>>> {
  const row = await findOpenAlert(deps.db, id);
  if (row === null) return err({ code: 'AlertChanged' });
  if (!may(by.facts, OPERATOR_ALERTS[row.kind].may)) return err({ code: 'NotFound' });
  const takes = asked.change === 'take';
  // Nobody gives back what another has.
  const from = takes ? asked.seen : by.actorId;
  const to = takes ? by.actorId : null;
  // Also the same call again, after a lost reply.
  if (row.ownerId === to) return ok(viewAlert(row, by.actorId));
  const now = deps.now();
  await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by,
      action: takes ? 'alert.taken' : 'alert.released',
      subject: { kind: 'alert', id },
      before: { kind: row.kind, about: row.subject, owner: row.ownerEmail },
      after: { owner: takes ? by.actor : null },
    },
    [ownAlertStatement(deps.db, { id, from, to, now })],
    { ifChanged: true },
  );
  const after = await findOpenAlert(deps.db, id);
  return after !== null && after.ownerId === to
    ? ok(viewAlert(after, by.actorId))
    : err({ code: 'AlertChanged' });
}
