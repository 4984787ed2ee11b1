// Where money may go: whose an account is, asked at once; at most three; what a bank that does not answer, and one that cannot, come to;
// and the operators' decision (P92).

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type {
  PayoutAccountView,
  WaitingPayoutAccounts,
} from '../../../worker/contract/operators/payout-accounts.ts';
import type { Problem } from '../../../worker/contract/problem-document.ts';
import type { PayoutAccount, PayoutAccounts } from '../../../worker/contract/withdrawals.ts';
import { openIdentity } from '../../../worker/auth/identity-sealing.ts';
import { openPayout } from '../../../worker/auth/payout-sealing.ts';
import { findIdentity } from '../../../worker/db/identities.ts';
import { HOLD_MS } from '../../../worker/domain/holds.ts';
import { HOUR_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { addPayoutAccount } from '../../../worker/services/payout-accounts.ts';
import { checkDuePayoutAccounts } from '../../../worker/services/payout-checks.ts';
import type { Holder, PayoutGateway } from '../../../worker/services/payout-gateway.ts';
import { sandboxPayouts } from '../../../worker/services/payout-gateway-sandbox.ts';
import { createCustomer, type Customer, freezeAtOnce } from '../../support/customers.ts';
import { outcome, outcomes } from '../../support/money-calls.ts';
import { outboxOf } from '../../support/outbox.ts';
import { depsAt } from '../accounts/my-data-world.ts';
import { asOperator, auditOf, codeOf, makeOperator } from '../admin/operator-calls.ts';
import { forgetStepUp, send, stepUpNow } from '../factors/enrol.ts';

const random = (end = '00') => ({
  method: 'pix',
  keyType: 'random',
  key: `${crypto.randomUUID().slice(0, -2)}${end}`,
});
const WIRE = { method: 'wire', iban: 'GB29 NWBK 6016 1331 9268 19', bic: 'NWBKGB2L' };
const TED = { method: 'ted', bank: '341', branch: '1234', number: '12345-6', kind: 'checking' };

let ana: Customer;
beforeEach(async () => {
  ana = await createCustomer(env, { level: 1, steppedUp: true });
});

const add = (body: object, who: Customer = ana) => send(who, 'POST', '/api/payout-accounts', body);
const added = async (body: object, who: Customer = ana) => (await add(body, who)).json<PayoutAccount>();
const remove = (id: string, who: Customer = ana) => send(who, 'DELETE', `/api/payout-accounts/${id}`);
const listed = async (who: Customer = ana) =>
  (await (await send(who, 'GET', '/api/payout-accounts')).json<PayoutAccounts>()).accounts;
const logOf = async (who: Customer = ana) => {
  const { results } = await env.DB.prepare(
    "SELECT kind, detail FROM security_events WHERE user_id = ? AND kind LIKE 'payout-%' ORDER BY happened_at, id",
  )
    .bind(who.userId)
    .all<{ kind: string; detail: string }>();
  return results;
};
const rowOf = (id: string) =>
  env.DB.prepare('SELECT * FROM payout_accounts WHERE id = ?').bind(id).first<Record<string, unknown>>();
const lettersOf = async (who: Customer = ana) =>
  (await outboxOf(who))
    .filter(({ kind }) => kind === 'payout-account-added')
    .map(({ message }) => JSON.parse(message) as Record<string, unknown>);
const cpfOf = async (who: Customer = ana) => {
  const row = await findIdentity(env.DB, who.userId);
  return (await openIdentity(env.PASSWORD_PEPPER, who.userId, row?.sealed ?? ''))?.number ?? '';
};

/** A bank that says this of every account. */
const bankThat = (findHolder: () => Promise<Holder>): PayoutGateway => ({
  ...sandboxPayouts(env.GATEWAY_SECRET),
  name: 'bank',
  findHolder,
});
const client = { userAgent: undefined, addressKey: 'test' } as const;
const addAt = (bank: PayoutGateway, now = Date.now(), who: Customer = ana) =>
  addPayoutAccount(depsAt(now).deps, { userId: who.userId, client: client as never }, random() as never, [
    bank,
  ]);
const unreachable = bankThat(() => Promise.reject(new Error('no route to host')));

describe('an account of the own', () => {
  test('is active at once, sealed, and told of: in the list, the log and a letter that says from when on it is used', async () => {
    const cpf = await cpfOf();
    const reply = await add({ method: 'pix', keyType: 'cpf', key: cpf });
    expect(reply.status).toBe(201);
    const account = await reply.json<PayoutAccount>();
    const masked = `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`;
    expect(account).toMatchObject({ method: 'pix', keyType: 'cpf', masked, status: 'active', isTest: true });
    expect(await listed()).toEqual([account]);
    const row = await rowOf(account.id);
    expect(JSON.stringify(row)).not.toContain(cpf);
    expect(await openPayout(env.PAYOUT_KEY, ana.userId, String(row?.['sealed_details']))).toEqual({
      method: 'pix',
      keyType: 'cpf',
      key: cpf,
    });
    expect(row?.['holder_mac']).toBe((await findIdentity(env.DB, ana.userId))?.numberMac);
    expect(await logOf()).toEqual([{ kind: 'payout-account-added', detail: masked }]);
    const [letter] = await lettersOf();
    expect(letter).toMatchObject({ outcome: 'active', method: 'pix', to: masked, isTest: true });
    expect(letter?.['usableFrom']).toBe(Date.parse(account.createdAt) + HOLD_MS['new-payout-account']);
  });

  test('is there once, however it is typed, and again after it was removed', async () => {
    const { id } = await added(TED);
    expect(await outcome(await add({ ...TED, number: '0012345 6' }))).toBe('PayoutAccountExists');
    expect((await remove(id)).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ status: 'removed', sealed_details: null });
    expect(await outcome(await remove(id))).toBe('NotFound');
    expect((await add(TED)).status).toBe(201);
    expect((await logOf()).map(({ kind }) => kind)).toEqual([
      'payout-account-added',
      'payout-account-removed',
      'payout-account-added',
    ]);
  });

  test('is one of three at most, which the INSERT counts: of eight at once three are there', async () => {
    const counted = await outcomes(Array.from({ length: 8 }, () => add(random())));
    expect(counted).toEqual({ 201: 3, PayoutAccountLimit: 5 });
    const [first] = await listed();
    await remove(first?.id ?? '');
    expect((await add(random())).status).toBe(201);
  });

  test('of ten equal ones at once is one', async () => {
    const body = random();
    const counted = await outcomes(Array.from({ length: 10 }, () => add(body)));
    expect(counted).toEqual({ 201: 1, PayoutAccountExists: 9 });
  });
});

