// Asking for a quote, and carrying out the order it holds. After an order everything the customer owns is read again.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, receive, receiveMoney } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { carryOut } from '../../api/money-intent.ts';
import { pause } from '../../api/pause.ts';
import { IDEMPOTENCY_HEADER } from '../../../worker/contract/money.ts';
import { Quote, type QuoteRequest, TradeReply } from '../../../worker/contract/trades.ts';
import { deadlineOf } from './countdown.ts';
import type { HeldQuote, TradeIntent } from './ticket.ts';

export function useAskQuote() {
  return useMutation({
    async mutationFn(json: QuoteRequest): Promise<HeldQuote> {
      const askedAt = Date.now();
      const quote = await receive(Quote, api.quotes.$post({ json }));
      return { quote, deadline: deadlineOf(quote, askedAt) };
    },
  });
}

type Order = { readonly intent: TradeIntent; readonly onRetry: (attempt: number) => void };

export function usePlaceOrder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ intent, onRetry }: Order) =>
      carryOut({
        intent,
        wait: pause,
        onRetry,
        send: (json, key) =>
          receiveMoney(TradeReply, api.trades.$post({ json }, { headers: { [IDEMPOTENCY_HEADER]: key } })),
      }),
    onSuccess({ value }) {
      client.setQueryData(queryKeys.portfolio, value.portfolio);
    },
    // Also after a failure: an order whose reply was lost may have been carried out.
    onSettled() {
      void client.invalidateQueries({ queryKey: queryKeys.portfolio });
      void client.invalidateQueries({ queryKey: queryKeys.transactions });
    },
  });
}
