// The types every Hono app of the Worker shares.

import type { StepUpMethod } from '../domain/factors.ts';
import type { OperatorRole } from '../domain/operator-roles.ts';
import type { Language } from '../domain/settings-rules.ts';

export type CustomerStatus = 'active' | 'inactive' | 'suspended';

/** Who is calling, read from the session row on every authenticated call (P17). */
export type SessionContext = {
  readonly sessionId: string;
  readonly userId: string;
  readonly email: string;
  readonly status: CustomerStatus;
  /** The account is frozen by the link of a letter (P67): read only. */
  readonly frozen: boolean;
  readonly isAdmin: boolean;
  readonly roles: readonly OperatorRole[];
  /** Whether an operator has a second factor; false for a customer. */
  readonly hasFactor: boolean;
  readonly tier: 'standard' | 'premium';
  /** The customer has proved that the mailbox is theirs (P58). */
  readonly emailConfirmed: boolean;
  readonly language: Language;
  /**
   * When the customer last proved again who they are in this session; read it with `isSteppedUp`. The password of an operator
   * proves nothing (P51).
   */
  readonly steppedUpAt: number | null;
  /** How, the last time, however long ago. */
  readonly steppedUpBy: StepUpMethod | null;
  /** When an operator without a second factor typed the password: it lets him add the first one, and nothing else. */
  readonly mayEnrolFrom: number | null;
};

/** Who reads, behind `requireReader`. */
export type Reader = {
  /** As the access token says it. Nothing is told before the session's row says that it is live. */
  readonly userId: string;
  /** For reads; the session's row goes with the first of them. */
  readonly db: D1Database;
  /** Once it is known to be live. */
  readonly session: () => Promise<SessionContext>;
};

export type AppEnv = {
  Bindings: Env;
  Variables: {
    requestId: string;
    /** The request body as received: what an idempotency key's hash covers. */
    rawBody: string;
    session: SessionContext;
    reader: Reader;
    /** The code of the refusal that answers this request, for the log. */
    refused: string;
  };
};
