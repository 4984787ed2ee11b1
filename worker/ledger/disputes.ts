// A deposit that the payer's bank took back, whole or in parts: a charge-back of a card, a contested PIX. What is there of the customer's
// cash goes, never below zero, and the rest is owed: a receivable of the house, named per customer (P99). Statements for the batch of the
// approval, which alone moves it.

import { clearGuards, guard } from '../db/guards.ts';
import type { TakenPart } from '../domain/charge-backs.ts';
import { receiptCode } from '../domain/receipt-code.ts';
import { HOUSE, insertOperation } from './statements.ts';

/** A deposit that was completed. */
export type SettledDeposit = {
  readonly id: string;
  readonly accountId: string;
  readonly inReais: boolean;
};

export type DisputeStep = {
  readonly operationId: string;
  readonly transactionId: string;
  /** Approved by a second operator in the same batch. */
  readonly proposalId: string;
  /** Of a charge-back: new. */
  readonly disputeId: string;
  readonly of: SettledDeposit;
  readonly now: number;
};

export type ChargeBack = {
  readonly part: TakenPart;
  /** All that stand, as the part was reckoned beside them. */
  readonly stands: TakenPart;
  /** As the bank calls it. */
  readonly caseNumber: string;
};

/**
 * The bank took a part of the deposit, or all. Withdrawals that the customer asked for and that have not left go back to him first. The
 * batch aborts at a guard where another part was taken or given up meanwhile, or the deposit was reversed, and at a UNIQUE where the case
 * is recorded already.
 */
export function takeBack(
  db: D1Database,
  step: DisputeStep,
  { part, stands, caseNumber }: ChargeBack,
): D1PreparedStatement[] {
  const { operationId, of, now } = step;
  return [
    begin(db, step),
    db
      .prepare(
        `INSERT INTO disputes (id, deposit_id, account_id, gateway, case_number, amount_cents, fee_cents, tax_cents, due_cents, taken_cents,
           owed_cents, opened_at)
         SELECT ?1, d.id, d.account_id, d.gateway, ?2, ?3, ?4, ?5, ?6, min(?6, a.cash_cents), max(0, ?6 - a.cash_cents), ?7
         FROM deposits d JOIN accounts a ON a.id = d.account_id
         WHERE d.id = ?8 AND d.status = 'completed' AND NOT EXISTS (SELECT 1 FROM operations r WHERE r.reverses = d.settlement_id)
           AND (SELECT coalesce(sum(amount_cents), 0), coalesce(sum(fee_cents), 0), coalesce(sum(tax_cents), 0), coalesce(sum(due_cents), 0)
                FROM disputes WHERE deposit_id = ?8 AND won_at IS NULL) = (?9, ?10, ?11, ?12)`,
      )
      .bind(
        step.disputeId,
        caseNumber,
        part.amountCents,
        part.feeCents,
        part.taxCents,
        part.dueCents,
        now,
        of.id,
        stands.amountCents,
        stands.feeCents,
        stands.taxCents,
        stands.dueCents,
      ),
    guard(db, operationId, 'dispute'),
    show(db, step, 'charge-back', 'taken_cents'),
    ...moveShown(db, step, -1),
    post(db, step, [...bankLines(of, 1), shownLine(-1), line(HOUSE.disputes, 'usd', -1, 'owed_cents')]),
    reaisTaken(db, step),
    ...end(db, step),
  ];
}

/** The bank gave it up: what was taken is there again, and nothing of it is owed. Other parts stay as they are. */
export function giveBack(db: D1Database, step: DisputeStep): D1PreparedStatement[] {
  return [
    begin(db, step),
    show(db, step, 'charge-back-return', 'taken_cents'),
    ...moveShown(db, step, 1),
    post(db, step, [
      ...bankLines(step.of, -1),
      shownLine(1),
      line(HOUSE.disputes, 'usd', 1, 'owed_cents'),
      line(HOUSE.writtenOff, 'usd', 1, 'forgiven_cents'),
    ]),
    change(db, step, 'taken_cents = 0, owed_cents = 0, forgiven_cents = 0, won_at = ?1', 'won_at IS NULL'),
    guard(db, step.operationId, 'dispute'),
    reaisGivenBack(db, step),
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
    post(db, step, [shownLine(-1), `('${HOUSE.disputes}', 'usd', ${SHOWN})`]),
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
    post(db, step, [
      line(HOUSE.disputes, 'usd', 1, 'owed_cents'),
      line(HOUSE.writtenOff, 'usd', -1, 'owed_cents'),
    ]),
    change(db, step, 'forgiven_cents = forgiven_cents + owed_cents, owed_cents = 0', 'owed_cents > 0'),
    guard(db, step.operationId, 'dispute'),
    ...end(db, step),
  ];
}

