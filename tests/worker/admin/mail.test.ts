// The outbox for operators: what waits, what was given up and why, sending it again, discarding it; and nothing of what
// messages say.

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  MAIL_PAGE,
  type MailsChanged,
  type OutboxPage,
  type OutboxSummary,
} from '../../../worker/contract/operators/mail.ts';
import { claimMails } from '../../../worker/db/outbox-queue.ts';
import { MAIL_CLAIM_MS } from '../../../worker/domain/mail-delivery.ts';
import { MAIL_RULES, type MailMessage } from '../../../worker/domain/mail-messages.ts';
import { DEPOSIT, PURCHASE } from '../../fixtures/mail-examples.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { SetPrices, workerWith } from '../../support/money-calls.ts';
import { mailboxOf, outboxRow, write } from '../../support/outbox.ts';
import { asOperator, codeOf, makeOperator } from './operator-calls.ts';

let ana: Customer;
let operator: Customer;
let ask: ReturnType<typeof asOperator>;
const hub = new SetPrices({});
beforeEach(async () => {
  await env.DB.prepare('DELETE FROM mail_outbox').run();
  ana = await createCustomer(env);
  operator = await makeOperator();
  // Without the binding nothing is sent by itself, so that what was queued is still in the outbox.
  ask = asOperator(operator, workerWith(hub, { MAIL: undefined } as unknown as Partial<Env>));
});

const HOUR = 60 * 60_000;
type State = { readonly state?: 'waiting' | 'dead' | 'sent'; readonly nextAt?: number; readonly at?: number };

async function put(message: MailMessage, { state = 'dead', nextAt, at = Date.now() - HOUR }: State = {}) {
  const id = await write(ana, message, at);
  await env.DB.prepare(
    `UPDATE mail_outbox SET state = ?2, next_attempt_at = ?3, attempts = 9, updated_at = ?4,
       last_error = CASE ?2 WHEN 'sent' THEN NULL ELSE 'The server said no to [address]' END WHERE id = ?1`,
  )
    .bind(id, state, state === 'waiting' ? (nextAt ?? Date.now() + HOUR) : null, at)
    .run();
  return id;
}

const list = async (query: Record<string, string> = {}): Promise<OutboxPage> => {
  const reply = await ask(`/mail?${new URLSearchParams(query)}`);
  expect(reply.status).toBe(200);
  return reply.json();
};
const change = async (what: 'resend' | 'discard', ids: readonly string[]): Promise<MailsChanged> => {
  const reply = await ask(`/mail/${what}`, { method: 'POST', body: { ids } });
  expect(reply.status).toBe(200);
  return reply.json();
};
const lines = async () => {
  const { results } = await env.DB.prepare(
    `SELECT action, subject_id AS subject, before FROM audit_log WHERE actor_id = ? AND action <> 'mail.listed'
     ORDER BY seq`,
  )
    .bind(operator.userId)
    .run<{ action: string; subject: string | null; before: string }>();
  return results.map(({ action, subject, before }) => ({
    action,
    subject,
    before: JSON.parse(before) as unknown,
  }));
};

