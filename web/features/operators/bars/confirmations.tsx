// The questions before a decision about a bar, and before the proposal that one leaves. Import it lazily, as every dialog.

import { afterwards } from '../../../api/afterwards.ts';
import { useMessages } from '../../../i18n/use-messages.ts';
import messages from '#messages/operators-bars.json';
import type { Bar, BarProposal } from '../../../../worker/contract/operators/bars.ts';
import { REASON_MAX_CHARACTERS } from '../../../../worker/domain/customers.ts';
import { showToast } from '../../../ui/toast-store.ts';
import { ConfirmChange } from '../frame/confirm-change.tsx';
import type { Deciding } from '../frame/decide.tsx';
import { DecisionConfirmation } from '../frame/decision-confirmation.tsx';
import { useDecide, useProposeRelease } from './queries.ts';
import { useBarTexts } from './texts.ts';

type DecisionProps = Deciding<BarProposal> & { readonly open: boolean; readonly onDone: () => void };

export function BarDecision({ open, proposal, how, onDone }: DecisionProps) {
  const t = useMessages(messages);
  const { nameOf, weightsOf } = useBarTexts();
  const decide = useDecide();
  const { id, kind, bar } = proposal;
  const about = `${t(`kinds.${kind}`)}: ${nameOf(bar)}. ${weightsOf(bar)}`;
  return <DecisionConfirmation {...{ open, id, how, about, decide, onDone }} />;
}

type ReleaseProps = { readonly open: boolean; readonly bar: Bar; readonly onDone: () => void };

export function ReleaseConfirmation({ open, bar, onDone }: ReleaseProps) {
  const t = useMessages(messages.release);
  const { nameOf, weightsOf } = useBarTexts();
  const propose = useProposeRelease();
  const onSuccess = () => {
    showToast({ type: 'success', title: t('done'), message: t('doneText') });
    onDone();
  };
  return (
    <ConfirmChange
      open={open}
      title={t('title')}
      about={`${nameOf(bar)}. ${weightsOf(bar)}`}
      text={t('text')}
      submit={t('submit')}
      busyLabel={t('busy')}
      danger
      reason={{ label: t('reason'), hint: t('reasonHint'), maxLength: REASON_MAX_CHARACTERS }}
      busy={propose.isPending}
      error={propose.error}
      onConfirm={(reason) => afterwards(propose.mutateAsync({ id: bar.id, reason }), { onSuccess })}
      onCancel={onDone}
    />
  );
}
