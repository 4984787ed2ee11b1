// Who a customer is: one person has one account, the provider's word, papers, and five years later (P59, P60).

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import { numberMacs, sealIdentity } from '../../../worker/auth/identity-sealing.ts';
import { findIdentity } from '../../../worker/db/identities.ts';
import {
  DOCUMENT_UPLOAD_LIMIT,
  IDENTITY_LIMIT,
  LISTS_OUTCOMES,
  REVIEW_ASKED_MS,
} from '../../../worker/domain/identity.ts';
import { IMAGE_MAX_BYTES } from '../../../worker/domain/media.ts';
import { DAY_MS, MINUTE_MS } from '../../../worker/domain/time.ts';
import { checkDueIdentities, type CheckDeps } from '../../../worker/services/identity-checks.ts';
import type { IdentityProvider } from '../../../worker/services/identity-provider.ts';
import { reviewIdentities, sweepIdentityDocuments } from '../../../worker/services/identity-reviews.ts';
import { createCustomer, type Customer, freshCpf } from '../../support/customers.ts';
import { runs } from '../../support/deep.ts';
import { expectBooksToBalance } from '../../support/funds.ts';
import { outcome, outcomes, realWorker, SetPrices, workerWith } from '../../support/money-calls.ts';
import { addPayoutAccount } from '../../support/withdrawals.ts';
import { handInPapers, identityOf, JPEG, person, PNG } from './identity-calls.ts';

let ana: Customer;
beforeEach(async () => {
  ana = await createCustomer(env, { level: 0 });
});

const depsAt = (now: number): CheckDeps => ({
  db: env.DB,
  env,
  now: () => now,
  newId: () => crypto.randomUUID(),
  defer: () => undefined,
});

/** A provider that finds everything right, but for what is said otherwise. */
const saying = (over: Partial<IdentityProvider>): IdentityProvider => ({
  name: 'sandbox',
  check: async () => ({ outcome: 'match', reference: null }),
  lists: async () => ({ outcome: 'clear', reference: null }),
  ...over,
});

const stepsOf = async ({ userId }: Customer) => {
  const { results } = await env.DB.prepare('SELECT step FROM identity_steps WHERE user_id = ? ORDER BY seq')
    .bind(userId)
    .run<{ step: string }>();
  return results.map(({ step }) => step);
};

const lettersOf = async ({ userId }: Customer) => {
  const { results } = await env.DB.prepare(
    `SELECT message ->> '$.change' AS change FROM mail_outbox WHERE user_id = ? AND kind = 'identity' ORDER BY created_at`,
  )
    .bind(userId)
    .run<{ change: string }>();
  return results.map(({ change }) => change);
};