describe('another person’s account', () => {
  test.each([
    ['a key', random('99')],
    ['an account', { ...TED, number: '1234599' }],
    ['a CPF that is not the own', { method: 'pix', keyType: 'cpf', key: '529.982.247-25' }],
  ])('is refused with a line in the log and nothing else: %s', async (_, body) => {
    const reply = await add(body);
    expect(await reply.json<Problem>()).toMatchObject({ status: 422, code: 'PayoutNotOwner' });
    expect(await listed()).toEqual([]);
    expect((await logOf()).map(({ kind }) => kind)).toEqual(['payout-account-refused']);
    expect(await lettersOf()).toEqual([]);
  });

  test.each([
    ['the number of the own, another name', async () => ({ number: await cpfOf(), name: 'Ana Pradella' })],
    ['the own name, another number', async () => ({ number: '52998224725', name: 'Ana Prado' })],
    ['a number of a company', async () => ({ number: '11222333000181', name: 'Ana Prado' })],
  ])('is refused: %s', async (_, owner) => {
    const holder = { found: 'holder', ...(await owner()) } as const;
    const refused = await addAt(bankThat(async () => holder));
    expect(refused).toMatchObject({ ok: false, error: { code: 'PayoutNotOwner' } });
  });

  test('a name without accents, shortened and in capitals is the own', async () => {
    const holder = { found: 'holder', number: await cpfOf(), name: 'ANA M PRADO' } as const;
    expect(await addAt(bankThat(async () => holder))).toMatchObject({
      ok: true,
      value: { status: 'active', isTest: false },
    });
  });

  test('a key that the bank does not know is said to be unknown', async () => {
    const refused = await addAt(bankThat(async () => ({ found: 'unknown' })));
    expect(refused).toMatchObject({ ok: false, error: { code: 'PayoutUnknown' } });
    expect(await logOf()).toEqual([]);
  });
});

