// Before a withdrawal is asked for: the terms; after it: the link of the letter for who has no second factor, and a freeze (P92, P93).

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { freezeToken } from '../../../worker/auth/freeze-token.ts';
import type { ClosingState } from '../../../worker/contract/my-data.ts';
import type {
  PayoutAccount,
  Withdrawal,
  WithdrawalConfirmed,
  WithdrawalReply,
  WithdrawalTerms,
} from '../../../worker/contract/withdrawals.ts';
import { guardNothingLeft } from '../../../worker/db/account-closings.ts';
import { securityEventStatement } from '../../../worker/db/security-events.ts';
import { addTotpStatement } from '../../../worker/db/totp.ts';
import { arrivalDay } from '../../../worker/domain/business-days.ts';
import { CLOSING_WAIT_MS } from '../../../worker/domain/closing.ts';
import { CARD_MATURES_MS } from '../../../worker/domain/limits.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { CONFIRM_WITHIN_MS } from '../../../worker/domain/withdrawals.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { ageDeposits, expectBooksToBalance, fund } from '../../support/funds.ts';
import { callsOf, outcome, outcomes, SetPrices, workerWith } from '../../support/money-calls.ts';
import { outboxOf } from '../../support/outbox.ts';
import { addPayoutAccount, createWithdrawer } from '../../support/withdrawals.ts';
import { ageLinks, tokenOf } from '../accounts/links.ts';
import { post } from '../accounts/calls.ts';
import { askToClose, closeDue, leaveCents } from '../accounts/my-data-world.ts';
import { forgetStepUp, send, stepUpNow } from '../factors/enrol.ts';
import * as reais from './pix-world.ts';
import {
  worker,
  termsOf,
  ask,
  asked,
  stateOf,
  cashOf,
  lettersOf,
  confirm,
  cron,
  withPasswordAlone,
} from './withdrawal-world.ts';

describe('the terms', () => {
  test('say what may be withdrawn and why it is no more, what is used, held and charged, and when it arrives', async () => {
    const ana = await createWithdrawer(env, { level: 2 });
    await fund(env.DB, ana, 100_000, Date.now() - 30 * DAY_MS);
    const cardAt = Date.now() - DAY_MS;
    await fund(env.DB, ana, 40_000, cardAt);
    await env.DB.prepare(
      "UPDATE deposits SET method = 'debit_card' WHERE account_id = ?1 AND amount_cents = 40000",
    )
      .bind(ana.userId)
      .run();
    const old = await addPayoutAccount(env, ana);
    const fresh = await addPayoutAccount(env, ana, 'wire', Date.now() - HOUR_MS);
    const changedAt = Date.now() - 2 * HOUR_MS;
    const event = {
      id: crypto.randomUUID(),
      userId: ana.userId,
      kind: 'email-changed',
      at: changedAt,
    } as const;
    await securityEventStatement(env.DB, { ...event, device: null, place: null }).run();
    await asked(ana, 20_000, old);
    const terms = await termsOf(ana);
    expect(terms).toMatchObject({
      cashCents: 120_000,
      withdrawableCents: 80_000,
      immature: [{ reason: 'card', cents: 40_000, until: new Date(cardAt + CARD_MATURES_MS).toISOString() }],
      owedCents: 0,
      debtCents: 0,
      limit: { maxCents: 5_000_000, usedCents: 20_000, windowMs: DAY_MS },
      holds: [{ reason: 'email-changed', until: new Date(changedAt + 3 * DAY_MS).toISOString() }],
      methods: [
        { method: 'pix', feeCents: 0, minCents: 2_000, maxCents: 5_000_000 },
        { method: 'ted', feeCents: 0, minCents: 2_000, maxCents: 5_000_000 },
        { method: 'wire', feeCents: 2_500, minCents: 2_501, maxCents: 5_000_000 },
      ],
      isByWireAlone: false,
      rateE4: 54_000,
      isExchanging: true,
      proof: 'factor',
      gateway: 'sandbox',
    });
    expect(terms.accounts).toMatchObject([
      { id: old, status: 'active', holds: [], expectedOn: arrivalDay('pix', changedAt + 3 * DAY_MS) },
      { id: fresh, status: 'active', holds: [{ reason: 'new-payout-account' }], exchangedFrom: null },
    ]);
    expect(terms.accounts.map(({ reviewedAboveCents }) => reviewedAboveCents)).toEqual([200_000, 200_000]);
    // The third in a day.
    await asked(ana, 20_000, old);
    expect((await termsOf(ana)).accounts[0]?.reviewedAboveCents).toBe(0);
    expect(await asked(ana, 2_000, old)).toMatchObject({ state: 'held' });
  });

  test('of a new customer: each withdrawal waits a day, and two operators look at all of them', async () => {
    const ana = await createCustomer(env, { level: 1, steppedUp: true });
    await fund(env.DB, ana, 10_000, Date.now() - 1_000);
    await addPayoutAccount(env, ana);
    const terms = await termsOf(ana);
    expect(terms).toMatchObject({ withdrawableCents: 10_000, proof: 'mail', limit: { maxCents: 500_000 } });
    expect(terms.holds.map(({ reason }) => reason)).toEqual(['new-account']);
    expect(terms.accounts[0]?.reviewedAboveCents).toBe(0);
    expect((await termsOf(await createCustomer(env, { level: 0 }))).limit.maxCents).toBe(0);
  });
});

