// The texts of all failures. The keys are the API's problem codes (a code without a text does not compile) and the
// three kinds of a missing reply. Those that operators alone meet come with their area (features/operators/frame/problem-texts.ts).

import type operatorsFile from '#messages/operators-problems.json';
import texts from '#messages/problems.json';
import type { ProblemCode } from '../../worker/contract/problems.ts';
import { LEVEL_SUMS, type LevelSumOf } from '../../worker/domain/level-limits.ts';
import { isTradedMetal, type TradedMetal } from '../../worker/domain/metals.ts';
import type { Locale } from './locale.ts';

export type FailureCode = ProblemCode | 'Offline' | 'Unreachable' | 'Timeout';

type FailureText = { readonly what: string; readonly next: string };
export type OperatorsProblems = typeof operatorsFile;
export const problemMessages = texts as typeof texts & OperatorsProblems;
texts satisfies Record<Exclude<FailureCode, keyof OperatorsProblems>, FailureText>;

/** A refusal whose text is not there reads as an error of ours. */
export function addOperatorsProblems(more: OperatorsProblems): void {
  Object.assign(problemMessages, more);
}

export type LevelSum = {
  readonly of: LevelSumOf;
  readonly level: number;
  readonly neededLevel: number;
  readonly limitCents: number;
  readonly usedCents: number;
};

export type StockLeft = { readonly metal: TradedMetal; readonly freeOuncesE4: number };

export type Failure = {
  readonly code: FailureCode;
  /** Seconds to wait before a retry, if the server gave them. */
  readonly retryAfterSeconds: number | null;
  /** When the refusal ends by itself, if the server gave it. */
  readonly opensAt: string | null;
  /** What a level allows and what of it is used, if the refusal is about that. */
  readonly sum: LevelSum | null;
  /** What the vault has of a metal, if the refusal is about that. */
  readonly stock: StockLeft | null;
  /** What can be withdrawn now, if the refusal is about that. */
  readonly withdrawableCents: number | null;
  /** The operators' reason for pausing quotes, if they gave one. */
  readonly pausedReason: Partial<Record<Locale, string>>;
};

const NETWORK_FAILURES: Readonly<Record<string, FailureCode>> = {
  offline: 'Offline',
  unreachable: 'Unreachable',
  timeout: 'Timeout',
};

/** Recognises an error by its shape: a refusal has a `problem`, a missing reply a `failure`, a bug neither. */
export function failureOf(error: unknown): Failure {
  const { problem = error, failure } = record(error);
  const { code, retryAfterSeconds, opensAt, pausedReason, withdrawableCents } = record(problem);
  return {
    code: codeOf(code, failure),
    retryAfterSeconds: typeof retryAfterSeconds === 'number' ? retryAfterSeconds : null,
    opensAt: typeof opensAt === 'string' ? opensAt : null,
    sum: sumOf(record(problem)),
    stock: stockOf(record(problem)),
    withdrawableCents: typeof withdrawableCents === 'number' ? withdrawableCents : null,
    pausedReason: record(pausedReason),
  };
}

function stockOf({ metal, freeOuncesE4 }: Record<string, unknown>): StockLeft | null {
  const isStock = typeof metal === 'string' && isTradedMetal(metal) && typeof freeOuncesE4 === 'number';
  return isStock ? { metal, freeOuncesE4 } : null;
}

function sumOf(problem: Record<string, unknown>): LevelSum | null {
  const { of, level, neededLevel, limitCents, usedCents } = problem;
  const isSum = [level, neededLevel, limitCents, usedCents].every((value) => typeof value === 'number');
  if (!isSum || !(LEVEL_SUMS as readonly unknown[]).includes(of)) return null;
  return { of, level, neededLevel, limitCents, usedCents } as LevelSum;
}

const record = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;

function codeOf(code: unknown, failure: unknown): FailureCode {
  if (typeof code === 'string' && isFailureCode(code)) return code;
  if (typeof failure === 'string') return NETWORK_FAILURES[failure] ?? 'Unreachable';
  return 'Internal';
}

function isFailureCode(code: string): code is FailureCode {
  const entry = (problemMessages as Record<string, unknown>)[code];
  return typeof entry === 'object' && entry !== null && 'what' in entry;
}
