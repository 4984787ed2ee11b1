// Withdrawals in the books in Node, in a state of the test's choosing: the money was taken aside by entries, as the ledger does it.

import type { NodeD1 } from '../../worker/commands/node-d1.ts';
import { HOUSE } from '../../worker/ledger/statements.ts';
import { asD1, move } from './node-books.ts';

type Withdrawal = {
  readonly id: string;
  readonly accountId: string;
  readonly state: 'held' | 'ready' | 'waiting-approval' | 'sending';
  readonly at: number;
  readonly cents?: number;
  readonly feeCents?: number;
  readonly method?: 'pix' | 'ted' | 'wire';
  readonly expectedOn?: string;
  readonly reference?: string;
};

/** Of an account whose cash is put there first. */
export async function addWithdrawal(db: NodeD1, withdrawal: Withdrawal): Promise<void> {
  const { id, accountId, state, at, cents = 20_000, feeCents = 0, method = 'wire', reference } = withdrawal;
  const { expectedOn = '2026-11-26' } = withdrawal;
  await move(asD1(db), { accountId, asset: 'usd', amount: cents, at });
  const reserve = await move(asD1(db), { accountId, asset: 'usd', amount: -cents, at, house: HOUSE.payouts });
  const sentAt = state === 'sending' ? at : 'NULL';
  const named = reference === undefined ? 'NULL' : `'${reference}'`;
  const isPix = method === 'pix';
  db.exec(`
    INSERT OR IGNORE INTO payout_accounts (id, account_id, method, key_type, sealed_details, masked, fingerprint, status, holder_mac, checked_by, others, created_at, checked_at)
    VALUES ('${accountId}-${method}', '${accountId}', '${method}', ${isPix ? "'cpf'" : 'NULL'}, 'sealed', '***', '${method}', 'active', 'mac', 'sandbox', 0, ${at}, ${at});
    INSERT INTO transactions (id, account_id, operation_id, type, subtotal_cents, fee_cents, total_cents, status, method, gateway, created_at)
    VALUES ('${id}', '${accountId}', '${reserve}', 'withdrawal', ${cents}, ${feeCents}, ${cents}, 'pending', '${method}', 'sandbox', ${at});
    INSERT INTO withdrawals (id, account_id, payout_account_id, method, amount_cents, fee_cents, state, hold_until, holds, flags, requested_at,
      expected_on, sent_at, gateway, gateway_reference, reserve_id)
    VALUES ('${id}', '${accountId}', '${accountId}-${method}', '${method}', ${cents}, ${feeCents}, '${state}', ${at}, '[]', '[]', ${at},
      '${expectedOn}', ${sentAt}, 'sandbox', ${named}, '${reserve}')`);
}
