// Closing an account: what is in the way, seven days to take it back, what goes, what stays under seal, and who opens it.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { openRetained } from '../../../worker/auth/retained-identity-seal.ts';
import type { ClosingState } from '../../../worker/contract/my-data.ts';
import { inspectLedger } from '../../../worker/db/ledger-check.ts';
import { CLOSING_WAIT_MS, keptUntil } from '../../../worker/domain/closing.ts';
import { closedEmail } from '../../../worker/domain/personal-data.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';
import { BONUS_BACK_NOTE, WAIVED_NOTE } from '../../../worker/ledger/close-account.ts';
import { destroyOverdueIdentities, renewIdentityKeys } from '../../../worker/services/carry-out-closings.ts';
import {
  askForCopy,
  fetchCopy,
  makeCopies,
  readMyData,
  removeOldCopies,
} from '../../../worker/services/my-data.ts';
import {
  createCustomer,
  CUSTOMER_PASSWORD,
  type Customer,
  freshAddress,
  freshCpf,
} from '../../support/customers.ts';
import { fund, give } from '../../support/funds.ts';
import { outcome } from '../../support/money-calls.ts';
import { addPendingDeposits } from '../../support/pending-deposits.ts';
import { asOperator, auditOf, makeOperator } from '../admin/operator-calls.ts';
import { send, stepUpNow } from '../factors/enrol.ts';
import { identityOf, PNG } from '../identity/identity-calls.ts';
import { call, post, problemOf, verdictOn } from './calls.ts';
import { askToClose, closeDue, depsAt, leaveCents, objectsWith, tablesWith } from './my-data-world.ts';

async function empty(over: Parameters<typeof createCustomer>[1] = {}): Promise<Customer> {
  const customer = await createCustomer(env, over);
  await stepUpNow(customer);
  return customer;
}

const signIn = (email: string) =>
  post('/api/auth/sign-in', { email, password: CUSTOMER_PASSWORD }, { 'CF-Connecting-IP': freshAddress() });
const stateOf = async (who: Customer) =>
  (await send(who, 'GET', '/api/profile/closing')).json<ClosingState>();
const userRow = (id: string) => env.DB.prepare('SELECT * FROM users WHERE id = ?').bind(id).first();
const cashOf = (id: string) =>
  env.DB.prepare('SELECT cash_cents AS n FROM accounts WHERE id = ?').bind(id).first<number>('n');
const retainedOf = (id: string) =>
  env.DB.prepare(
    'SELECT sealed, sealed_key AS sealedKey, keep_until AS keepUntil, destroyed_at AS destroyedAt FROM retained_identities WHERE account_id = ?',
  )
    .bind(id)
    .first<{
      sealed: string | null;
      sealedKey: string | null;
      keepUntil: number;
      destroyedAt: number | null;
    }>();
/** The nightly check about these accounts alone: other tests of the suite have their own. */
async function findingsAbout(...ids: string[]) {
  const { findings } = await inspectLedger(env.DB);
  return findings.filter(({ subject, detail }) => ids.some((id) => `${subject} ${detail}`.includes(id)));
}

