// The ways a call can fail, kept apart because the customer is told different things:
// a refusal (the server decided; nothing happened) and silence (nobody knows what happened).

import * as v from 'valibot';
import { PROBLEMS, Problem, type FieldProblem, type ProblemCode } from '../../worker/contract/problems.ts';

type ProblemFields = {
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly FieldProblem[];
  /** Seconds to wait before another try, where the server said. */
  readonly retryAfter: number | null;
  /** When the refusal ends by itself (a closed market's opening), where the server said. */
  readonly opensAt: string | null;
  readonly requestId: string | null;
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
  readonly requestId: string | null;

  constructor(fields: ProblemFields) {
    super(fields.detail);
    this.code = fields.code;
    this.status = fields.status;
    this.detail = fields.detail;
    this.errors = fields.errors;
    this.retryAfter = fields.retryAfter;
    this.opensAt = fields.opensAt;
    this.requestId = fields.requestId;
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

function isKnownCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

/** Reads a failed response; one that is no problem document (a proxy's page) becomes Internal or NotFound. */
export async function problemFrom(response: Response): Promise<ProblemError> {
  const retryHeader = Number(response.headers.get('Retry-After') ?? Number.NaN);
  const retryAfter = Number.isFinite(retryHeader) ? retryHeader : null;
  const parsed = v.safeParse(Problem, await response.json().catch(() => null));
  if (parsed.success && isKnownCode(parsed.output.code)) {
    const body = parsed.output;
    return new ProblemError({
      code: parsed.output.code as ProblemCode,
      status: response.status,
      detail: body.detail,
      errors: body.errors ?? [],
      retryAfter: body.retryAfterSeconds ?? retryAfter,
      opensAt: body.opensAt ?? null,
      requestId: body.requestId ?? null,
    });
  }
  const code: ProblemCode = fallbackCode(response.status);
  return new ProblemError({
    code,
    status: response.status,
    detail: PROBLEMS[code].detail,
    errors: [],
    retryAfter,
    opensAt: null,
    requestId: response.headers.get('X-Request-Id'),
  });
}

function fallbackCode(status: number): ProblemCode {
  if (status === 401) return 'Unauthenticated';
  if (status === 403) return 'Forbidden';
  if (status === 404) return 'NotFound';
  if (status === 429) return 'TooManyRequests';
  if (status >= 502 && status <= 504) return 'Unavailable';
  return 'Internal';
}
