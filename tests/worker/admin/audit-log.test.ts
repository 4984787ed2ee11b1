// The operators' log as it is written and read.

import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AuditActors } from '../../../worker/contract/operators/audit-log.ts';
import { commitAudited } from '../../../worker/db/audit-log.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { call, problemOf } from '../accounts/calls.ts';
import { send } from '../factors/enrol.ts';
import { FIREFOX } from '../security/account.ts';
import { actorOf, check, emptyLog, MACHINE, operator, page, rows, write } from './audit.ts';

beforeEach(emptyLog);

describe('the table', () => {
  test('takes neither changes nor removals', async () => {
    await write(MACHINE);
    await expect(env.DB.prepare(`UPDATE audit_log SET note = 'x'`).run()).rejects.toThrow('append-only');
    await expect(env.DB.prepare('DELETE FROM audit_log').run()).rejects.toThrow('append-only');
    await expect(env.DB.prepare('DELETE FROM audit_head').run()).rejects.toThrow('append-only');
    for (const seq of [0, 1, 3]) {
      const move = env.DB.prepare('UPDATE audit_head SET seq = ?');
      await expect(move.bind(seq).run()).rejects.toThrow('only grows at its end');
    }
    const before = await rows();
    for (const seq of [1, 3, -1]) {
      const put = env.DB.prepare(
        `INSERT OR REPLACE INTO audit_log (seq, id, happened_at, actor, action, previous_hash, hash)
         SELECT ?, 'other', 1, 'me', 'feed.paused', hash, '${'0'.repeat(64)}' FROM audit_log`,
      );
      await expect(put.bind(seq).run()).rejects.toThrow('only grows at its end');
    }
    expect(await rows()).toEqual(before);
  });
});

describe('a change and its line', () => {
  const rename = (id: string, name: string) =>
    env.DB.prepare('UPDATE users SET full_name = ?2 WHERE id = ?1').bind(id, name);
  const nameOf = ({ userId }: Customer) =>
    env.DB.prepare('SELECT full_name AS n FROM users WHERE id = ?').bind(userId).first<string>('n');

  test('are both there, or neither is', async () => {
    const customer = await createCustomer(env, { fullName: 'Ana Prado' });
    const event = { id: 'one', at: 1, by: MACHINE, action: 'customer.suspended' } as const;
    const wrong = env.DB.prepare(`UPDATE users SET status = 'eaten' WHERE id = ?`).bind(customer.userId);
    await expect(commitAudited(env.DB, event, [rename(customer.userId, 'Eva Reis'), wrong])).rejects.toThrow(
      'CHECK',
    );
    expect(await nameOf(customer)).toBe('Ana Prado');
    expect(await rows()).toEqual([]);
    const done = await commitAudited(env.DB, event, [rename(customer.userId, 'Eva Reis')]);
    expect([done.logged, done.results[0]?.meta.changes]).toEqual([true, 1]);
    expect(await nameOf(customer)).toBe('Eva Reis');
    expect(await rows()).toHaveLength(1);
  });

  test('that changed nothing is not there, where that was asked', async () => {
    const event = { id: 'one', at: 1, by: MACHINE, action: 'customer.suspended' } as const;
    const done = await commitAudited(env.DB, event, [rename('nobody', 'x')], { ifChanged: true });
    expect(done.logged).toBe(false);
    expect(await rows()).toEqual([]);
  });

  test('are written once, however often the same event is sent', async () => {
    await write(MACHINE, { id: 'same' });
    await expect(write(MACHINE, { id: 'same' })).rejects.toThrow('UNIQUE');
    expect(await rows()).toHaveLength(1);
  });
});

describe('operators who act in the same instant', () => {
  test.each([20, 60])('%d of them give one unbroken chain', async (count) => {
    const customers = await Promise.all(Array.from({ length: count }, () => createCustomer(env)));
    const done = await Promise.all(
      customers.map((customer, index) =>
        commitAudited(
          env.DB,
          {
            id: crypto.randomUUID(),
            at: Date.now(),
            by: MACHINE,
            action: 'customer.suspended',
            subject: { kind: 'customer', id: customer.userId },
            note: String(index),
          },
          [env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(customer.userId)],
          { ifChanged: index % 2 === 0 },
        ),
      ),
    );
    expect(done.every(({ logged }) => logged)).toBe(true);
    const lines = await rows();
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(new Set(lines.map(({ subject_id: id }) => id)).size).toBe(count);
    const step = await check(await operator());
    expect(step).toMatchObject({ seq: count, headSeq: count, done: true, broken: null });
  });
});

