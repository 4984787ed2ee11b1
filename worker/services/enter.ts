// The end of every sign-in, by password, second step or passkey: the session, the notice and the consumed proof, in
// one batch. Either all of it is written and the customer is signed in, or nothing is.

import type { Client } from '../auth/client.ts';
import type { SessionCookies } from '../auth/cookies.ts';
import type { SignedIn } from '../contract/sessions.ts';
import { submissionStatement } from '../db/submissions.ts';
import { noteSignInStatement, type ProfileRow } from '../db/users.ts';
import { takeBackStatements } from './close-account.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { forwardSoon } from './forward-submissions.ts';
import { openSession } from './open-session.ts';
import { noteOperatorAccess } from './operator-access.ts';
import { toProfile } from './profile.ts';
import { iso } from '../domain/time.ts';

/** A signed-in customer: the reply and its cookies. */
export type Entered = { readonly reply: SignedIn; readonly cookies: SessionCookies };

export type Entering = {
  readonly profile: ProfileRow;
  readonly client: Client;
  readonly remember: boolean;
  /** Empty where none was given. */
  readonly phone: string;
};

/** `proof` consumes the proof of sign-in; it runs first, so that a consumed proof aborts the batch. */
export async function enter(
  deps: Deps,
  { profile, client, remember, phone }: Entering,
  proof: readonly D1PreparedStatement[],
  now: number,
): Promise<Entered> {
  const opened = await openSession(deps, profile, { remember, client }, now);
  await deps.db.batch([
    ...proof,
    ...opened.statements,
    ...takeBackStatements(deps, { userId: profile.id, client }, now),
    submissionStatement(deps.db, {
      id: deps.newId(),
      type: 'login',
      userId: profile.id,
      email: profile.email,
      phone: phone === '' ? undefined : phone,
      userAgent: client.userAgent,
      data: { loginTime: iso(now) },
      now,
    }),
    noteSignInStatement(deps.db, profile.id, now),
  ]);
  if (profile.operatorSince !== null) noteOperatorAccess(deps, profile.id, 'operator.signed-in', client, now);
  forwardSoon(deps);
  deliverSoon(deps);
  return { cookies: opened.cookies, reply: { session: opened.session, profile: toProfile(profile, now) } };
}
