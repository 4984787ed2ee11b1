// Where customers' money may go. Whose an account is, a look-up or an operator has said before it is active; at most three, which the INSERT
// itself counts.

import type { TimeCursor } from '../domain/cursors.ts';
import type { PayoutAccountStatus, PayoutMethod, PixKeyType } from '../domain/payout-accounts.ts';
import { DAY_MS } from '../domain/time.ts';
import { readD1Error } from './d1-errors.ts';
import { mayActSql } from './operators/may-act.ts';

export type PayoutAccountRow = {
  readonly id: string;
  readonly accountId: string;
  readonly method: PayoutMethod;
  readonly keyType: PixKeyType | null;
  /** Null: erased. */
  readonly sealedDetails: string | null;
  readonly masked: string;
  readonly status: PayoutAccountStatus;
  /** 1: its bank is the one that the first deposit came from, as far as was known when the bank said whose it is. */
  readonly isSource: number;
  readonly checkedBy: string | null;
  readonly checks: number;
  readonly createdAt: number;
  /** Why it was refused: an operator's words, or `UNKNOWN_TO_BANK`; null where a bank named another person. */
  readonly reason: string | null;
};

/** In place of an operator's reason, which is longer. */
export const UNKNOWN_TO_BANK = 'unknown';

const COLUMNS = `p.id, p.account_id AS accountId, p.method, p.key_type AS keyType, p.sealed_details AS sealedDetails, p.masked, p.status,
  p.is_source AS isSource, p.checked_by AS checkedBy, p.checks, p.created_at AS createdAt, p.reason`;

/** A customer sees for so long that one was refused. */
const REFUSED_SHOWN_MS = 30 * DAY_MS;

/** Oldest first. */
export async function listPayoutAccounts(
  db: D1Database,
  accountId: string,
  now: number,
): Promise<readonly PayoutAccountRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM payout_accounts p
       WHERE p.account_id = ?1 AND (p.status NOT IN ('removed', 'refused') OR (p.status = 'refused' AND p.checked_at > ?2))
       ORDER BY p.created_at, p.id`,
    )
    .bind(accountId, now - REFUSED_SHOWN_MS)
    .all<PayoutAccountRow>();
  return results;
}

/** Whosever it is. */
export function findPayoutAccount(db: D1Database, id: string): Promise<PayoutAccountRow | null> {
  return db
    .prepare(`SELECT ${COLUMNS} FROM payout_accounts p WHERE p.id = ?1`)
    .bind(id)
    .first<PayoutAccountRow>();
}

/** What the INSERT would say, before a bank is asked. */
export async function readPayoutRoom(
  db: D1Database,
  accountId: string,
  marks: readonly string[],
): Promise<{ readonly others: number; readonly isThere: boolean }> {
  const row = await db
    .prepare(
      `SELECT count(*) AS others, coalesce(max(fingerprint IN (SELECT value FROM json_each(?2))), 0) AS isThere
       FROM payout_accounts WHERE account_id = ?1 AND status NOT IN ('removed', 'refused')`,
    )
    .bind(accountId, JSON.stringify(marks))
    .first<{ others: number; isThere: number }>();
  return { others: row?.others ?? 0, isThere: row?.isThere === 1 };
}

export type NewPayoutAccount = Omit<PayoutAccountRow, 'reason'> & {
  readonly sealedDetails: string;
  readonly mark: string;
  /** Of the same account under the values of the key that are being left: they are taken too. */
  readonly olderMarks: readonly string[];
  readonly holderMac: string | null;
  readonly checkAgainAt: number | null;
};

/** Fails as `at_most_three_payout_accounts`, or as not unique where the account is there already. */
export function insertPayoutAccountStatement(db: D1Database, added: NewPayoutAccount): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO payout_accounts (id, account_id, method, key_type, sealed_details, masked, fingerprint, holder_mac, status,
         is_source, checked_by, check_again_at, checks, others, created_at, checked_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6,
         coalesce((SELECT t.fingerprint FROM payout_accounts t WHERE t.account_id = ?2 AND t.status NOT IN ('removed', 'refused')
           AND t.fingerprint IN (SELECT value FROM json_each(?8))), ?7),
         ?9, ?10, ?14, ?11, ?12, 1,
         (SELECT count(*) FROM payout_accounts WHERE account_id = ?2 AND status NOT IN ('removed', 'refused')),
         ?13, iif(?10 = 'active', ?13, NULL)`,
    )
    .bind(
      added.id,
      added.accountId,
      added.method,
      added.keyType,
      added.sealedDetails,
      added.masked,
      added.mark,
      JSON.stringify(added.olderMarks),
      added.holderMac,
      added.status,
      added.checkedBy,
      added.checkAgainAt,
      added.createdAt,
      added.isSource,
    );
}

export function refusedByTable(error: unknown): 'PayoutAccountLimit' | 'PayoutAccountExists' | null {
  const failure = readD1Error(error);
  if (failure.kind === 'check' && failure.constraint === 'at_most_three_payout_accounts')
    return 'PayoutAccountLimit';
  return failure.kind === 'unique' && failure.columns.startsWith('payout_accounts.account_id')
    ? 'PayoutAccountExists'
    : null;
}

