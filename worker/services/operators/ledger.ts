// The books for operators: the last check and running it now, the house's balances, movements, one operation.

import {
  type LedgerOverview,
  type LedgerCheckReport,
  type LedgerTransactionsPage,
  type LedgerTransactionsQuery,
  type LedgerOperation,
  HOUSE_ACCOUNTS,
  type HouseAccount,
} from '../../contract/operators/ledger.ts';
import type { Refusal } from '../../contract/problems.ts';
import { readQuoteEvidence } from '../../contract/trades.ts';
import { transactionOf } from '../../contract/transactions.ts';
import { commitAudited } from '../../db/audit-log.ts';
import { type LedgerCheck, lastLedgerCheck, storeLedgerCheckStatement } from '../../db/ledger-check.ts';
import {
  type AssetSum,
  entriesOf,
  type EntryRow,
  findOperationRow,
  houseBalances,
  listLedgerTransactions,
  type LedgerTransactionRow,
} from '../../db/operators/ledger.ts';
import { countOpenProposals, proposalsOf } from '../../db/reversal-proposals.ts';
import { findMoved, readReversalState } from '../../db/reversible.ts';
import { findTransaction } from '../../db/transactions.ts';
import { LEDGER_PAGE, ledgerPeriodStart } from '../../domain/ledger-list.ts';
import { afterReversal, type Reversed, type ReversalState } from '../../domain/reversals.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { viewTransaction } from '../../domain/transactions.ts';
import { HOUSE } from '../../ledger/statements.ts';
import type { Deps } from '../deps.ts';
import { pageOf } from '../page.ts';
import { checkLedger } from '../reconcile.ts';
import { reversibleOf, viewProposal } from './reversals.ts';
import type { Operator } from './customer-status.ts';
import { iso } from '../../domain/time.ts';

export async function ledgerOverview(deps: Pick<Deps, 'db' | 'now'>): Promise<LedgerOverview> {
  const [check, sums, openProposals] = await Promise.all([
    lastLedgerCheck(deps.db),
    houseBalances(deps.db, Object.values(HOUSE)),
    countOpenProposals(deps.db),
  ]);
  const all = total(sums);
  return {
    asOf: iso(deps.now()),
    check: check === null ? null : viewCheck(check),
    house: HOUSE_ACCOUNTS.map((account) => ({
      account,
      ...total(sums.filter((sum) => sum.account === HOUSE[account])),
    })),
    // Every operation sums to zero, so what all customers have is what the house has less.
    customers: { usdCents: 0 - all.usdCents, goldE4: 0 - all.goldE4, silverE4: 0 - all.silverE4 },
    openProposals,
  };
}

function total(sums: readonly AssetSum[]) {
  const of = (asset: AssetSum['asset']) =>
    sums.filter((sum) => sum.asset === asset).reduce((sum, { amount }) => sum + amount, 0);
  return { usdCents: of('usd'), goldE4: of('gold'), silverE4: of('silver') };
}

/** The check of every night, now: its result and who asked for it are stored together. */
export async function checkNow(deps: Deps, operator: Operator): Promise<LedgerCheckReport> {
  const check = await checkLedger(deps, deps.now());
  const { ok: isOk, findings, counts } = check;
  await commitAudited(
    deps.db,
    {
      id: deps.newId(),
      at: deps.now(),
      by: operator,
      action: 'ledger.checked',
      subject: { kind: 'ledger', id: check.id },
      after: { ok: isOk, findings: findings.length, counts },
    },
    [storeLedgerCheckStatement(deps.db, check)],
  );
  return viewCheck(check);
}

function viewCheck({ ranAt, tookMs, ok: isOk, counts, findings }: LedgerCheck): LedgerCheckReport {
  return { ranAt: iso(ranAt), tookMs, ok: isOk, counts, findings: [...findings] };
}

