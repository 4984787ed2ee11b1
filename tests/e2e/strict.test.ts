// Every response has strict headers: pages, files, data, redirects and refusals, with nothing inline.
// public-pages.test.ts checks that the browser refuses nothing on each page.

import { readdirSync } from 'node:fs';
import { request as ask } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'playwright/test';
import { LANGUAGES } from '../../worker/domain/settings-rules.ts';
import { PUBLIC_PAGES } from '../../worker/domain/site-map.ts';
import { Source } from './support/source.ts';

const inBoth = (path: string) => [path, path === '/' ? '/en' : `/en${path}`];
const PAGES = [...PUBLIC_PAGES, '/nothing-here', '/dashboard'].flatMap(inBoth);

const EVERYWHERE: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/u,
  'x-frame-options': /^DENY$/u,
  'referrer-policy': /^strict-origin-when-cross-origin$/u,
  'cross-origin-opener-policy': /^same-origin$/u,
  'cross-origin-resource-policy': /^(?:same-origin|cross-origin)$/u,
  'permissions-policy': /camera=\(\).*geolocation=\(\).*microphone=\(\).*payment=\(\)/u,
  'content-security-policy': /default-src 'none'.*frame-ancestors 'none'/u,
};

for (const address of PAGES) {
  test(`${address} is sent with a strict policy and nothing inline`, async ({ request }) => {
    const reply = await request.get(address, { maxRedirects: 0 });
    const headers = reply.headers();
    expectStrict(headers);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).not.toMatch(/unsafe-|data:|blob:|\*|https?:/u);
    for (const rule of ["base-uri 'none'", "form-action 'self'", "style-src 'self'", "img-src 'self'"]) {
      expect(policy.split('; ')).toContain(rule);
    }
    expect(policy).toMatch(/script-src 'nonce-[0-9a-f]{32}' 'strict-dynamic'/u);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['etag']).toBeUndefined();

    const page = new Source(await reply.text());
    const body = page.html.replaceAll(/<script.*?<\/script>/gsu, '<script>');
    expect(body.match(/<[^>]+\sstyle=/gu) ?? []).toEqual([]);
    expect(body.match(/<[^>]+\son[a-z]+=/gu) ?? []).toEqual([]);
    expect(body.match(/<style/gu) ?? []).toEqual([]);
    expect(body.match(/(?:href|src|action)="(?:javascript|data|blob):/giu) ?? []).toEqual([]);
    const nonce = /'nonce-([0-9a-f]+)'/u.exec(policy)?.[1] ?? '';
    for (const script of page.tags('script')) expect(script['nonce']).toBe(nonce);
    // The page loads from its own origin alone.
    for (const tag of [...page.tags('script'), ...page.tags('img'), ...page.tags('source')]) {
      expect(tag['src'] ?? '/').toMatch(/^\/(?!\/)/u);
    }
    const head = await request.head(address, { maxRedirects: 0 });
    expect(head.status()).toBe(reply.status());
    expect((await head.body()).length).toBe(0);
  });
}

for (const [address, caching] of [
  ['/favicon.svg', /^public, max-age=86400/u],
  ['/favicon.ico', /^public, max-age=86400/u],
  ['/icon-512.png', /^public, max-age=86400/u],
  ['/og/home.pt-BR.png', /^public, max-age=86400/u],
  ['/theme.js', /no-cache/u],
  ['/robots.txt', /^public, max-age=3600$/u],
  ['/sitemap.xml', /^public, max-age=3600$/u],
  ['/.well-known/security.txt', /^public, max-age=3600$/u],
  ['/site.webmanifest', /^public, max-age=3600$/u],
  ['/api/prices', /no-cache/u],
] as const) {
  test(`${address} is strict, and kept as long as is right`, async ({ request }) => {
    const reply = await request.get(address);
    expect(reply.status()).toBe(200);
    expectStrict(reply.headers());
    expect(reply.headers()['cache-control']).toMatch(caching);
    // Text says in which characters it is; pictures and JSON need not.
    expect(reply.headers()['content-type']).toMatch(/^image\/(?!svg)|json$|; ?charset=utf-8$/iu);
    const etag = reply.headers()['etag'];
    if (/\.(?:svg|ico|png|js)$/u.test(address)) {
      expect(etag).toBeTruthy();
      const again = await request.get(address, { headers: { 'If-None-Match': etag ?? '' } });
      expect(again.status()).toBe(304);
      expectStrict(again.headers());
    }
  });
}

