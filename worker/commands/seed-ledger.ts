// The demo customer's past: deposits, purchases and sales of the last year, made by the real services and the local bank with a clock
// set back and the simulated prices of each moment. Every rule and every check holds for it. Never in production.

import { findBrlDepositOfOperation } from '../db/brl-deposits.ts';
import { findOperation } from '../db/operations.ts';
import type { DepositMethod } from '../domain/fees.ts';
import { METALS, type Metal, type TradedMetal } from '../domain/metals.ts';
import type { PayoutMethod } from '../domain/payout-accounts.ts';
import { CHARGE_GRACE_MS, lockExpiry } from '../domain/pix.ts';
import type { OrderSize } from '../domain/quotes.ts';
import type { Side } from '../domain/trades.ts';
import { expireCharge } from '../ledger/pix.ts';
import { SIMULATED_SEED, simulatedPrice } from '../providers/simulated-walk.ts';
import { USD_BRL } from '../domain/price-rules.ts';
import { executeTrade } from '../services/execute-trade.ts';
import { makeDeposit } from '../services/make-deposit.ts';
import { makeQuote } from '../services/make-quote.ts';
import type { MoneyRequest } from '../services/idempotency.ts';
import { makePixDeposit } from '../services/pix-deposits.ts';
import type { MoneyDeps, PriceSource } from '../services/price-source.ts';
import { useBank } from '../services/sandbox-bank.ts';
import { SEEDED_CUSTOMER } from './seed-accounts.ts';
import type { Happening } from './seed-past.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../domain/time.ts';
import { payoutAccountStatement, pastWithdrawal } from './seed-withdrawals.ts';

type Step = { readonly agoMs: number } & (
  | { readonly deposit: number; readonly method: DepositMethod }
  /** `press`: the button of /dev/bank, a moment later; null: nobody pays in time. */
  | { readonly pix: number; readonly press: 'pay' | 'pay-twice' | null }
  | { readonly withdraw: number; readonly method: PayoutMethod }
  | { readonly side: Side; readonly metal: TradedMetal; readonly size: OrderSize }
);

const weight = (ouncesE4: number): OrderSize => ({ by: 'weight', ouncesE4 });
const money = (totalCents: number): OrderSize => ({ by: 'money', totalCents });

/** Oldest first. The sandbox leaves amounts ending in .13 pending and fails those ending in .66. */
const PAST: readonly Step[] = [
  { agoMs: 410.3 * DAY_MS, deposit: 500_000, method: 'bank_transfer' },
  { agoMs: 409.1 * DAY_MS, side: 'buy', metal: 'gold', size: money(200_000) },
  { agoMs: 352.4 * DAY_MS, side: 'buy', metal: 'silver', size: money(120_000) },
  { agoMs: 300.2 * DAY_MS, deposit: 250_000, method: 'debit_card' },
  { agoMs: 298.6 * DAY_MS, side: 'buy', metal: 'silver', size: weight(200_000) },
  { agoMs: 214.3 * DAY_MS, deposit: 100_066, method: 'debit_card' },
  { agoMs: 214.2 * DAY_MS, deposit: 100_000, method: 'wire' },
  { agoMs: 150.5 * DAY_MS, side: 'buy', metal: 'gold', size: money(150_000) },
  { agoMs: 96.4 * DAY_MS, side: 'sell', metal: 'silver', size: weight(125_000) },
  { agoMs: 55.6 * DAY_MS, pix: 80_000, press: 'pay' },
  { agoMs: 41.7 * DAY_MS, side: 'buy', metal: 'silver', size: weight(100_000) },
  // What is paid the second time goes back.
  { agoMs: 26.3 * DAY_MS, pix: 60_000, press: 'pay-twice' },
  { agoMs: 12.2 * DAY_MS, side: 'sell', metal: 'gold', size: weight(1_000) },
  { agoMs: 9.3 * DAY_MS, withdraw: 20_000, method: 'pix' },
  { agoMs: 6.2 * DAY_MS, pix: 30_000, press: null },
  { agoMs: 3.4 * DAY_MS, side: 'buy', metal: 'gold', size: weight(500) },
  { agoMs: 2 * HOUR_MS, deposit: 150_013, method: 'bank_transfer' },
];

