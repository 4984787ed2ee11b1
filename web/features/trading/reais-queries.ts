// What decides about a deposit in reais, and what has become of one.

import { useQuery } from '@tanstack/react-query';
import { BrlDeposit, BrlTerms } from '../../../worker/contract/pix.ts';
import { Transaction } from '../../../worker/contract/transactions.ts';
import { api, receive } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import type { Rate } from '../../i18n/display.ts';
import { isReaisDeposit } from './reais-method.ts';

/** The rate that is shown before one is locked. */
const RATE_EVERY_MS = 15_000;
/** The socket tells of a payment at once; where there is none, this does. */
const PAYMENT_EVERY_MS = 4_000;

export function useReaisTerms() {
  return useQuery({
    queryKey: queryKeys.reaisTerms,
    queryFn: () => receive(BrlTerms, api.deposits.reais.$get()),
    refetchInterval: RATE_EVERY_MS,
  });
}

/** Asked for again while it waits for its payment. `made`: as the server answered when it was made. */
export function useReaisDeposit(id: string | null, made?: BrlDeposit) {
  return useQuery({
    queryKey: queryKeys.reaisDeposit(id ?? ''),
    queryFn: () => receive(BrlDeposit, api.deposits.pix[':id'].$get({ param: { id: id ?? '' } })),
    enabled: id !== null,
    ...(made === undefined ? {} : { initialData: made }),
    refetchInterval: ({ state }) => (state.data?.state === 'active' ? PAYMENT_EVERY_MS : false),
  });
}

/** The transaction of a deposit that is decided. */
export function useDecided(id: string, decided: boolean) {
  return useQuery({
    queryKey: queryKeys.transaction(id),
    queryFn: () => receive(Transaction, api.transactions[':id'].$get({ param: { id } })),
    enabled: decided,
  });
}

/** The rate of a deposit in reais itself; undefined of any other transaction, and while it is on its way. */
export function useLockedRate(transaction: Transaction, own: boolean): Rate | undefined {
  const { data } = useReaisDeposit(own && isReaisDeposit(transaction) ? transaction.id : null);
  return data === undefined ? undefined : { usdBrlE4: data.rateE4, asOf: data.rateAsOf };
}
