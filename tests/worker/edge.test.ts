// The headers of every answer, on every route.

import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

const call = (path: string, init?: RequestInit): Promise<Response> =>
  exports.default.fetch(new Request(`http://localhost${path}`, init));

test('an unknown API address is a problem with a stable code', async () => {
  const reply = await call('/api/nothing-here');
  expect(reply.status).toBe(404);
  expect(reply.headers.get('Content-Type')).toBe('application/problem+json');
  expect(await reply.json()).toMatchObject({ code: 'NotFound', status: 404 });
});

test.each([
  ['no origin at all', {}],
  ['another origin', { Origin: 'https://evil.example' }],
  ['a cross-site fetch', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://localhost' }],
  ['a sibling site', { 'Sec-Fetch-Site': 'same-site' }],
  ['a bearer token beside a cookie', { Authorization: 'Bearer x', Cookie: 'a=b' }],
])('an unsafe method with %s is refused', async (_name, headers) => {
  const reply = await call('/api/nothing-here', { method: 'POST', headers });
  expect(reply.status).toBe(403);
  expect(await reply.json()).toMatchObject({ code: 'CrossSite' });
});

test.each([
  ['a same-origin fetch', { 'Sec-Fetch-Site': 'same-origin' }],
  ['its own origin', { Origin: 'http://localhost' }],
  ['a bearer token and no cookie', { Authorization: 'Bearer x' }],
])('an unsafe method with %s passes the guard', async (_name, headers) => {
  const reply = await call('/api/nothing-here', { method: 'POST', headers });
  expect(reply.status).toBe(404);
});

test('every answer carries the security headers and a request id', async () => {
  const { headers } = await call('/api/nothing-here');
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
  expect(headers.get('X-Frame-Options')).toBe('DENY');
  expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('X-Request-Id')).toBeTruthy();
});

test('https answers ask browsers to stay on https', async () => {
  const reply = await exports.default.fetch(new Request('https://localhost/api/nothing-here'));
  expect(reply.headers.get('Strict-Transport-Security')).toContain('max-age=63072000');
});
