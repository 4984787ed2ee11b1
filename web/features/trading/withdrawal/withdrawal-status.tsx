import type { ReactNode } from 'react';
import { useMessages } from '../../../i18n/use-messages.ts';
import transactionsMessages from '#messages/transactions.json';
import { Badge } from '../../../ui/badge.tsx';
import { useNewestWithdrawals } from './queries.ts';
import { WITHDRAWAL_TONES } from './timeline.ts';

type WithdrawalStatusProps = {
  readonly id: string;
  /** What the list knows of it, until it is read how it stands, and of older ones. */
  readonly children: ReactNode;
};

/** How a withdrawal stands in the list of transactions. */
export function WithdrawalStatus({ id, children }: WithdrawalStatusProps) {
  const t = useMessages(transactionsMessages.withdrawalStates);
  const state = useNewestWithdrawals().data?.withdrawals.find((one) => one.id === id)?.state;
  return state === undefined ? children : <Badge tone={WITHDRAWAL_TONES[state]}>{t(state)}</Badge>;
}