/** Does what is missing; answers how much. Safe to run at every start. */
export async function seedLedger(db: D1Database, env: Env, now: number): Promise<number> {
  const past = await ledgerPast(db, env, now);
  for (const { happen } of past) await happen(db);
  return past.length;
}

/** What is missing, each at its time: the steps, and what becomes of a PIX. */
export async function ledgerPast(db: D1Database, env: Env, now: number): Promise<Happening[]> {
  if (env.ENVIRONMENT !== 'local') throw new Error('A made-up past is only for ENVIRONMENT=local');
  const missing: Happening[] = [];
  let numbered = 0;
  // A past from before there was PIX stays without.
  const isNew = (await findOperation(db, SEEDED_CUSTOMER.id, 'seed-1')) === null;
  for (const step of PAST) {
    if ('pix' in step && !isNew) continue;
    const key = nameOf(step) ?? `seed-${(numbered += 1)}`;
    const done = await findOperation(db, SEEDED_CUSTOMER.id, key);
    // A deposit without its reply was interrupted; the same request takes it up again.
    if (done !== null && done.reply !== null) continue;
    const at = Math.round(now - step.agoMs);
    missing.push({ at, happen: (where) => take(depsAt(where, env, at), step, key) });
    if ('pix' in step) missing.push(endOf(step, key, at, env));
  }
  const last = missing.at(-1);
  if (last === undefined) return [];
  const settle = async (where: D1Database) => {
    await last.happen(where);
    await backdate(where, Math.round(now - 411 * DAY_MS));
  };
  return [...missing.slice(0, -1), { at: last.at, happen: settle }];
}

/** Null: by its number, as databases from before withdrawals and PIX know the others. */
function nameOf(step: Step): string | null {
  if ('withdraw' in step) return 'seed-withdrawal';
  return 'pix' in step ? `seed-pix-${step.pix}` : null;
}

async function take(deps: MoneyDeps, step: Step, key: string): Promise<void> {
  if ('withdraw' in step) return withdraw(deps, step, key);
  const done = await ('deposit' in step
    ? deposit(deps, step, key)
    : 'pix' in step
      ? askForCode(deps, step, key)
      : trade(deps, step, key));
  if (!done.ok) throw new Error(`the seeded past refuses ${key}: ${done.error.code}`);
}

function deposit(deps: MoneyDeps, step: Extract<Step, { deposit: number }>, key: string) {
  const body = { amountCents: step.deposit, method: step.method };
  return makeDeposit(deps, request('/api/deposits', key, body), body);
}

type PixStep = Extract<Step, { pix: number }>;

function askForCode(deps: MoneyDeps, { pix }: PixStep, key: string) {
  const body = { amountCents: pix };
  return makePixDeposit(deps, request('/api/deposits/pix', key, body), body);
}

/** The bank is told to pay, or the cron gives the code up. */
function endOf({ press }: PixStep, key: string, askedAt: number, env: Env): Happening {
  const at = press === null ? lockExpiry(askedAt) + CHARGE_GRACE_MS : askedAt + MINUTE_MS;
  const happen = async (db: D1Database): Promise<void> => {
    const operation = await findOperation(db, SEEDED_CUSTOMER.id, key);
    const charge = operation === null ? null : await findBrlDepositOfOperation(db, operation.id);
    const txid = charge?.txid ?? null;
    if (charge === null || txid === null) throw new Error(`the seeded past has no code ${key}`);
    const waits: Promise<unknown>[] = [];
    const deps = { ...depsAt(db, env, at), defer: (work: Promise<unknown>) => void waits.push(work) };
    const ended =
      press === null ? await expireCharge(db, charge.id, at) : await useBank(deps, { do: press, txid });
    if (!ended.ok) throw new Error(`the seeded past does not end ${key}`);
    // The refund.
    await Promise.all(waits);
  };
  return { at, happen };
}

