// A failure nobody decided on, at sign-up or sign-in. What passes by itself is thrown on, and answered 503 by the app;
// the rest is logged and answered in the specification's words (section 8).
// Bound values never appear in a D1 error, and neither does a command: nothing secret reaches the log.

import type { Refusal } from '../contract/problems.ts';
import { isDatabaseTrouble } from '../db/d1-errors.ts';
import { err, type Result } from '../domain/result.ts';

export function refuseUnexpected<C extends 'SignupError' | 'SignInError'>(
  code: C,
  error: unknown,
): Result<never, Refusal<C>> {
  if (isDatabaseTrouble(error)) throw error;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  console.error(JSON.stringify({ event: code, error: text }));
  return err({ code });
}
