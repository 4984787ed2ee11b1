// Loads the parser of problems and its table with the first failed request: a page without a failure loads neither.

import type { ProblemCode } from '../../worker/contract/problems.ts';
import { ProblemError } from './problem-error.ts';

const reader = () => import('./read-problem.ts');

/** Loads the parser early, for calls whose refusal must be readable even if the connection is lost with it. */
export function expectProblem(): void {
  void reader().catch(() => undefined);
}

/** Parses a failed response. If the parser cannot load, the status alone determines the problem. */
export async function problemFrom(response: Response): Promise<ProblemError> {
  const code = await reader().catch(() => null);
  return code === null ? problemOfStatus(response) : code.problemFrom(response);
}

/** For a response that is no problem document (a proxy's page), or whose parser cannot load. */
export function problemOfStatus(response: Response, detail = ''): ProblemError {
  const { status } = response;
  const requestId = response.headers.get('X-Request-Id');
  return new ProblemError(
    {
      type: 'about:blank',
      title: '',
      status,
      code: codeOfStatus(status),
      detail,
      ...retryAfter(response),
      ...(requestId === null ? {} : { requestId }),
    },
    status,
  );
}

/** The `Retry-After` header, for a document without the value. */
export function retryAfter(response: Response): { retryAfterSeconds?: number } {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) ? { retryAfterSeconds: seconds } : {};
}

export function codeOfStatus(status: number): ProblemCode {
  if (status === 401) return 'Unauthenticated';
  if (status === 403) return 'Forbidden';
  if (status === 404) return 'NotFound';
  if (status === 429) return 'TooManyRequests';
  if (status >= 502 && status <= 504) return 'Unavailable';
  return 'Internal';
}
