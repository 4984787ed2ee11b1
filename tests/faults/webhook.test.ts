// The operator's spreadsheet right, slow, wrong, huge, redirecting or gone: no customer ever notices, nothing stored is
// lost, and what can arrive arrives, once.

import { createExecutionContext, createScheduledController, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { CLAIM_MS, MAX_ROUNDS } from '../../worker/domain/forwarding.ts';
import worker from '../../worker/index.ts';
import {
  forwardDue,
  forwardSoon,
  forwardWaiting,
  type Pace,
} from '../../worker/services/forward-submissions.ts';
import { submissionStatement } from '../../worker/db/submissions.ts';
import { GOOD_MESSAGE } from '../fixtures/contact-examples.ts';
import { GOOD_FORM } from '../fixtures/sign-up-examples.ts';
import { cookieAfter } from '../worker/accounts/calls.ts';
import { jsonHeaders, ORIGIN } from '../support/customers.ts';
import { Vendors, type Behaviour } from '../support/vendor-control.ts';

const MINUTE = 60_000;
const ALL = { limit: 100, newestFirst: false };

/** Waits are noted, not waited for; an answer has a second. */
function pace(): Pace & { readonly waited: number[] } {
  const waited: number[] = [];
  return { waited, timeoutMs: 1_000, wait: async (ms) => void waited.push(ms) };
}

const depsAt = (url: string, now: number) => ({
  db: env.DB,
  env: { SHEET_WEBHOOK_URL: url },
  now: () => now,
});

let clock = Date.now();
/** What was logged. */
const said: string[] = [];

async function store(data: Record<string, string | number | boolean> = { name: 'Ana' }): Promise<string> {
  const id = crypto.randomUUID();
  await submissionStatement(env.DB, {
    id,
    type: 'contact',
    email: 'ana@example.com',
    data,
    now: clock,
  }).run();
  return id;
}

const stateOf = (id: string) =>
  env.DB.prepare('SELECT * FROM submission_forwards WHERE submission_id = ?').bind(id).first<{
    state: string;
    attempts: number;
    rounds: number;
    next_attempt_at: number | null;
    last_error: string | null;
  }>();

beforeEach(async () => {
  said.length = 0;
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: unknown) => void said.push(String(line)));
  await env.DB.prepare("UPDATE submission_forwards SET state = 'sent', next_attempt_at = NULL").run();
  clock += 24 * 60 * MINUTE;
});

test('what arrives is the notice of the specification, flat and without passwords', async () => {
  const vendors = new Vendors();
  const id = crypto.randomUUID();
  await submissionStatement(env.DB, {
    id,
    type: 'signup',
    email: 'ana@example.com',
    phone: '5511987654321',
    userAgent: 'Jaguar/9',
    data: { fullName: 'Ana Prado' },
    now: clock,
  }).run();
  await env.DB.prepare(
    `UPDATE submissions SET data = '{"fullName":"Ana Prado","tags":["a",1],"userPassword":"x"}' WHERE id = ?`,
  )
    .bind(id)
    .run();
  expect(await forwardDue(depsAt(vendors.url('sheet'), clock), ALL, pace())).toEqual({
    taken: 1,
    sent: 1,
    failed: 0,
  });
  expect((await vendors.bodies('sheet')).map((body) => JSON.parse(body) as unknown)).toEqual([
    {
      formType: 'signup',
      timestamp: new Date(clock).toISOString(),
      submissionId: id,
      email: 'ana@example.com',
      phone: '5511987654321',
      data: { fullName: 'Ana Prado', tags: '["a",1]' },
    },
  ]);
  expect(await stateOf(id)).toMatchObject({
    state: 'sent',
    attempts: 1,
    next_attempt_at: null,
    last_error: null,
  });
  expect(said.join('\n')).toContain('Submission sent to Google Sheet successfully');
  expect(await forwardDue(depsAt(vendors.url('sheet'), clock), ALL, pace())).toMatchObject({ taken: 0 });
});

