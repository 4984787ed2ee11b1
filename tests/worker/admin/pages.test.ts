// The server decides who gets a page of the operators' area, before anything of the app has run.

import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { isAdminPage } from '../../../worker/domain/admin-path.ts';
import { REFRESH_GRACE_MS } from '../../../worker/domain/session-rules.ts';
import { PRIVATE_PAGES } from '../../../worker/domain/site-map.ts';
import {
  cookieHeader,
  createCustomer,
  type Customer,
  openSessionFor,
  ORIGIN,
} from '../../support/customers.ts';
import { withApp } from '../security/account.ts';
import { SetPrices, workerWith } from '../../support/money-calls.ts';

const HOUR = 60 * 60_000;
const PAGES = PRIVATE_PAGES.filter(isAdminPage);
const PREMIUM = ['/admin/submissions', '/admin/contacts'] as const;
const OTHERS = PAGES.filter((page) => !PREMIUM.some((one) => one === page));

/** The web build's files: the private screens' document, and the page of unknown addresses. */
const ASSETS = {
  fetch: async (url: URL) =>
    ['/__spa-fallback', '/en/__spa-fallback', '/404', '/en/404'].includes(url.pathname)
      ? new Response('<!doctype html><html><head><title>Onça</title></head></html>', {
          headers: { 'Content-Type': 'text/html' },
        })
      : new Response(null, { status: 404 }),
} as unknown as Fetcher;

const worker = workerWith(new SetPrices({}), { ASSETS });

const open = (path: string, cookie = '', init: RequestInit = {}) =>
  worker(new Request(`${ORIGIN}${path}`, { ...init, redirect: 'manual', headers: { Cookie: cookie } }));

/** `200`, or where it leads. */
async function answer(path: string, cookie = '', init: RequestInit = {}): Promise<string> {
  const reply = await open(path, cookie, init);
  expect(reply.headers.get('Cache-Control'), `${path}`).toBe('no-store');
  return reply.headers.get('Location') ?? String(reply.status);
}

const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

/** Opened long ago, used just now. */
const usedNow = (userId: string) =>
  run('UPDATE sessions SET last_seen_at = ?2 WHERE user_id = ?1', userId, Date.now());

test('the area has twenty-one pages, two of them for premium operators', () => {
  expect([PAGES.length, OTHERS.length]).toEqual([21, 19]);
});

describe.each(PAGES)('%s', (page) => {
  test('sends a visitor to the sign-in page and back, in both languages', async () => {
    const next = encodeURIComponent(page);
    expect(await answer(page)).toBe(`/login?next=${next}`);
    expect(await answer(`/en${page}`)).toBe(`/en/login?next=${next}`);
    expect(await answer(page, '', { method: 'HEAD' })).toBe(`/login?next=${next}`);
  });

  test('sends customers to their dashboard, whatever their tier', async () => {
    for (const tier of ['standard', 'premium'] as const) {
      const { cookie } = await createCustomer(env, { tier });
      expect(await answer(page, cookie)).toBe('/dashboard');
      expect(await answer(`/en${page}`, cookie)).toBe('/en/dashboard');
    }
  });

  test('opens to a premium operator', async () => {
    const { cookie } = await createCustomer(env, { admin: true, tier: 'premium' });
    expect(await answer(page, cookie)).toBe('200');
    expect(await answer(`/en${page}`, cookie)).toBe('200');
  });
});

test('an operator of the standard tier opens everything but the submissions and the contact messages', async () => {
  const { cookie } = await createCustomer(env, { admin: true });
  for (const page of OTHERS) expect(await answer(page, cookie), `${page}`).toBe('200');
  for (const page of PREMIUM) {
    expect(await answer(page, cookie)).toBe('/dashboard');
    expect(await answer(`/en${page}`, cookie)).toBe('/en/dashboard');
  }
});

