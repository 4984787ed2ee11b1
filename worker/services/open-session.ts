// Opens a session for a customer who has just proved who they are: the rows for the caller's batch (the line in the
// security log and the e-mail about an unknown device among them), the tokens for the cookies, and what the page may
// know of it.

import { signAccessToken } from '../auth/access-token.ts';
import type { Client } from '../auth/client.ts';
import type { SessionCookies } from '../auth/cookies.ts';
import { deviceFrom, newDevice } from '../auth/device-token.ts';
import { hashRefreshToken, newRefreshToken } from '../auth/refresh-token.ts';
import type { Session } from '../contract/sessions.ts';
import { changeDeviceStatement, isKnownDevice, knowDeviceStatement } from '../db/known-devices.ts';
import { mailStatement } from '../db/outbox.ts';
import { securityEventStatement } from '../db/security-events.ts';
import { openSessionStatements } from '../db/sessions.ts';
import { deviceOf } from '../domain/devices.ts';
import { sessionLifetimeMs } from '../domain/session-rules.ts';
import type { Deps } from './deps.ts';
import { iso } from '../domain/time.ts';

export type SessionOwner = { readonly id: string; readonly email: string };

export type OpenedSession = {
  readonly statements: readonly D1PreparedStatement[];
  readonly cookies: SessionCookies;
  readonly session: Session;
};

export type SignInFacts = {
  readonly remember: boolean;
  readonly client: Client;
  /** Who has just signed up knows it: no e-mail about the device. */
  readonly by?: 'signed-up' | 'signed-in';
};

export async function openSession(
  deps: Deps,
  owner: SessionOwner,
  facts: SignInFacts,
  now: number,
): Promise<OpenedSession> {
  const id = deps.newId();
  const { remember, client } = facts;
  const expiresAt = now + sessionLifetimeMs(remember);
  const refresh = newRefreshToken();
  const named = { id, userId: owner.id, generation: 0, expiresAt };
  const access = await signAccessToken(deps.env.SESSION_SECRET, named, now);
  const noted = await recordSignIn(deps, owner.id, facts, now);
  return {
    statements: [
      ...openSessionStatements(deps.db, {
        id,
        userId: owner.id,
        remembered: remember,
        userAgent: client.userAgent,
        place: client.place,
        refreshTokenHash: hashRefreshToken(refresh),
        expiresAt,
        now,
      }),
      ...noted.statements,
    ],
    cookies: {
      access: access.token,
      accessExpiresAt: access.expiresAt,
      refresh,
      refreshExpiresAt: expiresAt,
      remembered: remember,
      device: noted.deviceToken,
    },
    session: describeSession(owner, access.expiresAt, now),
  };
}

/** The line of the security log, the known device, and a notice to the customer if the device is new. */
async function recordSignIn(deps: Deps, userId: string, facts: SignInFacts, now: number) {
  const { client, by = 'signed-in' } = facts;
  const sent = deviceFrom(client.deviceToken);
  const known = sent !== null && (await isKnownDevice(deps.db, userId, sent.hash)) ? sent : null;
  const device = known ?? newDevice();
  const where = { device: deviceOf(client.userAgent), place: client.place ?? null };
  const statements = [
    securityEventStatement(deps.db, { id: deps.newId(), userId, kind: by, at: now, ...where }),
    // Whoever else signs in from this browser is still known here.
    ...(sent === null || known !== null ? [] : [changeDeviceStatement(deps.db, sent.hash, device.hash)]),
    knowDeviceStatement(deps.db, { userId, hash: device.hash }, now),
  ];
  if (known === null && by === 'signed-in') {
    const message = { kind: 'new-sign-in', at: now, ...where } as const;
    statements.push(mailStatement(deps.db, { id: deps.newId(), userId, message, now, origin: deps.origin }));
  }
  return { statements, deviceToken: device.token };
}

export function describeSession(owner: SessionOwner, accessExpiresAt: number, now: number): Session {
  return {
    expiresAt: iso(accessExpiresAt),
    expiresIn: Math.max(0, Math.floor((accessExpiresAt - now) / 1000)),
    tokenType: 'Bearer',
    user: { id: owner.id, email: owner.email },
  };
}
