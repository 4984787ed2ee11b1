import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { clientOf, placeOf } from '../../../worker/auth/client.ts';
import type { AppEnv } from '../../../worker/http/hono.ts';

test.each([
  [{ city: 'Curitiba', country: 'BR' }, 'production', 'Curitiba, BR'],
  [{ city: '', country: 'BR' }, 'production', 'BR'],
  [{ country: 'BR' }, 'production', 'BR'],
  [{}, 'production', undefined],
  [undefined, 'production', undefined],
  // The local runtime makes its place up.
  [{ city: 'Austin', country: 'US' }, 'local', undefined],
])('the place %o of an edge in %s is %s', (edge, environment, place) => {
  expect(placeOf(edge, environment)).toBe(place);
});

test.each([
  [{}, undefined],
  [{ 'CF-Connecting-IP': '203.0.113.7' }, '203.0.113.7'],
  // The longest of IPv6 has 45 characters.
  [{ 'CF-Connecting-IP': `${'f'.repeat(45)}0` }, 'f'.repeat(45)],
])('the address of a sender with %o is %s', async (headers, address) => {
  const app = new Hono<AppEnv>().get('/', (c) => c.json({ address: clientOf(c).address }));
  const env = { ENVIRONMENT: 'local', SESSION_SECRET: 'a-session-secret-of-32-characters' };
  const reply = await app.request('/', { headers }, env);
  expect(await reply.json()).toEqual(address === undefined ? {} : { address });
});
