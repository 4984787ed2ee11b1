// A signed record, part by part: what is signed, which values it has and where, and what is no record.

import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../worker/domain/canonical-json.ts';
import {
  changedPaths,
  checksOf,
  leavesOf,
  readRecord,
  signedMessage,
} from '../../../worker/domain/signed-records.ts';

test('what is signed names what it is, and then the hash', () => {
  expect(Buffer.from(signedMessage('proof', Uint8Array.of(0, 255))).toString('latin1')).toBe(
    'onca.proof.v1\n\u0000\u00FF',
  );
});

describe('values', () => {
  test('are in canonical order, each with its place', () => {
    expect(leavesOf({ b: ['x', {}, []], a: { '/~': null } }, '')).toEqual([
      { path: '/a/~1~0', value: null },
      { path: '/b/0', value: 'x' },
      { path: '/b/1', value: {} },
      { path: '/b/2', value: [] },
    ]);
    expect(leavesOf(1, '/a')).toEqual([{ path: '/a', value: 1 }]);
  });

  test('of a list are in its own order, and of an object in that of its names', () => {
    const eleven = Array.from({ length: 11 }, (_, index) => index);
    expect(leavesOf(eleven, '').map(({ value }) => value)).toEqual(eleven);
    expect(leavesOf({ 9: 1, 10: 2 }, '').map(({ value }) => value)).toEqual([2, 1]);
  });

  test('have a checksum each, of eight digits', () => {
    // CRC-32 of "/a=22" and of "/b=1", as zlib has it.
    expect(checksOf({ b: 1, a: 22 })).toBe('0f3dac9ca97037be');
    expect(changedPaths({ b: 2, a: 22 }, '0f3dac9ca97037be')).toEqual(['/b']);
    expect(changedPaths({ b: 1, a: 22 }, '')).toEqual(['/a', '/b']);
  });
});

describe('a record', () => {
  const RECORD = { checks: '0f3dac9c', content: { a: 22 }, domain: 'receipt', kid: 'k', signature: 'AAAA' };
  const read = (over: object) => readRecord(canonicalJson({ ...RECORD, ...over }));

  test('is its parts, and as we write it', () => {
    expect(read({})).toEqual({
      kind: 'record',
      record: RECORD,
      signature: Uint8Array.of(0, 0, 0),
      asWritten: true,
    });
    expect(read({ signature: 'A' })).toMatchObject({ signature: null });
  });

  test.each([
    ['another member', { other: 1 }],
    ['other checks', { checks: 'a97037be' }],
    ['another value', { content: { a: 23 } }],
  ])('with %s is not as we write it', (_what, over) => {
    expect(read(over)).toMatchObject({ kind: 'record', asWritten: false });
  });

  test.each([
    ['checks that are no text', { checks: 1 }],
    ['a key that is no text', { kid: null }],
    ['a signature that is no text', { signature: ['AAAA'] }],
    ['a kind that is no text', { domain: ['receipt'] }],
    ['a kind that is none', { domain: 'other' }],
    ['content that is a text', { content: 'a' }],
    ['content that is a list', { content: [] }],
    ['no content', { content: null }],
  ])('with %s is none', (_what, over) => {
    expect(read(over)).toEqual({ kind: 'none' });
  });

  test.each(Object.keys(RECORD))('without its %s is none', (name) => {
    const rest = Object.fromEntries(Object.entries(RECORD).filter(([other]) => other !== name));
    expect(readRecord(canonicalJson(rest))).toEqual({ kind: 'none' });
  });

  test.each(['null', '[]', '1', '"a"', '{', '{"checks":0.5'])('%s is none', (text) => {
    expect(readRecord(text)).toEqual({ kind: 'none' });
  });
});
