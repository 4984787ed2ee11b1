// Everything that can go wrong, in the customer's words. The keys are the API's problem codes (a code without
// words does not compile) and the three kinds of silence.

import texts from '#messages/troubles.json';
import type { ProblemCode } from '../../worker/contract/problems.ts';
import type { Locale } from './locale.ts';

export type TroubleCode = ProblemCode | 'Offline' | 'Unreachable' | 'Timeout';

type TroubleEntry = { readonly what: string; readonly next: string };
export const troubleMessages = texts satisfies Record<TroubleCode, TroubleEntry>;

export type Trouble = {
  readonly code: TroubleCode;
  /** Seconds to wait before another try, where the server said. */
  readonly retryAfter: number | null;
  /** When the refusal ends by itself, where the server said. */
  readonly opensAt: string | null;
  /** Why operators have paused quoting, where they said so. */
  readonly pausedReason: Partial<Record<Locale, string>>;
};

const SILENCE: Readonly<Record<string, TroubleCode>> = {
  offline: 'Offline',
  unreachable: 'Unreachable',
  timeout: 'Timeout',
};

/** Reads whatever was thrown by its shape: a problem has a `code`, silence has a `trouble`, anything else is a bug. */
export function troubleOf(error: unknown): Trouble {
  const shape = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  const { code, trouble, retryAfter, opensAt, pausedReason } = shape;
  return {
    code: codeOf(code, trouble),
    retryAfter: typeof retryAfter === 'number' ? retryAfter : null,
    opensAt: typeof opensAt === 'string' ? opensAt : null,
    pausedReason: typeof pausedReason === 'object' && pausedReason !== null ? pausedReason : {},
  };
}

function codeOf(code: unknown, trouble: unknown): TroubleCode {
  if (typeof code === 'string' && isTroubleCode(code)) return code;
  if (typeof trouble === 'string') return SILENCE[trouble] ?? 'Unreachable';
  return 'Internal';
}

function isTroubleCode(code: string): code is TroubleCode {
  const entry = (troubleMessages as Record<string, unknown>)[code];
  return typeof entry === 'object' && entry !== null && 'what' in entry;
}
