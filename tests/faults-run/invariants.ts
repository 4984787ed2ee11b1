// What holds after each fault: every rule of the nightly check, the closes, and what the clients were told, row by row. The database is read
// as a file, beside the runtime that has it open.

import { publicKeys } from '../../worker/auth/signing-keys.ts';
import { NodeD1 } from '../../worker/commands/node-d1.ts';
import { inspectAccountDays } from '../../worker/db/account-days-check.ts';
import { inspectLedger } from '../../worker/db/ledger-check.ts';
import { inspectStorageDays } from '../../worker/db/storage-check.ts';
import { verifyCloses } from '../../worker/services/verify-closes.ts';
import { BROKEN_TRADES } from '../bench/ledger.ts';
import { copyInto } from '../support/migrations.ts';
import { asD1 } from '../support/node-books.ts';
import type { PixBankSeen } from '../support/vendor-control.ts';
import { inspectCards } from './card-invariants.ts';
import type { CardsSeen } from './card-gateway.ts';
import type { History } from './history.ts';
import { WORLD_SECRETS } from './runtime.ts';

type Rows = <T>(sql: string) => Promise<readonly T[]>;

const CONTRADICTED = 'payout-contradictions-are-resolved';

/** One row for each thing that is not as it should be. */
const RULES: Readonly<Record<string, string>> = {
  'a trade is whole': `${BROKEN_TRADES} AND o.idempotency_key LIKE 'run-%' LIMIT 5`,
  'operations are numbered without holes': `SELECT max(seq) AS id FROM operations HAVING max(seq) - min(seq) + 1 <> count(*)`,
  'an alert that wrote a letter wrote one': `SELECT d.id FROM alert_deliveries d WHERE d.by_email = 1
    AND (SELECT count(*) FROM mail_outbox m WHERE m.id = 'alert-' || d.id) <> 1 LIMIT 5`,
  'an alert fires again only after the way back': `SELECT a.id FROM alert_deliveries a JOIN alert_deliveries b
    ON a.alert_id = b.alert_id AND a.price_at = b.price_at AND a.id < b.id LIMIT 5`,
  'no letter is given up for trouble': `SELECT id FROM mail_outbox WHERE state = 'dead' AND last_error LIKE 'Could not be written%' LIMIT 5`,
  'a letter that is sent arrived': `SELECT id FROM mail_outbox WHERE state = 'sent'
    AND substr(provider_id, 9) NOT IN (SELECT id FROM local_mailbox) LIMIT 5`,
};

/** `cards`: null where the sandbox answers by itself. */
export async function inspect(
  file: string,
  history: History,
  bank: PixBankSeen,
  cards: { readonly seen: CardsSeen; readonly told: number } | null = null,
): Promise<void> {
  const open = new NodeD1(file, { readOnly: true });
  const copy = copyInto(NodeD1, open);
  open.close();
  const db = asD1(copy);
  try {
    const rows: Rows = async <T>(sql: string) => (await db.prepare(sql).all<T>()).results;
    await books(db, history, bank);
    for (const [rule, sql] of Object.entries(RULES))
      for (const { id } of await rows<{ id: string }>(sql)) history.find('wrong', `${rule}: ${id}`);
    await operations(rows, history);
    await people(rows, history);
    await payouts(rows, history, bank);
    if (cards !== null) await inspectCards(rows, history, cards.seen, cards.told);
  } finally {
    copy.close();
  }
}

async function books(db: D1Database, history: History, { lied }: PixBankSeen): Promise<void> {
  const { findings } = await inspectLedger(db);
  const days = [...(await inspectStorageDays(db)), ...(await inspectAccountDays(db))];
  for (const { rule, subject, detail } of [...findings, ...days]) {
    // A bank that lied about an order is found, and waits for an operator: the run has none.
    const isLie = rule === CONTRADICTED && lied.includes(orderOf(subject));
    if (!isLie) history.find('wrong', `${rule}: ${subject}: ${detail}`);
  }
  const { differences } = await verifyCloses(db, publicKeys({ ...WORLD_SECRETS, RETIRED_KEYS: '' } as never));
  for (const { day, value, stored, expected } of differences.slice(0, 5))
    history.find('wrong', `the close of ${day}: ${value} ${stored}, computed ${expected}`);
}

