// The proof of an e-mail address, and its change.

import * as v from 'valibot';
import { isEmail, normaliseEmail } from '../domain/personal-details.ts';
import { rules, text } from './form-fields.ts';
import { IsoTime } from './money.ts';

/** `token` comes from the link of a letter; the service looks it up. */
export const PressedLink = v.object({ token: text });
export type PressedLink = v.InferOutput<typeof PressedLink>;

/** What a pressed link has proved: the address of an account, or one mailbox of a change; then which one it waits for. */
export const EmailConfirmed = v.object({
  what: v.picklist(['address', 'change']),
  email: v.string(),
  waitsFor: v.nullable(v.picklist(['old', 'new'])),
});
export type EmailConfirmed = v.InferOutput<typeof EmailConfirmed>;

/** A change that waits for a mailbox, and which ones have said yes; null where none does. */
export const OpenEmailChange = v.object({
  change: v.nullable(
    v.object({ email: v.string(), expiresAt: IsoTime, oldConfirmed: v.boolean(), newConfirmed: v.boolean() }),
  ),
});
export type OpenEmailChange = v.InferOutput<typeof OpenEmailChange>;

export const EmailChangeRequest = v.pipe(
  v.object({ email: text }),
  rules(({ email }) => ({ email: isEmail(email) ? null : 'invalidEmail' })),
  v.transform(({ email }) => ({ email: normaliseEmail(email) })),
);
export type EmailChangeRequest = v.InferOutput<typeof EmailChangeRequest>;
