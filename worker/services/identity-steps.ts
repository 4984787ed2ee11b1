// One step of an identity as statements of one batch: the row moves if it is as it was seen, and the step and its letter hang on that (D66).

import {
  type IdentityRow,
  type Move,
  moveStatement,
  type NewStep,
  stepMailStatement,
  stepStatement,
} from '../db/identities.ts';
import type { Level } from '../domain/identity.ts';
import type { IdentityChange } from '../domain/mail-messages.ts';
import type { Deps } from './deps.ts';
import { isTestProvider } from './identity-provider.ts';

export type IdentityLetter = {
  readonly change: IdentityChange;
  readonly level: Level;
  readonly reason?: string | null;
  readonly until?: number | null;
};

export type StepTaken = {
  readonly stepId: string;
  readonly move: Omit<Move, 'userId' | 'revision' | 'stepId'>;
  readonly step: Omit<NewStep, 'id' | 'userId'>;
  /** Null: the page says it. */
  readonly letter: IdentityLetter | null;
};

/** The first one is the move: where it changes no row, nothing of this is written. */
export function identityStepStatements(
  { db, origin }: Pick<Deps, 'db' | 'origin'>,
  { userId, revision, provider }: Pick<IdentityRow, 'userId' | 'revision' | 'provider'>,
  { stepId, move, step, letter }: StepTaken,
  now: number,
): D1PreparedStatement[] {
  const statements = [
    moveStatement(db, { ...move, userId, revision, stepId }, now),
    stepStatement(db, { ...step, id: stepId, userId }, now),
  ];
  if (letter === null) return statements;
  const { change, level, reason = null, until = null } = letter;
  const isTest = isTestProvider(provider);
  const message = { kind: 'identity', change, level, reason, until, isTest } as const;
  return [...statements, stepMailStatement(db, { stepId, userId, message, origin }, now)];
}
