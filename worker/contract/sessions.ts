// What a page may know of its session (P17). The tokens themselves travel only in HttpOnly cookies.

import * as v from 'valibot';
import { Profile } from './profile.ts';

export const Session = v.object({
  /** When the access token ends; the page refreshes within 90 seconds of it. */
  expiresAt: v.string(),
  /** Whole seconds until then, counted by the server's clock. */
  expiresIn: v.number(),
  tokenType: v.literal('Bearer'),
  user: v.object({ id: v.string(), email: v.string() }),
});
export type Session = v.InferOutput<typeof Session>;

/** The reply of sign-up and sign-in. */
export const SignedIn = v.object({ session: Session, profile: Profile });
export type SignedIn = v.InferOutput<typeof SignedIn>;

/** The reply of GET /api/auth/session: both null when signed out. */
export const CurrentSession = v.union([SignedIn, v.object({ session: v.null(), profile: v.null() })]);
export type CurrentSession = v.InferOutput<typeof CurrentSession>;

/** The reply of POST /api/auth/refresh: null for a visitor who has no session to refresh. */
export const RefreshedSession = v.object({ session: v.nullable(Session) });
export type RefreshedSession = v.InferOutput<typeof RefreshedSession>;
