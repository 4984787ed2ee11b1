import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  ATTEMPT_TIMEOUT_MS,
  ATTEMPT_WAITS_MS,
  ATTEMPTS_PER_ROUND,
  CLAIM_MS,
  isReceived,
  MAX_ROUNDS,
  nextRoundAt,
  sheetData,
} from '../../../worker/domain/forwarding.ts';

const MINUTE = 60_000;
const NOW = 1_800_000_000_000;

test('up to three attempts, with waits of 1, 2 and 4 seconds', () => {
  expect(ATTEMPTS_PER_ROUND).toBe(3);
  expect(ATTEMPT_WAITS_MS).toEqual([1_000, 2_000, 4_000]);
});

test('a round fits into the time that work may outlive its reply, and the claim outlives the round', () => {
  const waits = ATTEMPT_WAITS_MS.slice(0, ATTEMPTS_PER_ROUND - 1).reduce((sum, wait) => sum + wait, 0);
  const longest = ATTEMPTS_PER_ROUND * ATTEMPT_TIMEOUT_MS + waits;
  expect(longest).toBeLessThan(30_000);
  expect(CLAIM_MS).toBeGreaterThan(2 * longest);
});

test.each([
  [0, 1],
  [1, 1],
  [2, 2],
  [3, 4],
  [9, 256],
  [10, 360],
  [MAX_ROUNDS - 1, 360],
])('after round %i the next comes in %i minutes', (rounds, minutes) => {
  expect(nextRoundAt(rounds, NOW)).toBe(NOW + minutes * MINUTE);
});

test('after the last round nothing is sent by itself', () => {
  expect(nextRoundAt(MAX_ROUNDS, NOW)).toBeNull();
  expect(nextRoundAt(MAX_ROUNDS + 1, NOW)).toBeNull();
});

test.each([
  [200, null, true],
  [204, null, true],
  [299, null, true],
  [199, null, false],
  [300, null, false],
  [302, 'https://script.googleusercontent.com/macros/echo?x=1', true],
  [303, 'https://script.googleusercontent.com/macros/echo?x=1', true],
  [302, 'https://accounts.google.com/ServiceLogin', false],
  [302, 'https://script.googleusercontent.com.evil.example/', false],
  [302, null, false],
  [301, 'https://script.googleusercontent.com/', false],
  [307, 'https://elsewhere.example/', false],
  [400, null, false],
  [404, null, false],
  [500, null, false],
  [0, null, false],
])('an answer %i pointing to %s means received: %s', (status, location, received) => {
  expect(isReceived(status, location)).toBe(received);
});

test.each([
  ['password', 'x'],
  ['confirmPassword', 'x'],
  ['PASSWORD_hint', 'x'],
])('a field named %s is dropped', (name, value) => {
  expect(sheetData({ [name]: value, kept: 1 })).toEqual({ kept: 1 });
});

test('what is no plain value becomes its text', () => {
  expect(
    sheetData({
      text: 'a',
      number: 1.5,
      flag: false,
      nothing: null,
      list: [1, 'b'],
      map: { a: { b: 2 } },
      endless: Number.POSITIVE_INFINITY,
      absent: undefined,
    }),
  ).toEqual({
    text: 'a',
    number: 1.5,
    flag: false,
    nothing: null,
    list: '[1,"b"]',
    map: '{"a":{"b":2}}',
    endless: 'Infinity',
    absent: 'undefined',
  });
});

test('a field named like a password is dropped inside others too', () => {
  expect(sheetData({ form: { password: 'x', name: 'Ana' }, list: [{ PASSWORD: 'x' }] })).toEqual({
    form: '{"name":"Ana"}',
    list: '[{}]',
  });
});

test('whatever was stored, what is sent is flat and has no field named like a password', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (data) => {
      for (const [name, value] of Object.entries(sheetData(data as Record<string, unknown>))) {
        expect(name.toLowerCase()).not.toContain('password');
        expect(value === null || ['string', 'number', 'boolean'].includes(typeof value)).toBe(true);
      }
    }),
  );
});