describe('what is in the way', () => {
  test('metal, cash, a pending deposit and an operator’s role are, each by its name', async () => {
    const rich = await empty();
    await give(env.DB, rich, { cashCents: 12_345, metal: 'gold', ouncesE4: 5_000 });
    await addPendingDeposits(env.DB, [{ userId: rich.userId, cents: 10_000 }], Date.now());
    expect(await stateOf(rich)).toMatchObject({
      obstacles: ['metal', 'cash', 'pending-deposit'],
      cashCents: 12_345,
      mayWaive: false,
      waivedBelowCents: 100,
      keepYears: 10,
      waitDays: 7,
    });
    expect(await problemOf(await askToClose(rich))).toMatchObject({
      status: 409,
      code: 'AccountNotEmpty',
      obstacles: ['metal', 'cash', 'pending-deposit'],
    });
    const operator = await makeOperator();
    expect(await outcome(await askToClose(operator))).toBe('AccountNotEmpty');
    expect((await stateOf(operator)).obstacles).toEqual(['operator']);
  });

  test('a cent that is left keeps the account open, unless it is given up; a dollar cannot be', async () => {
    const cent = await empty();
    await leaveCents(cent, 1);
    expect(await stateOf(cent)).toMatchObject({ obstacles: [], cashCents: 1, mayWaive: true });
    expect(await outcome(await askToClose(cent, 0))).toBe('AccountNotEmpty');
    expect((await askToClose(cent, 1)).status).toBe(202);

    const dollar = await empty();
    await fund(env.DB, dollar, 10_000);
    expect(await outcome(await askToClose(dollar, 0))).toBe('AccountNotEmpty');
    expect(await outcome(await askToClose(dollar, 100))).toBe('AccountNotEmpty');
    for (const waivedCents of [2_501, -1, 0.5, '1', null]) {
      const reply = await send(dollar, 'POST', '/api/profile/closing', { waivedCents });
      expect(await outcome(reply)).toBe('ValidationFailed');
    }
  });

  test('it takes a step-up, and one request', async () => {
    const stranger = await createCustomer(env);
    expect(await outcome(await askToClose(stranger))).toBe('StepUpRequired');
    const twice = await empty();
    const replies = await Promise.all([askToClose(twice), askToClose(twice)]);
    const outcomes = await Promise.all(replies.map(outcome));
    expect(outcomes.filter((it) => it === 202)).toHaveLength(1);
  });
});

describe('seven days', () => {
  test('every session is over at once, and signing in on day six takes it back', async () => {
    const customer = await empty();
    expect((await askToClose(customer)).status).toBe(202);
    expect((await send(customer, 'GET', '/api/profile')).status).toBe(401);
    await env.DB.prepare(
      'UPDATE account_closings SET requested_at = requested_at - ?2, due_at = due_at - ?2 WHERE user_id = ?1',
    )
      .bind(customer.userId, 6 * DAY_MS)
      .run();
    expect((await closeDue(Date.now())).closed).toBe(0);
    expect((await signIn(customer.email)).status).toBe(200);
    const kinds = await env.DB.prepare(
      'SELECT kind FROM security_events WHERE user_id = ? ORDER BY happened_at',
    )
      .bind(customer.userId)
      .all<{ kind: string }>();
    expect(kinds.results.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['closing-requested', 'closing-taken-back']),
    );
    const letters = await env.DB.prepare('SELECT kind, message FROM mail_outbox WHERE user_id = ?')
      .bind(customer.userId)
      .all<{ kind: string; message: string }>();
    expect(letters.results.map(({ kind }) => kind)).toContain('account-closing');
    expect(letters.results.some(({ message }) => message.includes('closing-taken-back'))).toBe(true);
    await closeDue(Date.now() + 30 * DAY_MS);
    expect((await userRow(customer.userId))?.['closed_at']).toBeNull();
  });

  test('on day eight nobody signs in, before and after the cron; the address may open a new account', async () => {
    const customer = await empty();
    await askToClose(customer);
    const age = CLOSING_WAIT_MS + DAY_MS;
    await env.DB.prepare(
      'UPDATE account_closings SET requested_at = requested_at - ?2, due_at = due_at - ?2 WHERE user_id = ?1',
    )
      .bind(customer.userId, age)
      .run();
    expect(await outcome(await signIn(customer.email))).toBe('InvalidCredentials');
    // A race of the last moment meets the schema.
    await expect(
      env.DB.prepare(
        'INSERT INTO sessions (id, user_id, remembered, created_at, last_seen_at, expires_at) VALUES (?1, ?2, 0, ?3, ?3, ?4)',
      )
        .bind(crypto.randomUUID(), customer.userId, Date.now(), Date.now() + HOUR_MS)
        .run(),
    ).rejects.toThrow('a closed account has no session');
    expect((await closeDue(Date.now())).closed).toBeGreaterThanOrEqual(1);
    expect(await userRow(customer.userId)).toMatchObject({ email: closedEmail(customer.userId) });
    expect(await outcome(await signIn(customer.email))).toBe('InvalidCredentials');
    const again = await post('/api/auth/sign-up', {
      fullName: 'Ana Prado',
      phone: '5511987654321',
      email: customer.email,
      password: 'outra jaguatirica 7',
      confirmPassword: 'outra jaguatirica 7',
      acceptTerms: true,
    });
    expect(again.status).toBe(201);
    expect(await findingsAbout(customer.userId)).toEqual([]);
  });

  test('what came in meanwhile stops it, and a suspension too', async () => {
    const [richer, suspended] = [await empty(), await empty()];
    await askToClose(richer);
    await askToClose(suspended);
    await fund(env.DB, richer, 10_000);
    await env.DB.prepare("UPDATE users SET status = 'suspended' WHERE id = ?").bind(suspended.userId).run();
    await closeDue(Date.now() + CLOSING_WAIT_MS);
    const { results } = await env.DB.prepare(
      'SELECT user_id AS id, cancelled_because AS because FROM account_closings WHERE user_id IN (?, ?)',
    )
      .bind(richer.userId, suspended.userId)
      .all();
    expect(results).toEqual(
      expect.arrayContaining([
        { id: richer.userId, because: 'not-empty' },
        { id: suspended.userId, because: 'suspended' },
      ]),
    );
    expect(await cashOf(richer.userId)).toBe(10_000);
    expect((await userRow(richer.userId))?.['email']).toBe(richer.email);
  });
});

