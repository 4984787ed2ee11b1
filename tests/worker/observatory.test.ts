// The score of the headers that a deployed Worker sends, by the published rules of Mozilla's Observatory.

import { createExecutionContext, env } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { app } from '../../worker/app.ts';
import { createCustomer, CUSTOMER_PASSWORD } from '../support/customers.ts';
import { observed, type Visit } from '../support/observatory.ts';

const HOST = 'onca.example';
const LEAST = 120;
/** Without cookies, the preload list, and integrity attributes. */
const BEST = 130;

async function visit(path: string, init: RequestInit = {}): Promise<Visit> {
  const settings = { ...env, ENVIRONMENT: 'production', SITE_ORIGIN: `https://${HOST}` } as unknown as Env;
  const reach = (url: string, request: RequestInit) =>
    app.fetch(new Request(url, { redirect: 'manual', ...request }), settings, createExecutionContext());
  const plain = `http://${HOST}/`;
  const url = `https://${HOST}${path}`;
  const reply = await reach(url, init);
  return {
    plain: { url: plain, reply: await reach(plain, {}) },
    secure: { url, reply, text: await reply.text() },
  };
}

test.each([
  '/',
  '/en',
  '/login',
  '/signup',
  '/en/gold',
  '/dashboard',
  '/profile',
  '/nothing-here',
  '/api/health',
])('%s scores at least 120, and nothing of it is a fault', async (path) => {
  const { score, verdicts } = observed(await visit(path));
  expect(verdicts.filter(({ modifier }) => modifier < 0)).toEqual([]);
  expect(score).toBeGreaterThanOrEqual(LEAST);
});

test('a sign-in, which sets cookies, scores more still', async () => {
  const { email } = await createCustomer(env);
  const signIn = await visit('/api/auth/sign-in', {
    method: 'POST',
    headers: { Origin: `https://${HOST}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: CUSTOMER_PASSWORD }),
  });
  expect(signIn.secure.reply.status).toBe(200);
  const { score, verdicts } = observed(signIn);
  expect(verdicts.find(({ test: name }) => name === 'cookies')?.modifier).toBe(5);
  expect(score).toBeGreaterThanOrEqual(LEAST + 5);
});

describe('the rules', () => {
  const judged = async (change: (headers: Headers) => void, plain?: Response) => {
    const { secure, plain: redirect } = await visit('/login');
    const headers = new Headers(secure.reply.headers);
    change(headers);
    const reply = new Response(null, { headers });
    return observed({
      plain: { ...redirect, ...(plain === undefined ? {} : { reply: plain }) },
      secure: { ...secure, reply },
    });
  };
  const SCRIPTS = "default-src 'none'; frame-ancestors 'none'; script-src ";

  test.each([
    ['without a policy', 'Content-Security-Policy', null, -25],
    ['with inline scripts', 'Content-Security-Policy', `${SCRIPTS}'unsafe-inline'`, -20],
    ['with scripts of any https host', 'Content-Security-Policy', `${SCRIPTS}https:`, -20],
    ['with scripts over http', 'Content-Security-Policy', `${SCRIPTS}http://a.example`, -20],
    ['with eval', 'Content-Security-Policy', `${SCRIPTS}'self' 'unsafe-eval'`, -10],
    ['with strict-dynamic alone', 'Content-Security-Policy', `${SCRIPTS}'strict-dynamic'`, -25],
    ['without HSTS', 'Strict-Transport-Security', null, -20],
    ['with a month of HSTS', 'Strict-Transport-Security', 'max-age=2592000', -10],
    ['without nosniff', 'X-Content-Type-Options', null, -5],
    ['with an unsafe referrer policy', 'Referrer-Policy', 'unsafe-url', -5],
    ['with a cookie without Secure', 'Set-Cookie', 'a=b; HttpOnly', -10],
    ['with a cookie without HttpOnly', 'Set-Cookie', 'a=b; Secure', -30],
    ['with a mistaken resource policy', 'Cross-Origin-Resource-Policy', 'yes', -5],
  ] as const)('%s there is a fault', async (_says, name, value, modifier) => {
    const { score, verdicts } = await judged((headers) => {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    });
    expect(verdicts.filter((one) => one.modifier < 0).map((one) => one.modifier)).toEqual([modifier]);
    expect(score).toBeLessThan(BEST);
  });

  test('without a redirect to https there is a fault, and no bonus counts', async () => {
    const { score } = await judged(() => undefined, new Response('a page'));
    expect(score).toBe(80);
  });
});
