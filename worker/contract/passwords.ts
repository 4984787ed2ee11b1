// Requests about a forgotten, reset or changed password. A new password follows the rules of sign-up
// (worker/domain/sign-up-rules.ts).

import * as v from 'valibot';
import { PASSKEYS_MAX } from '../domain/factors.ts';
import { isEmail, normaliseEmail } from '../domain/personal-details.ts';
import { newPasswordProblem } from '../domain/sign-up-rules.ts';
import { rules, text } from './form-fields.ts';

export const ForgotPassword = v.pipe(
  v.object({ email: text }),
  rules(({ email }) => ({ email: isEmail(email) ? null : 'invalidEmail' })),
  v.transform(({ email }) => ({ email: normaliseEmail(email) })),
);
export type ForgotPassword = v.InferOutput<typeof ForgotPassword>;

/** Second factors that may not be the owner's. `name` is a passkey's, null for the authenticator app. */
export const FactorsInDoubt = v.object({
  factors: v.array(v.object({ id: v.string(), name: v.nullable(v.string()), createdAt: v.string() })),
});
export type FactorsInDoubt = v.InferOutput<typeof FactorsInDoubt>;

/** An app and ten passkeys. */
const FACTORS_MAX = PASSKEYS_MAX + 1;

/** `token` comes from the link; the service looks it up. Factors in doubt that are not in `keepFactors` are removed. */
export const ResetPassword = v.pipe(
  v.object({
    token: text,
    password: text,
    keepFactors: v.optional(
      v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(FACTORS_MAX)),
      [],
    ),
  }),
  rules(({ password }) => ({ password: newPasswordProblem(password) })),
);
export type ResetPassword = v.InferOutput<typeof ResetPassword>;

export const ChangePassword = v.pipe(
  v.object({ currentPassword: text, newPassword: text }),
  rules(({ currentPassword, newPassword }) => ({
    currentPassword: currentPassword === '' ? 'passwordRequired' : null,
    newPassword:
      newPasswordProblem(newPassword) ?? (newPassword === currentPassword ? 'passwordUnchanged' : null),
  })),
);
export type ChangePassword = v.InferOutput<typeof ChangePassword>;

/** How many other sessions the change ended. */
export const PasswordChanged = v.object({ sessionsEnded: v.number() });
export type PasswordChanged = v.InferOutput<typeof PasswordChanged>;