test('cents that were given up are posted, and the held bonus goes back', async () => {
  const customer = await empty();
  await leaveCents(customer, 37);
  const claimed = await call('/api/bonus/claim', {
    method: 'POST',
    headers: { ...customer.headers, 'Idempotency-Key': crypto.randomUUID() },
    body: '{}',
  });
  expect(claimed.status).toBe(201);
  expect(await stateOf(customer)).toMatchObject({
    obstacles: [],
    cashCents: 37,
    mayWaive: true,
    heldBonusE4: 20_000,
  });
  expect(await outcome(await askToClose(customer, 0))).toBe('AccountNotEmpty');
  expect(await outcome(await askToClose(customer, 36))).toBe('AccountNotEmpty');
  expect((await askToClose(customer, 37)).status).toBe(202);
  await closeDue(Date.now() + CLOSING_WAIT_MS);
  expect(await cashOf(customer.userId)).toBe(0);
  const { results } = await env.DB.prepare(
    `SELECT type, total_cents AS cents, notes FROM transactions WHERE account_id = ? AND type IN ('waiver', 'reversal')`,
  )
    .bind(customer.userId)
    .all();
  expect(results).toEqual(
    expect.arrayContaining([
      { type: 'waiver', cents: 37, notes: WAIVED_NOTE },
      { type: 'reversal', cents: 0, notes: BONUS_BACK_NOTE },
    ]),
  );
  expect(await findingsAbout(customer.userId)).toEqual([]);
});

