// A customer's timeline: everything of that customer and of nobody else, newest first, only after an opening that is in the
// audit log; and the notes in it, which stay as they were written.

import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TimelineEntry, TimelinePage } from '../../../worker/contract/operators/timeline.ts';
import { mailStatement } from '../../../worker/db/outbox.ts';
import { securityEventStatement } from '../../../worker/db/security-events.ts';
import { NOTE_LIMIT, NOTE_MAX_CHARACTERS, TIMELINE_KINDS } from '../../../worker/domain/timeline.ts';
import { DAY_MS } from '../../../worker/domain/time.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { endow, fund } from '../../support/funds.ts';
import { callsOf } from '../../support/money-calls.ts';
import { addPayoutAccount, withdraw } from '../../support/withdrawals.ts';
import { asOperator, auditOf, codeOf, makeOperator } from './operator-calls.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
let ana: Customer;
let other: Customer;
let operator: Customer;
let ask: ReturnType<typeof asOperator>;

const pathOf = (query = '', whose = ana) =>
  `/users/${whose.userId}/timeline${query === '' ? '' : `?${query}`}`;
const pageOf = async (query = '', whose = ana) =>
  (await (await ask(pathOf(query, whose))).json()) as TimelinePage;
const note = (body: unknown, as = ask, whose = ana) =>
  as(`/users/${whose.userId}/notes`, { method: 'POST', body: body as object });
const opens = (as: typeof ask, whose: Customer) => as(`/users/${whose.userId}/views`, { method: 'POST' });

beforeAll(async () => {
  [ana, other, operator] = await Promise.all([createCustomer(env), createCustomer(env), makeOperator()]);
  ask = asOperator(operator);
  for (const one of [ana, other]) {
    await fund(env.DB, one, 500_000, NOW);
    await endow(env.DB, one, { metal: 'silver', ouncesE4: 10_000, priceCents: 5_000 });
    const payoutAccountId = await addPayoutAccount(env, one);
    await withdraw(env.DB, one, { payoutAccountId, amountCents: 10_000, now: NOW });
    await env.DB.batch([
      securityEventStatement(env.DB, {
        id: crypto.randomUUID(),
        userId: one.userId,
        kind: 'signed-in',
        at: NOW - DAY_MS,
        device: 'Firefox, Linux',
        place: null,
      }),
      mailStatement(env.DB, {
        id: crypto.randomUUID(),
        userId: one.userId,
        message: { kind: 'welcome' },
        now: NOW - 2 * DAY_MS,
      }),
    ]);
    await callsOf(one).post('/api/bonus/claim', {}, crypto.randomUUID());
    await opens(ask, one);
  }
  await note({ id: crypto.randomUUID(), body: 'Ligou sobre o depósito.' });
  const suspend = { status: 'suspended', reason: 'For the test' };
  await ask(`/users/${ana.userId}`, { method: 'PATCH', body: suspend });
});

const newestFirst = (entries: readonly TimelineEntry[]) =>
  entries.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at) || (a.id < b.id ? 1 : -1));

