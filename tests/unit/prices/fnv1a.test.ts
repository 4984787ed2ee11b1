// FNV-1a by the examples of its authors: a relay that reckoned otherwise would be another one.

import { expect, test } from 'vitest';
import { fnv1a } from '../../../worker/domain/fnv1a.ts';

test.each([
  ['', 0x81_1c_9d_c5],
  ['a', 0xe4_0c_29_2c],
  ['b', 0xe7_0c_2d_e5],
  ['foobar', 0xbf_9c_f9_68],
])('%j is %d', (text, hash) => {
  expect(fnv1a(text)).toBe(hash);
});
