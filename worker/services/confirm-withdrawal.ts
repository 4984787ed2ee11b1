// Who has no second factor, or only a young one, confirms a withdrawal by the link of a letter: the password alone sends no money. A second
// press answers what the first one did.

import type { Client } from '../auth/client.ts';
import type { Refusal } from '../contract/problems.ts';
import type { WithdrawalConfirmed } from '../contract/withdrawals.ts';
import { failedGuard, guarded } from '../db/guards.ts';
import { isUsedLink, useLinkStatement } from '../db/mailed-links.ts';
import { confirmWithdrawalStatement, findWithdrawal } from '../db/withdrawals.ts';
import { type Arrival, arrivalOf } from '../domain/arrival.ts';
import { arrivalDay } from '../domain/business-days.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { iso, isoOrNull } from '../domain/time.ts';
import type { WithdrawalFacts } from '../domain/withdrawals.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { pressedLink } from './mailed-link.ts';
import { readExchange } from './price-source.ts';
import { requestedLetter } from './withdrawal-letters.ts';

export async function confirmWithdrawal(
  deps: Deps,
  pressed: { readonly token: string; readonly client: Client },
): Promise<Result<WithdrawalConfirmed, Refusal<'LinkInvalid' | 'TooManyRequests'>>> {
  const now = deps.now();
  const found = await pressedLink(deps, pressed, ['withdrawal'], now);
  if (!found.ok) return found;
  const { id, userId, subjectId, uses } = found.value;
  const before = subjectId === null ? null : await findWithdrawal(deps.db, userId, subjectId);
  if (before === null) return err({ code: 'LinkInvalid' });
  const at = Math.max(before.holdUntil, now);
  const arrival = arrivalOf(before.method, await readExchange(deps), { at, now });
  if (uses === 0) {
    const { db } = deps;
    const expectedOn = arrival.expectedOn ?? arrivalDay(before.method, at);
    try {
      await db.batch([
        useLinkStatement(db, id, now),
        ...guarded(db, deps.newId(), 'unconfirmed', [
          confirmWithdrawalStatement(db, { id: before.id, expectedOn }),
        ]),
        requestedLetter(deps, { withdrawalId: before.id, arrival, now }),
      ]);
      deliverSoon(deps);
    } catch (error) {
      // It was cancelled meanwhile, by the customer, a freeze or the clock.
      if (failedGuard(error)) return err({ code: 'LinkInvalid' });
      // Another press of the same link was first: its answer is this one's.
      if (!isUsedLink(error)) throw error;
    }
  }
  const after = await findWithdrawal(deps.db, userId, before.id);
  const isGone = after === null || after.state === 'cancelled' || after.state === 'rejected';
  return isGone ? err({ code: 'LinkInvalid' }) : ok(confirmed(after, arrival, now));
}

function confirmed(facts: WithdrawalFacts, arrival: Arrival, now: number): WithdrawalConfirmed {
  const { id, amountCents, method, to, holdUntil } = facts;
  return {
    id,
    amountCents,
    method,
    to,
    holdUntil: holdUntil > now ? iso(holdUntil) : null,
    expectedOn: arrival.expectedOn,
    exchangedFrom: isoOrNull(arrival.exchangedFrom),
  };
}