describe('gumroad #4726: a closed account that still names its owner', () => {
  test('none of the thirteen personal strings is left in a table, in the outbox or in the bucket', async () => {
    const mark = crypto.randomUUID().slice(0, 8);
    const email = `ana-${mark}@prado.example`;
    const old = `antiga-${mark}@prado.example`;
    const strings = {
      name: `Anastácia ${mark} Prado`,
      email,
      old,
      phone: `55119${Math.floor(Math.random() * 1e8)
        .toString()
        .padStart(8, '0')}`,
      signInPhone: `55218${Math.floor(Math.random() * 1e8)
        .toString()
        .padStart(8, '0')}`,
      device: `Jaguar/${mark}`,
      place: `Curitiba-${mark}`,
      passkey: `Chave ${mark}`,
      subject: `Assunto ${mark}`,
      message: `Mensagem ${mark} com detalhes`,
      answer: `Resposta ${mark} da equipe`,
      note: `Nota ${mark} sobre a cliente`,
      exposed: `Cargo ${mark} na prefeitura`,
    };
    const all = Object.values(strings);
    const customer = await empty({ fullName: strings.name, email, phone: strings.phone, language: 'pt-BR' });
    const id = customer.userId;
    const operator = await makeOperator({ tier: 'premium' });
    const now = Date.now();
    const run = (sql: string, ...values: (string | number | null)[]) =>
      env.DB.prepare(sql)
        .bind(...values)
        .run();
    // Through the product where that is short, by rows where it is not.
    await post(
      '/api/auth/sign-in',
      { email, password: CUSTOMER_PASSWORD, phone: strings.signInPhone },
      { 'User-Agent': strings.device, 'CF-Connecting-IP': freshAddress() },
    );
    await post('/api/contact', {
      name: strings.name,
      email,
      phone: strings.phone,
      subject: strings.subject,
      inquiry: 'complaint',
      message: strings.message,
      website: '',
    });
    await post('/api/newsletter', { email });
    await send(customer, 'POST', '/api/profile/email-change', { email: `nova-${mark}@prado.example` });
    await send(customer, 'POST', '/api/profile/data/exports', { language: 'pt-BR' });
    const { deps, settled } = depsAt(Date.now());
    await makeCopies(deps);
    await settled();
    await expect
      .poll(() =>
        env.DB.prepare('SELECT state FROM data_exports WHERE user_id = ?').bind(id).first<string>('state'),
      )
      .toBe('ready');
    const message = await env.DB.prepare("SELECT id FROM submissions WHERE type = 'contact' AND email = ?")
      .bind(email)
      .first<string>('id');
    await run(
      'INSERT INTO contact_answers (id, submission_id, answered_by, body, language, answered_at) VALUES (?, ?, ?, ?, ?, ?)',
      crypto.randomUUID(),
      message,
      operator.userId,
      strings.answer,
      'pt-BR',
      now,
    );
    await run(
      'INSERT INTO customer_notes (id, user_id, author_id, body, noted_at) VALUES (?, ?, ?, ?, ?)',
      crypto.randomUUID(),
      id,
      operator.userId,
      strings.note,
      now,
    );
    await run(
      'INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, synced, name, others, created_at) VALUES (?, ?, ?, ?, 0, ?, 1, ?, 0, ?)',
      crypto.randomUUID(),
      id,
      `credential-${mark}`,
      'public-key-of-a-passkey',
      '[]',
      strings.passkey,
      now,
    );
    await run(
      'INSERT INTO email_changes (id, user_id, from_email, to_email, requested_at, expires_at, old_confirmed_at, new_confirmed_at, done_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      crypto.randomUUID(),
      id,
      old,
      email,
      now - DAY_MS,
      now,
      now,
      now,
      now,
    );
    await run('UPDATE sessions SET place = ?2 WHERE user_id = ?1', id, strings.place);
    await run(
      "UPDATE submission_forwards SET attempts = 1, state = 'sent', next_attempt_at = NULL WHERE submission_id = ?",
      message,
    );
    // An operator's proposal of another address, and its approval, leave ids alone in the log.
    const second = await makeOperator();
    const proposed = await asOperator(operator)('/proposals', {
      method: 'POST',
      body: { kind: 'email', userId: id, email: `proposta-${mark}@prado.example`, reason: 'perdeu a caixa' },
    });
    expect(proposed.status).toBe(201);
    const { id: proposal } = await proposed.json<{ id: string }>();
    await asOperator(second)(`/proposals/${proposal}/approve`, { method: 'POST', body: { note: '' } });

    // An identity of one's own, with a paper.
    await run('DELETE FROM identity_steps WHERE user_id = ?', id);
    await run('DELETE FROM identities WHERE user_id = ?', id);
    const cpf = freshCpf('09');
    const asOnPaper = `Anastácia ${mark.replaceAll(/\d/gu, 'x')} Prado`;
    const given = {
      kind: 'cpf',
      country: 'BR',
      number: cpf,
      fullName: asOnPaper,
      birthDate: '1990-05-17',
    };
    const known = identityOf(customer);
    expect((await known.give({ ...given, pep: true, pepDetail: strings.exposed })).status).toBe(200);
    expect((await known.upload('document', PNG)).status).toBe(201);
    const papers = (await env.IDENTITY_DOCUMENTS.list()).objects.length;

    // Each string is there before: the search finds what it looks for.
    const before = await tablesWith(all);
    expect(Object.keys(before).toSorted()).toEqual(all.toSorted());
    // The cookies of before the sign-in still are this customer's.
    await stepUpNow(customer);
    expect((await askToClose(customer)).status).toBe(202);
    await closeDue(Date.now() + CLOSING_WAIT_MS);

    expect(await userRow(id)).toMatchObject({ email: closedEmail(id), full_name: '--', phone: '0000000000' });
    expect(await tablesWith([...all, mark, cpf, asOnPaper])).toEqual({});
    expect((await env.IDENTITY_DOCUMENTS.list()).objects).toHaveLength(papers - 1);
    expect(await objectsWith([...all, mark])).toEqual([]);
    expect(await objectsWith(['exports/'])).toEqual([]);
    expect(await findingsAbout(id)).toEqual([]);
    // The spreadsheet is told by id what to forget.
    const notice = await env.DB.prepare(
      "SELECT email, data FROM submissions WHERE type = 'erasure' AND user_id = ?",
    )
      .bind(id)
      .first<{ email: string; data: string }>();
    expect(notice?.email).toBe(closedEmail(id));
    expect(JSON.parse(notice?.data ?? '{}')).toEqual({ submissionIds: message });

    // Who it was opens with the key of this account, and with no other.
    const retained = await retainedOf(id);
    const { sealed, sealedKey, keepUntil } = retained ?? { sealed: '', sealedKey: '', keepUntil: 0 };
    const identity = { sealed: sealed ?? '', sealedKey: sealedKey ?? '' };
    expect(JSON.parse((await openRetained(identity, env.PASSWORD_PEPPER, id)) ?? '{}')).toEqual({
      fullName: strings.name,
      email,
      phone: strings.phone,
      known: { ...given, level: 1 },
    });
    expect(await openRetained(identity, env.PASSWORD_PEPPER, operator.userId)).toBeNull();
    expect(new Date(keepUntil).getUTCFullYear()).toBe(
      new Date(Date.now() + CLOSING_WAIT_MS).getUTCFullYear() + 10,
    );

    // One operator alone reads nothing; two on one decision, once.
    const asked = await asOperator(operator)('/proposals', {
      method: 'POST',
      body: { kind: 'identity', userId: id, reason: 'ofício judicial 12' },
    });
    expect(asked.status).toBe(201);
    const { id: opening } = await asked.json<{ id: string }>();
    const read = (who: Customer) => asOperator(who)(`/proposals/${opening}/identity`, { method: 'POST' });
    expect(await outcome(await read(operator))).toBe('NotFound');
    const alone = asOperator(operator)(`/proposals/${opening}/approve`, {
      method: 'POST',
      body: { note: '' },
    });
    expect(await outcome(await alone)).toBe('SecondOperatorNeeded');
    const approved = await asOperator(second)(`/proposals/${opening}/approve`, {
      method: 'POST',
      body: { note: '' },
    });
    expect(approved.status).toBe(200);
    expect(await outcome(await read(second))).toBe('NotFound');
    const both = await Promise.all([read(operator), read(operator)]);
    expect((await Promise.all(both.map((reply) => outcome(reply.clone())))).toSorted()).toEqual([
      200,
      'IdentityNotOpen',
    ]);
    const shown = both.find(({ status }) => status === 200);
    expect(await shown?.json()).toMatchObject({ fullName: strings.name, email, phone: strings.phone });
    expect(await outcome(await read(operator))).toBe('IdentityNotOpen');
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['customer.closed', 'identity.opened', 'identity.read']),
    );
    expect(await tablesWith([mark])).toEqual({});

    // Nothing about a closed account but its identity can be proposed.
    const revive = { kind: 'email', userId: id, email: `nova-${mark}@x.example`, reason: 'quero' };
    expect(await outcome(await asOperator(operator)('/proposals', { method: 'POST', body: revive }))).toBe(
      'NotAsProposed',
    );
    await expect(run('UPDATE users SET email = ? WHERE id = ?', email, id)).rejects.toThrow('stays closed');

    // Ten years on the key is destroyed, and not a day before.
    await destroyOverdueIdentities(deps, keepUntil - 1);
    expect((await retainedOf(id))?.sealedKey).not.toBeNull();
    await destroyOverdueIdentities(deps, keepUntil);
    expect(await retainedOf(id)).toMatchObject({ sealed: null, sealedKey: null, destroyedAt: keepUntil });
    expect((await auditOf(id)).at(-1)?.action).toBe('identity.destroyed');
  });
});

