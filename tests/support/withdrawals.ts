// Customers who may withdraw: long with us, with a second factor and accounts of their own, through the product's own seal.

import { sealPayout } from '../../worker/auth/payout-sealing.ts';
import { addTotpStatement } from '../../worker/db/totp.ts';
import { findWithdrawal } from '../../worker/db/withdrawals.ts';
import type { PayoutDetails, PayoutMethod } from '../../worker/domain/payout-accounts.ts';
import { NO_MARKS } from '../../worker/domain/portfolio.ts';
import { DAY_MS } from '../../worker/domain/time.ts';
import { withdrawalFeeCents, type WithdrawalFacts } from '../../worker/domain/withdrawals.ts';
import { reserveWithdrawal } from '../../worker/ledger/withdrawals.ts';
import { createCustomer, type Customer, type CustomerOptions } from './customers.ts';

const DETAILS: Readonly<Record<PayoutMethod, PayoutDetails>> = {
  pix: { method: 'pix', keyType: 'email', key: 'ana@example.com' },
  ted: { method: 'ted', bank: '001', branch: '0001', number: '12345', kind: 'checking' },
  wire: { method: 'wire', iban: 'DE89370400440532013000', bic: 'DEUTDEFF' },
};

/** No flag and no hold stands in their way: nothing of theirs is new. */
export async function createWithdrawer(env: Env, options: CustomerOptions = {}): Promise<Customer> {
  const customer = await createCustomer(env, { steppedUp: true, ...options });
  const { userId } = customer;
  const old = Date.now() - 90 * DAY_MS;
  await env.DB.batch([
    env.DB.prepare('UPDATE users SET created_at = ?2 WHERE id = ?1').bind(userId, old),
    env.DB.prepare('UPDATE accounts SET created_at = ?2 WHERE id = ?1').bind(userId, old),
    addTotpStatement(env.DB, { userId, sealedSecret: 'x'.repeat(80), step: 0, now: old }),
  ]);
  return customer;
}

/** As two operators approve whatever waits for them: for what is about something else. */
export async function approveAll(env: Env): Promise<void> {
  for (const seq of [1, 2]) {
    const { userId } = await createCustomer(env, { admin: true, roles: ['treasury'] });
    await env.DB.prepare(
      `INSERT INTO withdrawal_decisions (withdrawal_id, seq, operator_id, decision, reason, at)
       SELECT id, ?1, ?2, 'approve', 'Nothing speaks against it.', 1 FROM withdrawals WHERE state = 'waiting-approval'`,
    )
      .bind(seq, userId)
      .run();
  }
  await env.DB.prepare(`UPDATE withdrawals SET state = 'ready' WHERE state = 'waiting-approval'`).run();
}

/** An account of the customer's that a bank confirmed long ago; its id. */
export async function addPayoutAccount(
  env: Env,
  { userId }: Pick<Customer, 'userId'>,
  method: PayoutMethod = 'pix',
  now: number = Date.now() - 90 * DAY_MS,
): Promise<string> {
  const id = crypto.randomUUID();
  const sealed = await sealPayout(env.PAYOUT_KEY, userId, DETAILS[method]);
  await env.DB.prepare(
    `INSERT INTO payout_accounts (id, account_id, method, key_type, sealed_details, masked, fingerprint, holder_mac, status, checked_by,
       others, created_at, checked_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?1, coalesce((SELECT number_mac FROM identities WHERE user_id = ?2), 'mac'), 'active', 'sandbox',
       0, ?7, ?7)`,
  )
    .bind(id, userId, method, method === 'pix' ? 'email' : null, sealed, `${method} ***1`, now)
    .run();
  return id;
}

/** Straight through the ledger, without the limits of a customer: what is about something else. Null: the ledger refused it. */
export async function withdraw(
  db: D1Database,
  { userId: accountId }: Pick<Customer, 'userId'>,
  asked: {
    readonly payoutAccountId: string;
    readonly amountCents: number;
    readonly method?: PayoutMethod;
    readonly now?: number;
  },
): Promise<WithdrawalFacts | null> {
  const { payoutAccountId, amountCents, method = 'pix', now = Date.now() } = asked;
  const [operationId, withdrawalId] = [crypto.randomUUID(), crypto.randomUUID()];
  const reserved = await reserveWithdrawal(db, {
    operationId,
    withdrawalId,
    accountId,
    payoutAccountId,
    method,
    idempotencyKey: operationId,
    requestHash: 'h',
    amountCents,
    feeCents: withdrawalFeeCents(method),
    holds: [],
    holdUntil: now,
    expectedOn: '2026-12-01',
    gateway: 'sandbox',
    confirmed: true,
    marks: NO_MARKS,
    now,
    alongside: [],
  });
  return reserved.ok ? findWithdrawal(db, accountId, withdrawalId) : null;
}
