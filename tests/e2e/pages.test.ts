// The document of every page: language, title, content policy, caching.

import { expect, test } from 'playwright/test';
import { untilWatching } from './support/clock.ts';

for (const [path, language, title] of [
  ['/', 'pt-BR', 'Ouro e prata'],
  ['/en', 'en', 'Gold and silver'],
  ['/login', 'pt-BR', 'Entrar'],
  ['/en/signup', 'en', 'Open an account'],
  ['/dashboard', 'pt-BR', 'Carteira'],
  ['/en/dashboard', 'en', 'Portfolio'],
] as const) {
  test(`${path} is a page in ${language} with a strict policy and a fresh nonce`, async ({ request }) => {
    const first = await request.get(path);
    const second = await request.get(path);
    expect(first.status()).toBe(200);
    const policy = first.headers()['content-security-policy'] ?? '';
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toBe(second.headers()['content-security-policy']);
    expect(first.headers()['etag']).toBeUndefined();
    const body = await first.text();
    expect(body).toContain(`lang="${language}"`);
    expect(/<title>([^<]*) · Onça<\/title>/u.exec(body)?.[1]).toContain(title);
    const nonce = /'nonce-([0-9a-f]+)'/u.exec(policy)?.[1];
    const scripts = body.match(/<script[^>]*>/gu) ?? [];
    expect(scripts.length).toBeGreaterThan(1);
    for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
  });
}

test('an unknown address is the 404 page, with 404', async ({ request }) => {
  const reply = await request.get('/nothing-here');
  expect(reply.status()).toBe(404);
  expect(reply.headers()['content-type']).toContain('text/html');
});

test('a fingerprinted file may be kept for ever', async ({ request }) => {
  const page = await (await request.get('/')).text();
  const asset = /\/assets\/[^"]+\.js/u.exec(page)?.[0] ?? '';
  const reply = await request.get(asset);
  expect(reply.status()).toBe(200);
  expect(reply.headers()['cache-control']).toContain('immutable');
});

test('the English cookie moves only a first visit from elsewhere', async ({ playwright, baseURL }) => {
  const navigation = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate', Cookie: 'locale=en' };
  const context = await playwright.request.newContext({ baseURL: baseURL ?? '', maxRedirects: 0 } as never);
  const fresh = await context.get('/login', {
    headers: { ...navigation, 'Sec-Fetch-Site': 'none' },
    maxRedirects: 0,
  });
  expect(fresh.status()).toBe(302);
  expect(fresh.headers()['location']).toBe('/en/login');
  const click = await context.get('/login', {
    headers: { ...navigation, 'Sec-Fetch-Site': 'same-origin' },
    maxRedirects: 0,
  });
  expect(click.status()).toBe(200);
  await context.dispose();
});

test('a theme chosen in one tab reaches the others, and the system decides where nothing is chosen', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  await untilWatching(page);
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-mode', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-mode', 'dark');
  const other = await context.newPage();
  await other.goto('/login');
  await other.evaluate(() => {
    localStorage.setItem('colorMode', 'light');
    localStorage.setItem('platform', 'crypto');
  });
  await expect(root).toHaveAttribute('data-mode', 'light');
  await expect(root).toHaveAttribute('data-platform', 'crypto');
});
