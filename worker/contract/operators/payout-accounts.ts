// /api/admin/payout-accounts: accounts that no bank says whose they are. The list shows what pages show; the account itself opens with a
// line in the audit log.

import * as v from 'valibot';
import { TIME_CURSOR } from '../../domain/cursors.ts';
import { REASON_MAX_CHARACTERS, REASON_MIN_CHARACTERS } from '../../domain/customers.ts';
import { PAYOUT_METHODS, PIX_KEY_TYPES } from '../../domain/payout-accounts.ts';
import { atLeast, readable, text } from '../form-fields.ts';
import { IsoTime } from '../money.ts';
import { cursor, nextCursor, pageLimit } from '../page.ts';

export const PAYOUT_ACCOUNTS_PAGE = 50;
const PAYOUT_ACCOUNTS_PAGE_MAX = 200;

/** Those that wait for an operator, the longest first. */
export const PayoutAccountsQuery = v.object({
  limit: pageLimit(PAYOUT_ACCOUNTS_PAGE, PAYOUT_ACCOUNTS_PAGE_MAX),
  cursor: cursor(TIME_CURSOR),
});
export type PayoutAccountsQuery = v.InferOutput<typeof PayoutAccountsQuery>;

const summary = {
  id: v.string(),
  userId: v.string(),
  email: v.string(),
  fullName: v.string(),
  method: v.picklist(PAYOUT_METHODS),
  masked: v.string(),
  createdAt: IsoTime,
  /** It is the calling operator's own: another one decides. */
  othersDecide: v.boolean(),
};
export const WaitingPayoutAccount = v.object(summary);
export type WaitingPayoutAccount = v.InferOutput<typeof WaitingPayoutAccount>;
export const WaitingPayoutAccounts = v.object({ accounts: v.array(WaitingPayoutAccount), nextCursor });
export type WaitingPayoutAccounts = v.InferOutput<typeof WaitingPayoutAccounts>;

/** POST /api/admin/payout-accounts/:id/views: the account, and whose it must be. */
export const PayoutAccountView = v.object({
  ...summary,
  details: v.variant('method', [
    v.object({ method: v.literal('pix'), keyType: v.picklist(PIX_KEY_TYPES), key: v.string() }),
    v.object({
      method: v.literal('ted'),
      bank: v.string(),
      branch: v.string(),
      number: v.string(),
      kind: v.picklist(['checking', 'savings']),
    }),
    v.object({ method: v.literal('wire'), iban: v.string(), bic: v.string() }),
  ]),
  /** As checked; the number as pages show it. */
  owner: v.object({ fullName: v.string(), masked: v.string() }),
});
export type PayoutAccountView = v.InferOutput<typeof PayoutAccountView>;

/** POST /api/admin/payout-accounts/:id/decisions, answered with 204. `reason` goes to the customer where it refuses. */
export const PayoutAccountDecision = v.object({
  decision: v.picklist(['approve', 'refuse']),
  reason: v.pipe(
    text,
    v.trim(),
    v.maxLength(REASON_MAX_CHARACTERS),
    atLeast(REASON_MIN_CHARACTERS, 'reasonRequired'),
    readable,
  ),
});
export type PayoutAccountDecision = v.InferOutput<typeof PayoutAccountDecision>;
