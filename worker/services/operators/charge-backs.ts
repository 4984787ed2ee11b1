// What approving a charge-back does, or what comes of one (P99): the part reckoned, its statements, and the letter to the customer.

import { disputesOwedSql, type DisputeRow, paymentOf, standing } from '../../db/disputes.ts';
import type { StoredDeposit } from '../../db/operations.ts';
import type { WorkedDepositRow } from '../../db/operators/deposits.ts';
import { mailForEachStatement } from '../../db/outbox.ts';
import { partTaken, type TakenPart } from '../../domain/charge-backs.ts';
import { type DisputeProposalKind, fitsDispute } from '../../domain/deposit-work.ts';
import type { ChargeBackStep, MailMessage } from '../../domain/mail-messages.ts';
import { collect, type DisputeStep, forgive, giveBack, takeBack } from '../../ledger/disputes.ts';
import { cancelStatements } from '../../ledger/withdrawals.ts';
import type { Deps } from '../deps.ts';
import { cancelledLetters } from '../withdrawal-letters.ts';

/** Its charge-backs, the oldest first. */
export const disputesOf = ({ disputes }: WorkedDepositRow): DisputeRow[] =>
  JSON.parse(disputes) as DisputeRow[];

/** Null: nothing, or more than is left. */
export const partOf = (worked: WorkedDepositRow, amountCents: number): TakenPart | null =>
  partTaken(paymentOf(worked), standing(disputesOf(worked)), amountCents);

/** Null: there is none of this id, or what is proposed does not fit it any more. */
export function findFitting(
  worked: WorkedDepositRow,
  kind: DisputeProposalKind,
  disputeId: string | undefined,
): DisputeRow | null {
  const dispute = disputesOf(worked).find(({ id }) => id === disputeId);
  if (dispute === undefined) return null;
  const { owedCents, wonAt } = dispute;
  return fitsDispute(kind, { owedCents, isWon: wonAt !== null }) ? dispute : null;
}

type ProposedStep = { readonly id: string };
type Found = { readonly deposit: StoredDeposit; readonly worked: WorkedDepositRow };

/** The part is reckoned again beside what stands now; the batch aborts where that is no longer so. */
export function chargeBackStatements(
  deps: Deps,
  proposal: ProposedStep & { readonly reference: string; readonly amountCents?: number },
  { deposit, worked }: Found,
  now: number,
): readonly D1PreparedStatement[] | null {
  const { reference, amountCents } = proposal;
  const stands = standing(disputesOf(worked));
  const part = amountCents === undefined ? null : partOf(worked, amountCents);
  if (part === null) return null;
  const step = stepOf(deps, proposal.id, deps.newId(), worked, now);
  return [
    ...withdrawalsBack(deps, deposit.accountId, now),
    ...takeBack(deps.db, step, { part, stands, caseNumber: reference }),
    letter(deps, step, deposit, 'taken'),
  ];
}

/** Before a charge-back takes what is there: what was asked for and has not left is there too. */
const withdrawalsBack = (
  deps: Pick<Deps, 'db' | 'origin'>,
  accountId: string,
  now: number,
): readonly D1PreparedStatement[] => [
  ...cancelStatements(deps.db, accountId, { initiator: 'house', failure: 'charge-back', now }),
  cancelledLetters(deps, accountId, 'charge-back', now),
];

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

export function disputeStatements(
  deps: Deps,
  proposal: ProposedStep & { readonly kind: DisputeProposalKind; readonly disputeId?: string },
  { deposit, worked }: Found,
  now: number,
): readonly D1PreparedStatement[] | null {
  const { id, kind, disputeId } = proposal;
  const dispute = findFitting(worked, kind, disputeId);
  if (dispute === null) return null;
  const { post, told } = STEPS[kind];
  const step = stepOf(deps, id, dispute.id, worked, now);
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
