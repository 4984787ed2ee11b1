// A customer who has everything that a customer can have, somebody else who wants to know of it, and a way to tell
// whether anything of it has changed or been said.

import { env } from 'cloudflare:workers';
import { linkToken } from '../../../worker/auth/mailed-link-token.ts';
import { makePixDeposit } from '../../../worker/services/pix-deposits.ts';
import { rowsOf } from './isolation-rows.ts';
import {
  createCustomer,
  type Customer,
  type CustomerOptions,
  openSessionFor,
} from '../../support/customers.ts';
import { give, quoteFor } from '../../support/funds.ts';
import { SetPrices } from '../../support/money-calls.ts';
import { addPayoutAccount, withdraw } from '../../support/withdrawals.ts';

export type Victim = Customer & {
  readonly transactionId: string;
  readonly alertId: string;
  readonly deliveryId: string;
  readonly passkeyId: string;
  readonly documentId: string;
  readonly otherSessionId: string;
  readonly exportId: string;
  readonly withdrawalId: string;
  readonly payoutAccountId: string;
  readonly quote: string;
  readonly depositKey: string;
  readonly pixDepositId: string;
  readonly resetToken: string;
  /** Texts that occur in every answer about this customer; in an answer to another person none may occur. */
  readonly marks: readonly string[];
};

const HOUR = 60 * 60_000;

export async function makeVictim(): Promise<Victim> {
  const unique = crypto.randomUUID();
  const phone = String(10 ** 12 + Math.floor(Math.random() * 9e12));
  const customer = await createCustomer(env, { fullName: `Vitória Segredo ${unique.slice(0, 8)}`, phone });
  const { userId, email } = customer;
  await give(env.DB, customer, { cashCents: 7_654_321, metal: 'gold', ouncesE4: 123_457 });
  const other = await openSessionFor(env, userId, true);
  const payoutAccountId = await addPayoutAccount(env, customer);
  const withdrawal = await withdraw(env.DB, customer, { payoutAccountId, amountCents: 12_345 });
  if (withdrawal === null) throw new Error('The victim withdraws nothing');
  const ids = rowsOf(env, userId);
  await env.DB.batch([...ids.statements]);
  await env.MEDIA.put(`exports/${ids.exportId}.zip`, `a copy of ${unique}`);
  const [transaction, operation] = await Promise.all([
    env.DB.prepare('SELECT id FROM transactions WHERE account_id = ? LIMIT 1')
      .bind(userId)
      .first<string>('id'),
    env.DB.prepare('SELECT idempotency_key AS k FROM operations WHERE account_id = ? LIMIT 1')
      .bind(userId)
      .first<string>('k'),
  ]);
  const pixDepositId = await chargeOf(customer);
  if (transaction === null || operation === null) throw new Error('The victim owns nothing');
  return {
    ...customer,
    transactionId: transaction,
    alertId: ids.alertId,
    deliveryId: ids.deliveryId,
    passkeyId: ids.passkeyId,
    documentId: ids.documentId,
    otherSessionId: other.sessionId,
    exportId: ids.exportId,
    withdrawalId: withdrawal.id,
    payoutAccountId,
    quote: await quoteFor(env, customer, {
      side: 'buy',
      metal: 'gold',
      ouncesE4: 10_000,
      priceCents: 400_000,
    }),
    depositKey: operation,
    pixDepositId,
    resetToken: linkToken(env.SESSION_SECRET, { purpose: 'password-reset', id: ids.resetId }),
    marks: [
      userId,
      email,
      phone,
      unique.slice(0, 8),
      transaction,
      pixDepositId,
      ids.alertId,
      ids.passkeyId,
      other.sessionId,
      withdrawal.id,
      payoutAccountId,
    ],
  };
}

/** A charge by PIX that waits for its payment. */
async function chargeOf({ userId, email }: Customer): Promise<string> {
  const hub = new SetPrices({}, 50_000);
  const deps = {
    db: env.DB,
    env,
    hub,
    now: Date.now,
    newId: () => crypto.randomUUID(),
    defer: () => undefined,
  };
  const request = {
    accountId: userId,
    email,
    idempotencyKey: crypto.randomUUID(),
    method: 'POST',
    path: '/',
    body: '',
  };
  const made = await makePixDeposit(deps, request, { amountCents: 10_000 });
  if (!made.ok) throw new Error(`no charge: ${made.error.code}`);
  return made.value.body.deposit.id;
}

