// The life of a withdrawal: taken aside when it is asked for, sent once, and paid or given back.

/** `unconfirmed` waits for the link of the letter; from `sending` on it is with the bank and never goes back. */
export const WITHDRAWAL_STATES = [
  'unconfirmed',
  'held',
  'ready',
  'waiting-approval',
  'sending',
  'paid',
  'returned',
  'cancelled',
  'rejected',
] as const;
export type WithdrawalState = (typeof WITHDRAWAL_STATES)[number];

/** Why cash is not yet withdrawable: trading takes it, withdrawing waits. */
export const IMMATURE_REASONS = ['card', 'first-pix', 'contested'] as const;
export type ImmatureReason = (typeof IMMATURE_REASONS)[number];
