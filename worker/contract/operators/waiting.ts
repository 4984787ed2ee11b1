// /api/admin/waiting: the work that waits for the calling operator, for the badges of the tabs.

import * as v from 'valibot';
import { TRADED_METALS } from '../../domain/metals.ts';
import { IsoTime } from '../money.ts';

export const WaitingWork = v.object({
  /** What cannot wait, of what the caller may look into; by whom some are looked into, and how many by nobody. */
  alerts: v.object({ open: v.number(), owners: v.array(v.string()), nobody: v.number() }),
  /** Proposed by another operator, not of the caller's own account, and for the caller's role to decide. */
  reversals: v.number(),
  /** Changes of operators that wait for another owner. */
  proposals: v.number(),
  /** Bars that wait for another operator to receive or release them. */
  bars: v.number(),
  /** Proposals about deposits for the caller to decide, and payments that nothing credits by itself. */
  deposits: v.number(),
  strayDeposits: v.number(),
  /** Withdrawals that two approve and the caller has not, or another proposes an end of; accounts that no bank says whose they are. */
  withdrawals: v.number(),
  payoutAccounts: v.number(),
  /** Metals of which nothing can be sold; null for operators who may not see the vault. */
  soldOut: v.nullable(v.array(v.picklist(TRADED_METALS))),
  /** Identities that wait for a decision. */
  identities: v.number(),
  /** Contact messages without an answer; null for operators who may not read them. */
  contacts: v.nullable(
    v.object({
      open: v.number(),
      oldestAt: v.nullable(IsoTime),
      /** Those of them that are complaints: past their day, and until when the next one is answered. */
      complaints: v.object({ open: v.number(), overdue: v.number(), nextDueAt: v.nullable(IsoTime) }),
    }),
  ),
});
export type WaitingWork = v.InferOutput<typeof WaitingWork>;
