// Why two operators look at a withdrawal, and what they say of it: two approvals after the last stop, of two, neither of them the customer.

import { describe, expect, test } from 'vitest';
import type { WithdrawalQueueQuery } from '../../../worker/contract/operators/withdrawals.ts';
import { flagContestedStatement, readReviewBounds } from '../../../worker/db/withdrawals.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';
import { FOUR_EYES, WITHDRAWAL_LIMIT } from '../../../worker/domain/withdrawals.ts';
import {
  approveWithdrawal,
  oneQueued,
  rejectWithdrawal,
  stopWithdrawal,
  withdrawalQueue,
} from '../../../worker/services/operators/withdrawals.ts';
import { cancelWithdrawal } from '../../../worker/services/withdrawals.ts';
import { databaseBefore, migrate } from '../../support/migrations.ts';
import {
  actor,
  addPayoutAccount,
  ask,
  type Books,
  cashOf,
  depsOf,
  findingsOf,
  payoutOf,
  send,
  START,
  withdrawalBooks,
} from '../../support/withdrawal-books.ts';

const CASH = 9_000_000;
const REASON = 'Looked at it with the customer.';
const deps = (books: Books) => depsOf(books) as never;
const approve = (books: Books, id: string, by: string) =>
  approveWithdrawal(deps(books), actor(by), { id, reason: REASON });
const stop = (books: Books, id: string, by: string) =>
  stopWithdrawal(deps(books), actor(by), { id, reason: REASON });

/** What the nightly check says of withdrawals; the deposit that is contested here was never paid. */
const ofWithdrawals = async (books: Books) =>
  (await findingsOf(books)).filter((finding) => !/reais/u.test(finding));

/** Of a deposit of Ana's; the one that is there already, where it is contested again. */
const contest = async ({ db, node }: Books) => {
  node.exec(`PRAGMA foreign_keys = OFF; INSERT OR IGNORE INTO brl_deposits (id, account_id, method, gateway, usd_cents, exchange_brl_cents,
      spread_brl_cents, iof_brl_cents, brl_cents, rate_e4, rate_at, rate_source, spread_bp, iof_bp, state, created_at, paid_at, contested_at)
    VALUES ('c', 'ana', 'ted', 'sandbox', 10000, 50000, 0, 0, 50000, 50000, 1, 'test', 0, 0, 'contested', 1, 1, 1)`);
  await flagContestedStatement(db, 'c').run();
};

async function asked(books: Books, cents: number, to = 'wire') {
  const made = await ask(books, cents, to);
  if (!made.ok) throw new Error(made.error);
  return made.value.id;
}

const flagsOf = async ({ db }: Books, id: string) =>
  JSON.parse(
    (await db.prepare('SELECT flags FROM withdrawals WHERE id = ?').bind(id).first<string>('flags')) ?? '',
  );

describe('the flags', () => {
  test.each([
    [FOUR_EYES.largeAboveCents, []],
    [FOUR_EYES.largeAboveCents + 1, ['large']],
  ])('of %i cents to an account that was paid to before: %j', async (cents, flags) => {
    const books = await withdrawalBooks(CASH);
    await asked(books, 10_000);
    await send(books);
    expect(await flagsOf(books, await asked(books, cents))).toEqual(flags);
  });

  test.each([
    [FOUR_EYES.firstUseAboveCents, []],
    [FOUR_EYES.firstUseAboveCents + 1, ['first-use']],
  ])('of the first %i cents to an account: %j', async (cents, flags) => {
    const books = await withdrawalBooks(CASH);
    expect(await flagsOf(books, await asked(books, cents))).toEqual(flags);
  });

  test('of an account to which a payment came back it is the first use again', async () => {
    const books = await withdrawalBooks(CASH);
    books.bank.mood = 'returned';
    await asked(books, 10_000);
    await send(books);
    expect(await flagsOf(books, await asked(books, 300_000))).toEqual(['first-use']);
  });

  test.each([
    [30 * DAY_MS, []],
    [30 * DAY_MS - 1, ['young-account']],
  ])('of an account that is %i ms old: %j', async (age, flags) => {
    const books = await withdrawalBooks(CASH);
    books.node.exec(`UPDATE accounts SET created_at = ${books.now - age} WHERE id = 'ana'`);
    expect(await flagsOf(books, await asked(books, 10_000))).toEqual(flags);
  });

  test('of the third in a day, also where all three are asked for at once; what was cancelled does not count', async () => {
    const books = await withdrawalBooks(CASH);
    const cancelled = await asked(books, 10_000);
    await cancelWithdrawal(depsOf(books), 'ana', cancelled);
    const three = await Promise.all([3_000, 3_001, 3_002].map((cents) => asked(books, cents)));
    const flags = await Promise.all(three.map((id) => flagsOf(books, id)));
    expect(flags.toSorted()).toEqual([[], [], ['frequent']]);
    books.now += DAY_MS - 1;
    expect(await flagsOf(books, await asked(books, 10_000))).toEqual(['frequent']);
    books.now += DAY_MS;
    expect(await flagsOf(books, await asked(books, 10_000))).toEqual([]);
  });
});

