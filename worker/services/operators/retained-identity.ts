// Who a closed account was, as two operators opened it (P63): the one who proposed it reads it once, within a day, and each
// reading is a line of the log.

import { openRetained } from '../../auth/retained-identity-seal.ts';
import type { RetainedIdentityView } from '../../contract/operators/operators.ts';
import type { Refusal } from '../../contract/problems.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { findOpening, findRetained, readStatement, wasReadAlready } from '../../db/retained-identities.ts';
import { IDENTITY_SHOWN_MS } from '../../domain/closing.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import type { Operator } from './customer-status.ts';

export async function readRetainedIdentity(
  deps: Deps,
  operator: Operator,
  proposalId: string,
): Promise<Result<RetainedIdentityView, Refusal<'NotFound' | 'IdentityNotOpen'>>> {
  const { db, env } = deps;
  const now = deps.now();
  const opening = await findOpening(db, proposalId);
  // Nobody else learns that there is one.
  if (opening === null || opening.readerId !== operator.actorId) return err({ code: 'NotFound' });
  const retained = await findRetained(db, opening.accountId);
  if (retained === null || opening.until <= now || opening.readAt !== null) {
    return err({ code: 'IdentityNotOpen' });
  }
  const text = await openRetained(retained, env.PASSWORD_PEPPER, opening.accountId);
  if (text === null) throw new Error('a retained identity does not open: the secret that sealed it is gone');
  try {
    await commitAudited(
      db,
      {
        id: deps.newId(),
        at: now,
        by: operator,
        action: 'identity.read',
        subject: { kind: 'customer', id: opening.accountId },
        after: { proposal: proposalId },
      },
      [readStatement(db, proposalId, now)],
    );
  } catch (error) {
    if (wasReadAlready(error)) return err({ code: 'IdentityNotOpen' });
    throw error;
  }
  const identity = JSON.parse(text) as Pick<RetainedIdentityView, 'fullName' | 'email' | 'phone' | 'known'>;
  return ok({ ...identity, accountId: opening.accountId, shownUntil: iso(now + IDENTITY_SHOWN_MS) });
}
