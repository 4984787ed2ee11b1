// A customer's own profile: reading it, and changing the name, the only editable field.

import type { ProfileChange } from '../contract/accounts.ts';
import type { Profile } from '../contract/profile.ts';
import { findProfile, type ProfileRow, renameUser } from '../db/users.ts';
import { type Freeze, isFrozen } from '../domain/freeze.ts';
import { rolesOf } from '../domain/operator-roles.ts';
import type { Deps } from './deps.ts';
import { iso } from '../domain/time.ts';

export async function readProfile(deps: Deps, userId: string): Promise<Profile> {
  const row = await findProfile(deps.db, userId);
  if (row === null) throw new Error('A live session names a customer who does not exist');
  return toProfile(row, deps.now());
}

export async function changeProfile(deps: Deps, userId: string, change: ProfileChange): Promise<Profile> {
  await renameUser(deps.db, userId, change.fullName, deps.now());
  return readProfile(deps, userId);
}

export function toProfile(row: ProfileRow, now: number): Profile {
  return {
    id: row.id,
    email: row.email,
    fullName: row.fullName,
    phone: row.phone,
    tier: row.tier,
    isAdmin: row.operatorSince !== null,
    roles: rolesOf(row.joinedRoles),
    hasFactor: row.operatorHasFactor === 1,
    hasClaimedBonus: row.bonusClaimedAt !== null,
    emailConfirmed: row.emailConfirmedAt !== null,
    freeze: freezeOf(freezeIn(row), now),
    createdAt: iso(row.createdAt),
  };
}

type WithFreeze = { readonly frozenAt: number | null; readonly freezeEndsAt: number | null };

/** The freeze among the columns of a joined row. */
export const freezeIn = ({ frozenAt, freezeEndsAt }: WithFreeze): Freeze | null =>
  frozenAt === null ? null : { frozenAt, endsAt: freezeEndsAt };

/** What is said of a freeze; null once it is over. */
export function freezeOf(freeze: Freeze | null, now: number): Profile['freeze'] {
  if (!isFrozen(freeze, now)) return null;
  return { since: iso(freeze.frozenAt), endsAt: freeze.endsAt === null ? null : iso(freeze.endsAt) };
}
