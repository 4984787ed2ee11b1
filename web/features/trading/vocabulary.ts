// Every word of a transaction that is on the screen, beside the term the server stores for it.

import commonMessages from '#messages/common.json';
import transactionsMessages from '#messages/transactions.json';
import { PAYMENT_STATUSES } from '../../../worker/domain/deposits.ts';
import { DEPOSIT_METHODS } from '../../../worker/domain/fees.ts';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';
import { TRANSACTION_TYPES } from '../../../worker/domain/transactions.ts';
import type { Vocabulary } from './search-terms.ts';

export const VOCABULARY: Vocabulary = [
  ...TRANSACTION_TYPES.map((stored) => ({ stored, shown: transactionsMessages.types[stored] })),
  ...TRADED_METALS.map((stored) => ({ stored, shown: commonMessages.metals[stored] })),
  ...DEPOSIT_METHODS.map((stored) => ({ stored, shown: transactionsMessages.methods[stored] })),
  ...PAYMENT_STATUSES.map((stored) => ({ stored, shown: transactionsMessages.statuses[stored] })),
];
