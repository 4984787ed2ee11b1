// The tariff of storage: one operator proposes the day on which it begins, another announces it, with thirty days of notice (P88).
// The announcement is final; the letters to all customers follow by the cron (charge-storage.ts).

import type { TariffProposal, TariffRequest, TariffsReport } from '../../contract/operators/tariffs.ts';
import type { Refusal } from '../../contract/problems.ts';
import {
  isNoticeTooShort,
  isTariffDayTaken,
  proposeTariffStatement,
  STORAGE_TARIFFS,
  type TariffRow,
} from '../../db/tariffs.ts';
import { dayOf } from '../../domain/day-closes.ts';
import { addDays } from '../../domain/days.ts';
import { TARIFF_AHEAD_MAX_DAYS } from '../../domain/limits.ts';
import { err, type Result } from '../../domain/result.ts';
import { earliestStart, startProblem, STORAGE_TERMS, TARIFFS_SHOWN } from '../../domain/storage-fee.ts';
import { isoOrNull } from '../../domain/time.ts';
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

export async function tariffsReport(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
): Promise<TariffsReport> {
  const today = dayOf(now());
  const rows = await STORAGE_TARIFFS.list(db, TARIFFS_SHOWN);
  return {
    tariffs: rows.map((row) => viewStorage(row, actor)),
    earliest: earliestStart(today),
    latest: addDays(today, TARIFF_AHEAD_MAX_DAYS),
  };
}

function viewStorage(row: TariffRow, actor: Actor): TariffProposal {
  return { ...viewProposed(row, actor, STORAGE_TARIFFS.decides), mailedAt: isoOrNull(row.mailedAt) };
}

const NO_NOTICE = { code: 'TariffNotice' } as const;
type NoNotice = Refusal<'TariffNotice'>;

const noticeProblem = ({ fromDay }: { readonly fromDay: string }, now: number): NoNotice | null =>
  startProblem(fromDay, dayOf(now)) === null ? null : NO_NOTICE;

const STORAGE: RowDesk<TariffRow, TariffsReport, NoNotice | Refusal<'TariffDayTaken'>, TariffRefusal> = {
  table: STORAGE_TARIFFS,
  report: tariffsReport,
  ...TARIFF_WORDS,
  approved: ({ fromDay, freeDays, aboveCents, centDaysPerCent }) => ({
    fromDay,
    freeDays,
    aboveCents,
    centDaysPerCent,
  }),
  dropped: ({ fromDay }) => ({ fromDay }),
  expired: noticeProblem,
  async failed(_deps, _row, error) {
    if (isTariffDayTaken(error)) return { code: 'TariffDayTaken' };
    return isNoticeTooShort(error) ? NO_NOTICE : null;
  },
};

export async function proposeTariff(
  deps: Deps,
  actor: Actor,
  { fromDay }: TariffRequest,
): Promise<Result<TariffsReport, Refusal<'TariffNotice' | 'TariffStands' | 'TariffProposed'>>> {
  const at = deps.now();
  const tooShort = noticeProblem({ fromDay }, at);
  if (tooShort !== null) return err(tooShort);
  return proposeRow(STORAGE, deps, actor, {
    at,
    terms: { fromDay, ...STORAGE_TERMS },
    statement: (made) => proposeTariffStatement(deps.db, { ...made, fromDay, terms: STORAGE_TERMS }),
  });
}

export const announceTariff = (deps: Deps, actor: Actor, id: string) => approveRow(STORAGE, deps, actor, id);

export const dropTariff = (deps: Deps, actor: Actor, id: string) => dropRow(STORAGE, deps, actor, id);
