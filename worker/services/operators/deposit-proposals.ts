// What operators decide about deposits (P98, P99): one proposes with evidence, another approves, and the approval is the batch that
// settles or closes the deposit, or takes back what the payer's bank took, whole or in parts. Nobody decides about his own.

import type { DepositProposal, DepositProposalRequest } from '../../contract/operators/deposits.ts';
import { PORTFOLIO_CHANGED } from '../../contract/prices.ts';
import type { Refusal } from '../../contract/problems.ts';
import {
  type DisputeRow,
  disputesOwedSql,
  isCaseKnown,
  isCaseTaken,
  paymentOf,
  standing,
} from '../../db/disputes.ts';
import { failedGuard } from '../../db/guards.ts';
import { findDeposit, type StoredDeposit } from '../../db/operations.ts';
import { findWorkedDeposit, type WorkedDepositRow } from '../../db/operators/deposits.ts';
import { type DepositProposalRow, findOperatorProposal } from '../../db/operators/proposals.ts';
import { mailForEachStatement } from '../../db/outbox.ts';
import { sha256Hex } from '../../db/sha256.ts';
import { flagProposedStatement } from '../../db/withdrawals.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { paidCentsOf, partTaken } from '../../domain/charge-backs.ts';
import {
  type DisputeProposalKind,
  fitsDispute,
  proposableAbout,
  type WorkedDeposit,
} from '../../domain/deposit-work.ts';
import type { ChargeBackStep, MailMessage } from '../../domain/mail-messages.ts';
import type { DepositProposalKind } from '../../domain/operator-proposals.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { brokenLedgerRule } from '../../ledger/commit.ts';
import { closeStrayStatements, completeStatements, failStatements } from '../../ledger/deposits.ts';
import { collect, type DisputeStep, forgive, giveBack, takeBack } from '../../ledger/disputes.ts';
import type { Deps } from '../deps.ts';
import { failureLetter, receipt } from '../settle-deposit.ts';
import { approveProposal, type DecideProposalRefusal, type Desk } from './decide-proposal.ts';
import { type Actor, storeProposal, viewDecision } from './proposals.ts';

const PROPOSES = 'deposits.propose';
const DECIDES = 'deposits.decide';

type OwnRefusal = Refusal<'NotAsProposed' | 'InvalidAmount' | 'CaseRecorded'>;
type ProposeRefusal = Refusal<
  | 'NotFound'
  | 'Forbidden'
  | 'OwnAccount'
  | 'ProposedAlready'
  | 'NotAsProposed'
  | 'CaseRecorded'
  | 'MoreThanPaid'
>;

/** What is stored of a proposal beside its kind. */
type Detail = {
  /** What the evidence is called; of a charge-back the number of the bank's case. */
  readonly reference: string;
  /** Of a charge-back: what the bank took, and the dollars of it that had been credited. */
  readonly amountCents?: number;
  readonly dueCents?: number;
  readonly currency?: 'USD' | 'BRL';
  /** Of what is about a charge-back: which. */
  readonly disputeId?: string;
  readonly caseNumber?: string;
};

/** As the rules about proposals see it. */
export function workedOf(row: WorkedDepositRow): WorkedDeposit {
  const { method, status, strayAt, isReversed } = row;
  const disputes = disputesOf(row);
  return {
    method,
    status,
    isStray: strayAt !== null,
    isReversed: isReversed === 1,
    leftCents: paidCentsOf(paymentOf(row)) - standing(disputes).amountCents,
    disputes: disputes.map(({ owedCents, wonAt }) => ({ owedCents, isWon: wonAt !== null })),
  };
}

/** Its charge-backs, the oldest first. */
export const disputesOf = ({ disputes }: WorkedDepositRow): DisputeRow[] =>
  JSON.parse(disputes) as DisputeRow[];

