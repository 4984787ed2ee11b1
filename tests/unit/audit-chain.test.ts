// The audit log's chain: what was changed, removed, put in or moved is found, and so is the first place of it.

import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditLine, auditText } from '../../worker/domain/audit.ts';
import {
  CHAIN_START,
  type ChainedLine,
  type ChainHead,
  followChain,
  isGenuine,
} from '../../worker/domain/audit-chain.ts';
import { AUDIT_COLUMNS, auditCells, lineOfCells } from '../../worker/domain/audit-table.ts';
import { csvRecord } from '../../worker/domain/csv.ts';
import { anyLetter } from '../support/any-letter.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const text = (maxLength: number) => fc.string({ unit: anyLetter, maxLength });
const words = fc.oneof(
  text(40),
  fc.constantFrom('', '=1+1', "'=1", '\t@x', 'a;-b', '"quoted"', 'é\r\nñ', '\uFEFF'),
);
const optional = (of: fc.Arbitrary<string>) => fc.option(of, { nil: null });

const aLine: fc.Arbitrary<AuditLine> = fc.record({
  id: fc.uuid(),
  at: fc.integer({ min: 0, max: 4_000_000_000_000 }),
  actorId: optional(fc.uuid()),
  actor: words.filter((one) => one !== ''),
  action: fc.constantFrom(...AUDIT_ACTIONS),
  subjectKind: fc.option(fc.constantFrom(...AUDIT_SUBJECTS), { nil: null }),
  subjectId: optional(words),
  device: optional(words),
  place: optional(words),
  address: optional(words),
  before: optional(fc.json()),
  after: optional(fc.json()),
  note: optional(words),
});

function chained(lines: readonly AuditLine[], from: ChainHead = CHAIN_START): ChainedLine[] {
  let { seq, hash } = from;
  return lines.map((line) => {
    const previousHash = hash;
    seq += 1;
    hash = sha256(auditText(seq, line, previousHash));
    return { ...line, seq, previousHash, hash };
  });
}

const aLog = (minLength: number) =>
  fc.array(aLine, { minLength, maxLength: 12 }).map((lines) => chained(lines));
/** A log and a place in it. */
const logAt = aLog(2).chain((log) => fc.tuple(fc.constant(log), fc.nat(log.length - 1)));

/** As an attacker who hides a gap would leave it. */
const renumbered = (log: readonly ChainedLine[]): ChainedLine[] =>
  log.map((line, index) => Object.assign({}, line, { seq: index + 1 }));

/** A line of nothing but what it must have. */
const NOBODY: AuditLine = {
  id: 'one',
  at: 1,
  actorId: null,
  actor: 'ana',
  action: 'admin.granted',
  subjectKind: null,
  subjectId: null,
  device: null,
  place: null,
  address: null,
  before: null,
  after: null,
  note: null,
};

const brokenAt = (log: readonly ChainedLine[]) => followChain(CHAIN_START, log, sha256).broken;

describe('a log that nobody touched', () => {
  test('holds, in one go and in steps of any size', () => {
    fc.assert(
      fc.property(aLog(0), fc.integer({ min: 1, max: 5 }), (log, step) => {
        let place = CHAIN_START;
        for (let at = 0; at < log.length; at += step) {
          const followed = followChain(place, log.slice(at, at + step), sha256);
          expect(followed.broken).toBeNull();
          place = followed.place;
        }
        expect(place).toEqual(followChain(CHAIN_START, log, sha256).place);
        expect(place.seq).toBe(log.length);
      }),
    );
  });

  test('survives the way through a table, formulas and line breaks included', () => {
    fc.assert(
      fc.property(aLog(1), (log) => {
        const table = log.map((line) => csvRecord(auditCells(line))).join('');
        const rows = parse(table, {
          cast: (value, { quoting }) => (value === '' && !quoting ? null : value),
        }) as (string | null)[][];
        expect(rows.map((cells) => lineOfCells(cells))).toEqual(log);
      }),
    );
  });
});

