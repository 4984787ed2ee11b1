import type { Transaction } from '../../../worker/contract/transactions.ts';
import type { PaymentMethod } from '../../../worker/domain/fees.ts';
import { BRL_METHODS, type BrlMethod } from '../../../worker/domain/pix.ts';

export function isInReais(method: PaymentMethod): method is BrlMethod {
  return BRL_METHODS.some((one) => one === method);
}

export type ReaisTransaction = Transaction & { readonly type: 'deposit'; readonly method: BrlMethod };

export function isReaisDeposit(transaction: Transaction): transaction is ReaisTransaction {
  return transaction.type === 'deposit' && transaction.method !== null && isInReais(transaction.method);
}
