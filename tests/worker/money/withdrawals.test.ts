// /api/withdrawals and the gateway's callback of a payment out: over HTTP, with the sandbox as it is.

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { GATEWAY_SIGNATURE_HEADER } from '../../../worker/contract/deposits.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import type { PayoutEvent, Withdrawal, WithdrawalReply } from '../../../worker/contract/withdrawals.ts';
import { CALLBACK_TOLERANCE_MS } from '../../../worker/domain/deposits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { depsFor } from '../../../worker/services/deps.ts';
import { signCallback } from '../../../worker/services/gateway-signature.ts';
import { sendWithdrawals } from '../../../worker/services/send-withdrawals.ts';
import { NOT_NUMBERS } from '../../fixtures/money-examples.ts';
import { resolveContradictions } from '../../support/contradictions.ts';
import { type Customer, freezeAtOnce, jsonHeaders, ORIGIN } from '../../support/customers.ts';
import { expectBooksToBalance, fund } from '../../support/funds.ts';
import { callsOf, outcome, realWorker, SetPrices, workerWith } from '../../support/money-calls.ts';
import { addPayoutAccount, approveAll, createWithdrawer } from '../../support/withdrawals.ts';

const CASH = 1_000_000;
let ana: Customer;
let pix: string;
beforeEach(async () => {
  ana = await createWithdrawer(env);
  await fund(env.DB, ana, CASH, Date.now() - 30 * DAY_MS);
  pix = await addPayoutAccount(env, ana);
});

const ask = (amountCents: unknown, over: object = {}, key: string = crypto.randomUUID(), who = ana) =>
  callsOf(who).post('/api/withdrawals', { amountCents, payoutAccountId: pix, ...over }, key);

async function asked(amountCents: number, over: object = {}): Promise<WithdrawalReply> {
  const reply = await ask(amountCents, over);
  expect(reply.status).toBe(201);
  return reply.json<WithdrawalReply>();
}

const read = async (id: string) => (await callsOf(ana).get(`/api/withdrawals/${id}`)).json<Withdrawal>();
const cash = async () => (await (await callsOf(ana).get('/api/portfolio')).json<Portfolio>()).cashCents;

/** A run of the cron at a time of the test's choosing, with the rate of that time. */
function cron(at: number = Date.now()) {
  const hub = new SetPrices({});
  hub.usdBrlE4 = 54_000;
  const deps = depsFor(env, { waitUntil: (work) => void work });
  return sendWithdrawals({ ...deps, now: () => at, hub });
}

async function callback(
  event: PayoutEvent,
  over: { signature?: string; gateway?: string; at?: number } = {},
) {
  const body = JSON.stringify(event);
  const signature = over.signature ?? (await signCallback(env.GATEWAY_SECRET, body, over.at ?? Date.now()));
  return realWorker(
    new Request(`${ORIGIN}/api/payments/${over.gateway ?? 'sandbox'}/payouts`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [GATEWAY_SIGNATURE_HEADER]: signature },
      body,
    }),
  );
}

