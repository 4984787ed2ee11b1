// What is over leaves its table so much at a time: a backlog of any length is worked off by runs that end, and what is not over stays.

import { describe, expect, test } from 'vitest';
import { claimMails } from '../../../worker/db/outbox-queue.ts';
import { SWEEPS_OF_A_RUN, SWEPT_AT_ONCE } from '../../../worker/db/sweep.ts';
import type { NodeD1 } from '../../../worker/commands/node-d1.ts';
import { MAIL_CLAIM_MS } from '../../../worker/domain/mail-delivery.ts';
import { DAY_MS, HOUR_MS } from '../../../worker/domain/time.ts';
import { sweepOldRows } from '../../../worker/services/sweep-old-rows.ts';
import { addCustomer, asD1, emptyBooks } from '../../support/node-books.ts';

const NOW = Date.parse('2027-03-01T12:00:00Z');
/** Three runs. */
const BACKLOG = 2 * SWEPT_AT_ONCE * SWEEPS_OF_A_RUN + 7;
const SHORTER = SWEPT_AT_ONCE + 7;

/** A hash of ours has 43 characters. */
const hash = (prefix: string) => `substr('${prefix}' || i || '${'x'.repeat(43)}', 1, 43)`;
const LATER = NOW + HOUR_MS;

/** Of each table: rows that are over since `at`, by number, and the time of one that is not. */
const TABLES: Readonly<Record<string, { table: string; insert: string; over: number; stays: number }>> = {
  sessions: {
    table: 'sessions',
    insert: `INSERT INTO sessions (id, user_id, remembered, created_at, last_seen_at, expires_at)
      SELECT :p || i, 'ana', 1, :at - 1, :at - 1, :at FROM n`,
    over: NOW - 30 * DAY_MS - 1,
    stays: NOW - 30 * DAY_MS,
  },
  links: {
    table: 'mailed_links',
    insert: `INSERT INTO mailed_links (id, purpose, user_id, email, token_hash, created_at, expires_at)
      SELECT :p || i, 'password', 'ana', 'ana@example.com', ${hash(':p')}, :at - 1, :at FROM n`,
    over: NOW - DAY_MS - 1,
    stays: NOW - DAY_MS,
  },
  devices: {
    table: 'known_devices',
    insert: `INSERT INTO known_devices (user_id, device_hash, first_seen_at, last_seen_at)
      SELECT 'ana', ${hash(':p')}, :at, :at FROM n`,
    over: NOW - 400 * DAY_MS - 1,
    stays: NOW - 400 * DAY_MS,
  },
  'security-events': {
    table: 'security_events',
    insert: `INSERT INTO security_events (id, user_id, kind, happened_at) SELECT :p || i, 'ana', 'signed-in', :at FROM n`,
    over: NOW - 365 * DAY_MS - 1,
    stays: NOW - 365 * DAY_MS,
  },
  mail: {
    table: 'mail_outbox',
    insert: `INSERT INTO mail_outbox (id, user_id, kind, message, email, full_name, language, state, rank, expires_at, created_at, updated_at)
      SELECT :p || i, 'ana', 'trade-receipt', '{}', 'ana@example.com', 'Ana', 'en', iif(i % 2, 'sent', 'dead'), 1, :at + 1, :at,
        :at - iif(i % 2, 0, 60 * ${DAY_MS}) FROM n`,
    over: NOW - 30 * DAY_MS - 1,
    stays: NOW - 30 * DAY_MS,
  },
  subscribers: {
    table: 'newsletter_subscribers',
    insert: `INSERT INTO newsletter_subscribers (email, language, created_at, leave_token)
      SELECT lower(:p) || i || '@example.com', 'en', :at, ${hash(':p')} FROM n`,
    over: NOW - 30 * DAY_MS - 1,
    stays: NOW - 30 * DAY_MS,
  },
  'alert-log': {
    table: 'alert_deliveries',
    insert: `INSERT INTO alert_deliveries (id, alert_id, user_id, metal, direction, target_cents, price_cents, price_at, tick, by_email, created_at)
      SELECT :p || i, :p || i, 'ana', 'gold', 'above', 1, 1, :at, :at, 0, :at FROM n`,
    over: NOW - 365 * DAY_MS - 1,
    stays: NOW - 365 * DAY_MS,
  },
  attempts: {
    table: 'attempts',
    insert: `INSERT INTO attempts (id, bucket, made_at, expires_at) SELECT :p || i, 'b', :at - 1, :at FROM n`,
    over: NOW,
    stays: LATER,
  },
  tickets: {
    table: 'sign_in_tickets',
    insert: `INSERT INTO sign_in_tickets (ticket_hash, user_id, remember, created_at, expires_at)
      SELECT ${hash(':p')}, 'ana', 0, :at - 1, :at FROM n`,
    over: NOW,
    stays: LATER,
  },
  challenges: {
    table: 'spent_challenges',
    insert: `INSERT INTO spent_challenges (challenge_hash, expires_at) SELECT ${hash(':p')}, :at FROM n`,
    over: NOW,
    stays: LATER,
  },
};