describe('an account at the bank of the first deposit', () => {
  const ted = (bank: string) => ({
    method: 'ted',
    bank,
    branch: '0001',
    number: '12345-6',
    kind: 'checking',
  });

  test('waits 24 hours, any other 48; the terms and the letter say it before anything is asked', async () => {
    await reais.become(await createWithdrawer(env));
    const { ana } = reais;
    await reais.tellPix(reais.told(await reais.charge()));
    await ageDeposits(env.DB, ana, 2 * DAY_MS);
    const added: PayoutAccount[] = [];
    for (const body of [{ method: 'pix', keyType: 'cpf', key: reais.cpf }, ted('001'), ted('341')])
      added.push(await (await send(ana, 'POST', '/api/payout-accounts', body)).json<PayoutAccount>());
    const until = (index: number, hours: number) =>
      new Date(Date.parse(added[index]?.createdAt ?? '') + hours * HOUR_MS).toISOString();
    const { accounts } = await termsOf(ana);
    expect(accounts.map(({ holds }) => holds)).toEqual([
      [{ reason: 'new-source-account', until: until(0, 24) }],
      [{ reason: 'new-source-account', until: until(1, 24) }],
      [{ reason: 'new-payout-account', until: until(2, 48) }],
    ]);
    const letters = (await lettersOf(ana, 'payout-account-added')) as { to: string; usableFrom: number }[];
    expect(Object.fromEntries(letters.map(({ to, usableFrom }) => [to, usableFrom]))).toEqual(
      Object.fromEntries(
        added.map(({ masked }, index) => [masked, Date.parse(until(index, index < 2 ? 24 : 48))]),
      ),
    );
    const { id, holds } = await asked(ana, 10_000, added[0]?.id ?? '');
    expect(holds).toEqual([{ reason: 'new-source-account', until: until(0, 24) }]);
    await cron(Date.parse(until(0, 24)) - 1);
    expect(await stateOf(ana, id)).toBe('held');
    // Each run sends twenty, and others wait too.
    for (let run = 0; run < 20 && (await stateOf(ana, id)) !== 'paid'; run += 1)
      await cron(Date.parse(until(0, 24)) + run * MINUTE_MS);
    expect(await stateOf(ana, id)).toBe('paid');
    await expectBooksToBalance(env.DB);
  });

  test('is none where another way was first, or the bank contests it', async () => {
    await reais.become(await createWithdrawer(env));
    const { ana } = reais;
    await fund(env.DB, ana, 100_000, Date.now() - DAY_MS);
    await reais.tellPix(reais.told(await reais.charge()));
    await send(ana, 'POST', '/api/payout-accounts', ted('001'));
    const contested = await createWithdrawer(env);
    await reais.become(contested);
    const paid = reais.told(await reais.charge());
    await reais.tellPix(paid);
    const contest = { id: `D${paid.endToEndId.slice(1)}`, valor: paid.valor, natureza: 'MED_FRAUDE' };
    await reais.tellPix({ ...paid, devolucoes: [{ ...contest, status: 'EM_PROCESSAMENTO' }] });
    await send(contested, 'POST', '/api/payout-accounts', ted('001'));
    for (const who of [ana, contested])
      expect((await termsOf(who)).accounts[0]?.holds.map(({ reason }) => reason)).toEqual([
        'new-payout-account',
      ]);
  });
});

