// What to do next with a new account: each step with its state and the button that does it.

import type { ReactNode } from 'react';
import { useFormat } from '../../i18n/use-format.ts';
import { useMessages } from '../../i18n/use-messages.ts';
import dashboardMessages from '#messages/dashboard.json';
import { DEPOSIT_MIN_CENTS, TRADE_MIN_SUBTOTAL_CENTS } from '../../../worker/domain/limits.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { areDone, FIRST_STEPS, type FirstStep, type StepState, type StepStates } from './first-steps.ts';
import '../../styles/dashboard.css';

export type FirstStepActions = {
  /** Sends the link that confirms the address again. */
  readonly confirm: ReactNode;
  readonly onDeposit: () => void;
  readonly onBuy: () => void;
  readonly onDismiss: () => void;
};

type FirstStepsCardProps = {
  readonly steps: StepStates;
  /** Absent while the page loads. */
  readonly actions?: FirstStepActions;
};

export function FirstStepsCard({ steps, actions }: FirstStepsCardProps) {
  const t = useMessages(dashboardMessages.firstSteps);
  const f = useFormat();
  const least = { deposit: DEPOSIT_MIN_CENTS, buy: TRADE_MIN_SUBTOTAL_CENTS };
  const smallest = (step: FirstStep) =>
    step === 'deposit' || step === 'buy' ? { smallest: f.moneyRound(least[step]) } : {};
  return (
    <Card
      title={t(areDone(steps) ? 'finished' : 'title')}
      aside={
        actions !== undefined && <IconButton icon="x" label={t('dismiss')} onClick={actions.onDismiss} />
      }
      aria-busy={actions === undefined}
    >
      <ol className="first-steps">
        {FIRST_STEPS.map((step) => (
          <li key={step} data-state={steps[step]}>
            <span className="first-step-mark">{steps[step] === 'done' && <Icon name="check" small />}</span>
            <div>
              <h3>{t(`${step}.title`)}</h3>
              <p className="small muted">{t(`${step}.text`, smallest(step))}</p>
            </div>
            <div className="first-step-end">
              <StepEnd step={step} state={steps[step]} actions={actions} />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

type StepEndProps = {
  readonly step: FirstStep;
  readonly state: StepState;
  readonly actions: FirstStepActions | undefined;
};

function StepEnd({ step, state, actions }: StepEndProps) {
  const t = useMessages(dashboardMessages.firstSteps);
  if (state === 'done') return <Badge tone="success">{t('done')}</Badge>;
  if (state === 'waiting') return <Badge tone="pending">{t('waiting')}</Badge>;
  if (state === 'unknown' || actions === undefined) return <Skeleton shape="badge" />;
  if (step === 'confirm') return actions.confirm;
  if (step === 'secondStep') {
    return (
      <LinkButton to="/profile/security" size="small">
        {t('secondStep.action')}
      </LinkButton>
    );
  }
  return (
    <Button size="small" onClick={step === 'deposit' ? actions.onDeposit : actions.onBuy}>
      {t(`${step}.action`)}
    </Button>
  );
}
