// Loads the reader of problems and its table with the first refusal: a page on which nothing is refused loads neither.

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

/** Of a response that is no problem document (a proxy's page), or that cannot be read. */
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

/** What the header says, for a document that does not. */
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
