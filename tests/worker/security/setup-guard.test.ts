// Without a secret every address answers with the page that says what to do, and nothing else runs.

import { createExecutionContext, env } from 'cloudflare:test';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { app } from '../../../worker/app.ts';
import { OUTBOUND_ADDRESSES, REQUIRED_SECRETS } from '../../../worker/http/setup-guard.ts';
import { NEW_KEY, NEW_X, OLD_KEY, OLD_X, retired } from '../../fixtures/signing-keys.ts';

/** Names of settings, never their values. */
let said: MockInstance<typeof console.error>;
beforeEach(() => {
  said = vi
    .spyOn(console, 'error')
    .mockReset()
    .mockImplementation(() => undefined);
});

const lastLine = (): unknown => JSON.parse(String(said.mock.lastCall?.[0]));

test('a short operators’ token counts as a missing secret; without one there is no operators’ caller', async () => {
  const ask = (OPS_TOKEN: string) =>
    app.fetch(
      new Request('http://localhost/api/health'),
      { ...env, OPS_TOKEN } as Env,
      createExecutionContext(),
    );
  expect((await ask('short-token')).status).toBe(503);
  expect(lastLine()).toMatchObject({ event: 'not-set-up', missing: ['OPS_TOKEN'] });
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
  const deployed = {
    ...env,
    ENVIRONMENT: 'production',
    SITE_ORIGIN: 'https://onca.example',
    OPS_WEBHOOK_SECRET: 'w'.repeat(32),
    [name]: '',
  };
  const ask = (over: object) =>
    app.fetch(
      new Request('https://onca.example/api/health'),
      { ...deployed, ...over } as Env,
      createExecutionContext(),
    );
  for (const address of ['http://vendor.example', 'vendor.example']) {
    expect((await ask({ [name]: address })).status).toBe(503);
    expect(lastLine()).toMatchObject({ event: 'not-set-up', missing: [name] });
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

test('keys that sign what their public halves do not verify, or that have been retired, are none', async () => {
  const ask = (over: Partial<Env>) =>
    app.fetch(new Request('http://localhost/api/health'), { ...env, ...over }, createExecutionContext());
  const gone = retired(NEW_X, '2026-01-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z');
  const refused: Partial<Env>[] = [
    { SIGNING_KEYS: NEW_KEY.replace(NEW_X, OLD_X) },
    { SIGNING_KEYS: `${NEW_KEY},${OLD_KEY.replace(OLD_X, NEW_X)}` },
    { SIGNING_KEYS: NEW_KEY, RETIRED_KEYS: gone },
    { SIGNING_KEYS: NEW_KEY, RETIRED_KEYS: 'nonsense' },
  ];
  for (const over of refused) {
    expect((await ask(over)).status).toBe(503);
    expect(lastLine()).toMatchObject({ event: 'not-set-up', missing: ['SIGNING_KEYS'] });
  }
  expect((await ask({ SIGNING_KEYS: `${NEW_KEY},${OLD_KEY}` })).status).toBe(200);
  expect((await ask({ SIGNING_KEYS: OLD_KEY, RETIRED_KEYS: gone })).status).toBe(200);
});