export async function proposeAboutDeposit(
  deps: Deps,
  actor: Actor,
  { id, ...asked }: DepositProposalRequest & { readonly id: string },
): Promise<Result<DepositProposal, ProposeRefusal>> {
  const { kind, reason } = asked;
  const deposit = await findWorkedDeposit(deps.db, id, deps.now());
  if (deposit === null) return err({ code: 'NotFound' });
  if (deposit.accountId === actor.actorId) return err({ code: 'OwnAccount' });
  if (!proposableAbout(workedOf(deposit)).includes(kind)) return err({ code: 'NotAsProposed' });
  const detail = await detailOf(deps, deposit, asked);
  if (!detail.ok) return detail;
  const { amountCents, method, accountId } = deposit;
  const stored = await storeProposal(deps, actor, {
    kind,
    about: { subjectId: accountId, depositId: id },
    detail: detail.value,
    reason,
    proposes: PROPOSES,
    audit: {
      subject: { kind: 'deposit', id },
      before: { amountCents, method, status: deposit.status, customer: accountId },
      after: logged(detail.value),
    },
    // What is there of the money stays until a second operator has decided.
    ...(kind === 'charge-back' && {
      alongside: (proposalId: string) => [flagProposedStatement(deps.db, proposalId)],
    }),
  });
  if (!stored.ok) return stored;
  const row = await findOperatorProposal(deps.db, 'deposits', stored.value);
  if (row === null) throw new Error('a proposal is never removed');
  if (kind === 'charge-back') deps.defer(deps.hub.notify(accountId, PORTFOLIO_CHANGED));
  return ok(DEPOSITS.view(row, actor, deps.now()));
}

/** What is proposed, as it can be done now. */
async function detailOf(
  { db }: Pick<Deps, 'db'>,
  deposit: WorkedDepositRow,
  asked: DepositProposalRequest,
): Promise<Result<Detail, Refusal<'NotAsProposed' | 'CaseRecorded' | 'MoreThanPaid'>>> {
  const { reference } = asked;
  if (asked.kind === 'charge-back') {
    const amountCents = asked.amountCents ?? workedOf(deposit).leftCents;
    const part = partTaken(paymentOf(deposit), standing(disputesOf(deposit)), amountCents);
    if (part === null) return err({ code: 'MoreThanPaid' });
    if (await isCaseKnown(db, deposit.gateway, reference)) return err({ code: 'CaseRecorded' });
    return ok({ reference, amountCents, dueCents: part.dueCents, currency: deposit.currency });
  }
  if (!('disputeId' in asked)) return ok({ reference });
  const dispute = disputesOf(deposit).find(({ id }) => id === asked.disputeId);
  if (dispute === undefined || !fitsNow(asked.kind, dispute)) return err({ code: 'NotAsProposed' });
  return ok({ reference, disputeId: dispute.id, caseNumber: dispute.caseNumber });
}

const fitsNow = (kind: DisputeProposalKind, { owedCents, wonAt }: DisputeRow): boolean =>
  fitsDispute(kind, { owedCents, isWon: wonAt !== null });

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
    const statements = await statementsOf(deps, row, { deposit, worked }, now);
    if (statements === null) return err({ code: 'NotAsProposed' });
    const detail = detailIn(row);
    const dispute = disputesOf(worked).find(({ id }) => id === detail.disputeId);
    return ok({
      action: ACTIONS[row.kind],
      before: {
        status: deposit.status,
        ...(dispute === undefined
          ? {}
          : {
              takenCents: dispute.takenCents,
              owedCents: dispute.owedCents,
              forgivenCents: dispute.forgivenCents,
            }),
      },
      after: { amountCents: deposit.amountCents, ...logged(detail), customer: deposit.accountId },
      statements,
    });
  },
  async failed(_deps, _row, error) {
    if (isCaseTaken(error)) return { code: 'CaseRecorded' };
    if (failedGuard(error)) return { code: 'NotAsProposed' };
    if (brokenLedgerRule(error) !== 'within-bounds') return null;
    return { code: 'InvalidAmount', detail: 'This would leave the bounds of an account.' };
  },
  view: (row, actor, now) => ({
    kind: row.kind,
    deposit: { id: row.depositId, amountCents: row.amountCents, method: row.method },
    customer: { id: row.subjectId, name: row.subjectName, email: row.subjectEmail },
    ...viewDetail(detailIn(row)),
    ...viewDecision(row, actor, DECIDES, now),
  }),
};

function viewDetail({ reference, amountCents, currency, caseNumber }: Detail) {
  // A charge-back of before parts were kept took all of it.
  const part = amountCents === undefined || currency === undefined ? null : { currency, cents: amountCents };
  return { reference, part, caseNumber: caseNumber ?? null };
}

/** For the log, which shows each name that ends in Cents in dollars. */
function logged({ amountCents, currency, ...detail }: Detail): object {
  if (amountCents === undefined) return detail;
  return { ...detail, ...(currency === 'BRL' ? { centavos: amountCents } : { partCents: amountCents }) };
}

