// Deposits in reais and the payments that reached the house, as they are stored (0048_pix.sql). Always read from the primary.

import {
  PIX_LOCKED_BY_ALL_MAX_CENTS,
  PIX_LOCKED_MAX_CENTS,
  PIX_OPEN_CHARGES_MAX,
  PIX_UNPAID_PER_DAY_MAX,
} from '../domain/limits.ts';
import type {
  BrlDepositState,
  BrlMethod,
  BrlPaymentState,
  ExchangeTerms,
  ReaisCost,
  RefundReason,
} from '../domain/pix.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time.ts';

export type StoredBrlDeposit = ReaisCost &
  ExchangeTerms & {
    readonly id: string;
    readonly accountId: string;
    readonly method: BrlMethod;
    readonly gateway: string;
    readonly txid: string | null;
    readonly usdCents: number;
    readonly rateE4: number;
    readonly rateAt: number;
    /** Of the tariff; null where nobody had announced any. */
    readonly legalBasis: string | null;
    readonly fromDay: string | null;
    readonly payload: string | null;
    readonly state: BrlDepositState;
    readonly createdAt: number;
    readonly expiresAt: number | null;
    readonly paidAt: number | null;
    /** The operation that was asked for. */
    readonly operationId: string;
    readonly acknowledgedAt: number | null;
    /** Of the customer's identity, where it is a checked CPF. */
    readonly numberMac: string | null;
  };

const SELECT = `SELECT b.id, b.account_id AS accountId, b.method, b.gateway, b.txid, b.usd_cents AS usdCents,
    b.exchange_brl_cents AS exchangeBrlCents, b.spread_brl_cents AS spreadBrlCents, b.iof_brl_cents AS iofBrlCents,
    b.brl_cents AS brlCents, b.rate_e4 AS rateE4, b.rate_at AS rateAt, b.spread_bp AS spreadBasisPoints, b.iof_bp AS iofBasisPoints,
    x.legal_basis AS legalBasis, x.from_day AS fromDay, b.payload, b.state, b.created_at AS createdAt, b.expires_at AS expiresAt,
    b.paid_at AS paidAt, t.operation_id AS operationId, d.acknowledged_at AS acknowledgedAt,
    (SELECT i.number_mac FROM identities i WHERE i.user_id = b.account_id AND i.kind = 'cpf' AND i.level >= 1) AS numberMac
  FROM brl_deposits b JOIN deposits d ON d.id = b.id JOIN transactions t ON t.id = b.id
    LEFT JOIN exchange_tariffs x ON x.id = b.tariff_id`;

export async function findBrlDeposit(db: D1Database, id: string): Promise<StoredBrlDeposit | null> {
  return db.prepare(`${SELECT} WHERE b.id = ?1`).bind(id).first<StoredBrlDeposit>();
}

export async function findCharge(
  db: D1Database,
  charge: { readonly gateway: string; readonly txid: string },
): Promise<StoredBrlDeposit | null> {
  return db
    .prepare(`${SELECT} WHERE b.txid = ?1 AND b.gateway = ?2`)
    .bind(charge.txid, charge.gateway)
    .first<StoredBrlDeposit>();
}

export async function findBrlDepositOfOperation(
  db: D1Database,
  operationId: string,
): Promise<StoredBrlDeposit | null> {
  return db.prepare(`${SELECT} WHERE t.operation_id = ?1`).bind(operationId).first<StoredBrlDeposit>();
}

/** That no payment to a charge `brl_deposits` waits for word of who paid it. */
export const NOT_BEING_FOUND_OUT = `NOT EXISTS (SELECT 1 FROM brl_payments p WHERE p.deposit_id = brl_deposits.id AND p.state = 'unknown')`;

/**
 * Charges that nobody paid in time, as far as is known, oldest first. One of which the bank has said nothing for an hour is asked about
 * once an hour, each in its own minute, so that those that get no answer never keep the others waiting.
 */
export async function findOverdueCharges(
  db: D1Database,
  expiredBefore: number,
  limit: number,
): Promise<StoredBrlDeposit[]> {
  const { results } = await db
    .prepare(
      `${SELECT} WHERE b.id IN (SELECT id FROM brl_deposits
         WHERE state = 'active' AND expires_at <= ?1 AND ${NOT_BEING_FOUND_OUT}
           AND (expires_at > ?1 - ${HOUR_MS} OR (?1 / ${MINUTE_MS}) % 60 = (created_at / ${MINUTE_MS}) % 60)
         ORDER BY expires_at LIMIT ?2)
       ORDER BY b.expires_at`,
    )
    .bind(expiredBefore, limit)
    .all<StoredBrlDeposit>();
  return results;
}

