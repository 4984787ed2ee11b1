// What holds a withdrawal back for a while, each with its reason and its end.

export const HOLD_REASONS = [
  'password-changed',
  'factor-removed',
  'factors-reset',
  'recovery-code-used',
  'email-changed',
  'new-payout-account',
  'new-device',
  'new-account',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