describe('a bank that does not answer', () => {
  test('is asked again after a minute, and later each time, until it says whose it is', async () => {
    const now = Date.now();
    const made = await addAt(unreachable, now);
    expect(made).toMatchObject({ ok: true, value: { status: 'checking' } });
    const id = made.ok ? made.value.id : '';
    expect((await lettersOf())[0]).toMatchObject({ outcome: 'checking', usableFrom: null });
    const checkAt = (at: number, bank: PayoutGateway) => checkDuePayoutAccounts(depsAt(at).deps, [bank]);
    const again = async () => (await rowOf(id))?.['check_again_at'];
    expect(await again()).toBe(now + MINUTE_MS);
    await checkAt(now + MINUTE_MS - 1, unreachable);
    expect(await again()).toBe(now + MINUTE_MS);
    await checkAt(now + MINUTE_MS, unreachable);
    expect(await rowOf(id)).toMatchObject({ status: 'checking', checks: 2 });
    const owner = { found: 'holder', number: await cpfOf(), name: 'Ana Prado' } as const;
    await checkAt(
      now + HOUR_MS,
      bankThat(async () => owner),
    );
    expect(await rowOf(id)).toMatchObject({
      status: 'active',
      check_again_at: null,
      checked_at: now + HOUR_MS,
    });
    expect((await lettersOf()).map(({ outcome: said }) => said)).toEqual(['checking', 'active']);
  });

  test('and then names somebody else: it is refused, what was typed is erased, and log and letter say so', async () => {
    const now = Date.now();
    const made = await addAt(unreachable, now);
    const id = made.ok ? made.value.id : '';
    const other = { found: 'holder', number: '52998224725', name: 'Outra Pessoa' } as const;
    await checkDuePayoutAccounts(depsAt(now + HOUR_MS).deps, [bankThat(async () => other)]);
    expect(await rowOf(id)).toMatchObject({ status: 'refused', sealed_details: null, check_again_at: null });
    expect((await logOf()).map(({ kind }) => kind)).toEqual([
      'payout-account-added',
      'payout-account-refused',
    ]);
    expect((await lettersOf()).map(({ outcome: said }) => said)).toEqual(['checking', 'refused']);
    expect(await listed()).toMatchObject([{ id, refusal: 'other' }]);
    // It takes no place any more.
    expect((await outcomes([add(random()), add(random()), add(random())]))[201]).toBe(3);
  });

  test('and then knows no such key: nobody is named, so the log says nothing, and letter and list say what it is', async () => {
    const now = Date.now();
    const made = await addAt(unreachable, now);
    const id = made.ok ? made.value.id : '';
    const knowsNone = bankThat(async () => ({ found: 'unknown' }));
    await checkDuePayoutAccounts(depsAt(now + HOUR_MS).deps, [knowsNone]);
    expect(await rowOf(id)).toMatchObject({ status: 'refused', sealed_details: null });
    expect(await listed()).toMatchObject([{ id, status: 'refused', refusal: 'unknown' }]);
    expect((await logOf()).map(({ kind }) => kind)).toEqual(['payout-account-added']);
    expect((await lettersOf()).map(({ outcome: said }) => said)).toEqual(['checking', 'unknown']);
  });

  test('while it was removed changes nothing any more', async () => {
    const now = Date.now();
    const made = await addAt(unreachable, now);
    const id = made.ok ? made.value.id : '';
    const owner = { found: 'holder', number: await cpfOf(), name: 'Ana Prado' } as const;
    const whileAsked = bankThat(async () => {
      await remove(id);
      return owner;
    });
    await checkDuePayoutAccounts(depsAt(now + HOUR_MS).deps, [whileAsked]);
    expect(await rowOf(id)).toMatchObject({ status: 'removed' });
    expect((await lettersOf()).map(({ outcome: said }) => said)).toEqual(['checking']);
  });
});