function fill(db: NodeD1, what: string, count: number, at: number, prefix: string): void {
  const { insert = '' } = TABLES[what] ?? {};
  const numbers = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  db.exec(
    `${numbers} ${insert.replaceAll("':p'", `'${prefix}'`).replaceAll(':p', `'${prefix}'`).replaceAll(':at', String(at))}`,
  );
}

const rowsOf = (db: NodeD1, what: string): number =>
  Number(db.prepared(`SELECT count(*) AS n FROM ${TABLES[what]?.table}`).get()?.['n']);

async function books(): Promise<NodeD1> {
  const db = emptyBooks();
  await addCustomer(asD1(db), 'ana', NOW);
  return db;
}

/** The database, and how many rows each DELETE or UPDATE of it changed. */
function counting(db: NodeD1): {
  readonly db: D1Database;
  readonly changed: number[];
  readonly sql: Set<string>;
} {
  const changed: number[] = [];
  const sql = new Set<string>();
  const prepare = (text: string) => {
    sql.add(text);
    const of = (statement: ReturnType<NodeD1['prepare']>) => ({
      bind: (...values: never[]) => of(statement.bind(...values)),
      run: async () => {
        const result = await statement.run();
        changed.push(Number(result.meta['changes']));
        return result;
      },
    });
    return of(db.prepare(text));
  };
  return { db: { prepare } as unknown as D1Database, changed, sql };
}

test('a backlog in one table does not hold up the others, and each run ends', async () => {
  const db = await books();
  for (const [what, { over, stays }] of Object.entries(TABLES)) {
    fill(db, what, what === 'attempts' || what === 'mail' ? BACKLOG : SHORTER, over, 'Old');
    fill(db, what, 3, stays, 'New');
  }
  const runs: Readonly<Record<string, number>>[] = [];
  const { db: counted, changed, sql } = counting(db);
  do {
    runs.push(await sweepOldRows(counted, NOW));
    if (runs.length > 10) throw new Error('the runs do not end');
  } while (Object.keys(runs.at(-1) ?? {}).length > 0);
  const all = SWEPT_AT_ONCE * SWEEPS_OF_A_RUN;
  const whole = Object.fromEntries(Object.keys(TABLES).map((what) => [what, SHORTER]));
  // Of the mail half is sent and half was given up: each has a sweep of its own.
  expect(runs).toEqual([
    { ...whole, attempts: all, mail: 2 * all },
    { attempts: all, mail: 7 },
    { attempts: 7 },
    {},
  ]);
  expect(Math.max(...changed)).toBe(SWEPT_AT_ONCE);
  for (const what of Object.keys(TABLES)) expect([what, rowsOf(db, what)]).toEqual([what, 3]);
  // Each finds what is over by an index: a table of any length is never read through.
  const plans = [...sql].map((text) =>
    db
      .prepared(`EXPLAIN QUERY PLAN ${text.replaceAll(/\?\d/gu, '?')}`)
      .all()
      .map(({ detail }) => String(detail)),
  );
  expect(plans.length).toBeGreaterThanOrEqual(Object.keys(TABLES).length + 3);
  expect(plans.flat().filter((detail) => /^SCAN (?!CONSTANT)/u.test(detail))).toEqual([]);
});