describe('a withdrawal', () => {
  test('is taken aside at once, paid by the cron in reais, and listed as it stands', async () => {
    const { withdrawal, transaction, portfolio } = await asked(100_000);
    expect(withdrawal).toMatchObject({
      state: 'ready',
      method: 'pix',
      to: 'pix ***1',
      feeCents: 0,
      canCancel: true,
    });
    expect(transaction).toMatchObject({
      id: withdrawal.id,
      type: 'withdrawal',
      status: 'pending',
      totalCents: 100_000,
    });
    expect(portfolio.cashCents).toBe(CASH - 100_000);
    await cron();
    expect(await read(withdrawal.id)).toMatchObject({
      state: 'paid',
      brlCents: 540_000,
      rateE4: 54_000,
      canCancel: false,
      gateway: 'sandbox',
    });
    const page = await (await callsOf(ana).get('/api/withdrawals')).json<{ withdrawals: Withdrawal[] }>();
    expect(page).toMatchObject({ withdrawals: [{ id: withdrawal.id, state: 'paid' }], nextCursor: null });
    const list = await (await callsOf(ana).get('/api/transactions?search=withdrawal')).json();
    expect(list).toMatchObject({
      total: 1,
      transactions: [{ id: withdrawal.id, status: 'completed', method: 'pix' }],
    });
    await expectBooksToBalance(env.DB);
  });

  test.each(NOT_NUMBERS)('of %j has no valid shape', async (amount) => {
    expect(await outcome(await ask(amount))).toBe('ValidationFailed');
  });

  test.each([
    [0, 'WithdrawalBelowMinimum'],
    [-2_000, 'WithdrawalBelowMinimum'],
    [1_999, 'WithdrawalBelowMinimum'],
    [2_000, 201],
    [2_000.5, 'ValidationFailed'],
    [CASH, 201],
    [CASH + 1, 'NotWithdrawable'],
    [5_000_001, 'WithdrawalAboveMaximum'],
    [2 ** 53, 'WithdrawalAboveMaximum'],
    [1e300, 'WithdrawalAboveMaximum'],
  ] as const)('of %d cents: %s', async (amount, expected) => {
    expect(await outcome(await ask(amount))).toBe(expected);
  });

  test('sent again under its key answers the same bytes, whatever became of it', async () => {
    const first = await ask(50_000, {}, 'k');
    const bytes = await first.text();
    await cron();
    const again = await ask(50_000, {}, 'k');
    expect([again.headers.get('Idempotent-Replayed'), await again.text()]).toEqual(['true', bytes]);
    expect(await outcome(await ask(50_001, {}, 'k'))).toBe('IdempotencyKeyReused');
    expect(await cash()).toBe(CASH - 50_000);
  });

  test('without a proof, a key, a session or an account of one’s own is refused, and moves nothing', async () => {
    const other = await createWithdrawer(env);
    const theirs = await addPayoutAccount(env, other);
    expect(await outcome(await ask(50_000, { payoutAccountId: theirs }))).toBe('NotFound');
    expect(await outcome(await ask(50_000, { payoutAccountId: crypto.randomUUID() }))).toBe('NotFound');
    expect(await outcome(await ask(50_000, { payoutAccountId: '' }))).toBe('ValidationFailed');
    expect(await outcome(await ask('x'.repeat(70_000)))).toBe('PayloadTooLarge');
    const body = { amountCents: 50_000, payoutAccountId: pix };
    expect(await outcome(await callsOf(ana).post('/api/withdrawals', body))).toBe('IdempotencyKeyMissing');
    const nobody = callsOf({ headers: jsonHeaders(), cookie: '' });
    expect(await outcome(await nobody.post('/api/withdrawals', body, 'k'))).toBe('Unauthenticated');
    await env.DB.prepare('UPDATE sessions SET stepped_up_at = NULL, stepped_up_by = NULL WHERE user_id = ?')
      .bind(ana.userId)
      .run();
    expect(await outcome(await ask(50_000))).toBe('StepUpRequired');
    await freezeAtOnce(env.DB, ana.userId);
    expect(await outcome(await ask(50_000))).toBe('AccountFrozen');
    expect(await cash()).toBe(CASH);
  });

  test('of level 0 asks for the next level; in production without a gateway nothing is taken', async () => {
    const nobody = await createWithdrawer(env, { level: 0 });
    await fund(env.DB, nobody, 20_000, Date.now() - 30 * DAY_MS);
    const account = await addPayoutAccount(env, nobody);
    const reply = await ask(10_000, { payoutAccountId: account }, 'k', nobody);
    expect(await reply.json()).toMatchObject({
      code: 'LevelNeeded',
      of: 'withdrawals',
      level: 0,
      neededLevel: 1,
      limitCents: 0,
    });
    const deployed = workerWith(new SetPrices({}), { ENVIRONMENT: 'production' as never });
    const body = { amountCents: 50_000, payoutAccountId: pix };
    expect(await outcome(await callsOf(ana, deployed).post('/api/withdrawals', body, 'k'))).toBe(
      'Unavailable',
    );
    expect(await cash()).toBe(CASH);
  });

  test('is taken back while it is here, and nobody else sees it', async () => {
    const { withdrawal } = await asked(50_000);
    const mallory = await createWithdrawer(env);
    for (const path of [`/api/withdrawals/${withdrawal.id}`, `/api/withdrawals/${withdrawal.id}/cancel`]) {
      const call = path.endsWith('cancel') ? callsOf(mallory).post(path, {}) : callsOf(mallory).get(path);
      expect(await outcome(await call)).toBe('NotFound');
    }
    const path = `/api/withdrawals/${withdrawal.id}/cancel`;
    expect(await (await callsOf(ana).post(path, {})).json()).toMatchObject({ state: 'cancelled' });
    expect(await cash()).toBe(CASH);
    const { withdrawal: sent } = await asked(50_000);
    await cron();
    expect(await outcome(await callsOf(ana).post(`/api/withdrawals/${sent.id}/cancel`, {}))).toBe(
      'WithdrawalNotCancellable',
    );
  });
});

