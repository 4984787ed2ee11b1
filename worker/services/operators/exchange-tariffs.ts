// The tariff of the exchange: spread and tax with the rule that sets it. One operator proposes it, another announces it, and it holds from
// its day on (P95). What was asked for before keeps its own.

import type { ExchangeTariffRequest, ExchangeTariffsReport } from '../../contract/operators/reais.ts';
import type { Refusal } from '../../contract/problems.ts';
import {
  EXCHANGE_TARIFFS,
  exchangeTariffOn,
  type ExchangeTariffRow,
  isExchangeDayTaken,
  proposeExchangeTariffStatement,
} from '../../db/exchange-tariffs.ts';
import { brasiliaDay } from '../../domain/brasilia.ts';
import { err, type Result } from '../../domain/result.ts';
import { TARIFFS_SHOWN } from '../../domain/storage-fee.ts';
import type { Deps } from '../deps.ts';
import {
  approveRow,
  dropRow,
  proposeRow,
  type RowDesk,
  type TariffRefusal,
  TARIFF_WORDS,
  viewProposed,
} from './decide-row.ts';
import type { Actor } from './proposals.ts';

export async function exchangeTariffsReport(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
): Promise<ExchangeTariffsReport> {
  const earliest = brasiliaDay(now());
  const [inForce, rows] = await Promise.all([
    exchangeTariffOn(db, earliest),
    EXCHANGE_TARIFFS.list(db, TARIFFS_SHOWN),
  ]);
  return {
    inForce,
    tariffs: rows.map((row) => viewProposed(row, actor, EXCHANGE_TARIFFS.decides)),
    earliest,
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

const EXCHANGE: RowDesk<
  ExchangeTariffRow,
  ExchangeTariffsReport,
  Refusal<'ValidationFailed'>,
  TariffRefusal
> = {
  table: EXCHANGE_TARIFFS,
  report: exchangeTariffsReport,
  ...TARIFF_WORDS,
  approved: termsOf,
  dropped: termsOf,
  // It may have waited for too long, or another is of the same day.
  failed: async (_deps, _row, error) => (isExchangeDayTaken(error) ? TOO_EARLY : null),
};

export async function proposeExchangeTariff(
  deps: Deps,
  actor: Actor,
  request: ExchangeTariffRequest,
): Promise<Result<ExchangeTariffsReport, Refusal<'ValidationFailed' | 'TariffStands' | 'TariffProposed'>>> {
  const at = deps.now();
  const terms = termsOf(request);
  if (terms.fromDay < brasiliaDay(at)) return err(TOO_EARLY);
  return proposeRow(EXCHANGE, deps, actor, {
    at,
    terms,
    statement: (made) => proposeExchangeTariffStatement(deps.db, { ...made, ...terms }),
  });
}

export const announceExchangeTariff = (deps: Deps, actor: Actor, id: string) =>
  approveRow(EXCHANGE, deps, actor, id);

export const dropExchangeTariff = (deps: Deps, actor: Actor, id: string) =>
  dropRow(EXCHANGE, deps, actor, id);
