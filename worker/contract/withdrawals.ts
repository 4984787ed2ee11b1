// Withdrawals and the accounts they go to: /api/withdrawals, /api/payout-accounts, and what a gateway says of a payment out.

import * as v from 'valibot';
import { TIME_CURSOR } from '../domain/cursors.ts';
import { HOLD_REASONS } from '../domain/holds.ts';
import {
  PAYOUT_METHODS,
  PIX_KEY_TYPES,
  PAYOUT_ACCOUNT_STATUSES,
  PAYOUT_REFUSALS,
  type PayoutDetails,
  payoutProblems,
} from '../domain/payout-accounts.ts';
import { IMMATURE_REASONS, WITHDRAWAL_PROOFS, WITHDRAWAL_STATES } from '../domain/withdrawals.ts';
import { rules } from './form-fields.ts';
import { Cents, IsoTime } from './money.ts';
import { cursor, nextCursor, pageLimit } from './page.ts';
import { Portfolio } from './portfolio.ts';
import { Transaction } from './transactions.ts';

export const Hold = v.object({ reason: v.picklist(HOLD_REASONS), until: IsoTime });
export type Hold = v.InferOutput<typeof Hold>;

export const PayoutAccount = v.object({
  id: v.string(),
  method: v.picklist(PAYOUT_METHODS),
  keyType: v.nullable(v.picklist(PIX_KEY_TYPES)),
  masked: v.string(),
  status: v.picklist(PAYOUT_ACCOUNT_STATUSES),
  /** Why it is refused; null where it is not. */
  refusal: v.nullable(v.picklist(PAYOUT_REFUSALS)),
  /** The look-up was a test's. */
  isTest: v.boolean(),
  createdAt: IsoTime,
});
export type PayoutAccount = v.InferOutput<typeof PayoutAccount>;
export const PayoutAccounts = v.object({ accounts: v.array(PayoutAccount) });
export type PayoutAccounts = v.InferOutput<typeof PayoutAccounts>;

const text = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max));

/** What is typed, as it is typed: domain/payout-accounts.ts says what of it is right. */
export const PayoutAccountRequest = v.pipe(
  v.variant('method', [
    v.object({ method: v.literal('pix'), keyType: v.picklist(PIX_KEY_TYPES), key: text(100) }),
    v.object({
      method: v.literal('ted'),
      /** Three digits, or the eight of its ISPB. */
      bank: text(8),
      branch: text(10),
      number: text(20),
      kind: v.picklist(['checking', 'savings']),
    }),
    v.object({ method: v.literal('wire'), iban: text(60), bic: text(20) }),
  ]),
  rules<PayoutDetails>(payoutProblems),
);
export type PayoutAccountRequest = v.InferOutput<typeof PayoutAccountRequest>;

/** Everything that decides about a withdrawal, before one is asked for. */
export const WithdrawalTerms = v.object({
  cashCents: Cents,
  withdrawableCents: Cents,
  /** Why it is less than the cash. */
  immature: v.array(
    v.object({
      reason: v.picklist(IMMATURE_REASONS),
      cents: Cents,
      /** Null: until the payer's bank has decided. */
      until: v.nullable(IsoTime),
    }),
  ),
  /** For storage. */
  owedCents: Cents,
  /** For deposits that the bank took back. */
  debtCents: Cents,
  /** Of the level, in `windowMs`. */
  limit: v.object({ maxCents: Cents, usedCents: Cents, windowMs: v.number() }),
  holds: v.array(Hold),
  /** Those by which this customer is paid here; none where no gateway takes one of them. */
  methods: v.array(
    v.object({
      method: v.picklist(PAYOUT_METHODS),
      feeCents: Cents,
      minCents: Cents,
      maxCents: Cents,
    }),
  ),
  /** Known by a passport: reais are paid to a CPF alone. */
  isByWireAlone: v.boolean(),
  /** Reais for a dollar, in ten-thousandths: the last that is known, not the one that will be locked. Null: unknown. */
  rateE4: v.nullable(v.number()),
  /** Whether dollars are exchanged for reais at this moment. */
  isExchanging: v.boolean(),
  /** By what the customer proves who he is if it is asked for now; `mail`: by the password and a link. */
  proof: v.picklist(WITHDRAWAL_PROOFS),
  accounts: v.array(
    v.object({
      ...PayoutAccount.entries,
      holds: v.array(Hold),
      /** The day, in Brasília, on which what is asked for now arrives after its holds. Null: reais are not exchanged now. */
      expectedOn: v.nullable(v.string()),
      /** Where the market of the exchange is closed when the holds are over: its opening. */
      exchangedFrom: v.nullable(IsoTime),
      /** Two operators look at a withdrawal to it of more than this. */
      reviewedAboveCents: Cents,
    }),
  ),
  /** Sandbox: no real money moves. Null: nothing is paid out here. */
  gateway: v.nullable(v.string()),
});
export type WithdrawalTerms = v.InferOutput<typeof WithdrawalTerms>;

