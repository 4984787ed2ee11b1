// Guards the operators' pages before a page is sent. A page holds no data of its own and the API refuses by itself, so this is no
// security boundary: it keeps the existence of the area from people without the role.

import type { Context } from 'hono';
import { isDatabaseTrouble } from '../db/d1-errors.ts';
import { findLiveSession, findRefreshToken } from '../db/sessions.ts';
import { adminPageLeadsTo } from '../domain/admin-pages.ts';
import type { OperatorFacts } from '../domain/operator-roles.ts';
import { isInGrace } from '../domain/session-rules.ts';
import type { AppEnv } from '../http/hono.ts';
import { readRefreshCookie } from './cookies.ts';
import { sessionOf } from './guards.ts';
import { hashRefreshToken, isRefreshToken } from './refresh-token.ts';

/** Null: the page may be sent. Otherwise the unprefixed path where the visitor goes instead. */
export async function adminPageRefusal(
  c: Context<AppEnv>,
  page: { readonly path: string; readonly search: string },
): Promise<string | null> {
  try {
    const visitor = await visitorOf(c, Date.now());
    if (visitor === null) return `/login?next=${encodeURIComponent(page.path + page.search)}`;
    return adminPageLeadsTo(page.path, visitor);
  } catch (error) {
    // The session cannot be checked now: the empty page shows that and offers to try again.
    if (isDatabaseTrouble(error)) return null;
    throw error;
  }
}

/** Whose session it is, also when only the access token has run out: the page would refresh it first (P17). */
async function visitorOf(c: Context<AppEnv>, now: number): Promise<OperatorFacts | null> {
  const session = await sessionOf(c, now);
  if (session !== null) return session.status === 'suspended' ? null : session;
  const token = readRefreshCookie(c);
  if (token === undefined || !isRefreshToken(token)) return null;
  const row = await findRefreshToken(c.env.DB, hashRefreshToken(token));
  if (row === null || (row.spentAt !== null && !isInGrace(row.spentAt, now))) return null;
  const live = await findLiveSession(c.env.DB, row.sessionId, now);
  if (live === null || live.status === 'suspended') return null;
  const { roles, hasFactor, tier } = live;
  return { isAdmin: live.operatorSince !== null, roles, hasFactor, tier };
}
