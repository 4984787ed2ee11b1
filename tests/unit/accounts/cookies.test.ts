// What the cookies of a session are called, and what a browser is told to do with them.

import { Hono } from 'hono';
import { expect, test } from 'vitest';
import {
  clearSessionCookies,
  cookieNames,
  readAccessCookie,
  readDeviceCookie,
  readRefreshCookie,
  type SessionCookies,
  writeSessionCookies,
} from '../../../worker/auth/cookies.ts';
import type { AppEnv } from '../../../worker/http/hono.ts';

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

const NOW = Date.UTC(2026, 10, 28, 12);
const SESSION: SessionCookies = {
  access: 'a',
  accessExpiresAt: NOW + 900_999,
  refresh: 'r',
  refreshExpiresAt: NOW + 3_600_000,
  remembered: false,
};
const LAX = ['Path=/', 'HttpOnly', 'SameSite=Lax'];
const SECURE = [...LAX, 'Secure'];
const DEVICE_KEPT = 'Max-Age=34560000';

const app = new Hono<AppEnv>()
  .post('/', async (c) => {
    writeSessionCookies(c, await c.req.json(), NOW);
    return c.body(null);
  })
  .delete('/', (c) => {
    clearSessionCookies(c);
    return c.body(null);
  })
  .get('/', (c) => c.json([readAccessCookie(c), readRefreshCookie(c), readDeviceCookie(c)]));

/** Name and value, with the attributes in one order. */
async function told(url: string, ENVIRONMENT: string, cookies: SessionCookies | null): Promise<object> {
  const asked = cookies === null ? { method: 'DELETE' } : { method: 'POST', body: JSON.stringify(cookies) };
  const reply = await app.request(url, asked, { ENVIRONMENT });
  return Object.fromEntries(
    reply.headers.getSetCookie().map((line) => {
      const [pair = '', ...attributes] = line.split('; ');
      return [pair, attributes.toSorted()];
    }),
  );
}
const sorted = (attributes: readonly string[], ...more: string[]) => [...attributes, ...more].toSorted();

test.each([
  ['http://localhost:8787/', 'local', '', LAX],
  ['https://localhost:8787/', 'local', '__Host-', SECURE],
  ['http://onca.example/', 'production', '__Host-', SECURE],
  ['https://onca.example/', 'production', '__Host-', SECURE],
])('at %s (%s) scripts and other sites have none of them', async (url, environment, prefix, always) => {
  expect(await told(url, environment, SESSION)).toEqual({
    [`${prefix}onca_access=a`]: sorted(always),
    [`${prefix}onca_refresh=r`]: sorted(always),
  });
  expect(await told(url, environment, { ...SESSION, remembered: true, device: 'd' })).toEqual({
    [`${prefix}onca_access=a`]: sorted(always, 'Max-Age=900'),
    [`${prefix}onca_device=d`]: sorted(always, DEVICE_KEPT),
    [`${prefix}onca_refresh=r`]: sorted(always, 'Max-Age=3600'),
  });
  expect(await told(url, environment, null)).toEqual({
    [`${prefix}onca_access=`]: sorted(always, 'Max-Age=0'),
    [`${prefix}onca_refresh=`]: sorted(always, 'Max-Age=0'),
  });
  const names = ['access', 'refresh', 'device'].map((name) => `${prefix}onca_${name}=${name[0]}`);
  const read = await app.request(
    url,
    { headers: { Cookie: names.join('; ') } },
    { ENVIRONMENT: environment },
  );
  expect(await read.json()).toEqual(['a', 'r', 'd']);
});

test('a browser that has the right refresh cookie is told no other, and a moment is a second at least', async () => {
  const { refresh: _, ...without } = SESSION;
  const soon = { ...without, remembered: true, accessExpiresAt: NOW + 1 };
  expect(await told('https://onca.example/', 'production', soon)).toEqual({
    '__Host-onca_access=a': sorted(SECURE, 'Max-Age=1'),
  });
});
