// The link of a letter freezes an account; a second factor, or two operators, end the freeze a day later.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { freezeToken } from '../../../worker/auth/freeze-token.ts';
import { findFreezeLetter } from '../../../worker/db/freezes.ts';
import { guardNotFrozen } from '../../../worker/db/guards.ts';
import { mailStatement } from '../../../worker/db/outbox.ts';
import { LEDGER_RULES } from '../../../worker/db/ledger-check.ts';
import { costOf } from '../../../worker/domain/fees.ts';
import { FREEZE_LINK_MS, UNFREEZE_WAIT_MS } from '../../../worker/domain/freeze.ts';
import { NO_MARKS } from '../../../worker/domain/portfolio.ts';
import { claimBonus } from '../../../worker/ledger/claim-bonus.ts';
import { completeDeposit, reserveDeposit } from '../../../worker/ledger/deposits.ts';
import { postTrade, type TradePosting } from '../../../worker/ledger/post-trade.ts';
import {
  createCustomer,
  CUSTOMER_PASSWORD,
  type Customer,
  openSessionFor,
  ORIGIN,
} from '../../support/customers.ts';
import { expectBooksToBalance, fund, give, quoteFor } from '../../support/funds.ts';
import { callsOf, outcome } from '../../support/money-calls.ts';
import { call, post } from '../accounts/calls.ts';
import { asOperator, auditOf, makeOperator } from '../admin/operator-calls.ts';
import { codeOf, customerWithApp, forgetLastStep, prove, send, stepUpNow } from '../factors/enrol.ts';
import {
  change,
  FIREFOX,
  isSignedIn,
  kindsOf,
  lettersTo,
  linkFor,
  reset,
  signIn,
  ticketsOf,
} from './account.ts';

const press = (token: string, headers = {}) => post('/api/auth/freeze', { token }, headers);
const BUY = { side: 'buy', metal: 'gold', ouncesE4: 1_000, priceCents: 400_000 } as const;

/** The token of the newest letter of a kind, which a trade or a sign-in wrote. */
async function tokenOf({ userId }: Pick<Customer, 'userId'>, kind: string): Promise<string> {
  const id = await env.DB.prepare(
    'SELECT id FROM mail_outbox WHERE user_id = ?1 AND kind = ?2 ORDER BY created_at DESC LIMIT 1',
  )
    .bind(userId, kind)
    .first<string>('id');
  if (id === null) throw new Error(`no letter of ${kind}`);
  return freezeToken(env.SESSION_SECRET, id);
}

const freezeRow = (userId: string) =>
  env.DB.prepare('SELECT frozen_at AS frozenAt, ends_at AS endsAt FROM freezes WHERE user_id = ?')
    .bind(userId)
    .first<{ frozenAt: number; endsAt: number | null }>();

/** As if it had never been frozen. */
const unfreezeAtOnce = (userId: string) =>
  env.DB.prepare('DELETE FROM freezes WHERE user_id = ?').bind(userId).run();

/** As if the day had passed. */
const passTheDay = (userId: string) =>
  env.DB.prepare('UPDATE freezes SET frozen_at = frozen_at - ?2, ends_at = ends_at - ?2 WHERE user_id = ?1')
    .bind(userId, UNFREEZE_WAIT_MS)
    .run();

/** Signed in on a device that nobody knew, so that a letter went out. */
async function frozen(made: Promise<Customer> = createCustomer(env)): Promise<Customer> {
  const customer = await made;
  const message = { kind: 'new-sign-in', at: Date.now(), device: null, place: null } as const;
  const id = `sign-in:${customer.userId}`;
  await mailStatement(env.DB, { id, userId: customer.userId, message, now: Date.now() }).run();
  expect((await press(await tokenOf(customer, 'new-sign-in'))).status).toBe(204);
  return customer;
}

/** Signs in again, as the owner or a thief does. */
const again = async (customer: Customer): Promise<Customer> => ({
  ...customer,
  ...(await openSessionFor(env, customer.userId)),
});

