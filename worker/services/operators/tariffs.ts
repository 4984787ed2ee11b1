// The tariff of storage: one operator proposes the day on which it begins, another announces it, with thirty days of notice (P88).
// The announcement is final; the letters to all customers follow by the cron (charge-storage.ts).

import type { TariffProposal, TariffRequest, TariffsReport } from '../../contract/operators/tariffs.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { failedGuard, guarded } from '../../db/guards.ts';
import {
  announceStatement,
  closeTariffStatement,
  findTariff,
  isNoticeTooShort,
  isTariffProposedAlready,
  listTariffs,
  proposeTariffStatement,
  type TariffRow,
} from '../../db/tariffs.ts';
import { dayOf } from '../../domain/day-closes.ts';
import { addDays } from '../../domain/days.ts';
import { TARIFF_AHEAD_MAX_DAYS } from '../../domain/limits.ts';
import { may } from '../../domain/operator-roles.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { earliestStart, startProblem, STORAGE_TERMS, TARIFFS_SHOWN } from '../../domain/storage-fee.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import type { Actor } from './proposals.ts';

export async function tariffsReport(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
): Promise<TariffsReport> {
  const today = dayOf(now());
  const rows = await listTariffs(db, TARIFFS_SHOWN);
  return {
    tariffs: rows.map((row) => viewTariff(row, actor)),
    earliest: earliestStart(today),
    latest: addDays(today, TARIFF_AHEAD_MAX_DAYS),
  };
}

function viewTariff(row: TariffRow, actor: Actor): TariffProposal {
  const {
    proposedBy,
    proposerEmail,
    proposedAt,
    decidedBy: _by,
    deciderEmail,
    decidedAt,
    mailedAt,
    ...tariff
  } = row;
  const time = (at: number | null) => (at === null ? null : iso(at));
  const mine = proposedBy === actor.actorId;
  return {
    ...tariff,
    proposedBy: proposerEmail,
    proposedAt: iso(proposedAt),
    decidedBy: deciderEmail,
    decidedAt: time(decidedAt),
    mailedAt: time(mailedAt),
    mine,
    waitsForMe: row.state === 'open' && !mine && may(actor.facts, 'tariff.decide'),
  };
}

export type ProposeTariffRefusal = Refusal<'TariffNotice' | 'TariffStands' | 'TariffProposed'>;

export async function proposeTariff(
  deps: Deps,
  actor: Actor,
  { fromDay }: TariffRequest,
): Promise<Result<TariffsReport, ProposeTariffRefusal>> {
  const now = deps.now();
  if (startProblem(fromDay, dayOf(now)) !== null) return err({ code: 'TariffNotice' });
  const id = deps.newId();
  try {
    const { logged } = await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at: now,
        by: actor,
        action: 'tariff.proposed',
        subject: { kind: 'tariff', id },
        after: { fromDay, ...STORAGE_TERMS },
      },
      [proposeTariffStatement(deps.db, { id, fromDay, terms: STORAGE_TERMS, by: actor.actorId, at: now })],
      { ifChanged: true },
    );
    if (!logged) return err({ code: 'TariffStands' });
  } catch (error) {
    if (isTariffProposedAlready(error)) return err({ code: 'TariffProposed' });
    throw error;
  }
  return ok(await tariffsReport(deps, actor));
}

export type DecideTariffRefusal = Refusal<
  'NotFound' | 'SecondOperatorNeeded' | 'ProposalDecided' | 'ProposalVoid' | 'TariffNotice'
>;

/** Announces it, once. A repeated approval gets the first reply. */
export async function announceTariff(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<Result<TariffsReport, DecideTariffRefusal>> {
  const found = await findTariff(deps.db, id);
  if (found === null) return err({ code: 'NotFound' });
  if (wasAnnouncedBy(found, actor)) return ok(await tariffsReport(deps, actor));
  if (found.state !== 'open') return err({ code: 'ProposalDecided' });
  if (found.proposedBy === actor.actorId) return err({ code: 'SecondOperatorNeeded' });
  const now = deps.now();
  // It may have waited for too long.
  if (startProblem(found.fromDay, dayOf(now)) !== null) return err({ code: 'TariffNotice' });
  const { fromDay, freeDays, aboveCents, centDaysPerCent } = found;
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
        after: { fromDay, freeDays, aboveCents, centDaysPerCent },
      },
      guarded(deps.db, deps.newId(), 'tariff', [
        announceStatement(deps.db, { id, by: actor.actorId, at: now }),
      ]),
    );
  } catch (error) {
    if (isNoticeTooShort(error)) return err({ code: 'TariffNotice' });
    if (!failedGuard(error)) throw error;
    const since = await findTariff(deps.db, id);
    if (since !== null && wasAnnouncedBy(since, actor)) return ok(await tariffsReport(deps, actor));
    return err({ code: since?.state === 'open' ? 'ProposalVoid' : 'ProposalDecided' });
  }
  return ok(await tariffsReport(deps, actor));
}

/** Another rejects it; its proposer takes it back. */
export async function dropTariff(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<Result<TariffsReport, DecideTariffRefusal>> {
  const found = await findTariff(deps.db, id);
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
      before: { proposedBy: found.proposerEmail, fromDay: found.fromDay },
      after: { state },
    },
    [closeTariffStatement(deps.db, { id, by: actor.actorId, at: now, state })],
    { ifChanged: true },
  );
  return logged ? ok(await tariffsReport(deps, actor)) : err({ code: 'ProposalDecided' });
}

function wasAnnouncedBy({ state, decidedBy }: TariffRow, { actorId }: Actor): boolean {
  return state === 'announced' && decidedBy === actorId;
}
