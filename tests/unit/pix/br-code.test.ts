// The BR Code: vectors of others and ours, and what is read again is what was written.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { brCode, crc16 } from '../../../worker/domain/br-code.ts';
import { readBrCode } from '../../support/br-code.ts';
import { runs } from '../../support/deep.ts';

const STATIC =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';
const OURS =
  '00020101021226820014br.gov.bcb.pix2560pix.onca.example/qr/v2/cobv/7d9f0335e2b94f1c9a6a4e0f6c3b2a1852040000530398654071326.585802BR5912ONCA SANDBOX6009SAO PAULO62070503***63047AD0';
const sandbox = { name: 'Onça Sandbox', city: 'São Paulo' };

test('the checksum is CRC-16/CCITT-FALSE', () => {
  expect(crc16('123456789')).toBe('29B1');
  expect(crc16('')).toBe('FFFF');
});

test('a charge of ours, byte for byte', () => {
  const location = 'pix.onca.example/qr/v2/cobv/7d9f0335e2b94f1c9a6a4e0f6c3b2a18';
  expect(brCode({ location, ...sandbox }, 132_658)).toBe(OURS);
  expect(readBrCode(OURS)).toEqual({
    location,
    key: null,
    brlCents: 132_658,
    name: 'ONCA SANDBOX',
    city: 'SAO PAULO',
    txid: '***',
  });
});

test('a name has 25 letters at most, a city 15, a location 77, and centavos two digits', () => {
  const location = 'x'.repeat(77);
  const code = brCode({ location, name: 'n'.repeat(26), city: 'ç'.repeat(16) }, 7);
  expect(readBrCode(code)).toEqual({
    location,
    key: null,
    brlCents: 7,
    name: 'N'.repeat(25),
    city: 'C'.repeat(15),
    txid: '***',
  });
  expect(code).toContain('54040.07');
});

test('the static example of the manual', () => {
  expect(readBrCode(STATIC)).toEqual({
    location: null,
    key: '123e4567-e12b-12d1-a456-426655440000',
    brlCents: null,
    name: 'Fulano de Tal',
    city: 'BRASILIA',
    txid: '***',
  });
});

test('what is read again is what was written, and no single character may be another', () => {
  const letters = fc.stringMatching(/^[!-~]{1,77}$/u).filter((text) => !text.includes('://'));
  fc.assert(
    fc.property(
      letters,
      fc.integer({ min: 1, max: 99_999_999_99 }),
      fc.stringMatching(/^[A-Z][A-Z ]{0,24}$/u),
      fc.stringMatching(/^[A-Z][A-Z ]{0,14}$/u),
      fc.nat(),
      (location, brlCents, name, city, place) => {
        const code = brCode({ location, name, city }, brlCents);
        expect(readBrCode(code)).toEqual({ location, key: null, brlCents, name, city, txid: '***' });
        const at = place % code.length;
        const other = code[at] === '0' ? '1' : '0';
        const damaged = readBrCode(code.slice(0, at) + other + code.slice(at + 1));
        // Only the case of the checksum's own digits means nothing.
        expect(damaged).toBeNull();
      },
    ),
    { numRuns: runs(300) },
  );
});

describe('is none', () => {
  test.each([
    ['empty', ''],
    ['another checksum', `${OURS.slice(0, -4)}7AD1`],
    ['cut off', OURS.slice(0, -12)],
    ['a length beyond the end', withChecksum('000201269914')],
    ['a field that comes twice', withChecksum(OURS.slice(0, -8) + '5802BR')],
    ['dollars', withChecksum(OURS.slice(0, -8).replace('5303986', '5303840'))],
    ['another scheme', withChecksum(OURS.slice(0, -8).replace('br.gov.bcb.pix', 'br.gov.bcb.xip'))],
    ['an amount in another form', withChecksum(OURS.slice(0, -8).replace('1326.58', '1326,58'))],
    ['letters beyond ASCII', `${OURS.slice(0, 40)}é${OURS.slice(41)}`],
  ])('%s', (_what, text) => {
    expect(readBrCode(text)).toBeNull();
  });

  test.each(['https://pix.onca.example/x', 'a b', 'é', `${'x'.repeat(78)}`, ''])(
    'a location %j',
    (location) => {
      expect(() => brCode({ location, ...sandbox }, 100)).toThrow(RangeError);
    },
  );
});

function withChecksum(fields: string): string {
  return `${fields}6304${crc16(`${fields}6304`)}`;
}