describe('what the terms say before', () => {
  const boundOf = async (books: Books, to = 'wire') =>
    (await readReviewBounds(books.db, 'ana', books.now)).get(`ana-${to}`) ?? -1;
  /** Whether one of so much would be flagged; it is taken back. */
  async function isFlagged(books: Books, cents: number): Promise<boolean> {
    const id = await asked(books, cents);
    const flags = await flagsOf(books, id);
    await cancelWithdrawal(depsOf(books), 'ana', id);
    return flags.length > 0;
  }
  /** By wire no less can be asked for. */
  const LEAST = 2_501;

  test.each<[string, number, (books: Books) => void | Promise<void>]>([
    ['of the first use', FOUR_EYES.firstUseAboveCents, () => undefined],
    [
      'of an account that was paid to',
      FOUR_EYES.largeAboveCents,
      async (books) => {
        await asked(books, 10_000);
        await send(books);
      },
    ],
    [
      'of the third in a day',
      0,
      async (books) => {
        await asked(books, 3_000);
        await asked(books, 3_000, 'pix');
      },
    ],
    [
      'of a new customer',
      0,
      (books) => books.node.exec(`UPDATE accounts SET created_at = ${books.now} WHERE id = 'ana'`),
    ],
    [
      'while a deposit is contested',
      0,
      (books) =>
        books.node.exec(`PRAGMA foreign_keys = OFF;
          INSERT INTO brl_deposits (id, account_id, method, gateway, txid, usd_cents, exchange_brl_cents, spread_brl_cents, iof_brl_cents,
            brl_cents, rate_e4, rate_at, rate_source, spread_bp, iof_bp, state, created_at, expires_at, paid_at, contested_at)
          VALUES ('c', 'ana', 'pix', 'sandbox', '${'a'.repeat(26)}', 10000, 50000, 0, 0, 50000, 50000, ${books.now}, 'test', 0, 0,
            'contested', ${books.now}, ${books.now + 1}, ${books.now}, ${books.now});`),
    ],
  ])('%s is what the batch does', async (_, bound, prepare) => {
    const books = await withdrawalBooks(CASH);
    await prepare(books);
    expect(await boundOf(books)).toBe(bound);
    expect(await isFlagged(books, Math.max(bound + 1, LEAST))).toBe(true);
    expect(await isFlagged(books, Math.max(bound, LEAST))).toBe(bound < LEAST);
  });
});

