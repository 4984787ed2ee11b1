// A part of the attack: what it gets, and what it says.

import type { Target } from './target.ts';

export type Attack = {
  readonly seed: string;
  /** The folder of the deployed bundle. */
  readonly bundle: string;
  /** How long the part may take; it draws what it tries by the seed, in an order that does not depend on it. */
  readonly seconds: number;
  /** Only cases whose names have this in them, and then all of those; null: as many as there is time for. */
  readonly at: string | null;
  /** The product at a cheap cost of passwords, opened once for all parts. */
  readonly target: () => Promise<Target>;
  /** Something that ought not to be: the name of the case, which `--at` takes, and what happened. */
  readonly find: (at: string, what: string) => void;
  /** A figure of the table. */
  readonly count: (what: string, often?: number) => void;
  readonly say: (line: string) => void;
};

export type Part = {
  readonly name: string;
  readonly run: (attack: Attack) => Promise<void>;
  /** Of ten parts of the time, so many. */
  readonly share: number;
};

/** Whether a case is one of those that were asked for. */
export const isAsked = ({ at }: Pick<Attack, 'at'>, name: string): boolean =>
  at === null || name.includes(at);

/** True as long as there is time. With `at` there always is: what was found is found again. */
export function clockOf({ seconds, at }: Pick<Attack, 'seconds' | 'at'>): () => boolean {
  const until = performance.now() + seconds * 1_000;
  return () => at !== null || performance.now() < until;
}