describe('a factor that was added a moment ago', () => {
  test('is asked for together with the link, so that a stolen password and a new passkey send nothing', async () => {
    const ana = await createWithdrawer(env);
    await fund(env.DB, ana, 100_000, Date.now() - 30 * DAY_MS);
    const to = await addPayoutAccount(env, ana);
    const age = (ms: number) =>
      env.DB.prepare('UPDATE totp_factors SET created_at = ?2 WHERE user_id = ?1')
        .bind(ana.userId, Date.now() - ms)
        .run();
    await age(0);
    await forgetStepUp(ana);
    expect(await outcome(await ask(ana, 10_000, to))).toBe('StepUpRequired');
    await stepUpNow(ana);
    expect((await termsOf(ana)).proof).toBe('factor-and-mail');
    const { id, state } = await asked(ana, 10_000, to);
    expect(state).toBe('unconfirmed');
    await cron(Date.now());
    expect(await stateOf(ana, id)).toBe('unconfirmed');
    expect((await confirm(await tokenOf(ana.userId, 'withdrawal'))).status).toBe(200);
    await cron(Date.now());
    expect(await stateOf(ana, id)).toBe('paid');
    await age(DAY_MS);
    expect((await termsOf(ana)).proof).toBe('factor');
    expect((await asked(ana, 10_000, to)).state).toBe('ready');
  });
});

test('without a rate terms, letter and receipt promise no day, and the receipt says that nobody exchanges', async () => {
  const rateless = workerWith(new SetPrices({ gold: 400_000 }));
  const ana = await createWithdrawer(env);
  await fund(env.DB, ana, 100_000, Date.now() - 30 * DAY_MS);
  const pix = await addPayoutAccount(env, ana);
  const wire = await addPayoutAccount(env, ana, 'wire');
  const { get, post: asking } = callsOf(ana, rateless);
  const terms = await (await get('/api/withdrawals/terms')).json<WithdrawalTerms>();
  expect(terms).toMatchObject({ isExchanging: false, rateE4: null });
  const days = new Map(terms.accounts.map(({ id, expectedOn }) => [id, expectedOn]));
  expect([days.get(pix), days.get(wire)]).toEqual([null, arrivalDay('wire', Date.now())]);
  const requested = async (payoutAccountId: string) => {
    const body = { amountCents: 10_000, payoutAccountId };
    const reply = await asking('/api/withdrawals', body, crypto.randomUUID());
    return (await reply.json<WithdrawalReply>()).withdrawal.id;
  };
  const [inReais, inDollars] = [await requested(pix), await requested(wire)];
  const letters = (await lettersOf(ana, 'withdrawal-requested')) as { expectedOn: string | null }[];
  expect(letters.map(({ expectedOn }) => expectedOn === null).toSorted()).toEqual([false, true]);
  const exchangeOf = async (id: string) =>
    (await (await get(`/api/withdrawals/${id}`)).json<Withdrawal>()).exchange;
  expect(await exchangeOf(inReais)).toEqual({ isOpen: false, opensAt: null });
  expect(await exchangeOf(inDollars)).toBeNull();
});