describe('giving an identity', () => {
  test('that matches makes level 1, says that the check was a test, and shows a masked number alone', async () => {
    const given = person();
    const reply = await identityOf(ana).give(given);
    expect(reply.status).toBe(200);
    const text = await reply.text();
    expect(text).not.toContain(given.number);
    const { identity, level } = JSON.parse(text);
    expect(level).toBe(1);
    const masked = `***.${given.number.slice(3, 6)}.${given.number.slice(6, 9)}-**`;
    expect(identity).toMatchObject({ state: 'verified', masked, isTest: true, reason: null });
    expect(await lettersOf(ana)).toEqual(['level-reached']);
    const rows = JSON.stringify(
      (await env.DB.prepare('SELECT * FROM identities WHERE user_id = ?').bind(ana.userId).run()).results,
    );
    expect(rows).not.toContain(given.number);
    expect(rows).not.toContain('Prado');
  });

  test.each([
    ['17', 'other-name'],
    ['25', 'not-found'],
    ['33', 'deceased'],
  ])('ending in %s is refused, because %s, and frees the number for its owner', async (digits, reason) => {
    const given = person(digits);
    await identityOf(ana).give(given);
    const { identity, level } = await identityOf(ana).read();
    expect([level, identity?.state, identity?.reason]).toEqual([0, 'refused', reason]);
    expect(await lettersOf(ana)).toEqual(['refused']);
    const bea = await createCustomer(env, { level: 0 });
    expect((await identityOf(bea).give(given)).status).toBe(200);
  });

  test.each(['41', '50'])(
    'ending in %s waits, keeps its number, and is asked again by the cron',
    async (digits) => {
      const given = person(digits);
      await identityOf(ana).give(given);
      expect(await identityOf(ana).state()).toBe('pending');
      const bea = await createCustomer(env, { level: 0 });
      expect(await outcome(await identityOf(bea).give(given))).toBe('IdentityTaken');
      const later = Date.now() + 2 * MINUTE_MS;
      const silent = saying({ check: () => Promise.reject(new Error('no connection')) });
      await checkDueIdentities(depsAt(later), silent);
      expect(await identityOf(ana).state()).toBe('pending');
      const sure = saying({});
      await checkDueIdentities(depsAt(later + MINUTE_MS), sure);
      expect(await identityOf(ana).state()).toBe('pending');
      await checkDueIdentities(depsAt(later + 10 * MINUTE_MS), sure);
      expect(await identityOf(ana).read()).toMatchObject({ level: 1, identity: { state: 'verified' } });
    },
  );

  test.each([
    ['a CPF of equal digits', { number: '11111111111' }, 'number'],
    ['full-width digits', { number: '５２９９８２２４７２５' }, 'number'],
    ['31 February', { birthDate: '1990-02-31' }, 'birthDate'],
    ['a name of one letter', { fullName: 'A' }, 'fullName'],
    ['an exposed person without an office', { pep: true }, 'pepDetail'],
    ['a Brazilian passport', { kind: 'passport', country: 'BR', number: 'AB123456' }, 'country'],
  ])('with %s is refused by its field', async (_what, over, field) => {
    const reply = await identityOf(ana).give(person('09', over));
    expect(reply.status).toBe(422);
    const { errors } = await reply.json<{ errors: { field: string }[] }>();
    expect(errors.map((error) => error.field)).toEqual([field]);
  });

  test('17 years and 364 days are refused, 18 years are not', async () => {
    const today = new Date(Date.now() - 3 * 60 * MINUTE_MS);
    const born = (days: number) => {
      const date = new Date(today);
      date.setUTCFullYear(date.getUTCFullYear() - 18);
      return new Date(date.getTime() + days * DAY_MS).toISOString().slice(0, 10);
    };
    expect((await identityOf(ana).give(person('09', { birthDate: born(1) }))).status).toBe(422);
    expect((await identityOf(ana).give(person('09', { birthDate: born(0) }))).status).toBe(200);
  });

  test('by passport works as well, and the same number of another country is another person', async () => {
    // The sandbox answers by the last two digits.
    const number = `AB${crypto.randomUUID().slice(0, 6)}09`;
    const passport = (country: string) => person('09', { kind: 'passport', country, number });
    const bea = await createCustomer(env, { level: 0 });
    const eva = await createCustomer(env, { level: 0 });
    expect((await identityOf(ana).give(passport('PT'))).status).toBe(200);
    expect((await identityOf(bea).give(passport('US'))).status).toBe(200);
    expect(await outcome(await identityOf(eva).give(passport('PT')))).toBe('IdentityTaken');
  });

  test('asks for a proved e-mail address, and for five tries a day at most', async () => {
    const eva = await createCustomer(env, { level: 0, unconfirmed: true });
    expect(await outcome(await identityOf(eva).give(person()))).toBe('EmailNotConfirmed');
    for (let tries = 0; tries < IDENTITY_LIMIT.max; tries += 1) await identityOf(ana).give(person('17'));
    expect(await outcome(await identityOf(ana).give(person()))).toBe('TooManyRequests');
  });

  test('without a provider waits for the operators', async () => {
    const worker = workerWith(new SetPrices({}), { ENVIRONMENT: 'production' as never });
    await identityOf(ana, worker).give(person());
    expect(await identityOf(ana).read()).toMatchObject({
      level: 0,
      identity: { state: 'pending', isTest: false },
    });
  });
});

test('of a hundred accounts that claim one CPF at once, one gets it', async () => {
  const count = runs(30, 100);
  const customers = await Promise.all(Array.from({ length: count }, () => createCustomer(env, { level: 0 })));
  const given = person();
  const counted = await outcomes(customers.map((one) => identityOf(one).give(given)));
  expect(counted).toEqual({ 200: 1, IdentityTaken: count - 1 });
});

