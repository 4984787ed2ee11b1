// Why a batch that asks whether an operator may still act was refused: the words for what `mayActSql` decides (db/operators/may-act.ts).

import { findFreeze } from '../../db/freezes.ts';
import { findOperatorCandidate } from '../../db/operators/operators.ts';
import { isFrozen } from '../../domain/freeze.ts';
import { type Capability, may } from '../../domain/operator-roles.ts';
import type { Deps } from '../deps.ts';

export async function mayStill(
  deps: Pick<Deps, 'db' | 'now'>,
  userId: string,
  capability: Capability,
): Promise<boolean> {
  const [who, freeze] = await Promise.all([
    findOperatorCandidate(deps.db, { id: userId }),
    findFreeze(deps.db, userId),
  ]);
  if (who === null || who.status !== 'active' || isFrozen(freeze, deps.now())) return false;
  return may({ ...who, hasFactor: true }, capability);
}
