// Asking for a quote, and sending an order or a deposit.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DepositReply, type DepositRequest } from '../../../worker/contract/deposits.ts';
import { IDEMPOTENCY_HEADER } from '../../../worker/contract/money.ts';
import { PixDepositReply, type PixDepositRequest } from '../../../worker/contract/pix.ts';
import type { Portfolio } from '../../../worker/contract/portfolio.ts';
import { Quote, type QuoteRequest, TradeReply } from '../../../worker/contract/trades.ts';
import type { Rate } from '../../i18n/display.ts';
import { api, receive, receiveMoney } from '../../api/client.ts';
import { queryKeys } from '../../api/keys.ts';
import { sendUntilDecided, type MoneyIntent, type MoneyReply } from '../../api/money-intent.ts';
import { pause } from '../../api/browser-ports.ts';
import { deadlineOf, type HeldQuote } from './ticket.ts';

export type QuoteAsked = { readonly request: QuoteRequest; readonly rate: Rate | null };

export function useAskQuote() {
  return useMutation({
    async mutationFn({ request, rate }: QuoteAsked): Promise<HeldQuote> {
      const askedAt = Date.now();
      const quote = await receive(Quote, api.quotes.$post({ json: request }));
      return { quote, deadline: deadlineOf(quote, askedAt), rate };
    },
  });
}

export function usePlaceOrder() {
  return useMoneyMutation((json: { readonly quote: string }, key) =>
    receiveMoney(TradeReply, api.trades.$post({ json }, { headers: { [IDEMPOTENCY_HEADER]: key } })),
  );
}

/** In dollars, or a PIX charge in reais. */
export type DepositOrder =
  | { readonly by: 'dollars'; readonly json: DepositRequest }
  | { readonly by: 'pix'; readonly json: PixDepositRequest };

export function useDeposit() {
  return useMoneyMutation<DepositOrder, DepositReply | PixDepositReply>((order, key) => {
    const headers = { [IDEMPOTENCY_HEADER]: key };
    return order.by === 'pix'
      ? receiveMoney(PixDepositReply, api.deposits.pix.$post({ json: order.json }, { headers }))
      : receiveMoney(DepositReply, api.deposits.$post({ json: order.json }, { headers }));
  });
}

type Sending<Request> = {
  readonly intent: MoneyIntent<Request>;
  readonly onRetry: (attempt: number) => void;
};

export function useMoneyMutation<Request, Reply extends { readonly portfolio: Portfolio }>(
  send: (request: Request, key: string) => Promise<MoneyReply<Reply>>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ intent, onRetry }: Sending<Request>) =>
      sendUntilDecided({ intent, wait: pause, onRetry, send }),
    onSuccess({ value }) {
      client.setQueryData(queryKeys.portfolio, value.portfolio);
    },
    // Also after a failure: the server may have executed a request whose reply was lost.
    onSettled() {
      void client.invalidateQueries({ queryKey: queryKeys.portfolio });
      void client.invalidateQueries({ queryKey: queryKeys.transactions });
      void client.invalidateQueries({ queryKey: queryKeys.stock });
    },
  });
}