describe('the sandbox', () => {
  test('ending in .13 stays with the bank until the callback says more; .66 comes back; .77 is paid after three minutes', async () => {
    const ids: string[] = [];
    for (const cents of [10_013, 10_066, 10_077]) ids.push((await asked(cents)).withdrawal.id);
    // The third of a day waits for operators; here it is about the bank.
    await approveAll(env);
    const states = () => Promise.all(ids.map(async (id) => (await read(id)).state));
    const at = Date.now();
    await cron(at);
    expect(await states()).toEqual(['sending', 'returned', 'sending']);
    for (const minutes of [1, 2, 4]) await cron(at + minutes * MINUTE_MS);
    expect(await states()).toEqual(['sending', 'returned', 'paid']);
    const [pending = ''] = ids;
    const sentCents = (await read(pending)).brlCents ?? 0;
    const event = { key: pending, reference: `sandbox-${pending}`, outcome: 'paid', sentCents } as const;
    expect(await (await callback(event)).json()).toEqual({ received: true, applied: true });
    expect(await (await callback(event)).json()).toEqual({ received: true, applied: false });
    expect(await states()).toEqual(['paid', 'returned', 'paid']);
    const back = { ...event, outcome: 'returned', failure: 'Conta encerrada' } as const;
    for (const applied of [true, false])
      expect(await (await callback(back)).json()).toEqual({ received: true, applied });
    expect(await read(pending)).toMatchObject({
      state: 'paid',
      returnedAt: expect.any(String),
      // What the bank calls it is for operators.
      failure: 'sent-back',
    });
    expect(await cash()).toBe(CASH - 10_077);
    await expectBooksToBalance(env.DB);
  });
});

describe('a callback', () => {
  test('that is forged, late, of another gateway, of nothing or of another amount changes nothing', async () => {
    const noted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { withdrawal } = await asked(10_013);
    await cron();
    const sentCents = (await read(withdrawal.id)).brlCents ?? 0;
    const event = {
      key: withdrawal.id,
      reference: `sandbox-${withdrawal.id}`,
      outcome: 'paid',
      sentCents,
    } as const;
    const forged = await signCallback(
      'another-secret-0123456789abcdef0123',
      JSON.stringify(event),
      Date.now(),
    );
    const recorded = { at: Date.now() - CALLBACK_TOLERANCE_MS - 1_000 };
    expect(await outcome(await callback(event, { signature: forged }))).toBe('Unauthenticated');
    expect(await outcome(await callback(event, { signature: '' }))).toBe('Unauthenticated');
    expect(await outcome(await callback(event, recorded))).toBe('Unauthenticated');
    expect(await outcome(await callback(event, { gateway: 'other' }))).toBe('NotFound');
    const nobodys = await callback({ ...event, key: crypto.randomUUID() });
    expect(await nobodys.json()).toEqual({ received: true, applied: false });
    expect(await outcome(await callback({ ...event, sentCents: sentCents + 1 }))).toBe('ValidationFailed');
    expect(await outcome(await callback({ ...event, reference: 'other' }))).toBe('ValidationFailed');
    expect(await outcome(await callback({ nonsense: true } as never))).toBe('ValidationFailed');
    expect(await outcome(await callback({ ...event, failure: 'x'.repeat(70_000) }))).toBe('PayloadTooLarge');
    expect(await read(withdrawal.id)).toMatchObject({ state: 'sending' });
    expect(await resolveContradictions(env.DB)).toEqual(['amount', 'reference']);
    await expectBooksToBalance(env.DB);
    noted.mockRestore();
  });

  test('that many times over says both at once is applied as one end and at most one return', async () => {
    const noted = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { withdrawal } = await asked(10_013);
    await cron();
    const sentCents = (await read(withdrawal.id)).brlCents ?? 0;
    const event = { key: withdrawal.id, reference: `sandbox-${withdrawal.id}`, sentCents };
    const words = ['paid', 'returned', 'paid', 'returned', 'paid', 'returned', 'paid', 'returned'] as const;
    const replies = await Promise.all(words.map((word) => callback({ ...event, outcome: word })));
    expect(replies.map(({ status }) => status)).toEqual(words.map(() => 200));
    const { state, returnedAt } = await read(withdrawal.id);
    // Paid and come back, or come back before it was paid: the money is the customer's either way.
    expect([state, returnedAt === null]).toEqual(state === 'paid' ? ['paid', false] : ['returned', true]);
    expect(await cash()).toBe(CASH);
    await resolveContradictions(env.DB);
    await expectBooksToBalance(env.DB);
    noted.mockRestore();
  });
});

test('a new payout account holds it, with its reason and its end, and the cron lets it go at that end', async () => {
  const at = Date.now();
  const account = await addPayoutAccount(env, ana, 'wire', at);
  const { withdrawal } = await asked(10_000, { payoutAccountId: account });
  expect(withdrawal).toMatchObject({ state: 'held', feeCents: 2_500, sentCents: 7_500 });
  expect(withdrawal.holds).toEqual([
    { reason: 'new-payout-account', until: new Date(at + 48 * HOUR_MS).toISOString() },
  ]);
  await cron(at + 48 * HOUR_MS - 1);
  expect(await read(withdrawal.id)).toMatchObject({ state: 'held' });
  await cron(at + 48 * HOUR_MS);
  expect(await read(withdrawal.id)).toMatchObject({ state: 'paid' });
});
