// Every word of a transaction that is on the screen, beside the term the server stores for it.

import { useMemo } from 'react';
import { useDictionary } from '../../i18n/use-words.ts';
import { commonWords } from '../../i18n/words/common.ts';
import { transactionsWords } from '../../i18n/words/transactions.ts';
import { PAYMENT_STATUSES } from '../../../worker/domain/deposits.ts';
import { DEPOSIT_METHODS } from '../../../worker/domain/fees.ts';
import { TRADED_METALS } from '../../../worker/domain/metals.ts';
import { TRANSACTION_TYPES } from '../../../worker/domain/transactions.ts';
import type { Vocabulary } from './search-terms.ts';

export function useVocabulary(): Vocabulary {
  const words = useDictionary(transactionsWords);
  const { metals } = useDictionary(commonWords);
  return useMemo(
    () => [
      ...TRANSACTION_TYPES.map((stored) => ({ stored, shown: words.types[stored] })),
      ...TRADED_METALS.map((stored) => ({ stored, shown: metals[stored] })),
      ...DEPOSIT_METHODS.map((stored) => ({ stored, shown: words.methods[stored] })),
      ...PAYMENT_STATUSES.map((stored) => ({ stored, shown: words.statuses[stored] })),
    ],
    [words, metals],
  );
}