describe('an account that no bank says whose it is', () => {
  const decide = (
    operator: Customer,
    id: string,
    decision: string,
    reason = 'The statement names the customer',
  ) =>
    asOperator(operator)(`/payout-accounts/${id}/decisions`, { method: 'POST', body: { decision, reason } });

  test('waits for an operator, who opens it with a line in the log and approves it: of two at once one', async () => {
    const { id, status } = await added(WIRE);
    expect(status).toBe('waiting');
    expect((await lettersOf())[0]).toMatchObject({ outcome: 'waiting', usableFrom: null });
    const [odete, otto] = [
      await makeOperator({ roles: ['compliance'] }),
      await makeOperator({ roles: ['treasury'] }),
    ];
    const page = await (await asOperator(odete)('/payout-accounts?limit=200')).json<WaitingPayoutAccounts>();
    const listedOne = page.accounts.find((account) => account.id === id);
    expect(listedOne).toMatchObject({
      userId: ana.userId,
      masked: 'GB29 •••• 6819 · NWBKGB2L',
      othersDecide: false,
    });
    expect(JSON.stringify(listedOne)).not.toContain('60161331');
    const opened = await asOperator(odete)(`/payout-accounts/${id}/views`, { method: 'POST' });
    expect(opened.status).toBe(201);
    expect(await opened.json<PayoutAccountView>()).toMatchObject({
      details: { method: 'wire', iban: 'GB29NWBK60161331926819', bic: 'NWBKGB2L' },
      owner: { fullName: 'Ana Prado' },
    });
    const counted = await outcomes([decide(odete, id, 'approve'), decide(otto, id, 'approve')]);
    expect(counted[204]).toBe(1);
    expect(await rowOf(id)).toMatchObject({ status: 'active', reason: null });
    expect((await auditOf(ana.userId)).map(({ action }) => action)).toEqual([
      'payout-account.viewed',
      'payout-account.approved',
    ]);
    expect((await lettersOf()).map(({ outcome: said }) => said)).toEqual(['waiting', 'approved']);
    expect((await lettersOf())[1]?.['usableFrom']).toBeGreaterThan(Date.now());
    expect(await codeOf(await decide(odete, id, 'refuse'))).toBe('NotFound');
  });

  test('is refused with a reason that the customer reads', async () => {
    const { id } = await added(WIRE);
    const odete = await makeOperator({ roles: ['compliance'] });
    expect(await codeOf(await decide(odete, id, 'refuse', ' '))).toBe('ValidationFailed');
    expect((await decide(odete, id, 'refuse', 'It is an account of your brother')).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ status: 'refused', sealed_details: null });
    expect((await lettersOf()).at(-1)).toMatchObject({
      outcome: 'refused',
      reason: 'It is an account of your brother',
      isTest: false,
    });
    expect(await listed()).toMatchObject([{ id, status: 'refused', refusal: 'team' }]);
  });

  test('of an operator is decided by another one', async () => {
    const odete = await makeOperator({ roles: ['compliance'] });
    const { id } = await added(WIRE, odete);
    expect(await codeOf(await decide(odete, id, 'approve'))).toBe('OwnAccount');
    await expect(
      env.DB.prepare("UPDATE payout_accounts SET status = 'active' WHERE id = ?").bind(id).run(),
    ).rejects.toThrow('active_means_checked');
  });
});

