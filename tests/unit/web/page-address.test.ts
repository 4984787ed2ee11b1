// One address per page and language, and none that leads off the site.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalPath, localisedPath, splitLocale } from '../../../worker/routes/page-address.ts';
import { timesLonger } from '../../support/cpu-time.ts';

describe('the one spelling of a path', () => {
  test.each([
    ['/', '/'],
    ['/gold', '/gold'],
    ['/gold/', '/gold'],
    ['/gold///', '/gold'],
    ['//gold', '/gold'],
    ['/en', '/en'],
    ['/en/', '/en'],
    ['/EN/gold', '/en/gold'],
    ['/en-US/gold', '/en/gold'],
    ['/pt', '/'],
    ['/pt/', '/'],
    ['/pt-BR/gold/', '/gold'],
    ['/pt-br', '/'],
    ['/english', '/english'],
    ['/pts/gold', '/pts/gold'],
    ['/es/gold', '/es/gold'],
    ['/energy', '/energy'],
    ['//evil.example', '/evil.example'],
    ['///evil.example//', '/evil.example'],
    ['/pt//evil.example', '/evil.example'],
    ['/en//evil.example', '/en/evil.example'],
    [String.raw`/\evil.example`, '/evil.example'],
    ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ])('%s is %s', (path, expected) => {
    expect(canonicalPath(path)).toBe(expected);
  });

  test('whatever is asked for, the answer is a path of this site', () => {
    const piece = fc.constantFrom(
      '/',
      '//',
      '\\',
      'pt',
      'pt-BR',
      'en',
      'EN-us',
      'evil.example',
      '%2f',
      '..',
      'a',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const path = canonicalPath(new URL(`https://onca.example/${pieces.join('')}`).pathname);
        expect(path).toMatch(/^\/(?![/\\])/u);
        expect(new URL(path, 'https://onca.example').origin).toBe('https://onca.example');
        expect(path === '/' || !path.endsWith('/')).toBe(true);
      }),
    );
  });

  test('a path of nothing but slashes is read in one pass', () => {
    const read = (slashes: number) => () => canonicalPath(`${'/'.repeat(slashes)}x`);
    expect(read(200_000)()).toBe('/x');
    expect(timesLonger(read(20_000), read(200_000))).toBeLessThan(50);
  });
});

test.each([
  ['/', 'pt-BR', '/'],
  ['/gold', 'pt-BR', '/gold'],
  ['/en', 'en', '/'],
  ['/en/gold', 'en', '/gold'],
  ['/energy', 'pt-BR', '/energy'],
] as const)('%s is %s of %s, and back', (address, locale, path) => {
  expect(splitLocale(address)).toEqual({ locale, path });
  expect(localisedPath(locale, path)).toBe(address);
});
