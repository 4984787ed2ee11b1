// A deposit from the form to its receipt, or to the code that is paid. One intent has one idempotency key, however often a reply is lost.

import { useState } from 'react';
import {
  type MoneyIntent,
  moneyIntent,
  type MoneyReply,
  UnknownOutcomeError,
} from '../../api/money-intent.ts';
import type { DepositReply } from '../../../worker/contract/deposits.ts';
import type { BrlDeposit } from '../../../worker/contract/pix.ts';
import { type DepositOrder, useDeposit } from './mutations.ts';

type DepositIntent = MoneyIntent<DepositOrder> & { readonly askedAt: number };

export type DepositStage =
  | { readonly name: 'editing'; readonly error: unknown }
  | { readonly name: 'sending'; readonly intent: DepositIntent; readonly retries: number }
  /** The reply was lost: only the same intent may be sent again, until the server reports its outcome. */
  | { readonly name: 'unknown'; readonly intent: DepositIntent; readonly checking: boolean }
  | { readonly name: 'receipt'; readonly reply: MoneyReply<DepositReply> }
  /** A code to pay. `endsAt`: when its ring ends, by this browser's clock. */
  | { readonly name: 'code'; readonly made: BrlDeposit; readonly endsAt: number }
  /** The account that a TED goes to: nothing is asked of the server. */
  | { readonly name: 'ted' };

export function useDepositFlow() {
  const [stage, setStage] = useState<DepositStage>({ name: 'editing', error: null });
  const { mutateAsync: deposit } = useDeposit();

  async function send(intent: DepositIntent, onRetry: (retries: number) => void): Promise<void> {
    try {
      const reply = await deposit({ intent, onRetry });
      const { value } = reply;
      if ('deposit' in value) {
        setStage({ name: 'code', made: value.deposit, endsAt: codeEndsAt(value.deposit, intent.askedAt) });
      } else setStage({ name: 'receipt', reply: { ...reply, value } });
    } catch (error) {
      if (error instanceof UnknownOutcomeError) setStage({ name: 'unknown', intent, checking: false });
      else setStage({ name: 'editing', error });
    }
  }

  function confirm(order: DepositOrder): void {
    if (stage.name !== 'editing') return;
    const intent = { ...moneyIntent(order), askedAt: Date.now() };
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

  return {
    stage,
    confirm,
    sendAgain,
    showTed: () => setStage({ name: 'ted' }),
    startOver: () => setStage({ name: 'editing', error: null }),
  };
}

/**
 * The lock's own length from the asking on, by this browser's clock: the server's clock may differ, and the page must not offer a rate
 * for longer than the server holds it.
 */
export function codeEndsAt(
  { createdAt, expiresAt }: Pick<BrlDeposit, 'createdAt' | 'expiresAt'>,
  askedAt: number,
): number {
  return askedAt + (expiresAt === null ? 0 : Date.parse(expiresAt) - Date.parse(createdAt));
}