describe('two operators', () => {
  test('let it go, each once; neither of them is the customer, and the log has a line of each', async () => {
    const books = await withdrawalBooks(CASH);
    const id = await asked(books, 2_000_000);
    expect(await payoutOf(books, id)).toMatchObject({ state: 'waiting-approval' });
    await send(books);
    expect(await approve(books, id, 'ana')).toMatchObject({ error: { code: 'OwnAccount' } });
    for (const by of ['op-1', 'op-1'])
      expect(await approve(books, id, by)).toMatchObject({
        value: { approvals: 1, state: 'waiting-approval', waitsForMe: false },
      });
    await send(books);
    expect(books.bank.creates).toEqual([]);
    expect(await approve(books, id, 'op-2')).toMatchObject({ value: { approvals: 2, state: 'ready' } });
    expect(await approve(books, id, 'op-3')).toMatchObject({ error: { code: 'WithdrawalChanged' } });
    await send(books);
    expect(await payoutOf(books, id)).toMatchObject({ state: 'paid' });
    const lines = await books.db.prepare('SELECT action, note FROM audit_log ORDER BY seq').all();
    expect(lines.results).toEqual([
      { action: 'withdrawal.approved', note: REASON },
      { action: 'withdrawal.approved', note: REASON },
    ]);
    expect(await findingsOf(books)).toEqual([]);
  });

  test('do not shorten a hold: approved before its end, it goes at its end', async () => {
    const books = await withdrawalBooks(CASH);
    books.node.exec(`UPDATE payout_accounts SET status = 'removed', removed_at = 1 WHERE id = 'ana-ted'`);
    addPayoutAccount(books.node, 'ana', 'wire', 'ana-new', books.now - 47 * HOUR_MS);
    const id = await asked(books, 2_000_000, 'new');
    expect(await payoutOf(books, id)).toMatchObject({ state: 'held' });
    for (const by of ['op-1', 'op-2']) await approve(books, id, by);
    books.now = START + HOUR_MS - 1;
    await send(books);
    expect(await payoutOf(books, id)).toMatchObject({ state: 'held' });
    books.now = START + HOUR_MS;
    expect(await send(books)).toMatchObject({ released: 1, sent: 1 });
    expect(await payoutOf(books, id)).toMatchObject({ state: 'paid' });
    expect(await findingsOf(books)).toEqual([]);
  });

  test('are asked anew after a stop, whoever had approved', async () => {
    const books = await withdrawalBooks(CASH);
    const id = await asked(books, 2_000_000);
    for (const by of ['op-1', 'op-2']) await approve(books, id, by);
    expect(await stop(books, id, 'op-3')).toMatchObject({
      value: { state: 'waiting-approval', approvals: 0, flags: ['large', 'first-use', 'stopped'] },
    });
    await send(books);
    expect(await payoutOf(books, id)).toMatchObject({ state: 'waiting-approval' });
    for (const by of ['op-2', 'op-1']) await approve(books, id, by);
    await send(books);
    expect(await payoutOf(books, id)).toMatchObject({ state: 'paid' });
    const details = await oneQueued(deps(books), actor('op-1'), id);
    expect(details).toMatchObject({
      value: {
        decisions: ['approve', 'approve', 'stop', 'approve', 'approve'].map((decision) => ({ decision })),
        operations: [
          { entries: [{ amount: -2_000_000 }, { amount: 2_000_000 }] },
          { entries: { length: 3 } },
        ],
      },
    });
    expect(await findingsOf(books)).toEqual([]);
  });

  test('are asked anew after a contest of which they could not know, whoever had approved', async () => {
    const books = await withdrawalBooks(CASH);
    const id = await asked(books, 2_000_000);
    for (const by of ['op-1', 'op-2']) await approve(books, id, by);
    await contest(books);
    expect(await oneQueued(deps(books), actor('op-1'), id)).toMatchObject({
      value: {
        state: 'waiting-approval',
        approvals: 0,
        waitsForMe: true,
        flags: ['large', 'first-use', 'contested'],
        decisions: [{ isVoid: true }, { isVoid: true }],
      },
    });
    expect(await send(books)).toMatchObject({ sent: 0 });
    // The same operator again, who now knows of it; then one of before and not a third.
    for (const by of ['op-1', 'op-1'])
      expect(await approve(books, id, by)).toMatchObject({
        value: { approvals: 1, state: 'waiting-approval' },
      });
    expect(await approve(books, id, 'op-2')).toMatchObject({ value: { approvals: 2, state: 'ready' } });
    expect(await send(books)).toMatchObject({ sent: 1 });
    // What has left is as it was approved.
    await contest(books);
    expect(await oneQueued(deps(books), actor('op-1'), id)).toMatchObject({ value: { approvals: 2 } });
    expect(await ofWithdrawals(books)).toEqual([]);
  });

  test('who approved it in its hold before a contest have not approved it at its end', async () => {
    const books = await withdrawalBooks(CASH);
    books.node.exec(`UPDATE payout_accounts SET status = 'removed', removed_at = 1 WHERE id = 'ana-ted'`);
    addPayoutAccount(books.node, 'ana', 'wire', 'ana-new', books.now - 47 * HOUR_MS);
    const id = await asked(books, 2_000_000, 'new');
    for (const by of ['op-1', 'op-2']) await approve(books, id, by);
    await contest(books);
    await approve(books, id, 'op-1');
    books.now = START + HOUR_MS;
    expect(await send(books)).toMatchObject({ released: 1, sent: 0 });
    expect(await payoutOf(books, id)).toMatchObject({ state: 'waiting-approval' });
    await approve(books, id, 'op-2');
    expect(await send(books)).toMatchObject({ sent: 1 });
    expect(await ofWithdrawals(books)).toEqual([]);
  });

  test.each([0, 8, 16, 64])(
    'and a contest %i steps later: what was said before it is void',
    async (steps) => {
      const books = await withdrawalBooks(CASH);
      const id = await asked(books, 2_000_000);
      const later = async () => {
        for (let step = 0; step < steps; step += 1) await Promise.resolve();
        return contest(books);
      };
      await Promise.all([approve(books, id, 'op-1'), later(), approve(books, id, 'op-2')]);
      const { seq } = (await books.db
        .prepare('SELECT void_through AS seq FROM withdrawals WHERE id = ?')
        .bind(id)
        .first<{ seq: number }>()) ?? { seq: -1 };
      const details = await oneQueued(deps(books), actor('op-3'), id);
      expect(details).toMatchObject({
        value: { approvals: 2 - seq, state: seq === 0 ? 'ready' : 'waiting-approval' },
      });
    },
  );

  test('stop what has no flag, and what is with the bank nobody stops', async () => {
    const books = await withdrawalBooks(CASH);
    books.bank.mood = 'pending';
    const id = await asked(books, 10_000);
    expect(await approve(books, id, 'op-1')).toMatchObject({ error: { code: 'WithdrawalChanged' } });
    expect(await stop(books, id, 'op-1')).toMatchObject({ value: { state: 'waiting-approval' } });
    for (const by of ['op-1', 'op-2']) await approve(books, id, by);
    await send(books);
    expect(await stop(books, id, 'op-1')).toMatchObject({ error: { code: 'WithdrawalChanged' } });
    const rejection = { id, reason: REASON, customerNote: '' };
    expect(await rejectWithdrawal(deps(books), actor('op-2'), rejection)).toMatchObject({
      error: { code: 'WithdrawalChanged' },
    });
  });

  test('give it back with a note, which the customer reads; the reason stays with them', async () => {
    const books = await withdrawalBooks(CASH);
    const id = await asked(books, 2_000_000);
    const rejection = { id, reason: REASON, customerNote: 'Envie um comprovante da conta.' };
    expect(await rejectWithdrawal(deps(books), actor('op-1'), rejection)).toMatchObject({
      value: { state: 'rejected', failure: 'Envie um comprovante da conta.' },
    });
    expect(await cashOf(books)).toBe(CASH);
    const letters = await books.db
      .prepare(`SELECT message FROM mail_outbox WHERE kind = 'withdrawal-returned'`)
      .all<{ message: string }>();
    expect(letters.results).toHaveLength(1);
    expect(letters.results[0]?.message).toContain('Envie um comprovante');
    expect(letters.results[0]?.message).not.toContain(REASON);
    expect(await findingsOf(books)).toEqual([]);
  });

  test('whose role was taken away meanwhile decide nothing', async () => {
    const books = await withdrawalBooks(CASH);
    const id = await asked(books, 2_000_000);
    books.node.exec(
      `DELETE FROM operator_roles WHERE user_id = 'op-1'; DELETE FROM admin_users WHERE user_id = 'op-1'`,
    );
    expect(await approve(books, id, 'op-1')).toMatchObject({ error: { code: 'Forbidden' } });
    expect(await oneQueued(deps(books), actor('op-2'), id)).toMatchObject({ value: { approvals: 0 } });
  });

  test.each([
    [
      'who is no operator any more',
      `DELETE FROM operator_roles WHERE user_id = 'op-1'; DELETE FROM admin_users WHERE user_id = 'op-1'`,
    ],
    ['who has another role now', `UPDATE operator_roles SET role = 'support' WHERE user_id = 'op-1'`],
    ['who is suspended', `UPDATE users SET status = 'suspended' WHERE id = 'op-1'`],
    ['who is frozen', `INSERT INTO freezes (user_id, frozen_at) VALUES ('op-1', 1)`],
  ])('the approval of one %s does not count, and it waits for another one', async (_, lost) => {
    const books = await withdrawalBooks(CASH);
    books.node.exec(`UPDATE payout_accounts SET status = 'removed', removed_at = 1 WHERE id = 'ana-ted'`);
    addPayoutAccount(books.node, 'ana', 'wire', 'ana-new', books.now - 47 * HOUR_MS);
    const [held, ready] = [await asked(books, 2_000_000, 'new'), await asked(books, 2_000_000)];
    for (const id of [held, ready]) for (const by of ['op-1', 'op-2']) await approve(books, id, by);
    expect(await payoutOf(books, ready)).toMatchObject({ state: 'ready' });
    books.node.exec(lost);
    books.now = START + HOUR_MS;
    expect(await send(books)).toMatchObject({ released: 1, sent: 0 });
    for (const id of [held, ready]) {
      expect(await oneQueued(deps(books), actor('op-3'), id)).toMatchObject({
        value: { state: 'waiting-approval', approvals: 1, waitsForMe: true },
      });
      expect(await approve(books, id, 'op-2')).toMatchObject({ value: { approvals: 1 } });
      expect(await approve(books, id, 'op-3')).toMatchObject({ value: { approvals: 2, state: 'ready' } });
    }
    expect(await send(books)).toMatchObject({ sent: 2 });
    // What has left keeps all who approved it, whatever becomes of them.
    books.node.exec(`UPDATE users SET status = 'suspended' WHERE id = 'op-3'`);
    expect(await oneQueued(deps(books), actor('op-2'), held)).toMatchObject({ value: { approvals: 3 } });
    expect(await findingsOf(books)).toEqual([]);
  });

  test('whom a contest asked for are not forgotten: the nightly check names what lacks its flag', async () => {
    const books = await withdrawalBooks(CASH);
    const id = await asked(books, 10_000);
    books.node.exec(`PRAGMA foreign_keys = OFF;
      INSERT INTO brl_deposits (id, account_id, method, gateway, usd_cents, exchange_brl_cents, spread_brl_cents, iof_brl_cents, brl_cents,
        rate_e4, rate_at, rate_source, spread_bp, iof_bp, state, created_at, paid_at, contested_at)
      VALUES ('c', 'ana', 'ted', 'sandbox', 10000, 50000, 0, 0, 50000, 50000, 1, 'test', 0, 0, 'contested', 1, 1, 1)`);
    expect(await findingsOf(books)).toContain(`withdrawals-have-their-flags: ${id} lacks contested: []`);
    await flagContestedStatement(books.db, 'c').run();
    expect((await findingsOf(books)).join()).not.toContain('flags');
  });

  test('at once, many times: each counts once, and it goes once', async () => {
    const books = await withdrawalBooks(CASH);
    const id = await asked(books, 2_000_000);
    await Promise.all(['op-1', 'op-2', 'op-1', 'op-2', 'op-1', 'op-2'].map((by) => approve(books, id, by)));
    const counted = await books.db
      .prepare('SELECT operator_id AS by, count(*) AS n FROM withdrawal_decisions GROUP BY 1 ORDER BY 1')
      .all();
    expect(counted.results).toEqual([
      { by: 'op-1', n: 1 },
      { by: 'op-2', n: 1 },
    ]);
    await Promise.all([send(books), send(books)]);
    expect(books.bank.creates).toHaveLength(1);
    expect(await findingsOf(books)).toEqual([]);
  });
});

