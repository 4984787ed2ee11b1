// By which addresses the Worker answers: a deployed one by https alone, a local one by names of this machine alone.

import { createExecutionContext, env } from 'cloudflare:test';
import { describe, expect, test } from 'vitest';
import { app } from '../../worker/app.ts';

const SITE = 'https://onca.example';

async function ask(address: string, over: Partial<Record<keyof Env, string>>, init: RequestInit = {}) {
  const request = new Request(address, { redirect: 'manual', ...init });
  return app.fetch(request, { ...env, ...over } as Env, createExecutionContext());
}

describe.each(['production', 'staging', ''])('when ENVIRONMENT is "%s"', (ENVIRONMENT) => {
  const deployed = { ENVIRONMENT, SITE_ORIGIN: SITE };

  test.each([
    '/',
    '/en/login?next=%2Fdashboard',
    '/dashboard',
    '/theme.js',
    '/nothing-here',
    '//evil.example',
  ])('http %s leads to the site, whatever host was asked for', async (path) => {
    for (const host of ['onca.example', 'evil.example', 'localhost:8787']) {
      const reply = await ask(`http://${host}${path}`, deployed);
      expect(reply.status).toBe(308);
      expect(reply.headers.get('Location')).toBe(SITE + path);
    }
  });

  test('a call over http is refused before anything is read or written, and says why', async () => {
    for (const [path, method] of [
      ['/api/prices', 'GET'],
      ['/api/prices/stream', 'GET'],
      ['/api/auth/sign-in', 'POST'],
      ['/api/nothing-here', 'DELETE'],
    ] as const) {
      const reply = await ask(`http://onca.example${path}`, deployed, {
        method,
        headers: { Origin: 'http://onca.example', 'Content-Type': 'application/json' },
      });
      expect(reply.status).toBe(403);
      expect(reply.headers.get('Content-Type')).toBe('application/problem+json');
      expect(reply.headers.getSetCookie()).toEqual([]);
      expect(await reply.json()).toMatchObject({ code: 'HttpsRequired' });
    }
  });

  test('over https it answers, and its cookies are Secure with the __Host- prefix', async () => {
    expect((await ask(`${SITE}/login`, deployed)).status).toBe(200);
    const out = await ask(`${SITE}/api/auth/sign-out`, deployed, {
      method: 'POST',
      headers: { Origin: SITE, 'Content-Type': 'application/json' },
      body: '{}',
    });
    const cookies = out.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies)
      expect(cookie).toMatch(/^__Host-onca_\w+=;.*Path=\/;.*HttpOnly; Secure; SameSite=Lax/u);
  });
});

describe('a local server', () => {
  const local = { ENVIRONMENT: 'local', SITE_ORIGIN: '' };

  test.each(['localhost', 'localhost:8787', '127.0.0.1:8787', '[::1]:8787', 'onca.localhost'])(
    'answers to %s',
    async (host) => {
      expect((await ask(`http://${host}/dev/mailbox.json`, local)).status).toBe(200);
    },
  );

  test.each([
    'evil.example',
    'localhost.evil.example',
    'evillocalhost',
    '192.168.0.7:8787',
    '127.0.0.1.nip.io',
  ])('does not answer to %s, which may have been made to lead here', async (host) => {
    for (const path of ['/dev/mailbox.json', '/', '/api/prices', '/sitemap.xml']) {
      const reply = await ask(`http://${host}${path}`, local);
      expect(reply.status).toBe(421);
      expect(await reply.text()).not.toContain(host);
    }
  });

  test('answers to the address it was given, for a machine that is reached by another name', async () => {
    const named = { ...local, SITE_ORIGIN: 'http://workshop:8787' };
    expect((await ask('http://workshop:8787/dev/mailbox.json', named)).status).toBe(200);
    expect((await ask('http://workshop:8788/dev/mailbox.json', named)).status).toBe(421);
  });
});