test('a rotated secret loses no identity: the nightly run seals the keys anew', async () => {
  const customer = await empty();
  await askToClose(customer);
  await closeDue(Date.now() + CLOSING_WAIT_MS);
  const newest = 'n'.repeat(40);
  const rotated = { ...env, PASSWORD_PEPPER: `${newest},${env.PASSWORD_PEPPER}` };
  expect(await renewIdentityKeys({ db: env.DB, env: rotated })).toBeGreaterThanOrEqual(1);
  const kept = await retainedOf(customer.userId);
  const identity = { sealed: kept?.sealed ?? '', sealedKey: kept?.sealedKey ?? '' };
  expect(await openRetained(identity, newest, customer.userId)).toContain(customer.email);
  // Back, for the other tests of the suite.
  await renewIdentityKeys({
    db: env.DB,
    env: { ...env, PASSWORD_PEPPER: `${env.PASSWORD_PEPPER},${newest}` },
  });
});

test('the nightly check finds a closed account that holds something, or is open somewhere', async () => {
  const customer = await empty();
  const { userId } = customer;
  await askToClose(customer);
  await closeDue(Date.now() + CLOSING_WAIT_MS);
  expect(await findingsAbout(userId)).toEqual([]);
  const setCash = (cents: number) =>
    env.DB.prepare('UPDATE accounts SET cash_cents = ? WHERE id = ?').bind(cents, userId).run();
  await setCash(5);
  expect((await findingsAbout(userId)).map(({ rule }) => rule)).toContain('closed-accounts-are-empty');
  await setCash(0);
  const closing = (closedAt: number) =>
    env.DB.prepare('UPDATE account_closings SET closed_at = closed_at + ? WHERE user_id = ?')
      .bind(closedAt, userId)
      .run();
  await closing(1);
  expect((await findingsAbout(userId)).map(({ rule }) => rule)).toEqual(['closed-accounts-name-nobody']);
  await closing(-1);
  expect(await findingsAbout(userId)).toEqual([]);
});

