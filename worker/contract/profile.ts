// The wire form of a user's identity. Apart from accounts.ts, so that asking who is signed in does not bring
// the rules of sign-up, with their list of common passwords, into every page.

import * as v from 'valibot';
import type { OperatorRole } from '../domain/operator-roles.ts';

/** Since when the account is frozen, and until when where its end was asked for; null where it is not. */
export const FreezeState = v.object({
  freeze: v.nullable(v.object({ since: v.string(), endsAt: v.nullable(v.string()) })),
});
export type FreezeState = v.InferOutput<typeof FreezeState>;

export const Profile = v.object({
  id: v.string(),
  email: v.string(),
  fullName: v.string(),
  phone: v.string(),
  tier: v.picklist(['standard', 'premium']),
  isAdmin: v.boolean(),
  /** Of an operator. Not compared with the list of roles: that would bring their table into every page. */
  roles: v.array(v.custom<OperatorRole>((role) => typeof role === 'string')),
  /** Whether an operator has a second factor; false for a customer, whose factors are asked for elsewhere. */
  hasFactor: v.boolean(),
  hasClaimedBonus: v.boolean(),
  emailConfirmed: v.boolean(),
  ...FreezeState.entries,
  createdAt: v.string(),
});
export type Profile = v.InferOutput<typeof Profile>;
