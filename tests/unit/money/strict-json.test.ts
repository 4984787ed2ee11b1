// JSON of which there is one reading.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseStrictJson } from '../../../worker/domain/strict-json.ts';
import { runs } from '../../support/deep.ts';

test('what JSON.stringify writes is read as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value);
      expect(parseStrictJson(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: runs(500) },
  );
});

test.each([
  '{"a":1,"a":2}',
  '{"a":1,"\\u0061":2}',
  '{"b":{"a":1,"c":[],"a":1}}',
  '[{"a":1},{"a":1,"a":1}]',
  `${'['.repeat(17)}${']'.repeat(17)}`,
  '',
  '{"a":}',
  '{"a":1',
])('%s is refused', (text) => {
  expect(() => parseStrictJson(text)).toThrow(SyntaxError);
});

test.each([
  ['{"a":"{\\"a\\":1,\\"a\\":2}"}', { a: '{"a":1,"a":2}' }],
  ['{"a":{"a":{"a":1}},"b":{"a":1}}', { a: { a: { a: 1 } }, b: { a: 1 } }],
  ['{"a\\"":1,"a":":"}', { 'a"': 1, a: ':' }],
  ['{"a":"\\\\","b":1}', { a: '\\', b: 1 }],
  ['{"a":[{"a":1},{"a":2}],"b":{}}', { a: [{ a: 1 }, { a: 2 }], b: {} }],
])('%s has one reading', (text, value) => {
  expect(parseStrictJson(text)).toEqual(value);
});

test('what is nested sixteen deep is read, objects as lists', () => {
  for (const [open, shut] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    const nested = (depth: number) => `${open.repeat(depth)}1${shut.repeat(depth)}`;
    expect(parseStrictJson(nested(16))).toEqual(JSON.parse(nested(16)));
    expect(() => parseStrictJson(nested(17))).toThrow('nested too deeply');
  }
  expect(() => parseStrictJson('{"a":1,"a":2}')).toThrow('a key stands there twice');
});
