// The last rule of a new password, which only the server knows: it is not one that a guesser tries first.

import { isGuessablePassword } from '../auth/common-passwords.ts';
import type { Refusal } from '../contract/problems.ts';
import { RULE_TEXTS } from '../contract/rule-texts.ts';
import type { PasswordContext } from '../domain/guessable-password.ts';

/** Null for a good one; otherwise the refusal of the form's field, as a broken rule of the form is refused. */
export async function newPasswordRefusal(
  field: 'password' | 'newPassword',
  password: string,
  context: PasswordContext,
): Promise<Refusal<'ValidationFailed'> | null> {
  if (!(await isGuessablePassword(password, context))) return null;
  const code = 'passwordTooCommon';
  const message = RULE_TEXTS[code];
  return { code: 'ValidationFailed', detail: message, errors: [{ field, code, message }] };
}
