// The operators' bearer token for machines (monitoring, refresh). An unset token matches nothing.

import { createHash, timingSafeEqual } from 'node:crypto';
import { valuesOf } from '../domain/secret-values.ts';

/** Whether the Authorization header carries a value of OPS_TOKEN; compared in constant time, by hash, whatever the lengths. */
export function isOpsToken(env: Pick<Env, 'OPS_TOKEN'>, authorization: string | undefined): boolean {
  const token: string = env.OPS_TOKEN;
  if (authorization === undefined || !authorization.startsWith('Bearer ')) return false;
  const sent = digest(authorization.slice('Bearer '.length));
  return valuesOf(token).some((value) => timingSafeEqual(sent, digest(value)));
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
