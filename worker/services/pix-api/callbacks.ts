// What makes a callback of the Pix API believed. The API signs nothing: the bank shows a client certificate, which the zone checks, and the
// address that is registered with it has a token of ours. Neither dates a callback, so each is only a reason to ask: it is genuine if the
// bank, asked over our own connection, says the same at this moment. A forged one, an old one and one that was overtaken are not.

import { isSecretValue } from '../../auth/secret-value.ts';
import { answerWithin } from '../answer-within.ts';
import type { SignedCallback } from '../payment-gateway.ts';
import type { PixApi } from './connection.ts';
import { logLine } from '../../telemetry/log.ts';

/** A bank waits a minute for the answer to a callback; whatever is not confirmed by then comes again. */
const CONFIRMED_WITHIN_MS = 30_000;

/** Whether it knows our token and the bank confirms every line. One that cannot be asked confirms nothing: it sends the callback again. */
export async function isConfirmed<T>(
  { callbackToken }: PixApi,
  { body, signature }: SignedCallback,
  read: (body: string) => readonly T[] | null,
  isAsSaid: (one: T) => Promise<boolean>,
): Promise<boolean> {
  const said = isSecretValue(callbackToken, signature) ? read(body) : null;
  if (said === null) return false;
  try {
    return await answerWithin(CONFIRMED_WITHIN_MS, isEach(said, isAsSaid));
  } catch (error) {
    logLine('error', 'callback-unconfirmed', { error: String(error) });
    return false;
  }
}

async function isEach<T>(said: readonly T[], isAsSaid: (one: T) => Promise<boolean>): Promise<boolean> {
  for (const one of said) if (!(await isAsSaid(one))) return false;
  return true;
}
