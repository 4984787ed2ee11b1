// Deposits for operators: the list, and one with what it did to the books and what was proposed about it.

import type {
  DepositDetails,
  DepositsPage,
  DepositsQuery,
  StrayPayment,
  WorkedDeposit,
  WorkedDispute,
} from '../../contract/operators/deposits.ts';
import type { Refusal } from '../../contract/problems.ts';
import type { DisputeRow } from '../../db/disputes.ts';
import {
  findWorkedDeposit,
  listDeposits,
  operationsOfDeposit,
  type WorkedDepositRow,
} from '../../db/operators/deposits.ts';
import { entriesOf } from '../../db/operators/ledger.ts';
import { proposalsAbout } from '../../db/operators/proposals.ts';
import type { StrayRow } from '../../db/stray-payments.ts';
import { DEPOSITS_PAGE, proposableAbout } from '../../domain/deposit-work.ts';
import { expiresAfterMs, isDepositFailure } from '../../domain/deposits.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { iso, isoOrNull } from '../../domain/time.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { disputesOf } from './charge-backs.ts';
import { DEPOSITS, straysOf, workedOf } from './deposit-proposals.ts';
import { viewEntries } from './ledger.ts';
import type { Actor } from './proposals.ts';

export async function pageOfDeposits(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { state, method, find, cursor: after }: DepositsQuery,
): Promise<DepositsPage> {
  const rows = await listDeposits(
    db,
    { state, method: method ?? null, find },
    { after, limit: DEPOSITS_PAGE + 1, now: now() },
  );
  const { items, nextCursor } = pageOf(rows, DEPOSITS_PAGE, (row) => [row.sortKey, row.id], viewDeposit);
  return { deposits: items, nextCursor };
}

export async function readDeposit(
  deps: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  id: string,
): Promise<Result<DepositDetails, Refusal<'NotFound'>>> {
  const now = deps.now();
  const [row, operations, proposals] = await Promise.all([
    findWorkedDeposit(deps.db, id, now),
    operationsOfDeposit(deps.db, id),
    proposalsAbout(deps.db, 'deposits', id),
  ]);
  if (row === null) return err({ code: 'NotFound' });
  const entries = await Promise.all(operations.map((operation) => entriesOf(deps.db, operation.id)));
  return ok({
    deposit: viewDeposit(row),
    operations: operations.map((operation, index) => ({
      id: operation.id,
      kind: operation.kind,
      at: iso(operation.at),
      entries: viewEntries(entries[index] ?? []),
    })),
    proposals: proposals.map((proposal) => DEPOSITS.view(proposal, actor, now)),
    proposable: proposableAbout(workedOf(row)),
  });
}

function viewDeposit(row: WorkedDepositRow): WorkedDeposit {
  const { id, amountCents, feeCents, method, gateway, reference, status, notes, asks } = row;
  const { announcedCents, currency, exchangedCents, paidFeeCents, paidTaxCents } = row;
  const lifetimeMs = status === 'pending' ? expiresAfterMs(method) : null;
  return {
    id,
    customer: { id: row.accountId, name: row.name, email: row.email },
    amountCents,
    feeCents,
    announcedCents,
    method,
    gateway,
    reference,
    status,
    failure: isDepositFailure(notes) ? notes : null,
    createdAt: iso(row.createdAt),
    settledAt: isoOrNull(row.settledAt),
    asks,
    askedAt: isoOrNull(row.askedAt),
    nextAskAt: isoOrNull(row.nextAskAt),
    expiresAt: lifetimeMs === null ? null : iso(row.createdAt + lifetimeMs),
    strays: straysOf(row).map(viewStray),
    paid: {
      currency,
      cents: exchangedCents + paidFeeCents + paidTaxCents,
      leftCents: workedOf(row).leftCents,
    },
    disputes: disputesOf(row).map(viewDispute),
    proposed: row.proposed === 1,
  };
}

function viewStray({
  at,
  outcome,
  endedAt,
  reason,
  proposedBy,
  decidedBy,
  ...stray
}: StrayRow): StrayPayment {
  const end =
    outcome === null || endedAt === null
      ? null
      : { outcome, at: iso(endedAt), reason, proposedBy, decidedBy };
  return { ...stray, at: iso(at), end };
}

function viewDispute({
  openedAt,
  wonAt,
  feeCents: _fee,
  taxCents: _tax,
  ...dispute
}: DisputeRow): WorkedDispute {
  return { ...dispute, openedAt: iso(openedAt), wonAt: isoOrNull(wonAt) };
}
