// Reads a failed response, with the table of problems beside it: late-problem.ts fetches both with the first refusal.

import * as v from 'valibot';
import { Problem } from '../../worker/contract/problem-document.ts';
import { PROBLEMS, type ProblemCode } from '../../worker/contract/problems.ts';
import { codeOfStatus, problemOfStatus, retryAfter } from './late-problem.ts';
import { ProblemError } from './problem-error.ts';

function isKnownCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEMS, code);
}

/** One that is no problem document (a proxy's page) becomes Internal or NotFound. */
export async function problemFrom(response: Response): Promise<ProblemError> {
  const parsed = v.safeParse(Problem, await response.json().catch(() => null));
  if (!parsed.success || !isKnownCode(parsed.output.code)) {
    return problemOfStatus(response, PROBLEMS[codeOfStatus(response.status)].detail);
  }
  const body = parsed.output;
  return new ProblemError({
    code: parsed.output.code,
    status: response.status,
    detail: body.detail,
    errors: body.errors ?? [],
    retryAfter: body.retryAfterSeconds ?? retryAfter(response),
    opensAt: body.opensAt ?? null,
    priceCents: body.priceCents,
    pausedReason: body.pausedReason,
    requestId: body.requestId ?? null,
    methods: body.methods ?? [],
  });
}