describe('a role opens its own pages', () => {
  test.each([
    [
      'support',
      '/admin',
      [
        '/admin',
        '/admin/today',
        '/admin/submissions',
        '/admin/contacts',
        '/admin/figures',
        '/admin/incident',
        '/admin/deposits',
        '/admin/mail',
      ],
    ],
    [
      'compliance',
      '/admin',
      [
        '/admin',
        '/admin/today',
        '/admin/identities',
        '/admin/submissions',
        '/admin/contacts',
        '/admin/withdrawals',
        '/admin/deposits',
        '/admin/ledger',
        '/admin/tariff',
        '/admin/closes',
        '/admin/bars',
        '/admin/reconciliation',
        '/admin/audit',
      ],
    ],
    [
      'treasury',
      '/admin/today',
      [
        '/admin/today',
        '/admin/feed',
        '/admin/figures',
        '/admin/incident',
        '/admin/withdrawals',
        '/admin/deposits',
        '/admin/ledger',
        '/admin/tariff',
        '/admin/closes',
        '/admin/bars',
        '/admin/treasury',
        '/admin/reconciliation',
      ],
    ],
    ['content', '/admin/today', ['/admin/today', '/admin/images', '/admin/incident']],
    [
      'auditor',
      '/admin/today',
      [
        '/admin/today',
        '/admin/feed',
        '/admin/figures',
        '/admin/withdrawals',
        '/admin/deposits',
        '/admin/ledger',
        '/admin/tariff',
        '/admin/closes',
        '/admin/bars',
        '/admin/treasury',
        '/admin/reconciliation',
        '/admin/mail',
        '/admin/audit',
      ],
    ],
    ['owner', '/admin', PAGES],
  ] as const)('%s, who is led to %s first', async (role, first, opens) => {
    const { cookie } = await createCustomer(env, { admin: true, tier: 'premium', roles: [role] });
    const its: readonly string[] = opens;
    for (const page of PAGES) {
      const mayOpen = its.includes(page) || (page === '/admin/customer' && its.includes('/admin'));
      const leadsTo = page === '/admin' ? first : '/dashboard';
      expect(await answer(page, cookie), `${page}`).toBe(mayOpen ? '200' : leadsTo);
    }
  });

  test('two roles open the pages of both', async () => {
    const { cookie } = await createCustomer(env, { admin: true, roles: ['content', 'auditor'] });
    expect(await answer('/admin', cookie)).toBe('/admin/today');
    expect(await answer('/admin/audit', cookie)).toBe('200');
  });
});

test('an operator without a second factor is led to where one is added, in both languages, and then in', async () => {
  const { userId, cookie } = await createCustomer(env, { admin: true, tier: 'premium', factor: false });
  for (const page of [...PAGES, '/admin/none']) {
    expect(await answer(page, cookie), `${page}`).toBe('/profile/security?for=operators');
    expect(await answer(`/en${page}`, cookie)).toBe('/en/profile/security?for=operators');
  }
  await withApp(userId);
  expect(await answer('/admin', cookie)).toBe('200');
});

test('the way back keeps what the page was asked for', async () => {
  const page = '/admin/customer?id=7&tab=a%26b';
  expect(await answer(page)).toBe(`/login?next=${encodeURIComponent(page)}`);
});

test('an address that does not exist is hidden from others, and not found for an operator', async () => {
  const operator = await createCustomer(env, { admin: true, tier: 'premium' });
  const customer = await createCustomer(env);
  for (const path of ['/admin/none', '/admin/images/x', '/admin/..%2fadmin']) {
    expect(await answer(path), `${path}`).toContain('/login?next=');
    expect(await answer(path, customer.cookie), `${path}`).toBe('/dashboard');
    expect(await answer(path, operator.cookie), `${path}`).toBe('404');
  }
});

describe('another spelling of the address', () => {
  test.each(['/admin/', '//admin', '/en/admin//images', '/pt-br/admin'])(
    '%s leads to the page, never around its guard',
    async (path) => {
      const first = await open(path);
      expect(first.status).toBe(301);
      const target = first.headers.get('Location') ?? '';
      expect(target).toMatch(/^\/(?:en\/)?admin/u);
      expect(await answer(target)).toContain('/login');
    },
  );

  test.each(['/ADMIN', '/Admin/images', '/%61dmin', '/admin%2Fimages', '/administration'])(
    '%s is no address at all',
    async (path) => expect((await open(path)).status).toBe(404),
  );
});

