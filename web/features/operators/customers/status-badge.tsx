import { useMessages } from '../../../i18n/use-messages.ts';
import operatorsMessages from '#messages/operators.json';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import type { CustomerStatus } from '../../../../worker/domain/customers.ts';

const TONES: Readonly<Record<CustomerStatus, BadgeTone>> = {
  active: 'success',
  inactive: 'neutral',
  suspended: 'paused',
};

export function StatusBadge({ status }: { readonly status: CustomerStatus }) {
  const t = useMessages(operatorsMessages.dashboard);
  return <Badge tone={TONES[status]}>{t(`users.statuses.${status}`)}</Badge>;
}