export async function pageOfLedgerTransactions(
  deps: Pick<Deps, 'db' | 'now'>,
  query: LedgerTransactionsQuery,
): Promise<LedgerTransactionsPage> {
  const find = query.find === undefined || query.find === '' ? null : query.find;
  const { rows } = await listLedgerTransactions(deps.db, {
    find,
    // Who looks for one thing looks for it whenever it was.
    since: find === null ? ledgerPeriodStart(query.period, deps.now()) : null,
    type: query.type ?? null,
    order: query.order,
    after: query.cursor,
    limit: LEDGER_PAGE + 1,
  });
  const { items, nextCursor } = pageOf(
    rows,
    LEDGER_PAGE,
    (row) => [query.order === 'newest' ? row.settledAt : row.totalCents, row.transactionId],
    viewLedgerTransaction,
  );
  return { movements: items, nextCursor };
}

function viewLedgerTransaction(row: LedgerTransactionRow): LedgerTransactionsPage['movements'][number] {
  const { operationId, transactionId, accountId, name, email, settledAt, reversed, proposed, ...moved } = row;
  return {
    operationId,
    transactionId,
    customer: { id: accountId, name, email },
    ...moved,
    settledAt: iso(settledAt),
    reversed: reversed === 1,
    proposed: proposed === 1,
  };
}

/** The word of an account of the house; undefined: it is a customer's. */
export const houseAccountOf = (id: string): HouseAccount | undefined =>
  HOUSE_ACCOUNTS.find((one) => HOUSE[one] === id);

export function viewEntries(entries: readonly EntryRow[]): LedgerOperation['entries'] {
  return entries.map(({ account, asset, amount }) => ({
    account: houseAccountOf(account) ?? 'customer',
    asset,
    amount,
  }));
}

export async function readOperation(
  deps: Pick<Deps, 'db' | 'now'>,
  operator: Operator,
  id: string,
): Promise<Result<LedgerOperation, Refusal<'NotFound'>>> {
  const row = await findOperationRow(deps.db, id);
  if (row === null) return err({ code: 'NotFound' });
  const [transaction, entries, moved, state, proposals] = await Promise.all([
    findTransaction(deps.db, row.accountId, row.transactionId),
    entriesOf(deps.db, row.operationId),
    findMoved(deps.db, row.operationId),
    readReversalState(deps.db, row.accountId),
    proposalsOf(deps.db, row.operationId),
  ]);
  if (transaction === null || state === null) throw new Error('an operation has its transaction and account');
  const reversible = moved === null ? null : reversibleOf(moved);
  return ok({
    operationId: row.operationId,
    kind: row.kind,
    initiator: row.initiator,
    createdAt: iso(row.createdAt),
    customer: { id: row.accountId, name: row.name, email: row.email },
    transaction: transactionOf(viewTransaction(transaction)),
    quote: row.quoteId === null ? null : { id: row.quoteId, evidence: readQuoteEvidence(row.quoteBasis) },
    entries: viewEntries(entries),
    reverses: row.reverses,
    reversedBy: row.reversedBy,
    proposals: proposals.map((proposal) => viewProposal(proposal, operator)),
    reversal:
      reversible === null || row.reversedBy !== null
        ? null
        : { ...preview(reversible, state, deps.now()), ownAccount: row.accountId === operator.actorId },
  });
}

type Preview = Omit<NonNullable<LedgerOperation['reversal']>, 'ownAccount'>;

function preview(of: Reversed, state: ReversalState, now: number): Preview {
  const after = afterReversal(of, state, now);
  return {
    before: positionOf(of, state),
    after: after.ok ? positionOf(of, after.value) : null,
    shortfall: after.ok ? null : after.error,
  };
}

function positionOf({ metal }: Reversed, { cashCents, holdings }: ReversalState): Preview['before'] {
  if (metal === null) {
    return { cashCents, ouncesE4: null, heldOuncesE4: null, costBasisCents: null, realisedGainCents: null };
  }
  const { ouncesE4, heldOuncesE4, costBasisCents, realisedGainCents } = holdings[metal];
  return { cashCents, ouncesE4, heldOuncesE4, costBasisCents, realisedGainCents };
}
