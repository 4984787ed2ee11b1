import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, receiveMoney } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { carryOut, type MoneyIntent } from '../../api/money-intent.ts';
import { pause } from '../../api/pause.ts';
import { DepositReply, type DepositRequest } from '../../../worker/contract/deposits.ts';
import { IDEMPOTENCY_HEADER } from '../../../worker/contract/money.ts';

type Sending = {
  readonly intent: MoneyIntent<DepositRequest>;
  readonly onRetry: (attempt: number) => void;
};

export function useDeposit() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ intent, onRetry }: Sending) =>
      carryOut({
        intent,
        wait: pause,
        onRetry,
        send: (json, key) =>
          receiveMoney(
            DepositReply,
            api.deposits.$post({ json }, { headers: { [IDEMPOTENCY_HEADER]: key } }),
          ),
      }),
    onSuccess({ value }) {
      client.setQueryData(queryKeys.portfolio, value.portfolio);
    },
    onSettled() {
      void client.invalidateQueries({ queryKey: queryKeys.portfolio });
      void client.invalidateQueries({ queryKey: queryKeys.transactions });
    },
  });
}
