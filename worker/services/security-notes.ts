// Lines of the security log that belong to no batch.

import type { Client } from '../auth/client.ts';
import { refusedSignInStatement } from '../db/security-events.ts';
import { deviceOf } from '../domain/devices.ts';
import type { Deps } from './deps.ts';
import { noteOperatorAccess } from './operator-access.ts';

/** The customer id for an e-mail without an account: the same statements run, and write nothing. */
export const NOBODY = '';

/** A wrong password or code. Runs after the reply, also for unknown e-mails, so that its duration does not reveal an account. */
export function noteRefusedSignIn(
  deps: Deps,
  userId: string,
  client: Client,
  now: number,
  what: 'password' | 'code',
): void {
  const refused = { userId, at: now, device: deviceOf(client.userAgent), place: client.place };
  deps.defer(refusedSignInStatement(deps.db, refused).run());
  noteOperatorAccess(deps, userId, `operator.${what}-refused`, client, now);
}