describe('a press', () => {
  test('of the link in the receipt of a trade ends every session, sockets too, and tells the mailbox', async () => {
    const customer = await createCustomer(env);
    await fund(env.DB, customer, 500_000);
    expect(await outcome(await callsOf(customer).trade(await quoteFor(env, customer, BUY)))).toBe(201);
    const phone = await openSessionFor(env, customer.userId, true);
    const codes: number[] = [];
    const { webSocket } = await call('/api/prices/stream', {
      headers: { Upgrade: 'websocket', Origin: ORIGIN, Cookie: phone.cookie },
    });
    webSocket?.accept();
    webSocket?.addEventListener('close', ({ code }) => void codes.push(code));
    const token = await tokenOf(customer, 'trade-receipt');
    expect((await press(token, { 'User-Agent': FIREFOX })).status).toBe(204);
    expect([await isSignedIn(customer.cookie), await isSignedIn(phone.cookie)]).toEqual([false, false]);
    await expect.poll(() => codes).toEqual([4001]);
    expect(await kindsOf(customer.userId)).toContain('account-frozen');
    const { message } = (await lettersTo(customer.userId)).at(-1) ?? {};
    expect(message).toMatchObject({ change: 'account-frozen', device: 'Firefox · Linux' });
    await expectBooksToBalance(env.DB);
  });

  test('a second one answers the same, ends what was opened since, and writes nothing twice', async () => {
    const customer = await frozen();
    const thief = await again(customer);
    const before = await freezeRow(customer.userId);
    expect((await press(await tokenOf(customer, 'new-sign-in'))).status).toBe(204);
    expect(await isSignedIn(thief.cookie)).toBe(false);
    expect(await freezeRow(customer.userId)).toEqual(before);
    expect((await kindsOf(customer.userId)).filter((kind) => kind === 'account-frozen')).toHaveLength(1);
    expect((await lettersTo(customer.userId)).filter(({ kind }) => kind === 'security-change')).toHaveLength(
      1,
    );
  });

  test('ten at once freeze once, and all answer the same', async () => {
    const customer = await frozen();
    await unfreezeAtOnce(customer.userId);
    const token = await tokenOf(customer, 'new-sign-in');
    const replies = await Promise.all(Array.from({ length: 10 }, () => press(token)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]));
    expect((await kindsOf(customer.userId)).filter((kind) => kind === 'account-frozen')).toHaveLength(2);
  });

  test('only what we signed works, and only for whom it was signed', async () => {
    const [ana, eve] = [await frozen(), await createCustomer(env)];
    await unfreezeAtOnce(ana.userId);
    const token = await tokenOf(ana, 'new-sign-in');
    const [id = '', mark = ''] = token.split('.');
    // Another customer's letter under the mark of the own one, and the other way round.
    const others = `sign-in:${eve.userId}.${mark}`;
    const made = [others, `${id}.${'A'.repeat(43)}`, `${id}.`, mark, id, '', 'x'.repeat(5_000)];
    const stranger = freezeToken('another-secret-of-thirty-two-characters-at-least', id);
    for (const wrong of [...made, stranger]) expect(await outcome(await press(wrong))).toBe('LinkInvalid');
    expect([await freezeRow(ana.userId), await freezeRow(eve.userId)]).toEqual([null, null]);
    // Soundly signed, but of a letter that carries none, or of no letter.
    await linkFor(eve);
    await env.DB.prepare(`UPDATE mail_outbox SET kind = 'welcome' WHERE user_id = ?`).bind(eve.userId).run();
    expect(await outcome(await press(await tokenOf(eve, 'welcome')))).toBe('LinkInvalid');
    expect(await outcome(await press(freezeToken(env.SESSION_SECRET, 'receipt:nothing')))).toBe(
      'LinkInvalid',
    );
    // The mark of ana's letter freezes ana.
    expect((await press(token)).status).toBe(204);
    expect([(await freezeRow(ana.userId)) === null, await freezeRow(eve.userId)]).toEqual([false, null]);
  });

  test('works for seven days from the event, to the millisecond', async () => {
    const customer = await frozen();
    const id = `sign-in:${customer.userId}`;
    const at =
      (await env.DB.prepare('SELECT created_at AS at FROM mail_outbox WHERE id = ?')
        .bind(id)
        .first<number>('at')) ?? 0;
    expect(await findFreezeLetter(env.DB, id, at + FREEZE_LINK_MS - 1)).toBe(customer.userId);
    expect(await findFreezeLetter(env.DB, id, at + FREEZE_LINK_MS)).toBeNull();
  });

  test('is never a GET: a mail program that opens the link freezes nothing', async () => {
    const customer = await frozen();
    await unfreezeAtOnce(customer.userId);
    const token = await tokenOf(customer, 'new-sign-in');
    for (const path of [
      `/api/auth/freeze?token=${token}`,
      `/freeze?token=${token}`,
      `/en/freeze?token=${token}`,
    ]) {
      await call(path, { headers: { Cookie: customer.cookie } });
    }
    expect(await freezeRow(customer.userId)).toBeNull();
  });

  test('is limited by address', async () => {
    const address = { 'CF-Connecting-IP': '203.0.113.77' };
    const replies = await Promise.all(Array.from({ length: 40 }, () => press('x', address)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([422, 429]));
  });

  test('takes back an open change of address and every sign-in that waits for its second step', async () => {
    const customer = await customerWithApp();
    await stepUpNow(customer);
    const email = `nova-${crypto.randomUUID()}@example.com`;
    expect((await send(customer, 'POST', '/api/profile/email-change', { email })).status).toBe(202);
    await signIn(customer.email);
    expect(await ticketsOf(customer.userId)).toBe(1);
    expect((await press(await tokenOf(customer, 'email-change-old'))).status).toBe(204);
    expect(await ticketsOf(customer.userId)).toBe(0);
    const open = await env.DB.prepare(
      'SELECT count(*) AS n FROM mailed_links WHERE user_id = ? AND uses = 0 AND purpose LIKE ?',
    )
      .bind(customer.userId, 'email-change%')
      .first<number>('n');
    expect(open).toBe(0);
  });
});

