// What a failed D1 call means: a rule of the schema said no, the infrastructure is in trouble, or neither.
// Only the first is a decided refusal; trouble is answered 503, because the commit may have happened.

export type D1Failure =
  | { readonly kind: 'check'; readonly constraint: string }
  | { readonly kind: 'unique'; readonly columns: string }
  /** The account is frozen (P67): said by a trigger of the guards. */
  | { readonly kind: 'frozen' }
  | { readonly kind: 'trouble' }
  | { readonly kind: 'other' };

/** D1's messages when it is busy, moving, overloaded or gone (Cloudflare D1, "Debug D1: error list"). */
const TROUBLE = [
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'database is locked',
  'D1 DB is overloaded',
  'Requests queued for too long',
  'Too many requests queued',
  'Network connection lost',
  'Cannot resolve D1 DB',
  'storage caused object to be reset',
  'reset because its code was updated',
  'storage operation exceeded timeout',
  'Internal error while starting up D1',
  'Internal error in D1 DB storage',
  'isolate exceeded its memory limit',
  'exceeded its CPU time limit',
  'The Durable Object',
  // What the platform says of its own faults, and SQLite of a disk that is full or does not write.
  'internal error; reference =',
  'SQLITE_FULL',
  'SQLITE_IOERR',
] as const;

export function readD1Error(error: unknown): D1Failure {
  const text = messages(error);
  const check = /CHECK constraint failed: ([A-Za-z_0-9]+)/u.exec(text);
  if (check?.[1] !== undefined) return { kind: 'check', constraint: check[1] };
  const unique = /UNIQUE constraint failed: ([A-Za-z_0-9., ]+?)(?:: SQLITE|$)/mu.exec(text);
  if (unique?.[1] !== undefined) return { kind: 'unique', columns: unique[1] };
  if (text.includes('account_is_frozen')) return { kind: 'frozen' };
  return TROUBLE.some((phrase) => text.includes(phrase)) ? { kind: 'trouble' } : { kind: 'other' };
}

/** True where the batch was stopped by the account's freeze. */
export function isFreezeError(error: unknown): boolean {
  return readD1Error(error).kind === 'frozen';
}

/** True for a transient error: the request may be retried. */
export function isDatabaseTrouble(error: unknown): boolean {
  return readD1Error(error).kind === 'trouble';
}

function messages(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message}\n${messages(error.cause)}`;
}
