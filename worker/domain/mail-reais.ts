// The letters about reais, as part of the messages to customers.

import type { BrlMethod, ReaisCost, RefundReason } from './pix.ts';

/** What a deposit in reais cost, line by line. */
export type ReaisPaid = ReaisCost & { readonly rateE4: number; readonly legalBasis: string | null };

export type ReaisMail =
  /** Reais that were not taken and go back to whoever sent them. */
  | {
      readonly kind: 'reais-refunded';
      /** The deposit that they were sent for. */
      readonly transactionId: string | null;
      readonly brlCents: number;
      readonly reason: RefundReason;
      readonly method: BrlMethod;
      readonly gateway: string;
      readonly paidAt: number;
      readonly at: number;
    }
  /** The payer's bank asks for a deposit back, or has given that up. */
  | {
      readonly kind: 'deposit-contested';
      readonly transactionId: string;
      readonly amountCents: number;
      readonly brlCents: number;
      readonly isOver: boolean;
      readonly gateway: string;
      readonly at: number;
    };
