// What the bank of the sandbox shows: the newest charges and payments of everybody. On a developer's machine alone.

import type { BrlDepositState, BrlMethod, BrlPaymentState, RefundReason } from '../domain/pix.ts';

export type BankCharge = {
  readonly txid: string;
  readonly email: string;
  readonly state: BrlDepositState;
  readonly usdCents: number;
  readonly brlCents: number;
  readonly expiresAt: number;
};

export async function listBankCharges(db: D1Database, gateway: string, limit: number): Promise<BankCharge[]> {
  const { results } = await db
    .prepare(
      `SELECT b.txid, u.email, b.state, b.usd_cents AS usdCents, b.brl_cents AS brlCents, b.expires_at AS expiresAt
       FROM brl_deposits b JOIN users u ON u.id = b.account_id WHERE b.gateway = ?1 AND b.method = 'pix'
       ORDER BY b.created_at DESC, b.id LIMIT ?2`,
    )
    .bind(gateway, limit)
    .all<BankCharge>();
  return results;
}

export type BankPayment = {
  readonly id: string;
  readonly method: BrlMethod;
  readonly email: string | null;
  readonly brlCents: number;
  readonly state: BrlPaymentState;
  readonly reason: RefundReason | null;
  readonly paidAt: number;
};

export async function listBankPayments(
  db: D1Database,
  gateway: string,
  limit: number,
): Promise<BankPayment[]> {
  const { results } = await db
    .prepare(
      `SELECT p.id, p.method, u.email, p.brl_cents AS brlCents, p.state, p.reason, p.paid_at AS paidAt
       FROM brl_payments p LEFT JOIN users u ON u.id = p.account_id WHERE p.gateway = ?1
       ORDER BY p.received_at DESC, p.id LIMIT ?2`,
    )
    .bind(gateway, limit)
    .all<BankPayment>();
  return results;
}

/** The sealed identity of a customer with a checked CPF. */
export async function findSealedCpf(
  db: D1Database,
  who: { readonly userId: string } | { readonly email: string },
): Promise<{ readonly userId: string; readonly sealed: string } | null> {
  const [column, value] = 'userId' in who ? ['u.id', who.userId] : ['u.email', who.email];
  return db
    .prepare(
      `SELECT i.user_id AS userId, i.sealed FROM identities i JOIN users u ON u.id = i.user_id
       WHERE ${column} = ?1 AND i.kind = 'cpf' AND i.level >= 1 AND i.sealed IS NOT NULL`,
    )
    .bind(value)
    .first<{ userId: string; sealed: string }>();
}