/** Matches no row of another customer's, of one that is removed, and while a withdrawal to it is not over. */
export function removePayoutAccountStatement(
  db: D1Database,
  { id, accountId }: Pick<PayoutAccountRow, 'id' | 'accountId'>,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE payout_accounts SET status = 'removed', removed_at = ?3, sealed_details = NULL, check_again_at = NULL
       WHERE id = ?1 AND account_id = ?2 AND status IN ('checking', 'waiting', 'active')
         AND NOT EXISTS (SELECT 1 FROM withdrawals w WHERE w.account_id = ?2 AND w.payout_account_id = ?1 AND w.end_id IS NULL)`,
    )
    .bind(id, accountId, now);
}

/** The number of its holder under the newest value of the pepper, as the identity has it (renewNumberStatement). */
export function renewHolderStatement(
  db: D1Database,
  accountId: string,
  macs: { readonly newest: string; readonly older: readonly string[] },
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE payout_accounts SET holder_mac = ?2 WHERE account_id = ?1 AND holder_mac IN (SELECT value FROM json_each(?3))`,
    )
    .bind(accountId, macs.newest, JSON.stringify(macs.older));
}

/** All of a customer's, for the batch that closes the account. */
export function removePayoutAccountsStatement(
  db: D1Database,
  accountId: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE payout_accounts SET status = 'removed', removed_at = ?2, check_again_at = NULL
       WHERE account_id = ?1 AND status IN ('checking', 'waiting', 'active')`,
    )
    .bind(accountId, now);
}

/** Those that a bank is asked about again, the longest due first. */
export async function duePayoutChecks(
  db: D1Database,
  now: number,
  limit: number,
): Promise<readonly PayoutAccountRow[]> {
  const { results } = await db
    .prepare(
      `SELECT ${COLUMNS} FROM payout_accounts p WHERE p.check_again_at IS NOT NULL AND p.check_again_at <= ?1
       ORDER BY p.check_again_at LIMIT ?2`,
    )
    .bind(now, limit)
    .all<PayoutAccountRow>();
  return results;
}

export function askBankAgainStatement(
  db: D1Database,
  { id, checks }: Pick<PayoutAccountRow, 'id' | 'checks'>,
  checkAgainAt: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE payout_accounts SET check_again_at = ?3, checks = checks + 1 WHERE id = ?1 AND status = 'checking' AND checks = ?2`,
    )
    .bind(id, checks, checkAgainAt);
}

export type Decided = {
  readonly id: string;
  /** As it was seen. */
  readonly from: 'checking' | 'waiting';
  readonly to: 'waiting' | 'active' | 'refused';
  readonly holderMac?: string | null;
  readonly isSource?: number;
  /** The gateway, or the operator, who must still be allowed to and not be its owner. */
  readonly by: { readonly gateway: string } | { readonly operatorId: string };
  /** Why it is refused, where that is not another person's name. */
  readonly reason?: string | null;
};

/** What was found out: matches one row while nobody else has. Of another person's account nothing is kept but the mask. */
export function decidePayoutStatement(db: D1Database, decided: Decided, now: number): D1PreparedStatement {
  const { by } = decided;
  const operatorId = 'operatorId' in by ? by.operatorId : null;
  return db
    .prepare(
      `UPDATE payout_accounts SET status = ?3, holder_mac = coalesce(?4, holder_mac), is_source = ?9, checked_by = ?5, reason = ?6, checked_at = ?7,
         check_again_at = NULL, sealed_details = iif(?3 = 'refused', NULL, sealed_details)
       WHERE id = ?1 AND status = ?2 AND (?8 IS NULL OR (account_id <> ?8 AND ${mayActSql('?8', 'payouts.decide', '?7')}))`,
    )
    .bind(
      decided.id,
      decided.from,
      decided.to,
      decided.holderMac ?? null,
      'gateway' in by ? by.gateway : by.operatorId,
      decided.reason ?? null,
      now,
      operatorId,
      decided.isSource ?? 0,
    );
}

export type WaitingRow = PayoutAccountRow & { readonly email: string; readonly fullName: string };

const WAITING = `SELECT ${COLUMNS}, u.email, u.full_name AS fullName FROM payout_accounts p JOIN users u ON u.id = p.account_id`;

/** What waits for an operator, the longest first. */
export async function waitingPayoutAccounts(
  db: D1Database,
  page: { readonly after?: TimeCursor | undefined; readonly limit: number },
): Promise<readonly WaitingRow[]> {
  const { results } = await db
    .prepare(
      `${WAITING} WHERE p.status = 'waiting' AND (p.created_at, p.id) > (?1, ?2) ORDER BY p.created_at, p.id LIMIT ?3`,
    )
    .bind(page.after?.at ?? 0, page.after?.id ?? '', page.limit)
    .all<WaitingRow>();
  return results;
}

/** Those that this operator may decide about. */
export async function countWaitingPayoutAccounts(db: D1Database, operatorId: string): Promise<number> {
  const count = await db
    .prepare(`SELECT count(*) AS n FROM payout_accounts WHERE status = 'waiting' AND account_id <> ?1`)
    .bind(operatorId)
    .first<number>('n');
  return count ?? 0;
}

export function findWaitingPayoutAccount(db: D1Database, id: string): Promise<WaitingRow | null> {
  return db.prepare(`${WAITING} WHERE p.id = ?1 AND p.status = 'waiting'`).bind(id).first<WaitingRow>();
}