/** As this service stored it. */
const detailIn = ({ detail }: DepositProposalRow): Detail => JSON.parse(detail) as Detail;

type Found = { readonly deposit: StoredDeposit; readonly worked: WorkedDepositRow };

/** Null: what it was about has changed. */
async function statementsOf(
  deps: Deps,
  row: DepositProposalRow,
  { deposit, worked }: Found,
  now: number,
): Promise<readonly D1PreparedStatement[] | null> {
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
    case 'charge-back':
      return chargeBackStatements(deps, row, { deposit, worked }, now);
    default:
      return disputeStatements(deps, { ...row, kind: row.kind }, { deposit, worked }, now);
  }
}

/** The part is reckoned again beside what stands now; the batch aborts where that is no longer so. */
function chargeBackStatements(
  deps: Deps,
  row: DepositProposalRow,
  { deposit, worked }: Found,
  now: number,
): readonly D1PreparedStatement[] | null {
  const { reference, amountCents } = detailIn(row);
  const stands = standing(disputesOf(worked));
  const part = amountCents === undefined ? null : partTaken(paymentOf(worked), stands, amountCents);
  if (part === null) return null;
  const step = stepOf(deps, row.id, deps.newId(), worked, now);
  return [
    ...takeBack(deps.db, step, { part, stands, caseNumber: reference }),
    letter(deps, step, deposit, 'taken'),
  ];
}

const STEPS: Readonly<
  Record<
    DisputeProposalKind,
    {
      readonly post: (db: D1Database, step: DisputeStep) => D1PreparedStatement[];
      readonly told: ChargeBackStep;
    }
  >
> = {
  'charge-back-won': { post: giveBack, told: 'returned' },
  'debt-collect': { post: collect, told: 'collected' },
  'debt-forgive': { post: forgive, told: 'forgiven' },
};

function disputeStatements(
  deps: Deps,
  row: DepositProposalRow & { readonly kind: DisputeProposalKind },
  { deposit, worked }: Found,
  now: number,
): readonly D1PreparedStatement[] | null {
  const { disputeId } = detailIn(row);
  const dispute = disputesOf(worked).find(({ id }) => id === disputeId);
  if (dispute === undefined || !fitsNow(row.kind, dispute)) return null;
  const { post, told } = STEPS[row.kind];
  const step = stepOf(deps, row.id, dispute.id, worked, now);
  return [...post(deps.db, step), letter(deps, step, deposit, told)];
}

const stepOf = (
  deps: Pick<Deps, 'newId'>,
  proposalId: string,
  disputeId: string,
  { id, accountId, currency }: WorkedDepositRow,
  now: number,
): DisputeStep => ({
  operationId: deps.newId(),
  transactionId: deps.newId(),
  proposalId,
  disputeId,
  of: { id, accountId, inReais: currency === 'BRL' },
  now,
});

/** After the step: what it moved, what stands and what is owed are read where they were decided. */
function letter(
  deps: Pick<Deps, 'db' | 'origin'>,
  { operationId, disputeId, of, now }: DisputeStep,
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
    payment: { currency: of.inReais ? 'BRL' : 'USD', paidCents: 0, partCents: 0, takenCents: 0 },
    at: now,
  };
  return mailForEachStatement(deps.db, {
    kind: message.kind,
    rows: `SELECT ?1 AS id, ?2 AS user_id, json_set(?3, '$.owedCents', ${disputesOwedSql('?2')}, '$.movedCents',
        coalesce((SELECT abs(e.amount) FROM entries e WHERE e.operation_id = ?4
          AND e.account_id = iif(?5 = 'forgiven', 'house:written-off', ?2)), 0),
        '$.payment.paidCents', coalesce(b.brl_cents, d.amount_cents + d.fee_cents), '$.payment.partCents', x.amount_cents,
        '$.payment.takenCents', (SELECT coalesce(sum(amount_cents), 0) FROM disputes WHERE deposit_id = d.id AND won_at IS NULL)) AS message
      FROM disputes x JOIN deposits d ON d.id = x.deposit_id LEFT JOIN brl_deposits b ON b.id = d.id WHERE x.id = ?6`,
    params: [`charge-back:${operationId}`, accountId, JSON.stringify(message), operationId, step, disputeId],
    now,
    origin: deps.origin,
  });
}