test('of ten requests of one customer at once, one is taken', async () => {
  const counted = await outcomes(Array.from({ length: 5 }, () => identityOf(ana).give(person())));
  expect(counted[200]).toBe(1);
});

test('a number that was known under an older pepper is still taken', async () => {
  const given = person();
  await identityOf(ana).give(given);
  const newer = `another-pepper-0123456789abcdef0123,${env.PASSWORD_PEPPER}`;
  const worker = workerWith(new SetPrices({}), { PASSWORD_PEPPER: newer });
  const bea = await createCustomer(env, { level: 0 });
  expect(await outcome(await identityOf(bea, worker).give(given))).toBe('IdentityTaken');
});

test('whose an account for withdrawals is moves to a newer pepper together with the identity', async () => {
  const given = person('17');
  await identityOf(ana).give(given);
  const account = await addPayoutAccount(env, ana);
  const holder = (mac: string) =>
    env.DB.prepare('UPDATE payout_accounts SET holder_mac = ? WHERE id = ?').bind(mac, account).run();
  const number = { kind: 'cpf', country: 'BR', number: given.number } as const;
  await holder(numberMacs(env.PASSWORD_PEPPER, number).newest);
  const newer = `another-pepper-0123456789abcdef0123,${env.PASSWORD_PEPPER}`;
  const worker = workerWith(new SetPrices({}), { PASSWORD_PEPPER: newer });
  expect(await outcome(await identityOf(ana, worker).give(given))).toBe(200);
  const moved = await env.DB.prepare('SELECT holder_mac AS mac FROM payout_accounts WHERE id = ?')
    .bind(account)
    .first<string>('mac');
  expect(moved).toBe(numberMacs(newer, number).newest);
});

const ascii = (text: string) => Uint8Array.from(new TextEncoder().encode(text));

describe('lists of sanctions and the like', () => {
  test('with a name that may be this one refuse nobody: a person looks, level 1 waits, and the number stays', async () => {
    const given = person('58');
    await identityOf(ana).give(given);
    expect(await identityOf(ana).read()).toMatchObject({
      level: 0,
      identity: { state: 'waiting', asks: 1, reason: 'listed', isTest: true },
    });
    expect(await stepsOf(ana)).toEqual(['given', 'listed']);
    expect(await lettersOf(ana)).toEqual(['listed']);
    const bea = await createCustomer(env, { level: 0 });
    expect(await outcome(await identityOf(bea).give(given))).toBe('IdentityTaken');
    // Nothing is to be done about it by typing again.
    expect(await outcome(await identityOf(ana).give(given))).toBe('IdentityChanged');
    await checkDueIdentities(depsAt(Date.now() + DAY_MS));
    expect(await identityOf(ana).state()).toBe('waiting');
  });

  test.each(['66', '74'])(
    'that do not answer for %s leave it pending, and are asked again',
    async (digits) => {
      await identityOf(ana).give(person(digits));
      expect(await identityOf(ana).read()).toMatchObject({ level: 0, identity: { state: 'pending' } });
      expect(await stepsOf(ana)).toEqual(['given']);
      const later = Date.now() + 2 * MINUTE_MS;
      const silent = saying({ lists: () => Promise.reject(new Error('no connection')) });
      await checkDueIdentities(depsAt(later), silent);
      expect(await identityOf(ana).state()).toBe('pending');
      await checkDueIdentities(depsAt(later + 10 * MINUTE_MS), saying({}));
      expect(await identityOf(ana).read()).toMatchObject({ level: 1, identity: { state: 'verified' } });
      expect(await stepsOf(ana)).toEqual(['given', 'matched']);
    },
  );

  test.each(LISTS_OUTCOMES)('refuse nobody by saying %s', async (said) => {
    await identityOf(ana).give(person('41'));
    const provider = saying({ lists: async () => ({ outcome: said, reference: 'lists-1' }) });
    await checkDueIdentities(depsAt(Date.now() + 2 * MINUTE_MS), provider);
    const state = { clear: 'verified', possible: 'waiting', pending: 'pending', unreachable: 'pending' }[
      said
    ];
    expect(await findIdentity(env.DB, ana.userId)).toMatchObject({ state, level: said === 'clear' ? 1 : 0 });
    expect(await lettersOf(ana)).not.toContain('refused');
  });

  test('are asked about who was found right alone, each question with a key of its own', async () => {
    await identityOf(ana).give(person('41'));
    const keys: string[] = [];
    const note = (key: string) => (key.includes(ana.userId) ? keys.push(key) : 0);
    const provider = (outcomeOfCheck: 'not-found' | 'match') =>
      saying({
        check: async ({ key }) => {
          note(key);
          return { outcome: outcomeOfCheck, reference: null };
        },
        lists: async ({ key, fullName }) => {
          note(key);
          expect(fullName).toBe('Ana Prado');
          return { outcome: 'pending', reference: null };
        },
      });
    await checkDueIdentities(depsAt(Date.now() + 2 * MINUTE_MS), provider('match'));
    await checkDueIdentities(depsAt(Date.now() + DAY_MS), provider('not-found'));
    const [check, lists] = keys;
    expect(check).not.toBe(lists);
    expect(keys).toEqual([check, lists, check]);
    expect(await identityOf(ana).read()).toMatchObject({
      identity: { state: 'refused', reason: 'not-found' },
    });
  });
});

