import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromBase64url, toBase64url } from '../../../worker/domain/base64url.ts';
import { runs } from '../../support/deep.ts';

test('is the one of Node, and reads back what it wrote', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const text = toBase64url(bytes);
      expect(text).toBe(Buffer.from(bytes).toString('base64url'));
      expect(fromBase64url(text)).toEqual(bytes);
    }),
    { numRuns: runs(300) },
  );
});

test.each(['A', 'AB', 'AAB', 'AA==', 'AA ', 'A+', 'A/', 'AA\n', 'é'])(
  '%j is another spelling, or none',
  (text) => {
    expect(fromBase64url(text)).toBeNull();
  },
);
