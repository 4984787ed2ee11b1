// Books in Node with a customer who withdraws, operators, a clock and a bank of the test's choosing. The services are the product's own.

import type { NodeD1 } from '../../worker/commands/node-d1.ts';
import type { RateBasis } from '../../worker/contract/prices.ts';
import { inspectLedger } from '../../worker/db/ledger-check.ts';
import { makeOperatorStatement, setRolesStatements } from '../../worker/db/operators/operators.ts';
import { addTotpStatement } from '../../worker/db/totp.ts';
import { findPayout, type SentPayout } from '../../worker/db/withdrawals.ts';
import type { PayoutMethod } from '../../worker/domain/payout-accounts.ts';
import { ok, type Result } from '../../worker/domain/result.ts';
import { DAY_MS } from '../../worker/domain/time.ts';
import type { Payout, PayoutGateway, PayoutOrder } from '../../worker/services/payout-gateway.ts';
import { requestWithdrawal } from '../../worker/services/request-withdrawal.ts';
import { sendWithdrawals } from '../../worker/services/send-withdrawals.ts';
import { addCustomer, asD1, deposit, emptyBooks, STATEMENT_ENV } from './node-books.ts';

export const START = Date.parse('2027-03-01T12:00:00.000Z');
export const RATE_E4 = 54_321;
export const RATE = { rateE4: RATE_E4, asOf: new Date(START).toISOString(), source: 'test' } as const;
export const OPERATORS = ['op-1', 'op-2', 'op-3'] as const;

/** What the bank does with an order; `lost`: it never hears of it, `mute`: it takes it and its answer is lost. */
export type BankMood = 'paid' | 'returned' | 'pending' | 'lost' | 'mute';

/** A bank that keeps what it took, by key, and pays each once. */
export class Bank implements PayoutGateway {
  readonly name = 'sandbox';
  readonly methods = ['pix', 'ted', 'wire'] as const;
  mood: BankMood = 'paid';
  readonly taken = new Map<string, Payout>();
  readonly creates: PayoutOrder[] = [];
  isDown = false;

  async createPayout(order: PayoutOrder): Promise<Payout> {
    this.creates.push(order);
    if (this.mood === 'lost') throw new Error('the line is dead');
    const outcome = this.mood === 'mute' ? 'pending' : this.mood;
    const payout: Payout = this.taken.get(order.key) ?? {
      reference: `bank-${order.key}`,
      outcome,
      sentCents: order.cents,
      ...(outcome === 'returned' ? { failure: 'Conta encerrada' } : {}),
    };
    this.taken.set(order.key, payout);
    if (this.mood === 'mute') throw new Error('the line is dead');
    return payout;
  }

  async findPayout(key: string): Promise<Payout | null> {
    if (this.isDown) throw new Error('the line is dead');
    return this.taken.get(key) ?? null;
  }

  /** Of what is under way. */
  decide(key: string, outcome: 'paid' | 'returned'): void {
    const payout = this.taken.get(key);
    if (payout !== undefined) this.taken.set(key, { ...payout, outcome });
  }

  findHolder = async () => ({ found: 'unavailable' }) as const;
  isGenuine = async () => true;
  readCallback = () => null;
}

export type Books = {
  readonly node: NodeD1;
  readonly db: D1Database;
  readonly bank: Bank;
  /** The clock, which the test moves. */
  now: number;
  /** Null: nobody exchanges now. */
  rate: RateBasis | null;
};

export async function withdrawalBooks(cashCents: number, node: NodeD1 = emptyBooks()): Promise<Books> {
  const db = asD1(node);
  await addCustomer(db, 'ana', START - 90 * DAY_MS);
  for (const id of OPERATORS) await addCustomer(db, id, START - 90 * DAY_MS);
  if (cashCents > 0) await deposit(db, { accountId: 'ana', amount: cashCents, at: START - 60 * DAY_MS });
  prepare(node);
  await db.batch([
    addTotpStatement(db, { userId: 'ana', sealedSecret: 'x'.repeat(80), step: 0, now: 1 }),
    ...OPERATORS.map((id) => makeOperatorStatement(db, id, 1)),
    ...OPERATORS.flatMap((id) => setRolesStatements(db, id, ['treasury'], 1)),
  ]);
  return { node, db, bank: new Bank(), now: START, rate: RATE };
}

/** Whose limits do not stand in the way, with an active account for each way. */
function prepare(node: NodeD1): void {
  node.exec(`UPDATE users SET email_confirmed_at = 1;
    UPDATE level_limits SET max_cents = 900000000 WHERE kind = 'withdrawal' AND max_cents IS NOT NULL;`);
  for (const method of ['pix', 'ted', 'wire'] as const) addPayoutAccount(node, 'ana', method);
}

