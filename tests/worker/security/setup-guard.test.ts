// Without a secret every address answers with the page that says what to do, and nothing else runs.

import { createExecutionContext, env } from 'cloudflare:test';
import { beforeEach, expect, test, vi } from 'vitest';
import { app } from '../../../worker/app.ts';
import { OUTBOUND_ADDRESSES, REQUIRED_SECRETS } from '../../../worker/http/setup-guard.ts';

/** Names of settings, never their values. */
const said = vi.spyOn(console, 'error');
beforeEach(() => said.mockReset().mockImplementation(() => undefined));

test('a short operators’ token counts as a missing secret; without one there is no operators’ caller', async () => {
  const ask = (OPS_TOKEN: string) =>
    app.fetch(
      new Request('http://localhost/api/health'),
      { ...env, OPS_TOKEN } as Env,
      createExecutionContext(),
    );
  expect((await ask('short-token')).status).toBe(503);
  expect(said).toHaveBeenCalledWith(JSON.stringify({ event: 'not-set-up', missing: ['OPS_TOKEN'] }));
  expect((await ask('')).status).toBe(200);
});

test.each(['', 'nonsense', 'http://onca.example'])(
  'outside local, an address of "%s" is none: nothing is served that would follow the Host header',
  async (site) => {
    const deployed = { ...env, SITE_ORIGIN: site } as Env;
    const ask = (over: object) =>
      app.fetch(
        new Request('http://localhost/sitemap.xml'),
        { ...deployed, ...over },
        createExecutionContext(),
      );
    for (const environment of ['production', 'staging', ''])
      expect((await ask({ ENVIRONMENT: environment })).status).toBe(503);
    expect((await ask({ SITE_ORIGIN: '' })).status).toBe(200);
  },
);

test.each(OUTBOUND_ADDRESSES)('outside local, nothing is served while %s is not https', async (name) => {
  const deployed = { ...env, ENVIRONMENT: 'production', SITE_ORIGIN: 'https://onca.example', [name]: '' };
  const ask = (over: object) =>
    app.fetch(
      new Request('https://onca.example/api/health'),
      { ...deployed, ...over } as Env,
      createExecutionContext(),
    );
  for (const address of ['http://vendor.example', 'vendor.example']) {
    expect((await ask({ [name]: address })).status).toBe(503);
    expect(said).toHaveBeenLastCalledWith(JSON.stringify({ event: 'not-set-up', missing: [name] }));
    expect((await ask({ [name]: address, ENVIRONMENT: 'local', SITE_ORIGIN: '' })).status).not.toBe(503);
  }
  expect((await ask({ [name]: 'https://vendor.example/path' })).status).toBe(200);
});

test.each(REQUIRED_SECRETS)(
  'without %s, or with a short one, a page, a file and a call answer 503 and name npm start',
  async (secret) => {
    for (const path of ['/', '/en/gold', '/api/prices', '/api/auth/sign-in', '/favicon.ico']) {
      for (const value of ['', undefined, 'x'.repeat(31), `${'x'.repeat(32)},short`]) {
        const reply = await app.fetch(
          new Request(`http://localhost${path}`),
          { ...env, [secret]: value } as Env,
          createExecutionContext(),
        );
        expect(reply.status).toBe(503);
        expect(reply.headers.get('Content-Type')).toContain('text/html');
        expect(reply.headers.get('Cache-Control')).toBe('no-store');
        expect(await reply.text()).toContain('npm start');
      }
    }
  },
);
