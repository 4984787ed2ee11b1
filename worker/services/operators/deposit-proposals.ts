// What operators decide about deposits (P98, P99): one proposes with evidence, another approves, and the approval is the batch that
// settles or closes the deposit, or takes back what the payer's bank took. Nobody decides about his own.

import type { DepositProposal, DepositProposalRequest } from '../../contract/operators/deposits.ts';
import { PORTFOLIO_CHANGED } from '../../contract/prices.ts';
import type { Refusal } from '../../contract/problems.ts';
import { failedGuard } from '../../db/guards.ts';
import { findDeposit, type StoredDeposit } from '../../db/operations.ts';
import { findWorkedDeposit, type WorkedDepositRow } from '../../db/operators/deposits.ts';
import { type DepositProposalRow, findOperatorProposal } from '../../db/operators/proposals.ts';
import { mailForEachStatement } from '../../db/outbox.ts';
import { sha256Hex } from '../../db/sha256.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { proposableAbout, type WorkedDeposit } from '../../domain/deposit-work.ts';
import type { ChargeBackStep, MailMessage } from '../../domain/mail-messages.ts';
import type { DepositProposalKind } from '../../domain/operator-proposals.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { brokenLedgerRule } from '../../ledger/commit.ts';
import { closeStrayStatements, completeStatements, failStatements } from '../../ledger/deposits.ts';
import { collect, type DisputeStep, forgive, giveBack, takeBack } from '../../ledger/disputes.ts';
import { cancelStatements } from '../../ledger/withdrawals.ts';
import type { Deps } from '../deps.ts';
import { failureLetter, receipt } from '../settle-deposit.ts';
import { cancelledLetters } from '../withdrawal-letters.ts';
import { approveProposal, type DecideProposalRefusal, type Desk } from './decide-proposal.ts';
import { type Actor, storeProposal, viewDecision } from './proposals.ts';

const PROPOSES = 'deposits.propose';
const DECIDES = 'deposits.decide';

type OwnRefusal = Refusal<'NotAsProposed' | 'InvalidAmount'>;
type ProposeRefusal = Refusal<'NotFound' | 'Forbidden' | 'OwnAccount' | 'ProposedAlready' | 'NotAsProposed'>;

/** As the rules about proposals see it. */
export function workedOf(row: WorkedDepositRow): WorkedDeposit {
  const { method, status, strayAt, isReversed, owedCents, wonAt } = row;
  return {
    method,
    status,
    isStray: strayAt !== null,
    isReversed: isReversed === 1,
    dispute: owedCents === null ? null : { owedCents, isWon: wonAt !== null },
  };
}

export async function proposeAboutDeposit(
  deps: Deps,
  actor: Actor,
  { id, kind, reference, reason }: DepositProposalRequest & { readonly id: string },
): Promise<Result<DepositProposal, ProposeRefusal>> {
  const deposit = await findWorkedDeposit(deps.db, id, deps.now());
  if (deposit === null) return err({ code: 'NotFound' });
  if (deposit.accountId === actor.actorId) return err({ code: 'OwnAccount' });
  if (!proposableAbout(workedOf(deposit)).includes(kind)) return err({ code: 'NotAsProposed' });
  const { amountCents, method, accountId } = deposit;
  const stored = await storeProposal(deps, actor, {
    kind,
    about: { subjectId: accountId, depositId: id },
    detail: { reference },
    reason,
    proposes: PROPOSES,
    audit: {
      subject: { kind: 'deposit', id },
      before: { amountCents, method, status: deposit.status, customer: accountId },
      after: { reference },
    },
  });
  if (!stored.ok) return stored;
  const row = await findOperatorProposal(deps.db, 'deposits', stored.value);
  if (row === null) throw new Error('a proposal is never removed');
  return ok(DEPOSITS.view(row, actor, deps.now()));
}

/** Approves, and tells the customer's open pages. */
export async function approveAboutDeposit(
  deps: Deps,
  actor: Actor,
  decision: { readonly id: string; readonly note: string },
): Promise<Result<DepositProposal, DecideProposalRefusal | OwnRefusal>> {
  const approved = await approveProposal(deps, DEPOSITS, actor, decision);
  if (approved.ok) deps.defer(deps.hub.notify(approved.value.customer.id, PORTFOLIO_CHANGED));
  return approved;
}

const ACTIONS: Readonly<Record<DepositProposalKind, AuditAction>> = {
  'deposit-settle': 'deposit.settled',
  'deposit-fail': 'deposit.closed',
  'deposit-return': 'deposit.returned',
  'charge-back': 'deposit.taken-back',
  'charge-back-won': 'deposit.won',
  'debt-collect': 'deposit.debt-collected',
  'debt-forgive': 'deposit.debt-forgiven',
};

