// Who calls: a customer who has everything that a customer can have, and an operator who may do everything.

import { linkToken } from '../../worker/auth/mailed-link-token.ts';
import { stepUpStatement } from '../../worker/db/factors.ts';
import { placeOrder } from '../../worker/domain/quotes.ts';
import { DAY_MS, HOUR_MS } from '../../worker/domain/time.ts';
import { signQuote } from '../../worker/services/quote-token.ts';
import { createCustomer, type Customer, type CustomerOptions, openSessionFor } from '../support/customers.ts';
import { freshAddress } from '../support/fresh.ts';
import { deposit, move } from '../support/node-books.ts';
import { addPayoutAccount, withdraw } from '../support/withdrawals.ts';
import { rowsOf } from '../worker/security/isolation-rows.ts';
import type { Victim } from '../worker/security/isolation-world.ts';
import type { Target } from './target.ts';

const OLD_MS = 90 * DAY_MS;
const CASH_CENTS = 2_000_000;
const GOLD_E4 = 50_000;
const PRICE_CENTS = 400_000;

/** Headers of a call from the site's own page, each from another address. */
export const pageHeaders = (cookie: string): Record<string, string> => ({
  Cookie: cookie,
  'CF-Connecting-IP': freshAddress(),
});

/** A proof of who they are was just given, so that no route stops at asking for one. */
export async function newSession(
  { env }: Target,
  { userId }: Pick<Customer, 'userId'>,
): Promise<Pick<Customer, 'cookie' | 'sessionId'>> {
  const session = await openSessionFor(env, userId, true);
  await env.DB.batch([stepUpStatement(env.DB, session.sessionId, 'totp', Date.now())]);
  return session;
}

export async function makeOperator({ env }: Target, options: CustomerOptions = {}): Promise<Customer> {
  return createCustomer(env, { admin: true, tier: 'premium', steppedUp: true, ...options });
}

/** Long with the house, with money, gold, an account at a bank, alerts, factors and papers. */
export async function makeInvestor({ env }: Target, options: CustomerOptions = {}): Promise<Victim> {
  const customer = await createCustomer(env, { steppedUp: true, remembered: true, ...options });
  const { userId } = customer;
  const old = Date.now() - OLD_MS;
  await env.DB.batch([
    env.DB.prepare('UPDATE users SET created_at = ?2 WHERE id = ?1').bind(userId, old),
    env.DB.prepare('UPDATE accounts SET created_at = ?2 WHERE id = ?1').bind(userId, old),
  ]);
  const depositKey = await deposit(env.DB, {
    accountId: userId,
    amount: CASH_CENTS,
    at: Date.now() - HOUR_MS,
  });
  await move(env.DB, { accountId: userId, asset: 'gold', amount: GOLD_E4, at: Date.now() - HOUR_MS });
  const payoutAccountId = await addPayoutAccount(env, customer);
  const withdrawal = await withdraw(env.DB, customer, { payoutAccountId, amountCents: 12_345 });
  const ids = rowsOf(env, userId);
  await env.DB.batch([...ids.statements]);
  const other = await openSessionFor(env, userId, true);
  const transaction = await env.DB.prepare('SELECT id FROM transactions WHERE account_id = ? LIMIT 1')
    .bind(userId)
    .first<string>('id');
  return {
    ...customer,
    ...ids,
    transactionId: transaction ?? '',
    withdrawalId: withdrawal?.id ?? '',
    payoutAccountId,
    otherSessionId: other.sessionId,
    quote: await quoteOf(env, userId),
    depositKey,
    pixDepositId: crypto.randomUUID(),
    resetToken: linkToken(env.SESSION_SECRET, { purpose: 'password-reset', id: ids.resetId }),
    marks: [],
  };
}

/** A quote that can be traded. */
export async function quoteOf(env: Env, userId: string): Promise<string> {
  const order = placeOrder('buy', { by: 'weight', ouncesE4: 100 }, PRICE_CENTS, {
    cashCents: CASH_CENTS,
    ouncesE4: 0,
    heldOuncesE4: 0,
  });
  if (!order.ok) throw new Error(`an order of the attack was refused: ${order.error}`);
  const now = Date.now();
  return signQuote(env, {
    jti: crypto.randomUUID(),
    sub: userId,
    side: 'buy',
    metal: 'gold',
    priceCents: PRICE_CENTS,
    ...order.value,
    issuedAt: now,
    expiresAt: now + HOUR_MS,
    proven: true,
    registerMaxCents: CASH_CENTS,
    basis: { seq: 1, kind: 'simulated', asOf: new Date(now).toISOString(), observations: [] },
  });
}
