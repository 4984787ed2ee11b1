// A customer's life through the routes, and two operators who undo parts of it.

import { env } from 'cloudflare:workers';
import type { LedgerOperation, ReversalProposal } from '../../../worker/contract/operators/ledger.ts';
import type { Transaction, TransactionsPage } from '../../../worker/contract/transactions.ts';
import { readReversalState } from '../../../worker/db/reversible.ts';
import type { ReversalState } from '../../../worker/domain/reversals.ts';
import type { LifeStep, Wait } from '../../fixtures/reversal-examples.ts';
import { createCustomer, type Customer } from '../../support/customers.ts';
import { ageDeposits, passDays, quoteFor } from '../../support/funds.ts';
import { callsOf, SetPrices, type Worker, workerWith } from '../../support/money-calls.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

export const REASON = 'The order was sent twice by mistake.';
export const hub = new SetPrices({ gold: 100_000, silver: 5_000 });
export const worker: Worker = workerWith(hub);

export type World = {
  readonly ana: Customer;
  readonly proposer: Customer;
  readonly approver: Customer;
};

export async function world(): Promise<World> {
  const [ana, proposer, approver] = await Promise.all([createCustomer(env), makeOperator(), makeOperator()]);
  return { ana, proposer, approver };
}

/** A whole life; null for days in which nothing happens. */
export async function liveAll(ana: Customer, life: readonly (LifeStep | Wait)[]) {
  const done: (Transaction | null)[] = [];
  for (const step of life) {
    if (step.do === 'wait') await passDays(env.DB, ana, step.days);
    done.push(step.do === 'wait' ? null : await live(ana, step));
  }
  return done;
}

/** What a step did, as the customer was answered. */
export async function live(ana: Customer, step: LifeStep): Promise<Transaction> {
  const calls = callsOf(ana, worker);
  if (step.do === 'deposit') await ageDeposits(env.DB, ana);
  const reply =
    step.do === 'deposit'
      ? await calls.deposit({ amountCents: step.cents, method: 'bank_transfer' })
      : step.do === 'bonus'
        ? await calls.post('/api/bonus/claim', {}, crypto.randomUUID())
        : await calls.trade(
            await quoteFor(env, ana, {
              side: step.do,
              metal: step.metal,
              ouncesE4: step.ouncesE4,
              priceCents: step.priceCents,
            }),
          );
  if (reply.status !== 201) throw new Error(`${step.do}: ${await reply.text()}`);
  return (await reply.json<{ transaction: Transaction }>()).transaction;
}

export const call = (who: Customer) => asOperator(who, worker);

/** The operation behind a receipt, as the page shows it. */
export async function operationOf(who: Customer, transactionId: string): Promise<LedgerOperation> {
  const reply = await call(who)(`/ledger/operations/${transactionId}`);
  if (reply.status !== 200) throw new Error(await reply.text());
  return reply.json<LedgerOperation>();
}

export const propose = (who: Customer, operationId: string, more: object = {}) =>
  call(who)('/ledger/reversals', { method: 'POST', body: { operationId, reason: REASON, ...more } });

export const decide = (
  who: Customer,
  id: string,
  how: 'approve' | 'reject' | 'withdraw',
  body: object = {},
) => call(who)(`/ledger/reversals/${id}/${how}`, { method: 'POST', body });

export async function proposed(
  who: Customer,
  transactionId: string,
  more: object = {},
): Promise<ReversalProposal> {
  const { operationId } = await operationOf(who, transactionId);
  const reply = await propose(who, operationId, more);
  if (reply.status !== 201) throw new Error(await reply.text());
  return reply.json<ReversalProposal>();
}

/** Proposes and approves. */
export async function undo({ proposer, approver }: World, transactionId: string, more: object = {}) {
  const { id } = await proposed(proposer, transactionId, more);
  return decide(approver, id, 'approve');
}

export async function stateOf({ userId }: Customer): Promise<ReversalState> {
  const state = await readReversalState(env.DB, userId);
  if (state === null) throw new Error('no such customer');
  return state;
}

export async function transactionsOf(ana: Customer): Promise<TransactionsPage['transactions']> {
  const page = await (await callsOf(ana, worker).get('/api/transactions')).json<TransactionsPage>();
  return page.transactions;
}

export async function auditOf(operationId: string) {
  const { results } = await env.DB.prepare(
    `SELECT action, actor_id AS actorId, note FROM audit_log WHERE subject_kind = 'operation' AND subject_id = ? ORDER BY seq`,
  )
    .bind(operationId)
    .all<{ action: string; actorId: string; note: string | null }>();
  return results;
}
