// The ways a call can fail, kept apart because the customer is told different things:
// a refusal (the server decided; nothing happened) and silence (nobody knows what happened).

import type { FieldProblem, ProblemCode } from '../../worker/contract/problems.ts';
import type { PauseReason } from '../../worker/domain/feed-report.ts';
import type { StepUpMethod } from '../../worker/domain/factors.ts';

type ProblemFields = {
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly FieldProblem[];
  /** Seconds to wait before another try, where the server said. */
  readonly retryAfter: number | null;
  /** When the refusal ends by itself (a closed market's opening), where the server said. */
  readonly opensAt: string | null;
  /** The price that decided a refusal, where the server said. */
  readonly priceCents?: number | undefined;
  /** Why operators have paused quoting, where that is what happened. */
  readonly pausedReason?: PauseReason | undefined;
  readonly requestId: string | null;
  /** How the customer may prove again who they are, where that is what is missing. */
  readonly methods?: readonly StepUpMethod[];
};

/** The server answered, and the answer was no. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly FieldProblem[];
  readonly retryAfter: number | null;
  readonly opensAt: string | null;
  /** The price that decided a refusal, where the server said. */
  readonly priceCents?: number | undefined;
  readonly pausedReason?: PauseReason | undefined;
  readonly requestId: string | null;
  readonly methods: readonly StepUpMethod[];

  constructor(fields: ProblemFields) {
    super(fields.detail);
    this.code = fields.code;
    this.status = fields.status;
    this.detail = fields.detail;
    this.errors = fields.errors;
    this.retryAfter = fields.retryAfter;
    this.opensAt = fields.opensAt;
    this.priceCents = fields.priceCents;
    this.pausedReason = fields.pausedReason;
    this.requestId = fields.requestId;
    this.methods = fields.methods ?? [];
  }
}

export type NetworkTrouble = 'offline' | 'unreachable' | 'timeout';

/** No answer came. For a money method this does not say whether it was carried out. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly trouble: NetworkTrouble;

  constructor(trouble: NetworkTrouble, options?: ErrorOptions) {
    super(`No answer from the server (${trouble})`, options);
    this.trouble = trouble;
  }
}

/** True when the server decided: sending the same again without a change leads to the same refusal. */
export function isRefusal(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.status >= 400 && error.status < 500;
}
