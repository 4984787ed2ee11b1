// The question before a decision about how a withdrawal ended. Import it lazily, as every dialog.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-withdrawals.json';
import transactionsMessages from '#messages/transactions.json';
import type { WithdrawalProposal } from '../../../../worker/contract/operators/withdrawals.ts';
import type { Deciding } from '../frame/decide.tsx';
import { DecisionConfirmation } from '../frame/decision-confirmation.tsx';
import { useDecideEnd } from './queries.ts';

type DecisionProps = Deciding<WithdrawalProposal> & { readonly open: boolean; readonly onDone: () => void };

export function EndDecision({ open, proposal, how, onDone }: DecisionProps) {
  const t = useMessages(messages.ends);
  const states = useMessages(transactionsMessages.withdrawalStates);
  const f = useFormat();
  const decide = useDecideEnd();
  const { id, kind, withdrawal, customer, reference, proposedIn } = proposal;
  const what = t('about', {
    what: t(`kinds.${kind}.name`),
    amount: f.money(withdrawal.amountCents),
    name: customer.name,
    reference,
  });
  const about = proposedIn === null ? what : `${what}. ${t('proposedIn', { state: states(proposedIn) })}`;
  return <DecisionConfirmation {...{ open, id, how, about, decide, onDone }} />;
}