test('the queue shows what is open by age or amount, with any flag or one, page by page, and how long it takes', async () => {
  const books = await withdrawalBooks(CASH);
  const me = actor('op-1');
  const open = [];
  for (let n = 0; n < 5; n += 1) {
    books.now += HOUR_MS;
    open.push(await asked(books, 2_000_000 - n * 100_000));
  }
  const queue = (query: Partial<WithdrawalQueueQuery>) =>
    withdrawalQueue(deps(books), me, {
      limit: 50,
      cursor: undefined,
      state: undefined,
      order: 'oldest',
      ...query,
    });
  /** Two pages of three. */
  const pages = async (query: Partial<WithdrawalQueueQuery>) => {
    const first = await queue({ limit: 3, ...query });
    const [key = '', id = ''] = (first.nextCursor ?? '').split('.');
    return [first, await queue({ limit: 3, cursor: { key: Number(key), id }, ...query })] as const;
  };
  const [first, rest] = await pages({});
  expect([...first.withdrawals, ...rest.withdrawals].map((one) => one.id)).toEqual(open);
  expect(first).toMatchObject({ medianMs: null, withdrawals: [{ waitsForMe: true, mine: false }, {}, {}] });
  expect(rest.nextCursor).toBeNull();
  const smallestFirst = open.toReversed();
  await stop(books, smallestFirst[0] ?? '', 'op-1');
  const largest = await pages({ order: 'largest' });
  expect(largest.flatMap((page) => page.withdrawals.map((one) => one.id))).toEqual(open);
  const stopped = await queue({ flag: 'stopped', order: 'largest', state: 'waiting-approval' });
  expect(stopped.withdrawals.map((one) => one.id)).toEqual(smallestFirst.slice(0, 1));
  expect((await queue({ flag: 'frequent' })).withdrawals.map((one) => one.id)).toEqual(open.slice(2));
  for (const one of open) for (const by of ['op-1', 'op-2']) await approve(books, one, by);
  await send(books);
  const paid = await queue({ state: 'paid', order: 'largest' });
  expect(paid.withdrawals).toHaveLength(5);
  expect(paid.medianMs).toBe(2 * HOUR_MS);
});

