// Customers for operators: a page of the list and one customer's details, valued at the prices of this moment.

import type {
  CustomerDetails,
  CustomerSummary,
  CustomersPage,
  CustomersQuery,
} from '../../contract/operators/customers.ts';
import { boundsOf } from '../../contract/page.ts';
import type { Refusal } from '../../contract/problems.ts';
import {
  type CustomerDetailsRow,
  CUSTOMER_ORDER_KEYS,
  type CustomerRow,
  findCustomerDetails,
  listCustomers,
} from '../../db/operators/customers.ts';
import { type OperatorProposalRow, openProposalsAbout } from '../../db/operators/proposals.ts';
import { type IdentityOpening, lastOpening } from '../../db/retained-identities.ts';
import { customerStatus, inactiveSince } from '../../domain/customers.ts';
import { TRADED_METALS } from '../../domain/metals.ts';
import { type Marks, worthCents } from '../../domain/portfolio.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { freezeIn, freezeOf } from '../profile.ts';
import { currentMarks } from '../price-source.ts';
import { iso } from '../../domain/time.ts';

type ReadDeps = Pick<Deps, 'db' | 'now' | 'hub'>;

export async function pageOfCustomers(deps: ReadDeps, query: CustomersQuery): Promise<CustomersPage> {
  const now = deps.now();
  const [{ rows }, marks] = await Promise.all([
    listCustomers(deps.db, {
      search: query.search?.trim(),
      status: query.status,
      now,
      order: query.order,
      ...boundsOf(query),
      inactiveSince: inactiveSince(now),
      after: query.cursor,
      limit: query.limit + 1,
    }),
    currentMarks(deps),
  ]);
  const { items, nextCursor } = pageOf(
    rows,
    query.limit,
    (row) => [CUSTOMER_ORDER_KEYS[query.order](row), row.id],
    (row) => rowOf(row, marks, now),
  );
  return { users: items, nextCursor, pricesAsOf: marks.asOf };
}

export async function readCustomer(
  deps: ReadDeps,
  userId: string,
  operatorId: string,
): Promise<Result<CustomerDetails, Refusal<'NotFound'>>> {
  const now = deps.now();
  const [found, marks, proposals, opening] = await Promise.all([
    findCustomerDetails(deps.db, userId, now),
    currentMarks(deps),
    openProposalsAbout(deps.db, userId, now),
    lastOpening(deps.db, userId),
  ]);
  if (found === null) return err({ code: 'NotFound' });
  return ok(detailsOf(found, { marks, now, operatorId, proposals, opening }));
}

function rowOf(row: CustomerRow, marks: Marks, now: number): CustomerSummary {
  return {
    id: row.id,
    email: row.email,
    fullName: row.fullName,
    createdAt: iso(row.createdAt),
    lastActiveAt: iso(row.lastActiveAt),
    status: customerStatus(row.status, row.lastActiveAt, now),
    isOperator: row.isOperator === 1,
    freeze: freezeOf(freezeIn(row), now),
    valueCents: worthCents(row, marks),
    pendingCents: row.pendingCents,
  };
}

type Seen = {
  readonly marks: Marks;
  readonly now: number;
  readonly operatorId: string;
  readonly proposals: readonly OperatorProposalRow[];
  readonly opening: IdentityOpening | null;
};

function detailsOf(found: CustomerDetailsRow, seen: Seen): CustomerDetails {
  const { marks, now, operatorId, proposals } = seen;
  const held = { gold: found.goldE4, silver: found.silverE4 };
  return {
    ...rowOf(found, marks, now),
    phone: found.phone,
    level: found.level,
    tier: found.tier,
    currency: found.currency,
    cashCents: found.cashCents,
    holdings: TRADED_METALS.filter((metal) => held[metal] > 0).map((metal) => ({
      metal,
      ouncesE4: held[metal],
    })),
    secondFactors: { app: found.hasApp === 1, passkeys: found.passkeys },
    openSessions: found.openSessions,
    suspension:
      found.status === 'active'
        ? null
        : {
            at: found.suspendedAt === null ? null : iso(found.suspendedAt),
            by: found.suspendedBy,
            reason: found.suspendedFor,
          },
    proposals: proposals.map(({ id, kind, proposerEmail, proposedAt, proposedBy }) => ({
      id,
      kind,
      proposedBy: proposerEmail,
      proposedAt: iso(proposedAt),
      mine: proposedBy === operatorId,
    })),
    closing: closingOf(found, seen),
    isSelf: found.id === operatorId,
  };
}

function closingOf(
  found: CustomerDetailsRow,
  { opening, now, operatorId }: Seen,
): CustomerDetails['closing'] {
  const { closingDueAt, closedAt, identityKeptUntil } = found;
  if (closingDueAt === null) return null;
  const isOpen =
    opening !== null && opening.readerId === operatorId && opening.readAt === null && opening.until > now;
  return {
    dueAt: iso(closingDueAt),
    closedAt: closedAt === null ? null : iso(closedAt),
    keptUntil: identityKeptUntil === null ? null : iso(identityKeptUntil),
    openTo: isOpen ? { proposalId: opening.proposalId, until: iso(opening.until) } : null,
  };
}
