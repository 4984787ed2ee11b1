import { useWords } from '../../../i18n/use-words.ts';
import { commonWords } from '../../../i18n/words/common.ts';
import { transactionsWords } from '../../../i18n/words/transactions.ts';
import type { LedgerTransaction } from '../../../../worker/contract/operators/ledger.ts';

type Named = Pick<LedgerTransaction, 'type' | 'metal'> & {
  readonly reversedType?: LedgerTransaction['reversedType'] | undefined;
};

/** `Compra · Ouro`, `Estorno de venda · Prata`, `Depósito`. */
export function useTransactionName(): (transaction: Named) => string {
  const t = useWords(transactionsWords);
  const names = useWords(commonWords);
  return ({ type, reversedType, metal }) => {
    const what =
      reversedType === null || reversedType === undefined ? t(`types.${type}`) : t(`undone.${reversedType}`);
    return metal === null ? what : `${what} · ${names(`metals.${metal}`)}`;
  };
}
