// /api/admin/tariffs: the storage fee, announced by two operators at least thirty days before it begins.

import * as v from 'valibot';
import { TARIFF_STATES } from '../../domain/storage-fee.ts';
import { Cents, IsoTime } from '../money.ts';
import { Day } from '../storage.ts';

/** What a tariff says of its proposal, whatever it is the tariff of. */
export const proposedTariff = {
  state: v.picklist(TARIFF_STATES),
  proposedBy: v.string(),
  proposedAt: IsoTime,
  decidedBy: v.nullable(v.string()),
  decidedAt: v.nullable(IsoTime),
  mine: v.boolean(),
  waitsForMe: v.boolean(),
};

export const TariffProposal = v.object({
  id: v.string(),
  fromDay: Day,
  freeDays: v.number(),
  aboveCents: Cents,
  centDaysPerCent: v.number(),
  ...proposedTariff,
  /** When the last letter was written; null while some are not. */
  mailedAt: v.nullable(IsoTime),
});
export type TariffProposal = v.InferOutput<typeof TariffProposal>;

export const TariffsReport = v.object({
  tariffs: v.array(TariffProposal),
  /** The first and the last day on which one that is announced today may begin. */
  earliest: Day,
  latest: Day,
});
export type TariffsReport = v.InferOutput<typeof TariffsReport>;

/** POST /api/admin/tariffs -> TariffsReport. */
export const TariffRequest = v.object({ fromDay: Day });
export type TariffRequest = v.InferOutput<typeof TariffRequest>;
