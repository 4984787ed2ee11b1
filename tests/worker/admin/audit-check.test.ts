// The operators' log as it is checked and taken away.

import { env } from 'cloudflare:workers';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AuditExportReady } from '../../../worker/contract/operators/audit-log.ts';
import { AUDIT_GENESIS_HASH, auditText } from '../../../worker/domain/audit.ts';
import { CHAIN_START, type ChainedLine, followChain } from '../../../worker/domain/audit-chain.ts';
import { AUDIT_COLUMNS, lineOfCells } from '../../../worker/domain/audit-table.ts';
import { CSV_START } from '../../../worker/domain/csv.ts';
import { sha256 } from '../../../worker/auth/sha256.ts';
import { AUDIT_EXPORT_OPEN_MS, CHECKED_AT_ONCE } from '../../../worker/services/operators/audit-log.ts';
import type { Customer } from '../../support/customers.ts';
import { problemOf } from '../accounts/calls.ts';
import { send } from '../factors/enrol.ts';
import {
  actorOf,
  check,
  emptyLog,
  GUARDS,
  MACHINE,
  nothing,
  operator,
  page,
  rows,
  tamper,
  write,
} from './audit.ts';

beforeEach(emptyLog);

describe('the check', () => {
  const fill = async (count: number) => {
    for (let n = 1; n <= count; n += 1) await write(MACHINE, { note: `n${n}` });
  };

  test('of an empty log finds nothing wrong', async () => {
    expect(await check(await operator())).toEqual({
      seq: 0,
      hash: AUDIT_GENESIS_HASH,
      headSeq: 0,
      done: true,
      broken: null,
    });
  });

  test.each([
    ['a changed note', `UPDATE audit_log SET note = 'x' WHERE seq = 3`, { seq: 3, kind: 'changed' }],
    ['a changed actor', `UPDATE audit_log SET actor = 'x' WHERE seq = 1`, { seq: 1, kind: 'changed' }],
    ['a changed time', 'UPDATE audit_log SET happened_at = 1 WHERE seq = 5', { seq: 5, kind: 'changed' }],
    ['a removed line', 'DELETE FROM audit_log WHERE seq = 2', { seq: 2, kind: 'missing' }],
    ['a removed end', 'DELETE FROM audit_log WHERE seq > 3', { seq: 4, kind: 'missing' }],
    ['a removed last line', 'DELETE FROM audit_log WHERE seq = 5', { seq: 5, kind: 'missing' }],
    ['a log without lines', 'DELETE FROM audit_log', { seq: 1, kind: 'missing' }],
    ['a removed beginning', 'DELETE FROM audit_log WHERE seq < 3', { seq: 1, kind: 'missing' }],
    [
      'a closed gap',
      'DELETE FROM audit_log WHERE seq = 2; UPDATE audit_log SET seq = seq - 1 WHERE seq > 2',
      { seq: 2, kind: 'unlinked' },
    ],
    [
      'lines in another order',
      `UPDATE audit_log SET seq = 9 WHERE seq = 2; UPDATE audit_log SET seq = 2 WHERE seq = 4;
       UPDATE audit_log SET seq = 4 WHERE seq = 9`,
      { seq: 2, kind: 'unlinked' },
    ],
    [
      'a line put in at the end',
      `INSERT INTO audit_log (seq, id, happened_at, actor, action, previous_hash, hash)
       SELECT 6, 'forged', 1, 'me', 'feed.paused', hash, '${'a'.repeat(64)}' FROM audit_log WHERE seq = 5`,
      { seq: 6, kind: 'changed' },
    ],
  ])('finds %s', async (_name, sql, broken) => {
    await fill(5);
    await tamper(...sql.split(';'));
    const step = await check(await operator());
    expect(step).toMatchObject({ done: true, broken });
    expect(step.seq).toBe(broken.seq - 1);
  });

  test('goes on finding a cut after the log has gone on, and the log does go on', async () => {
    await fill(5);
    await tamper('DELETE FROM audit_log WHERE seq > 3', ...GUARDS);
    await fill(2);
    expect((await rows()).map(({ seq }) => seq)).toEqual([1, 2, 3, 6, 7]);
    expect((await check(await operator())).broken).toEqual({ seq: 4, kind: 'missing' });
  });

  test('finds a shortened log whose head was set back too by a place that was kept', async () => {
    const who = await operator();
    await fill(5);
    const { seq, hash } = await check(who);
    await tamper(
      'DELETE FROM audit_log WHERE seq > 3',
      'UPDATE audit_head SET seq = 3, hash = (SELECT hash FROM audit_log WHERE seq = 3)',
    );
    expect((await check(who)).broken).toBeNull();
    expect((await check(who, `?seq=${seq}&hash=${hash}`)).broken).toEqual({ seq: 4, kind: 'missing' });
  });

  test('of a long log goes step by step, each bounded', async () => {
    const who = await operator();
    await fill(3);
    // The rest by one statement.
    const count = CHECKED_AT_ONCE + 5;
    const { hash } = await check(who);
    const lines: ChainedLine[] = [];
    let previousHash = hash;
    for (let seq = 4; seq <= count; seq += 1) {
      const line = { ...nothing, id: `id-${seq}` };
      const own = sha256(auditText(seq, line, previousHash));
      lines.push({ ...line, seq, previousHash, hash: own });
      previousHash = own;
    }
    await env.DB.prepare(
      `INSERT INTO audit_log (seq, id, happened_at, actor, action, previous_hash, hash)
       SELECT value ->> 'seq', value ->> 'id', 1, 'a', 'feed.paused', value ->> 'previousHash', value ->> 'hash'
       FROM json_each(?)`,
    )
      .bind(JSON.stringify(lines))
      .run();
    const first = await check(who);
    expect(first).toMatchObject({ seq: CHECKED_AT_ONCE, headSeq: count, done: false, broken: null });
    const second = await check(who, `?seq=${first.seq}&hash=${first.hash}`);
    expect(second).toMatchObject({ seq: count, hash: previousHash, done: true, broken: null });
    await tamper(`UPDATE audit_log SET note = 'x' WHERE seq = ${count}`);
    expect((await check(who)).broken).toBeNull();
    const found = await check(who, `?seq=${first.seq}&hash=${first.hash}`);
    expect(found.broken).toEqual({ seq: count, kind: 'changed' });
  });

  test.each(['?seq=x', '?seq=-1', '?hash=x', `?seq=1&hash=${'G'.repeat(64)}`])(
    'refuses %s',
    async (query) => {
      const reply = await send(await operator(), 'GET', `/api/admin/audit-log/check${query}`);
      expect(reply.status).toBe(422);
    },
  );
});

