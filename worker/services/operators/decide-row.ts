// Rows of tables of their own, tariffs and treasury orders: one operator proposes, another approves, and that is final. What a row says
// and does, its desk knows.

import type { Refusal } from '../../contract/problems.ts';
import { type AuditEvent, commitAudited } from '../../db/audit-log.ts';
import { failedGuard, guarded } from '../../db/guards.ts';
import type { ProposedRow, ProposedTable } from '../../db/proposed-rows.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { type Capability, may } from '../../domain/operator-roles.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import type { Actor } from './proposals.ts';

/** Rows of one table. `Own`: why an approval is refused for a reason of its own. `Stands`: why nothing new is proposed. */
export type RowDesk<
  Row extends ProposedRow,
  Report,
  Own extends Refusal,
  Stands extends Refusal = Refusal,
> = {
  readonly table: ProposedTable<Row>;
  readonly report: (deps: Deps, actor: Actor) => Promise<Report>;
  /** The words of the log. */
  readonly subject: NonNullable<AuditEvent['subject']>['kind'];
  readonly actions: Readonly<Record<'proposed' | 'approved' | 'rejected' | 'withdrawn', AuditAction>>;
  /** What the log says of one that was approved, and of one that was dropped. */
  readonly approved: (row: Row) => object;
  readonly dropped: (row: Row) => object;
  /** What it means that nothing was stored, and that another of the kind stands. */
  readonly refusals: Readonly<Record<'stands' | 'another', Stands>>;
  /** Why it is too late to approve it; null: it is not, or the database will say so. */
  readonly expired?: (row: Row, now: number) => Own | null;
  /** What the approval does beside: each matches one row. */
  readonly statements?: (deps: Deps, row: Row, now: number) => readonly D1PreparedStatement[];
  /** What it means that the batch failed for no reason that every row has; null: nothing that is known here. */
  readonly failed: (deps: Deps, row: Row, error: unknown) => Promise<Own | null>;
};

/** What all tariffs have in common. */
export const TARIFF_WORDS = {
  subject: 'tariff',
  actions: {
    proposed: 'tariff.proposed',
    approved: 'tariff.announced',
    rejected: 'tariff.rejected',
    withdrawn: 'tariff.withdrawn',
  },
  refusals: { stands: { code: 'TariffStands' }, another: { code: 'TariffProposed' } },
} as const;
export type TariffRefusal = Refusal<'TariffStands' | 'TariffProposed'>;

/** What every row says of its proposal, to the operator who looks. */
export function viewProposed<Row extends ProposedRow>(row: Row, actor: Actor, decides: Capability) {
  const { proposedBy, proposerEmail, proposedAt, decidedBy: _by, deciderEmail, decidedAt, ...terms } = row;
  const mine = proposedBy === actor.actorId;
  return {
    ...terms,
    proposedBy: proposerEmail,
    proposedAt: iso(proposedAt),
    decidedBy: deciderEmail,
    decidedAt: isoOrNull(decidedAt),
    mine,
    waitsForMe: row.state === 'open' && !mine && may(actor.facts, decides),
  };
}

type Proposal = {
  readonly at: number;
  /** What the log says of it. */
  readonly terms: object;
  readonly note?: string;
  readonly statement: (made: {
    readonly id: string;
    readonly by: string;
    readonly at: number;
  }) => D1PreparedStatement;
};

export async function proposeRow<
  Row extends ProposedRow,
  Report,
  Own extends Refusal,
  Stands extends Refusal,
>(
  { table, report, subject, actions, refusals }: RowDesk<Row, Report, Own, Stands>,
  deps: Deps,
  actor: Actor,
  { at, terms, note, statement }: Proposal,
): Promise<Result<Report, Stands>> {
  const id = deps.newId();
  try {
    const { logged } = await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at,
        by: actor,
        action: actions.proposed,
        subject: { kind: subject, id },
        after: terms,
        ...(note === undefined ? {} : { note }),
      },
      [statement({ id, by: actor.actorId, at })],
      { ifChanged: true },
    );
    return logged ? ok(await report(deps, actor)) : err(refusals.stands);
  } catch (error) {
    if (table.isAnother(error)) return err(refusals.another);
    throw error;
  }
}

export type DecideRowRefusal = Refusal<
  'NotFound' | 'SecondOperatorNeeded' | 'ProposalDecided' | 'ProposalVoid'
>;

/** Does what was proposed, once. A repeated approval gets the first reply. */
export async function approveRow<Row extends ProposedRow, Report, Own extends Refusal>(
  desk: RowDesk<Row, Report, Own>,
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<Result<Report, DecideRowRefusal | Own>> {
  const { table, report } = desk;
  const found = await table.find(deps.db, id);
  if (found === null) return err({ code: 'NotFound' });
  if (wasApprovedBy(desk, found, actor)) return ok(await report(deps, actor));
  if (found.state !== 'open') return err({ code: 'ProposalDecided' });
  if (found.proposedBy === actor.actorId) return err({ code: 'SecondOperatorNeeded' });
  const now = deps.now();
  const late = desk.expired?.(found, now) ?? null;
  if (late !== null) return err(late);
  try {
    await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at: now,
        by: actor,
        action: desk.actions.approved,
        subject: { kind: desk.subject, id },
        before: { proposedBy: found.proposerEmail },
        after: desk.approved(found),
      },
      [
        ...guarded(deps.db, deps.newId(), 'proposal', [
          table.approveStatement(deps.db, { id, by: actor.actorId, at: now }),
        ]),
        ...(desk.statements?.(deps, found, now) ?? []),
      ],
    );
  } catch (error) {
    const since = await table.find(deps.db, id);
    if (since !== null && wasApprovedBy(desk, since, actor)) return ok(await report(deps, actor));
    if (since !== null && since.state !== 'open') return err({ code: 'ProposalDecided' });
    const own = await desk.failed(deps, found, error);
    if (own !== null) return err(own);
    if (!failedGuard(error)) throw error;
    return err({ code: 'ProposalVoid' });
  }
  return ok(await report(deps, actor));
}

/** Another rejects it; its proposer takes it back. */
export async function dropRow<Row extends ProposedRow, Report, Own extends Refusal>(
  { table, report, subject, actions, dropped }: RowDesk<Row, Report, Own>,
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<Result<Report, Refusal<'NotFound' | 'ProposalDecided'>>> {
  const found = await table.find(deps.db, id);
  if (found === null) return err({ code: 'NotFound' });
  const now = deps.now();
  const state = found.proposedBy === actor.actorId ? 'withdrawn' : 'rejected';
  const { logged } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by: actor,
      action: actions[state],
      subject: { kind: subject, id },
      before: { proposedBy: found.proposerEmail, ...dropped(found) },
      after: { state },
    },
    [table.closeStatement(deps.db, { id, by: actor.actorId, at: now, state })],
    { ifChanged: true },
  );
  return logged ? ok(await report(deps, actor)) : err({ code: 'ProposalDecided' });
}

function wasApprovedBy<Row extends ProposedRow, Report, Own extends Refusal>(
  { table }: RowDesk<Row, Report, Own>,
  { state, decidedBy }: ProposedRow,
  { actorId }: Actor,
): boolean {
  return state === table.done && decidedBy === actorId;
}
