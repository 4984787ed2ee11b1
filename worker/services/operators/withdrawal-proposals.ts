// What operators record of a withdrawal that the bank has (P102): how it ended, as the bank told them by another way. One proposes with
// evidence, another approves, and the approval is the batch that ends it. Nobody decides about his own.

import type { WithdrawalProposal, WithdrawalProposalRequest } from '../../contract/operators/withdrawals.ts';
import type { Refusal } from '../../contract/problems.ts';
import { failedGuard } from '../../db/guards.ts';
import type { WithdrawalProposalRow } from '../../db/operators/proposals.ts';
import { sha256Hex } from '../../db/sha256.ts';
import { findPayout, type SentPayout } from '../../db/withdrawals.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import {
  proposableAboutWithdrawal,
  type WithdrawalFailure,
  type WithdrawalState,
} from '../../domain/withdrawals.ts';
import { payOutStatements, returnPaidStatements } from '../../ledger/payouts.ts';
import { giveBackOneStatements } from '../../ledger/withdrawals.ts';
import type { Deps } from '../deps.ts';
import { cameBackLetter, paidLetter, returnedLetter } from '../withdrawal-letters.ts';
import { type Desk, readOne } from './decide-proposal.ts';
import { type Actor, storeProposal, viewDecision } from './proposals.ts';

const DECIDES = 'withdrawals.decide';

type OwnRefusal = Refusal<'NotAsProposed'>;
type ProposeRefusal = Refusal<'NotFound' | 'Forbidden' | 'OwnAccount' | 'ProposedAlready' | 'NotAsProposed'>;

const proposable = ({ state, returnId }: SentPayout) =>
  proposableAboutWithdrawal({ state, cameBack: returnId !== null });

export async function proposeAboutWithdrawal(
  deps: Deps,
  actor: Actor,
  { id, kind, reference, reason }: WithdrawalProposalRequest & { readonly id: string },
): Promise<Result<WithdrawalProposal, ProposeRefusal>> {
  const payout = await findPayout(deps.db, id);
  if (payout === null) return err({ code: 'NotFound' });
  const { accountId, state, amountCents, method } = payout;
  if (accountId === actor.actorId) return err({ code: 'OwnAccount' });
  if (!proposable(payout).includes(kind)) return err({ code: 'NotAsProposed' });
  const stored = await storeProposal(deps, actor, {
    kind,
    about: { subjectId: accountId, withdrawalId: id },
    // What the evidence says is true of one state alone: that it was never carried out is another payment than that it came back.
    detail: { reference, state } satisfies Detail,
    reason,
    proposes: DECIDES,
    audit: {
      subject: { kind: 'withdrawal', id },
      before: { state, amountCents, method, customer: accountId },
      after: { reference },
    },
  });
  return stored.ok ? readOne(deps, WITHDRAWALS, actor, stored.value) : stored;
}

/** The proposals about withdrawals: how they look, and what deciding does. */
export const WITHDRAWALS: Desk<'withdrawals', WithdrawalProposal, OwnRefusal> = {
  list: 'withdrawals',
  powers: () => ({ proposes: DECIDES, decides: DECIDES }),
  subject: ({ withdrawalId: id }) => ({ kind: 'withdrawal', id }),
  async change(deps, row, { now }) {
    const payout = await findPayout(deps.db, row.withdrawalId);
    if (payout === null) throw new Error('a proposal names a withdrawal');
    if (payout.state !== detailOf(row).state) return err({ code: 'NotAsProposed' });
    if (!proposable(payout).includes(row.kind)) return err({ code: 'NotAsProposed' });
    const { state, amountCents, accountId } = payout;
    return ok({
      action: row.kind === 'withdrawal-paid' ? 'withdrawal.recorded-paid' : 'withdrawal.recorded-returned',
      before: { state },
      after: { amountCents, reference: detailOf(row).reference, customer: accountId },
      statements: await statementsOf(deps, row, payout, now),
    });
  },
  // The bank was first, or the customer's account has changed meanwhile.
  failed: async (_deps, _row, error) => (failedGuard(error) ? { code: 'NotAsProposed' } : null),
  view: (row, actor, now) => ({
    kind: row.kind,
    withdrawal: { id: row.withdrawalId, amountCents: row.sentAmountCents, method: row.sentMethod },
    customer: { id: row.subjectId, name: row.subjectName, email: row.subjectEmail },
    reference: detailOf(row).reference,
    proposedIn: detailOf(row).state ?? null,
    ...viewDecision(row, actor, DECIDES, now),
  }),
};

/** `state`: of the withdrawal when it was proposed. Proposals from before it was stored have none, and are never approved: made anew. */
type Detail = { readonly reference: string; readonly state?: WithdrawalState };

/** As this service stored it. */
const detailOf = ({ detail }: WithdrawalProposalRow): Detail => JSON.parse(detail) as Detail;

/**
 * The evidence has a name of its own in the proposal. The gateway's name of the payment stays what the gateway has said: its later words
 * are compared with that, and a name that was misread on the telephone would make each of them a contradiction.
 */
async function statementsOf(
  deps: Deps,
  { id, kind }: WithdrawalProposalRow,
  payout: SentPayout,
  now: number,
): Promise<readonly D1PreparedStatement[]> {
  const { db } = deps;
  const initiator = 'house';
  const requestHash = await sha256Hex(id);
  const failure: WithdrawalFailure = 'sent-back';
  if (kind === 'withdrawal-paid')
    return [
      ...payOutStatements(db, payout, { initiator, reference: null, requestHash, now }),
      paidLetter(deps, payout, now),
    ];
  if (payout.state === 'sending')
    return [
      ...giveBackOneStatements(db, payout.id, { state: 'returned', initiator, failure, now }),
      returnedLetter(deps, payout, { cents: payout.amountCents, because: 'bank', now }),
    ];
  const transactionId = deps.newId();
  return [
    ...returnPaidStatements(db, payout, { initiator, transactionId, requestHash, failure, now }),
    cameBackLetter(deps, payout, { transactionId, now }),
  ];
}
