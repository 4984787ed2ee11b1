// An unexpected failure of sign-up or sign-in. Database trouble and a full line of passwords are thrown on: the app answers 503. The rest is logged and
// answered with the specification's text (C8). A D1 error contains no bound value, so the log gets no secret.

import { PasswordsBusyError } from '../auth/password-queue.ts';
import { isDatabaseTrouble } from '../db/d1-errors.ts';
import { err, type Result } from '../domain/result.ts';
import { logLine } from '../telemetry/log.ts';

export function refuseUnexpected<C extends 'SignupError' | 'SignInError'>(
  code: C,
  error: unknown,
): Result<never, { readonly code: C }> {
  if (isDatabaseTrouble(error) || error instanceof PasswordsBusyError) throw error;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  logLine('error', code, { error: text });
  return err({ code });
}
