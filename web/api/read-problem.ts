// Reads a failed response. Apart from problem-error.ts, which every page carries: this part, with the table of problems,
// comes with the first call.

import * as v from 'valibot';
import { PROBLEMS, Problem, type ProblemCode } from '../../worker/contract/problems.ts';
import { ProblemError } from './problem-error.ts';

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
      priceCents: body.priceCents,
      pausedReason: body.pausedReason,
      requestId: body.requestId ?? null,
      methods: body.methods ?? [],
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
