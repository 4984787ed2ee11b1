// Operators see how far each submission has come on its way to the webhook, and send again what did not arrive.

import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import type {
  SubmissionCounters,
  SubmissionForwarding,
} from '../../../worker/contract/operators/submissions.ts';
import { submissionStatement } from '../../../worker/db/submissions.ts';
import { MAX_ROUNDS } from '../../../worker/domain/forwarding.ts';
import { SetPrices, workerWith } from '../../support/money-calls.ts';
import { Vendors } from '../../support/vendor-control.ts';
import { asOperator, codeOf, makeOperator } from './operator-calls.ts';

beforeEach(async () => {
  await env.DB.prepare("UPDATE submission_forwards SET state = 'sent', next_attempt_at = NULL").run();
});

async function store(state: 'pending' | 'failed' | 'sent' = 'pending', rounds = 0): Promise<string> {
  const id = crypto.randomUUID();
  await submissionStatement(env.DB, {
    id,
    type: 'contact',
    email: 'ana@example.com',
    data: { name: 'Ana' },
    now: Date.now() - 60_000,
  }).run();
  if (state !== 'pending') {
    await env.DB.prepare(
      `UPDATE submission_forwards SET state = ?2, rounds = ?3, attempts = ?3 * 3, next_attempt_at = NULL,
         last_error = 'The webhook answered 500' WHERE submission_id = ?1`,
    )
      .bind(id, state, rounds)
      .run();
  }
  return id;
}

async function withWebhook() {
  const vendors = new Vendors();
  const operator = await makeOperator({ tier: 'premium' });
  const worker = workerWith(new SetPrices({}), { SHEET_WEBHOOK_URL: vendors.url('sheet') });
  return { vendors, operator, ask: asOperator(operator, worker) };
}

const linesOf = async (operatorId: string) => {
  const { results } = await env.DB.prepare(
    `SELECT action, subject_id AS subject, before FROM audit_log WHERE actor_id = ? ORDER BY seq`,
  )
    .bind(operatorId)
    .run<{ action: string; subject: string; before: string }>();
  return results.map(({ action, subject, before }) => ({
    action,
    subject,
    before: JSON.parse(before) as unknown,
  }));
};

test('what was given up is sent at an operator’s word, once, and the log says who asked', async () => {
  const { vendors, operator, ask } = await withWebhook();
  const id = await store('failed', MAX_ROUNDS);
  const reply = await ask(`/submissions/${id}/forward`, { method: 'POST' });
  expect(reply.status).toBe(200);
  expect(await reply.json<SubmissionForwarding>()).toMatchObject({
    state: 'sent',
    attempts: MAX_ROUNDS * 3 + 1,
    nextAttemptAt: null,
    lastError: null,
  });
  const bodies = await vendors.bodies('sheet');
  expect(bodies).toHaveLength(1);
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ submissionId: id, formType: 'contact' });
  expect(await linesOf(operator.userId)).toEqual([
    {
      action: 'submission.retried',
      subject: id,
      before: { state: 'failed', attempts: MAX_ROUNDS * 3, lastError: 'The webhook answered 500' },
    },
  ]);
});

test('what has arrived is not sent a second time, nor logged', async () => {
  const { vendors, operator, ask } = await withWebhook();
  const id = await store('sent');
  const reply = await ask(`/submissions/${id}/forward`, { method: 'POST' });
  expect(await reply.json<SubmissionForwarding>()).toMatchObject({ state: 'sent' });
  expect(await vendors.hits('sheet')).toBe(0);
  expect(await linesOf(operator.userId)).toEqual([]);
});

