// What the cookies of a session are called.

import { expect, test } from 'vitest';
import { cookieNames } from '../../../worker/auth/cookies.ts';

test('over https a cookie is of this very host; plain names exist on http alone', () => {
  expect(cookieNames('https://onca.example/a')).toEqual({
    access: '__Host-onca_access',
    refresh: '__Host-onca_refresh',
    device: '__Host-onca_device',
  });
  expect(cookieNames('http://localhost:8787')).toEqual({
    access: 'onca_access',
    refresh: 'onca_refresh',
    device: 'onca_device',
  });
});
