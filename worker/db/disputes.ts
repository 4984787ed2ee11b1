// Deposits that the payer's bank took back, whole or in parts, and what customers owe for them. The schema holds the rules
// (0053_charge_backs_in_parts.sql).

import type { CreditedPayment, TakenPart } from '../domain/charge-backs.ts';
import { readD1Error } from './d1-errors.ts';

/** What a customer owes for deposits that were taken back, as SQL: nothing is paid out meanwhile. `who`: a place such as `?2`. */
export const disputesOwedSql = (who: string): string =>
  `coalesce((SELECT sum(owed_cents) FROM disputes WHERE account_id = ${who} AND owed_cents > 0), 0)`;

/** Dollars of deposit `d` that were taken back, and not given up by the bank. */
export const TAKEN_BACK_CENTS = `coalesce((SELECT sum(taken.due_cents) FROM disputes taken
  WHERE taken.deposit_id = d.id AND taken.won_at IS NULL), 0)`;

export type DisputeRow = TakenPart & {
  readonly id: string;
  readonly caseNumber: string;
  readonly takenCents: number;
  readonly owedCents: number;
  readonly forgivenCents: number;
  readonly openedAt: number;
  readonly wonAt: number | null;
};

/** JSON of all disputes of deposit `d`, in their order. */
export const DISPUTES_JSON = `(SELECT json_group_array(json_object('id', x.id, 'caseNumber', x.case_number, 'amountCents', x.amount_cents,
    'feeCents', x.fee_cents, 'taxCents', x.tax_cents, 'dueCents', x.due_cents, 'takenCents', x.taken_cents, 'owedCents', x.owed_cents,
    'forgivenCents', x.forgiven_cents, 'openedAt', x.opened_at, 'wonAt', x.won_at) ORDER BY x.opened_at, x.id)
  FROM disputes x WHERE x.deposit_id = d.id)`;

/** What was paid for deposit `d`, in the currency that was paid. `b`: its row in reais, where it has one. */
export const PAID_COLUMNS = `coalesce(b.exchange_brl_cents, d.amount_cents) AS exchangedCents,
    coalesce(b.spread_brl_cents, d.fee_cents) AS paidFeeCents, coalesce(b.iof_brl_cents, 0) AS paidTaxCents,
    iif(b.id IS NULL, 'USD', 'BRL') AS currency`;

export type PaidRow = {
  readonly amountCents: number;
  readonly exchangedCents: number;
  readonly paidFeeCents: number;
  readonly paidTaxCents: number;
  readonly currency: 'USD' | 'BRL';
};

export function paymentOf({
  amountCents,
  exchangedCents,
  paidFeeCents,
  paidTaxCents,
}: PaidRow): CreditedPayment {
  return {
    exchangedCents,
    feeCents: paidFeeCents,
    taxCents: paidTaxCents,
    creditedCents: amountCents,
  };
}

/** Of those that the bank has not given up. */
export function standing(disputes: readonly DisputeRow[]): TakenPart {
  const sum = (of: keyof TakenPart) =>
    disputes.reduce((cents, one) => (one.wonAt === null ? cents + one[of] : cents), 0);
  return {
    amountCents: sum('amountCents'),
    feeCents: sum('feeCents'),
    taxCents: sum('taxCents'),
    dueCents: sum('dueCents'),
  };
}

/** What two operators have recorded that the bank took of a deposit, given up since or not: in the currency that was paid. */
export async function recordedCents(db: D1Database, depositId: string): Promise<number> {
  const sql = 'SELECT coalesce(sum(amount_cents), 0) AS cents FROM disputes WHERE deposit_id = ?1';
  return (await db.prepare(sql).bind(depositId).first<number>('cents')) ?? 0;
}

/** Whether a case of this number is recorded, of whichever deposit. */
export async function isCaseKnown(db: D1Database, gateway: string, caseNumber: string): Promise<boolean> {
  const found = await db
    .prepare('SELECT 1 FROM disputes WHERE gateway = ?1 AND case_number = ?2')
    .bind(gateway, caseNumber)
    .first();
  return found !== null;
}

/** Whether a batch failed because another deposit has this case. */
export function isCaseTaken(error: unknown): boolean {
  const failure = readD1Error(error);
  return failure.kind === 'unique' && failure.columns.includes('disputes.case_number');
}