describe('what is seen', () => {
  test('each list has its own, with kind, age, attempts and error, and nothing of what messages say', async () => {
    const dead = await put(PURCHASE);
    const waiting = await put(DEPOSIT, { state: 'waiting' });
    const sent = await put({ kind: 'welcome' }, { state: 'sent' });
    const [given] = (await list()).mails;
    expect(given).toEqual({
      id: dead,
      kind: 'trade-receipt',
      email: ana.email,
      state: 'dead',
      attempts: 9,
      createdAt: expect.any(String) as string,
      updatedAt: expect.any(String) as string,
      nextAttemptAt: null,
      lastError: 'The server said no to [address]',
      canResend: true,
    });
    expect((await list({ state: 'waiting' })).mails.map(({ id }) => id)).toEqual([waiting]);
    expect((await list({ state: 'sent' })).mails.map(({ id, canResend }) => [id, canResend])).toEqual([
      [sent, false],
    ]);
    const said = JSON.stringify([
      await list(),
      await list({ state: 'waiting' }),
      await list({ state: 'sent' }),
    ]);
    expect(said).not.toMatch(/totalCents|amountCents|transactionId|551417|message|Ana Prado/u);
  });

  test('the summary is true, and knows what it does not know', async () => {
    const oldest = Date.now() - 3 * HOUR;
    await put(DEPOSIT, { state: 'waiting', at: oldest });
    await put(DEPOSIT, { state: 'waiting' });
    const discarded = await put(PURCHASE);
    await put(PURCHASE);
    await change('discard', [discarded]);
    hub.ticksWaiting = 3;
    const summary = async () => (await ask('/mail/summary')).json<OutboxSummary>();
    expect(await summary()).toEqual({
      setUp: false,
      waiting: 2,
      oldestAt: new Date(oldest).toISOString(),
      dead: 1,
      alertTicksWaiting: 3,
    });
    hub.isDown = true;
    expect(await summary()).toMatchObject({ dead: 1, alertTicksWaiting: null });
    hub.isDown = false;
  });

  test('pages go on where they ended, and the address is searched', async () => {
    const ids: string[] = [];
    for (let n = 0; n < MAIL_PAGE + 7; n += 1)
      ids.push(await put(PURCHASE, { at: Date.now() - HOUR - (n % 5) }));
    const first = await list();
    const second = await list({ cursor: first.nextCursor ?? '' });
    expect(first.mails).toHaveLength(MAIL_PAGE);
    expect(second.nextCursor).toBeNull();
    expect([...first.mails, ...second.mails].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect((await list({ search: ana.email.toUpperCase() })).mails).toHaveLength(MAIL_PAGE);
    expect((await list({ search: '%' })).mails).toEqual([]);
  });

  test('a list is asked for by days: when a message was written while it waits, when its end came afterwards', async () => {
    const day = (n: number) => Date.UTC(2026, 0, n);
    const [, second] = await Promise.all([1, 2, 3].map((n) => put(PURCHASE, { at: day(n) })));
    const waiting = await put(DEPOSIT, { state: 'waiting', at: day(2) });
    const days = { from: new Date(day(2)).toISOString(), until: new Date(day(3)).toISOString() };
    expect((await list(days)).mails).toMatchObject([{ id: second }]);
    expect((await list({ state: 'waiting', ...days })).mails).toMatchObject([{ id: waiting }]);
    expect((await list({ state: 'sent', ...days })).mails).toEqual([]);
  });

  test.each([{ state: 'all' }, { cursor: 'x' }, { search: 'a'.repeat(101) }, { from: 'yesterday' }])(
    '%j is refused',
    async (query) => {
      const reply = await ask(`/mail?${new URLSearchParams(query)}`);
      expect([reply.status, await codeOf(reply)]).toEqual([422, 'ValidationFailed']);
    },
  );
});

describe('sending again', () => {
  test('what was given up starts anew, and the log says who asked', async () => {
    const id = await put(PURCHASE, { at: Date.now() - MAIL_RULES['trade-receipt'].usefulForMs - HOUR });
    const before = Date.now();
    expect(await change('resend', [id])).toEqual({ changed: 1, asked: 1 });
    const row = await outboxRow(id);
    expect(row).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(row?.next_attempt_at).toBeGreaterThanOrEqual(before);
    expect(row?.expires_at).toBeGreaterThanOrEqual(before + MAIL_RULES['trade-receipt'].usefulForMs);
    expect(await lines()).toEqual([
      {
        action: 'mail.retried',
        subject: id,
        before: {
          customer: ana.userId,
          kind: 'trade-receipt',
          state: 'dead',
          attempts: 9,
          lastError: 'The server said no to [address]',
        },
      },
    ]);
    // It is queued for the next delivery.
    const { due } = await claimMails(env.DB, { now: Date.now(), until: Date.now() + 1_000, limit: 5 });
    expect(due.map((mail) => mail.id)).toEqual([id]);
  });

  test('it arrives', async () => {
    const id = await put(PURCHASE);
    const reply = await asOperator(operator, workerWith(hub))('/mail/resend', {
      method: 'POST',
      body: { ids: [id] },
    });
    expect(await reply.json()).toEqual({ changed: 1, asked: 1 });
    await expect.poll(async () => (await outboxRow(id))?.state).toBe('sent');
    expect(await mailboxOf(ana.email)).toHaveLength(1);
  });

  test('what waits for its next attempt is tried now; what somebody is sending is left alone', async () => {
    const patient = await put(DEPOSIT, { state: 'waiting' });
    const taken = await put(DEPOSIT, { state: 'waiting', nextAt: Date.now() + MAIL_CLAIM_MS - 30_000 });
    expect(await change('resend', [patient, taken])).toEqual({ changed: 1, asked: 2 });
    expect((await outboxRow(patient))?.next_attempt_at).toBeLessThanOrEqual(Date.now());
    expect((await outboxRow(taken))?.next_attempt_at).toBeGreaterThan(Date.now());
    expect(await lines()).toMatchObject([{ subject: null, before: { mails: expect.any(Array) as unknown } }]);
  });

  test('a link that no longer works is never sent again', async () => {
    const at = Date.now() - HOUR;
    const id = await put({ kind: 'password-reset', resetId: 'r1', expiresAt: at + 1 }, { at });
    expect((await list()).mails[0]).toMatchObject({ id, canResend: false });
    expect(await change('resend', [id])).toEqual({ changed: 0, asked: 1 });
    expect(await outboxRow(id)).toMatchObject({ state: 'dead' });
    expect(await lines()).toEqual([]);
  });

  test.each([
    ['has switched e-mail off', 'UPDATE settings SET notification_email = 0 WHERE user_id = ?'],
    ['is suspended', "UPDATE users SET status = 'suspended' WHERE id = ?"],
  ])('a customer who %s gets security messages only', async (_who, sql) => {
    const receipt = await put(PURCHASE);
    const warning = await put({
      kind: 'security-change',
      change: 'password-changed',
      at: Date.now(),
      device: null,
      place: null,
    });
    await env.DB.prepare(sql).bind(ana.userId).run();
    expect(await change('resend', [receipt, warning])).toEqual({ changed: 1, asked: 2 });
    expect(await outboxRow(receipt)).toMatchObject({ state: 'dead' });
    expect(await outboxRow(warning)).toMatchObject({ state: 'waiting' });
  });

  test('what was sent, discarded or never was is left alone', async () => {
    const sent = await put(PURCHASE, { state: 'sent' });
    const gone = await put(PURCHASE);
    await change('discard', [gone]);
    expect(await change('resend', [sent, gone, 'never-was'])).toEqual({ changed: 0, asked: 3 });
    expect((await lines()).map(({ action }) => action)).toEqual(['mail.discarded']);
  });

  test('two operators at once: it is put into the line once', async () => {
    const id = await put(PURCHASE);
    const other = asOperator(
      await makeOperator(),
      workerWith(hub, { MAIL: undefined } as unknown as Partial<Env>),
    );
    const replies = await Promise.all(
      [ask, other].map(async (press) =>
        (await press('/mail/resend', { method: 'POST', body: { ids: [id] } })).json<MailsChanged>(),
      ),
    );
    expect(replies.map(({ changed }) => changed).toSorted()).toEqual([0, 1]);
  });
});

describe('discarding', () => {
  test('takes a message out of every list, keeps its row, and is logged', async () => {
    const dead = await put(PURCHASE);
    const waiting = await put(DEPOSIT, { state: 'waiting' });
    const due = await put(DEPOSIT, { state: 'waiting', nextAt: Date.now() - 1 });
    const taken = await put(DEPOSIT, { state: 'waiting', nextAt: Date.now() + MAIL_CLAIM_MS - 30_000 });
    expect(await change('discard', [dead, waiting, due, taken])).toEqual({ changed: 3, asked: 4 });
    expect((await list()).mails).toEqual([]);
    expect((await list({ state: 'waiting' })).mails.map(({ id }) => id)).toEqual([taken]);
    expect(await outboxRow(dead)).toMatchObject({ state: 'dead', next_attempt_at: null });
    expect((await lines()).map(({ action }) => action)).toEqual(['mail.discarded']);
    const later = Date.now() + 2 * HOUR;
    const claimed = await claimMails(env.DB, { now: later, until: later + 1_000, limit: 9 });
    expect(claimed.due.map(({ id }) => id)).toEqual([taken]);
    expect(await change('discard', [dead])).toEqual({ changed: 0, asked: 1 });
  });
});

test.each([
  { ids: [] },
  { ids: Array.from({ length: MAIL_PAGE + 1 }, () => 'a') },
  { ids: [7] },
  { ids: ['a'.repeat(151)] },
  {},
])('a choice of %j is refused', async (body) => {
  for (const what of ['resend', 'discard']) {
    const reply = await ask(`/mail/${what}`, { method: 'POST', body });
    expect([reply.status, await codeOf(reply)]).toEqual([422, 'ValidationFailed']);
  }
});

test('a full page fits into one line of the log', async () => {
  const ids: string[] = [];
  for (let n = 0; n < MAIL_PAGE; n += 1)
    ids.push(await write(ana, PURCHASE, Date.now(), `receipt:${crypto.randomUUID()}`));
  expect(await change('discard', ids)).toEqual({ changed: MAIL_PAGE, asked: MAIL_PAGE });
});
