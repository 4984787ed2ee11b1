// Who computes the hash of a password for a request: an object whose isolate serves nobody else, and this isolate when it cannot be asked.

import type { HasherBusy, PasswordHasher } from '../../durable-objects/password-hasher.ts';
import { randomInt } from 'node:crypto';
import { PasswordsBusyError } from '../auth/password-queue.ts';
import { type Derive, deriveHere, type PasswordWork } from '../auth/password-work.ts';
import { logLine } from '../telemetry/log.ts';

/** Objects that hash, each a thread of its own where the platform has one: together above PASSWORD_WORK_LIMIT. */
export const PASSWORD_HASHERS = 4;

export function hasherOf(env: Env): Derive {
  return async (work) => {
    const reply = await ask(env, work);
    if (reply === null) return deriveHere(work);
    if (reply instanceof Uint8Array) return reply;
    throw new PasswordsBusyError(reply.retryAfterSeconds);
  };
}

/** Null: nobody answered. The line says nothing of the work. */
async function ask(env: Env, work: PasswordWork): Promise<Uint8Array | HasherBusy | null> {
  try {
    // Wrangler's generated type knows the binding's class by name only.
    const hashers = env.PASSWORD_HASHER as DurableObjectNamespace<PasswordHasher>;
    const name = `hasher-${randomInt(PASSWORD_HASHERS)}`;
    return await hashers.get(hashers.idFromName(name)).derive(work);
  } catch (error) {
    logLine('error', 'password-hasher-unreachable', { error: String(error) });
    return null;
  }
}