/** What the step's transaction shows: what goes from the customer's cash, or comes back. */
const SHOWN = `coalesce((SELECT total_cents FROM transactions WHERE id = ?2), 0)`;

// Lines of entries: (account, asset, amount), over the dispute x and ?2, the transaction.
const shownLine = (sign: 1 | -1) => `((SELECT account_id FROM x), 'usd', ${sign} * ${SHOWN})`;
const line = (account: string, asset: 'usd' | 'brl', sign: 1 | -1, cents: string) =>
  `('${account}', '${asset}', ${sign} * (SELECT ${cents} FROM x))`;

/**
 * What leaves the bank, with its part of the fee and of what was exchanged; the nightly check states it again
 * (disputes-move-what-the-bank-took). All parts together are the house's side of the settlement the other way round.
 */
function bankLines({ inReais }: SettledDeposit, sign: 1 | -1): readonly string[] {
  const back = sign === 1 ? -1 : 1;
  if (!inReais) {
    return [line(HOUSE.cash, 'usd', sign, 'amount_cents'), line(HOUSE.fees, 'usd', back, 'fee_cents')];
  }
  return [
    line(HOUSE.pix, 'brl', sign, 'amount_cents'),
    line(HOUSE.fx, 'brl', back, 'amount_cents - fee_cents - tax_cents'),
    line(HOUSE.fees, 'brl', back, 'fee_cents'),
    line(HOUSE.taxes, 'brl', back, 'tax_cents'),
    line(HOUSE.fx, 'usd', sign, 'due_cents'),
  ];
}

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
  { operationId, transactionId, disputeId, of, now }: DisputeStep,
  type: 'charge-back' | 'charge-back-return',
  cents: string,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, method, gateway,
         notes, created_at, settled_at)
       SELECT ?1, s.account_id, ?2, ?3, s.cents, 0, s.cents, 'completed', d.method, d.gateway, ?4, ?5, ?5
       FROM (SELECT deposit_id, account_id, ${cents} AS cents FROM disputes WHERE id = ?6) s
         JOIN deposits d ON d.id = s.deposit_id WHERE s.cents > 0`,
    )
    .bind(transactionId, operationId, type, receiptCode(of.id), now, disputeId);
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

/** Lines of zero are left out. As VALUES, because D1 takes no more than five SELECTs in a UNION. */
function post(
  db: D1Database,
  { operationId, transactionId, disputeId }: DisputeStep,
  lines: readonly string[],
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO entries (operation_id, line, account_id, asset, amount)
       WITH x AS (SELECT * FROM disputes WHERE id = ?1), lines (account_id, asset, amount) AS (VALUES ${lines.join(', ')})
       SELECT ?3, row_number() OVER (ORDER BY asset, account_id), account_id, asset, amount FROM lines WHERE amount <> 0`,
    )
    .bind(disputeId, transactionId, operationId);
}

function change(
  db: D1Database,
  { transactionId, disputeId, now }: DisputeStep,
  set: string,
  where: string,
): D1PreparedStatement {
  return db
    .prepare(`UPDATE disputes SET ${set} WHERE id = ?3 AND ${where}`)
    .bind(now, transactionId, disputeId);
}

/**
 * Where the deposit came in reais; no other has a row there. All of it taken, it is refunded; of a part the contest is decided and the rest
 * stands, unless the bank has said that it took more than is recorded.
 */
function reaisTaken(db: D1Database, { of }: DisputeStep): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE brl_deposits SET state = iif(x.stands = brl_cents, 'refunded', 'paid'),
         contested_at = iif(x.stands = brl_cents, contested_at, NULL), taken_back_at = iif(x.stands = brl_cents, taken_back_at, NULL)
       FROM (SELECT sum(iif(won_at IS NULL, amount_cents, 0)) AS stands, sum(amount_cents) AS recorded
             FROM disputes WHERE deposit_id = ?1) AS x
       WHERE id = ?1 AND state IN ('paid', 'contested') AND (x.stands = brl_cents OR x.recorded >= coalesce(taken_back_brl_cents, 0))`,
    )
    .bind(of.id);
}

function reaisGivenBack(db: D1Database, { of }: DisputeStep): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE brl_deposits SET state = 'paid', contested_at = NULL, taken_back_at = NULL WHERE id = ?1 AND state = 'refunded'`,
    )
    .bind(of.id);
}

function end(db: D1Database, { operationId, proposalId, disputeId }: DisputeStep): D1PreparedStatement[] {
  return [
    db
      .prepare('INSERT INTO dispute_steps (operation_id, dispute_id, proposal_id) VALUES (?1, ?2, ?3)')
      .bind(operationId, disputeId, proposalId),
    clearGuards(db, operationId),
  ];
}