test('fingerprinted files are strict and kept for ever; a missing one is no page', async ({ request }) => {
  const page = new Source(await (await request.get('/')).text());
  const files = new Set(page.html.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/gu));
  expect(files.size).toBeGreaterThan(3);
  for (const file of [...files].slice(0, 6)) {
    const reply = await request.get(file);
    expect([file, reply.status()]).toEqual([file, 200]);
    expectStrict(reply.headers());
    expect(reply.headers()['cache-control']).toBe('public, max-age=31536000, immutable');
  }
  const missing = await request.get('/assets/missing.js');
  expect(missing.status()).toBe(404);
  expectStrict(missing.headers());
  expect(missing.headers()['content-type']).toContain('text/plain');
});

test('a video may be asked for in parts, as Safari does', async ({ request }) => {
  const built = readdirSync(join(import.meta.dirname, '../../dist/web/client/assets'));
  const video = built.find((name) => name.endsWith('.webm'));
  expect(video).toBeDefined();
  const part = await request.get(`/assets/${video}`, { headers: { Range: 'bytes=0-99' } });
  expect(part.status()).toBe(206);
  expect(part.headers()['content-range']).toMatch(/^bytes 0-99\/\d+$/u);
  expect((await part.body()).length).toBe(100);
  expectStrict(part.headers());
});

test('refusals, redirects and errors are as strict as pages', async ({ request }) => {
  for (const [method, address, status] of [
    ['GET', '/api/nothing-here', 404],
    ['GET', '/api/profile', 401],
    ['POST', '/api/quotes', 403],
    ['POST', '/gold', 405],
    ['GET', '/missing.png', 404],
    ['GET', '/gold.html', 404],
    ['GET', '/index.html', 404],
    ['GET', '/gold/', 301],
    ['GET', '/pt-BR/gold', 301],
  ] as const) {
    const reply = await request.fetch(address, { method, maxRedirects: 0 });
    expect([address, reply.status()]).toEqual([address, status]);
    expectStrict(reply.headers());
  }
  const moved = await request.get('/en/gold/?from=mail', { maxRedirects: 0 });
  expect(moved.headers()['location']).toBe('/en/gold?from=mail');
});

/** Sent raw: a client library would normalise them. */
const HOSTILE = [
  '//evil.example',
  '//evil.example/gold/',
  '///evil.example//',
  String.raw`/\evil.example/`,
  String.raw`\\evil.example/`,
  '/%2f%2fevil.example/',
  '/%5cevil.example/',
  '/en//evil.example/',
  '/pt//evil.example/',
  '/.//evil.example/',
  '/%2e//evil.example/',
  '/@evil.example/',
  '/http://evil.example/',
  '/gold/..//evil.example/',
  '/%',
  '/%zz/',
  '/%ff%fe/',
  '/%c0%ae%c0%ae/%c0%af/',
  '/a%00b/',
  '/%0d%0aSet-Cookie:x=y/',
  '/gold;jsessionid=1/',
  '/constructor',
  '/__proto__/',
  '/en/__proto__',
  '/.git/config',
  '/../../etc/passwd',
  '/%2e%2e/%2e%2e/wrangler.toml',
  `/${'a'.repeat(9000)}`,
  `/${'/'.repeat(9000)}x`,
  `/gold/?${'q'.repeat(9000)}`,
];

test('no address, however odd, leads off the site or breaks the server', async ({ baseURL }) => {
  const site = baseURL ?? '';
  for (const path of HOSTILE) {
    const { status, location } = await raw(site, path);
    expect([path, status < 500]).toEqual([path, true]);
    if (location === undefined) continue;
    expect(location).toMatch(/^\/(?![/\\])/u);
    expect(new URL(location, site).origin).toBe(site);
  }
});

function expectStrict(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(EVERYWHERE)) {
    expect([name, headers[name] ?? '']).toEqual([name, expect.stringMatching(value)]);
  }
  expect(headers['x-powered-by']).toBeUndefined();
}

type RawReply = { readonly status: number; readonly location: string | undefined };

function raw(site: string, path: string): Promise<RawReply> {
  const { hostname, port } = new URL(site);
  return new Promise((resolve, reject) => {
    const sent = ask({ hostname, port, path, method: 'GET' }, (reply) => {
      reply.resume();
      resolve({ status: reply.statusCode ?? 0, location: reply.headers.location });
    });
    sent.on('error', reject);
    sent.end();
  });
}

test('the two languages of the site are scanned', () => {
  expect(PAGES).toHaveLength((PUBLIC_PAGES.length + 2) * LANGUAGES.length);
});
