// What letters about money out say: asked for, to be confirmed, paid, back; and where it may go. Part of the table of messages.

import type { MailedLink, MailPlace } from './mail-messages.ts';
import type { PayoutMethod } from './payout-accounts.ts';

/** Why the money of a withdrawal is the customer's cash again. */
export const WITHDRAWAL_RETURNS = ['bank', 'operators', 'freeze', 'charge-back', 'unconfirmed'] as const;
export type WithdrawalReturn = (typeof WITHDRAWAL_RETURNS)[number];

/** What became of a new payout account at once, or later. */
export const PAYOUT_ACCOUNT_OUTCOMES = ['active', 'checking', 'waiting', 'refused'] as const;
export type PayoutAccountOutcome = (typeof PAYOUT_ACCOUNT_OUTCOMES)[number];

/** `to`: the account as pages show it. */
type Withdrawn = { readonly amountCents: number; readonly method: PayoutMethod; readonly to: string };

/** Times are epoch milliseconds, money is cents. */
export type WithdrawalMail =
  | ({
      readonly kind: 'withdrawal-requested';
      readonly transactionId: string;
      readonly feeCents: number;
      /** Null: nothing holds it. */
      readonly holdUntil: number | null;
      /** YYYY-MM-DD of Brasília. */
      readonly expectedOn: string;
      /** Two operators look at it first. */
      readonly isReviewed: boolean;
      readonly gateway: string;
      readonly at: number;
    } & Withdrawn)
  /** To who has no second factor: nothing is sent without it. */
  | ({ readonly kind: 'withdrawal-confirm' } & Withdrawn & MailedLink)
  | ({
      readonly kind: 'withdrawal-paid';
      readonly transactionId: string;
      readonly feeCents: number;
      /** What arrives by PIX and TED, and the rate that was locked; null of a wire. */
      readonly brlCents: number | null;
      readonly rateE4: number | null;
      readonly gateway: string;
      readonly at: number;
    } & Withdrawn)
  /** `amountCents`: what came back. `note`: what the operators wrote to the customer. */
  | ({
      readonly kind: 'withdrawal-returned';
      readonly transactionId: string;
      readonly because: WithdrawalReturn;
      readonly note: string | null;
      readonly at: number;
    } & Withdrawn)
  | ({
      readonly kind: 'payout-account-added';
      readonly outcome: PayoutAccountOutcome;
      readonly method: PayoutMethod;
      readonly to: string;
      /** From when on money goes to it; null while that is not known. */
      readonly usableFrom: number | null;
      /** Why it was refused, in the operators' words. */
      readonly reason: string | null;
      /** The look-up was the sandbox's. */
      readonly isTest: boolean;
      readonly at: number;
    } & MailPlace);