const FAILURES: readonly (readonly [Behaviour, RegExp])[] = [
  ['error-500', /answered 500/u],
  ['redirect', /answered 302/u],
  ['down', /could not be reached/u],
  ['slow', /did not answer in 1000 ms/u],
];

test.each(FAILURES)('a webhook that is %s: three attempts, then later again', async (behaviour, error) => {
  const vendors = new Vendors();
  await vendors.set('sheet', { behaviour });
  const id = await store();
  const steps = pace();
  expect(await forwardDue(depsAt(vendors.url('sheet'), clock), ALL, steps)).toEqual({
    taken: 1,
    sent: 0,
    failed: 1,
  });
  expect(steps.waited).toEqual([1_000, 2_000]);
  expect(await vendors.hits('sheet')).toBe(3);
  const failed = await stateOf(id);
  expect(failed).toMatchObject({ state: 'failed', attempts: 3, rounds: 1, next_attempt_at: clock + MINUTE });
  expect(failed?.last_error).toMatch(error);
  expect(said.join('\n')).toContain('Failed to send to Google Sheet');

  // Not before its time; and then it arrives, because the webhook is well again.
  await vendors.set('sheet', { behaviour: 'well' });
  const deps = (now: number) => depsAt(vendors.url('sheet'), now);
  expect(await forwardDue(deps(clock + MINUTE - 1), ALL, pace())).toMatchObject({ taken: 0 });
  expect(await forwardDue(deps(clock + MINUTE), ALL, pace())).toMatchObject({ sent: 1 });
  expect(await stateOf(id)).toMatchObject({ state: 'sent', attempts: 4, rounds: 2, last_error: null });
});

test.each(['endless', 'dripping', 'html', 'truncated'] as const)(
  'an answer whose body is %s is received: the body is not read',
  async (behaviour) => {
    const vendors = new Vendors();
    await vendors.set('sheet', { behaviour });
    const id = await store();
    const from = Date.now();
    expect(await forwardDue(depsAt(vendors.url('sheet'), clock), ALL, pace())).toMatchObject({ sent: 1 });
    expect(Date.now() - from).toBeLessThan(1_000);
    expect(await stateOf(id)).toMatchObject({ state: 'sent', attempts: 1 });
  },
);

test('a port where nobody listens, or an address that is none, is only a failure', async () => {
  for (const url of ['http://127.0.0.1:9/', 'not an address']) {
    const id = await store();
    expect(await forwardDue(depsAt(url, clock), ALL, pace())).toMatchObject({ failed: 1 });
    expect(await stateOf(id)).toMatchObject({ state: 'failed', attempts: 3 });
    clock += 24 * 60 * MINUTE;
    await env.DB.prepare("UPDATE submission_forwards SET state = 'sent', next_attempt_at = NULL").run();
  }
});

test('two attempts that fail and one that works are one arrival', async () => {
  const vendors = new Vendors();
  await vendors.set('sheet', { behaviour: 'error-500' });
  const id = await store();
  const waited: number[] = [];
  const mending: Pace = {
    timeoutMs: 1_000,
    wait: async (ms) => {
      if (waited.push(ms) === 2) await vendors.set('sheet', { behaviour: 'well' });
    },
  };
  expect(await forwardDue(depsAt(vendors.url('sheet'), clock), ALL, mending)).toMatchObject({ sent: 1 });
  expect(waited).toEqual([1_000, 2_000]);
  expect(await stateOf(id)).toMatchObject({ state: 'sent', attempts: 3 });
});

test('ten runs at the same time send each submission once', async () => {
  const vendors = new Vendors();
  const ids = await Promise.all(Array.from({ length: 12 }, () => store()));
  const deps = depsAt(vendors.url('sheet'), clock);
  const counts = await Promise.all(
    Array.from({ length: 10 }, (_, i) => forwardDue(deps, { limit: 5, newestFirst: i % 2 === 0 }, pace())),
  );
  expect(counts.reduce((sum, { taken }) => sum + taken, 0)).toBe(12);
  const arrived = (await vendors.bodies('sheet')).map(
    (body) => (JSON.parse(body) as { submissionId: string }).submissionId,
  );
  expect(arrived.toSorted()).toEqual(ids.toSorted());
});

