// Who sends what, and when: several runs at once, runs that die, messages that came too late or cannot be read, links that
// no longer work. Nobody is written to twice without need, and nothing holds up the rest.

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hashLinkToken, linkToken } from '../../worker/auth/mailed-link-token.ts';
import { claimMails } from '../../worker/db/outbox-queue.ts';
import { MAIL_ATTEMPTS, MAIL_CLAIM_MS } from '../../worker/domain/mail-delivery.ts';
import { MAIL_RULES } from '../../worker/domain/mail-messages.ts';
import { bindingTransport } from '../../worker/mail/binding-transport.ts';
import { deliverDue } from '../../worker/services/deliver-mail.ts';
import { ALERT, PURCHASE, RESET, REVERSAL, SIGN_IN } from '../fixtures/mail-examples.ts';
import { createCustomer, type Customer } from '../support/customers.ts';
import {
  deliver,
  failing,
  fakeBinding,
  MAIL_TIMEOUT_MS,
  mailDepsAt,
  well,
  WHOLE_RUN,
} from '../support/mail-transport.ts';
import { emptyOutbox, outboxRow, write } from '../support/outbox.ts';

let clock = 1_800_000_000_000;
let ana: Customer;
const said: string[] = [];

beforeEach(async () => {
  said.length = 0;
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((line: unknown) => void said.push(String(line)));
  await emptyOutbox();
  clock += 60 * 24 * 60 * 60_000;
  ana = await createCustomer(env, { language: 'en' });
});

describe('several runs at once', () => {
  test('send each message once', async () => {
    const ids = await Promise.all(Array.from({ length: 60 }, () => write(ana, REVERSAL, clock)));
    const { binding, sent } = fakeBinding(async () => {
      await scheduler.wait(Math.random() * 10);
      return well();
    });
    const counts = await Promise.all(
      Array.from({ length: 8 }, () => deliver(clock, binding, { handful: 5, rounds: 50 })),
    );
    expect(counts.reduce((sum, { sent: mine }) => sum + mine, 0)).toBe(60);
    expect(sent.map(({ headers }) => headers['X-Onca-Message']).toSorted()).toEqual(ids.toSorted());
    // More than one of them really worked.
    expect(counts.filter(({ taken }) => taken > 0).length).toBeGreaterThan(1);
  });

  test('a taker that dies loses its messages by time, and the attempt counts', async () => {
    const id = await write(ana, PURCHASE, clock);
    const { due } = await claimMails(env.DB, { now: clock, until: clock + MAIL_CLAIM_MS, limit: 5 });
    expect(due).toHaveLength(1);
    const { binding, sent } = fakeBinding(well);
    expect(await deliver(clock + MAIL_CLAIM_MS - 1, binding)).toMatchObject({ taken: 0 });
    expect(await deliver(clock + MAIL_CLAIM_MS, binding)).toMatchObject({ taken: 1, sent: 1 });
    expect([sent.length, (await outboxRow(id))?.attempts]).toEqual([1, 2]);
  });

  test('a message that kills every taker is given up in the end', async () => {
    const id = await write(ana, PURCHASE, clock);
    let now = clock;
    for (let n = 0; n < MAIL_ATTEMPTS; n += 1) {
      await claimMails(env.DB, { now, until: now + MAIL_CLAIM_MS, limit: 5 });
      now += MAIL_CLAIM_MS;
    }
    const { binding, sent } = fakeBinding(well);
    expect(await deliver(now, binding)).toMatchObject({ taken: 1, sent: 0, givenUp: 1 });
    expect(sent).toEqual([]);
    expect((await outboxRow(id))?.last_error).toContain('never ended');
  });

  test('a slow loser does not overwrite what a later run found out', async () => {
    const id = await write(ana, PURCHASE, clock);
    const { binding: slow } = fakeBinding(async () => {
      // While this attempt hangs, its claim ends and another run sends the message.
      await deliver(clock + MAIL_CLAIM_MS, fakeBinding(well).binding);
      throw new Error('too late');
    });
    await deliver(clock, slow);
    expect(await outboxRow(id)).toMatchObject({ state: 'sent', last_error: null });
  });

  test('a late success is a success', async () => {
    const id = await write(ana, PURCHASE, clock);
    const { binding: slow } = fakeBinding(async () => {
      await deliver(clock + MAIL_CLAIM_MS, fakeBinding(failing('E_DELIVERY_FAILED')).binding);
      return well();
    });
    await deliver(clock, slow);
    expect(await outboxRow(id)).toMatchObject({ state: 'sent', next_attempt_at: null });
  });
});

test('security goes first, whatever waits', async () => {
  for (let n = 0; n < 12; n += 1) await write(ana, ALERT, clock - 1_000 + n);
  const urgent = await write(ana, SIGN_IN, clock);
  const { binding, sent } = fakeBinding(well);
  await deliver(clock, binding, { handful: 1, rounds: 1 });
  expect(sent.map(({ headers }) => headers['X-Onca-Message'])).toEqual([urgent]);
});