test('the years of the setting are counted by the calendar', () => {
  expect(new Date(keptUntil(Date.UTC(2026, 10, 23, 12), 10)).toISOString()).toBe('2036-11-23T12:00:00.000Z');
  expect(new Date(keptUntil(Date.UTC(2028, 1, 29), 5)).toISOString()).toBe('2033-03-01T00:00:00.000Z');
});

describe('the complete copy', () => {
  test('is made once a day, fetched by its owner after a step-up for seven days, and then removed', async () => {
    const customer = await createCustomer(env, { language: 'en' });
    const ask = () => send(customer, 'POST', '/api/profile/data/exports', { language: 'en' });
    const replies = await Promise.all([ask(), ask()]);
    expect((await Promise.all(replies.map(outcome))).toSorted()).toEqual([202, 'ExportTooSoon']);
    const { deps, settled } = depsAt(Date.now());
    await makeCopies(deps);
    await settled();
    // The request's own deferred work may still be at it.
    await expect
      .poll(async () => (await readMyData(deps, customer.userId)).exports.map(({ state }) => state))
      .toEqual(['ready']);
    const [copy] = (await readMyData(deps, customer.userId)).exports;
    const path = `/api/profile/data/exports/${copy?.id ?? ''}`;
    expect(await outcome(await send(customer, 'GET', path))).toBe('StepUpRequired');
    await stepUpNow(customer);
    const file = await send(customer, 'GET', path);
    expect(file.headers.get('Content-Type')).toBe('application/zip');
    const bytes = new Uint8Array(await file.arrayBuffer());
    expect([...bytes.subarray(0, 4)]).toEqual([0x50, 0x4b, 3, 4]);
    expect(bytes.length).toBe(copy?.bytes);
    expect(await verdictOn(bytes)).toEqual(['genuine', 'export', customer.userId]);
    const stranger = await empty();
    expect(await outcome(await send(stranger, 'GET', path))).toBe('NotFound');
    const client = { userAgent: undefined, place: undefined } as never;
    const later = depsAt(Date.now() + 7 * DAY_MS + 1000).deps;
    expect((await fetchCopy(later, { id: copy?.id ?? '', userId: customer.userId, client })).ok).toBe(false);
    expect(await removeOldCopies(later)).toBeGreaterThanOrEqual(1);
    expect(await env.MEDIA.head(`exports/${copy?.id ?? ''}.zip`)).toBeNull();
    expect(
      (
        await askForCopy(depsAt(Date.now() + DAY_MS + 1000).deps, {
          userId: customer.userId,
          language: 'en',
          client,
        })
      ).ok,
    ).toBe(true);
  });
});
