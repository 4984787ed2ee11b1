// Suspending a customer and giving the account back, with everything that follows, and who may not.

import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import type { CustomerDetails } from '../../../worker/contract/operators/customers.ts';
import { findCustomerDetails, setCustomerStatusStatement } from '../../../worker/db/operators/customers.ts';
import { makeOperatorStatement } from '../../../worker/db/operators/operators.ts';
import { costOf } from '../../../worker/domain/fees.ts';
import { NO_MARKS } from '../../../worker/domain/portfolio.ts';
import { postTrade, type TradePosting } from '../../../worker/ledger/post-trade.ts';
import { createCustomer, type Customer, openSessionFor, ORIGIN } from '../../support/customers.ts';
import { expectBooksToBalance, give, quoteFor } from '../../support/funds.ts';
import { callsOf, outcome } from '../../support/money-calls.ts';
import { call, problemOf, refresh, sessionRow } from '../accounts/calls.ts';
import { isSignedIn, kindsOf, lettersTo, signIn, ticketsOf, withApp } from '../security/account.ts';
import { asOperator, auditOf, codeOf, makeOperator } from './operator-calls.ts';

const suspend = (operator: Customer, userId: string, reason = 'Chargeback on the card') =>
  asOperator(operator)(`/users/${userId}`, { method: 'PATCH', body: { status: 'suspended', reason } });
const activate = (operator: Customer, userId: string, reason = 'The bank has cleared it') =>
  asOperator(operator)(`/users/${userId}`, { method: 'PATCH', body: { status: 'active', reason } });
const statusOf = (userId: string) =>
  env.DB.prepare('SELECT status FROM users WHERE id = ?').bind(userId).first<string>('status');

async function openStream(cookie: string): Promise<WebSocket> {
  const headers = { Upgrade: 'websocket', Origin: ORIGIN, Cookie: cookie };
  const { webSocket } = await call('/api/prices/stream', { headers });
  if (webSocket === null) throw new Error('The upgrade was refused');
  webSocket.accept();
  return webSocket;
}

test('a suspension ends every session at once, sockets too, and says why; holdings stay', async () => {
  const [operator, customer] = [await makeOperator(), await createCustomer(env)];
  await give(env.DB, customer, { cashCents: 50_000, metal: 'gold', ouncesE4: 20_000 });
  const phone = await openSessionFor(env, customer.userId, true);
  const codes: number[] = [];
  (await openStream(phone.cookie)).addEventListener('close', ({ code }) => void codes.push(code));
  const before = await findCustomerDetails(env.DB, customer.userId, Date.now());

  const reply = await suspend(operator, customer.userId);
  expect(reply.status).toBe(200);
  const after: CustomerDetails = await reply.json();
  expect(after).toMatchObject({
    status: 'suspended',
    openSessions: 0,
    cashCents: 50_000,
    suspension: { by: operator.email, reason: 'Chargeback on the card' },
  });
  expect(after.holdings.find(({ metal }) => metal === 'gold')).toEqual({ metal: 'gold', ouncesE4: 20_000 });
  expect(before).toMatchObject({ cashCents: 50_000, goldE4: 20_000, openSessions: 2 });

  await expect.poll(() => codes).toEqual([4001]);
  for (const session of [customer, phone]) {
    expect(await isSignedIn(session.cookie)).toBe(false);
    expect(await sessionRow(session.sessionId)).toMatchObject({ end_reason: 'suspended' });
    const refused = await refresh(session.refreshToken);
    expect([refused.status, (await problemOf(refused)).code]).toEqual([403, 'AccountSuspended']);
  }
  const refused = await signIn(customer.email);
  expect([refused.status, (await problemOf(refused)).code]).toEqual([403, 'AccountSuspended']);
  await expectBooksToBalance(env.DB);
});

