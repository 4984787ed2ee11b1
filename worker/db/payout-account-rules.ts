// The audit of payout accounts, as rules of the nightly check (ledger-check.ts). Each statement answers rows of (subject, detail).

import { PAYOUT_ACCOUNTS_MAX } from '../domain/payout-accounts.ts';

export const PAYOUT_ACCOUNT_RULES: readonly { readonly rule: string; readonly sql: string }[] = [
  {
    rule: 'payout-accounts-are-few',
    sql: `SELECT account_id AS subject, count(*) || ' payout accounts' AS detail FROM payout_accounts
          WHERE status NOT IN ('removed', 'refused') GROUP BY account_id HAVING count(*) > ${PAYOUT_ACCOUNTS_MAX}`,
  },
  {
    // Money under way has where to go, nobody said himself that an account is his, and of a closed account none is left.
    rule: 'payout-accounts-are-whole',
    sql: `SELECT p.id AS subject, p.status || ', and a withdrawal to it is under way' AS detail FROM payout_accounts p
          WHERE p.status <> 'active' AND EXISTS (SELECT 1 FROM withdrawals w WHERE w.payout_account_id = p.id AND w.end_id IS NULL)
          UNION ALL
          SELECT p.id, 'found to be his by himself' FROM payout_accounts p WHERE p.status = 'active' AND p.checked_by = p.account_id
          UNION ALL
          SELECT p.id, p.status || ' of a closed account' FROM payout_accounts p JOIN users u ON u.id = p.account_id
          WHERE u.closed_at IS NOT NULL AND (p.sealed_details IS NOT NULL OR p.status NOT IN ('removed', 'refused'))`,
  },
  {
    // Both are renewed together (renewHolderStatement).
    rule: 'payout-accounts-are-their-holders',
    sql: `SELECT p.id AS subject, p.status || ', and its holder is not the customer' AS detail
          FROM payout_accounts p JOIN identities i ON i.user_id = p.account_id WHERE p.holder_mac <> i.number_mac`,
  },
];
