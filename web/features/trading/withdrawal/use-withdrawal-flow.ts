// A withdrawal from the amount to its receipt. One intent has one idempotency key, however often a reply is lost.

import { useState } from 'react';
import {
  type MoneyIntent,
  moneyIntent,
  type MoneyReply,
  UnknownOutcomeError,
} from '../../../api/money-intent.ts';
import type { WithdrawalReply, WithdrawalRequest } from '../../../../worker/contract/withdrawals.ts';
import { useWithdraw } from './queries.ts';

type WithdrawalIntent = MoneyIntent<WithdrawalRequest>;

export type WithdrawalStage =
  | { readonly name: 'amount' }
  | { readonly name: 'account'; readonly amountCents: number; readonly isAdding: boolean }
  | { readonly name: 'review'; readonly request: WithdrawalRequest; readonly error: unknown }
  | { readonly name: 'sending'; readonly intent: WithdrawalIntent; readonly retries: number }
  /** The reply was lost: only the same intent may be sent again, until the server reports its outcome. */
  | { readonly name: 'unknown'; readonly intent: WithdrawalIntent; readonly checking: boolean }
  | { readonly name: 'receipt'; readonly reply: MoneyReply<WithdrawalReply> };

export function useWithdrawalFlow() {
  const [stage, setStage] = useState<WithdrawalStage>({ name: 'amount' });
  const { mutateAsync: withdraw } = useWithdraw();

  async function send(intent: WithdrawalIntent, onRetry: (retries: number) => void): Promise<void> {
    try {
      setStage({ name: 'receipt', reply: await withdraw({ intent, onRetry }) });
    } catch (error) {
      if (error instanceof UnknownOutcomeError) setStage({ name: 'unknown', intent, checking: false });
      else setStage({ name: 'review', request: intent.body, error });
    }
  }

  return {
    stage,
    editAmount: () => setStage({ name: 'amount' }),
    chooseAccount: (amountCents: number, isAdding = false) =>
      setStage({ name: 'account', amountCents, isAdding }),
    review: (request: WithdrawalRequest) => setStage({ name: 'review', request, error: null }),
    confirm(): void {
      if (stage.name !== 'review') return;
      const intent = moneyIntent(stage.request);
      const sending = (retries: number) => setStage({ name: 'sending', intent, retries });
      sending(0);
      void send(intent, sending);
    },
    sendAgain(): void {
      if (stage.name !== 'unknown' || stage.checking) return;
      const { intent } = stage;
      setStage({ name: 'unknown', intent, checking: true });
      void send(intent, () => undefined);
    },
  };
}
