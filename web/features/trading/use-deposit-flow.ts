// A deposit from the form to its receipt. One intent has one idempotency key, however often a reply is lost.

import { useState } from 'react';
import {
  type MoneyIntent,
  moneyIntent,
  type MoneyReply,
  UnknownOutcomeError,
} from '../../api/money-intent.ts';
import type { DepositReply, DepositRequest } from '../../../worker/contract/deposits.ts';
import { useDeposit } from './mutations.ts';

type DepositIntent = MoneyIntent<DepositRequest>;

export type DepositStage =
  | { readonly name: 'editing'; readonly error: unknown }
  | { readonly name: 'sending'; readonly intent: DepositIntent; readonly retries: number }
  /** The reply was lost: only the same intent may be sent again, until the server reports its outcome. */
  | { readonly name: 'unknown'; readonly intent: DepositIntent; readonly checking: boolean }
  | { readonly name: 'receipt'; readonly reply: MoneyReply<DepositReply> };

export function useDepositFlow() {
  const [stage, setStage] = useState<DepositStage>({ name: 'editing', error: null });
  const { mutateAsync: deposit } = useDeposit();

  async function send(intent: DepositIntent, onRetry: (retries: number) => void): Promise<void> {
    try {
      setStage({ name: 'receipt', reply: await deposit({ intent, onRetry }) });
    } catch (error) {
      if (error instanceof UnknownOutcomeError) setStage({ name: 'unknown', intent, checking: false });
      else setStage({ name: 'editing', error });
    }
  }

  function confirm(request: DepositRequest): void {
    if (stage.name !== 'editing') return;
    const intent = moneyIntent(request);
    const sending = (retries: number) => setStage({ name: 'sending', intent, retries });
    sending(0);
    void send(intent, sending);
  }

  function sendAgain(): void {
    if (stage.name !== 'unknown' || stage.checking) return;
    const { intent } = stage;
    setStage({ name: 'unknown', intent, checking: true });
    void send(intent, () => undefined);
  }

  return { stage, confirm, sendAgain, startOver: () => setStage({ name: 'editing', error: null }) };
}
