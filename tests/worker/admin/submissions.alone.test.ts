// What customers send is stored as it happens, all five kinds of it, and operators of tier premium find it again.

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type {
  SubmissionCounters,
  SubmissionDetails,
  SubmissionsPage,
} from '../../../worker/contract/operators/submissions.ts';
import { listSubmissions } from '../../../worker/db/operators/submissions.ts';
import { submissionStatement } from '../../../worker/db/submissions.ts';
import { SUBMISSION_TYPES } from '../../../worker/domain/submissions.ts';
import { GOOD_MESSAGE } from '../../fixtures/contact-examples.ts';
import { GOOD_FORM } from '../../fixtures/sign-up-examples.ts';
import { ORIGIN, type Customer } from '../../support/customers.ts';
import { callsOf, SetPrices, workerWith } from '../../support/money-calls.ts';
import { cookieAfter, post } from '../accounts/calls.ts';
import { asOperator, codeOf, makeOperator } from './operator-calls.ts';

let operator: Customer;
let ask: ReturnType<typeof asOperator>;
beforeAll(async () => {
  operator = await makeOperator({ tier: 'premium' });
  ask = asOperator(operator);
});

type Sent = Partial<Parameters<typeof submissionStatement>[1]>;

async function store(over: Sent = {}): Promise<string> {
  const id = over.id ?? crypto.randomUUID();
  const submission = {
    type: 'contact',
    email: 'ana@example.com',
    data: { name: 'Ana' },
    now: Date.now(),
  } as const;
  await submissionStatement(env.DB, { ...submission, ...over, id }).run();
  return id;
}

async function page(query: Record<string, string>): Promise<SubmissionsPage> {
  const reply = await ask(`/submissions?${new URLSearchParams(query)}`);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('Cache-Control')).toBe('no-store');
  return reply.json();
}

/** Every page of it, one after the other. */
async function all(query: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const got: SubmissionsPage = await page({ ...query, ...(cursor === undefined ? {} : { cursor }) });
    ids.push(...got.submissions.map(({ id }) => id));
    cursor = got.nextCursor;
  }
  return ids;
}

test('all five kinds are stored as they happen, and no password gets in', async () => {
  const email = `five-${crypto.randomUUID()}@example.com`;
  const form = { ...GOOD_FORM, email };
  expect((await post('/api/auth/sign-up', form, { 'User-Agent': 'Jaguar/9' })).status).toBe(201);
  const signIn = { email, password: form.password, phone: '(11) 91111-2222' };
  const signedIn = await post('/api/auth/sign-in', signIn, { 'User-Agent': 'Jaguar/9' });
  expect(signedIn.status).toBe(200);
  const cookie = cookieAfter(signedIn);
  const headers = { Origin: ORIGIN, 'Content-Type': 'application/json', Cookie: cookie };
  const customer = callsOf({ headers, cookie }, workerWith(new SetPrices({ gold: 400_000, silver: 5_000 })));
  expect((await customer.deposit({ amountCents: 100_000, method: 'wire' })).status).toBe(201);
  const quoted = await customer.post('/api/quotes', { side: 'buy', metal: 'silver', ouncesE4: 10_000 });
  const { quote } = await quoted.json<{ quote: string }>();
  expect((await customer.trade(quote)).status).toBe(201);
  const message = { ...GOOD_MESSAGE, email, password: form.password, website: '' };
  expect((await post('/api/contact', message, { 'User-Agent': 'Jaguar/9' })).status).toBe(202);

  const { submissions } = await page({ search: email });
  // A notice of erasure comes with the closing of an account (accounts/closing.test.ts).
  const sent = SUBMISSION_TYPES.filter((type) => type !== 'erasure');
  expect(submissions.map(({ type }) => type).toSorted()).toEqual(sent.toSorted());
  const details = await Promise.all(
    submissions.map(async ({ id }) => (await ask(`/submissions/${id}`)).json<SubmissionDetails>()),
  );
  const dataOf = (type: string) => details.find((submission) => submission.type === type)?.data;
  expect(dataOf('signup')).toEqual({ fullName: 'Ana Prado' });
  expect(Object.keys(dataOf('login') ?? {})).toEqual(['loginTime']);
  expect(dataOf('deposit')).toEqual({ amount: '1000.00', paymentMethod: 'wire' });
  expect(dataOf('trade')).toMatchObject({
    tradeType: 'buy',
    metalType: 'silver',
    ounces: '1.0000',
    price: '50.00',
  });
  expect(Object.keys(dataOf('contact') ?? {})).toEqual(['name', 'subject', 'inquiry', 'message', 'language']);
  expect(JSON.stringify(details)).not.toMatch(new RegExp(`password|${form.password}`, 'iu'));
  expect(details.find(({ type }) => type === 'signup')).toMatchObject({
    email,
    phone: '5511987654321',
    userAgent: 'Jaguar/9',
    forwarding: { state: 'pending', attempts: 0, lastError: null },
  });
  expect(details.find(({ type }) => type === 'login')?.phone).toBe('11911112222');
  expect(details.find(({ type }) => type === 'contact')?.userId).toBeNull();
});