test('the tokens of an old session go before it, however many there are; those of others stay', async () => {
  const db = await books();
  fill(db, 'sessions', 2, TABLES['sessions']?.over ?? 0, 'Old');
  fill(db, 'sessions', 1, TABLES['sessions']?.stays ?? 0, 'New');
  const tokens = (session: string, count: number) =>
    db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO refresh_tokens (token_hash, session_id, issued_at, spent_at)
      SELECT substr('${session}-' || i || '${'x'.repeat(43)}', 1, 43), '${session}', 1, 1 FROM n`);
  tokens('Old1', SWEPT_AT_ONCE * SWEEPS_OF_A_RUN + 1);
  tokens('New1', 2);
  // The first run has time for the tokens alone; the other session has none and goes at once.
  expect(await sweepOldRows(asD1(db), NOW)).toEqual({ sessions: 1 });
  expect(await sweepOldRows(asD1(db), NOW)).toEqual({ sessions: 1 });
  expect(db.prepared('SELECT session_id FROM refresh_tokens').all()).toEqual(
    [1, 2].map(() => ({ session_id: 'New1' })),
  );
  expect(rowsOf(db, 'sessions')).toBe(1);
});

describe('letters that came too late', () => {
  const waiting = (db: NodeD1, prefix: string, count: number, { expires = NOW - 1, next = NOW - 2 } = {}) =>
    db.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
      INSERT INTO mail_outbox (id, user_id, kind, message, email, full_name, language, rank, next_attempt_at, expires_at, created_at, updated_at)
      SELECT '${prefix}' || i, 'ana', 'trade-receipt', '{}', 'ana@example.com', 'Ana', 'en', 1, ${next}, ${expires}, 1, 1 FROM n`);
  const dead = (db: NodeD1) => db.prepared("SELECT id FROM mail_outbox WHERE state = 'dead'").all().length;
  const claim = { now: NOW, until: NOW + MAIL_CLAIM_MS, limit: 5 };

  test('are given up a thousand at a time, and nothing is taken meanwhile', async () => {
    const db = await books();
    waiting(db, 'late', SWEPT_AT_ONCE + 1);
    waiting(db, 'due', 1, { expires: NOW + 1 });
    expect(await claimMails(asD1(db), claim)).toEqual({ due: [], putOff: 0, tooLate: SWEPT_AT_ONCE });
    expect(await claimMails(asD1(db), claim)).toMatchObject({ due: [{ id: 'due1' }], tooLate: 1 });
  });

  test('are given up where no mail leaves at all', async () => {
    const db = await books();
    waiting(db, 'late', SWEPT_AT_ONCE + 1);
    waiting(db, 'due', 1, { expires: NOW + 1 });
    expect(await sweepOldRows(asD1(db), NOW)).toEqual({});
    expect(dead(db)).toBe(SWEPT_AT_ONCE + 1);
  });

  test('are given up while they wait for another attempt, but not while a run may be sending them', async () => {
    const db = await books();
    waiting(db, 'taken', 1, { next: NOW + MAIL_CLAIM_MS });
    waiting(db, 'put-off', 1, { next: NOW + MAIL_CLAIM_MS + 1 });
    await sweepOldRows(asD1(db), NOW);
    expect(db.prepared('SELECT id, state FROM mail_outbox ORDER BY id').all()).toEqual([
      { id: 'put-off1', state: 'dead' },
      { id: 'taken1', state: 'waiting' },
    ]);
  });
});

test('a table that cannot be swept is told of, and the others are swept all the same', async () => {
  const db = await books();
  fill(db, 'links', 1, TABLES['links']?.over ?? 0, 'Old');
  fill(db, 'challenges', 1, NOW, 'Old');
  db.exec("CREATE TRIGGER broken BEFORE DELETE ON mailed_links BEGIN SELECT RAISE(ABORT, 'broken'); END");
  await expect(sweepOldRows(asD1(db), NOW)).rejects.toThrow(/^sweeps failed: links: .*broken$/u);
  expect([rowsOf(db, 'links'), rowsOf(db, 'challenges')]).toEqual([1, 0]);
});