test('the limits of an hour and of a day are of the batch: of many at once as many pass as may', async () => {
  const books = await withdrawalBooks(CASH);
  const many = await Promise.all(Array.from({ length: 14 }, () => ask(books, 3_000)));
  expect(many.filter(({ ok }) => ok)).toHaveLength(WITHDRAWAL_LIMIT.max);
  expect(new Set(many.flatMap((one) => (one.ok ? [] : [one.error])))).toEqual(
    new Set(['WithdrawalLimitReached']),
  );
  books.now += WITHDRAWAL_LIMIT.windowMs;
  books.node.exec(`UPDATE level_limits SET max_cents = 50000 WHERE kind = 'withdrawal' AND level = 0`);
  const day = await Promise.all(Array.from({ length: 5 }, () => ask(books, 10_000)));
  // 300.00 of the 500.00 are used already.
  expect(day.filter(({ ok }) => ok)).toHaveLength(2);
  expect(day.flatMap((one) => (one.ok ? [] : [one.error]))).toEqual([
    'LevelNeeded',
    'LevelNeeded',
    'LevelNeeded',
  ]);
  expect(await findingsOf(books)).toEqual([]);
});

test('what nobody confirms within its half hour is the customer’s cash again, and a letter says so', async () => {
  const books = await withdrawalBooks(CASH);
  books.node.exec(`DELETE FROM totp_factors`);
  const id = await asked(books, 10_000);
  expect(await payoutOf(books, id)).toMatchObject({ state: 'unconfirmed' });
  books.now = START + HOUR_MS / 2 - 1;
  await send(books);
  expect(await payoutOf(books, id)).toMatchObject({ state: 'unconfirmed' });
  books.now += 1;
  expect(await send(books)).toMatchObject({ expired: 1, sent: 0 });
  expect(await payoutOf(books, id)).toMatchObject({ state: 'cancelled' });
  expect(await cashOf(books)).toBe(CASH);
  const letters = await books.db.prepare('SELECT kind FROM mail_outbox ORDER BY created_at').all();
  expect(letters.results).toEqual([{ kind: 'withdrawal-confirm' }, { kind: 'withdrawal-returned' }]);
});