test('a run that dies loses its claim by time, and the next one sends', async () => {
  const vendors = new Vendors();
  const id = await store();
  const dying: Pace = { timeoutMs: 1_000, wait: () => Promise.reject(new Error('the isolate is gone')) };
  await vendors.set('sheet', { behaviour: 'error-500' });
  await expect(forwardDue(depsAt(vendors.url('sheet'), clock), ALL, dying)).rejects.toThrow('gone');
  expect(await stateOf(id)).toMatchObject({ state: 'pending', rounds: 1, next_attempt_at: clock + CLAIM_MS });

  await vendors.set('sheet', { behaviour: 'well' });
  const deps = (now: number) => depsAt(vendors.url('sheet'), now);
  expect(await forwardDue(deps(clock + CLAIM_MS - 1), ALL, pace())).toMatchObject({ taken: 0 });
  expect(await forwardDue(deps(clock + CLAIM_MS), ALL, pace())).toMatchObject({ sent: 1 });
});

test('a slow loser does not undo what a later run found out', async () => {
  const vendors = new Vendors();
  const id = await store();
  await vendors.set('sheet', { behaviour: 'error-500' });
  const url = vendors.url('sheet');
  const overtaken: Pace = {
    timeoutMs: 1_000,
    wait: async (ms) => {
      if (ms !== 2_000) return;
      await vendors.set('sheet', { behaviour: 'well' });
      expect(await forwardDue(depsAt(url, clock + CLAIM_MS), ALL, pace())).toMatchObject({ sent: 1 });
      await vendors.set('sheet', { behaviour: 'error-500' });
    },
  };
  expect(await forwardDue(depsAt(url, clock), ALL, overtaken)).toMatchObject({ failed: 1 });
  expect(await stateOf(id)).toMatchObject({ state: 'sent', next_attempt_at: null, last_error: null });
});

test('after the last round it is left to the operators, and is not lost', async () => {
  const vendors = new Vendors();
  await vendors.set('sheet', { behaviour: 'error-500' });
  const id = await store();
  await env.DB.prepare('UPDATE submission_forwards SET rounds = ? WHERE submission_id = ?')
    .bind(MAX_ROUNDS - 1, id)
    .run();
  await forwardDue(depsAt(vendors.url('sheet'), clock), ALL, pace());
  expect(await stateOf(id)).toMatchObject({ state: 'failed', next_attempt_at: null });
  expect(await forwardDue(depsAt(vendors.url('sheet'), clock + 1e12), ALL, pace())).toMatchObject({
    taken: 0,
  });
  const kept = await env.DB.prepare('SELECT id FROM submissions WHERE id = ?').bind(id).first('id');
  expect(kept).toBe(id);
});

test('without a webhook nothing is sent, nothing is deferred, and it all waits', async () => {
  const id = await store();
  const deferred: unknown[] = [];
  forwardSoon({ ...depsAt('', clock), defer: (work) => void deferred.push(work) });
  expect(deferred).toEqual([]);
  expect(await forwardWaiting(depsAt('', clock))).toEqual({ taken: 0, sent: 0, failed: 0 });
  expect(await stateOf(id)).toMatchObject({ state: 'pending', attempts: 0, rounds: 0 });
});

test('the cron works through a backlog in bounded batches, oldest first', async () => {
  const vendors = new Vendors();
  const deps = depsAt(vendors.url('sheet'), clock);
  const ids: string[] = [];
  for (let i = 0; i < 70; i += 1) {
    clock += 1;
    ids.push(await store());
  }
  expect(await forwardWaiting({ ...deps, now: () => clock })).toEqual({ taken: 60, sent: 60, failed: 0 });
  expect(await stateOf(ids[0] ?? '')).toMatchObject({ state: 'sent' });
  expect(await stateOf(ids[69] ?? '')).toMatchObject({ state: 'pending' });
  expect(await forwardWaiting({ ...deps, now: () => clock })).toMatchObject({ sent: 10 });
});