test('a webhook that still fails is said so, and the cron goes on where it was', async () => {
  const { vendors, ask } = await withWebhook();
  await vendors.set('sheet', { behaviour: 'error-500' });
  const id = await store('failed', 3);
  const before = Date.now();
  const answer = await (
    await ask(`/submissions/${id}/forward`, { method: 'POST' })
  ).json<SubmissionForwarding>();
  expect(answer).toMatchObject({ state: 'failed', attempts: 10, lastError: 'The webhook answered 500' });
  expect(Date.parse(answer.nextAttemptAt ?? '')).toBeGreaterThanOrEqual(before + 4 * 60_000);
  expect(await vendors.hits('sheet')).toBe(1);
  // After the last round it stays given up, whatever an operator tried in between.
  const last = await store('failed', MAX_ROUNDS);
  const given = await (
    await ask(`/submissions/${last}/forward`, { method: 'POST' })
  ).json<SubmissionForwarding>();
  expect(given).toMatchObject({ state: 'failed', nextAttemptAt: null });
});

test('ten operators press at once: it is sent once, and logged once', async () => {
  const { vendors, ask, operator } = await withWebhook();
  const others = await Promise.all(Array.from({ length: 9 }, () => makeOperator({ tier: 'premium' })));
  const worker = workerWith(new SetPrices({}), { SHEET_WEBHOOK_URL: vendors.url('sheet') });
  const id = await store('failed', 2);
  const everybody = [ask, ...others.map((other) => asOperator(other, worker))];
  const replies = await Promise.all(
    everybody.map((press) => press(`/submissions/${id}/forward`, { method: 'POST' })),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
  expect(await vendors.hits('sheet')).toBe(1);
  const lines = await Promise.all([operator, ...others].map(({ userId }) => linesOf(userId)));
  expect(lines.flat().filter(({ subject }) => subject === id)).toHaveLength(1);
});

test('all that failed goes back into the line; what waits or has arrived stays as it is', async () => {
  const { vendors, operator, ask } = await withWebhook();
  const failed = await Promise.all([store('failed', MAX_ROUNDS), store('failed', 1), store('failed', 5)]);
  const sent = await store('sent');
  const counters = await (await ask('/submissions/counters')).json<SubmissionCounters>();
  expect(counters).toMatchObject({ failed: 3, hasWebhook: true });
  const reply = await ask('/submissions/forward-failed', { method: 'POST' });
  expect(await reply.json()).toEqual({ queued: 3 });
  // The test's worker waits for what outlives the reply: three of them went at once.
  expect(await vendors.hits('sheet')).toBe(3);
  for (const id of failed) {
    const { forwarding } = await (
      await ask(`/submissions/${id}`)
    ).json<{ forwarding: SubmissionForwarding }>();
    expect(forwarding.state).toBe('sent');
  }
  expect((await vendors.bodies('sheet')).join('')).not.toContain(sent);
  expect(await linesOf(operator.userId)).toEqual([
    { action: 'submission.retried', subject: 'failed', before: { failed: 3 } },
  ]);
  // Nothing is left to send: nothing is done, and nothing logged.
  expect(await (await ask('/submissions/forward-failed', { method: 'POST' })).json()).toEqual({ queued: 0 });
  expect(await linesOf(operator.userId)).toHaveLength(1);
});

test('the list can be narrowed to what failed', async () => {
  const { ask } = await withWebhook();
  const ids = await Promise.all([store('failed', 1), store('failed', 2)]);
  await store('pending');
  const { submissions } = await (
    await ask('/submissions?forwarding=failed')
  ).json<{ submissions: { id: string }[] }>();
  expect(submissions.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
});

test('without a webhook nothing is tried, and it is said why', async () => {
  const operator = await makeOperator({ tier: 'premium' });
  const ask = asOperator(operator);
  const id = await store('failed', 1);
  for (const path of [`/submissions/${id}/forward`, '/submissions/forward-failed']) {
    const reply = await ask(path, { method: 'POST' });
    expect([reply.status, await codeOf(reply)]).toEqual([409, 'WebhookMissing']);
  }
  expect(await linesOf(operator.userId)).toEqual([]);
  expect((await ask(`/submissions/none/forward`, { method: 'POST' })).status).toBe(404);
});
