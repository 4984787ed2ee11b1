// What becomes of an account that a bank has not said whose it is: asked again by the cron, decided by the answer or by an operator, and told
// to the customer in the batch of the decision.

import { openPayout } from '../auth/payout-sealing.ts';
import { findIdentity } from '../db/identities.ts';
import { mailForEachStatement } from '../db/outbox.ts';
import {
  askBankAgainStatement,
  type Decided,
  decidePayoutStatement,
  duePayoutChecks,
  type PayoutAccountRow,
  UNKNOWN_TO_BANK,
} from '../db/payout-accounts.ts';
import { securityEventStatement } from '../db/security-events.ts';
import { HOLD_MS, newAccountHold } from '../domain/holds.ts';
import { checkAgainAt } from '../domain/identity.ts';
import type { MailMessage } from '../domain/mail-messages.ts';
import type { PayoutAccountOutcome } from '../domain/withdrawal-mails.ts';
import { deliverSoon } from './deliver-mail.ts';
import type { Deps } from './deps.ts';
import { SANDBOX } from './payment-gateway-sandbox.ts';
import { type PayoutGateways, payoutGatewaysOf } from './payout-gateway.ts';
import { type Found, gatewayFor, lookUp, ownerOf } from './payout-look-up.ts';
import { logLine } from '../telemetry/log.ts';

const CHECKS_PER_RUN = 20;

export type PayoutDeps = Pick<Deps, 'db' | 'env' | 'now' | 'newId' | 'origin' | 'defer'>;

/** For the cron: banks that had not answered are asked again. One that fails does not keep the others waiting. */
export async function checkDuePayoutAccounts(
  deps: PayoutDeps,
  gateways: PayoutGateways = payoutGatewaysOf(deps.env),
): Promise<{ asked: number; failed: number }> {
  const due = await duePayoutChecks(deps.db, deps.now(), CHECKS_PER_RUN);
  const results = await Promise.allSettled(due.map((row) => checkAgain(deps, row, gateways)));
  const failures = results.filter((result) => result.status === 'rejected');
  for (const { reason } of failures) logLine('error', 'payout-check-failed', { error: String(reason) });
  return { asked: due.length, failed: failures.length };
}

async function checkAgain(deps: PayoutDeps, row: PayoutAccountRow, gateways: PayoutGateways): Promise<void> {
  const { db, env } = deps;
  const { accountId: userId } = row;
  const details =
    row.sealedDetails === null ? null : await openPayout(env.PAYOUT_KEY, userId, row.sealedDetails);
  if (details === null) throw new Error('a payout account does not open: the key that sealed it is missing');
  const owner = await ownerOf(deps, await findIdentity(db, userId));
  const gateway = gatewayFor(gateways, details);
  const found =
    gateway === null || owner === null
      ? ({ said: 'nothing' } as const)
      : await lookUp(deps, gateway, details, owner);
  const now = deps.now();
  if (found.said === 'nothing' || gateway === null) {
    await askBankAgainStatement(db, row, checkAgainAt(row.checks, now)).run();
    return;
  }
  const { to, outcome, reason } = SAID[found.said];
  const holderMac = found.said === 'own' ? found.mac : null;
  const isSource = found.said === 'own' && found.isSource ? 1 : 0;
  await db.batch([
    decidePayoutStatement(
      db,
      { id: row.id, from: 'checking', to, holderMac, isSource, by: { gateway: gateway.name }, reason },
      now,
    ),
    ...decidedStatements(deps, { ...row, isSource, checkedBy: gateway.name }, { outcome }, now),
  ]);
  deliverSoon(deps);
}

/** What a bank's answer makes of it. A key that the bank does not know is nobody's: no line of the log says that it is another person's. */
const SAID = {
  own: { to: 'active', outcome: 'active', reason: null },
  none: { to: 'waiting', outcome: 'waiting', reason: null },
  other: { to: 'refused', outcome: 'refused', reason: null },
  unknown: { to: 'refused', outcome: 'unknown', reason: UNKNOWN_TO_BANK },
} as const satisfies Record<
  Exclude<Found['said'], 'nothing'>,
  Pick<Decided, 'to' | 'reason'> & { readonly outcome: PayoutAccountOutcome }
>;

/** Behind the decision in its batch: the line of the security log where it was not found to be the customer's, and the letter. */
export function decidedStatements(
  deps: PayoutDeps,
  row: PayoutAccountRow,
  { outcome, reason = null }: { readonly outcome: PayoutAccountOutcome; readonly reason?: string | null },
  now: number,
): D1PreparedStatement[] {
  const { db, origin } = deps;
  const { id, accountId: userId, masked } = row;
  const message = letterOf(row, { outcome, reason, at: now, device: null, place: null });
  const logged = {
    id: deps.newId(),
    userId,
    kind: 'payout-account-refused',
    at: now,
    device: null,
    place: null,
  } as const;
  return [
    ...(outcome === 'refused'
      ? [securityEventStatement(db, { ...logged, detail: masked }, { ifChanged: true })]
      : []),
    mailForEachStatement(db, {
      kind: message.kind,
      rows: `SELECT 'payout-account:' || id || ':' || status AS id, account_id AS user_id, ?3 AS message FROM payout_accounts
             WHERE id = ?1 AND checked_at = ?2`,
      params: [id, now, JSON.stringify(message)],
      now,
      origin,
    }),
  ];
}

export function letterOf(
  {
    method,
    masked,
    isSource,
    checkedBy,
    createdAt,
  }: Pick<PayoutAccountRow, 'method' | 'masked' | 'isSource' | 'checkedBy' | 'createdAt'>,
  said: {
    readonly outcome: PayoutAccountOutcome;
    readonly reason?: string | null;
    readonly at: number;
    readonly device: string | null;
    readonly place: string | null;
  },
): Extract<MailMessage, { kind: 'payout-account-added' }> {
  const { outcome, reason = null, at, device, place } = said;
  return {
    kind: 'payout-account-added',
    outcome,
    method,
    to: masked,
    usableFrom:
      outcome === 'active' || outcome === 'approved'
        ? createdAt + HOLD_MS[newAccountHold(isSource === 1)]
        : null,
    reason,
    isTest: checkedBy === SANDBOX,
    at,
    device,
    place,
  };
}
