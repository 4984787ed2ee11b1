// What crosses the wire when a password is forgotten, set anew by a link, or changed. The rules of a new password are
// those of sign-up (worker/domain/sign-up-rules.ts).

import * as v from 'valibot';
import { isEmail, normaliseEmail } from '../domain/personal-details.ts';
import { checkNewPassword, checkPasswordChange } from '../domain/sign-up-rules.ts';
import { reportAll, text } from './form-fields.ts';

export const ForgotPassword = v.pipe(
  v.object({ email: text }),
  reportAll(({ email }) =>
    isEmail(email)
      ? []
      : [{ field: 'email', code: 'invalidEmail', message: 'Please enter a valid email address' }],
  ),
  v.transform(({ email }) => ({ email: normaliseEmail(email) })),
);
export type ForgotPassword = v.InferOutput<typeof ForgotPassword>;

/** `token` is the one from the link; whether it is good is decided by looking it up. */
export const ResetPassword = v.pipe(
  v.object({ token: text, password: text }),
  reportAll(({ password }) => {
    const broken = checkNewPassword(password);
    return broken === null ? [] : [{ field: 'password', ...broken }];
  }),
);
export type ResetPassword = v.InferOutput<typeof ResetPassword>;

export const ChangePassword = v.pipe(
  v.object({ currentPassword: text, newPassword: text }),
  reportAll((form) => checkPasswordChange(form)),
);
export type ChangePassword = v.InferOutput<typeof ChangePassword>;

/** The reply of a change: how many other sessions it ended. */
export const PasswordChanged = v.object({ sessionsEnded: v.number() });
export type PasswordChanged = v.InferOutput<typeof PasswordChanged>;