describe('papers', () => {
  beforeEach(async () => {
    await identityOf(ana).give(person());
  });

  test('lie in a bucket of their own, encrypted, and are handed in together', async () => {
    expect(await outcome(await identityOf(ana).submit(2))).toBe('DocumentsMissing');
    expect((await handInPapers(ana)).status).toBe(200);
    const { documents, identity, level } = await identityOf(ana).read();
    expect([level, identity?.state, identity?.asks, documents.length]).toEqual([1, 'waiting', 2, 3]);
    const key = await env.DB.prepare(
      `SELECT r2_key AS k FROM identity_documents WHERE user_id = ? AND kind = 'document'`,
    )
      .bind(ana.userId)
      .first<string>('k');
    const object = await env.IDENTITY_DOCUMENTS.get(key ?? '');
    const stored = Buffer.from((await object?.arrayBuffer()) ?? new ArrayBuffer(0));
    expect(stored.length).toBeGreaterThan(20);
    expect(stored.includes(Buffer.from([0x89, 0x50, 0x4e, 0x47]))).toBe(false);
    // What is with the operators is not changed.
    expect(await outcome(await identityOf(ana).upload('selfie', PNG))).toBe('IdentityChanged');
    expect((await identityOf(ana).remove(documents[0]?.id ?? '')).status).toBe(404);
  });

  test.each([
    ['a ZIP', new Uint8Array([0x50, 0x4b, 3, 4, ...new Uint8Array(60)]), 'ImageTypeRefused'],
    ['a PDF', ascii('%PDF-1.7\n%%EOF'), 'ImageTypeRefused'],
    ['a PNG with a ZIP behind it', new Uint8Array([...PNG, 0x50, 0x4b, 3, 4, 1, 2, 3]), 'ImageUnsafe'],
    ['half a PNG', PNG.slice(0, PNG.length / 2), 'ImageDamaged'],
    ['markup with the name of a picture', ascii('<svg onload=alert(1)>'), 'ImageTypeRefused'],
    ['nothing', new Uint8Array(0), 'ImageTypeRefused'],
    ['too much', new Uint8Array(IMAGE_MAX_BYTES + 1), 'ImageTooLarge'],
  ] satisfies [string, Uint8Array<ArrayBuffer>, string][])('refuses %s', async (_what, bytes, code) => {
    expect(await outcome(await identityOf(ana).upload('document', bytes))).toBe(code);
    expect((await identityOf(ana).read()).documents).toEqual([]);
  });

  test('can be taken back until they are handed in, and the same picture is kept once', async () => {
    await identityOf(ana).upload('selfie', JPEG);
    await identityOf(ana).upload('selfie', JPEG);
    const { documents } = await identityOf(ana).read();
    expect(documents).toHaveLength(1);
    const bea = await createCustomer(env);
    expect((await identityOf(bea).remove(documents[0]?.id ?? '')).status).toBe(404);
    expect((await identityOf(ana).remove(documents[0]?.id ?? '')).status).toBe(204);
    expect((await identityOf(ana).read()).documents).toEqual([]);
  });

  test('keep their object where the answer of the database is lost: their row may be there', async () => {
    const lost = (sql: string, values: readonly unknown[]) => async () => {
      await env.DB.prepare(sql)
        .bind(...values)
        .run();
      throw new Error('D1_ERROR: Network connection lost.');
    };
    const db = new Proxy(env.DB, {
      get(target, name) {
        if (name !== 'prepare') return (Reflect.get(target, name) as () => unknown).bind(target);
        return (sql: string) =>
          /INSERT INTO identity_documents/u.test(sql)
            ? { bind: (...values: unknown[]) => ({ run: lost(sql, values) }) }
            : target.prepare(sql);
      },
    });
    const worker = workerWith(new SetPrices({}), { DB: db });
    expect((await identityOf(ana, worker).upload('selfie', JPEG)).status).toBe(503);
    const key = await env.DB.prepare('SELECT r2_key AS k FROM identity_documents WHERE user_id = ?')
      .bind(ana.userId)
      .first<string>('k');
    expect(await env.IDENTITY_DOCUMENTS.head(key ?? '')).not.toBeNull();
    expect((await identityOf(ana).upload('selfie', JPEG)).status).toBe(201);
    expect((await identityOf(ana).read()).documents).toHaveLength(1);
  });

  test('of a stranger are not kept, nor more than thirty a day', async () => {
    const bea = await createCustomer(env, { level: 0 });
    expect(await outcome(await identityOf(bea).upload('selfie', JPEG))).toBe('LevelNeeded');
    for (let n = 0; n < DOCUMENT_UPLOAD_LIMIT.max; n += 1) await identityOf(ana).upload('selfie', JPEG);
    expect(await outcome(await identityOf(ana).upload('selfie', JPEG))).toBe('TooManyRequests');
  });

  test('that were never handed in are deleted after thirty days, with their object', async () => {
    await identityOf(ana).upload('selfie', JPEG);
    const key = await env.DB.prepare('SELECT r2_key AS k FROM identity_documents WHERE user_id = ?')
      .bind(ana.userId)
      .first<string>('k');
    await sweepIdentityDocuments(depsAt(Date.now() + 29 * DAY_MS));
    expect((await identityOf(ana).read()).documents).toHaveLength(1);
    await sweepIdentityDocuments(depsAt(Date.now() + 31 * DAY_MS));
    expect((await identityOf(ana).read()).documents).toEqual([]);
    expect(await env.IDENTITY_DOCUMENTS.head(key ?? '')).toBeNull();
  });
});