export type OpenCharges = {
  readonly charges: number;
  readonly lockedCents: number;
  /** When the first of them ends. */
  readonly nextEndsAt: number | null;
  /** Of the last day, nobody paid; and when the day of the first of them is over. */
  readonly unpaid: number;
  readonly unpaidUntil: number | null;
  readonly lockedByAllCents: number;
};

const OPEN = `state = 'active' AND expires_at >`;
/** Of an account, in the day before a moment. Each locked a rate, at the house's risk and for nothing. */
const UNPAID = (account: string, now: string): string =>
  `account_id = ${account} AND state = 'expired' AND created_at > ${now} - ${DAY_MS}`;

/** What waits for its payment, and the dollars that it locks. */
export async function readOpenCharges(db: D1Database, accountId: string, now: number): Promise<OpenCharges> {
  const row = await db
    .prepare(
      `SELECT count(*) AS charges, coalesce(sum(usd_cents), 0) AS lockedCents, min(expires_at) AS nextEndsAt,
         (SELECT coalesce(sum(usd_cents), 0) FROM brl_deposits WHERE ${OPEN} ?2) AS lockedByAllCents,
         (SELECT count(*) FROM brl_deposits WHERE ${UNPAID('?1', '?2')}) AS unpaid,
         (SELECT min(created_at) + ${DAY_MS} FROM brl_deposits WHERE ${UNPAID('?1', '?2')}) AS unpaidUntil
       FROM brl_deposits WHERE account_id = ?1 AND ${OPEN} ?2`,
    )
    .bind(accountId, now)
    .first<OpenCharges>();
  if (row === null) throw new Error('counting answers one row');
  return row;
}