export const WithdrawalRequest = v.object({
  amountCents: v.pipe(v.number(), v.integer()),
  payoutAccountId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
});
export type WithdrawalRequest = v.InferOutput<typeof WithdrawalRequest>;

export const Withdrawal = v.object({
  id: v.string(),
  state: v.picklist(WITHDRAWAL_STATES),
  method: v.picklist(PAYOUT_METHODS),
  to: v.string(),
  amountCents: Cents,
  feeCents: Cents,
  /** What is sent in dollars; in reais, `brlCents` at `rateE4`, known from the sending on. */
  sentCents: Cents,
  brlCents: v.nullable(Cents),
  rateE4: v.nullable(v.number()),
  holds: v.array(Hold),
  holdUntil: v.nullable(IsoTime),
  requestedAt: IsoTime,
  expectedOn: v.string(),
  sentAt: v.nullable(IsoTime),
  settledAt: v.nullable(IsoTime),
  /** It came back after it had been paid. */
  returnedAt: v.nullable(IsoTime),
  failure: v.nullable(v.string()),
  canCancel: v.boolean(),
  /**
   * Of one in reais that has not left, and is read by itself: whether they are exchanged at this moment, and where they are not, the
   * market's opening (null: nobody knows). Else null.
   */
  exchange: v.nullable(v.object({ isOpen: v.boolean(), opensAt: v.nullable(IsoTime) })),
  gateway: v.string(),
});
export type Withdrawal = v.InferOutput<typeof Withdrawal>;

/** GET /api/withdrawals -> WithdrawalsPage, newest first. */
export const WithdrawalsQuery = v.object({ limit: pageLimit(50, 200), cursor: cursor(TIME_CURSOR) });
export type WithdrawalsQuery = v.InferOutput<typeof WithdrawalsQuery>;
export const WithdrawalsPage = v.object({ withdrawals: v.array(Withdrawal), nextCursor });
export type WithdrawalsPage = v.InferOutput<typeof WithdrawalsPage>;

export const WithdrawalReply = v.object({
  transaction: Transaction,
  withdrawal: Withdrawal,
  portfolio: Portfolio,
});
export type WithdrawalReply = v.InferOutput<typeof WithdrawalReply>;

/** The link of the letter. */
export const WithdrawalConfirmation = v.object({
  token: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});

/** What the pressed link did. The last hold ends at `holdUntil`; null: there is none. `expectedOn` and `exchangedFrom` are as in the terms. */
export const WithdrawalConfirmed = v.object({
  id: v.string(),
  amountCents: Cents,
  method: v.picklist(PAYOUT_METHODS),
  to: v.string(),
  holdUntil: v.nullable(IsoTime),
  expectedOn: v.nullable(v.string()),
  exchangedFrom: v.nullable(IsoTime),
});
export type WithdrawalConfirmed = v.InferOutput<typeof WithdrawalConfirmed>;

/** What a gateway's signed callback says of a payment out: POST /api/payments/:gateway/payouts. */
export const PayoutEvent = v.object({
  /** The withdrawal, by the key the gateway was called with. */
  key: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  reference: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  outcome: v.picklist(['paid', 'returned']),
  /** What was sent, in the currency of the order: must be what was asked for. */
  sentCents: Cents,
  failure: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
});
export type PayoutEvent = v.InferOutput<typeof PayoutEvent>;

/** The event in a callback's body, or null when it is not one. */
export function readPayoutEvent(body: string): PayoutEvent | null {
  try {
    const parsed = v.safeParse(PayoutEvent, JSON.parse(body));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
