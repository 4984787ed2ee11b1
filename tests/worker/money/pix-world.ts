// A customer with a CPF, a rate, a bank that tells of payments, and what the books say of reais.

import { env } from 'cloudflare:workers';
import { afterAll, beforeEach, expect } from 'vitest';
import { openIdentity } from '../../../worker/auth/identity-sealing.ts';
import { GATEWAY_SIGNATURE_HEADER } from '../../../worker/contract/deposits.ts';
import type { BankReply, BrlDeposit, PixCallback, PixDepositReply } from '../../../worker/contract/pix.ts';
import { findSealedCpf } from '../../../worker/db/sandbox-bank.ts';
import { signCallback } from '../../../worker/services/gateway-signature.ts';
import { keepReais } from '../../../worker/services/keep-reais.ts';
import {
  gatewaysOf,
  type Gateways,
  type PixCharges,
  type PixReceived,
} from '../../../worker/services/payment-gateway.ts';
import { sandboxGateway } from '../../../worker/services/payment-gateway-sandbox.ts';
import type { MoneyDeps } from '../../../worker/services/price-source.ts';
import { createCustomer, type Customer, ORIGIN } from '../../support/customers.ts';
import { expectBooksToBalance } from '../../support/funds.ts';
import { callsOf, SetPrices, workerWith } from '../../support/money-calls.ts';

export const RATE = 53_063;
export const hub = new SetPrices({ gold: 400_000, silver: 5_000 }, RATE);
export const worker = workerWith(hub);

export let ana: Customer;
export let cpf: string;
/** At the top of a file: each test begins with the rate and a new customer, and the books balance after all of them. */
export function inPixWorld(): void {
  beforeEach(freshWorld);
  afterAll(() => expectBooksToBalance(env.DB));
}

export async function freshWorld(): Promise<void> {
  hub.usdBrlE4 = RATE;
  await become(await createCustomer(env));
}

export async function become(customer: Customer): Promise<void> {
  ana = customer;
  cpf = await cpfOf(ana);
}

export async function cpfOf({ userId }: Customer): Promise<string> {
  const sealed = await findSealedCpf(env.DB, { userId });
  return (await openIdentity(env.PASSWORD_PEPPER, userId, sealed?.sealed ?? ''))?.number ?? '';
}

export const calls = (customer: Customer = ana) => callsOf(customer, worker);
export const ask = (body: object, customer: Customer = ana, key: string = crypto.randomUUID()) =>
  calls(customer).post('/api/deposits/pix', body, key);
export async function charge(amountCents = 25_000, customer: Customer = ana): Promise<PixDepositReply> {
  const reply = await ask({ amountCents }, customer);
  expect(reply.status).toBe(201);
  return reply.json<PixDepositReply>();
}
export const read = async (id: string, customer: Customer = ana) =>
  (await calls(customer).get(`/api/deposits/pix/${id}`)).json<BrlDeposit>();
export const cashOf = async (customer: Customer = ana) =>
  (await (await calls(customer).get('/api/portfolio')).json<{ cashCents: number }>()).cashCents;

/** The name of its charge at the gateway. */
export const txidOf = ({ id }: Pick<BrlDeposit, 'id'>) => id.replaceAll('-', '');

export type Told = PixCallback['pix'][number];
let serial = 0;
const e2e = () => `E00000000202611201500${String((serial += 1)).padStart(11, '0')}`;
export const told = (of: PixDepositReply, over: Partial<Told> = {}): Told => ({
  endToEndId: e2e(),
  txid: txidOf(of.deposit),
  valor: `${Math.floor(of.deposit.brlCents / 100)}.${String(of.deposit.brlCents % 100).padStart(2, '0')}`,
  horario: new Date().toISOString(),
  pagador: { cpf, nome: 'Ana Prado' },
  ...over,
});

/** A payment of 250.00 dollars as the bank says it when it is asked. */
export const received = (txid: string, over: Partial<PixReceived> = {}): PixReceived => ({
  endToEndId: e2e(),
  txid,
  brlCents: 132_658,
  paidAt: Date.now(),
  payer: { number: cpf, name: 'Ana Prado' },
  returns: [],
  ...over,
});

export async function tell(
  body: object,
  over: { readonly path?: string; readonly signature?: string } = {},
): Promise<Response> {
  const text = JSON.stringify(body);
  return worker(
    new Request(`${ORIGIN}/api/payments/sandbox/${over.path ?? 'pix'}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        [GATEWAY_SIGNATURE_HEADER]:
          over.signature ?? (await signCallback(env.GATEWAY_SECRET, text, Date.now())),
      },
      body: text,
    }),
  );
}
export const tellPix = async (...pix: readonly Told[]) => (await tell({ pix })).json<BankReply>();

/** What the account of the house has in reais. */
export const inReais = async (account: string): Promise<number> =>
  (await env.DB.prepare(
    `SELECT coalesce(sum(amount), 0) AS n FROM entries WHERE account_id = ? AND asset = 'brl'`,
  )
    .bind(account)
    .first<number>('n')) ?? 0;
export const lettersTo = async ({ userId }: Customer): Promise<string[]> => {
  const { results } = await env.DB.prepare(
    'SELECT kind FROM mail_outbox WHERE user_id = ? ORDER BY created_at, kind',
  )
    .bind(userId)
    .all<{ kind: string }>();
  return results.map(({ kind }) => kind);
};
export const paymentsOf = async (id: string) =>
  (
    await env.DB.prepare(
      'SELECT state, reason FROM brl_payments WHERE deposit_id = ? ORDER BY received_at, id',
    )
      .bind(id)
      .all()
  ).results;

export const depsAt = (now: number, over: Partial<MoneyDeps> = {}): MoneyDeps => ({
  db: env.DB,
  env,
  hub,
  now: () => now,
  newId: () => crypto.randomUUID(),
  defer: () => undefined,
  ...over,
});
export const keep = (now: number, gateways: Gateways = gatewaysOf(env)) => keepReais(depsAt(now), gateways);
/** The sandbox, but for a part of it. */
export const bankWith = (pix: Partial<PixCharges>): Gateways => {
  const sandbox = sandboxGateway(env.GATEWAY_SECRET);
  if (sandbox.pix === undefined) throw new Error('the sandbox takes PIX');
  return [{ ...sandbox, pix: { ...sandbox.pix, ...pix } }];
};
