// What operators decide about deposits (P98, P99): one proposes with evidence, another approves, and the approval is the batch that
// settles or closes the deposit, or takes back what the payer's bank took, whole or in parts. Nobody decides about his own.

import type { DepositProposal, DepositProposalRequest } from '../../contract/operators/deposits.ts';
import { PORTFOLIO_CHANGED } from '../../contract/prices.ts';
import type { Refusal } from '../../contract/problems.ts';
import { isCaseKnown, isCaseTaken, paymentOf, standing } from '../../db/disputes.ts';
import { failedGuard, guarded } from '../../db/guards.ts';
import { findDeposit, isDollarDeposit, type StoredDeposit } from '../../db/operations.ts';
import { guardArrivedLimits, readDepositLevel, readDepositLimits } from '../../db/deposit-limits.ts';
import { findWorkedDeposit, type WorkedDepositRow } from '../../db/operators/deposits.ts';
import type { DepositProposalRow } from '../../db/operators/proposals.ts';
import { sha256Hex } from '../../db/sha256.ts';
import { endStrayStatement, type StrayRow } from '../../db/stray-payments.ts';
import { flagProposedStatement } from '../../db/withdrawals.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { paidCentsOf } from '../../domain/charge-backs.ts';
import { proposableAbout, type StrayProposalKind, type WorkedDeposit } from '../../domain/deposit-work.ts';
import { creditOfArrived } from '../../domain/fees.ts';
import { registerMaxCents } from '../../domain/level-limits.ts';
import type { DepositProposalKind } from '../../domain/operator-proposals.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import { brokenLedgerRule } from '../../ledger/commit.ts';
import { creditArrivedStatements, creditByTwoStatements, failStatements } from '../../ledger/deposits.ts';
import type { Deps } from '../deps.ts';
import { lastUsdBrlE4 } from '../price-source.ts';
import { failureLetter, payCentsOf, receipt } from '../settle-deposit.ts';
import { chargeBackStatements, disputesOf, disputeStatements, findFitting, partOf } from './charge-backs.ts';
import { type Desk, readOne } from './decide-proposal.ts';
import { type Actor, storeProposal, viewDecision } from './proposals.ts';

const PROPOSES = 'deposits.propose';
const DECIDES = 'deposits.decide';

type OwnRefusal = Refusal<'NotAsProposed' | 'InvalidAmount' | 'CaseRecorded' | 'ArrivedBeyondLimit'>;
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
  /** Of what is about one payment: which, and of how much. */
  readonly strayId?: string;
  readonly strayCents?: number;
};

/** As the rules about proposals see it. */
export function workedOf(row: WorkedDepositRow): WorkedDeposit {
  const { method, status, isReversed, isClosed } = row;
  const disputes = disputesOf(row);
  return {
    method,
    status,
    strays: waitingOf(row).map((stray) => amountOf(row, stray)),
    isReversed: isReversed === 1,
    isClosed: isClosed === 1,
    leftCents: paidCentsOf(paymentOf(row)) - standing(disputes).amountCents,
    disputes: disputes.map(({ owedCents, wonAt }) => ({ owedCents, isWon: wonAt !== null })),
  };
}

export const straysOf = ({ strays }: Pick<WorkedDepositRow, 'strays'>): StrayRow[] =>
  JSON.parse(strays) as StrayRow[];
const waitingOf = (row: WorkedDepositRow): StrayRow[] =>
  straysOf(row).filter(({ outcome }) => outcome === null);
const amountOf = (row: WorkedDepositRow, { cents }: StrayRow) =>
  cents === payCentsOf(row) ? 'as-asked' : 'other-amount';

/** The payment that a proposal is about, as long as it waits. What is credited as what arrived is of another amount than was asked for. */
function findStray(row: WorkedDepositRow, kind: StrayProposalKind, id: string | undefined): StrayRow | null {
  const stray = waitingOf(row).find((one) => one.id === id);
  if (stray === undefined) return null;
  return kind === 'deposit-arrived' && amountOf(row, stray) === 'as-asked' ? null : stray;
}

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
  if (kind === 'charge-back') deps.defer(deps.hub.notify(accountId, PORTFOLIO_CHANGED));
  return readOne(deps, DEPOSITS, actor, stored.value);
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
    const part = partOf(deposit, amountCents);
    if (part === null) return err({ code: 'MoreThanPaid' });
    if (await isCaseKnown(db, deposit.gateway, reference)) return err({ code: 'CaseRecorded' });
    return ok({ reference, amountCents, dueCents: part.dueCents, currency: deposit.currency });
  }
  if ('strayId' in asked) {
    const stray = findStray(deposit, asked.kind, asked.strayId);
    if (stray === null) return err({ code: 'NotAsProposed' });
    return ok({ reference, strayId: stray.id, strayCents: stray.cents });
  }
  if (!('disputeId' in asked)) return ok({ reference });
  const dispute = findFitting(deposit, asked.kind, asked.disputeId);
  if (dispute === null) return err({ code: 'NotAsProposed' });
  return ok({ reference, disputeId: dispute.id, caseNumber: dispute.caseNumber });
}