test('a suspended customer cannot carry out a quote that was made before, nor deposit or claim', async () => {
  const [operator, customer] = [await makeOperator(), await createCustomer(env)];
  await give(env.DB, customer, { cashCents: 500_000, metal: 'gold', ouncesE4: 0 });
  const terms = { side: 'buy', metal: 'gold', ouncesE4: 1_000, priceCents: 400_000 } as const;
  const quote = await quoteFor(env, customer, terms);
  await suspend(operator, customer.userId);
  const money = callsOf(customer);
  // The session is over; a token that still read well would be refused as suspended all the same.
  expect(await outcome(await money.trade(quote))).toBe('Unauthenticated');
  const slipped = await openSessionFor(env, customer.userId);
  const again = callsOf(slipped);
  expect(await outcome(await again.trade(quote))).toBe('AccountSuspended');
  expect(await outcome(await again.deposit({ amountCents: 20_000, method: 'wire' }))).toBe(
    'AccountSuspended',
  );
  expect(await outcome(await again.post('/api/bonus/claim', {}, crypto.randomUUID()))).toBe(
    'AccountSuspended',
  );
  // Giving the account back ends what slipped through.
  await activate(operator, customer.userId, 'Cleared up');
  expect(await isSignedIn(slipped.cookie)).toBe(false);
  const back = callsOf(await openSessionFor(env, customer.userId));
  expect(await outcome(await back.trade(quote))).toBe(201);
});

test('a trade that was under way when the suspension came is refused by its own batch', async () => {
  const [operator, customer] = [await makeOperator(), await createCustomer(env)];
  await give(env.DB, customer, { cashCents: 500_000, metal: 'gold', ouncesE4: 20_000 });
  await suspend(operator, customer.userId);
  const owned = () =>
    env.DB.prepare(
      `SELECT a.cash_cents AS cash, h.ounces_e4 AS gold FROM accounts a
       JOIN holdings h ON h.account_id = a.id AND h.metal = 'gold' WHERE a.id = ?`,
    )
      .bind(customer.userId)
      .first();
  const before = await owned();
  for (const side of ['buy', 'sell'] as const) {
    // Past every guard of the route, as a request that was let in an instant before.
    const posted = await postTrade(env.DB, tradeOf(customer.userId, side));
    expect(posted).toEqual({ ok: false, error: 'AccountSuspended' });
  }
  expect(await owned()).toEqual(before);
  await activate(operator, customer.userId);
  for (const side of ['buy', 'sell'] as const) {
    expect((await postTrade(env.DB, tradeOf(customer.userId, side))).ok).toBe(true);
  }
  await expectBooksToBalance(env.DB);
});

function tradeOf(accountId: string, side: 'buy' | 'sell'): TradePosting {
  const id = crypto.randomUUID();
  const terms = { metal: 'gold', ouncesE4: 1_000, priceCents: 400_000 } as const;
  return {
    operationId: id,
    transactionId: crypto.randomUUID(),
    accountId,
    idempotencyKey: id,
    requestHash: id,
    quoteId: id,
    quoteBasis: '{}',
    side,
    ...terms,
    ...costOf(side, terms.ouncesE4, terms.priceCents),
    marks: NO_MARKS,
    now: Date.now(),
    atMost: null,
    registerMaxCents: null,
    alongside: [],
  };
}

test('the log, the customer’s own log and the letters say it; a repetition says nothing twice', async () => {
  const [operator, customer] = [await makeOperator(), await createCustomer(env)];
  for (const _ of ['first', 'again']) expect((await suspend(operator, customer.userId)).status).toBe(200);
  for (const _ of ['first', 'again']) expect((await activate(operator, customer.userId)).status).toBe(200);
  expect(await auditOf(customer.userId)).toEqual([
    {
      action: 'customer.suspended',
      actorId: operator.userId,
      actor: operator.email,
      before: '{"status":"active"}',
      after: '{"status":"suspended"}',
      note: 'Chargeback on the card',
    },
    {
      action: 'customer.activated',
      actorId: operator.userId,
      actor: operator.email,
      before: '{"status":"suspended"}',
      after: '{"status":"active"}',
      note: 'The bank has cleared it',
    },
  ]);
  expect(await kindsOf(customer.userId)).toEqual(['account-suspended', 'account-reactivated']);
  const letters = await lettersTo(customer.userId);
  expect(letters.map(({ kind, message }) => [kind, message['change'], message['device']])).toEqual([
    ['security-change', 'account-suspended', null],
    ['security-change', 'account-reactivated', null],
  ]);
  expect((await signIn(customer.email)).status).toBe(200);
});

test('a half-finished sign-in ends with the suspension', async () => {
  const [operator, customer] = [await makeOperator(), await createCustomer(env)];
  await withApp(customer.userId);
  expect(await (await signIn(customer.email)).json()).toHaveProperty('secondFactor');
  expect(await ticketsOf(customer.userId)).toBe(1);
  await suspend(operator, customer.userId);
  expect(await ticketsOf(customer.userId)).toBe(0);
});

