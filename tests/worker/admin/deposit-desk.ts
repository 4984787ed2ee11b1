// Two operators at the desk of deposits, and a customer whose they are.

import { env } from 'cloudflare:workers';
import type { DepositReply } from '../../../worker/contract/deposits.ts';
import { GATEWAY_SIGNATURE_HEADER } from '../../../worker/contract/deposits.ts';
import type { DepositDetails, DepositProposal } from '../../../worker/contract/operators/deposits.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import type { DepositProposalKind } from '../../../worker/domain/operator-proposals.ts';
import { signCallback } from '../../../worker/services/gateway-signature.ts';
import { createCustomer, type Customer, ORIGIN } from '../../support/customers.ts';
import { endow } from '../../support/funds.ts';
import { callsOf, outcome, realWorker } from '../../support/money-calls.ts';
import { asOperator, makeOperator } from './operator-calls.ts';

export const REASON = 'Line 14 of the statement of the day';
export const EVIDENCE = { reference: 'ST-2026-11-24/14', reason: REASON };

export let one: Customer;
export let other: Customer;
export let ana: Customer;
/** Before all tests of a file. */
export async function openDesk(): Promise<void> {
  one = await makeOperator({ roles: ['treasury'] });
  other = await makeOperator({ roles: ['compliance'] });
}
/** Before each test, and where a test needs another one. */
export async function become(customer?: Customer): Promise<void> {
  ana = customer ?? (await createCustomer(env));
}

export const post = (who: Customer, path: string, body: object = {}) =>
  asOperator(who)(`/deposits${path}`, { method: 'POST', body });
export const get = async <T>(path: string, who = one): Promise<T> =>
  (await asOperator(who)(`/deposits${path}`)).json<T>();
export const propose = (who: Customer, id: string, kind: DepositProposalKind, over: object = {}) =>
  named(kind, id).then((about) => post(who, `/${id}/proposals`, { kind, ...EVIDENCE, ...about, ...over }));
let cases = 0;
/** Of a charge-back a case of its own; of what is about one, the deposit's first; about a payment, the first that waits and fits. */
async function named(kind: DepositProposalKind, id: string): Promise<object> {
  if (kind === 'deposit-arrived' || kind === 'deposit-return' || kind === 'deposit-keep') {
    const found = await get<Partial<DepositDetails>>(`/${id}`);
    return { strayId: found.deposit?.strays.find(({ end }) => end === null)?.id ?? 'none' };
  }
  if (kind === 'charge-back') return { reference: `CB-${id.slice(0, 8)}-${(cases += 1)}` };
  return { disputeId: firstDispute.get(id) ?? 'none' };
}
const firstDispute = new Map<string, string>();
export const decide = (who: Customer, id: string, how: 'approve' | 'reject' | 'withdraw') =>
  post(who, `/proposals/${id}/${how}`, { note: 'Looked at it again' });
export async function proposed(
  id: string,
  kind: DepositProposalKind,
  {
    who = one,
    ...over
  }: {
    readonly who?: Customer;
    readonly amountCents?: number;
    readonly disputeId?: string;
    readonly strayId?: string;
  } = {},
): Promise<string> {
  const reply = await propose(who, id, kind, over);
  if (reply.status !== 201) throw new Error(await reply.text());
  return (await reply.json<DepositProposal>()).id;
}
/** By two. */
export async function done(
  id: string,
  kind: DepositProposalKind,
  over: { amountCents?: number; disputeId?: string; strayId?: string } = {},
) {
  return outcome(await decide(other, await proposed(id, kind, over), 'approve'));
}
export async function details(id: string): Promise<DepositDetails> {
  const found = await get<DepositDetails>(`/${id}`);
  const [dispute] = found.deposit.disputes;
  if (dispute !== undefined) firstDispute.set(id, dispute.id);
  return found;
}
export async function deposited(amountCents: number, method = 'wire', whose = ana): Promise<string> {
  const reply = await callsOf(whose).deposit({ amountCents, method });
  return (await reply.json<DepositReply>()).transaction.id;
}
export async function callback(
  id: string,
  outcomeWord: 'completed' | 'failed',
  paidCents: number,
  reference = `sandbox-${id}`,
) {
  const body = JSON.stringify({ key: id, reference, outcome: outcomeWord, paidCents });
  const signature = await signCallback(env.GATEWAY_SECRET, body, Date.now());
  return realWorker(
    new Request(`${ORIGIN}/api/payments/sandbox/callback`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [GATEWAY_SIGNATURE_HEADER]: signature },
      body,
    }),
  );
}
export const cash = async (whose = ana) =>
  (await (await callsOf(whose).get('/api/portfolio')).json<Portfolio>()).cashCents;
/** Spends most of it on metal. */
export const spend = () => endow(env.DB, ana, { metal: 'gold', ouncesE4: 1_000, priceCents: 150_000 });
export const letters = async () => {
  const { results } = await env.DB.prepare(
    'SELECT kind, message FROM mail_outbox WHERE user_id = ? ORDER BY created_at, id',
  )
    .bind(ana.userId)
    .all<{ kind: string; message: string }>();
  return results.map(({ kind, message }) => Object.assign(JSON.parse(message) as object, { kind }));
};
export async function auditOf(id: string) {
  const { results } = await env.DB.prepare(
    `SELECT action, actor, note FROM audit_log WHERE subject_kind = 'deposit' AND subject_id = ? ORDER BY seq`,
  )
    .bind(id)
    .all();
  return results;
}