describe('what is refused before anybody is asked', () => {
  test('a way in reais for who is known by a passport: no bank is asked, and a wire is taken', async () => {
    await env.DB.prepare("UPDATE identities SET kind = 'passport', country = 'US' WHERE user_id = ?")
      .bind(ana.userId)
      .run();
    for (const body of [random(), TED, random('99')])
      expect(await outcome(await add(body))).toBe('PayoutNeedsCpf');
    expect(await logOf()).toEqual([]);
    expect(await added(WIRE)).toMatchObject({ status: 'waiting', refusal: null });
  });

  test.each([
    ['wrong check digits', { method: 'pix', keyType: 'cpf', key: '529.982.247-26' }, 'key', 'cpf'],
    ['full-width digits', { method: 'pix', keyType: 'cpf', key: '５２９９８２２４７２５' }, 'key', 'cpf'],
    [
      'an address with a mark of direction',
      { method: 'pix', keyType: 'email', key: 'a\u202E@b.co' },
      'key',
      'pixEmail',
    ],
    ['a bank that is none', { ...TED, bank: '34' }, 'bank', 'bankCode'],
    ['an IBAN with a wrong digit', { ...WIRE, iban: 'GB29NWBK60161331926818' }, 'iban', 'iban'],
  ])('%s: 422, which field and why', async (_, body, field, code) => {
    const problem = await (await add(body)).json<Problem>();
    expect(problem).toMatchObject({ status: 422, code: 'ValidationFailed' });
    expect(problem.errors).toMatchObject([{ field, code }]);
  });

  test.each([
    ['nothing', {}],
    ['a method that is none', { method: 'cash' }],
    ['a list', { method: 'pix', keyType: 'cpf', key: ['529'] }],
    [
      'a key that is longer than any',
      { method: 'pix', keyType: 'email', key: `${'a'.repeat(5_000)}@example.com` },
    ],
    ['a kind that is none', { ...TED, kind: 'gold' }],
  ])('%s', async (_, body) => {
    expect(await outcome(await add(body))).toBe('ValidationFailed');
  });

  test('a body of more than 64 kB', async () => {
    expect(await outcome(await add({ ...WIRE, more: 'x'.repeat(64 * 1024) }))).toBe('PayloadTooLarge');
  });

  test('without an identity, without a fresh proof, and with a frozen account', async () => {
    const unknown = await createCustomer(env, { level: 0, steppedUp: true });
    expect(await (await add(random(), unknown)).json<Problem>()).toMatchObject({
      code: 'LevelNeeded',
      neededLevel: 1,
      level: 0,
    });
    await freezeAtOnce(env.DB, ana.userId);
    expect(await outcome(await add(random()))).toBe('AccountFrozen');
    await env.DB.prepare('DELETE FROM freezes WHERE user_id = ?').bind(ana.userId).run();
    await forgetStepUp(ana);
    expect(await outcome(await add(random()))).toBe('StepUpRequired');
  });

  test('more than ten questions a day', async () => {
    for (let asked = 0; asked < 10; asked += 1)
      expect(await outcome(await add(random('99')))).toBe('PayoutNotOwner');
    expect(await outcome(await add(random('99')))).toBe('TooManyRequests');
  });

  test('another customer’s is as one that does not exist', async () => {
    const { id } = await added(random());
    const eve = await createCustomer(env, { level: 1 });
    await stepUpNow(eve);
    const [theirs, nobodys] = [await remove(id, eve), await remove(crypto.randomUUID(), eve)];
    expect([await codeOf(theirs), await codeOf(nobodys)]).toEqual(['NotFound', 'NotFound']);
    expect(await listed(eve)).toEqual([]);
    expect((await rowOf(id))?.['status']).toBe('active');
  });
});