describe('the list', () => {
  test('is newest first, whole, and goes on where it stopped', async () => {
    const who = await operator();
    for (let n = 1; n <= 7; n += 1) await write(actorOf(who), { note: `n${n}` });
    const first = await page(who, '?limit=3');
    expect(first.lines.map(({ note }) => note)).toEqual(['n7', 'n6', 'n5']);
    await write(actorOf(who), { note: 'meanwhile' });
    const second = await page(who, `?limit=3&cursor=${first.nextCursor}`);
    expect(second.lines.map(({ note }) => note)).toEqual(['n4', 'n3', 'n2']);
    const third = await page(who, `?limit=3&cursor=${second.nextCursor}`);
    expect(third).toMatchObject({ lines: [{ note: 'n1' }], nextCursor: null });
  });

  test('says who did what to whom, when, from where, before and after', async () => {
    const [who, customer] = [await operator(), await createCustomer(env)];
    await write(actorOf(who), {
      at: Date.parse('2026-11-21T10:00:00.123Z'),
      action: 'customer.suspended',
      subject: { kind: 'customer', id: customer.userId },
      before: { status: 'active' },
      after: { status: 'suspended' },
      note: 'Pedido do banco',
    });
    const { lines } = await page(who);
    expect(lines).toEqual([
      {
        seq: 1,
        id: expect.any(String),
        at: '2026-11-21T10:00:00.123Z',
        actorId: who.userId,
        actor: who.email,
        action: 'customer.suspended',
        subjectKind: 'customer',
        subjectId: customer.userId,
        subjectEmail: customer.email,
        device: 'Chrome · Linux',
        place: 'São Paulo, BR',
        address: '203.0.113.7',
        before: '{"status":"active"}',
        after: '{"status":"suspended"}',
        note: 'Pedido do banco',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/u),
      },
    ]);
  });

  test('says of a call of an operator who made it, on which device and from which address', async () => {
    const [who, customer] = [await operator(), await createCustomer(env)];
    const open = (from: Readonly<Record<string, string>>) =>
      call(`/api/admin/users/${customer.userId}/views`, {
        method: 'POST',
        headers: { ...who.headers, ...from },
      });
    expect((await open({ 'CF-Connecting-IP': '203.0.113.77', 'User-Agent': FIREFOX })).status).toBe(201);
    expect((await open({ 'CF-Connecting-IP': '' })).status).toBe(201);
    const line = {
      action: 'customer.viewed',
      actorId: who.userId,
      actor: who.email,
      subjectId: customer.userId,
    };
    expect((await page(who)).lines).toMatchObject([
      { ...line, device: null, address: null },
      { ...line, device: 'Firefox · Linux', address: '203.0.113.77' },
    ]);
  });

  test('is filtered by who acted, by what was done and to whom, each alone and together', async () => {
    const [who, other, customer] = [await operator(), await operator(), await createCustomer(env)];
    const to = { kind: 'customer', id: customer.userId } as const;
    await write(actorOf(who), { note: 'a', action: 'customer.viewed', subject: to });
    await write(actorOf(other), { note: 'b', action: 'customer.viewed', subject: to });
    await write(actorOf(other), { note: 'c', action: 'feed.paused', subject: { kind: 'feed', id: 'main' } });
    await write(MACHINE, { note: 'd', action: 'admin.granted', subject: to });
    const notes = async (query: string) => (await page(who, query)).lines.map(({ note }) => note).join('');
    expect(await notes('')).toBe('dcba');
    expect(await notes(`?actor=${other.userId}`)).toBe('cb');
    expect(await notes('?actor=machine')).toBe('d');
    expect(await notes('?action=customer.viewed')).toBe('ba');
    expect(await notes(`?subject=${customer.userId}`)).toBe('dba');
    expect(await notes(`?subject=${encodeURIComponent(` ${customer.email.toUpperCase()} `)}`)).toBe('dba');
    expect(await notes(`?subject=${customer.userId.slice(0, 8)}`)).toBe('dba');
    expect(await notes(`?subject=${encodeURIComponent(customer.email.slice(2, -3))}`)).toBe('dba');
    expect(await notes('?subject=main')).toBe('c');
    expect(await notes(`?subject=${customer.userId}&actor=${other.userId}`)).toBe('b');
    expect(await notes('?subject=nobody@onca.example')).toBe('');
    expect(await notes('?actor=&subject=')).toBe('dcba');
    const actors: AuditActors = await (await send(who, 'GET', '/api/admin/audit-log/actors')).json();
    const named = [who, other].map(({ userId: id, email }) => ({ id, email }));
    expect(actors).toEqual({
      actors: named.toSorted((a, b) => (a.email < b.email ? -1 : 1)),
      hasMachine: true,
    });
  });

  test.each([
    '?limit=0',
    '?limit=201',
    '?limit=many',
    '?cursor=-1',
    '?from=yesterday',
    '?until=2026-01-02',
    '?cursor=1.5',
    `?cursor=${'9'.repeat(16)}`,
    '?action=customer.eaten',
    `?actor=${'a'.repeat(101)}`,
    `?subject=${'a'.repeat(255)}`,
  ])('refuses %s', async (query) => {
    const reply = await send(await operator(), 'GET', `/api/admin/audit-log${query}`);
    expect([reply.status, (await problemOf(reply)).code]).toEqual([422, 'ValidationFailed']);
  });

  test('takes a search as a search, whatever stands in it', async () => {
    const who = await operator();
    await write(actorOf(who));
    for (const typed of [`' OR 1=1 --`, '%', '*', '"', '\u0000', '🪙'.repeat(60)]) {
      const found = await page(who, `?subject=${encodeURIComponent(typed)}`);
      expect(found, `${typed}`).toEqual({ lines: [], nextCursor: null });
    }
  });
});
