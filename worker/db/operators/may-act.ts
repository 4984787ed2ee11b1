// Whether an operator may still do something, as SQL for the batch that does it: a role may have been taken away, or its holder
// suspended or frozen, since the request began.

import { type Capability, rolesWith } from '../../domain/operator-roles.ts';
import { isFrozenSql } from '../freezes.ts';

/** `who` and `now` are places such as `?2`, or columns. Who has asked for the end of a freeze does nothing before it has ended. */
export function mayActSql(who: string, capability: Capability, now: string): string {
  const roles = rolesWith(capability)
    .map((role) => `'${role}'`)
    .join(', ');
  return `EXISTS (SELECT 1 FROM operator_roles mine JOIN users me ON me.id = mine.user_id
    WHERE mine.user_id = ${who} AND mine.role IN (${roles}) AND me.status = 'active'
      AND NOT ${isFrozenSql('me.id', now)})`;
}
