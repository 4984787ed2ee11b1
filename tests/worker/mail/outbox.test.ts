// Who is written to: the outbox's one statement decides, in the batch of the event.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { claimMails } from '../../../worker/db/outbox-queue.ts';
import { mailForEachStatement, mailStatement } from '../../../worker/db/outbox.ts';
import { MAIL_RULES, type MailMessage } from '../../../worker/domain/mail-messages.ts';
import { ALERT, DEPOSIT, PURCHASE, RESET, SIGN_IN } from '../../fixtures/mail-examples.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { outboxOf, write } from '../../support/outbox.ts';

const NOW = 1_800_000_000_000;
const CHANGE = { ...SIGN_IN, kind: 'security-change', change: 'two-step-off' } as const satisfies MailMessage;

const switchOff = ({ userId }: Customer) =>
  env.DB.prepare('UPDATE settings SET notification_email = 0 WHERE user_id = ?').bind(userId).run();
const suspend = ({ userId }: Customer) =>
  env.DB.prepare("UPDATE users SET status = 'suspended' WHERE id = ?").bind(userId).run();

test('a message goes to the address and in the language the customer had when it happened', async () => {
  const ana = await createCustomer(env, { language: 'pt-BR', fullName: 'Ana Prado' });
  await write(ana, PURCHASE, NOW);
  await env.DB.prepare("UPDATE settings SET language = 'en' WHERE user_id = ?").bind(ana.userId).run();
  expect(await outboxOf(ana)).toMatchObject([
    {
      kind: 'trade-receipt',
      email: ana.email,
      full_name: 'Ana Prado',
      language: 'pt-BR',
      state: 'waiting',
      rank: 1,
      attempts: 0,
      next_attempt_at: NOW,
      expires_at: NOW + MAIL_RULES['trade-receipt'].usefulForMs,
      message: JSON.stringify(PURCHASE),
    },
  ]);
});

describe.each([
  ['welcome', { kind: 'welcome' } as MailMessage, false],
  ['a deposit receipt', DEPOSIT, false],
  ['a trade receipt', PURCHASE, false],
  ['an alert', ALERT, false],
  ['a link for a new password', RESET, true],
  ['a new sign-in', SIGN_IN, true],
  ['a change of security', CHANGE, true],
])('%s', (_name, message, always) => {
  test('goes to a customer as they start out', async () => {
    const ana = await createCustomer(env);
    await write(ana, message, NOW);
    expect(await outboxOf(ana)).toHaveLength(1);
  });

  test(`${always ? 'goes' : 'does not go'} to whoever switched e-mail off or is suspended`, async () => {
    const silent = await createCustomer(env);
    const suspended = await createCustomer(env);
    await switchOff(silent);
    await suspend(suspended);
    for (const customer of [silent, suspended]) {
      await write(customer, message, NOW);
      expect(await outboxOf(customer)).toHaveLength(always ? 1 : 0);
    }
  });
});

test('an event is written to the customer once, however often it is stored', async () => {
  const ana = await createCustomer(env);
  const id = crypto.randomUUID();
  await Promise.all(Array.from({ length: 8 }, () => write(ana, PURCHASE, NOW, id)));
  expect(await outboxOf(ana)).toHaveLength(1);
});

test('nobody is nobody: an unknown customer is no mistake and no message', async () => {
  await write({ userId: 'nobody' }, RESET, NOW);
  expect(await outboxOf({ userId: 'nobody' })).toEqual([]);
});

test('a batch that fails takes its message with it', async () => {
  const ana = await createCustomer(env);
  const broken = env.DB.prepare('INSERT INTO guards (operation_id, step, n) VALUES (?, ?, 0)').bind('x', 'y');
  const mail = mailStatement(env.DB, { id: 'lost', userId: ana.userId, message: PURCHASE, now: NOW });
  await expect(env.DB.batch([mail, broken])).rejects.toThrow(/guard_matched_one_row/u);
  expect(await outboxOf(ana)).toEqual([]);
});

test('one statement writes to many, each by their own settings, and again writes nothing', async () => {
  const customers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => createCustomer(env, { language: n % 2 === 0 ? 'en' : 'pt-BR' })),
  );
  const [silent, suspended] = customers;
  if (silent === undefined || suspended === undefined) throw new Error('twelve were made');
  await switchOff(silent);
  await suspend(suspended);
  const ids = JSON.stringify(customers.map(({ userId }) => userId));
  const all = mailForEachStatement(env.DB, {
    kind: 'alert-fired',
    rows: `SELECT 'fired:' || value AS id, value AS user_id, json_set(?2, '$.priceCents', 440120) AS message
           FROM json_each(?1)`,
    params: [ids, JSON.stringify(ALERT)],
    now: NOW,
    origin: 'https://onca.example',
  });
  expect((await all.run()).meta.changes).toBeGreaterThanOrEqual(10);
  await all.run();
  const rows = (await Promise.all(customers.map((customer) => outboxOf(customer)))).map(
    (mine) => mine.length,
  );
  expect(rows).toEqual([0, 0, ...Array.from({ length: 10 }, () => 1)]);
  const [third] = await outboxOf(customers[2] ?? silent);
  expect(third).toMatchObject({ language: 'en', rank: 1, origin: 'https://onca.example' });
  expect(JSON.parse(third?.message ?? '')).toEqual(ALERT);
});

test.each([
  ['a kind nobody knows', "kind = 'advertisement'", /FOREIGN KEY/u],
  ['a message that is no object', "message = '[]'", /CHECK/u],
  ['waiting without a time', 'next_attempt_at = NULL', /waiting_has_a_time/u],
  ['sent, yet to be sent again', "state = 'sent'", /waiting_has_a_time/u],
  ['over before it begins', 'expires_at = created_at', /mail_expires_later/u],
])('the table refuses %s', async (_name, change, error) => {
  const ana = await createCustomer(env);
  await write(ana, PURCHASE, NOW);
  const broken = env.DB.prepare(`UPDATE mail_outbox SET ${change} WHERE user_id = ?`).bind(ana.userId).run();
  await expect(broken).rejects.toThrow(error);
});

test('taking a handful reads about a handful, however long the line is', async () => {
  const ana = await createCustomer(env);
  const many = (count: number, at: number) =>
    mailForEachStatement(env.DB, {
      kind: 'alert-fired',
      rows: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?3)
             SELECT 'many:' || ?4 || ':' || i AS id, ?1 AS user_id, ?2 AS message FROM n`,
      params: [ana.userId, JSON.stringify(ALERT), count, at],
      now: at,
    }).run();
  // Half of the line is due, half of it waits for its next attempt.
  await many(3_000, NOW);
  await many(3_000, NOW + 1_000);
  const rowsRead: number[] = [];
  const counting = {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await env.DB.batch(statements);
      rowsRead.push(results.reduce((sum, { meta }) => sum + meta.rows_read, 0));
      return results;
    },
  } as unknown as D1Database;
  const { due } = await claimMails(counting, { now: NOW + 500, until: NOW + 60_000, limit: 20 });
  expect(due).toHaveLength(20);
  // With each its reader, the budget of its recipient and the rate of its day: no call of their own.
  expect(rowsRead[0]).toBeLessThan(400);
});
