// Where a customer's money may go: PIX keys and accounts at banks, as they are typed and as banks know them.

export const PAYOUT_METHODS = ['pix', 'ted', 'wire'] as const;
export type PayoutMethod = (typeof PAYOUT_METHODS)[number];

export const PIX_KEY_TYPES = ['cpf', 'email', 'phone', 'random'] as const;
export type PixKeyType = (typeof PIX_KEY_TYPES)[number];

export const PAYOUT_ACCOUNT_STATUSES = ['checking', 'waiting', 'active', 'refused', 'removed'] as const;
export type PayoutAccountStatus = (typeof PAYOUT_ACCOUNT_STATUSES)[number];

/** As a bank takes it. */
export type PayoutDetails =
  | { readonly method: 'pix'; readonly keyType: PixKeyType; readonly key: string }
  | {
      readonly method: 'ted';
      readonly bank: string;
      readonly branch: string;
      readonly number: string;
      readonly kind: 'checking' | 'savings';
    }
  | { readonly method: 'wire'; readonly iban: string; readonly bic: string };