describe('who is known by a passport', () => {
  async function abroad(cents: number): Promise<Customer> {
    const ana = await createWithdrawer(env);
    await env.DB.prepare("UPDATE identities SET kind = 'passport', country = 'US' WHERE user_id = ?")
      .bind(ana.userId)
      .run();
    await leaveCents(ana, cents);
    return ana;
  }

  test('is offered a wire alone, and PIX and TED of before take nothing', async () => {
    const ana = await abroad(9_000);
    const pix = await addPayoutAccount(env, ana);
    const terms = await termsOf(ana);
    expect(terms).toMatchObject({ isByWireAlone: true, methods: [{ method: 'wire' }] });
    expect(await outcome(await ask(ana, 5_000, pix))).toBe('PayoutNeedsCpf');
    expect((await asked(ana, 5_000, await addPayoutAccount(env, ana, 'wire'))).method).toBe('wire');
  });

  test('gives up what no wire carries, to the cent, and closes the account', async () => {
    const ana = await abroad(2_500);
    const wire = await addPayoutAccount(env, ana, 'wire');
    expect(await outcome(await ask(ana, 2_500, wire))).toBe('WithdrawalBelowMinimum');
    const closing = await (await callsOf(ana, worker).get('/api/profile/closing')).json<ClosingState>();
    expect(closing).toMatchObject({
      obstacles: [],
      mayWaive: true,
      waivedBelowCents: 2_501,
      isByWireAlone: true,
    });
    const richer = await abroad(2_501);
    expect(await outcome(await askToClose(richer, 2_501))).toBe('ValidationFailed');
    expect(await outcome(await askToClose(richer, 2_500))).toBe('AccountNotEmpty');
    expect((await askToClose(ana, 2_500)).status).toBe(202);
    await closeDue(Date.now() + CLOSING_WAIT_MS);
    expect(await cashOf(ana)).toBe(0);
    await expectBooksToBalance(env.DB);
  });

  test('and known by a CPF at the end gives up no more than anybody; the guard of the batch says the same', async () => {
    const ana = await abroad(2_500);
    expect((await askToClose(ana, 2_500)).status).toBe(202);
    await env.DB.prepare("UPDATE identities SET kind = 'cpf', country = 'BR' WHERE user_id = ?")
      .bind(ana.userId)
      .run();
    await closeDue(Date.now() + CLOSING_WAIT_MS);
    expect(await cashOf(ana)).toBe(2_500);
    const left = { id: crypto.randomUUID(), userId: ana.userId, waivedCents: 2_500, heldE4: 0 };
    await expect(guardNothingLeft(env.DB, left).run()).rejects.toThrow('guard');
  });
});

