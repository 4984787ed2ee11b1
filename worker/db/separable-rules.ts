// The part of the ledger's audit that keeps customers apart: an operation moves one customer's money and metal, against the house
// alone, so that any group of customers with all of their operations is a ledger of its own (D92).

import type { LedgerRuleCheck } from './ledger-check.ts';

export const SEPARABLE_RULES: readonly LedgerRuleCheck[] = [
  {
    rule: 'an-operation-is-of-one-customer',
    sql: `SELECT o.id AS subject, o.kind || ' of ' || o.account_id || ' moves ' || e.account_id AS detail
          FROM entries e JOIN accounts a ON a.id = e.account_id JOIN operations o ON o.id = e.operation_id
          WHERE a.kind = 'customer' AND e.account_id <> o.account_id
          UNION ALL
          SELECT o.id, o.kind || ' of ' || o.account_id || ' undoes one of ' || undone.account_id
          FROM operations o JOIN operations undone ON undone.id = o.reverses WHERE undone.account_id <> o.account_id
          UNION ALL
          SELECT o.id, o.kind || ' of ' || o.account_id || ' settles a deposit of ' || d.account_id
          FROM deposits d JOIN operations o ON o.id = d.settlement_id WHERE d.account_id <> o.account_id`,
  },
];
