import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, receiveMoney } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { carryOut, type MoneyIntent } from '../../api/money-intent.ts';
import { pause } from '../../api/pause.ts';
import { BonusReply, type BonusRequest } from '../../../worker/contract/bonus.ts';
import { IDEMPOTENCY_HEADER } from '../../../worker/contract/money.ts';

export function useClaimBonus() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (intent: MoneyIntent<BonusRequest>) =>
      carryOut({
        intent,
        wait: pause,
        send: (json, key) =>
          receiveMoney(
            BonusReply,
            api.bonus.claim.$post({ json }, { headers: { [IDEMPOTENCY_HEADER]: key } }),
          ),
      }),
    onSuccess({ value }) {
      client.setQueryData(queryKeys.portfolio, value.portfolio);
    },
    // Also after a failure: a claim whose reply was lost may have been carried out.
    onSettled() {
      void client.invalidateQueries({ queryKey: queryKeys.portfolio });
      void client.invalidateQueries({ queryKey: queryKeys.transactions });
    },
  });
}