describe('a session that does not count', () => {
  const admin = () => createCustomer(env, { admin: true, tier: 'premium' });
  const DEAD: readonly (readonly [string, (of: Customer) => Promise<string>])[] = [
    ['a made-up access token', async () => cookieHeader({ access: 'made.up.token' })],
    ['a made-up refresh token', async () => cookieHeader({ refresh: 'A'.repeat(43) })],
    ['a refresh token that is no token', async () => cookieHeader({ refresh: `x'; --` })],
    [
      'an ended session',
      async ({ sessionId, cookie }) => {
        await run(`UPDATE sessions SET ended_at = 1, end_reason = 'revoked' WHERE id = ?`, sessionId);
        return cookie;
      },
    ],
    [
      'a session whose time is over',
      async ({ sessionId, cookie }) => {
        await run('UPDATE sessions SET created_at = 1, expires_at = 2 WHERE id = ?', sessionId);
        return cookie;
      },
    ],
    [
      'a suspended operator',
      async ({ userId, cookie }) => {
        await run(`UPDATE users SET status = 'suspended' WHERE id = ?`, userId);
        return cookie;
      },
    ],
    [
      'a suspended operator whose access token is over',
      async ({ userId }) => {
        await run(`UPDATE users SET status = 'suspended' WHERE id = ?`, userId);
        const { cookie } = await openSessionFor(env, userId, true, Date.now() - HOUR);
        await usedNow(userId);
        return cookie;
      },
    ],
    [
      'a refresh token that was used long ago',
      async ({ userId }) => {
        const { sessionId, cookie } = await openSessionFor(env, userId, true, Date.now() - HOUR);
        await usedNow(userId);
        const spent = Date.now() - REFRESH_GRACE_MS - 1_000;
        await run('UPDATE refresh_tokens SET spent_at = ?2 WHERE session_id = ?1', sessionId, spent);
        return cookie;
      },
    ],
  ];

  test.each(DEAD)('%s leads to the sign-in page', async (_name, cookieOf) => {
    expect(await answer('/admin', await cookieOf(await admin()))).toBe('/login?next=%2Fadmin');
  });
});

describe('an access token that is over while the session lives', () => {
  const later = async (options: { admin?: boolean; tier?: 'premium' }) => {
    const { userId } = await createCustomer(env, options);
    const { cookie } = await openSessionFor(env, userId, true, Date.now() - HOUR);
    await usedNow(userId);
    return cookie;
  };

  test('opens the page of an operator, which then refreshes it', async () => {
    const cookie = await later({ admin: true });
    expect(await answer('/admin', cookie)).toBe('200');
    expect(await answer('/admin/submissions', cookie)).toBe('/dashboard');
  });

  test('opens it also where the refresh token was used a moment ago, by another page', async () => {
    const { userId } = await createCustomer(env, { admin: true });
    const { sessionId, cookie } = await openSessionFor(env, userId, true, Date.now() - HOUR);
    await usedNow(userId);
    await run('UPDATE refresh_tokens SET spent_at = ?2 WHERE session_id = ?1', sessionId, Date.now());
    expect(await answer('/admin', cookie)).toBe('200');
  });

  test('opens nothing to a customer', async () => {
    expect(await answer('/admin', await later({ tier: 'premium' }))).toBe('/dashboard');
  });

  test('is spent by nobody who only asks for a page', async () => {
    const cookie = await later({ admin: true });
    for (let times = 0; times < 3; times += 1) expect(await answer('/admin', cookie)).toBe('200');
    const reply = await open('/admin', cookie);
    expect(reply.headers.getSetCookie()).toEqual([]);
  });
});

test('an access token alone is enough', async () => {
  const { cookie } = await createCustomer(env, { admin: true });
  const access = cookie.split('; ').find((one) => one.includes('access')) ?? '';
  expect(access).toContain('=');
  expect(await answer('/admin', access)).toBe('200');
});

test('who was made no operator any more is refused by the next page', async () => {
  const { userId, cookie } = await createCustomer(env, { admin: true, tier: 'premium' });
  expect(await answer('/admin', cookie)).toBe('200');
  await run('DELETE FROM admin_users WHERE user_id = ?', userId);
  expect(await answer('/admin', cookie)).toBe('/dashboard');
});

test('while nobody can say who this is, the empty page is sent, and asks again itself', async () => {
  const { cookie } = await createCustomer(env);
  const busy = {
    prepare: () => {
      throw new Error('D1_ERROR: database is locked: SQLITE_BUSY');
    },
  } as unknown as D1Database;
  const troubled = workerWith(new SetPrices({}), { ASSETS, DB: busy });
  const reply = await troubled(new Request(`${ORIGIN}/admin`, { headers: { Cookie: cookie } }));
  expect(reply.status).toBe(200);
  expect(await reply.text()).not.toContain('onca.example');
});

test('a fault of ours is no trouble of the database, and opens nothing', async () => {
  const { cookie } = await createCustomer(env);
  const broken = {
    prepare: () => {
      throw new TypeError('x is not a function');
    },
  } as unknown as D1Database;
  const faulty = workerWith(new SetPrices({}), { ASSETS, DB: broken });
  const reply = await faulty(new Request(`${ORIGIN}/admin`, { headers: { Cookie: cookie } }));
  expect(reply.status).toBe(500);
});
