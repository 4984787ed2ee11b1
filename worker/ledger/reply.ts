// The stored reply of an operation: the state after it, written by the batch itself, once and for ever.
// The customer's answer is a pure function of it, so a replay is byte for byte the first answer.

import { factsJson } from '../db/portfolio.ts';
import { TRANSACTION_JSON } from '../db/transactions.ts';
import { type Marks, type PortfolioView, type StoredPortfolio, valuePortfolio } from '../domain/portfolio.ts';
import type { TransactionFacts } from '../domain/transactions.ts';
import type { WithdrawalFacts } from '../domain/withdrawals.ts';

/** `v` names the shape. A new shape gets a new number; the reader of an old one is never removed. */
export type OperationReply = {
  readonly v: 1 | 2 | 3;
  readonly transaction: TransactionFacts;
  readonly facts: StoredPortfolio;
  readonly marks: Marks;
  /** Of a withdrawal alone. */
  readonly withdrawal?: WithdrawalFacts;
};

/** The reply of operation `operations`, as SQL; the arguments are places such as `?1`, or columns. */
export const replySql = (marks: string, now: string): string =>
  `(SELECT json_object('v', 3, 'transaction', ${TRANSACTION_JSON}, 'facts', ${factsJson(now)}, 'marks', json(${marks}))
    FROM transactions t JOIN accounts a ON a.id = t.account_id WHERE t.operation_id = operations.id)`;

/** Step 6, last in its batch: writes the post-state with the price marks of the moment and returns it, unless a reply is there. */
export function writeReply(
  db: D1Database,
  operationId: string,
  marks: Marks,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE operations SET reply = ${replySql('?1', '?3')} WHERE id = ?2 AND reply IS NULL RETURNING reply`,
    )
    .bind(JSON.stringify(marks), operationId, now);
}

/** The same for a set of operations, each as of its own moment; returns (id, reply). `ids` is a JSON array of theirs. */
export function writeReplies(db: D1Database, ids: string, marks: Marks): D1PreparedStatement {
  return db
    .prepare(
      `UPDATE operations SET reply = ${replySql('?2', 'operations.created_at')}
       WHERE id IN (SELECT value FROM json_each(?1)) RETURNING id, reply`,
    )
    .bind(ids, JSON.stringify(marks));
}

export function readReply(reply: string): OperationReply {
  return JSON.parse(reply) as OperationReply;
}

/** The portfolio after the operation. Version 1 counted the held bonus as gain (P42); until version 3 there are no net purchases (P7). */
export function portfolioAfter({ v, facts, marks }: OperationReply): PortfolioView {
  return valuePortfolio(facts, marks, v === 1 ? 'all' : 'free');
}