describe('five years later', () => {
  test('the customer is asked, then the level ends; the same number brings it back, another one does not', async () => {
    const given = person();
    await identityOf(ana).give(given);
    const expiresAt = (await findIdentity(env.DB, ana.userId))?.expiresAt ?? 0;
    await reviewIdentities(depsAt(expiresAt - REVIEW_ASKED_MS - 1));
    expect(await identityOf(ana).state()).toBe('verified');
    await reviewIdentities(depsAt(expiresAt - REVIEW_ASKED_MS));
    await reviewIdentities(depsAt(expiresAt - 1));
    expect(await identityOf(ana).read()).toMatchObject({ level: 1, identity: { state: 'review' } });
    await reviewIdentities(depsAt(expiresAt));
    expect(await identityOf(ana).read()).toMatchObject({ level: 0, identity: { state: 'review' } });
    expect(await lettersOf(ana)).toEqual(['level-reached', 'review-due', 'lapsed']);
    expect(await outcome(await identityOf(ana).give(person()))).toBe('IdentityNumberFixed');
    expect((await identityOf(ana).give(given)).status).toBe(200);
    expect((await identityOf(ana).read()).level).toBe(1);
    await expectBooksToBalance(env.DB);
  });

  test('a level 3 ends as well, with the sums that were agreed', async () => {
    const bea = await createCustomer(env);
    const row = await findIdentity(env.DB, bea.userId);
    await reviewIdentities(depsAt((row?.expiresAt ?? 0) + 1));
    expect(await findIdentity(env.DB, bea.userId)).toMatchObject({ level: 0, agreedDepositCents: null });
    await expectBooksToBalance(env.DB);
  });
});

