// What may be kept of a submission, by the names of its fields; and what an operator types when looking for one.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CARD_CURSOR,
  cursorText,
  DAY_CURSOR,
  MOVEMENT_CURSOR,
  ORDER_CURSOR,
  PROPOSED_CURSOR,
  readCursor,
  SEQ_CURSOR,
  TIME_CURSOR,
} from '../../../worker/domain/cursors.ts';
import { sheetData } from '../../../worker/domain/forwarding.ts';
import { resendUntil } from '../../../worker/domain/mail-delivery.ts';
import { MAIL_KINDS, MAIL_RULES } from '../../../worker/domain/mail-messages.ts';
import { isPasswordName, phoneDigitsIn, withoutPasswords } from '../../../worker/domain/submissions.ts';
import { runs } from '../../support/deep.ts';

describe('a field named like a password', () => {
  test.each([
    'password',
    'Password',
    'confirmPassword',
    'PASSWORD_HASH',
    'new.password',
    'ｐａｓｓｗｏｒｄ',
    'oldpasswords',
  ])('%s is one', (name) => expect(isPasswordName(name)).toBe(true));
  test.each(['', 'pass', 'word', 'passphrase', 'pass word', 'fullName', 'senha'])('%j is none', (name) =>
    expect(isPasswordName(name)).toBe(false),
  );

  test('is dropped at whatever depth it is, and nothing else is', () => {
    expect(
      withoutPasswords({
        name: 'Ana',
        Password: 'a',
        account: { newPassword: 'b', kept: [1, { passwordAgain: 'c', also: null }] },
        list: [['x', { PASSWORD: 'd' }]],
      }),
    ).toEqual({ name: 'Ana', account: { kept: [1, { also: null }] }, list: [['x', {}]] });
  });

  test('is not in what is stored or sent, whatever was handed in', () => {
    const key = fc.oneof(
      fc.constantFrom('password', 'userPassword', 'PASSWORD', 'a', 'b', 'toString'),
      fc.string(),
    );
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.string(),
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        tie('map'),
        tie('list'),
      ),
      map: fc.dictionary(key, tie('node'), { maxKeys: 5 }),
      list: fc.array(tie('node'), { maxLength: 4 }),
    })).map;
    fc.assert(
      fc.property(value, (data) => {
        const kept = withoutPasswords(data) as Record<string, unknown>;
        const names: string[] = [];
        JSON.stringify(kept, (name, inner: unknown) => {
          names.push(name);
          return inner;
        });
        expect(names.filter(isPasswordName)).toEqual([]);
        expect(withoutPasswords(kept)).toEqual(kept);
        expect(sheetData(data as Record<string, unknown>)).toEqual(sheetData(kept));
      }),
      { numRuns: runs(500) },
    );
  });
});

describe('a telephone number as it is typed', () => {
  test.each([
    ['(11) 98765-4321', '11987654321'],
    ['+55 11 98765 4321', '5511987654321'],
    ['98765', '98765'],
    ['123', '123'],
    ['12', null],
    ['a123', null],
    ['123a', null],
    ['ana', null],
    ['11a', null],
    ['', null],
    ['--', null],
  ])('%j is looked for as %j', (typed, digits) => expect(phoneDigitsIn(typed)).toBe(digits));
});

describe('where a page goes on', () => {
  test('is read back as it was said', () => {
    const place = fc.record({
      at: fc.integer({ min: 0, max: 10 ** 15 - 1 }),
      id: fc.stringMatching(/^[A-Za-z0-9:_-]{1,150}$/u),
    });
    fc.assert(
      fc.property(place, (said) => {
        expect(readCursor(TIME_CURSOR, cursorText([said.at, said.id]))).toEqual(said);
      }),
    );
  });
  test.each([
    '',
    '.',
    '1.',
    '.a',
    '1',
    '-1.a',
    '1e3.a',
    '1.a b',
    "1.a'",
    '1.a.b',
    '9'.repeat(16) + '.a',
    `1.${'a'.repeat(151)}`,
    '1.é',
    '1.a!',
    '1.!a',
    'x1.a',
    '1x.a',
    '9007199254740992.a',
  ])('%j was never said', (text) => expect(readCursor(TIME_CURSOR, text)).toBeNull());
});

test('each list has the parts of its order', () => {
  expect(readCursor(TIME_CURSOR, '9007199254740991.a')).toEqual({ at: 9_007_199_254_740_991, id: 'a' });
  expect(readCursor(PROPOSED_CURSOR, '1.2.a')).toEqual({ open: 1, at: 2, id: 'a' });
  expect(readCursor(MOVEMENT_CURSOR, '1.a')).toEqual({ key: 1, id: 'a' });
  expect(readCursor(SEQ_CURSOR, '7')).toEqual({ seq: 7 });
  expect(readCursor(DAY_CURSOR, '2026-11-24')).toEqual({ day: '2026-11-24' });
  expect(readCursor(ORDER_CURSOR, '3.2.a')).toEqual({ order: 3, at: 2, id: 'a' });
  expect(readCursor(CARD_CURSOR, 'home.trust.2.a')).toEqual({ page: 'home', card: 'trust', at: 2, id: 'a' });
});

describe('a message that an operator sends again', () => {
  const now = Date.UTC(2026, 10, 21);
  const LINKS = ['password-reset', 'withdrawal-confirm'] as const;
  const others = MAIL_KINDS.filter((kind) => !(LINKS as readonly string[]).includes(kind));
  test.each(others)('%s gets its whole time anew', (kind) => {
    expect(resendUntil({ kind, expiresAt: now - 1 }, now)).toBe(now + MAIL_RULES[kind].usefulForMs);
    const later = now + MAIL_RULES[kind].usefulForMs + 5;
    expect(resendUntil({ kind, expiresAt: later }, now)).toBe(later);
  });
  test.each(LINKS)('the link of %s lives as long as it did', (kind) => {
    expect(resendUntil({ kind, expiresAt: now + 5 }, now)).toBe(now + 5);
    expect(resendUntil({ kind, expiresAt: now }, now)).toBeNull();
  });
});