test('each minute the cron sends what waits', async () => {
  const vendors = new Vendors();
  const id = crypto.randomUUID();
  const before = {
    id,
    type: 'contact',
    email: 'ana@example.com',
    data: {},
    now: Date.now() - MINUTE,
  } as const;
  await submissionStatement(env.DB, before).run();
  const ctx = createExecutionContext();
  const minute = createScheduledController({ cron: '* * * * *', scheduledTime: Date.now() });
  await worker.scheduled(minute, { ...env, SHEET_WEBHOOK_URL: vendors.url('sheet') }, ctx);
  await waitOnExecutionContext(ctx);
  expect(await vendors.hits('sheet')).toBe(1);
  expect(await stateOf(id)).toMatchObject({ state: 'sent' });
});

/** The Worker with a webhook, and its deferred work apart from its reply. */
function workerWith(url: string) {
  const bindings = { ...env, SHEET_WEBHOOK_URL: url };
  return async (path: string, body: object, headers: Record<string, string> = {}) => {
    const ctx = createExecutionContext();
    const request = new Request(`${ORIGIN}${path}`, {
      method: 'POST',
      headers: { ...jsonHeaders(), 'Idempotency-Key': crypto.randomUUID(), ...headers },
      body: JSON.stringify(body),
    });
    const from = Date.now();
    const reply = await worker.fetch(request, bindings, ctx);
    return { reply, tookMs: Date.now() - from, deferred: () => waitOnExecutionContext(ctx) };
  };
}

test('all five kinds are forwarded right after they were stored', async () => {
  const vendors = new Vendors();
  const send = workerWith(vendors.url('sheet'));
  const person = { ...GOOD_FORM, email: `ana-${crypto.randomUUID()}@example.com` };
  const steps: { reply: Response; deferred: () => Promise<void> }[] = [];
  const step = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const sent = await send(path, body, headers);
    steps.push(sent);
    await sent.deferred();
    return sent.reply;
  };
  const entered = await step('/api/auth/sign-up', person);
  await step('/api/auth/sign-in', { email: person.email, password: person.password });
  const Cookie = cookieAfter(entered);
  await step('/api/deposits', { amountCents: 100_000, method: 'wire' }, { Cookie });
  const quoted = await step('/api/quotes', { side: 'buy', metal: 'silver', ouncesE4: 10_000 }, { Cookie });
  const { quote } = (await quoted.json()) as { quote: string };
  await step('/api/trades', { quote }, { Cookie });
  await step('/api/contact', GOOD_MESSAGE);
  expect(steps.map(({ reply }) => reply.status)).toEqual([201, 200, 201, 201, 201, 202]);

  const notices = (await vendors.bodies('sheet')).map(
    (body) => JSON.parse(body) as { formType: string; data: Record<string, unknown> },
  );
  expect(notices.map(({ formType }) => formType)).toEqual(['signup', 'login', 'deposit', 'trade', 'contact']);
  expect(notices.map(({ data }) => Object.keys(data))).toEqual([
    ['fullName'],
    ['loginTime'],
    ['amount', 'paymentMethod'],
    ['tradeType', 'metalType', 'ounces', 'price', 'total'],
    ['name', 'subject', 'inquiry', 'message', 'language'],
  ]);
  expect(JSON.stringify(notices)).not.toContain(person.password);
});

test.each(['error-500', 'down', 'endless', 'slow'] as const)(
  'a message is answered at once while the webhook is %s',
  async (behaviour) => {
    const vendors = new Vendors();
    await vendors.set('sheet', { behaviour });
    const { reply, tookMs, deferred } = await workerWith(vendors.url('sheet'))('/api/contact', GOOD_MESSAGE);
    expect(reply.status).toBe(202);
    expect(tookMs).toBeLessThan(1_000);
    // The slow one would take its three times five seconds; what comes of it is above.
    if (behaviour === 'slow') return;
    const { id } = (await reply.json()) as { id: string };
    await deferred();
    expect((await stateOf(id))?.state).toBe(behaviour === 'endless' ? 'sent' : 'failed');
  },
);