describe('who has no second factor', () => {
  test('confirms by the link of a letter: until then nothing leaves, and a second press answers the same', async () => {
    const { ana, pix } = await withPasswordAlone();
    const { id, state } = await asked(ana, 10_000, pix);
    expect(state).toBe('unconfirmed');
    expect(await lettersOf(ana, 'withdrawal-confirm')).toHaveLength(1);
    expect(await lettersOf(ana, 'withdrawal-requested')).toEqual([]);
    await cron(Date.now());
    expect(await stateOf(ana, id)).toBe('unconfirmed');
    const token = await tokenOf(ana.userId, 'withdrawal');
    const replies = await Promise.all([confirm(token), confirm(token)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const [first, second] = await Promise.all(replies.map((reply) => reply.json<WithdrawalConfirmed>()));
    expect(first).toMatchObject({ id, amountCents: 10_000, method: 'pix', to: 'pix ***1', holdUntil: null });
    expect(second).toEqual(first);
    expect(await lettersOf(ana, 'withdrawal-requested')).toHaveLength(1);
    await cron(Date.now());
    expect(await stateOf(ana, id)).toBe('paid');
    expect((await confirm(token)).status).toBe(200);
    await expectBooksToBalance(env.DB);
  });

  test('has half an hour: at its end the link is nothing, and the cron gives the money back and says so', async () => {
    const { ana, pix } = await withPasswordAlone();
    const { id } = await asked(ana, 10_000, pix);
    const token = await tokenOf(ana.userId, 'withdrawal');
    await ageLinks(ana.userId, CONFIRM_WITHIN_MS);
    expect(await outcome(await confirm(token))).toBe('LinkInvalid');
    await cron(Date.now() + CONFIRM_WITHIN_MS);
    expect(await stateOf(ana, id)).toBe('cancelled');
    expect(await cashOf(ana)).toBe(100_000);
    expect(await lettersOf(ana, 'withdrawal-returned')).toMatchObject([
      { because: 'unconfirmed', amountCents: 10_000 },
    ]);
    await expectBooksToBalance(env.DB);
  });

  test('who cancels it has cancelled it, whoever presses the link then; of both at once one is first', async () => {
    const { ana, pix } = await withPasswordAlone();
    const { id } = await asked(ana, 10_000, pix);
    const token = await tokenOf(ana.userId, 'withdrawal');
    const [pressed] = await Promise.all([
      confirm(token),
      callsOf(ana, worker).post(`/api/withdrawals/${id}/cancel`, {}),
    ]);
    expect([200, 422]).toContain(pressed.status);
    expect(await stateOf(ana, id)).toBe('cancelled');
    expect(await outcome(await confirm(token))).toBe('LinkInvalid');
    expect(await cashOf(ana)).toBe(100_000);
    await expectBooksToBalance(env.DB);
  });

  test.each(['', 'A'.repeat(43), 'x'.repeat(200), '../../etc'])(
    'a link that is none (%j) confirms nothing',
    async (token) => {
      expect(['LinkInvalid', 'ValidationFailed']).toContain(await outcome(await confirm(token)));
    },
  );
});

test('who has proved by the password confirms by the link, also where a factor was added since', async () => {
  const { ana, pix } = await withPasswordAlone();
  const old = Date.now() - 90 * DAY_MS;
  const factor = { userId: ana.userId, sealedSecret: 'x'.repeat(80), step: 0, now: old };
  await env.DB.batch([addTotpStatement(env.DB, factor)]);
  expect((await asked(ana, 10_000, pix)).state).toBe('unconfirmed');
  await stepUpNow(ana, Date.now(), 'totp');
  expect((await asked(ana, 10_000, pix)).state).toBe('ready');
});

describe('a freeze', () => {
  const freeze = async (who: Customer, kind: string) => {
    const letter = (await outboxOf(who)).find((row) => row.kind === kind);
    return post('/api/auth/freeze', { token: freezeToken(env.SESSION_SECRET, letter?.id ?? '') });
  };

  test('cancels what has not left, each with a letter, and leaves what is with the bank', async () => {
    const ana = await createWithdrawer(env);
    await fund(env.DB, ana, 100_000, Date.now() - 30 * DAY_MS);
    const pix = await addPayoutAccount(env, ana);
    const sent = await asked(ana, 10_013, pix);
    await cron(Date.now());
    expect(await stateOf(ana, sent.id)).toBe('sending');
    const [ready, second] = [await asked(ana, 20_000, pix), await asked(ana, 5_000, pix)];
    // Whoever holds the session has used the keys of the ends, to keep the link of the letter from working.
    for (const { id } of [ready, second]) {
      const taken = await callsOf(ana, worker).deposit(
        { amountCents: 10_013, method: 'wire' },
        `withdrawal-end:${id}`,
      );
      expect(taken.status).toBe(201);
    }
    expect((await freeze(ana, 'withdrawal-requested')).status).toBe(204);
    const states = await env.DB.prepare('SELECT id, state, failure FROM withdrawals WHERE account_id = ?')
      .bind(ana.userId)
      .all<{ id: string; state: string; failure: string | null }>();
    const byId = Object.fromEntries(states.results.map(({ id, state, failure }) => [id, [state, failure]]));
    expect(byId).toEqual({
      [sent.id]: ['sending', null],
      [ready.id]: ['cancelled', 'frozen'],
      [second.id]: ['cancelled', 'frozen'],
    });
    expect(await cashOf(ana)).toBe(100_000 - 10_013);
    expect(
      (await lettersOf(ana, 'withdrawal-returned')).map((letter) => (letter as { because: string }).because),
    ).toEqual(['freeze', 'freeze']);
    // A second press finds nothing more to cancel.
    expect((await freeze(ana, 'withdrawal-requested')).status).toBe(204);
    expect(await cashOf(ana)).toBe(100_000 - 10_013);
    await expectBooksToBalance(env.DB);
  });

  test('and many withdrawals at once: each is cancelled or was never there', async () => {
    const ana = await createWithdrawer(env);
    await fund(env.DB, ana, 100_000, Date.now() - 30 * DAY_MS);
    const pix = await addPayoutAccount(env, ana);
    await asked(ana, 2_000, pix);
    const all = await Promise.all([
      outcomes(Array.from({ length: 6 }, () => ask(ana, 5_000, pix))),
      freeze(ana, 'withdrawal-requested'),
    ]);
    expect(all[1].status).toBe(204);
    const left = await env.DB.prepare(
      'SELECT count(*) AS n FROM withdrawals WHERE account_id = ? AND end_id IS NULL',
    )
      .bind(ana.userId)
      .first<number>('n');
    expect([left, await cashOf(ana)]).toEqual([0, 100_000]);
    await expectBooksToBalance(env.DB);
  });
});