describe('a field named like a password', () => {
  const data = {
    name: 'Ana',
    userPassword: 'x',
    nested: { PASSWORD: 'y', kept: 1 },
  } as unknown as Sent['data'] & object;
  test('is dropped by the writer, at any depth', async () => {
    const id = await store({ data });
    const stored = await env.DB.prepare('SELECT data FROM submissions WHERE id = ?')
      .bind(id)
      .first<string>('data');
    expect(JSON.parse(stored ?? '')).toEqual({ name: 'Ana', nested: { kept: 1 } });
  });

  test.each([
    '{"password":"x"}',
    '{"a":{"NewPassword":"x"}}',
    '{"a":[1,{"confirm_password":null}]}',
    '{"a":1,"passwords":[]}',
  ])('is refused by the database where somebody writes past it: %s', async (text) => {
    const insert = env.DB.prepare(
      `INSERT INTO submissions (id, type, email, data, submitted_at) VALUES (?, 'contact', 'a@b.co', ?, 1)`,
    ).bind(crypto.randomUUID(), text);
    await expect(insert.run()).rejects.toThrow(/must not hold a password/u);
  });
});

describe('the counters', () => {
  const read = async () => (await ask('/submissions/counters')).json<SubmissionCounters>();
  const counted = async (where: string) =>
    env.DB.prepare(`SELECT count(*) AS n FROM submissions WHERE ${where}`).first<number>('n');

  test('say how many there are of all, whatever stored them', async () => {
    const before = await read();
    await Promise.all(SUBMISSION_TYPES.map((type) => store({ type })));
    await Promise.all([store({ type: 'trade' }), store({ type: 'signup' })]);
    const after = await read();
    expect(after.total).toBe(before.total + SUBMISSION_TYPES.length + 2);
    expect(after.signups).toBe(before.signups + 2);
    expect(after).toEqual({
      total: await counted('true'),
      signups: await counted("type = 'signup'"),
      contacts: await counted("type = 'contact'"),
      trades: await counted("type = 'trade'"),
      failed: 0,
      hasWebhook: false,
    });
  });

  test('read a handful of rows however many there are', async () => {
    const rows = Array.from({ length: 2_000 }, (_, n) => ({ id: `many-${n}`, at: 1_000 + n }));
    await env.DB.prepare(
      `INSERT INTO submissions (id, type, email, data, submitted_at)
       SELECT value ->> 'id', 'trade', 'many@example.com', '{}', value ->> 'at' FROM json_each(?)`,
    )
      .bind(JSON.stringify(rows))
      .run();
    const read2 = await env.DB.prepare('SELECT type, submissions FROM submission_counts').run();
    expect(read2.meta.rows_read).toBeLessThan(10);
    expect((await read()).total).toBe(await counted('true'));
    await env.DB.prepare(
      `DELETE FROM submission_forwards WHERE submission_id IN (SELECT id FROM submissions WHERE email = 'many@example.com')`,
    ).run();
    await env.DB.prepare(`DELETE FROM submissions WHERE email = 'many@example.com'`).run();
    expect((await read()).total).toBe(await counted('true'));
  });
});

