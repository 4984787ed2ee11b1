// What machines ask the site for, and where addresses that are spelled otherwise lead.

import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { app } from '../../../worker/app.ts';
import { KeyFile } from '../../../worker/contract/signing-keys.ts';
import { SITE_OWNER } from '../../../worker/domain/site-owner.ts';
import { PUBLIC_PAGES } from '../../../worker/domain/site-map.ts';
import { NEW_X, OLD_X, retired } from '../../fixtures/signing-keys.ts';

const SITE = 'https://onca.example';

/** What the Worker answers at any address, with the settings of a deployed site unless the test changes them. */
async function ask(
  address: string,
  init: RequestInit = {},
  siteOrigin = SITE,
  environment = 'local',
): Promise<Response> {
  const url = address.startsWith('http') ? address : `http://localhost${address}`;
  return app.fetch(
    new Request(url, { redirect: 'manual', ...init }),
    { ...env, SITE_ORIGIN: siteOrigin, ENVIRONMENT: environment },
    createExecutionContext(),
  );
}

describe('the sitemap', () => {
  test('lists every public page in both languages, each with its siblings', async () => {
    const reply = await ask('/sitemap.xml');
    expect(reply.headers.get('Content-Type')).toBe('application/xml; charset=utf-8');
    expect(reply.headers.get('Cache-Control')).toContain('public');
    const text = await reply.text();
    const entries = [...text.matchAll(/<url><loc>([^<]+)<\/loc>(.*)<\/url>/gu)];
    expect(entries.map(([, address]) => address)).toEqual(
      PUBLIC_PAGES.flatMap((path) => [`${SITE}${path}`, `${SITE}/en${path === '/' ? '' : path}`]),
    );
    const addresses = new Set(entries.map(([, address]) => address));
    for (const [, , alternates = ''] of entries) {
      const links = [...alternates.matchAll(/rel="alternate" hreflang="([^"]+)" href="([^"]+)"\/>/gu)];
      expect(links.map(([, language]) => language)).toEqual(['pt-BR', 'en', 'x-default']);
      for (const [, , address] of links) expect(addresses).toContain(address);
    }
    expect(text).not.toContain('lastmod');
  });

  test('believes the setting, not the Host header; locally, without a setting, the address asked for', async () => {
    for (const path of ['/sitemap.xml', '/robots.txt', '/.well-known/security.txt', '/', '/en/gold']) {
      const reply = await ask(`https://evil.example${path}`, {}, SITE, 'production');
      expect(reply.status).toBe(200);
      const text = await reply.text();
      expect(text).toContain(SITE);
      expect(text).not.toContain('evil.example');
    }
    expect(await (await ask('http://localhost:8787/sitemap.xml', {}, '')).text()).toContain(
      '<loc>http://localhost:8787/</loc>',
    );
  });

  test.each(['nonsense', 'javascript:alert(1)', 'ftp://onca.example'])(
    'a setting that is no web address (%s) is reported and not used',
    async (setting) => {
      const said = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const text = await (await ask('/robots.txt', {}, setting)).text();
      expect(text).toContain('Sitemap: http://localhost/sitemap.xml');
      expect(said).toHaveBeenCalledOnce();
      said.mockRestore();
    },
  );

  test('only the origin of the setting is used', async () => {
    const text = await (await ask('/robots.txt', {}, 'https://onca.example/some/path?x#y')).text();
    expect(text).toContain(`Sitemap: ${SITE}/sitemap.xml`);
  });
});

test('robots may read what is public, and are told where the list is', async () => {
  const reply = await ask('/robots.txt');
  expect(reply.headers.get('Content-Type')).toContain('text/plain');
  const lines = (await reply.text()).split('\n');
  expect(lines.slice(0, 2)).toEqual(['User-agent: *', 'Allow: /']);
  for (const closed of ['/api/', '/dashboard', '/en/dashboard', '/profile/alerts', '/en/profile/alerts'])
    expect(lines).toContain(`Disallow: ${closed}`);
  expect(lines).toContain(`Sitemap: ${SITE}/sitemap.xml`);
  for (const path of PUBLIC_PAGES) {
    expect(lines.some((line) => line.startsWith('Disallow: ') && path.startsWith(line.slice(10)))).toBe(
      false,
    );
  }
});

