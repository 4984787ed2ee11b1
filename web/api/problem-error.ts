// The two failures of a call, which the customer reads different texts about: a refusal (the server decided; nothing
// happened) and no reply (the outcome is unknown).

import type { Problem } from '../../worker/contract/problem-document.ts';

/** The server refused. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;
  readonly status: number;

  constructor(problem: Problem, status: number) {
    super(problem.detail);
    this.problem = problem;
    this.status = status;
  }
}

export type NetworkFailure = 'offline' | 'unreachable' | 'timeout';

/** No reply. For a money method the outcome is unknown. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly failure: NetworkFailure;

  constructor(failure: NetworkFailure, options?: ErrorOptions) {
    super(`No answer from the server (${failure})`, options);
    this.failure = failure;
  }
}

/** True when the server decided: sending the same again without a change leads to the same refusal. */
export function isRefusal(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.status >= 400 && error.status < 500;
}
