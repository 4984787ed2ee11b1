// The form of a bar reads what was typed as the server will, in both languages, and says what is missing.

import { expect, test } from 'vitest';
import { readBar } from '../../../web/features/operators/bars/typed-bar.ts';

const TYPED = {
  metal: 'gold',
  refiner: ' Metalor ',
  serial: 'ab 12',
  gross: '401.125',
  assay: '995.8',
} as const;
const NO_ERRORS = { refiner: null, serial: null, gross: null, assay: null };

test.each([
  ['en', TYPED],
  ['pt-BR', { ...TYPED, gross: '401,125', assay: '995,8' }],
] as const)('%s: the bar and its fine weight', (locale, typed) => {
  expect(readBar(typed, locale)).toEqual({
    bar: { metal: 'gold', refiner: 'Metalor', serial: 'AB 12', grossE3: 401_125, assayE1: 9_958 },
    fineE3: 399_440,
    errors: NO_ERRORS,
  });
});

test.each([
  [{ refiner: '' }, { refiner: 'barRefiner' }],
  [{ serial: '#1' }, { serial: 'barSerial' }],
  [{ gross: '' }, { gross: 'number' }],
  [{ gross: '401.1255' }, { gross: 'number' }],
  [{ gross: '401.13' }, { gross: 'barStep' }],
  [{ gross: '300' }, { gross: 'barWeight' }],
  [{ assay: '995.85' }, { assay: 'number' }],
  [{ assay: '1000' }, { assay: 'barAssay' }],
  [{ metal: 'silver' }, { assay: 'barAssay' }],
  // In Portuguese a point groups thousands: no bar is that heavy.
  [{ gross: '401.125', assay: '995,8' }, { gross: 'barWeight' }, 'pt-BR'],
] as const)('%j: %j', (wrong, errors, locale: 'en' | 'pt-BR' = 'en') => {
  const read = readBar({ ...TYPED, ...wrong }, locale);
  expect(read.bar).toBeNull();
  expect(read.errors).toEqual({ ...NO_ERRORS, ...errors });
});
