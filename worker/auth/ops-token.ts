// The operators' bearer token for machines (monitoring, refresh). An unset token matches nothing.

import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether the Authorization header carries OPS_TOKEN; compared in constant time, by hash, whatever the lengths. */
export function isOpsToken(env: Pick<Env, 'OPS_TOKEN'>, authorization: string | undefined): boolean {
  const token: string = env.OPS_TOKEN;
  if (token === '' || authorization === undefined || !authorization.startsWith('Bearer ')) return false;
  return timingSafeEqual(digest(authorization.slice('Bearer '.length)), digest(token));
}

function digest(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