test('to an account that is not the customer’s, or not his any more, nothing goes', async () => {
  const books = await withdrawalBooks(CASH);
  addPayoutAccount(books.node, 'op-1', 'wire', 'ana-pix2');
  books.node.exec(`UPDATE payout_accounts SET status = 'removed', removed_at = 1 WHERE id = 'ana-pix'`);
  expect(await ask(books, 10_000, 'pix')).toEqual({ ok: false, error: 'NotFound' });
  expect(await ask(books, 10_000, 'pix2')).toEqual({ ok: false, error: 'NotFound' });
  expect(await cashOf(books)).toBe(CASH);
});

test('0051_void_approvals.sql: approvals of before a stop, or of before a contest that is open, count no longer', () => {
  const db = databaseBefore('0051');
  db.exec('PRAGMA foreign_keys = OFF');
  const withdrawal = (id: string, account: string, state: string) =>
    db.exec(`INSERT INTO withdrawals (id, account_id, payout_account_id, method, amount_cents, fee_cents, state, hold_until, holds, flags,
        requested_at, expected_on, sent_at, gateway, reserve_id)
      VALUES ('${id}', '${account}', 'p', 'wire', 10000, 2500, '${state}', 1, '[]', '["large"]', 1, '2026-12-01',
        ${state === 'sending' ? 9 : 'NULL'}, 'sandbox', 'reserve-${id}')`);
  const said = (id: string, ...words: readonly (readonly [decision: string, at: number])[]) => {
    for (const [index, [decision, at]] of words.entries())
      db.exec(
        `INSERT INTO withdrawal_decisions VALUES ('${id}', ${index + 1}, 'op-${index}', '${decision}', 'Looked at it.', ${at})`,
      );
  };
  for (const [account, state] of [
    ['ana', 'contested'],
    ['bia', 'paid'],
  ] as const)
    db.exec(`INSERT INTO brl_deposits (id, account_id, method, gateway, usd_cents, exchange_brl_cents, spread_brl_cents, iof_brl_cents,
        brl_cents, rate_e4, rate_at, rate_source, spread_bp, iof_bp, state, created_at, paid_at, contested_at)
      VALUES ('${account}', '${account}', 'ted', 'sandbox', 10000, 50000, 0, 0, 50000, 50000, 1, 'test', 0, 0, '${state}', 1, 1, 25)`);
  withdrawal('contested', 'ana', 'waiting-approval');
  said('contested', ['approve', 10], ['approve', 20], ['approve', 30]);
  withdrawal('sent', 'ana', 'sending');
  said('sent', ['approve', 10], ['approve', 20]);
  withdrawal('stopped', 'bia', 'waiting-approval');
  said('stopped', ['approve', 10], ['stop', 20], ['approve', 30]);
  withdrawal('approved', 'bia', 'held');
  said('approved', ['approve', 10]);
  withdrawal('new', 'bia', 'held');
  migrate(db, (name) => name > '0051');
  const voids = db.prepare('SELECT id, void_through AS seq FROM withdrawals ORDER BY id').all();
  expect(Object.fromEntries(voids.map(({ id, seq }) => [id, seq]))).toEqual({
    approved: 0,
    contested: 2,
    new: 0,
    sent: 0,
    stopped: 2,
  });
  expect(() => db.exec(`UPDATE withdrawals SET void_through = 1 WHERE id = 'stopped'`)).toThrow('stays so');
});
