// A gateway's decision on a payment: verified, matched with the deposit, applied once.
// Duplicates and late contradictions are acknowledged and change nothing; the first decision is final.

import { PORTFOLIO_CHANGED } from '../contract/prices.ts';
import { readGatewayEvent, type GatewayEvent } from '../contract/deposits.ts';
import type { Refusal } from '../contract/problems.ts';
import { findDeposit, type StoredDeposit } from '../db/operations.ts';
import { mailStatement } from '../db/outbox.ts';
import { sha256Hex } from '../db/sha256.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { completeDeposit, failDeposit } from '../ledger/deposits.ts';
import { deliverSoon } from './deliver-mail.ts';
import { gatewayNamed, type Gateways, type SignedCallback } from './payment-gateway.ts';
import type { MoneyDeps } from './price-source.ts';

export type CallbackRefusal = Refusal<'NotFound' | 'Unauthenticated' | 'ValidationFailed'>;

type SettlingDeps = Pick<MoneyDeps, 'env' | 'db' | 'hub' | 'now' | 'newId' | 'defer' | 'origin'>;

/** `applied` is false for what was decided before. */
export type CallbackAnswer = { readonly received: true; readonly applied: boolean };

export async function receiveCallback(
  deps: SettlingDeps,
  gateways: Gateways,
  gatewayName: string,
  callback: SignedCallback,
): Promise<Result<CallbackAnswer, CallbackRefusal>> {
  const gateway = gatewayNamed(gateways, gatewayName);
  if (gateway === null) return err({ code: 'NotFound' });
  if (!(await gateway.isGenuine(callback, deps.now()))) {
    return err({ code: 'Unauthenticated', detail: 'The signature of this callback is not valid.' });
  }
  const event = readGatewayEvent(callback.body);
  if (event === null) return err({ code: 'ValidationFailed', detail: 'This is not a payment event.' });
  const deposit = await findDeposit(deps.db, event.key);
  // 404: the gateway sends again, and by then the reservation may be there.
  if (deposit === null || deposit.gateway !== gatewayName) return err({ code: 'NotFound' });
  if (event.paidCents !== deposit.amountCents + deposit.feeCents) {
    console.error(JSON.stringify({ event: 'payment-mismatch', deposit: deposit.id, paid: event.paidCents }));
    return err({ code: 'ValidationFailed', detail: 'The paid amount is not the one asked for.' });
  }
  const applied = await apply(deps, deposit, event, callback.body);
  if (applied) {
    deps.defer(deps.hub.notify(deposit.accountId, PORTFOLIO_CHANGED));
    deliverSoon(deps);
  }
  return ok({ received: true, applied });
}

async function apply(
  deps: SettlingDeps,
  deposit: StoredDeposit,
  event: GatewayEvent,
  body: string,
): Promise<boolean> {
  if (deposit.status !== 'pending') return noteLate(deposit, event);
  const now = deps.now();
  const decided =
    event.outcome === 'completed'
      ? await completeDeposit(deps.db, deposit, {
          operationId: deps.newId(),
          requestHash: await sha256Hex(body),
          now,
          alongside: [receipt(deps, deposit, now)],
        })
      : await failDeposit(deps.db, deposit.id, now);
  return decided.ok;
}

function receipt(deps: SettlingDeps, deposit: StoredDeposit, now: number): D1PreparedStatement {
  const { id, accountId, amountCents, feeCents, method, gateway } = deposit;
  return mailStatement(deps.db, {
    id: `receipt:${id}`,
    userId: accountId,
    message: { kind: 'deposit-receipt', transactionId: id, amountCents, feeCents, method, gateway, at: now },
    now,
    origin: deps.origin,
  });
}

function noteLate(deposit: StoredDeposit, event: GatewayEvent): false {
  if (deposit.status !== event.outcome) {
    console.warn(
      JSON.stringify({
        event: 'payment-contradiction',
        deposit: deposit.id,
        is: deposit.status,
        said: event.outcome,
      }),
    );
  }
  return false;
}