test('ten operators at once suspend once: one line, one letter', async () => {
  const customer = await createCustomer(env);
  const operators = await Promise.all(Array.from({ length: 10 }, () => makeOperator()));
  const replies = await Promise.all(operators.map((one) => suspend(one, customer.userId)));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  expect(await auditOf(customer.userId)).toHaveLength(1);
  expect(await lettersTo(customer.userId)).toHaveLength(1);
});

test('nobody suspends himself, and no operator alone suspends another', async () => {
  const [operator, other] = [await makeOperator(), await makeOperator()];
  const own = await suspend(operator, operator.userId);
  expect([own.status, await codeOf(own)]).toEqual([409, 'OwnAccount']);
  const alone = await suspend(operator, other.userId);
  expect([alone.status, await codeOf(alone)]).toEqual([409, 'ApprovalNeeded']);
  for (const { userId } of [operator, other]) expect(await statusOf(userId)).toBe('active');
  expect(await auditOf(other.userId)).toEqual([]);
});

test('who is made an operator while the suspension is on its way is not suspended by it', async () => {
  const [operator, customer] = [await makeOperator(), await createCustomer(env)];
  const change = {
    userId: customer.userId,
    to: 'suspended',
    by: operator.userId,
    ofOperator: false,
  } as const;
  await env.DB.batch([makeOperatorStatement(env.DB, customer.userId, Date.now())]);
  // Past the check of the service, as a request that read the account an instant before.
  const late = await env.DB.batch([setCustomerStatusStatement(env.DB, change, Date.now())]);
  expect(late[0]?.meta.changes).toBe(0);
  expect(await statusOf(customer.userId)).toBe('active');
});

test('a suspended operator is out of the operators’ area at once', async () => {
  const other = await makeOperator();
  await env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(other.userId).run();
  const slipped = await openSessionFor(env, other.userId);
  const reply = await asOperator(slipped)('/users');
  expect([reply.status, await codeOf(reply)]).toEqual([403, 'AccountSuspended']);
});

test('a change needs a proof of the last half hour; without it nothing happens', async () => {
  const [operator, customer] = [await makeOperator({ steppedUp: false }), await createCustomer(env)];
  const proofAt = (at: number) =>
    env.DB.prepare("UPDATE sessions SET stepped_up_at = ?, stepped_up_by = 'totp' WHERE id = ?")
      .bind(at, operator.sessionId)
      .run();
  const refused = await suspend(operator, customer.userId);
  expect([refused.status, await codeOf(refused)]).toEqual([403, 'StepUpRequired']);
  await proofAt(Date.now() - 30 * 60_000);
  expect((await suspend(operator, customer.userId)).status).toBe(403);
  expect(await statusOf(customer.userId)).toBe('active');
  expect(await auditOf(customer.userId)).toEqual([]);
  await proofAt(Date.now() - 29 * 60_000);
  expect((await suspend(operator, customer.userId)).status).toBe(200);
});

test.each([
  [{ status: 'suspended' }, 'reason'],
  [{ status: 'suspended', reason: '   ' }, 'reason'],
  [{ status: 'active', reason: '' }, 'reason'],
  [{ status: 'active' }, 'reason'],
  [{ status: 'suspended', reason: 'x'.repeat(501) }, 'reason'],
  [{ status: 'inactive', reason: 'because' }, 'status'],
  [{}, 'status'],
  [{ status: ['suspended'], reason: 'because' }, 'status'],
])('%j is refused', async (body, field) => {
  const [operator, customer] = [await makeOperator(), await createCustomer(env)];
  const reply = await asOperator(operator)(`/users/${customer.userId}`, { method: 'PATCH', body });
  const problem = await problemOf(reply);
  expect([reply.status, problem.errors?.[0]?.field]).toEqual([422, field]);
  expect(await statusOf(customer.userId)).toBe('active');
});

test('a suspension of nobody is not found', async () => {
  const reply = await suspend(await makeOperator(), crypto.randomUUID());
  expect([reply.status, await codeOf(reply)]).toEqual([404, 'NotFound']);
});

test('the figures follow a changed standing at once', async () => {
  const [operator, customer] = [await makeOperator(), await createCustomer(env)];
  const ask = asOperator(operator);
  const count = async () => ((await (await ask('/stats')).json()) as { suspended: number }).suspended;
  const before = await count();
  await suspend(operator, customer.userId);
  expect(await count()).toBe(before + 1);
  await activate(operator, customer.userId);
  expect(await count()).toBe(before);
});