/** After the charge itself, which all three count: the batch aborts beyond a bound, also where others are asked for at the same time. */
export function guardOpenCharges(
  db: D1Database,
  charge: { readonly operationId: string; readonly accountId: string },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO guards (operation_id, step, n) SELECT ?1, 'open-charges',
         (SELECT count(*) <= ?4 AND sum(usd_cents) <= ?5 FROM brl_deposits WHERE account_id = ?2 AND ${OPEN} ?3)
         AND (SELECT sum(usd_cents) <= ?6 FROM brl_deposits WHERE ${OPEN} ?3)
         AND (SELECT count(*) < ?7 FROM brl_deposits WHERE ${UNPAID('?2', '?3')})`,
    )
    .bind(
      charge.operationId,
      charge.accountId,
      now,
      PIX_OPEN_CHARGES_MAX,
      PIX_LOCKED_MAX_CENTS,
      PIX_LOCKED_BY_ALL_MAX_CENTS,
      PIX_UNPAID_PER_DAY_MAX,
    );
}

/** The number of the customer's identity, where it is a checked CPF; null: nobody's reais can be told to be this customer's. */
export async function findOwnCpfMac(db: D1Database, accountId: string): Promise<string | null> {
  return db
    .prepare(`SELECT number_mac AS mac FROM identities WHERE user_id = ?1 AND kind = 'cpf' AND level >= 1`)
    .bind(accountId)
    .first<string | null>('mac');
}

/** Whose CPF it is, under any of these MACs; null: no open account's. */
export async function findAccountByCpf(db: D1Database, macs: readonly string[]): Promise<string | null> {
  return db
    .prepare(
      `SELECT i.user_id AS id FROM identities i JOIN users u ON u.id = i.user_id
       WHERE i.number_mac IN (SELECT value FROM json_each(?1)) AND i.kind = 'cpf' AND i.level >= 1 AND u.closed_at IS NULL`,
    )
    .bind(JSON.stringify(macs))
    .first<string>('id');
}

/** The open account whose id begins so. */
export async function findAccountByStart(db: D1Database, start: string): Promise<string | null> {
  return db
    .prepare('SELECT id FROM users WHERE id >= ?1 AND id < ?2 AND closed_at IS NULL LIMIT 1')
    .bind(start, `${start}~`)
    .first<string>('id');
}

export type StoredBrlPayment = {
  readonly gateway: string;
  readonly id: string;
  readonly method: BrlMethod;
  readonly brlCents: number;
  readonly accountId: string | null;
  readonly depositId: string | null;
  readonly state: BrlPaymentState;
  readonly reason: RefundReason | null;
  readonly paidAt: number;
  readonly receivedAt: number;
  readonly attempt: number;
};

const PAYMENT = `SELECT gateway, id, method, brl_cents AS brlCents, account_id AS accountId, deposit_id AS depositId, state, reason,
    paid_at AS paidAt, received_at AS receivedAt, attempt FROM brl_payments`;

export async function findBrlPayment(
  db: D1Database,
  { gateway, id }: { readonly gateway: string; readonly id: string },
): Promise<StoredBrlPayment | null> {
  return db.prepare(`${PAYMENT} WHERE gateway = ?1 AND id = ?2`).bind(gateway, id).first<StoredBrlPayment>();
}

/** Of whatever method. `who` is a place such as `?1`, or a column. */
export const firstDepositSql = (who: string): string =>
  `(SELECT d.id FROM deposits d WHERE d.account_id = ${who} AND d.status = 'completed' ORDER BY d.settled_at, d.id LIMIT 1)`;

/** The one that a deposit was credited by. */
export async function findCreditedPayment(
  db: D1Database,
  depositId: string,
): Promise<StoredBrlPayment | null> {
  return db
    .prepare(`${PAYMENT} WHERE deposit_id = ?1 AND state = 'credited'`)
    .bind(depositId)
    .first<StoredBrlPayment>();
}

/** The id of the PIX payment of the account's first deposit. Null: there is none, it came otherwise, or its payer's bank asks for it back. */
export async function findFirstPix(db: D1Database, accountId: string): Promise<string | null> {
  return db
    .prepare(
      `SELECT p.id FROM brl_payments p JOIN brl_deposits b ON b.id = p.deposit_id
       WHERE b.id = ${firstDepositSql('?1')} AND b.method = 'pix' AND b.state = 'paid' AND p.state = 'credited'`,
    )
    .bind(accountId)
    .first<string>('id');
}

/** What goes back, or what waits for a rate, and is due to be tried; oldest first. */
export async function findPaymentsToTry(
  db: D1Database,
  state: 'refunding' | 'waiting',
  now: number,
  limit: number,
): Promise<StoredBrlPayment[]> {
  const { results } = await db
    .prepare(`${PAYMENT} WHERE state = ?1 AND next_try_at <= ?2 ORDER BY next_try_at LIMIT ?3`)
    .bind(state, now, limit)
    .all<StoredBrlPayment>();
  return results;
}

/** Whether a payment to this deposit is there of which the bank has not said who paid it. */
export async function isBeingFoundOut(db: D1Database, depositId: string): Promise<boolean> {
  const found = await db
    .prepare(`SELECT 1 AS one FROM brl_payments WHERE deposit_id = ?1 AND state = 'unknown'`)
    .bind(depositId)
    .first<number>('one');
  return found !== null;
}

/** Takes a payment that is due, for as long as one call may last: of two runs one sends it, and from here on nobody holds it. */
export async function claimPayment(
  db: D1Database,
  { gateway, id, attempt }: Pick<StoredBrlPayment, 'gateway' | 'id' | 'attempt'>,
  claim: { readonly now: number; readonly until: number },
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE brl_payments SET next_try_at = ?5, refused_at = NULL
       WHERE gateway = ?1 AND id = ?2 AND attempt = ?3 AND state = 'refunding' AND next_try_at <= ?4`,
    )
    .bind(gateway, id, attempt, claim.now, claim.until)
    .run();
  return meta.changes > 0;
}

/** Later, or with the key of another attempt. Changes nothing where it has moved on. */
export function tryAgainStatement(
  db: D1Database,
  payment: Pick<StoredBrlPayment, 'gateway' | 'id' | 'attempt'>,
  again: { readonly at: number; readonly attempt: number; readonly refusedAt?: number },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE brl_payments SET next_try_at = ?4, attempt = ?5, refused_at = coalesce(?6, refused_at)
       WHERE gateway = ?1 AND id = ?2 AND attempt = ?3 AND state IN ('refunding', 'waiting') AND held_at IS NULL`,
    )
    .bind(payment.gateway, payment.id, payment.attempt, again.at, again.attempt, again.refusedAt ?? null);
}

export type Refund = {
  readonly brlCents: number;
  readonly paidAt: number;
  readonly reason: RefundReason;
  readonly returnedAt: number | null;
};

/** Payments to a deposit that were not taken, oldest first. */
export async function listRefunds(db: D1Database, depositId: string): Promise<readonly Refund[]> {
  const { results } = await db
    .prepare(
      `SELECT brl_cents AS brlCents, paid_at AS paidAt, reason, ended_at AS returnedAt FROM brl_payments
       WHERE deposit_id = ?1 AND state IN ('refunding', 'refunded') ORDER BY received_at, id`,
    )
    .bind(depositId)
    .all<Refund>();
  return results;
}