/** The bank's name of a withdrawal. */
const orderOf = (withdrawalId: string): string => withdrawalId.replaceAll('-', '');

type StoredOperation = {
  readonly account: string;
  readonly key: string;
  readonly count: number;
  readonly transactions: number;
};

/** What was acknowledged is there once; what is there was asked for. */
async function operations(rows: Rows, history: History): Promise<void> {
  const stored = new Map<string, StoredOperation>();
  const listed = await rows<StoredOperation>(
    `SELECT o.account_id AS account, o.idempotency_key AS key, count(DISTINCT o.id) AS count, count(t.id) AS transactions
     FROM operations o LEFT JOIN transactions t ON t.operation_id = o.id
     WHERE o.idempotency_key LIKE 'run-%' GROUP BY o.account_id, o.idempotency_key`,
  );
  for (const one of listed) stored.set(`${one.account} ${one.key}`, one);
  for (const [name, { path, key, told, isRefused }] of history.operations) {
    const found = stored.get(name);
    const what = `${path} ${key}`;
    if (told !== null && found === undefined)
      history.find('lost', `${what} was acknowledged and is not there`);
    if (found === undefined) continue;
    if (found.count > 1 || found.transactions > 1)
      history.find('doubled', `${what}: ${found.count} operations, ${found.transactions} transactions`);
    if (told !== null && found.transactions === 0) history.find('lost', `${what} has no transaction`);
    if (isRefused) history.find('wrong', `${what} was refused and is there`);
  }
  for (const name of stored.keys())
    if (!history.operations.has(name)) history.find('wrong', `${name} is there and nobody asked for it`);
}

async function people(rows: Rows, history: History): Promise<void> {
  const users = new Map<string, { readonly id: string; readonly isConfirmed: number }[]>();
  for (const user of await rows<{ id: string; email: string; isConfirmed: number }>(
    `SELECT id, email, email_confirmed_at IS NOT NULL AS isConfirmed FROM users WHERE email LIKE 'run-%'`,
  ))
    users.set(user.email, [...(users.get(user.email) ?? []), user]);
  for (const [email, userId] of history.signedUp) {
    const found = users.get(email) ?? [];
    if (found.length > 1) history.find('doubled', `${email} signed up ${found.length} times`);
    if (found[0]?.id !== userId) history.find('lost', `${email} signed up and is not there`);
    if (history.confirmed.has(userId) && found[0]?.isConfirmed !== 1)
      history.find('lost', `${email} proved the address and it is not proved`);
  }
  const alerts = new Set((await rows<{ id: string }>('SELECT id FROM alerts')).map(({ id }) => id));
  for (const [id, isThere] of history.alerts)
    if (isThere !== null && alerts.has(id) !== isThere)
      history.find('lost', `alert ${id}: ${isThere ? 'added and not there' : 'removed and still there'}`);
  const states = await rows<{ id: string; state: string }>('SELECT id, state FROM withdrawals');
  for (const { id, state } of states)
    if (history.cancelled.has(id) && state !== 'cancelled')
      history.find('lost', `withdrawal ${id} was cancelled and is ${state}`);
}

/** The bank has each withdrawal once, with its amount; what it has did not go back to the customer, and what is paid it has. */
async function payouts(rows: Rows, history: History, bank: PixBankSeen): Promise<void> {
  const stored = await rows<{ id: string; state: string; brl: number | null; failure: string | null }>(
    `SELECT id, state, brl_cents AS brl, failure FROM withdrawals WHERE gateway = 'pix-api'`,
  );
  for (const { id, state, brl } of stored) {
    const sent = bank.sent[orderOf(id)];
    if (sent === undefined) {
      if (state === 'paid') history.find('lost', `withdrawal ${id} is paid and the bank never had it`);
      continue;
    }
    if (!['sending', 'paid'].includes(state))
      history.find('doubled', `withdrawal ${id} is ${state}, and the bank has it`);
    if (Math.round(Number(sent.valor) * 100) !== brl)
      history.find('wrong', `withdrawal ${id}: ${brl} centavos, ${sent.valor} at the bank`);
  }
}
