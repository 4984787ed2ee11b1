import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsSubmissionsMessages from '#messages/operators-submissions.json';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import type { ForwardState } from '../../../../worker/domain/submissions.ts';

const TONES: Readonly<Record<ForwardState, BadgeTone>> = {
  pending: 'pending',
  sent: 'success',
  failed: 'failed',
};

type ForwardBadgeProps = { readonly state: ForwardState; readonly hasWebhook: boolean };

/** Without a webhook a pending submission is only stored. */
export function ForwardBadge({ state, hasWebhook }: ForwardBadgeProps) {
  const t = useMessages(operatorsSubmissionsMessages);
  if (state === 'pending' && !hasWebhook) return <Badge tone="neutral">{t('forward.states.kept')}</Badge>;
  return <Badge tone={TONES[state]}>{t(`forward.states.${state}`)}</Badge>;
}
