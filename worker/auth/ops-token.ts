// The operators' bearer token for machines (monitoring, refresh). An unset token matches nothing.

import { isSecretValue } from './secret-value.ts';

/** Whether the Authorization header carries a value of OPS_TOKEN. */
export function isOpsToken(env: Pick<Env, 'OPS_TOKEN'>, authorization: string | undefined): boolean {
  if (authorization === undefined || !authorization.startsWith('Bearer ')) return false;
  return isSecretValue(env.OPS_TOKEN, authorization.slice('Bearer '.length));
}
