// Who enters as an operator, and who tries to, in the operators' log: sign-ins and wrong answers line by line (limits bound them),
// what a limit refuses gathered by the hour. Of other customers nothing is written here: their own
// security log has it, without an address.

import type { Client } from '../auth/client.ts';
import { commitAudited } from '../db/audit-log.ts';
import { noteRefusal } from '../auth/refused-operators.ts';
import { findOperatorCandidate } from '../db/operators/operators.ts';
import { findCustomer } from '../db/users.ts';
import { deviceOf } from '../domain/devices.ts';
import type { Deps } from './deps.ts';

export type OperatorAccess =
  | 'operator.signed-in'
  | 'operator.password-refused'
  | 'operator.code-refused'
  | 'operator.suspended-refused';

/** Runs after the reply, and looks for the operator there, so that its duration reveals nobody. */
export function noteOperatorAccess(
  deps: Deps,
  userId: string,
  action: OperatorAccess,
  client: Client,
  now: number,
): void {
  deps.defer(write(deps, userId, action, client, now));
}

/** An attempt that a limit refused, unlooked at. The same look-up for an unknown e-mail. */
export function noteLimitedOperator(
  deps: Deps,
  who: { readonly email: string } | { readonly id: string },
  client: Client,
  now: number,
): void {
  const look = async () => {
    const found = await findOperatorCandidate(deps.db, who);
    if (found === null || !found.isAdmin) return;
    const route = 'id' in who ? 'second factor' : 'sign-in';
    await noteRefusal(deps.db, { userId: found.id, action: 'operator.limit-refused', client, route }, now);
  };
  deps.defer(look());
}

async function write(
  deps: Deps,
  userId: string,
  action: OperatorAccess,
  client: Client,
  now: number,
): Promise<void> {
  const found = await findCustomer(deps.db, userId);
  if (found === null || found.profile.operatorSince === null) return;
  const by = {
    actorId: userId,
    actor: found.profile.email,
    device: deviceOf(client.userAgent) ?? null,
    place: client.place ?? null,
    address: client.address ?? null,
  };
  await commitAudited(deps.db, { id: deps.newId(), at: now, by, action }, []);
}