/** The proposals about deposits: how they look, and what deciding does. */
export const DEPOSITS: Desk<'deposits', DepositProposal, OwnRefusal> = {
  list: 'deposits',
  powers: () => ({ proposes: PROPOSES, decides: DECIDES }),
  subject: ({ depositId: id }) => ({ kind: 'deposit', id }),
  async change(deps, row, { now }) {
    const [deposit, worked] = await Promise.all([
      findDeposit(deps.db, row.depositId),
      findWorkedDeposit(deps.db, row.depositId, now),
    ]);
    if (deposit === null || worked === null) throw new Error('a proposal names a deposit');
    if (!proposableAbout(workedOf(worked)).includes(row.kind)) return err({ code: 'NotAsProposed' });
    const { takenCents, owedCents, forgivenCents } = worked;
    return ok({
      action: ACTIONS[row.kind],
      before: {
        status: deposit.status,
        ...(owedCents === null ? {} : { takenCents, owedCents, forgivenCents }),
      },
      after: { amountCents: deposit.amountCents, reference: referenceOf(row), customer: deposit.accountId },
      statements: await statementsOf(deps, row, deposit, now),
    });
  },
  async failed(_deps, _row, error) {
    if (failedGuard(error)) return { code: 'NotAsProposed' };
    if (brokenLedgerRule(error) !== 'within-bounds') return null;
    return { code: 'InvalidAmount', detail: 'This would leave the bounds of an account.' };
  },
  view: (row, actor, now) => ({
    kind: row.kind,
    deposit: { id: row.depositId, amountCents: row.amountCents, method: row.method },
    customer: { id: row.subjectId, name: row.subjectName, email: row.subjectEmail },
    reference: referenceOf(row),
    ...viewDecision(row, actor, DECIDES, now),
  }),
};

/** As this service stored it. */
const referenceOf = ({ detail }: DepositProposalRow): string =>
  (JSON.parse(detail) as { readonly reference: string }).reference;

async function statementsOf(
  deps: Deps,
  row: DepositProposalRow,
  deposit: StoredDeposit,
  now: number,
): Promise<readonly D1PreparedStatement[]> {
  const { db } = deps;
  switch (row.kind) {
    case 'deposit-settle':
      return completeStatements(db, deposit, {
        operationId: deps.newId(),
        initiator: 'house',
        requestHash: await sha256Hex(row.id),
        now,
        alongside: [receipt(deps, deposit, now)],
      });
    case 'deposit-fail': {
      const failing = { why: 'closed', now } as const;
      return failStatements(db, deposit.id, {
        ...failing,
        alongside: [failureLetter(deps, deposit, failing)],
      });
    }
    case 'deposit-return':
      return closeStrayStatements(db, deposit.id, now);
    default:
      return disputeStatements(deps, { ...row, kind: row.kind }, deposit, now);
  }
}

type DisputeKind = Exclude<DepositProposalKind, 'deposit-settle' | 'deposit-fail' | 'deposit-return'>;

const STEPS: Readonly<
  Record<
    DisputeKind,
    {
      readonly post: (db: D1Database, step: DisputeStep) => D1PreparedStatement[];
      readonly told: ChargeBackStep;
    }
  >
> = {
  'charge-back': { post: takeBack, told: 'taken' },
  'charge-back-won': { post: giveBack, told: 'returned' },
  'debt-collect': { post: collect, told: 'collected' },
  'debt-forgive': { post: forgive, told: 'forgiven' },
};

function disputeStatements(
  deps: Deps,
  { id, kind }: { readonly id: string; readonly kind: DisputeKind },
  deposit: StoredDeposit,
  now: number,
): readonly D1PreparedStatement[] {
  const { settlementId } = deposit;
  if (settlementId === null) throw new Error('only what was credited is taken back');
  const { post, told } = STEPS[kind];
  const step = {
    operationId: deps.newId(),
    transactionId: deps.newId(),
    proposalId: id,
    of: { id: deposit.id, accountId: deposit.accountId, settlementId },
    now,
  };
  return [
    ...(kind === 'charge-back' ? withdrawalsBack(deps, deposit.accountId, now) : []),
    ...post(deps.db, step),
    letter(deps, step, deposit, told),
  ];
}

/** Before a charge-back takes what is there: what was asked for and has not left is there too. */
function withdrawalsBack(
  deps: Pick<Deps, 'db' | 'origin'>,
  accountId: string,
  now: number,
): readonly D1PreparedStatement[] {
  return [
    ...cancelStatements(deps.db, accountId, { initiator: 'house', failure: 'charge-back', now }),
    cancelledLetters(deps, accountId, 'charge-back', now),
  ];
}

/** After the step: what it moved and what is owed are read where they were decided. */
function letter(
  deps: Pick<Deps, 'db' | 'origin'>,
  { operationId, now }: DisputeStep,
  { id, accountId, amountCents }: StoredDeposit,
  step: ChargeBackStep,
): D1PreparedStatement {
  const message: MailMessage = {
    kind: 'charge-back',
    step,
    transactionId: id,
    amountCents,
    movedCents: 0,
    owedCents: 0,
    at: now,
  };
  return mailForEachStatement(deps.db, {
    kind: message.kind,
    rows: `SELECT ?1 AS id, ?2 AS user_id, json_set(?3, '$.owedCents', x.owed_cents, '$.movedCents',
        coalesce((SELECT abs(e.amount) FROM entries e WHERE e.operation_id = ?4
          AND e.account_id = iif(?5 = 'forgiven', 'house:written-off', ?2)), 0)) AS message
      FROM disputes x WHERE x.deposit_id = ?6`,
    params: [`charge-back:${operationId}`, accountId, JSON.stringify(message), operationId, step, id],
    now,
    origin: deps.origin,
  });
}
