import { expect, test } from 'vitest';
import { deviceFrom, hashDeviceToken, newDevice } from '../../../worker/auth/device-token.ts';

test('a device is known by the token that its cookie has, of which only a hash is kept', () => {
  const device = newDevice();
  expect(deviceFrom(device.token)).toEqual(device);
  expect(device.hash).toBe(hashDeviceToken(device.token));
  expect(device.hash).not.toContain(device.token);
  expect(newDevice().token).not.toBe(device.token);
});

test.each([
  ['none', undefined],
  ['an empty one', ''],
  ['one character', 'a'],
  ['one too few', 'a'.repeat(42)],
  ['one too many', 'a'.repeat(44)],
  ['another alphabet', `${'a'.repeat(42)}+`],
  ['a line after it', `${'a'.repeat(43)}\n`],
])('what cannot be a token names no device: %s', (_, token) => {
  expect(deviceFrom(token)).toBeNull();
});
