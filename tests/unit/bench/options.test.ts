import { expect, test } from 'vitest';
import { PARTS, readOptions } from '../../bench/options.ts';

const DEFAULTS = {
  parts: PARTS.filter((part) => part !== 'scale'),
  rounds: 3,
  isShort: false,
  isAnyway: false,
  json: null,
  compare: null,
  markdown: false,
};

const refusalOf = (...args: string[]): string => {
  const options = readOptions(args);
  return options.ok ? '' : options.error;
};

test('without a name every part is measured but what is on paper, three rounds each', () => {
  expect(readOptions([])).toEqual({ ok: true, value: DEFAULTS });
});

test('named parts are measured in the order of the bench, each once', () => {
  expect(readOptions(['reads', 'trades', 'reads'])).toEqual({
    ok: true,
    value: { ...DEFAULTS, parts: ['trades', 'reads'] },
  });
});

test('flags stand before, between and behind the names', () => {
  const args = [
    '--rounds',
    '1',
    'quotes',
    '--short',
    '--anyway',
    '--json=a.json',
    '--compare',
    'b.json',
    '--markdown',
  ];
  expect(readOptions(args)).toEqual({
    ok: true,
    value: {
      parts: ['quotes'],
      rounds: 1,
      isShort: true,
      isAnyway: true,
      json: 'a.json',
      compare: 'b.json',
      markdown: true,
    },
  });
});

test('a part that there is not is refused with those that there are', () => {
  expect(refusalOf('trades', 'tradez')).toBe(`There is no part "tradez"; there are ${PARTS.join(', ')}.`);
  expect(refusalOf('')).toContain('There is no part ""');
});

test('a flag that there is not is refused, and one without its value', () => {
  expect(refusalOf('--fast')).toContain("'--fast'");
  expect(refusalOf('--json')).toContain('--json');
  expect(refusalOf('--short=yes')).toContain('--short');
});

test('rounds are a whole number from 1 to 9', () => {
  for (const rounds of ['0', '10', '2.5', 'three', '-1', ''])
    expect(refusalOf(`--rounds=${rounds}`)).toContain('from 1 to 9');
  expect(readOptions(['--rounds=9'])).toMatchObject({ value: { rounds: 9 } });
});