test('whom to write to about a weakness (RFC 9116): within the year, and where it came from', async () => {
  const reply = await ask('/.well-known/security.txt');
  expect(reply.headers.get('Content-Type')).toMatch(/^text\/plain; ?charset=utf-8$/iu);
  const fields = (await reply.text())
    .trim()
    .split('\n')
    .map((line) => line.split(': ') as [string, string]);
  expect(fields.filter(([name]) => name === 'Contact').map(([, value]) => value)).toEqual([
    `mailto:${SITE_OWNER.email}`,
    `${SITE}/contact`,
  ]);
  const field = Object.fromEntries(fields);
  expect(field['Canonical']).toBe(`${SITE}/.well-known/security.txt`);
  expect(field['Preferred-Languages']).toBe('pt, en');
  expect(fields.filter(([name]) => name === 'Expires')).toHaveLength(1);
  const days = (Date.parse(field['Expires'] ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
});

test.each([
  ['/site.webmanifest', 'pt-BR', '/'],
  ['/en/site.webmanifest', 'en', '/en'],
])('%s installs the site in %s', async (address, lang, start) => {
  const reply = await ask(address);
  expect(reply.headers.get('Content-Type')).toContain('application/manifest+json');
  const manifest = await reply.json();
  expect(manifest).toMatchObject({
    name: 'Onça',
    short_name: 'Onça',
    lang,
    start_url: start,
    scope: '/',
    display: 'standalone',
    theme_color: expect.stringMatching(/^#/u),
    background_color: expect.stringMatching(/^#/u),
    icons: [
      { sizes: '192x192', purpose: 'any' },
      { sizes: '512x512', purpose: 'any' },
      { sizes: '512x512', purpose: 'maskable' },
    ],
  });
});

test.each([
  ['/gold/', '/gold'],
  ['/en/gold/?from=mail', '/en/gold?from=mail'],
  ['/pt-BR/gold', '/gold'],
  ['/pt', '/'],
  ['/EN/silver', '/en/silver'],
  ['//evil.example', '/evil.example'],
  ['//evil.example/%2e%2e', '/'],
  [String.raw`/\evil.example/`, '/evil.example'],
  ['/en//evil.example', '/en/evil.example'],
  ['/pt//evil.example/', '/evil.example'],
])('%s leads to %s for good', async (address, target) => {
  for (const method of ['GET', 'HEAD']) {
    const reply = await ask(`http://localhost${address}`, { method });
    expect(reply.status).toBe(301);
    expect(reply.headers.get('Location')).toBe(target);
    expect(reply.headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(reply.headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'");
  }
});

test('the English cookie moves a first visit to the same page, never off the site', async () => {
  const headers = { Cookie: 'locale=en', 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'none' };
  for (const [address, target] of [
    ['/gold?a=1', '/en/gold?a=1'],
    ['/', '/en'],
    ['/%2fevil', '/en/%2fevil'],
  ] as const) {
    const reply = await ask(address, { headers });
    expect(reply.status).toBe(302);
    expect(reply.headers.get('Location')).toBe(target);
    expect(reply.headers.get('Cache-Control')).toContain('no-store');
  }
});

test('over https only the cookie that no subdomain and no page on http can set counts', async () => {
  const from = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Site': 'none' };
  const moves = async (Cookie: string) =>
    (await ask('https://localhost/gold', { headers: { ...from, Cookie } })).status === 302;
  expect(await moves('__Host-locale=en')).toBe(true);
  expect(await moves('locale=en')).toBe(false);
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH'])('%s is no way to ask for a page or a file', async (method) => {
  for (const path of ['/gold', '/robots.txt', '/sitemap.xml']) {
    const reply = await ask(path, { method });
    expect(reply.status).toBe(405);
    expect(reply.headers.get('Allow')).toBe('GET, HEAD');
  }
});

test('what machines read answers HEAD without a body', async () => {
  for (const path of [
    '/robots.txt',
    '/sitemap.xml',
    '/.well-known/security.txt',
    '/.well-known/onca-keys.json',
    '/site.webmanifest',
  ]) {
    const reply = await ask(path, { method: 'HEAD' });
    expect(reply.status).toBe(200);
    expect(await reply.text()).toBe('');
  }
});

test('the keys of our signatures: public halves alone, for an hour, the retired ones for ever', async () => {
  const reply = await ask('/.well-known/onca-keys.json');
  expect(reply.headers.get('Content-Type')).toContain('application/json');
  expect(reply.headers.get('Cache-Control')).toBe('public, max-age=3600');
  const text = await reply.text();
  expect(text).not.toContain('"d"');
  expect(JSON.parse(text)).toEqual({
    keys: [
      {
        kty: 'OKP',
        crv: 'Ed25519',
        kid: expect.stringMatching(/^[\w-]{8}$/u),
        x: NEW_X,
        use: 'sig',
        notBefore: '2026-06-01T00:00:00.000Z',
        retiredAt: null,
      },
    ],
  });
  const gone = retired(OLD_X, '2026-01-01T00:00:00.000Z', '2026-06-02T00:00:00.000Z');
  const rotated = await app.fetch(
    new Request('http://localhost/.well-known/onca-keys.json'),
    { ...env, RETIRED_KEYS: gone } as Env,
    createExecutionContext(),
  );
  const { keys } = v.parse(KeyFile, await rotated.json());
  expect(keys.map(({ x, retiredAt }) => [x, retiredAt])).toEqual([
    [NEW_X, null],
    [OLD_X, '2026-06-02T00:00:00.000Z'],
  ]);
});
