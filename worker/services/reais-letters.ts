// What customers are told of their reais by mail: credited, going back, or asked for by the payer's bank.

import { mailStatement } from '../db/outbox.ts';
import type { BrlMethod, ReaisCost, RefundReason } from '../domain/pix.ts';
import type { ArrivedPayment } from '../ledger/reais.ts';
import type { Deps } from './deps.ts';

type LetterDeps = Pick<Deps, 'db' | 'origin'>;

export function receiptLetter(
  { db, origin }: LetterDeps,
  deposit: ReaisCost & {
    readonly id: string;
    readonly accountId: string;
    readonly method: BrlMethod;
    readonly gateway: string;
    readonly usdCents: number;
    readonly rateE4: number;
    readonly legalBasis: string | null;
  },
  now: number,
): D1PreparedStatement {
  const { id, method, gateway, usdCents, rateE4, legalBasis } = deposit;
  const { brlCents, exchangeBrlCents, spreadBrlCents, iofBrlCents } = deposit;
  return mailStatement(db, {
    id: `receipt:${id}`,
    userId: deposit.accountId,
    message: {
      kind: 'deposit-receipt',
      transactionId: id,
      amountCents: usdCents,
      feeCents: 0,
      method,
      gateway,
      at: now,
      reais: { brlCents, exchangeBrlCents, spreadBrlCents, iofBrlCents, rateE4, legalBasis },
    },
    now,
    origin,
  });
}

/** Nothing where nothing goes back, or nobody knows whose it is. */
export function refundLetter(
  { db, origin }: LetterDeps,
  payment: Pick<ArrivedPayment, 'gateway' | 'id' | 'method' | 'brlCents' | 'paidAt'>,
  to: {
    readonly accountId: string | null;
    readonly depositId: string | null;
    readonly reason: RefundReason | null;
  },
  now: number,
): D1PreparedStatement[] {
  const { accountId, depositId, reason } = to;
  if (accountId === null || reason === null) return [];
  const { gateway, id, method, brlCents, paidAt } = payment;
  return [
    mailStatement(db, {
      id: `refund:${gateway}:${id}`,
      userId: accountId,
      message: {
        kind: 'reais-refunded',
        transactionId: depositId,
        brlCents,
        reason,
        method,
        gateway,
        paidAt,
        at: now,
      },
      now,
      origin,
    }),
  ];
}

export function contestLetter(
  { db, origin }: LetterDeps,
  deposit: {
    readonly id: string;
    readonly accountId: string;
    readonly usdCents: number;
    readonly brlCents: number;
    readonly gateway: string;
  },
  isOver: boolean,
  now: number,
): D1PreparedStatement {
  const { id, accountId, usdCents, brlCents, gateway } = deposit;
  return mailStatement(db, {
    id: `contest:${id}:${now}`,
    userId: accountId,
    message: {
      kind: 'deposit-contested',
      transactionId: id,
      amountCents: usdCents,
      brlCents,
      isOver,
      gateway,
      at: now,
    },
    now,
    origin,
  });
}