describe('while frozen', () => {
  test('nothing that takes away or changes the account is done; reading is', async () => {
    const made = await customerWithApp();
    await fund(env.DB, made, 500_000);
    const customer = await again(await frozen(Promise.resolve(made)));
    await stepUpNow(customer);
    const money = callsOf(customer);
    const refused = [
      await money.post('/api/quotes', { side: 'buy', metal: 'gold', totalCents: 10_000 }),
      await money.trade(await quoteFor(env, customer, BUY)),
      await money.deposit({ amountCents: 20_000, method: 'wire' }),
      await money.post('/api/bonus/claim', {}, crypto.randomUUID()),
      await change(customer.headers, CUSTOMER_PASSWORD),
      await send(customer, 'POST', '/api/profile/email-change', { email: 'else@example.com' }),
      await send(customer, 'PUT', '/api/profile/phone', { phone: '5511912345678' }),
      await send(customer, 'POST', '/api/auth/factors/totp'),
      await send(customer, 'POST', '/api/auth/factors/totp/confirm', { setup: 'x', code: '123456' }),
      await send(customer, 'DELETE', '/api/auth/factors/totp'),
      await send(customer, 'POST', '/api/auth/factors/recovery-codes'),
      await send(customer, 'POST', '/api/auth/factors/passkeys/options'),
      await send(customer, 'POST', '/api/auth/factors/passkeys', {
        name: 'x',
        response: {
          id: 'x',
          rawId: 'x',
          type: 'public-key',
          response: { clientDataJSON: 'e30', attestationObject: 'AA' },
        },
      }),
      await send(customer, 'PATCH', '/api/auth/factors/passkeys/x', { name: 'y' }),
      await send(customer, 'DELETE', '/api/auth/factors/passkeys/x'),
    ];
    expect(await Promise.all(refused.map(outcome))).toEqual(refused.map(() => 'AccountFrozen'));
    for (const path of [
      '/api/portfolio',
      '/api/transactions',
      '/api/alerts',
      '/api/auth/factors',
      '/api/auth/sessions',
    ]) {
      expect((await send(customer, 'GET', path)).status).toBe(200);
    }
    const profile = await (await send(customer, 'GET', '/api/profile')).json<{ freeze: unknown }>();
    expect(profile.freeze).toEqual({ since: expect.any(String), endsAt: null });
    await expectBooksToBalance(env.DB);
  });

  test('a deposit on its way is credited', async () => {
    const customer = await createCustomer(env);
    const [operationId, depositId] = [crypto.randomUUID(), crypto.randomUUID()];
    const of = { accountId: customer.userId, amountCents: 20_000, feeCents: 0 };
    const now = Date.now();
    const reserved = await reserveDeposit(env.DB, {
      ...of,
      operationId,
      depositId,
      idempotencyKey: operationId,
      requestHash: operationId,
      method: 'wire',
      gateway: 'sandbox',
      now,
      alongside: [],
    });
    expect(reserved.ok).toBe(true);
    await frozen(Promise.resolve(customer));
    const completed = await completeDeposit(
      env.DB,
      { ...of, id: depositId },
      { operationId: crypto.randomUUID(), requestHash: 'x', now: Date.now(), alongside: [] },
    );
    expect(completed.ok).toBe(true);
    expect(
      await env.DB.prepare('SELECT cash_cents AS n FROM accounts WHERE id = ?')
        .bind(customer.userId)
        .first('n'),
    ).toBe(20_000);
  });

  test('a request that was let in before is refused by its own batch', async () => {
    const customer = await createCustomer(env);
    await give(env.DB, customer, { cashCents: 500_000, metal: 'gold', ouncesE4: 20_000 });
    await frozen(Promise.resolve(customer));
    for (const side of ['buy', 'sell'] as const) {
      expect(await postTrade(env.DB, tradeOf(customer.userId, side, Date.now()))).toEqual({
        ok: false,
        error: 'AccountFrozen',
      });
    }
    const id = crypto.randomUUID();
    const claim = {
      operationId: id,
      transactionId: crypto.randomUUID(),
      accountId: customer.userId,
      idempotencyKey: id,
      requestHash: id,
      marks: NO_MARKS,
      now: Date.now(),
    };
    expect(await claimBonus(env.DB, claim)).toEqual({ ok: false, error: 'AccountFrozen' });
    await expect(env.DB.batch([guardNotFrozen(env.DB, id, customer.userId, Date.now())])).rejects.toThrow(
      'account_is_frozen',
    );
    await expectBooksToBalance(env.DB);
  });

  test('of forty trades that race the press, none is made after it', async () => {
    const customer = await createCustomer(env);
    await fund(env.DB, customer, 5_000_000);
    const quotes = await Promise.all(Array.from({ length: 40 }, () => quoteFor(env, customer, BUY)));
    const money = callsOf(customer);
    await frozen(Promise.resolve(customer));
    await unfreezeAtOnce(customer.userId);
    const open = callsOf(await openSessionFor(env, customer.userId));
    const token = await tokenOf(customer, 'new-sign-in');
    const trades = quotes.slice(0, 39).map((quote) => open.trade(quote));
    const [pressed, ...replies] = await Promise.all([press(token), ...trades]);
    expect(pressed?.status).toBe(204);
    const codes = await Promise.all(replies.map(outcome));
    for (const code of codes)
      expect([201, 'AccountFrozen', 'Unauthenticated', 'StepUpRequired']).toContain(code);
    const made = () =>
      env.DB.prepare(`SELECT count(*) AS n FROM operations WHERE account_id = ? AND kind = 'trade'`)
        .bind(customer.userId)
        .first<number>('n');
    const before = await made();
    expect(before).toBe(codes.filter((code) => code === 201).length);
    expect(await postTrade(env.DB, tradeOf(customer.userId, 'buy', Date.now()))).toEqual({
      ok: false,
      error: 'AccountFrozen',
    });
    expect(await outcome(await money.trade(quotes[39] ?? ''))).toBe('Unauthenticated');
    expect(await made()).toBe(before);
    await expectBooksToBalance(env.DB);
  });

  test('a reset of the password by mail stays the way in, and changes nothing of the freeze', async () => {
    const customer = await frozen();
    expect((await reset(await linkFor(customer))).status).toBe(204);
    expect(await freezeRow(customer.userId)).toMatchObject({ endsAt: null });
  });

  test('an operator does nothing in the area', async () => {
    const operator = await makeOperator();
    await frozen(Promise.resolve(operator));
    const back = await again(operator);
    await stepUpNow(back);
    expect(await outcome(await asOperator(back)('/users'))).toBe('AccountFrozen');
  });

  test('the nightly check tells of a trade that slipped through', async () => {
    const customer = await createCustomer(env);
    await give(env.DB, customer, { cashCents: 500_000, metal: 'gold', ouncesE4: 0 });
    expect((await postTrade(env.DB, tradeOf(customer.userId, 'buy', Date.now()))).ok).toBe(true);
    const rule = LEDGER_RULES.find((one) => one.rule === 'a-frozen-account-moves-nothing');
    const found = async () => {
      const { results } = await env.DB.prepare(
        `SELECT detail FROM (${rule?.sql ?? ''}) WHERE subject IN (SELECT id FROM operations WHERE account_id = ?1)`,
      )
        .bind(customer.userId)
        .all<{ detail: string }>();
      return results.map(({ detail }) => detail.split(' ')[0]).toSorted();
    };
    const put = (at: number) =>
      env.DB.prepare('INSERT OR REPLACE INTO freezes (user_id, frozen_at) VALUES (?1, ?2)')
        .bind(customer.userId, at)
        .run();
    await put(Date.now());
    expect(await found()).toEqual([]);
    await put(Date.now() - 120_000);
    const before = await found();
    await unfreezeAtOnce(customer.userId);
    expect(before).toEqual(['deposit', 'trade']);
  });
});

