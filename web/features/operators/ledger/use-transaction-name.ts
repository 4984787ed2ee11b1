import { useMessages } from '../../../i18n/use-messages.ts';
import commonMessages from '#messages/common.json';
import transactionsMessages from '#messages/transactions.json';
import type { LedgerTransaction } from '../../../../worker/contract/operators/ledger.ts';

type Named = Pick<LedgerTransaction, 'type' | 'metal'> & {
  readonly reversedType?: LedgerTransaction['reversedType'] | undefined;
};

/** `Compra · Ouro`, `Estorno de venda · Prata`, `Depósito`. */
export function useTransactionName(): (transaction: Named) => string {
  const t = useMessages(transactionsMessages);
  const names = useMessages(commonMessages);
  return ({ type, reversedType, metal }) => {
    const what =
      reversedType === null || reversedType === undefined ? t(`types.${type}`) : t(`undone.${reversedType}`);
    return metal === null ? what : `${what} · ${names(`metals.${metal}`)}`;
  };
}
