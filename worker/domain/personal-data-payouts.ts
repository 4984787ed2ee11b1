// The part of the registry of personal data that is about money out and where it goes.

import { CLOSED_NAME, type PersonalTable, REGISTER, words } from './personal-data-rules.ts';

export const PAYOUT_DATA: readonly PersonalTable[] = [
  {
    // Key, account and name were sealed; what is left says which bank at most.
    table: 'payout_accounts',
    columns: words('account_id sealed_details masked fingerprint holder_mac reason checked_by'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: {
      rule: 'pseudonymise',
      set: `sealed_details = NULL, masked = '${CLOSED_NAME}', fingerprint = id, holder_mac = NULL, reason = NULL`,
    },
    exported: words('id method key_type masked status reason created_at checked_at removed_at'),
  },
  {
    table: 'withdrawals',
    columns: words('account_id payout_account_id gateway_reference holds flags failure'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported:
      words(`id payout_account_id method amount_cents fee_cents brl_cents rate_e4 state hold_until holds requested_at expected_on
      sent_at gateway gateway_reference settled_at failure`),
  },
  {
    // What operators said of a withdrawal, and why.
    table: 'withdrawal_decisions',
    columns: words('operator_id reason'),
    topic: 'movements',
    basis: 'law',
    whose: 'withdrawal_id IN (SELECT id FROM withdrawals WHERE account_id = ?1)',
    atClosing: REGISTER,
    exported: words('withdrawal_id decision at'),
  },
  {
    // What the bank said of a withdrawal against the books, and what an operator did about it.
    table: 'payout_contradictions',
    columns: words('reference resolved_by resolution'),
    topic: 'movements',
    basis: 'contract',
    whose: 'withdrawal_id IN (SELECT id FROM withdrawals WHERE account_id = ?1)',
    atClosing: REGISTER,
    exported: words('withdrawal_id kind said cents said_at resolved_at'),
  },
  {
    table: 'brl_deposits',
    columns: words('account_id txid payload'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported:
      words(`id method gateway txid usd_cents exchange_brl_cents spread_brl_cents iof_brl_cents brl_cents rate_e4 rate_at rate_source
      spread_bp iof_bp state created_at expires_at paid_at contested_at
      taken_back_brl_cents`),
  },
  {
    // Those of nobody say only what the bank calls them.
    table: 'brl_payments',
    columns: words('account_id payer_mac reason held_by'),
    topic: 'movements',
    basis: 'contract',
    whose: 'account_id = ?1',
    atClosing: REGISTER,
    exported: words('gateway id method brl_cents deposit_id state reason paid_at received_at ended_at'),
  },
  {
    // By which operators reais that went back by hand were recorded and booked.
    table: 'hand_refunds',
    columns: words('reference reason proposed_by decided_by answered_by answer'),
    topic: 'operators',
    basis: 'law',
    whose: 'proposed_by = ?1 OR decided_by = ?1 OR answered_by = ?1',
    atClosing: { rule: 'keep', law: 'accountability' },
    exported: words('state proposed_at decided_at answered_at'),
  },
];
