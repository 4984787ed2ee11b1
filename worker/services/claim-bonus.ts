// Claims the welcome bonus, once per customer, whatever the idempotency keys (P7).

import type { BonusReply } from '../contract/bonus.ts';
import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import type { Refusal } from '../contract/problems.ts';
import { readLevel } from '../db/identities.ts';
import { readFreeE4 } from '../db/stock.ts';
import { findProfile } from '../db/users.ts';
import { BONUS_LEVEL } from '../domain/limits.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { claimBonus } from '../ledger/claim-bonus.ts';
import { tradeReply } from './execute-trade.ts';
import { lookUp, type MoneyAnswer, type MoneyRequest } from './idempotency.ts';
import { currentMarks, type MoneyDeps } from './price-source.ts';

export type BonusRefusal = Refusal<
  | 'IdempotencyKeyReused'
  | 'BonusAlreadyClaimed'
  | 'InvalidAmount'
  | 'OutOfStock'
  | 'LevelNeeded'
  | 'AccountFrozen'
>;

export async function claimWelcomeBonus(
  deps: MoneyDeps,
  request: MoneyRequest,
): Promise<Result<MoneyAnswer<BonusReply>, BonusRefusal>> {
  const found = await lookUp(deps.db, request);
  if (!found.ok) return found;
  if (found.value.operation !== null) return replay(found.value.operation.reply);

  const claimed = await claimBonus(deps.db, {
    operationId: deps.newId(),
    transactionId: deps.newId(),
    accountId: request.accountId,
    idempotencyKey: request.idempotencyKey,
    requestHash: found.value.requestHash,
    marks: await currentMarks(deps),
    now: deps.now(),
  });
  if (claimed.ok) {
    deps.defer(deps.hub.notify(request.accountId, PORTFOLIO_CHANGED));
    return ok({ replayed: false, body: tradeReply(claimed.value) });
  }
  if (claimed.error === 'BeyondBounds') {
    return err({ code: 'InvalidAmount', detail: 'This would leave the bounds of an account.' });
  }
  if (claimed.error === 'OutOfStock') {
    return err({
      code: 'OutOfStock',
      metal: 'silver',
      freeOuncesE4: await readFreeE4(deps.db, 'silver'),
    });
  }
  if (claimed.error === 'AccountFrozen') return err({ code: 'AccountFrozen' });
  // A parallel copy of this request may have won, and SQLite names only the first broken rule.
  const again = await lookUp(deps.db, request);
  if (!again.ok) return again;
  if (again.value.operation !== null) return replay(again.value.operation.reply);
  const level = await readLevel(deps.db, request.accountId);
  const isClaimed = (await findProfile(deps.db, request.accountId))?.bonusClaimedAt !== null;
  return isClaimed || level >= BONUS_LEVEL
    ? err({ code: 'BonusAlreadyClaimed' })
    : err({
        code: 'LevelNeeded',
        neededLevel: BONUS_LEVEL,
        level,
        of: null,
        limitCents: null,
        usedCents: null,
      });
}

function replay(reply: string | null): Result<MoneyAnswer<BonusReply>, never> {
  if (reply === null) throw new Error('a bonus commits together with its reply');
  return ok({ replayed: true, body: tradeReply(reply) });
}