const ACTIONS: Readonly<Record<DepositProposalKind, AuditAction>> = {
  'deposit-settle': 'deposit.settled',
  'deposit-arrived': 'deposit.arrived',
  'deposit-fail': 'deposit.closed',
  'deposit-return': 'deposit.returned',
  'deposit-keep': 'deposit.kept',
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
    const credited = creditedBy(row, deposit);
    return ok({
      action: ACTIONS[row.kind],
      before: {
        status: deposit.status,
        ...(credited !== deposit.amountCents && { amountCents: deposit.amountCents }),
        ...(dispute === undefined
          ? {}
          : {
              takenCents: dispute.takenCents,
              owedCents: dispute.owedCents,
              forgivenCents: dispute.forgivenCents,
            }),
      },
      after: { amountCents: credited, ...logged(detail), customer: deposit.accountId },
      statements,
    });
  },
  async failed(deps, row, error) {
    if (isCaseTaken(error)) return { code: 'CaseRecorded' };
    if (failedGuard(error))
      return { code: (await isBeyondLimit(deps, row)) ? 'ArrivedBeyondLimit' : 'NotAsProposed' };
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

/** What the deposit is of once this is approved. */
function creditedBy(row: DepositProposalRow, deposit: StoredDeposit): number {
  const { strayCents } = detailIn(row);
  return row.kind === 'deposit-arrived' && strayCents !== undefined && isDollarDeposit(deposit)
    ? creditOfArrived(strayCents, deposit.method).amountCents
    : deposit.amountCents;
}

/** What was asked for was within the limits then; what arrived in its place, or after it had failed, is held against them now. */
const isBounded = ({ kind }: DepositProposalRow, { status }: StoredDeposit): boolean =>
  (kind === 'deposit-arrived' && status !== 'completed') ||
  (kind === 'deposit-settle' && status === 'failed');

/** Whether what would be credited is more than this customer may deposit, or may before the e-mail address is proved. */
async function isBeyondLimit(deps: Deps, row: DepositProposalRow): Promise<boolean> {
  const deposit = await findDeposit(deps.db, row.depositId);
  if (deposit === null || !isBounded(row, deposit)) return false;
  const { accountId } = deposit;
  const now = deps.now();
  // One that waits is counted already, as it was announced.
  const counted = deposit.status === 'pending' ? deposit.amountCents : 0;
  const amountCents = creditedBy(row, deposit) - counted;
  const registerMax = registerMaxCents(await lastUsdBrlE4(deps));
  const [{ maxCents, usedCents }, { needsEmail }] = await Promise.all([
    readDepositLevel(deps.db, { accountId, registerMaxCents: registerMax }, now),
    readDepositLimits(deps.db, { accountId, amountCents }, now),
  ]);
  return needsEmail || usedCents + amountCents > maxCents;
}

function viewDetail({ reference, amountCents, currency, caseNumber, strayCents }: Detail) {
  // A charge-back of before parts were kept took all of it.
  const part = amountCents === undefined || currency === undefined ? null : { currency, cents: amountCents };
  return { reference, part, caseNumber: caseNumber ?? null, paidCents: strayCents ?? null };
}

/** The batch aborts where what is credited is beyond a limit. */
async function limitGuards(
  deps: Deps,
  row: DepositProposalRow,
  deposit: StoredDeposit,
  { operationId, now }: { readonly operationId: string; readonly now: number },
): Promise<D1PreparedStatement[]> {
  if (!isBounded(row, deposit)) return [];
  const { accountId } = deposit;
  const limit = registerMaxCents(await lastUsdBrlE4(deps));
  return guardArrivedLimits(deps.db, { operationId, accountId, registerMaxCents: limit }, now);
}

/** For the log, which shows each name that ends in Cents in dollars. */
function logged({ amountCents, currency, ...detail }: Detail): object {
  if (amountCents === undefined) return detail;
  return { ...detail, ...(currency === 'BRL' ? { centavos: amountCents } : { partCents: amountCents }) };
}

/** As this service stored it. */
const detailIn = ({ detail }: DepositProposalRow): Detail => JSON.parse(detail) as Detail;

/** Null: what it was about has changed. */
async function statementsOf(
  deps: Deps,
  row: DepositProposalRow,
  found: { readonly deposit: StoredDeposit; readonly worked: WorkedDepositRow },
  now: number,
): Promise<readonly D1PreparedStatement[] | null> {
  const { db } = deps;
  const { deposit } = found;
  switch (row.kind) {
    case 'deposit-settle': {
      const operationId = deps.newId();
      return creditByTwoStatements(db, deposit, {
        operationId,
        requestHash: await sha256Hex(row.id),
        now,
        proposalId: row.id,
        alongside: [
          ...(await limitGuards(deps, row, deposit, { operationId, now })),
          receipt(deps, deposit, now),
        ],
      });
    }
    case 'deposit-arrived': {
      const stray = findStray(found.worked, row.kind, detailIn(row).strayId);
      if (stray === null || !isDollarDeposit(deposit)) return null;
      const credit = creditOfArrived(stray.cents, deposit.method);
      const operationId = deps.newId();
      return creditArrivedStatements(db, deposit, {
        operationId,
        requestHash: await sha256Hex(row.id),
        now,
        proposalId: row.id,
        arrived: { strayId: stray.id, ...credit },
        alongside: [
          ...(await limitGuards(deps, row, deposit, { operationId, now })),
          receipt(deps, { ...deposit, ...credit, announcedCents: deposit.amountCents }, now),
        ],
      });
    }
    case 'deposit-fail': {
      const failing = { why: 'closed', now } as const;
      return failStatements(db, deposit.id, {
        ...failing,
        alongside: [failureLetter(deps, deposit, failing)],
      });
    }
    case 'deposit-return':
    case 'deposit-keep': {
      const stray = findStray(found.worked, row.kind, detailIn(row).strayId);
      if (stray === null) return null;
      const outcome = row.kind === 'deposit-return' ? 'returned' : 'kept';
      return guarded(db, deps.newId(), 'payment', [
        endStrayStatement(db, { id: stray.id, depositId: deposit.id }, { proposalId: row.id, outcome, now }),
      ]);
    }
    case 'charge-back':
      return chargeBackStatements(deps, { ...detailIn(row), id: row.id }, found, now);
    default:
      return disputeStatements(deps, { ...detailIn(row), id: row.id, kind: row.kind }, found, now);
  }
}
