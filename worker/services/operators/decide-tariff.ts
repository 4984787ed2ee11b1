// Tariffs: one operator proposes, another announces, and that is final. What a tariff says and when it may begin, its desk knows.

import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { failedGuard, guarded } from '../../db/guards.ts';
import type { ProposedTariff, TariffTable } from '../../db/tariff-table.ts';
import { may } from '../../domain/operator-roles.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import type { Actor } from './proposals.ts';

/** Tariffs of one table. `Own`: why a first day is refused. */
export type TariffDesk<Row extends ProposedTariff, Report, Own extends Refusal> = {
  readonly table: TariffTable<Row>;
  readonly report: (deps: Pick<Deps, 'db' | 'now'>, actor: Actor) => Promise<Report>;
  /** What the log says of one that was announced, and of one that was dropped. */
  readonly announced: (row: Row) => object;
  readonly dropped: (row: Row) => object;
  /** Why it is too late to announce it; null: it is not, or the database will say so. */
  readonly expired: (row: Row, now: number) => Own | null;
  /** What it means that the batch failed for no reason that every tariff has; null: nothing that is known here. */
  readonly failed: (error: unknown) => Own | null;
};

/** What every tariff says of its proposal, to the operator who looks. */
export function viewTariff<Row extends ProposedTariff>(row: Row, actor: Actor) {
  const { proposedBy, proposerEmail, proposedAt, decidedBy: _by, deciderEmail, decidedAt, ...tariff } = row;
  const mine = proposedBy === actor.actorId;
  return {
    ...tariff,
    proposedBy: proposerEmail,
    proposedAt: iso(proposedAt),
    decidedBy: deciderEmail,
    decidedAt: isoOrNull(decidedAt),
    mine,
    waitsForMe: row.state === 'open' && !mine && may(actor.facts, 'tariff.decide'),
  };
}

type Proposal = {
  readonly at: number;
  /** What the log says of it. */
  readonly terms: object;
  readonly statement: (made: {
    readonly id: string;
    readonly by: string;
    readonly at: number;
  }) => D1PreparedStatement;
};

export async function proposeAt<Row extends ProposedTariff, Report, Own extends Refusal>(
  { table, report }: TariffDesk<Row, Report, Own>,
  deps: Deps,
  actor: Actor,
  { at, terms, statement }: Proposal,
): Promise<Result<Report, Refusal<'TariffStands' | 'TariffProposed'>>> {
  const id = deps.newId();
  try {
    const { logged } = await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at,
        by: actor,
        action: 'tariff.proposed',
        subject: { kind: 'tariff', id },
        after: terms,
      },
      [statement({ id, by: actor.actorId, at })],
      { ifChanged: true },
    );
    return logged ? ok(await report(deps, actor)) : err({ code: 'TariffStands' });
  } catch (error) {
    if (table.isOneOpen(error)) return err({ code: 'TariffProposed' });
    throw error;
  }
}

export type DecideTariffRefusal = Refusal<
  'NotFound' | 'SecondOperatorNeeded' | 'ProposalDecided' | 'ProposalVoid'
>;

/** Announces it, once. A repeated approval gets the first reply. */
export async function announceAt<Row extends ProposedTariff, Report, Own extends Refusal>(
  { table, report, announced, expired, failed }: TariffDesk<Row, Report, Own>,
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<Result<Report, DecideTariffRefusal | Own>> {
  const found = await table.find(deps.db, id);
  if (found === null) return err({ code: 'NotFound' });
  if (wasAnnouncedBy(found, actor)) return ok(await report(deps, actor));
  if (found.state !== 'open') return err({ code: 'ProposalDecided' });
  if (found.proposedBy === actor.actorId) return err({ code: 'SecondOperatorNeeded' });
  const now = deps.now();
  const late = expired(found, now);
  if (late !== null) return err(late);
  try {
    await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at: now,
        by: actor,
        action: 'tariff.announced',
        subject: { kind: 'tariff', id },
        before: { proposedBy: found.proposerEmail },
        after: announced(found),
      },
      guarded(deps.db, deps.newId(), 'tariff', [
        table.announceStatement(deps.db, { id, by: actor.actorId, at: now }),
      ]),
    );
  } catch (error) {
    const own = failed(error);
    if (own !== null) return err(own);
    if (!failedGuard(error)) throw error;
    const since = await table.find(deps.db, id);
    if (since !== null && wasAnnouncedBy(since, actor)) return ok(await report(deps, actor));
    return err({ code: since?.state === 'open' ? 'ProposalVoid' : 'ProposalDecided' });
  }
  return ok(await report(deps, actor));
}

/** Another rejects it; its proposer takes it back. */
export async function dropAt<Row extends ProposedTariff, Report, Own extends Refusal>(
  { table, report, dropped }: TariffDesk<Row, Report, Own>,
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
      action: `tariff.${state}`,
      subject: { kind: 'tariff', id },
      before: { proposedBy: found.proposerEmail, ...dropped(found) },
      after: { state },
    },
    [table.closeStatement(deps.db, { id, by: actor.actorId, at: now, state })],
    { ifChanged: true },
  );
  return logged ? ok(await report(deps, actor)) : err({ code: 'ProposalDecided' });
}

function wasAnnouncedBy({ state, decidedBy }: ProposedTariff, { actorId }: Actor): boolean {
  return state === 'announced' && decidedBy === actorId;
}
