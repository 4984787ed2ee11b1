// The door to what a refusal says. The reader and its table of problems come with the first refusal, so that pages where
// nothing is refused carry neither.

import type { ProblemCode } from '../../worker/contract/problems.ts';
import { ProblemError } from './problem-error.ts';

const reader = () => import('./read-problem.ts');

/** For calls whose refusal must be understood even if the connection goes with it. */
export function expectProblem(): void {
  void reader().catch(() => undefined);
}

/** Reads a failed response. Should the reader not come, its status alone says what it can. */
export async function problemFrom(response: Response): Promise<ProblemError> {
  const code = await reader().catch(() => null);
  return code === null ? problemOfStatus(response) : code.problemFrom(response);
}

/** A response that is no problem document (a proxy's page), or one that cannot be read. */
export function problemOfStatus(response: Response, detail = ''): ProblemError {
  return new ProblemError({
    code: codeOfStatus(response.status),
    status: response.status,
    detail,
    errors: [],
    retryAfter: retryAfter(response),
    opensAt: null,
    requestId: response.headers.get('X-Request-Id'),
  });
}

/** Seconds, where the server said so in its header. */
export function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds : null;
}

export function codeOfStatus(status: number): ProblemCode {
  if (status === 401) return 'Unauthenticated';
  if (status === 403) return 'Forbidden';
  if (status === 404) return 'NotFound';
  if (status === 429) return 'TooManyRequests';
  if (status >= 502 && status <= 504) return 'Unavailable';
  return 'Internal';
}
