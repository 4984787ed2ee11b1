// Lines for the security log that are no part of anybody's batch.

import type { Client } from '../auth/client.ts';
import { refusedSignInStatement } from '../db/security-events.ts';
import { deviceOf } from '../domain/devices.ts';
import type { Deps } from './deps.ts';

/** Stands for the customer behind an e-mail that has no account: the same statements run, and write nothing. */
export const NOBODY = '';

/** A wrong password or code. After the reply, and for nobody too, so that its time does not tell who has an account. */
export function noteRefusedSignIn(deps: Deps, userId: string, client: Client, now: number): void {
  const refused = { userId, at: now, device: deviceOf(client.userAgent), place: client.place };
  deps.defer(refusedSignInStatement(deps.db, refused).run());
}
