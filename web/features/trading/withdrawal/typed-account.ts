// An account as it is typed, one text for each field, and what of it is wrong. The rules are the server's own.

import type { PayoutAccountRequest } from '../../../../worker/contract/withdrawals.ts';
import {
  type PayoutMethod,
  type PixKeyType,
  payoutProblems,
} from '../../../../worker/domain/payout-accounts.ts';

export const TYPED_FIELDS = {
  pix: ['key'],
  ted: ['bank', 'branch', 'number'],
  wire: ['iban', 'bic'],
} as const satisfies Record<PayoutMethod, readonly string[]>;
export type TypedField = (typeof TYPED_FIELDS)[PayoutMethod][number];

export type TypedAccount = {
  readonly method: PayoutMethod;
  readonly keyType: PixKeyType;
  readonly kind: 'checking' | 'savings';
  readonly texts: Readonly<Record<TypedField, string>>;
};

export const NOTHING_TYPED: TypedAccount = {
  method: 'pix',
  keyType: 'cpf',
  kind: 'checking',
  texts: { key: '', bank: '', branch: '', number: '', iban: '', bic: '' },
};

/** What is sent: the fields of its method, as they are typed. */
export function requestOf({ method, keyType, kind, texts }: TypedAccount): PayoutAccountRequest {
  const { key, bank, branch, number, iban, bic } = texts;
  switch (method) {
    case 'pix':
      return { method, keyType, key: key.trim() };
    case 'ted':
      return { method, bank: bank.trim(), branch: branch.trim(), number: number.trim(), kind };
    case 'wire':
      return { method, iban: iban.trim(), bic: bic.trim() };
  }
}

/** The code of the broken rule of each field. */
export type TypedProblems = Readonly<Partial<Record<TypedField, string>>>;

export function problemsOf(typed: TypedAccount): TypedProblems {
  const broken = Object.entries(payoutProblems(requestOf(typed))).filter(([, code]) => code !== null);
  return Object.fromEntries(broken);
}

/** The same of a refusal of the server, for the fields that are shown. */
export function refusedFields(error: unknown, method: PayoutMethod): TypedProblems {
  const { problem } = (error ?? {}) as {
    readonly problem?: { readonly errors?: readonly { readonly field: string; readonly code: string }[] };
  };
  const shown: readonly string[] = TYPED_FIELDS[method];
  return Object.fromEntries(
    (problem?.errors ?? [])
      .filter(({ field }) => shown.includes(field))
      .map(({ field, code }) => [field, code]),
  );
}
