// One spelling per value: the examples of RFC 8785 that have no fractions, what is refused, and that any order says the same.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, NotCanonicalError, withoutLayout } from '../../../worker/domain/canonical-json.ts';
import { runs } from '../../support/deep.ts';

test.each([
  [null, 'null'],
  [true, 'true'],
  [0, '0'],
  [-0, '0'],
  [-7, '-7'],
  [Number.MAX_SAFE_INTEGER, '9007199254740991'],
  ['', '""'],
  // RFC 8785, 3.2.2.2: control characters by their short names, everything else as it is.
  ['€$\u000F\nA\'B"\\\\"/', String.raw`"€$\u000f\nA'B\"\\\\\"/"`],
  ['\b\t\f\r\u007F', String.raw`"\b\t\f\r` + '\u007F"'],
  [[], '[]'],
  [{}, '{}'],
  [[3, [2, { b: 1, a: null }]], '[3,[2,{"a":null,"b":1}]]'],
  [{ '10': 1, '9': 2, a: 3, A: 4 }, '{"10":1,"9":2,"A":4,"a":3}'],
  ['ação', '"ação"'],
])('%j', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});

test('names are ordered by UTF-16 code units (RFC 8785, 3.2.3)', () => {
  const value = {
    '\u20AC': 'Euro Sign',
    '\r': 'Carriage Return',
    '\uFB33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\u{1F600}': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    ö: 'Latin Small Letter O With Diaeresis',
  };
  const order = ['Carriage Return', 'One', 'Control', 'Latin', 'Euro', 'Emoji', 'Hebrew'];
  const text = canonicalJson(value);
  expect(order.map((name) => text.indexOf(name))).toEqual(
    order.map((name) => text.indexOf(name)).toSorted((a, b) => a - b),
  );
  expect(order.every((name) => text.includes(name))).toBe(true);
});

describe('refuses', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  const deepIn = (levels: number): unknown => (levels === 0 ? 1 : { a: deepIn(levels - 1) });
  test.each([
    ['a fraction', 0.5],
    ['a number beyond 2^53', 2 ** 53],
    ['no number', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['undefined', undefined],
    ['an undefined member', { a: undefined }],
    ['a big integer', 1n],
    ['half of a pair', '\uD800'],
    ['half of a pair in a name', { '\uDC00': 1 }],
    ['33 levels', deep(33)],
    ['33 levels of members', deepIn(33)],
  ])('%s', (_name, value) => {
    expect(() => canonicalJson(value)).toThrow(NotCanonicalError);
  });
  test('32 levels are taken', () => {
    expect(canonicalJson(deep(32))).toHaveLength(65);
    expect(canonicalJson(deepIn(32))).toHaveLength(32 * 6 + 1);
  });
});

test.each([
  ['{ "a b" :\n\t1 }', '{"a b":1}'],
  [String.raw`[ "a \" b" , "c \\" ,  "" ]`, String.raw`["a \" b","c \\",""]`],
])('%j without its layout is %j', (laidOut, text) => {
  expect(withoutLayout(laidOut)).toBe(text);
});

const whole = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.string({ unit: 'grapheme' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('any value is read back as it was, and its text is the same whatever the order and the layout', () => {
  fc.assert(
    fc.property(whole, (value) => {
      const text = canonicalJson(value);
      const again: unknown = JSON.parse(text);
      expect(canonicalJson(again)).toBe(text);
      expect(withoutLayout(JSON.stringify(again, null, 2))).toBe(withoutLayout(JSON.stringify(again)));
      expect(withoutLayout(text)).toBe(text);
    }),
    { numRuns: runs(300) },
  );
});