describe('the export', () => {
  const open = async (who: Customer, body: object = {}): Promise<string> => {
    const reply = await send(who, 'POST', '/api/admin/audit-log/exports', body);
    expect(reply.status).toBe(201);
    return (await reply.json<AuditExportReady>()).id;
  };
  const fetchFile = (who: Customer, id: string) => send(who, 'GET', `/api/admin/audit-log/exports/${id}`);
  const linesOf = (csv: string) =>
    (
      parse(csv.slice(CSV_START.length), {
        cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
      }) as (string | null)[][]
    ).map((cells) => lineOfCells(cells));

  test('is the whole log in a table that can be checked without us, its own line the last', async () => {
    const who = await operator();
    const notes = ['=1+1', 'a "quote"', 'line\r\nbreak', '', null, 'ação; ouro'];
    for (const note of notes) await write(actorOf(who), { note, before: { a: 1 }, after: null });
    const reply = await fetchFile(who, await open(who));
    expect(reply.headers.get('Content-Type')).toContain('text/csv');
    expect(reply.headers.get('Cache-Control')).toBe('no-store');
    expect(reply.headers.get('Content-Disposition')).toMatch(
      /^attachment; filename="onca-audit-log-\d{4}-\d\d-\d\d\.csv"$/u,
    );
    // The BOM is there; `text()` would take it away.
    const csv = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await reply.arrayBuffer());
    expect(csv.startsWith(CSV_START)).toBe(true);
    expect(csv).toContain(`"'=1+1"`);
    const [heading, ...lines] = linesOf(csv);
    expect(heading).toBeNull();
    expect(csv.slice(1).split('\r\n')[0]).toBe(AUDIT_COLUMNS.map((name) => `"${name}"`).join(','));
    expect(lines).toHaveLength(notes.length + 1);
    const { broken, place } = followChain(CHAIN_START, lines as ChainedLine[], sha256);
    expect([broken, place.seq]).toEqual([null, notes.length + 1]);
    expect(lines.map((line) => line?.note)).toEqual([...notes, null]);
    expect(lines.at(-1)).toMatchObject({ action: 'audit.exported', actorId: who.userId, after: '{}' });
  });

  test('is as filtered as it was asked for, and says so in the log', async () => {
    const [who, other] = [await operator(), await operator()];
    for (let n = 0; n < 3; n += 1) await write(actorOf(other), { note: `n${n}` });
    await write(actorOf(who), { note: 'mine' });
    const id = await open(who, { actor: other.userId, action: 'feed.refreshed' });
    const csv = await (await fetchFile(who, id)).text();
    expect(csv).not.toContain('mine');
    expect(csv.match(/feed\.refreshed/gu)).toHaveLength(3);
    const { lines } = await page(who, '?action=audit.exported');
    expect(lines[0]?.after).toBe(JSON.stringify({ actor: other.userId, action: 'feed.refreshed' }));
  });

  test('is of the days that were asked for', async () => {
    const who = await operator();
    const start = (day: number) => Date.UTC(2026, 0, day);
    for (const [note, day] of [
      ['early', 1],
      ['during', 2],
      ['late', 3],
    ] as const) {
      await write(actorOf(who), { note, at: start(day) });
    }
    const days = { from: new Date(start(2)).toISOString(), until: new Date(start(3)).toISOString() };
    const csv = await (await fetchFile(who, await open(who, days))).text();
    const lines = linesOf(CSV_START + csv.slice(csv.indexOf('\r\n') + 2));
    expect(lines.map((line) => line?.note)).toEqual(['during']);
    const { from, until } = days;
    expect((await page(who, `?from=${from}&until=${until}`)).lines.map(({ note }) => note)).toEqual([
      'during',
    ]);
  });

  test('of more than one page is whole', async () => {
    const who = await operator();
    await Promise.all(Array.from({ length: 5 }, () => write(actorOf(who))));
    await tamper();
    await env.DB.prepare(
      `INSERT INTO audit_log (seq, id, happened_at, actor, action, previous_hash, hash)
       SELECT value, 'id-' || value, 1, 'a', 'feed.paused', printf('%064d', value), printf('%064x', value)
       FROM (WITH RECURSIVE n (value) AS (SELECT 6 UNION ALL SELECT value + 1 FROM n WHERE value < 1203) SELECT value FROM n)`,
    ).run();
    const csv = await (await fetchFile(who, await open(who))).text();
    const lines = linesOf(CSV_START + csv.slice(csv.indexOf('\r\n') + 2));
    expect(lines.map((line) => line?.seq)).toEqual(Array.from({ length: 1_204 }, (_, index) => index + 1));
  });

  test('is for the operator who asked, and for two minutes', async () => {
    const [who, other] = [await operator(), await operator()];
    const id = await open(who);
    expect((await fetchFile(other, id)).status).toBe(404);
    expect((await fetchFile(who, id)).status).toBe(200);
    await tamper(`UPDATE audit_log SET happened_at = happened_at - ${AUDIT_EXPORT_OPEN_MS + 1}`);
    expect((await fetchFile(who, id)).status).toBe(404);
    await write(actorOf(who), { id: 'another-line' });
    expect((await fetchFile(who, 'another-line')).status).toBe(404);
    expect((await fetchFile(who, 'none')).status).toBe(404);
  });

  test('needs a proof, and leaves no line without one', async () => {
    const who = await operator({});
    const reply = await send(who, 'POST', '/api/admin/audit-log/exports', {});
    expect([reply.status, (await problemOf(reply)).code]).toEqual([403, 'StepUpRequired']);
    expect(await rows()).toEqual([]);
  });
});
