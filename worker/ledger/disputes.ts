// A deposit that the payer's bank took back: a charge-back of a card, a contested PIX. What is there of the customer's cash goes, never
// below zero, and the rest is owed: a receivable of the house, named per customer (P99). Statements for the batch of the approval, which
// alone moves it. The house's side is that of the deposit's own settlement the other way round, whatever it was paid by.

import { clearGuards, guard } from '../db/guards.ts';
import type { BrlDepositState } from '../domain/pix.ts';
import { receiptCode } from '../domain/receipt-code.ts';
import { HOUSE, insertOperation } from './statements.ts';

/** A deposit that was completed. */
export type SettledDeposit = {
  readonly id: string;
  readonly accountId: string;
  readonly settlementId: string;
};

export type DisputeStep = {
  readonly operationId: string;
  readonly transactionId: string;
  /** Approved by a second operator in the same batch. */
  readonly proposalId: string;
  readonly of: SettledDeposit;
  readonly now: number;
};

/** The bank took it back. What its customer asked for and has not left goes back before. The batch aborts at a guard where that is known already, or the deposit was reversed. */
export function takeBack(db: D1Database, step: DisputeStep): D1PreparedStatement[] {
  const { operationId, of, now } = step;
  return [
    begin(db, step),
    db
      .prepare(
        `INSERT INTO disputes (deposit_id, account_id, amount_cents, taken_cents, owed_cents, opened_at)
         SELECT d.id, d.account_id, d.amount_cents, min(d.amount_cents, a.cash_cents), max(0, d.amount_cents - a.cash_cents), ?3
         FROM deposits d JOIN accounts a ON a.id = d.account_id
         WHERE d.id = ?1 AND d.settlement_id = ?2 AND NOT EXISTS (SELECT 1 FROM operations r WHERE r.reverses = d.settlement_id)
         ON CONFLICT DO NOTHING`,
      )
      .bind(of.id, of.settlementId, now),
    guard(db, operationId, 'dispute'),
    show(db, step, 'charge-back', 'taken_cents'),
    ...moveShown(db, step, -1),
    post(db, step, [settlementLines(-1), shownLine(-1), line(HOUSE.disputes, -1, 'owed_cents')]),
    changeReais(db, step, 'refunded', 'paid', 'contested'),
    ...end(db, step),
  ];
}

/** The bank gave it up: what was taken is there again, and nothing is owed. */
export function giveBack(db: D1Database, step: DisputeStep): D1PreparedStatement[] {
  return [
    begin(db, step),
    show(db, step, 'charge-back-return', 'taken_cents'),
    ...moveShown(db, step, 1),
    post(db, step, [
      settlementLines(1),
      shownLine(1),
      line(HOUSE.disputes, 1, 'owed_cents'),
      line(HOUSE.writtenOff, 1, 'forgiven_cents'),
    ]),
    change(db, step, 'taken_cents = 0, owed_cents = 0, forgiven_cents = 0, won_at = ?1', 'won_at IS NULL'),
    guard(db, step.operationId, 'dispute'),
    changeReais(db, step, 'paid', 'refunded'),
    ...end(db, step),
  ];
}

/** Of what is owed, what is there now. The batch aborts at a guard where nothing is. */
export function collect(db: D1Database, step: DisputeStep): D1PreparedStatement[] {
  return [
    begin(db, step),
    show(db, step, 'charge-back', 'min(owed_cents, (SELECT cash_cents FROM accounts WHERE id = account_id))'),
    guard(db, step.operationId, 'collected'),
    ...moveShown(db, step, -1),
    post(db, step, [shownLine(-1), `SELECT '${HOUSE.disputes}', 'usd', ${SHOWN}`]),
    change(
      db,
      step,
      `taken_cents = taken_cents + ${SHOWN}, owed_cents = owed_cents - ${SHOWN}`,
      'owed_cents > 0',
    ),
    guard(db, step.operationId, 'dispute'),
    ...end(db, step),
  ];
}

/** What is owed is the house's loss. */
export function forgive(db: D1Database, step: DisputeStep): D1PreparedStatement[] {
  return [
    begin(db, step),
    post(db, step, [line(HOUSE.disputes, 1, 'owed_cents'), line(HOUSE.writtenOff, -1, 'owed_cents')]),
    change(db, step, 'forgiven_cents = forgiven_cents + owed_cents, owed_cents = 0', 'owed_cents > 0'),
    guard(db, step.operationId, 'dispute'),
    ...end(db, step),
  ];
}