describe('papers at the review after five years', () => {
  /** A customer of level 2 whose sealed number ends so, asked again by the house. */
  async function inReview(lastDigits: string): Promise<Customer> {
    const bea = await createCustomer(env, { level: 2 });
    const sealed = await sealIdentity(env.PASSWORD_PEPPER, bea.userId, {
      number: freshCpf(lastDigits),
      fullName: 'Ana Prado',
      birthDate: '1990-05-17',
    });
    await env.DB.prepare('UPDATE identities SET sealed = ? WHERE user_id = ?').bind(sealed, bea.userId).run();
    const expiresAt = (await findIdentity(env.DB, bea.userId))?.expiresAt ?? 0;
    await reviewIdentities(depsAt(expiresAt - REVIEW_ASKED_MS));
    expect(await identityOf(bea).state()).toBe('review');
    return bea;
  }

  test.each([
    ['on none', '09', 'waiting', null, 'not-listed'],
    ['perhaps on one', '58', 'waiting', 'listed', 'listed'],
    ['unknown, as nobody answers', '74', 'pending', null, 'documents'],
  ] as const)('ask the lists again: %s', async (_what, digits, state, reason, last) => {
    const bea = await inReview(digits);
    expect((await handInPapers(bea)).status).toBe(200);
    expect(await findIdentity(env.DB, bea.userId)).toMatchObject({ level: 2, asks: 2, state, reason });
    expect((await stepsOf(bea)).at(-1)).toBe(last);
    // The level stays until a person has decided.
    await checkDueIdentities(depsAt(Date.now() + 2 * MINUTE_MS), saying({}));
    expect(await findIdentity(env.DB, bea.userId)).toMatchObject({ level: 2, state: 'waiting', reason });
    expect((await stepsOf(bea)).at(-1)).toBe(last === 'documents' ? 'not-listed' : last);
    expect((await identityOf(bea).read()).documents).toHaveLength(3);
  });

  test('ask them for the next level as well', async () => {
    await identityOf(ana).give(person());
    await handInPapers(ana);
    expect(await stepsOf(ana)).toEqual(['given', 'matched', 'documents', 'not-listed']);
    const bea = await inReview('58');
    await identityOf(bea).upload('funds', PNG);
    expect((await identityOf(bea).submit(3)).status).toBe(200);
    expect(await findIdentity(env.DB, bea.userId)).toMatchObject({
      level: 2,
      asks: 3,
      state: 'waiting',
      reason: 'listed',
    });
  });

  test('without a provider wait for the operators at once', async () => {
    const bea = await inReview('58');
    const worker = workerWith(new SetPrices({}), { ENVIRONMENT: 'production' as never });
    expect((await handInPapers(bea, worker)).status).toBe(200);
    expect(await findIdentity(env.DB, bea.userId)).toMatchObject({ state: 'waiting', reason: null });
  });
});

test('a statement of political exposure can be changed, and whoever decides must look again', async () => {
  await identityOf(ana).give(person('41'));
  const before = (await findIdentity(env.DB, ana.userId))?.revision ?? 0;
  const put = await realWorker(
    new Request('http://onca.localhost/api/identity/pep', {
      method: 'PUT',
      headers: ana.headers,
      body: JSON.stringify({ pep: true, pepDetail: 'Vereadora' }),
    }),
  );
  expect(put.status).toBe(200);
  expect(await findIdentity(env.DB, ana.userId)).toMatchObject({
    pep: 1,
    revision: before + 1,
    state: 'pending',
  });
});

test('the MAC of a number is not its digest: without the pepper nobody can count through all numbers', () => {
  const cpf = { kind: 'cpf', country: 'BR', number: freshCpf() } as const;
  expect(numberMacs(env.PASSWORD_PEPPER, cpf).newest).not.toBe(
    numberMacs('another-pepper-0123456789abcdef0123', cpf).newest,
  );
});
