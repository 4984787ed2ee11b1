// Without a secret every address answers with the page that says what to do, and nothing else runs.

import { createExecutionContext, env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { app } from '../../../worker/app.ts';
import { REQUIRED_SECRETS } from '../../../worker/http/setup-guard.ts';

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

test.each(REQUIRED_SECRETS)(
  'without %s a page, a file and a call answer 503 and name npm start',
  async (secret) => {
    for (const path of ['/', '/en/gold', '/api/prices', '/api/auth/sign-in', '/favicon.ico']) {
      for (const value of ['', undefined]) {
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