describe('reading', () => {
  test('has every kind of this customer, newest first, and nothing of another', async () => {
    const { entries, nextCursor } = await pageOf();
    expect(nextCursor).toBeNull();
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(TIMELINE_KINDS));
    expect(entries).toEqual(newestFirst(entries));
    const theirs = await pageOf('', other);
    const ids = new Set(theirs.entries.map(({ id }) => id));
    expect(entries.filter(({ id }) => ids.has(id))).toEqual([]);
    expect(theirs.entries.some(({ kind }) => kind === 'note')).toBe(false);
  });

  test('says what happened', async () => {
    const { entries } = await pageOf();
    const of = (kind: TimelineEntry['kind']) => entries.filter((entry) => entry.kind === kind);
    expect(of('access')).toContainEqual(
      expect.objectContaining({ event: 'signed-in', device: 'Firefox, Linux', place: null, times: 1 }),
    );
    expect(of('deposit')).toContainEqual(
      expect.objectContaining({ amountCents: 500_000, method: 'bank_transfer', status: 'completed' }),
    );
    expect(of('withdrawal')).toMatchObject([
      { amountCents: 10_000, method: 'pix', state: 'waiting-approval' },
    ]);
    expect(of('trade')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'buy', metal: 'silver', ouncesE4: 10_000, reversedType: null }),
        expect.objectContaining({ type: 'bonus', totalCents: 0 }),
      ]),
    );
    expect(of('mail')).toContainEqual(
      expect.objectContaining({ mail: 'welcome', state: expect.any(String) }),
    );
    expect(of('view')).toMatchObject([{ action: 'customer.viewed', by: operator.email, note: null }]);
    expect(of('action')).toMatchObject([{ action: 'customer.suspended', note: 'For the test' }]);
    expect(of('note')).toMatchObject([{ body: 'Ligou sobre o depósito.', by: operator.email }]);
  });

  test('page by page it is the same list, in each kind too', async () => {
    const { entries } = await pageOf();
    for (const kind of [null, ...TIMELINE_KINDS]) {
      const wanted = kind === null ? entries : entries.filter((entry) => entry.kind === kind);
      const seen: TimelineEntry[] = [];
      let cursor: string | null = null;
      do {
        const at: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
        const page: TimelinePage = await pageOf(`limit=2${kind === null ? '' : `&kind=${kind}`}${at}`);
        seen.push(...page.entries);
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual(wanted);
    }
  });

  test('is narrowed to days', async () => {
    const at = (ms: number) => encodeURIComponent(new Date(ms).toISOString());
    const page = await pageOf(`from=${at(NOW - DAY_MS)}&until=${at(NOW)}`);
    expect(page.entries.map(({ kind }) => kind)).toEqual(['access']);
  });

  test.each(['kind=secrets', 'kind=', 'limit=0', 'limit=201', 'cursor=x', "cursor=1.a'--", 'from=yesterday'])(
    '%s is refused',
    async (query) => {
      expect((await ask(pathOf(query))).status).toBe(422);
    },
  );

  test('is answered to who opened the dashboard, not the details alone, and not to another operator', async () => {
    const caio = asOperator(await makeOperator());
    expect(await codeOf(await caio(pathOf()))).toBe('ViewNotOpened');
    expect((await caio(`/users/${ana.userId}/detail-views`, { method: 'POST' })).status).toBe(201);
    expect(await codeOf(await caio(pathOf()))).toBe('ViewNotOpened');
    await opens(caio, other);
    expect(await codeOf(await caio(pathOf()))).toBe('ViewNotOpened');
    await opens(caio, ana);
    expect((await caio(pathOf())).status).toBe(200);
  });
});

describe('a note', () => {
  const id = () => crypto.randomUUID();

  test('is there once however often it is sent, with a line of the log that does not repeat it', async () => {
    const same = { id: id(), body: '  Pediu\r\nsegunda via.  ' };
    const replies = await Promise.all(Array.from({ length: 8 }, () => note(same, ask, other)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 204));
    const { entries } = await pageOf('kind=note', other);
    expect(entries).toMatchObject([{ id: same.id, body: 'Pediu\nsegunda via.', by: operator.email }]);
    const lines = (await auditOf(other.userId)).filter(({ action }) => action === 'customer.noted');
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain('segunda');
  });

  test.each([
    ['nothing', { body: '' }],
    ['spaces', { body: ' \n ' }],
    ['too much', { body: 'x'.repeat(NOTE_MAX_CHARACTERS + 1) }],
    ['a number', { body: 7 }],
    ['an id that is none', { id: '1 OR 1', body: 'x' }],
  ])('of %s is refused', async (_, change) => {
    expect((await note({ id: id(), ...change })).status).toBe(422);
  });

  test('keeps what looks like code as text', async () => {
    const body = `<script>alert(1)</script> '); DROP TABLE users; --`;
    const own = id();
    expect((await note({ id: own, body }, ask, other)).status).toBe(204);
    const { entries } = await pageOf('kind=note', other);
    expect(entries.find((entry) => entry.id === own)).toMatchObject({ body });
  });

  test('needs the opening, and a proof of who asks', async () => {
    const blind = asOperator(await makeOperator());
    expect(await codeOf(await note({ id: id(), body: 'x' }, blind))).toBe('ViewNotOpened');
    const late = asOperator(await makeOperator({ steppedUp: false }));
    await opens(late, ana);
    expect(await codeOf(await note({ id: id(), body: 'x' }, late))).toBe('StepUpRequired');
  });

  test('cannot be changed or removed', async () => {
    await expect(env.DB.prepare(`UPDATE customer_notes SET body = 'y'`).run()).rejects.toThrow(
      /append-only/u,
    );
    await expect(env.DB.prepare('DELETE FROM customer_notes').run()).rejects.toThrow(/append-only/u);
  });

  test('of one operator has a limit, whatever is sent at the same time', async () => {
    const busy = asOperator(await makeOperator());
    await opens(busy, other);
    const count = NOTE_LIMIT.max + 5;
    const replies = await Promise.all(
      Array.from({ length: count }, () => note({ id: id(), body: 'x' }, busy, other)),
    );
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(NOTE_LIMIT.max);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});
