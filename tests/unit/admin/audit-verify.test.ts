// The command that checks an exported log, and the one that writes statements for wrangler.

import { Readable } from 'node:stream';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../worker/auth/sha256.ts';
import { readKeptHead, verifyFile, type VerifyOptions } from '../../../worker/commands/audit-verify-file.ts';
import { inlined, sqlLiteral } from '../../../worker/commands/sql-literals.ts';
import { type AuditLine, auditText } from '../../../worker/domain/audit.ts';
import { CHAIN_START, type ChainedLine } from '../../../worker/domain/audit-chain.ts';
import { AUDIT_COLUMNS, auditCells } from '../../../worker/domain/audit-table.ts';
import { CSV_START, csvRecord } from '../../../worker/domain/csv.ts';
import { anyLetter } from '../../support/any-letter.ts';

const LINE: AuditLine = {
  id: 'id',
  at: 1_795_000_000_123,
  actorId: null,
  actor: 'ana@onca.example',
  action: 'feed.paused',
  subjectKind: 'feed',
  subjectId: 'main',
  device: null,
  place: '',
  address: null,
  before: null,
  after: '{"reason":"=1+1; \\"quoted\\""}',
  note: '=SUM(A1)\r\n@x',
};

function logOf(count: number): ChainedLine[] {
  let { seq, hash } = CHAIN_START;
  return Array.from({ length: count }, () => {
    const previousHash = hash;
    seq += 1;
    const line = { ...LINE, id: `id-${seq}` };
    hash = sha256(auditText(seq, line, previousHash));
    return { ...line, seq, previousHash, hash };
  });
}

const csvOf = (lines: readonly ChainedLine[]) =>
  CSV_START + csvRecord(AUDIT_COLUMNS) + lines.map((line) => csvRecord(auditCells(line))).join('');

const WHOLE: VerifyOptions = { part: false, expect: null };

/** The file arrives in pieces, as from a disk. */
function verify(text: string, options: Partial<VerifyOptions> = {}) {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / 700) }, (_, index) =>
    bytes.subarray(index * 700, (index + 1) * 700),
  );
  return verifyFile(Readable.from(pieces), { ...WHOLE, ...options });
}

const LOG = logOf(30);
const LAST = LOG[29] as ChainedLine;
const KEPT = { seq: LAST.seq, hash: LAST.hash };

describe('an exported log', () => {
  test('that is whole holds, and names its last line', async () => {
    expect(await verify(csvOf(LOG))).toEqual({ lines: 30, place: KEPT, broken: null });
    expect(await verify(csvOf(LOG), { expect: KEPT })).toMatchObject({ broken: null });
    expect(await verify(csvOf([]))).toEqual({ lines: 0, place: CHAIN_START, broken: null });
  });

  test('from which a line is gone is broken there', async () => {
    const { lines, broken } = await verify(csvOf(LOG.toSpliced(11, 1)));
    expect([lines, broken]).toEqual([11, { seq: 12, kind: 'missing' }]);
  });

  test('in which a cell was changed is broken there', async () => {
    const csv = csvOf(LOG).split('\r\n"id-').join('\r\n"id-');
    const forged = csv.replace(
      /ana@onca\.example(?=[^]*"id-9")(?![^]*ana@onca\.example[^]*"id-9")/u,
      'eva@x',
    );
    expect(forged).not.toBe(csv);
    expect(await verify(forged)).toMatchObject({ lines: 8, broken: { seq: 9, kind: 'changed' } });
  });

  test('that was cut short shows it against a place that was kept', async () => {
    const short = csvOf(LOG.slice(0, 20));
    expect((await verify(short)).broken).toBeNull();
    expect((await verify(short, { expect: KEPT })).broken).toEqual({ seq: 30, kind: 'missing' });
  });

  test('that was written anew from its first line shows it against a place that was kept', async () => {
    const [first, ...rest] = logOf(30).map((line) => Object.assign(line, { note: 'all is well' }));
    let { hash } = CHAIN_START;
    const anew = [first as ChainedLine, ...rest].map((line) => {
      const previousHash = hash;
      hash = sha256(auditText(line.seq, line, previousHash));
      return Object.assign({}, line, { previousHash, hash });
    });
    expect((await verify(csvOf(anew))).broken).toBeNull();
    expect((await verify(csvOf(anew), { expect: KEPT })).broken).toEqual({ seq: 30, kind: 'mark-differs' });
  });

  test('of which only some lines were taken is checked line by line', async () => {
    const part = LOG.filter(({ seq }) => seq % 7 === 0);
    expect((await verify(csvOf(part))).broken).toEqual({ seq: 1, kind: 'missing' });
    expect(await verify(csvOf(part), { part: true })).toMatchObject({ lines: 4, broken: null });
    const forged = part.with(2, { ...(part[2] as ChainedLine), actor: 'eva' });
    expect((await verify(csvOf(forged), { part: true })).broken).toEqual({ seq: 21, kind: 'changed' });
    const twice = [...part, part[1] as ChainedLine];
    expect((await verify(csvOf(twice), { part: true })).broken).toEqual({ seq: 14, kind: 'unlinked' });
  });

  test.each([
    ['another table', 'a,b\r\n1,2\r\n'],
    ['words', 'Dear auditor,'],
    ['a quote that never closes', `${csvOf(LOG.slice(0, 1))}"never`],
    ['bytes', '\u0000\u0001'],
  ])('that is none (%s) is said to be unreadable', async (_name, text) => {
    expect((await verify(text)).broken?.kind).toBe('unreadable');
  });

  test.each([
    [`7:${'a'.repeat(64)}`, { seq: 7, hash: 'a'.repeat(64) }],
    [` 7:${'A'.repeat(64)} `, { seq: 7, hash: 'a'.repeat(64) }],
    [`0:${'a'.repeat(64)}`, null],
    [`7:${'a'.repeat(63)}`, null],
    [`7:${'g'.repeat(64)}`, null],
    ['7', null],
    ['', null],
  ])('a place that was kept is read: %s', (text, place) => expect(readKeptHead(text)).toEqual(place));
});

describe('a statement for wrangler', () => {
  test('says to SQLite what the bound one says', () => {
    const database = new DatabaseSync(':memory:');
    const value = fc.oneof(
      fc.string({ unit: anyLetter }).filter((text) => !text.includes('\0')),
      fc.constantFrom(`'; DROP TABLE users; --`, `''`, '?1', 'a\nb', ''),
      fc.integer(),
      fc.constant(null),
    );
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        const sql = 'SELECT ?2 AS b, ?1 AS a, ?3 AS c';
        const bound = database.prepare(sql).get(a, b, c);
        expect(database.prepare(inlined(sql, [a, b, c])).get()).toEqual(bound);
        const plain = 'SELECT ? AS a, ? AS b, ? AS c';
        expect(database.prepare(inlined(plain, [a, b, c])).get()).toEqual(
          database.prepare(plain).get(a, b, c),
        );
      }),
    );
  });

  test.each([[undefined], [Number.NaN], [Number.POSITIVE_INFINITY], ['a\0b'], [true], [{}], [1n]])(
    'takes no %s',
    (value) => expect(() => sqlLiteral(value)).toThrow(TypeError),
  );

  test('with a value too few is refused', () => {
    expect(() => inlined('SELECT ?2', ['a'])).toThrow(RangeError);
  });
});