/** As if nobody had looked twice: the account is old by then, and so is where its money goes. */
async function withdraw(
  { db, env, now }: MoneyDeps,
  { withdraw: amountCents, method }: Extract<Step, { withdraw: number }>,
  idempotencyKey: string,
): Promise<void> {
  const at = now();
  await backdate(db, Math.round(at - YEAR_MS));
  const secrets = { pepper: env.PASSWORD_PEPPER, payoutKey: env.PAYOUT_KEY };
  // The first of the demo accounts.
  const owner = { ...SEEDED_CUSTOMER, place: 1 };
  const account = await payoutAccountStatement(db, secrets, owner, method, at - YEAR_MS);
  await account.run();
  const past = { at, amountCents, method, outcome: 'paid', decidedAt: at + MINUTE_MS } as const;
  const operation = { operationId: crypto.randomUUID(), idempotencyKey };
  for (const { happen } of pastWithdrawal(SEEDED_CUSTOMER, past, operation)) await happen(db);
}
const YEAR_MS = 365 * DAY_MS;

async function trade(deps: MoneyDeps, step: Extract<Step, { side: Side }>, key: string) {
  const { side, metal, size } = step;
  const quoted = await makeQuote(deps, {
    accountId: SEEDED_CUSTOMER.id,
    side,
    metal,
    size,
    session: async () => ({ steppedUpAt: deps.now() }),
  });
  if (!quoted.ok) return quoted;
  const { quote } = quoted.value;
  return executeTrade(deps, request('/api/trades', key, { quote }), quote, deps.now());
}

function request(path: string, idempotencyKey: string, body: unknown): MoneyRequest {
  return {
    accountId: SEEDED_CUSTOMER.id,
    email: SEEDED_CUSTOMER.email,
    userAgent: 'seed',
    idempotencyKey,
    method: 'POST',
    path,
    body: JSON.stringify(body),
  };
}

function depsAt(db: D1Database, env: Env, at: number): MoneyDeps {
  return {
    db,
    env,
    hub: simulatedAt(at),
    now: () => at,
    newId: () => crypto.randomUUID(),
    defer: () => undefined,
  };
}

/** The hub of a moment in the past: the simulated curve. */
function simulatedAt(at: number): PriceSource {
  const asOf = new Date(at).toISOString();
  const price = (metal: Metal): number => simulatedPrice(SIMULATED_SEED, metal, at);
  return {
    async quoteBasis(metal) {
      const priceCents = price(metal);
      const observations = [{ source: 'simulated', midCents: priceCents, at: asOf }];
      return { ok: true, priceCents, asOf, seq: 0, kind: 'simulated', observations };
    },
    async rateBasis() {
      return { rateE4: simulatedPrice(SIMULATED_SEED, USD_BRL, at), asOf, source: 'simulated' };
    },
    async snapshot() {
      return {
        seq: 0,
        asOf,
        prices: METALS.map((metal) => ({
          metal,
          priceCents: price(metal),
          change24hCents: null,
          change24hPercent: null,
          high24hCents: null,
          low24hCents: null,
          since: '24h' as const,
          asOf,
          stale: false,
        })),
        fx: null,
        source: {
          name: 'simulated',
          kind: 'simulated' as const,
          marketOpen: true,
          quotable: true,
          reason: null,
          opensAt: null,
        },
      };
    },
    notify: async () => 0,
    notifyAll: async () => 0,
  };
}

/** A customer with a past has been one for as long. */
async function backdate(db: D1Database, since: number): Promise<void> {
  await db.batch([
    db
      .prepare('UPDATE users SET created_at = ?2, terms_accepted_at = ?2 WHERE id = ?1 AND created_at > ?2')
      .bind(SEEDED_CUSTOMER.id, since),
    db
      .prepare('UPDATE accounts SET created_at = ?2 WHERE id = ?1 AND created_at > ?2')
      .bind(SEEDED_CUSTOMER.id, since),
    // A past that was made up wrote no letters; what the customer really did was done at some address.
    db.prepare('DELETE FROM mail_outbox WHERE user_id = ?1 AND origin IS NULL').bind(SEEDED_CUSTOMER.id),
  ]);
}
