// The tariff of the exchange: spread and tax with the rule that sets it. One operator proposes it, another announces it, and it holds from
// its day on (P95). What was asked for before keeps its own.

import type {
  ExchangeTariffProposal,
  ExchangeTariffRequest,
  ExchangeTariffsReport,
} from '../../contract/operators/reais.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import {
  announceExchangeStatement,
  closeExchangeStatement,
  exchangeTariffOn,
  type ExchangeTariffRow,
  findExchangeTariff,
  isExchangeDayTaken,
  isExchangeTariffOpen,
  listExchangeTariffs,
  proposeExchangeTariffStatement,
} from '../../db/exchange-tariffs.ts';
import { failedGuard, guarded } from '../../db/guards.ts';
import { brasiliaDay } from '../../domain/brasilia.ts';
import { may } from '../../domain/operator-roles.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { TARIFFS_SHOWN } from '../../domain/storage-fee.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import type { Actor } from './proposals.ts';

export async function exchangeTariffsReport(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
): Promise<ExchangeTariffsReport> {
  const earliest = brasiliaDay(now());
  const [inForce, rows] = await Promise.all([
    exchangeTariffOn(db, earliest),
    listExchangeTariffs(db, TARIFFS_SHOWN),
  ]);
  return { inForce, tariffs: rows.map((row) => viewTariff(row, actor)), earliest };
}

function viewTariff(row: ExchangeTariffRow, actor: Actor): ExchangeTariffProposal {
  const { proposedBy, proposerEmail, proposedAt, decidedBy: _by, deciderEmail, decidedAt, ...tariff } = row;
  const mine = proposedBy === actor.actorId;
  return {
    ...tariff,
    proposedBy: proposerEmail,
    proposedAt: iso(proposedAt),
    decidedBy: deciderEmail,
    decidedAt: decidedAt === null ? null : iso(decidedAt),
    mine,
    waitsForMe: row.state === 'open' && !mine && may(actor.facts, 'tariff.decide'),
  };
}

const termsOf = ({ fromDay, spreadBasisPoints, iofBasisPoints, legalBasis }: ExchangeTariffRequest) => ({
  fromDay,
  spreadBasisPoints,
  iofBasisPoints,
  legalBasis,
});

const TOO_EARLY = {
  code: 'ValidationFailed',
  detail: 'The first day is today or later, and has no tariff yet.',
} as const;

export async function proposeExchangeTariff(
  deps: Deps,
  actor: Actor,
  request: ExchangeTariffRequest,
): Promise<Result<ExchangeTariffsReport, Refusal<'ValidationFailed' | 'TariffProposed'>>> {
  const now = deps.now();
  if (request.fromDay < brasiliaDay(now)) return err(TOO_EARLY);
  const id = deps.newId();
  try {
    await commitAudited(
      deps.db,
      {
        id: deps.newId(),
        at: now,
        by: actor,
        action: 'tariff.proposed',
        subject: { kind: 'tariff', id },
        after: termsOf(request),
      },
      [proposeExchangeTariffStatement(deps.db, { id, ...termsOf(request), by: actor.actorId, at: now })],
    );
  } catch (error) {
    if (isExchangeTariffOpen(error)) return err({ code: 'TariffProposed' });
    throw error;
  }
  return ok(await exchangeTariffsReport(deps, actor));
}

export type DecideExchangeRefusal = Refusal<
  'NotFound' | 'SecondOperatorNeeded' | 'ProposalDecided' | 'ProposalVoid' | 'ValidationFailed'
>;

/** Announces it, once. A repeated approval gets the first reply. */
export async function announceExchangeTariff(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<Result<ExchangeTariffsReport, DecideExchangeRefusal>> {
  const found = await findExchangeTariff(deps.db, id);
  if (found === null) return err({ code: 'NotFound' });
  if (wasAnnouncedBy(found, actor)) return ok(await exchangeTariffsReport(deps, actor));
  if (found.state !== 'open') return err({ code: 'ProposalDecided' });
  if (found.proposedBy === actor.actorId) return err({ code: 'SecondOperatorNeeded' });
  const now = deps.now();
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
        after: termsOf(found),
      },
      guarded(deps.db, deps.newId(), 'exchange-tariff', [
        announceExchangeStatement(deps.db, { id, by: actor.actorId, at: now }),
      ]),
    );
  } catch (error) {
    // It may have waited for too long, or another is of the same day.
    if (isExchangeDayTaken(error)) return err(TOO_EARLY);
    if (!failedGuard(error)) throw error;
    const since = await findExchangeTariff(deps.db, id);
    if (since !== null && wasAnnouncedBy(since, actor)) return ok(await exchangeTariffsReport(deps, actor));
    return err({ code: since?.state === 'open' ? 'ProposalVoid' : 'ProposalDecided' });
  }
  return ok(await exchangeTariffsReport(deps, actor));
}

/** Another rejects it; its proposer takes it back. */
export async function dropExchangeTariff(
  deps: Deps,
  actor: Actor,
  id: string,
): Promise<Result<ExchangeTariffsReport, Refusal<'NotFound' | 'ProposalDecided'>>> {
  const found = await findExchangeTariff(deps.db, id);
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
      before: { proposedBy: found.proposerEmail, ...termsOf(found) },
      after: { state },
    },
    [closeExchangeStatement(deps.db, { id, by: actor.actorId, at: now, state })],
    { ifChanged: true },
  );
  return logged ? ok(await exchangeTariffsReport(deps, actor)) : err({ code: 'ProposalDecided' });
}

function wasAnnouncedBy({ state, decidedBy }: ExchangeTariffRow, { actorId }: Actor): boolean {
  return state === 'announced' && decidedBy === actorId;
}
