import { useWords } from '../../../i18n/use-words.ts';
import { adminDashboardWords } from '../../../i18n/words/admin-dashboard.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import type { CustomerStatus } from '../../../../worker/domain/customers.ts';

const TONES: Readonly<Record<CustomerStatus, BadgeTone>> = {
  active: 'success',
  inactive: 'neutral',
  suspended: 'paused',
};

export function StatusBadge({ status }: { readonly status: CustomerStatus }) {
  const t = useWords(adminDashboardWords);
  return <Badge tone={TONES[status]}>{t(`users.statuses.${status}`)}</Badge>;
}