describe('the list', () => {
  test('is paged newest first, without gaps and repetitions, also where many share a moment', async () => {
    const mark = `paged-${crypto.randomUUID()}@example.com`;
    const base = Date.now() - 60_000;
    const ids = await Promise.all(
      Array.from({ length: 23 }, (_, n) => store({ email: mark, now: base + Math.floor(n / 7) })),
    );
    const got = await all({ search: mark, limit: '5' });
    expect(got.toSorted()).toEqual(ids.toSorted());
    const times = await Promise.all(
      got.map(async (id) => (await (await ask(`/submissions/${id}`)).json<SubmissionDetails>()).submittedAt),
    );
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test('what comes in while somebody pages shifts nothing', async () => {
    const mark = `late-${crypto.randomUUID()}@example.com`;
    const old = await Promise.all([1, 2, 3].map((n) => store({ email: mark, now: Date.now() - n * 1_000 })));
    const first = await page({ search: mark, limit: '2' });
    await store({ email: mark });
    const second = await page({ search: mark, limit: '2', cursor: first.nextCursor ?? '' });
    expect([...first.submissions, ...second.submissions].map(({ id }) => id)).toEqual(old);
    expect(second.nextCursor).toBeNull();
  });

  test('is searched by e-mail, telephone and id, in any case, together with the kind', async () => {
    const word = crypto.randomUUID().slice(0, 8);
    const phone = String(10 ** 12 + Math.floor(Math.random() * 9e12));
    const contact = await store({ email: `zeca.${word}@example.com`, phone });
    const trade = await store({ email: `zeca.${word}@example.com`, type: 'trade' });
    const find = (search: string, type?: string) => all({ search, ...(type === undefined ? {} : { type }) });
    expect((await find(`ZECA.${word}`.toUpperCase())).toSorted()).toEqual([contact, trade].toSorted());
    expect(await find(`zeca.${word}`, 'trade')).toEqual([trade]);
    expect(await find(`zeca.${word}`, 'deposit')).toEqual([]);
    expect(await find(contact.slice(4, 22).toUpperCase())).toEqual([contact]);
    expect(await find(phone.slice(2, 11))).toEqual([contact]);
    expect(
      await find(`+${phone.slice(0, 2)} (${phone.slice(2, 4)}) ${phone.slice(4, 9)}-${phone.slice(9)}`),
    ).toEqual([contact]);
    expect(await find(`  zeca.${word}  `, 'contact')).toEqual([contact]);
  });

  test('is cut to a time, from a moment on and before another', async () => {
    const email = `days-${crypto.randomUUID()}@example.com`;
    const sent = async (day: number) => store({ email, now: Date.UTC(2025, 4, day) });
    const [first, second, third] = [await sent(1), await sent(2), await sent(3)];
    const day = (n: number) => new Date(Date.UTC(2025, 4, n)).toISOString();
    expect(await all({ search: email, from: day(2) })).toEqual([third, second]);
    expect(await all({ search: email, until: day(2) })).toEqual([first]);
    expect(await all({ search: email, from: day(2), until: day(3), limit: '1' })).toEqual([second]);
  });

  test.each([
    "' OR 1=1 --",
    '%',
    '_',
    '*',
    'ç😀',
    '\u0000',
    `${'a'.repeat(98)}%_`,
    'a@b.co"; DROP TABLE submissions',
  ])('a hostile search finds nothing and breaks nothing: %j', async (search) => {
    await store();
    expect(await all({ search })).toEqual([]);
  });

  test.each([
    { limit: '0' },
    { limit: '201' },
    { limit: '-1' },
    { limit: 'many' },
    { type: 'password' },
    { forwarding: 'sent' },
    { search: 'a'.repeat(101) },
    { from: 'yesterday' },
    { until: '2026-01-02' },
    { cursor: 'x' },
    { cursor: "1.' OR 1=1" },
    { cursor: `1.${'a'.repeat(300)}` },
  ])('%j is refused', async (query) => {
    const reply = await ask(`/submissions?${new URLSearchParams(query)}`);
    expect([reply.status, await codeOf(reply)]).toEqual([422, 'ValidationFailed']);
  });

  test('a page reads about as many rows as it shows, whatever stands behind it', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => ({ id: `deep-${n}`, at: 5_000 + n }));
    await env.DB.prepare(
      `INSERT INTO submissions (id, type, email, data, submitted_at)
       SELECT value ->> 'id', 'deposit', 'deep@example.com', '{}', value ->> 'at' FROM json_each(?)`,
    )
      .bind(JSON.stringify(rows))
      .run();
    const read: number[] = [];
    const counting = {
      prepare: (sql: string) => ({
        bind: (...params: unknown[]) => ({
          run: async () => {
            const result = await env.DB.prepare(sql)
              .bind(...params)
              .run();
            read.push(result.meta.rows_read);
            return result;
          },
        }),
      }),
    } as unknown as D1Database;
    const plain = { type: null, search: '', onlyFailed: false, from: null, until: null } as const;
    await listSubmissions(counting, plain, { limit: 51 });
    await listSubmissions(counting, plain, { after: { at: 6_500, id: 'deep-1500' }, limit: 51 });
    await listSubmissions(
      counting,
      { ...plain, type: 'deposit' },
      { after: { at: 6_500, id: 'x' }, limit: 51 },
    );
    await listSubmissions(counting, { ...plain, onlyFailed: true }, { limit: 51 });
    await listSubmissions(counting, { ...plain, from: 5_000, until: 6_500 }, { limit: 51 });
    expect(read).toHaveLength(5);
    for (const rowsRead of read) expect(rowsRead).toBeLessThan(120);
  });
});

test('one that does not exist is not found', async () => {
  for (const id of ['none', '%27', crypto.randomUUID()]) {
    const reply = await ask(`/submissions/${id}`);
    expect([reply.status, await codeOf(reply)]).toEqual([404, 'NotFound']);
  }
});
