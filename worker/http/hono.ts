// The types every Hono app of the Worker shares.

import type { Language } from '../domain/settings-rules.ts';

export type CustomerStatus = 'active' | 'inactive' | 'suspended';

/** Who is calling, read from the session row on every authenticated call (P17). */
export type SessionContext = {
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  readonly status: CustomerStatus;
  readonly isAdmin: boolean;
  readonly tier: 'standard' | 'premium';
  readonly language: Language;
  /** When the customer last proved again who they are in this session; read it with `isSteppedUp`. */
  readonly steppedUpAt: number | null;
};

export type AppEnv = {
  Bindings: Env;
  Variables: {
    requestId: string;
    /** The request body as received: what an idempotency key's hash covers. */
    rawBody: string;
    session: SessionContext;
  };
};