/** Ways to come without a session that counts, each with its cookies; all but the first two are the customer's own. */
export async function lockedOutCookies({
  userId,
}: Customer): Promise<readonly (readonly [way: string, cookie: string])[]> {
  const [ended, outlived] = [await openSessionFor(env, userId), await openSessionFor(env, userId)];
  await env.DB.batch([
    env.DB.prepare(`UPDATE sessions SET ended_at = 1, end_reason = 'revoked' WHERE id = ?`).bind(
      ended.sessionId,
    ),
    env.DB.prepare('UPDATE sessions SET created_at = 1, expires_at = 2 WHERE id = ?').bind(
      outlived.sessionId,
    ),
  ]);
  const expired = await openSessionFor(env, userId, true, Date.now() - HOUR);
  return [
    ['without cookies', ''],
    ['with a made-up access token', 'onca_access=made.up.token'],
    ['with an access token that is over', expired.cookie],
    ['with a session that was ended', ended.cookie],
    ['with a session whose time is over', outlived.cookie],
  ];
}

/** Somebody else, with money and a proof just given, so that only ownership can be the reason of a refusal. */
export async function makeStranger(
  options: Pick<CustomerOptions, 'admin' | 'roles' | 'factor' | 'tier'> = {},
): Promise<Customer> {
  const stranger = await createCustomer(env, { fullName: 'Mallory Vale', ...options });
  await give(env.DB, stranger, { cashCents: 5_000_000, metal: 'gold', ouncesE4: 20_000 });
  await stepUp(stranger);
  return stranger;
}

export async function stepUp(
  { sessionId }: Pick<Customer, 'sessionId'>,
  at: number | null = Date.now(),
): Promise<void> {
  await env.DB.prepare('UPDATE sessions SET stepped_up_at = ?2, stepped_up_by = ?3 WHERE id = ?1')
    .bind(sessionId, at, at === null ? null : 'totp')
    .run();
}

/** Every row of every table that names the victim, as text: equal before and after means that nothing has changed. */
export async function everythingOf({ marks }: Victim): Promise<readonly string[]> {
  const tables = await tablesWithColumns();
  const mentioned = marks.map((_, index) => `instr(row, ?${index + 1})`).join(' OR ');
  const replies = await env.DB.batch<{ row: string }>(
    tables.map(({ name, columns }) => {
      const row = columns.map((column) => `quote("${column}")`).join(` || ',' || `);
      const sql = `WITH texts AS MATERIALIZED (SELECT ${row} AS row FROM "${name}") SELECT row FROM texts WHERE ${mentioned}`;
      return env.DB.prepare(sql).bind(...marks);
    }),
  );
  return replies.flatMap(({ results }, index) =>
    results.map(({ row }) => `${tables[index]?.name}: ${row}`).toSorted(),
  );
}

type TableShape = { readonly name: string; readonly columns: readonly string[] };
let shapes: Promise<readonly TableShape[]> | undefined;

function tablesWithColumns(): Promise<readonly TableShape[]> {
  return (shapes ??= readTables());
}

async function readTables(): Promise<readonly TableShape[]> {
  const { results } = await env.DB.prepare(
    `SELECT t.name, json_group_array(c.name) AS columns FROM sqlite_master t, pragma_table_info(t.name) c
     WHERE t.type = 'table' AND t.name NOT GLOB 'sqlite_*' AND t.name NOT GLOB '_cf_*' AND t.name NOT GLOB 'd1_*'
     GROUP BY t.name ORDER BY t.name`,
  ).all<{ name: string; columns: string }>();
  return results.map(({ name, columns }) => ({ name, columns: JSON.parse(columns) as string[] }));
}

/** Which of the victim's marks a text holds. */
export function says(text: string, { marks }: Pick<Victim, 'marks'>): readonly string[] {
  return marks.filter((mark) => text.includes(mark));
}