describe('tampering', () => {
  const FIELDS = [
    'id',
    'at',
    'actorId',
    'actor',
    'action',
    'subjectKind',
    'subjectId',
    'device',
    'place',
    'before',
    'after',
    'note',
  ] as const;

  test.each(FIELDS)('with the %s of a line is found at that line', (field) => {
    fc.assert(
      fc.property(logAt, aLine, ([log, at], other) => {
        fc.pre(log[at]?.[field] !== other[field]);
        const forged = log.map((line, index) => (index === at ? { ...line, [field]: other[field] } : line));
        expect(brokenAt(forged)).toEqual({ seq: at + 1, kind: 'changed' });
      }),
    );
  });

  test('that also makes the line its own hash anew is found at the next line', () => {
    fc.assert(
      fc.property(logAt, aLine, ([log, at], other) => {
        fc.pre(at < log.length - 1);
        const target = log[at] as ChainedLine;
        const [forgedLine] = chained([other], { seq: at, hash: target.previousHash });
        const forged = log.map((line, index) => (index === at ? (forgedLine as ChainedLine) : line));
        expect(brokenAt(forged)).toEqual({ seq: at + 2, kind: 'unlinked' });
      }),
    );
  });

  test('by removing a line is found where it stood', () => {
    fc.assert(
      fc.property(logAt, ([log, at]) => {
        fc.pre(at < log.length - 1);
        expect(brokenAt(log.toSpliced(at, 1))).toEqual({ seq: at + 1, kind: 'missing' });
      }),
    );
  });

  test('by removing a line and closing the gap is found where it stood', () => {
    fc.assert(
      fc.property(logAt, ([log, at]) => {
        fc.pre(at < log.length - 1);
        const closed = renumbered(log.toSpliced(at, 1));
        expect(brokenAt(closed)).toEqual({ seq: at + 1, kind: 'unlinked' });
      }),
    );
  });

  test('by putting a line in is found at it, or at the one after it', () => {
    fc.assert(
      fc.property(logAt, aLine, ([log, at], other) => {
        const before = followChain(CHAIN_START, log.slice(0, at), sha256).place;
        const [put] = chained([other], before);
        const forged = renumbered(log.toSpliced(at, 0, put as ChainedLine));
        expect(brokenAt(forged)).toEqual({ seq: at + 2, kind: 'unlinked' });
      }),
    );
  });

  test('by changing the places of two lines is found at the first of them', () => {
    fc.assert(
      fc.property(logAt, ([log, at]) => {
        fc.pre(at < log.length - 1);
        const [one, two] = [log[at] as ChainedLine, log[at + 1] as ChainedLine];
        const swapped = log.toSpliced(at, 2, two, one);
        expect(brokenAt(swapped)).toEqual({ seq: at + 1, kind: 'missing' });
        expect(brokenAt(renumbered(swapped))).toEqual({ seq: at + 1, kind: 'unlinked' });
      }),
    );
  });

  test('leaves the place at the last line that holds', () => {
    const line = { ...NOBODY, id: 'one' };
    const log = chained([line, line, line, line]);
    const [, two, three, four] = log as [ChainedLine, ChainedLine, ChainedLine, ChainedLine];
    const last = { seq: 2, hash: two.hash };
    for (const [broken, kind] of [
      [four, 'missing'],
      [two, 'unlinked'],
      [{ ...three, previousHash: four.hash }, 'unlinked'],
      [{ ...three, actor: 'bia' }, 'changed'],
    ] as const)
      expect(followChain(last, [broken], sha256)).toEqual({ place: last, broken: { seq: 3, kind } });
    expect(followChain(last, [three], sha256)).toEqual({
      place: { seq: 3, hash: three.hash },
      broken: null,
    });
  });

  test('with a line twice is found', () => {
    fc.assert(
      fc.property(logAt, ([log, at]) => {
        const twice = log.toSpliced(at, 0, log[at] as ChainedLine);
        expect(brokenAt(twice)).toEqual({ seq: at + 2, kind: 'unlinked' });
      }),
    );
  });

  test('with an exported part is seen line by line, wherever the part begins', () => {
    fc.assert(
      fc.property(logAt, aLine, ([log, at], other) => {
        const line = log[at] as ChainedLine;
        expect(isGenuine(line, sha256)).toBe(true);
        expect(isGenuine({ ...line, seq: line.seq + 1 }, sha256)).toBe(false);
        fc.pre(other.note !== line.note);
        expect(isGenuine({ ...line, note: other.note }, sha256)).toBe(false);
      }),
    );
  });
});

test('what a hash covers is one text, with the address where there is one', () => {
  const covered = '[7,"one",1,null,"ana","admin.granted",null,null,null,null,null,null,null,"before"';
  expect(auditText(7, NOBODY, 'before')).toBe(`${covered}]`);
  expect(auditText(7, { ...NOBODY, address: '203.0.113.7' }, 'before')).toBe(`${covered},"203.0.113.7"]`);
});

describe('cells that are no line', () => {
  const [line] = chained([NOBODY]) as [ChainedLine];
  const good = auditCells(line).map((cell) => (cell === null ? null : String(cell)));

  test('are told from one', () => {
    expect(lineOfCells(good)).toEqual(line);
    // As exports were before addresses were kept.
    expect(lineOfCells(good.slice(0, -1))).toEqual(line);
  });

  test.each([
    ['too few', good.slice(0, -2)],
    ['too many', [...good, 'more']],
    ['none', []],
    ['the heading', AUDIT_COLUMNS],
    ['a number that is none', ['1.5', ...good.slice(1)]],
    ['a line before the first', ['0', ...good.slice(1)]],
    ['a number with a zero in front', ['01', ...good.slice(1)]],
    ['a number with a letter after it', ['1a', ...good.slice(1)]],
    ['a number that is too long', ['1'.repeat(16), ...good.slice(1)]],
    ['no number', good.with(0, null)],
    ['no time', ['1', 'yesterday', ...good.slice(2)]],
    ['an empty time', good.with(1, null)],
    ['no hash', good.with(14, null)],
    ['no hash of before', good.with(13, null)],
    ['no id', good.with(12, null)],
    ['no action', good.with(3, null)],
    ['nobody', good.with(2, null)],
    ['an empty name', good.with(2, '')],
  ])('%s', (_name, cells) => expect(lineOfCells(cells)).toBeNull());
});
