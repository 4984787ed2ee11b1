// Accounts that no bank says whose they are: one operator compares the account with who the customer is, and says yes or no with a reason.

import { openIdentity } from '../../auth/identity-sealing.ts';
import { openPayout } from '../../auth/payout-sealing.ts';
import type {
  PayoutAccountDecision,
  PayoutAccountsQuery,
  PayoutAccountView,
  WaitingPayoutAccount,
  WaitingPayoutAccounts,
} from '../../contract/operators/payout-accounts.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { findIdentity } from '../../db/identities.ts';
import {
  decidePayoutStatement,
  findWaitingPayoutAccount,
  waitingPayoutAccounts,
  type WaitingRow,
} from '../../db/payout-accounts.ts';
import { PAYOUT_LEVEL } from '../../domain/payout-accounts.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso } from '../../domain/time.ts';
import { deliverSoon } from '../deliver-mail.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { levelNeeded } from '../payout-accounts.ts';
import { decidedStatements } from '../payout-checks.ts';
import type { Operator } from './customer-status.ts';

export async function pageOfPayoutAccounts(
  { db }: Pick<Deps, 'db'>,
  operator: Operator,
  { cursor, limit }: PayoutAccountsQuery,
): Promise<WaitingPayoutAccounts> {
  const rows = await waitingPayoutAccounts(db, { after: cursor, limit: limit + 1 });
  const summary = (row: WaitingRow) => summaryOf(row, operator);
  const { items, nextCursor } = pageOf(rows, limit, (row) => [row.createdAt, row.id], summary);
  return { accounts: items, nextCursor };
}

function summaryOf(row: WaitingRow, { actorId }: Operator): WaitingPayoutAccount {
  const { id, accountId: userId, email, fullName, method, masked, createdAt } = row;
  return {
    id,
    userId,
    email,
    fullName,
    method,
    masked,
    createdAt: iso(createdAt),
    othersDecide: userId === actorId,
  };
}

/** The account itself, and the line of the log that opens it. */
export async function viewPayoutAccountOf(
  deps: Pick<Deps, 'db' | 'env' | 'now' | 'newId'>,
  operator: Operator,
  id: string,
): Promise<Result<PayoutAccountView, Refusal<'NotFound'>>> {
  const { db, env } = deps;
  const row = await findWaitingPayoutAccount(db, id);
  if (row === null) return err({ code: 'NotFound' });
  const { accountId, sealedDetails, method, masked } = row;
  const identity = await findIdentity(db, accountId);
  const [details, owner] = await Promise.all([
    sealedDetails === null ? null : openPayout(env.PAYOUT_KEY, accountId, sealedDetails),
    identity === null || identity.sealed === null
      ? null
      : openIdentity(env.PASSWORD_PEPPER, accountId, identity.sealed),
  ]);
  if (details === null || owner === null || identity === null)
    throw new Error('a waiting payout account or its owner does not open: the key that sealed it is missing');
  await commitAudited(
    db,
    {
      id: deps.newId(),
      at: deps.now(),
      by: operator,
      action: 'payout-account.viewed',
      subject: { kind: 'customer', id: accountId },
      after: { account: id, method, masked },
    },
    [],
  );
  return ok({
    ...summaryOf(row, operator),
    details,
    owner: { fullName: owner.fullName, masked: identity.masked },
  });
}

export type DecidePayoutRefusal = Refusal<'NotFound' | 'OwnAccount' | 'LevelNeeded' | 'PayoutAccountChanged'>;

/** The decision, its letter and the line of the log are one batch; of two operators the first one decides. */
export async function decidePayoutAccount(
  deps: Deps,
  operator: Operator,
  { id, decision, reason }: PayoutAccountDecision & { readonly id: string },
): Promise<Result<null, DecidePayoutRefusal>> {
  const row = await findWaitingPayoutAccount(deps.db, id);
  if (row === null) return err({ code: 'NotFound' });
  const { accountId, method, masked } = row;
  if (accountId === operator.actorId) return err({ code: 'OwnAccount' });
  const identity = await findIdentity(deps.db, accountId);
  const level = identity?.level ?? 0;
  if (decision === 'approve' && level < PAYOUT_LEVEL) return err(levelNeeded(level));
  const now = deps.now();
  const to = decision === 'approve' ? 'active' : 'refused';
  const outcome = decision === 'approve' ? 'approved' : 'refused';
  const told = decision === 'approve' ? null : reason;
  const { logged } = await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: now,
      by: operator,
      action: decision === 'approve' ? 'payout-account.approved' : 'payout-account.refused',
      subject: { kind: 'customer', id: accountId },
      after: { account: id, method, masked },
      note: reason,
    },
    [
      decidePayoutStatement(
        deps.db,
        {
          id,
          from: 'waiting',
          to,
          // The operator has said that it is the customer's.
          holderMac: to === 'active' ? (identity?.numberMac ?? null) : null,
          by: { operatorId: operator.actorId },
          reason: told,
        },
        now,
      ),
      ...decidedStatements(deps, { ...row, checkedBy: operator.actorId }, { outcome, reason: told }, now),
    ],
    { ifChanged: true },
  );
  if (!logged) return err({ code: 'PayoutAccountChanged' });
  deliverSoon(deps);
  return ok(null);
}
