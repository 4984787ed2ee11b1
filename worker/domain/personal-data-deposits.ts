// What is kept of deposits, of payments for them that nothing credits by itself, and of what banks took back.

import { type PersonalTable, REGISTER, words } from './personal-data-rules.ts';

export const DEPOSIT_DATA: readonly PersonalTable[] = [
  {
    table: 'deposits',
    columns: words('account_id gateway_reference paid_reference'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: words(
      'id amount_cents fee_cents announced_cents method gateway gateway_reference paid_reference status created_at settled_at',
    ),
  },
  {
    table: 'stray_payments',
    columns: words('reference'),
    topic: 'movements',
    basis: 'contract',
    whose: 'deposit_id IN (SELECT id FROM deposits WHERE account_id = ?1)',
    atClosing: REGISTER,
    exported: words('id deposit_id reference cents at outcome ended_at'),
  },
  {
    table: 'disputes',
    columns: words('account_id'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported:
      words(`id deposit_id gateway case_number amount_cents fee_cents tax_cents due_cents taken_cents owed_cents forgiven_cents
      opened_at won_at`),
  },
];