test('what came too late is given up unsent', async () => {
  const id = await write(ana, ALERT, clock);
  const { binding, sent } = fakeBinding(well);
  const count = await deliver(clock + MAIL_RULES['alert-fired'].usefulForMs, binding);
  expect([count, sent.length]).toEqual([{ taken: 0, sent: 0, failed: 0, givenUp: 1 }, 0]);
  expect(await outboxRow(id)).toMatchObject({ state: 'dead', last_error: 'Came too late to be useful' });
});

test('a row nobody can read is given up, and holds up no other', async () => {
  const broken = await write(ana, PURCHASE, clock);
  const whole = await write(ana, PURCHASE, clock);
  await env.DB.prepare('UPDATE mail_outbox SET message = \'{"side":"lend"}\' WHERE id = ?')
    .bind(broken)
    .run();
  const { binding } = fakeBinding(well);
  expect(await deliver(clock, binding)).toEqual({ taken: 2, sent: 1, failed: 0, givenUp: 1 });
  expect((await outboxRow(broken))?.last_error).toContain('Could not be written');
  expect((await outboxRow(whole))?.state).toBe('sent');
});

describe('a link for a new password', () => {
  const tokenOf = (id: string) => linkToken(env.SESSION_SECRET, { purpose: 'password-reset', id });

  async function reset(uses: 0 | 1): Promise<string> {
    const resetId = crypto.randomUUID();
    await env.DB.prepare(
      `INSERT INTO mailed_links (id, purpose, user_id, email, token_hash, created_at, expires_at, uses, spent_at)
       VALUES (?1, 'password-reset', ?2, ?7, ?3, ?4, ?5, ?6, iif(?6 = 1, ?4, NULL))`,
    )
      .bind(resetId, ana.userId, hashLinkToken(tokenOf(resetId)), clock, clock + 30 * 60_000, uses, ana.email)
      .run();
    return resetId;
  }

  test('carries the token, which is stored nowhere', async () => {
    const resetId = await reset(0);
    const id = await write(ana, { ...RESET, resetId }, clock);
    const { binding, sent } = fakeBinding(well);
    await deliver(clock, binding);
    const token = tokenOf(resetId);
    expect(JSON.stringify(sent[0])).toContain(`https://onca.example/en/reset-password#token=${token}`);
    expect(JSON.stringify(await outboxRow(id))).not.toContain(token);
    expect(said.join('\n')).not.toContain(token);
  });

  test('that cannot be read just now is sent later', async () => {
    const id = await write(ana, { ...RESET, resetId: await reset(0) }, clock);
    const { binding, sent } = fakeBinding(well);
    const flaky = {
      prepare(sql: string) {
        if (sql.includes('mailed_links')) throw new Error('D1_ERROR: Network connection lost.');
        return env.DB.prepare(sql);
      },
      batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
    } as unknown as D1Database;
    const transport = bindingTransport(binding, MAIL_TIMEOUT_MS);
    const counted = await deliverDue({ ...mailDepsAt(clock), db: flaky }, WHOLE_RUN, transport);
    expect(counted).toMatchObject({ sent: 0, failed: 1, givenUp: 0 });
    const waiting = await outboxRow(id);
    expect(waiting?.state).toBe('waiting');
    expect(await deliver(waiting?.next_attempt_at ?? 0, binding)).toMatchObject({ sent: 1 });
    expect(sent).toHaveLength(1);
  });

  test('that was used or replaced meanwhile is not sent', async () => {
    const id = await write(ana, { ...RESET, resetId: await reset(1) }, clock);
    const { binding, sent } = fakeBinding(well);
    expect(await deliver(clock, binding)).toMatchObject({ sent: 0, givenUp: 1 });
    expect([sent.length, (await outboxRow(id))?.state]).toEqual([0, 'dead']);
  });
});

test('trouble of the database while noting down is no loss: the message is sent again', async () => {
  const id = await write(ana, PURCHASE, clock);
  const { binding, sent } = fakeBinding(well);
  let batches = 0;
  const flaky = {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: async (statements: D1PreparedStatement[]) => {
      batches += 1;
      if (batches === 2) throw new Error('D1_ERROR: Network connection lost');
      return env.DB.batch(statements);
    },
  } as unknown as D1Database;
  const transport = bindingTransport(binding, MAIL_TIMEOUT_MS);
  await expect(deliverDue({ ...mailDepsAt(clock), db: flaky }, WHOLE_RUN, transport)).rejects.toThrow(
    /connection lost/u,
  );
  expect((await outboxRow(id))?.state).toBe('waiting');
  expect(await deliver(clock + MAIL_CLAIM_MS, binding)).toMatchObject({ sent: 1 });
  // At least once; both copies have the same id.
  expect(new Set(sent.map(({ headers }) => headers['X-Onca-Message'])).size).toBe(1);
  expect(sent).toHaveLength(2);
});
