// Parses a failed response, with the table of problems; late-problem.ts loads both with the first failure.

import * as v from 'valibot';
import { Problem } from '../../worker/contract/problem-document.ts';
import { PROBLEMS } from '../../worker/contract/problems.ts';
import { codeOfStatus, problemOfStatus, retryAfter } from './late-problem.ts';
import { ProblemError } from './problem-error.ts';

/** A response that is no problem document (a proxy's page) becomes the problem of its status. */
export async function problemFrom(response: Response): Promise<ProblemError> {
  const parsed = v.safeParse(Problem, await response.json().catch(() => null));
  if (!parsed.success) return problemOfStatus(response, PROBLEMS[codeOfStatus(response.status)].detail);
  return new ProblemError({ ...retryAfter(response), ...parsed.output }, response.status);
}
