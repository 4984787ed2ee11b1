// The question before a decision about a deposit. Import it lazily, as every dialog.

import { useFormat } from '../../../i18n/use-format.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-deposits.json';
import type { DepositProposal } from '../../../../worker/contract/operators/deposits.ts';
import type { Deciding } from '../frame/decide.tsx';
import { DecisionConfirmation } from '../frame/decision-confirmation.tsx';
import { useDecide } from './queries.ts';

type DecisionProps = Deciding<DepositProposal> & { readonly open: boolean; readonly onDone: () => void };

export function DepositDecision({ open, proposal, how, onDone }: DecisionProps) {
  const t = useMessages(messages);
  const f = useFormat();
  const decide = useDecide();
  const { id, kind, deposit, customer, reference, part, caseNumber, paidCents } = proposal;
  const ofWhat = {
    what: t(`kinds.${kind}.name`),
    amount: f.money(deposit.amountCents),
    name: customer.name,
    reference,
  };
  const about =
    part !== null
      ? t('aboutPart', { ...ofWhat, part: f.money(part.cents, part.currency) })
      : caseNumber !== null
        ? t('aboutCase', { ...ofWhat, case: caseNumber })
        : paidCents !== null
          ? t('aboutPaid', { ...ofWhat, part: f.money(paidCents) })
          : t('about', ofWhat);
  return <DecisionConfirmation {...{ open, id, how, about, decide, onDone }} />;
}