/** What the step's transaction shows: what goes from the customer's cash, or comes back. */
const SHOWN = `coalesce((SELECT total_cents FROM transactions WHERE id = ?2), 0)`;

// Lines of entries: (account, asset, amount), over ?1 the deposit, ?2 the transaction, ?3 the settlement.
const shownLine = (sign: 1 | -1) =>
  `SELECT account_id, 'usd', ${sign} * ${SHOWN} FROM disputes WHERE deposit_id = ?1`;
const line = (account: string, sign: 1 | -1, cents: 'owed_cents' | 'forgiven_cents') =>
  `SELECT '${account}', 'usd', ${sign} * ${cents} FROM disputes WHERE deposit_id = ?1`;
/** The house's side of the deposit: the bank's money, the fee, and what was exchanged. */
const settlementLines = (sign: 1 | -1) =>
  `SELECT e.account_id, e.asset, ${sign} * e.amount FROM entries e JOIN accounts a ON a.id = e.account_id
   WHERE e.operation_id = ?3 AND a.kind = 'house'`;

function begin(db: D1Database, { operationId, proposalId, of, now }: DisputeStep): D1PreparedStatement {
  return insertOperation(db, {
    id: operationId,
    accountId: of.accountId,
    initiator: 'house',
    idempotencyKey: `dispute:${proposalId}`,
    requestHash: proposalId,
    kind: 'dispute',
    now,
  });
}

/** Nothing where nothing moves. Its note is the receipt of the deposit: whoever looks for it finds both. */
function show(
  db: D1Database,
  { operationId, transactionId, of, now }: DisputeStep,
  type: 'charge-back' | 'charge-back-return',
  cents: string,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, method, gateway,
         notes, created_at, settled_at)
       SELECT ?1, s.account_id, ?2, ?3, s.cents, 0, s.cents, 'completed', d.method, d.gateway, ?4, ?5, ?5
       FROM (SELECT deposit_id, account_id, ${cents} AS cents FROM disputes WHERE deposit_id = ?6) s
         JOIN deposits d ON d.id = s.deposit_id WHERE s.cents > 0`,
    )
    .bind(transactionId, operationId, type, receiptCode(of.id), now, of.id);
}

function moveShown(
  db: D1Database,
  { operationId, transactionId, of }: DisputeStep,
  sign: 1 | -1,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `UPDATE accounts SET cash_cents = cash_cents + ?1 * coalesce((SELECT total_cents FROM transactions WHERE id = ?2), 0)
         WHERE id = ?3 AND kind = 'customer'`,
      )
      .bind(sign, transactionId, of.accountId),
    guard(db, operationId, 'cash'),
  ];
}

/** Lines of zero are left out. */
function post(
  db: D1Database,
  { operationId, transactionId, of }: DisputeStep,
  lines: readonly string[],
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO entries (operation_id, line, account_id, asset, amount)
       WITH lines (account_id, asset, amount) AS (${lines.join(' UNION ALL ')})
       SELECT ?4, row_number() OVER (ORDER BY asset, account_id), account_id, asset, amount FROM lines WHERE amount <> 0`,
    )
    .bind(of.id, transactionId, of.settlementId, operationId);
}

function change(
  db: D1Database,
  { transactionId, of, now }: DisputeStep,
  set: string,
  where: string,
): D1PreparedStatement {
  return db
    .prepare(`UPDATE disputes SET ${set} WHERE deposit_id = ?3 AND ${where}`)
    .bind(now, transactionId, of.id);
}

/** What the deposit is called where it came in reais; no other has a row there. */
function changeReais(
  db: D1Database,
  { of }: DisputeStep,
  state: BrlDepositState,
  ...before: readonly BrlDepositState[]
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE brl_deposits SET state = ?2 WHERE id = ?1 AND state IN (SELECT value FROM json_each(?3))`,
    )
    .bind(of.id, state, JSON.stringify(before));
}

function end(db: D1Database, { operationId, proposalId, of }: DisputeStep): D1PreparedStatement[] {
  return [
    db
      .prepare('INSERT INTO dispute_steps (operation_id, deposit_id, proposal_id) VALUES (?1, ?2, ?3)')
      .bind(operationId, of.id, proposalId),
    clearGuards(db, operationId),
  ];
}