describe('the end', () => {
  const undo = (who: Customer) => send(who, 'POST', '/api/auth/freeze/undo');

  test('takes a second factor and a day, to the millisecond; the letter’s own link stops it', async () => {
    const made = await customerWithApp();
    await give(env.DB, made, { cashCents: 500_000, metal: 'gold', ouncesE4: 0 });
    const owner = await again(await frozen(Promise.resolve(made)));
    // The session alone asks for nothing.
    const asked = await undo(owner);
    expect(await asked.json()).toMatchObject({ code: 'StepUpRequired', methods: ['totp', 'recovery'] });
    await forgetLastStep(owner);
    const proof = { method: 'totp', code: codeOf(made.key, 0) };
    expect((await prove(owner, proof)).status).toBe(200);
    const [before, reply, after] = [Date.now(), await undo(owner), Date.now()];
    const { freeze } = await reply.json<{ freeze: { endsAt: string } }>();
    const endsAt = Date.parse(freeze.endsAt);
    expect(endsAt - UNFREEZE_WAIT_MS).toBeGreaterThanOrEqual(before);
    expect(endsAt - UNFREEZE_WAIT_MS).toBeLessThanOrEqual(after);
    // A second question does not start the day again.
    expect(await (await undo(owner)).json()).toEqual({ freeze });
    expect((await kindsOf(owner.userId)).filter((kind) => kind === 'unfreeze-begun')).toHaveLength(1);
    expect(await postTrade(env.DB, tradeOf(owner.userId, 'buy', endsAt - 1))).toEqual({
      ok: false,
      error: 'AccountFrozen',
    });
    const ended = await postTrade(env.DB, tradeOf(owner.userId, 'buy', endsAt));
    expect(ended.ok).toBe(true);
    // Whoever did not ask presses the link of the letter about it.
    expect((await press(await tokenOf(owner, 'security-change'))).status).toBe(204);
    expect(await freezeRow(owner.userId)).toMatchObject({ endsAt: null });
    expect(await isSignedIn(owner.headers['Cookie'] ?? '')).toBe(false);
    // The trade of tomorrow's clock is none of today's books.
    await unfreezeAtOnce(owner.userId);
  });

  test('after it everything works again, and another press freezes anew', async () => {
    const made = await customerWithApp();
    await fund(env.DB, made, 500_000);
    const owner = await again(await frozen(Promise.resolve(made)));
    await stepUpNow(owner);
    expect((await undo(owner)).status).toBe(200);
    expect(await outcome(await callsOf(owner).trade(await quoteFor(env, owner, BUY)))).toBe('AccountFrozen');
    await passTheDay(owner.userId);
    expect(await outcome(await callsOf(owner).trade(await quoteFor(env, owner, BUY)))).toBe(201);
    expect(await (await undo(owner)).json()).toEqual({ freeze: null });
    const first = await freezeRow(owner.userId);
    expect((await press(await tokenOf(owner, 'trade-receipt'))).status).toBe(204);
    const second = await freezeRow(owner.userId);
    expect(second?.endsAt).toBeNull();
    expect(second?.frozenAt).toBeGreaterThan(first?.frozenAt ?? 0);
    await expectBooksToBalance(env.DB);
  });

  test('is not for the password alone', async () => {
    const owner = await again(await frozen());
    await stepUpNow(owner, Date.now(), 'password');
    expect(await outcome(await undo(owner))).toBe('FreezeNeedsFactor');
    expect(await freezeRow(owner.userId)).toMatchObject({ endsAt: null });
  });

  test('without a second factor takes two operators and the same day', async () => {
    const owner = await frozen();
    const [proposer, decider] = [await makeOperator(), await makeOperator()];
    const body = { kind: 'unfreeze', userId: owner.userId, reason: 'Identity checked by telephone' };
    const proposed = await asOperator(proposer)('/proposals', { method: 'POST', body });
    expect(proposed.status).toBe(201);
    const { id } = await proposed.json<{ id: string }>();
    const approve = (who: Customer) =>
      asOperator(who)(`/proposals/${id}/approve`, { method: 'POST', body: { note: '' } });
    expect(await outcome(await approve(proposer))).toBe('SecondOperatorNeeded');
    const before = Date.now();
    expect((await approve(decider)).status).toBe(200);
    const row = await freezeRow(owner.userId);
    expect(row?.endsAt).toBeGreaterThanOrEqual(before + UNFREEZE_WAIT_MS);
    expect(await kindsOf(owner.userId)).toContain('unfreeze-by-team');
    expect((await lettersTo(owner.userId)).map(({ message }) => message['change'])).toContain(
      'unfreeze-by-team',
    );
    expect((await auditOf(owner.userId)).map(({ action }) => action)).toEqual([
      'proposal.made',
      'customer.unfreeze-begun',
    ]);
    const one = await asOperator(proposer)(`/users?status=frozen&search=${owner.email}`);
    expect(await one.json()).toMatchObject({
      users: [{ id: owner.userId, freeze: { endsAt: expect.any(String) } }],
    });
    const none = await asOperator(proposer)(`/users?status=frozen&search=${decider.email}`);
    expect(await none.json()).toMatchObject({ users: [] });
  });

  test('is proposed neither for who has a second factor nor for who is not frozen', async () => {
    const proposer = await makeOperator();
    const [free, secured] = [await createCustomer(env), await frozen(customerWithApp())];
    for (const { userId } of [free, secured]) {
      const body = { kind: 'unfreeze', userId, reason: 'Identity checked by telephone' };
      expect(await outcome(await asOperator(proposer)('/proposals', { method: 'POST', body }))).toBe(
        'NotAsProposed',
      );
    }
  });
});

function tradeOf(accountId: string, side: 'buy' | 'sell', now: number): TradePosting {
  const id = crypto.randomUUID();
  return {
    operationId: id,
    transactionId: crypto.randomUUID(),
    accountId,
    idempotencyKey: id,
    requestHash: id,
    quoteId: id,
    quoteBasis: '{}',
    side,
    metal: BUY.metal,
    ouncesE4: BUY.ouncesE4,
    priceCents: BUY.priceCents,
    ...costOf(side, BUY.ouncesE4, BUY.priceCents),
    marks: NO_MARKS,
    now,
    atMost: null,
    registerMaxCents: null,
    alongside: [],
  };
}