export function addPayoutAccount(
  node: NodeD1,
  accountId: string,
  method: PayoutMethod,
  id = `${accountId}-${method}`,
  createdAt = 1,
): void {
  node.exec(`INSERT INTO payout_accounts (id, account_id, method, key_type, sealed_details, masked, fingerprint, holder_mac, status, others,
      created_at, checked_at)
    VALUES ('${id}', '${accountId}', '${method}', ${method === 'pix' ? "'email'" : 'NULL'}, 'sealed', '${method} ***1', '${id}', 'mac',
      'active', 0, ${createdAt}, 1)`);
}

export function depsOf(books: Books, db: D1Database = books.db) {
  return {
    env: { ...STATEMENT_ENV, SESSION_SECRET: 'a-session-secret-0123456789abcdef0123' },
    db,
    now: () => books.now,
    newId: () => crypto.randomUUID(),
    defer: () => undefined,
    hub: {
      quoteBasis: () => Promise.reject(new Error('nobody trades here')),
      rateBasis: () => Promise.resolve(books.rate),
      snapshot: () => Promise.resolve({ asOf: null, prices: [], fx: null } as never),
      notify: () => Promise.resolve(0),
      notifyAll: () => Promise.resolve(0),
    },
  };
}

export async function ask(
  books: Books,
  amountCents: number,
  /** The payout account, by the end of its id. */
  to: string = 'wire',
  key: string = crypto.randomUUID(),
  db: D1Database = books.db,
): Promise<Result<SentPayout, string>> {
  const body = { amountCents, payoutAccountId: `ana-${to}` };
  const request = {
    accountId: 'ana',
    email: 'ana@example.com',
    idempotencyKey: key,
    method: 'POST',
    path: '/api/withdrawals',
    body: JSON.stringify(body),
    provedBy: 'totp',
  } as const;
  const asked = await requestWithdrawal(depsOf(books, db), request, body, [books.bank]);
  if (!asked.ok) return { ok: false, error: asked.error.code };
  return ok(await payoutOf(books, asked.value.body.withdrawal.id));
}

export async function payoutOf({ db }: Books, id: string): Promise<SentPayout> {
  const payout = await findPayout(db, id);
  if (payout === null) throw new Error('a withdrawal is never removed');
  return payout;
}

/** A run of the cron. Whoever opens the seal finds an account of the customer's. */
export const send = (books: Books, db: D1Database = books.db) =>
  sendWithdrawals(depsOf(books, db), [books.bank], async (_deps, { method }) => ({
    to:
      method === 'pix'
        ? { method, keyType: 'email', key: 'ana@example.com' }
        : method === 'ted'
          ? { method, bank: '001', branch: '1', number: '2', kind: 'checking' }
          : { method, iban: 'DE89370400440532013000', bic: 'DEUTDEFF' },
    holder: { number: '52998224725', name: 'Ana Prado' },
  }));

/** As two operators approve whatever waits for them: for what is about something else. */
export function approveAll({ node }: Books): void {
  node.exec(`INSERT INTO withdrawal_decisions (withdrawal_id, seq, operator_id, decision, reason, at)
      SELECT w.id, o.value, 'op-' || o.value, 'approve', 'Nothing speaks against it.', 1
      FROM withdrawals w, json_each('[1, 2]') o WHERE w.state = 'waiting-approval';
    UPDATE withdrawals SET state = 'ready' WHERE state = 'waiting-approval'`);
}

export async function cashOf({ db }: Books, accountId = 'ana'): Promise<number> {
  return (
    (await db
      .prepare('SELECT cash_cents AS cash FROM accounts WHERE id = ?')
      .bind(accountId)
      .first<number>('cash')) ?? -1
  );
}

/** The sums of the house's accounts, of those that are not zero. */
export async function houseOf({ db }: Books): Promise<Record<string, number>> {
  const { results } = await db
    .prepare(
      `SELECT substr(account_id, 7) || ' ' || asset AS name, sum(amount) AS amount FROM entries WHERE account_id LIKE 'house:%'
       GROUP BY 1 HAVING sum(amount) <> 0`,
    )
    .all<{ name: string; amount: number }>();
  return Object.fromEntries(results.map(({ name, amount }) => [name, amount]));
}

export async function findingsOf({ db }: Books): Promise<string[]> {
  const { findings } = await inspectLedger(db);
  // These books have metal without bars (node-books.ts).
  return findings
    .filter(({ rule }) => !rule.startsWith('stock-'))
    .map(({ rule, subject, detail }) => `${rule}: ${subject} ${detail}`);
}
