// The wire form of a user's identity. Apart from accounts.ts, so that asking who is signed in does not bring
// the rules of sign-up, with their list of common passwords, into every page.

import * as v from 'valibot';

export const Profile = v.object({
  id: v.string(),
  email: v.string(),
  fullName: v.string(),
  phone: v.string(),
  tier: v.picklist(['standard', 'premium']),
  isAdmin: v.boolean(),
  hasClaimedBonus: v.boolean(),
  createdAt: v.string(),
});
export type Profile = v.InferOutput<typeof Profile>;
