// What all money requests share: the idempotency key is looked up before anything else, and the answer to a
// stored operation is its stored reply. Only successes are stored; a refusal leaves the key free.

import type { Refusal } from '../contract/problems.ts';
import { findOperation, type StoredOperation } from '../db/operations.ts';
import { sha256Hex } from '../db/sha256.ts';
import { requestText } from '../domain/idempotency.ts';
import { err, ok, type Result } from '../domain/result.ts';

export type MoneyRequest = {
  readonly accountId: string;
  readonly email: string;
  readonly userAgent?: string | undefined;
  readonly idempotencyKey: string;
  readonly method: string;
  readonly path: string;
  /** The body as received, byte for byte. */
  readonly body: string;
};

/** `replayed`: the operation happened before this request. */
export type MoneyAnswer<T> = { readonly replayed: boolean; readonly body: T };

export type LookedUp = { readonly requestHash: string; readonly operation: StoredOperation | null };

/** What is stored with the key: another request under it has another one. */
export function requestHashOf(request: Parameters<typeof requestText>[0]): Promise<string> {
  return sha256Hex(requestText(request));
}

/** The operation this request already made, if any; refuses a key that was used for another request. */
export async function lookUp(
  db: D1Database,
  request: MoneyRequest,
): Promise<Result<LookedUp, Refusal<'IdempotencyKeyReused'>>> {
  const requestHash = await requestHashOf(request);
  const operation = await findOperation(db, request.accountId, request.idempotencyKey);
  if (operation !== null && operation.requestHash !== requestHash) {
    return err({ code: 'IdempotencyKeyReused' });
  }
  return ok({ requestHash, operation });
}
