// Signing up, in and out. Every route here is public; the reply depends on the cookies.
// Tokens go into HttpOnly cookies and nowhere else.

import { type Context, Hono } from 'hono';
import { clientOf } from '../auth/client.ts';
import { isUse } from '../auth/guards.ts';
import {
  clearSessionCookies,
  readAccessCookie,
  readRefreshCookie,
  writeSessionCookies,
} from '../auth/cookies.ts';
import { SignIn, SignUp } from '../contract/accounts.ts';
import {
  type PasskeyOptions,
  PasskeySignIn,
  SecondStep,
  type SignInReply,
  TicketOnly,
} from '../contract/factors.ts';
import type { CurrentSession, RefreshedSession, SignedIn } from '../contract/sessions.ts';
import type { AppEnv } from '../http/hono.ts';
import { noStore } from '../http/no-store.ts';
import { problem } from '../http/problem.ts';
import { jsonBody } from '../http/validate.ts';
import { type Deps, depsFrom } from '../services/deps.ts';
import type { Entered } from '../services/enter.ts';
import {
  passkeySignInOptions,
  secondStepOptions,
  signInByPasskey,
  takeSecondStep,
} from '../services/second-step.ts';
import { currentSession, refreshSession, signOut } from '../services/sessions.ts';
import { signIn } from '../services/sign-in.ts';
import { signUp } from '../services/sign-up.ts';

export const auth = new Hono<AppEnv>()
  .use(noStore)
  .post('/sign-up', jsonBody(SignUp), async (c) => {
    const deps = depsFrom(c);
    const entered = await signUp(deps, { ...c.req.valid('json'), client: clientOf(c) });
    if (!entered.ok) return problem(c, entered.error);
    endFormerSession(c, deps);
    writeSessionCookies(c, entered.value.cookies, deps.now());
    return c.json(entered.value.reply satisfies SignedIn, 201);
  })
  .post('/sign-in', jsonBody(SignIn), async (c) => {
    const deps = depsFrom(c);
    const entered = await signIn(deps, { ...c.req.valid('json'), client: clientOf(c) });
    if (!entered.ok) return problem(c, entered.error);
    if ('secondFactor' in entered.value) return c.json(entered.value as SignInReply, 200);
    return admitted(c, deps, entered.value);
  })
  .post('/second-factor', jsonBody(SecondStep), async (c) => {
    const deps = depsFrom(c);
    const entered = await takeSecondStep(deps, { ...c.req.valid('json'), client: clientOf(c) });
    return entered.ok ? admitted(c, deps, entered.value) : problem(c, entered.error);
  })
  .post('/second-factor/passkey-options', jsonBody(TicketOnly), async (c) => {
    const options = await secondStepOptions(depsFrom(c), c.req.valid('json').ticket);
    return options.ok ? c.json(options.value, 200) : problem(c, options.error);
  })
  .post('/passkey/options', async (c) =>
    c.json((await passkeySignInOptions(depsFrom(c))) as PasskeyOptions, 200),
  )
  .post('/passkey', jsonBody(PasskeySignIn), async (c) => {
    const deps = depsFrom(c);
    const entered = await signInByPasskey(deps, { ...c.req.valid('json'), client: clientOf(c) });
    return entered.ok ? admitted(c, deps, entered.value) : problem(c, entered.error);
  })
  .get('/session', async (c) => {
    const current: CurrentSession = await currentSession(depsFrom(c), readAccessCookie(c));
    return c.json(current, 200);
  })
  .post('/refresh', async (c) => {
    const deps = depsFrom(c);
    const token = readRefreshCookie(c);
    // A visitor without a session is no error: the page asks before it knows.
    if (token === undefined) return c.json({ session: null } as RefreshedSession, 200);
    const refreshed = await refreshSession(deps, token, isUse(c));
    if (!refreshed.ok) {
      clearSessionCookies(c);
      return problem(c, refreshed.error);
    }
    writeSessionCookies(c, refreshed.value.cookies, deps.now());
    return c.json({ session: refreshed.value.session } as RefreshedSession, 200);
  })
  .post('/sign-out', async (c) => {
    const tokens = { access: readAccessCookie(c), refresh: readRefreshCookie(c) };
    await signOut(depsFrom(c), tokens, clientOf(c));
    clearSessionCookies(c);
    return c.body(null, 204);
  });

function admitted(c: Context<AppEnv>, deps: Deps, { cookies, reply }: Entered) {
  endFormerSession(c, deps);
  writeSessionCookies(c, cookies, deps.now());
  return c.json(reply as SignInReply, 200);
}

/** The browser loses its former session when it gets a new one, so it could never sign it out: end it. */
function endFormerSession(c: Context<AppEnv>, deps: Deps): void {
  deps.defer(signOut(deps, { access: readAccessCookie(c), refresh: readRefreshCookie(c) }, null));
}
