// Other customers see nothing of mine. Every route of the Worker is called with no session, with ones that are over, as
// another customer and as an ordinary customer where operators may; what the victim owns is compared before and after,
// and nothing of it may occur in any answer.

import { env } from 'cloudflare:workers';
import { inspectRoutes } from 'hono/dev';
import { describe, expect, test } from 'vitest';
import { app } from '../../../worker/app.ts';
import { ADMIN_STEP_UP_LIFETIME_MS } from '../../../worker/domain/factors.ts';
import { OPERATOR_ROLES, rolesWith } from '../../../worker/domain/operator-roles.ts';
import { type Customer, jsonHeaders, ORIGIN } from '../../support/customers.ts';
import { realWorker, SetPrices, workerWith } from '../../support/money-calls.ts';
import { needsStepUp } from './isolation-admin-routes.ts';
import { type Access, type Route, ROUTES } from './isolation-routes.ts';
import {
  everythingOf,
  lockedOutCookies,
  makeStranger,
  makeVictim,
  says,
  stepUp,
  type Victim,
} from './isolation-world.ts';

const SAFE = new Set(['GET', 'HEAD']);

const routesOf = (access: Access): [string, Route][] =>
  Object.entries(ROUTES).filter(([, route]) => route.access === access);

/** The call of a route with the victim's things in it. */
function requestOf(
  name: string,
  route: Route,
  victim: Victim,
  headers: Readonly<Record<string, string>>,
): Request {
  const [method = '', pattern = ''] = name.split(' ');
  const verb = method === 'ALL' ? 'GET' : method;
  const body = SAFE.has(verb) ? undefined : JSON.stringify(route.body?.(victim) ?? {});
  const key = route.idempotencyKey?.(victim);
  return new Request(`${ORIGIN}${route.path?.(victim) ?? pattern}`, {
    method: verb,
    headers: { ...headers, ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
}

const withCookie = (cookie: string): Record<string, string> => ({
  ...jsonHeaders(),
  ...(cookie === '' ? {} : { Cookie: cookie }),
});

type Answer = { readonly status: number; readonly text: string; readonly code: string | null };

async function answerTo(request: Request, worker = ourWorker): Promise<Answer> {
  const reply = await worker(request);
  const text = await reply.text();
  const headers = JSON.stringify([...reply.headers]);
  let code: string | null = null;
  if (reply.headers.get('Content-Type')?.includes('problem+json') === true) {
    code = (JSON.parse(text) as { code: string }).code;
  }
  return { status: reply.status, text: `${headers}\n${text}`, code };
}

/** The Worker with a hub that has a price on every day and closes the sockets that it is asked to close. */
class OpenHub extends SetPrices {
  override usdBrlE4 = 50_000;

  async endSessions(): Promise<number> {
    return 0;
  }
  async alertBasis(): Promise<{ priceCents: number; mark: number }> {
    return { priceCents: 400_000, mark: 7 };
  }
}
const ourWorker = workerWith(new OpenHub({ gold: 400_000, silver: 5_000 }));

/** The victim of every test after which nothing may have changed. A test that changes its victim makes one of its own. */
const untouchedVictim = once(makeVictim);
/** Whom operators look at, which the audit log and the customer's own log remember. */
const viewedVictim = once(makeVictim);
const lockedOutVictim = once(async () => lockedOutCookies(await untouchedVictim()));
const lockedOutStranger = once(async () => lockedOutCookies(await makeStranger()));
/** What these two own. Read once: each test finds it as it was, so the end of one is the beginning of the next. */
const untouched = once(async () => {
  await lockedOutVictim();
  return everythingOf(await untouchedVictim());
});
const untouchedOfSuspended = once(async () => everythingOf(await suspendedVictim()));
/** Callers whom every route refuses, so that no test changes them. */
const suspendedVictim = once(async () => suspended(await makeVictim()));
const customers = once(async () => ({
  standard: await makeStranger({ tier: 'standard' }),
  premium: await makeStranger({ tier: 'premium' }),
}));
const suspendedOperator = once(async () => suspended(await makeStranger({ admin: true, tier: 'premium' })));
const standardOperator = once(() => makeStranger({ admin: true }));
const bareOperator = once(async () => {
  const operator = await makeStranger({ admin: true, factor: false, tier: 'premium' });
  await env.DB.prepare(`UPDATE sessions SET stepped_up_by = 'password' WHERE id = ?`)
    .bind(operator.sessionId)
    .run();
  return operator;
});
const unprovenOperator = once(() => makeStranger({ admin: true, tier: 'premium' }));

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

async function suspended<T extends Customer>(customer: T): Promise<T> {
  await env.DB.prepare(`UPDATE users SET status = 'suspended' WHERE id = ?`).bind(customer.userId).run();
  return customer;
}

test('every route of the Worker says who may call it, and nothing is listed that does not exist', () => {
  const existing = inspectRoutes(app)
    .filter(({ method, isMiddleware }) => method !== 'ALL' || !isMiddleware)
    .map(({ method, path }) => `${method} ${path}`);
  expect([...new Set(existing)].toSorted()).toEqual(Object.keys(ROUTES).toSorted());
});

describe.each(routesOf('customer'))('%s', (name, route) => {
  test('is shut to whoever has no session that counts', async () => {
    const [victim, cookies] = [await untouchedVictim(), await lockedOutVictim()];
    // What is there before the first call; the test of another customer compares with it.
    await untouched();
    for (const [who, cookie] of cookies) {
      const answer = await answerTo(requestOf(name, route, victim, withCookie(cookie)));
      expect([answer.status, answer.code], `${who}`).toEqual([401, 'Unauthenticated']);
      expect(says(answer.text, victim), `${who}`).toEqual([]);
    }
  });

  test('is shut to a suspended customer', async () => {
    const victim = await suspendedVictim();
    const before = await untouchedOfSuspended();
    const answer = await answerTo(requestOf(name, route, victim, victim.headers));
    expect([answer.status, answer.code]).toEqual([403, 'AccountSuspended']);
    expect(await everythingOf(victim)).toEqual(before);
  });

  test('tells another customer nothing of the victim, and changes nothing', async () => {
    const [victim, stranger] = [await untouchedVictim(), await makeStranger()];
    const before = await untouched();
    expect(before.length).toBeGreaterThan(15);
    const answer = await answerTo(requestOf(name, route, victim, stranger.headers));
    expect(asStated(answer, route.stranger)).toBe(true);
    expect(says(answer.text, victim)).toEqual([]);
    // For the calls without a session as well: reading every table is what takes the time here.
    expect(await everythingOf(victim)).toEqual(before);
  });
});

/** The one status that was stated, or any success; with the answer, so that a failure shows it. */
function asStated({ status, text }: Answer, stated: number | 'any' | undefined): true | string {
  const fits = stated === 'any' || (stated === undefined ? status < 400 : status === stated);
  return fits || `${status}: ${text}`;
}

describe.each(routesOf('anyone'))('%s', (name, route) => {
  test('tells nobody anything of a customer, signed in as another one or not at all, and changes nothing', async () => {
    const [victim, stranger] = [await untouchedVictim(), await makeStranger()];
    const before = await untouched();
    for (const headers of [jsonHeaders(), stranger.headers]) {
      const answer = await answerTo(requestOf(name, route, victim, headers));
      expect(
        says(answer.text, { marks: victim.marks.filter((mark) => !sentIn(name, route, victim, mark)) }),
      ).toEqual([]);
      expect(asStated(answer, route.stranger)).toBe(true);
    }
    expect(await everythingOf(victim)).toEqual(before);
  });
});

/** What a caller says himself may come back to him, such as the address that was not found. */
function sentIn(name: string, route: Route, victim: Victim, mark: string): boolean {
  return requestOf(name, route, victim, {}).url.includes(mark);
}

/** One of each role, of tier premium and without a fresh proof, so that an open change does nothing. */
const operatorsByRole = once(async () =>
  Promise.all(
    OPERATOR_ROLES.map(async (role) => {
      const operator = await makeStranger({ admin: true, roles: [role], tier: 'premium' });
      await stepUp(operator, null);
      return [role, operator] as const;
    }),
  ),
);
const PREMIUM = /^(?:submissions|contacts)\./u;

describe.each(routesOf('operator'))('%s', (name, route) => {
  test('is shut to everybody but operators', async () => {
    const victim = await untouchedVictim();
    // What is there before the first call.
    await untouched();
    for (const [, cookie] of await lockedOutStranger()) {
      const answer = await answerTo(requestOf(name, route, victim, withCookie(cookie)));
      expect([answer.status, answer.code]).toEqual([401, 'Unauthenticated']);
    }
    for (const bearer of ['', 'wrong', env.OPS_TOKEN.slice(0, -1), `${env.OPS_TOKEN} `, 'undefined']) {
      const headers = { ...jsonHeaders(), Authorization: `Bearer ${bearer}x` };
      expect((await answerTo(requestOf(name, route, victim, headers))).status, `token "${bearer}x"`).toBe(
        401,
      );
    }
    for (const [tier, { headers }] of Object.entries(await customers())) {
      const answer = await answerTo(requestOf(name, route, victim, headers));
      expect([answer.status, answer.code], `a customer of tier ${tier}`).toEqual([403, 'Forbidden']);
    }
  });

  test('is shut to a suspended operator', async () => {
    const [victim, operator] = [await untouchedVictim(), await suspendedOperator()];
    const answer = await answerTo(requestOf(name, route, victim, operator.headers));
    expect([answer.status, answer.code]).toEqual([403, 'AccountSuspended']);
  });

  test('is shut to an operator without a second factor, stepped up by password or not', async () => {
    const [victim, operator] = [await untouchedVictim(), await bareOperator()];
    const answer = await answerTo(requestOf(name, route, victim, operator.headers));
    expect([answer.status, answer.code]).toEqual([403, 'SecondFactorNeeded']);
  });

  // Once for all of them: reading every table is what takes the time here.
  test('has changed nothing by any of these calls', async () => {
    expect(await everythingOf(await untouchedVictim())).toEqual(await untouched());
  });

  test('is open to the roles of its capability, and shut to the others', async () => {
    const { may } = route;
    if (may === undefined) throw new Error('an operators’ route names a capability');
    const victim = await viewedVictim();
    for (const [role, operator] of await operatorsByRole()) {
      const { code, status } = await answerTo(requestOf(name, route, victim, operator.headers));
      // An open change asks for the proof; a guard that let the call through is all that counts here.
      const isShut = status === 403 && code === 'Forbidden';
      expect([isShut, status === 401], `${role}`).toEqual([!rolesWith(may).includes(role), false]);
    }
  });
});

describe.each(routesOf('operator').filter(([, { may }]) => PREMIUM.test(may ?? '')))('%s', (name, route) => {
  test('is shut to an operator of the standard tier', async () => {
    const [victim, operator] = [await untouchedVictim(), await standardOperator()];
    const before = await untouched();
    const answer = await answerTo(requestOf(name, route, victim, operator.headers));
    expect([answer.status, answer.code]).toEqual([403, 'Forbidden']);
    expect(await everythingOf(victim)).toEqual(before);
  });
});

describe.each(routesOf('operator').filter(([name]) => needsStepUp(name)))('%s', (name, route) => {
  test('asks an operator to prove again who it is, and does nothing before', async () => {
    const [victim, operator] = [await untouchedVictim(), await unprovenOperator()];
    const before = await untouched();
    for (const provenAt of [null, Date.now() - ADMIN_STEP_UP_LIFETIME_MS, Date.now() + 60_000]) {
      await stepUp(operator, provenAt);
      const answer = await answerTo(requestOf(name, route, victim, operator.headers));
      expect([answer.status, answer.code], `proven at ${provenAt}`).toEqual([403, 'StepUpRequired']);
    }
    expect(await everythingOf(victim)).toEqual(before);
  });
});

describe.each(routesOf('gateway'))('%s', (name, route) => {
  test('believes nobody without a signature', async () => {
    const [victim, stranger] = [await untouchedVictim(), await makeStranger()];
    const before = await untouched();
    for (const headers of [jsonHeaders(), stranger.headers, victim.headers]) {
      const signed = { ...headers, 'Onca-Signature': `t=${Date.now()},v1=${'0'.repeat(64)}` };
      for (const sent of [headers, signed]) {
        const answer = await answerTo(requestOf(name, route, victim, sent));
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        expect(says(answer.text, victim)).toEqual([]);
      }
    }
    expect(await everythingOf(victim)).toEqual(before);
  });
});

describe.each(routesOf('local'))('%s', (name, route) => {
  test('does not exist in production', async () => {
    const production = workerWith(new SetPrices({}), { ENVIRONMENT: 'production' } as Partial<Env>);
    const victim = await makeVictim();
    const answer = await answerTo(requestOf(name, route, victim, victim.headers), production);
    expect(answer.status).toBe(404);
    expect(says(answer.text, victim)).toEqual([]);
  });
});

// Last, because each makes a victim of its own, and every one of those is read again by each test that compares.

/** Of the headers: what is one customer's own stays in no cache, shared or the browser's. */
const KEPT_NOWHERE = '["cache-control","no-store';

describe.each(routesOf('customer'))('%s', (name, route) => {
  test('is open to its owner, so that the calls above were sound', async () => {
    const victim = await makeVictim();
    await stepUp(victim);
    const answer = await answerTo(requestOf(name, route, victim, victim.headers));
    expect(asStated(answer, route.owner)).toBe(true);
    expect(answer.text).toContain(KEPT_NOWHERE);
  });
});

describe.each(routesOf('operator'))('%s', (name, route) => {
  test('is open to an operator', async () => {
    const operator = await makeStranger({ admin: true, tier: 'premium' });
    const answer = await answerTo(requestOf(name, route, await makeVictim(), operator.headers), realWorker);
    expect([401, 403]).not.toContain(answer.status);
  });
});
