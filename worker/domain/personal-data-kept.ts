// The part of the registry of personal data that stays when an account is closed, under its bare id, and the data of operators.

import { PAYOUT_DATA } from './personal-data-payouts.ts';
import { ERASE, MINE, type PersonalTable, words } from './personal-data-rules.ts';

const REGISTER = { rule: 'keep', law: 'register' } as const;
const LOG = { rule: 'keep', law: 'accountability' } as const;

export const KEPT_DATA: readonly PersonalTable[] = [
  {
    table: 'account_closings',
    columns: words('user_id'),
    topic: 'closing',
    basis: 'law',
    whose: MINE,
    atClosing: REGISTER,
    exported: words('requested_at due_at cancelled_at cancelled_because closed_at'),
  },
  {
    table: 'retained_identities',
    columns: words('account_id sealed sealed_key number_mac'),
    topic: 'identity',
    basis: 'law',
    whose: 'account_id = ?1',
    atClosing: { rule: 'keep', law: 'identity' },
    exported: null,
  },
  {
    table: 'identity_openings',
    columns: words('account_id reader_id'),
    topic: 'closing',
    basis: 'law',
    whose: 'account_id = ?1',
    atClosing: LOG,
    exported: null,
  },
  {
    table: 'accounts',
    columns: words('id cash_cents'),
    topic: 'movements',
    basis: 'contract',
    whose: 'id = ?1',
    atClosing: REGISTER,
    exported: words(
      `id cash_cents net_purchases_cents bonus_since bonus_freed_at bonus_freed_net_cents created_at`,
    ),
  },
  {
    table: 'holdings',
    columns: words('account_id ounces_e4'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: words(
      'metal ounces_e4 held_ounces_e4 cost_basis_cents realised_gain_cents bought_cents updated_at',
    ),
  },
  {
    table: 'operations',
    columns: words('account_id request_hash reply'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: words('id kind initiator quote_id quote_basis reverses reply created_at'),
  },
  {
    table: 'entries',
    columns: words('account_id amount'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: words('operation_id line asset amount'),
  },
  {
    table: 'transactions',
    columns: words('account_id notes'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: words(`id operation_id type metal ounces_e4 price_cents subtotal_cents fee_cents total_cents
      basis_removed_cents status method gateway notes created_at settled_at reverses reversed_type`),
  },
  {
    // Sums of the entries by time: the entries themselves are in the copy.
    table: 'account_hours',
    columns: words('account_id cash_cents'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: null,
  },
  {
    table: 'account_days',
    columns: words('account_id cash_cents'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: null,
  },
  {
    table: 'deposits',
    columns: words('account_id gateway_reference'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: words(
      'id amount_cents fee_cents method gateway gateway_reference status created_at settled_at stray_cents stray_at',
    ),
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
  ...PAYOUT_DATA,
  {
    // The hash of a file says nothing, but a file that names its holder cannot be made again: its signature goes with the name.
    table: 'statement_files',
    columns: words('account_id sha256'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: ERASE,
    exported: null,
  },
  {
    // What was signed names the account by its id alone, so that it is the same for ever (D78).
    table: 'statements',
    columns: words('account_id holder_name holder_number cash_cents'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: { rule: 'pseudonymise', set: 'holder_name = NULL, holder_number = NULL' },
    exported:
      words(`month template seq_from seq_to movements cash_cents gold_e4 silver_e4 previous_sha256 sha256 kid signature
      issued_at holder_name holder_number origin made_at`),
  },
  {
    table: 'storage_days',
    columns: words('account_id value_cents'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: words('day value_cents excess_cents'),
  },
  {
    table: 'storage_months',
    columns: words('account_id charged_cents owed_cents'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported:
      words(`month cent_days carried_in due_cents carried_out owed_before_cents charged_cents owed_cents charged_at
      operation_id`),
  },
  {
    // Days and amounts at the bank, and by which operator its file was handed in.
    table: 'bank_files',
    columns: words('loaded_by'),
    topic: 'operators',
    basis: 'law',
    whose: 'loaded_by = ?1',
    atClosing: LOG,
    exported: words('source label loaded_at'),
  },
  {
    table: 'bank_breaks',
    columns: words('owner_id resolution resolved_by'),
    topic: 'operators',
    basis: 'law',
    whose: 'owner_id = ?1 OR resolved_by = ?1',
    atClosing: LOG,
    exported: words('source kind day state resolution found_at ended_at'),
  },
  {
    // Which operator looked into an incident.
    table: 'operator_alerts',
    columns: words('owner_id'),
    topic: 'operators',
    basis: 'law',
    whose: 'owner_id = ?1',
    atClosing: LOG,
    exported: words('kind began_at ended_at taken_at'),
  },
  {
    // By which operators a tariff was announced, and how far its letters have come.
    table: 'tariffs',
    columns: words('proposed_by decided_by mailed_to'),
    topic: 'operators',
    basis: 'law',
    whose: 'proposed_by = ?1 OR decided_by = ?1',
    atClosing: LOG,
    exported: words('from_day state proposed_at decided_at'),
  },
  {
    table: 'exchange_tariffs',
    columns: words('proposed_by decided_by'),
    topic: 'operators',
    basis: 'law',
    whose: 'proposed_by = ?1 OR decided_by = ?1',
    atClosing: LOG,
    exported: words('from_day state proposed_at decided_at'),
  },
  {
    // By which operators what treasury did at the bank was recorded and booked.
    table: 'treasury_orders',
    columns: words('reference reason proposed_by decided_by'),
    topic: 'operators',
    basis: 'law',
    whose: 'proposed_by = ?1 OR decided_by = ?1',
    atClosing: LOG,
    exported: words('kind state proposed_at decided_at'),
  },
  {
    // What was chosen for the tax workbook goes; the movements that it is made of stay.
    table: 'tax_choices',
    columns: words('user_id'),
    topic: 'settings',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: words('year method method_fixed_at regime updated_at'),
  },
  {
    table: 'reversal_proposals',
    columns: words('account_id proposed_by decided_by reason customer_note decision_note'),
    topic: 'movements',
    basis: 'law',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: words('operation_id customer_note state proposed_at decided_at'),
  },
  {
    table: 'operator_proposals',
    columns: words('subject_id proposed_by decided_by detail reason decision_note'),
    topic: 'operators',
    basis: 'law',
    whose: 'subject_id = ?1',
    // A new address that was proposed is in the detail; what two operators decided stays.
    atClosing: { rule: 'pseudonymise', set: `detail = iif(kind = 'email', '{}', detail)` },
    exported: words('kind state proposed_at decided_at'),
  },
  {
    // Ids alone of customers; of operators the address at that time, which stays. A chain of hashes: no line can change.
    table: 'audit_log',
    columns: words('actor_id actor subject_id device place address before after note'),
    topic: 'operators',
    basis: 'law',
    whose: "subject_kind = 'customer' AND subject_id = ?1",
    atClosing: LOG,
    exported: words('action happened_at'),
  },
  {
    table: 'operator_refusals',
    columns: words('user_id'),
    topic: 'operators',
    basis: 'law',
    whose: MINE,
    atClosing: ERASE,
    exported: words('action since times'),
  },
  {
    // Whoever closes an account is no operator any more.
    table: 'operator_roles',
    columns: words('user_id'),
    topic: 'operators',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: words('role granted_at'),
  },
  {
    table: 'admin_users',
    columns: words('user_id'),
    topic: 'operators',
    basis: 'contract',
    whose: MINE,
    atClosing: ERASE,
    exported: words('created_at'),
  },
  {
    table: 'media_library',
    columns: words('uploaded_by'),
    topic: 'operators',
    basis: 'contract',
    whose: 'uploaded_by = ?1',
    atClosing: LOG,
    exported: words('filename created_at'),
  },
  {
    table: 'videos',
    columns: words('uploaded_by'),
    topic: 'operators',
    basis: 'contract',
    whose: 'uploaded_by = ?1',
    atClosing: LOG,
    exported: words('filename created_at'),
  },
];
